package gate

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// Holds reports whether a number is within the bounds on numbers. A NaN is
// within none but not_equals.
func (b *Bounds) Holds(n Number) (bool, error) {
	terms, err := b.terms()
	if err != nil {
		return false, err
	}
	return !slices.ContainsFunc(terms, func(t term) bool { return !t.holds(n) }), nil
}

// Excess is how far a number is outside of the bounds; negative where it is
// within, so that of several the worst has the largest.
func (b *Bounds) Excess(n Number) (float64, error) {
	terms, err := b.terms()
	worst := math.Inf(-1)
	for _, t := range terms {
		worst = max(worst, t.excess(n))
	}
	return worst, err
}

// String is the bounds for people, such as ">= 1" or "between 1 and 5".
func (b *Bounds) String() string {
	var parts []string
	add := func(symbol string, value *string, unit string) {
		if value != nil {
			parts = append(parts, symbol+" "+*value+unit)
		}
	}
	if b.Between != nil {
		parts = append(parts, fmt.Sprintf("between %s%s and %s%s", b.Between[0], b.Unit, b.Between[1], b.Unit))
	}
	add(">=", b.Min, b.Unit)
	add("<=", b.Max, b.Unit)
	add("=", b.Equals, b.Unit)
	add("<>", b.NotEquals, b.Unit)
	add("increase <=", b.MaxIncrease, "%")
	add("decrease <=", b.MaxDecrease, "%")
	if b.MaxAge != nil {
		parts = append(parts, "age <= "+b.MaxAge.String())
	}
	return strings.Join(parts, " and ")
}

// term is one comparison of a number with a bound.
type term struct {
	op    string // min, max, equals or not_equals
	bound Number
}

func (b *Bounds) terms() ([]term, error) {
	var list []term
	for _, op := range []struct {
		name  string
		value *string
	}{{"min", b.Min}, {"max", b.Max}, {"equals", b.Equals}, {"not_equals", b.NotEquals}} {
		if op.value == nil {
			continue
		}
		n, err := b.number(*op.value)
		if err != nil {
			return nil, err
		}
		list = append(list, term{op.name, n})
	}
	if b.Between == nil {
		return list, nil
	}
	for i, op := range []string{"min", "max"} {
		n, err := b.number(b.Between[i])
		if err != nil {
			return nil, err
		}
		list = append(list, term{op, n})
	}
	return list, nil
}

// number is a bound as a number: of a date or timestamp that of its time.
func (b *Bounds) number(text string) (Number, error) {
	if !b.Type.IsTemporal() {
		return ParseNumber(text)
	}
	t, err := ParseTime(text)
	return TimeNumber(t), err
}

func (t term) holds(n Number) bool {
	sign, ok := n.compare(t.bound)
	switch {
	case !ok:
		return t.op == "not_equals"
	case t.op == "min":
		return sign >= 0
	case t.op == "max":
		return sign <= 0
	case t.op == "equals":
		return sign == 0
	default:
		return sign != 0
	}
}

func (t term) excess(n Number) float64 {
	if _, ok := n.compare(t.bound); !ok && t.op != "not_equals" {
		return math.Inf(1)
	}
	above := n.Minus(t.bound).Float()
	switch t.op {
	case "min":
		return -above
	case "max":
		return above
	case "equals":
		return math.Abs(above)
	default:
		if t.holds(n) {
			return math.Inf(-1)
		}
		return 0
	}
}

// ParseTime reads a date or a timestamp as warehouses print it; without an
// offset it is UTC.
func ParseTime(text string) (time.Time, error) {
	for _, layout := range []string{
		time.DateOnly, time.DateTime, "2006-01-02 15:04:05Z07", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04", "2006-01-02T15:04:05Z07:00",
	} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is not a date or timestamp of the years 1 to 9999", text)
}
