package gate

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"
)

// Number is an exact number, or a NaN or an infinity of floats. The zero Number is 0.
type Number struct {
	exact   *big.Rat
	special float64 // NaN or an infinity, else 0
}

// ParseNumber reads a number as warehouses print it: digits, with an exponent
// or without, or the name of a NaN or an infinity.
func ParseNumber(text string) (Number, error) {
	if exact, ok := new(big.Rat).SetString(text); ok && floatForm.MatchString(text) {
		return Number{exact: exact}, nil
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || !math.IsNaN(f) && !math.IsInf(f, 0) {
		return Number{}, fmt.Errorf("%q is not a number", text)
	}
	return Number{special: f}, nil
}

// CountNumber is an integer as a Number.
func CountNumber(n int64) Number { return Number{exact: new(big.Rat).SetInt64(n)} }

// TimeNumber is a time as a Number, in microseconds since 1970, so that bounds of times compare.
func TimeNumber(t time.Time) Number { return CountNumber(t.UnixMicro()) }

// FloatNumber is a float as a Number, with every digit that it has.
func FloatNumber(f float64) Number {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return Number{special: f}
	}
	return Number{exact: new(big.Rat).SetFloat64(f)}
}

// IsFinite reports whether the number is neither NaN nor infinite.
func (n Number) IsFinite() bool { return n.special == 0 }

// Float is the nearest float.
func (n Number) Float() float64 {
	if !n.IsFinite() {
		return n.special
	}
	f, _ := n.rat().Float64()
	return f
}

func (n Number) rat() *big.Rat {
	if n.exact == nil {
		return new(big.Rat)
	}
	return n.exact
}

// Plus is the sum of two numbers. It is exact where both are finite, as are
// Minus and Times.
func (n Number) Plus(m Number) Number {
	return n.compute(m, (*big.Rat).Add, func(a, b float64) float64 { return a + b })
}

// Minus is the difference of two numbers.
func (n Number) Minus(m Number) Number {
	return n.compute(m, (*big.Rat).Sub, func(a, b float64) float64 { return a - b })
}

// Times is the product of two numbers.
func (n Number) Times(m Number) Number {
	return n.compute(m, (*big.Rat).Mul, func(a, b float64) float64 { return a * b })
}

// Over is the quotient of two numbers; m is not zero.
func (n Number) Over(m Number) Number {
	return n.compute(m, (*big.Rat).Quo, func(a, b float64) float64 { return a / b })
}

func (n Number) compute(m Number, exact func(z, x, y *big.Rat) *big.Rat, float func(a, b float64) float64) Number {
	if n.IsFinite() && m.IsFinite() {
		return Number{exact: exact(new(big.Rat), n.rat(), m.rat())}
	}
	return FloatNumber(float(n.Float(), m.Float()))
}

// Sign is -1, 0 or 1; of a NaN 0.
func (n Number) Sign() int {
	switch {
	case n.IsFinite():
		return n.rat().Sign()
	case n.special > 0:
		return 1
	case n.special < 0:
		return -1
	default:
		return 0
	}
}

// Abs is the number without its sign.
func (n Number) Abs() Number {
	if !n.IsFinite() {
		return Number{special: math.Abs(n.special)}
	}
	return Number{exact: new(big.Rat).Abs(n.rat())}
}

// Floor is the greatest integer that is not above a finite number.
func (n Number) Floor() Number {
	r := n.rat()
	q := new(big.Int)
	q.DivMod(r.Num(), r.Denom(), new(big.Int)) // Euclid's division: the divisor is positive
	return Number{exact: new(big.Rat).SetInt(q)}
}

// compare is the sign of n − m; ok is false where one is NaN.
func (n Number) compare(m Number) (sign int, ok bool) {
	if n.IsFinite() && m.IsFinite() {
		return n.rat().Cmp(m.rat()), true
	}
	a, b := n.Float(), m.Float()
	switch {
	case math.IsNaN(a) || math.IsNaN(b):
		return 0, false
	case !n.IsFinite() && !m.IsFinite() && a == b:
		return 0, true
	case n.special > 0 || m.special < 0:
		return 1, true
	default:
		return -1, true
	}
}

// The most decimals and the most digits before the point that String prints.
const (
	shownDecimals = 12
	shownDigits   = 40
)

// String prints the number for people: in full, or rounded where it has more
// than twelve decimals.
func (n Number) String() string {
	switch {
	case math.IsNaN(n.special):
		return "NaN"
	case n.special > 0:
		return "Infinity"
	case n.special < 0:
		return "-Infinity"
	}
	s := n.Rounded(shownDecimals)
	if len(s) > shownDigits || s == "0" && n.Sign() != 0 {
		return strconv.FormatFloat(n.Float(), 'g', -1, 64)
	}
	return s
}

// Rounded prints the number with at most so many decimals, rounded half away from zero.
func (n Number) Rounded(decimals int) string {
	if !n.IsFinite() {
		return n.String()
	}
	s := n.rat().FloatString(decimals)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}
