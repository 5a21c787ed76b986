package gate

import (
	"fmt"
	"math/big"
	"strings"
)

// Holds reports whether a value, an exact decimal text, is within all bounds.
func (b *Bounds) Holds(value string) (bool, error) {
	v, err := decimalOf(value)
	if err != nil {
		return false, err
	}
	for _, t := range b.terms() {
		bound, err := decimalOf(t.value)
		if err != nil {
			return false, err
		}
		if !t.holds(v.Cmp(bound)) {
			return false, nil
		}
	}
	return true, nil
}

// String is the bounds for people, such as ">= 1" or "between 1 and 5".
func (b *Bounds) String() string {
	var parts []string
	if b.Between != nil {
		parts = append(parts, fmt.Sprintf("between %s and %s", b.Between[0], b.Between[1]))
	}
	for _, t := range b.terms() {
		if !t.ofBetween {
			parts = append(parts, t.symbol+" "+t.value)
		}
	}
	return strings.Join(parts, " and ")
}

// term is one comparison of the value with a bound; holds takes the sign of value − bound.
type term struct {
	symbol    string
	value     string
	ofBetween bool
	holds     func(sign int) bool
}

func (b *Bounds) terms() []term {
	atLeast := func(sign int) bool { return sign >= 0 }
	atMost := func(sign int) bool { return sign <= 0 }
	var list []term
	if b.Between != nil {
		list = append(list,
			term{symbol: ">=", value: b.Between[0], ofBetween: true, holds: atLeast},
			term{symbol: "<=", value: b.Between[1], ofBetween: true, holds: atMost})
	}
	if b.Min != nil {
		list = append(list, term{symbol: ">=", value: *b.Min, holds: atLeast})
	}
	if b.Max != nil {
		list = append(list, term{symbol: "<=", value: *b.Max, holds: atMost})
	}
	if b.Equals != nil {
		list = append(list, term{symbol: "=", value: *b.Equals, holds: func(sign int) bool { return sign == 0 }})
	}
	if b.NotEquals != nil {
		list = append(list, term{symbol: "<>", value: *b.NotEquals, holds: func(sign int) bool { return sign != 0 }})
	}
	return list
}

// decimalOf parses an exact decimal text.
func decimalOf(text string) (*big.Rat, error) {
	if !isDecimal(text) {
		return nil, fmt.Errorf("%q is not a decimal number", text)
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil, fmt.Errorf("%q is not a decimal number", text)
	}
	return r, nil
}
