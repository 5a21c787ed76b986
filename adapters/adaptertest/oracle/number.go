package oracle

import (
	"fmt"
	"math"
	"math/big"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// maxDigits is the most digits that a decimal which is computed may have: beyond
// them some engine raises an error though its decimals have up to 38.
const maxDigits = 18

// arith computes with two numbers that are not NULL, as numbers of the type's kind.
func arith(op ast.ArithOp, l, r Value, t gate.Type) (Value, error) {
	if t.IsFloat() {
		return arithFloat(op, l, r)
	}
	a, aOK := l.(Number)
	b, bOK := r.(Number)
	if !aOK || !bOK {
		return nil, fmt.Errorf("a %T %s a %T gives no %s", l, op, r, t)
	}
	for _, side := range []Number{a, b} {
		if _, err := fits(side.Rat, t); err != nil {
			return nil, err
		}
	}
	result := new(big.Rat)
	switch op {
	case ast.Add:
		result.Add(a.Rat, b.Rat)
	case ast.Sub:
		result.Sub(a.Rat, b.Rat)
	case ast.Mul:
		result.Mul(a.Rat, b.Rat)
	case ast.Mod:
		if b.Sign() == 0 {
			return nil, nil
		}
		quotient := truncate(new(big.Rat).Quo(a.Rat, b.Rat))
		result.Sub(a.Rat, quotient.Mul(quotient, b.Rat))
	default:
		return nil, fmt.Errorf("%s is not of the type %s", op, t)
	}
	return fits(result, t)
}

// fits is a result within the type: an engine raises an error on an overflow.
func fits(r *big.Rat, t gate.Type) (Value, error) {
	if t.IsInteger() {
		if !r.IsInt() {
			return nil, fmt.Errorf("%s is no integer", r.RatString())
		}
		if !r.Num().IsInt64() {
			return nil, ErrRaises
		}
		return Number{r}, nil
	}
	digits, exact := decimalDigits(r)
	if !exact {
		return nil, fmt.Errorf("%s is no decimal", r.RatString())
	}
	if digits > maxDigits {
		return nil, ErrRaises
	}
	return Number{r}, nil
}

// decimalDigits counts the digits of a number in all. It is not exact where
// they have no end.
func decimalDigits(r *big.Rat) (digits int, exact bool) {
	scale, ok := decimalPlaces(r)
	if !ok {
		return 0, false
	}
	whole := truncate(new(big.Rat).Abs(r)).Num()
	if whole.Sign() == 0 {
		return scale, true
	}
	return scale + len(whole.String()), true
}

// decimalPlaces are the places behind the point that a number needs; it is not
// ok where they have no end.
func decimalPlaces(r *big.Rat) (places int, ok bool) {
	ten := big.NewRat(10, 1)
	x := new(big.Rat).Set(r)
	for places = 0; !x.IsInt(); places++ {
		if places > 2000 {
			return 0, false
		}
		x.Mul(x, ten)
	}
	return places, true
}

func arithFloat(op ast.ArithOp, l, r Value) (Value, error) {
	a, err := toFloat(l)
	if err != nil {
		return nil, err
	}
	b, err := toFloat(r)
	if err != nil {
		return nil, err
	}
	var result float64
	switch op {
	case ast.Add:
		result = a + b
	case ast.Sub:
		result = a - b
	case ast.Mul:
		result = a * b
	case ast.Div:
		if b == 0 {
			return nil, nil
		}
		result = a / b
	default:
		return nil, fmt.Errorf("%s is not for floats", op)
	}
	if math.IsInf(result, 0) && !math.IsInf(a, 0) && !math.IsInf(b, 0) {
		return nil, ErrRaises
	}
	underflow := result == 0 && a != 0 && (op == ast.Mul && b != 0 || op == ast.Div && !math.IsInf(b, 0))
	if underflow {
		return nil, ErrRaises
	}
	return Float(result), nil
}

// truncate drops what is behind the point.
func truncate(r *big.Rat) *big.Rat {
	return new(big.Rat).SetInt(new(big.Int).Quo(r.Num(), r.Denom()))
}

func floor(r *big.Rat) *big.Rat {
	return new(big.Rat).SetInt(new(big.Int).Div(r.Num(), r.Denom())) // Euclidean; the divisor is positive
}

// roundHalfAway rounds to so many digits behind the point, half away from zero.
func roundHalfAway(r *big.Rat, digits int64) *big.Rat {
	shift := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(max(digits, -digits)), nil))
	if digits < 0 {
		shift.Inv(shift)
	}
	half := big.NewRat(1, 2)
	if r.Sign() < 0 {
		half.Neg(half)
	}
	scaled := new(big.Rat).Mul(r, shift)
	return new(big.Rat).Quo(truncate(scaled.Add(scaled, half)), shift)
}

// onNumber applies a function of exact numbers or, to a float, one of floats.
func onNumber(x Value, exact func(*big.Rat) *big.Rat, float func(float64) float64, t gate.Type) (Value, error) {
	switch x := x.(type) {
	case Number:
		if _, err := fits(x.Rat, t); err != nil {
			return nil, err
		}
		return fits(exact(x.Rat), t)
	case Float:
		return Float(float(float64(x))), nil
	default:
		return nil, fmt.Errorf("a %T is not a number", x)
	}
}

func sign(x Value) (Value, error) {
	f, err := toFloat(x)
	switch n, exact := x.(Number); {
	case err != nil:
		return nil, err
	case exact:
		return Int(int64(n.Sign())), nil
	case math.IsNaN(f):
		return nil, nil
	case f > 0:
		return Int(1), nil
	case f < 0:
		return Int(-1), nil
	default:
		return Int(0), nil
	}
}

// power is NULL where there is no real number.
func power(x, y Value) (Value, error) {
	a, err := toFloat(x)
	if err != nil {
		return nil, err
	}
	b, err := toFloat(y)
	if err != nil {
		return nil, err
	}
	switch {
	case a == 0 && b < 0, a < 0 && !math.IsInf(a, 0) && b != math.Trunc(b) && !math.IsNaN(b):
		return nil, nil
	}
	result := math.Pow(a, b)
	if math.IsInf(result, 0) && !math.IsInf(a, 0) && !math.IsInf(b, 0) {
		return nil, ErrRaises
	}
	return Float(result), nil
}

func sqrt(x Value) (Value, error) {
	f, err := toFloat(x)
	if err != nil || f < 0 {
		return nil, err
	}
	return Float(math.Sqrt(f)), nil
}

// isNaN, isInf and isFinite answer FALSE, FALSE and TRUE for types that have neither.
func isNaN(x Value) bool {
	f, ok := x.(Float)
	return ok && math.IsNaN(float64(f))
}

func isInf(x Value) bool {
	switch x := x.(type) {
	case Float:
		return math.IsInf(float64(x), 0)
	case Date:
		return isInfinite(int64(x))
	case Timestamp:
		return isInfinite(int64(x))
	default:
		return false
	}
}

func isFinite(x Value) bool { return !isNaN(x) && !isInf(x) }
