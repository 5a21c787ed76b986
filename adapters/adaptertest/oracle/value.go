// Package oracle says in plain Go what rules and predicates mean. It is written
// from their descriptions alone, knows no SQL, and is slow: tests hold the
// engines' verdicts against it.
package oracle

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sqlgate/sqlgate/gate"
)

// ErrRaises says that an engine may raise an error instead of giving a value,
// such as on an overflow.
var ErrRaises = errors.New("the engine may raise an error")

// Value is a value of a row or of a predicate; nil is NULL.
type Value interface{ value() }

// Bool is TRUE or FALSE.
type Bool bool

// Number is an integer or a decimal, exactly.
type Number struct{ *big.Rat }

// Float is a float, or the NaN or infinity of a decimal where an engine has such.
type Float float64

// Text is a string, a value of an enum, or JSON.
type Text string

// UUID is a uuid in lower case, with hyphens.
type UUID string

// Bytes are bytes.
type Bytes string

// Date is the days since 1970-01-01, or Infinity or -Infinity.
type Date int64

// Time is the microseconds since midnight.
type Time int64

// Timestamp is the microseconds since 1970-01-01, in UTC where there is a zone,
// or Infinity or -Infinity.
type Timestamp int64

// List is a list.
type List []Value

// Struct is a struct's fields by name.
type Struct map[string]Value

// Infinity is the Date or Timestamp after all others; -Infinity is before all others.
const Infinity = math.MaxInt64

func (Bool) value()      {}
func (Number) value()    {}
func (Float) value()     {}
func (Text) value()      {}
func (UUID) value()      {}
func (Bytes) value()     {}
func (Date) value()      {}
func (Time) value()      {}
func (Timestamp) value() {}
func (List) value()      {}
func (Struct) value()    {}

// Row is a row by its columns' names.
type Row map[string]Value

// Int is the Number of an integer.
func Int(n int64) Number { return Number{new(big.Rat).SetInt64(n)} }

// Decimal is the Number of a text of digits with sign and point; it panics on any other.
func Decimal(text string) Number {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		panic(fmt.Sprintf("oracle: %q is not a number", text))
	}
	return Number{r}
}

// Constant is the value of a canonical constant of a type, as gate.CheckLiteral
// gives it. A constant of an unknown type is a text.
func Constant(t gate.Type, text string) (Value, error) {
	switch {
	case t.IsInteger(), t.Kind == gate.KindDecimal:
		r, ok := new(big.Rat).SetString(text)
		if !ok {
			return nil, fmt.Errorf("%q is not a number", text)
		}
		return Number{r}, nil
	case t.IsFloat():
		return parseFloat(t, text)
	}
	switch t.Kind {
	case gate.KindBool:
		return Bool(text == "true"), nil
	case gate.KindDate:
		return parseISODate(text)
	case gate.KindTime:
		return parseISOTime(text)
	case gate.KindTimestamp, gate.KindTimestamptz:
		return parseISOTimestamp(strings.TrimSuffix(text, "+00"))
	case gate.KindUUID:
		return UUID(strings.ToLower(text)), nil
	case gate.KindBytes:
		return Bytes(text), nil
	default:
		return Text(text), nil
	}
}

// parseFloat reads a float; float32 rounds to the nearest value that it has.
func parseFloat(t gate.Type, text string) (Value, error) {
	size := 64
	if t.Kind == gate.KindFloat32 {
		size = 32
	}
	f, err := strconv.ParseFloat(text, size)
	if err != nil {
		return nil, fmt.Errorf("%q is not a float: %w", text, err)
	}
	return Float(f), nil
}

// compare orders two values of comparable types that are not NULL. It is not ok
// where one is NaN, which has no order. Exact numbers compare with floats as floats.
func compare(l, r Value) (order int, ok bool, err error) {
	if lf, isFloat := l.(Float); isFloat {
		return compareFloats(float64(lf), r)
	}
	if rf, isFloat := r.(Float); isFloat {
		order, ok, err = compareFloats(float64(rf), l)
		return -order, ok, err
	}
	switch l := l.(type) {
	case Bool:
		if r, same := r.(Bool); same {
			return cmp.Compare(bit(l), bit(r)), true, nil
		}
	case Number:
		if r, same := r.(Number); same {
			return l.Cmp(r.Rat), true, nil
		}
	case Text:
		if r, same := r.(Text); same {
			return compareTexts(string(l), string(r)), true, nil
		}
	case UUID:
		if r, same := r.(UUID); same {
			return cmp.Compare(l, r), true, nil
		}
	case Bytes:
		if r, same := r.(Bytes); same {
			return bytes.Compare([]byte(l), []byte(r)), true, nil
		}
	case Date:
		if r, same := r.(Date); same {
			return cmp.Compare(l, r), true, nil
		}
	case Time:
		if r, same := r.(Time); same {
			return cmp.Compare(l, r), true, nil
		}
	case Timestamp:
		if r, same := r.(Timestamp); same {
			return cmp.Compare(l, r), true, nil
		}
	}
	return 0, false, fmt.Errorf("a %T does not compare with a %T", l, r)
}

func compareFloats(l float64, r Value) (order int, ok bool, err error) {
	rf, err := toFloat(r)
	if err != nil {
		return 0, false, err
	}
	if math.IsNaN(l) || math.IsNaN(rf) {
		return 0, false, nil
	}
	return cmp.Compare(l, rf), true, nil
}

// compareTexts orders by code point.
func compareTexts(l, r string) int {
	for l != "" && r != "" {
		lr, ln := utf8.DecodeRuneInString(l)
		rr, rn := utf8.DecodeRuneInString(r)
		if lr != rr {
			return cmp.Compare(lr, rr)
		}
		l, r = l[ln:], r[rn:]
	}
	return cmp.Compare(len(l), len(r))
}

func toFloat(v Value) (float64, error) {
	switch v := v.(type) {
	case Float:
		return float64(v), nil
	case Number:
		f, _ := v.Float64()
		return f, nil
	default:
		return 0, fmt.Errorf("a %T is not a number", v)
	}
}

// Same reports whether two values are not distinct: NULL is NULL and NaN is NaN,
// within lists and structs too.
func Same(l, r Value) bool { return key(l) == key(r) }

// key is a text that only values that are not distinct have in common.
func key(v Value) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case Number:
		return "number " + v.RatString()
	case Float:
		switch {
		case math.IsNaN(float64(v)):
			return "NaN"
		case v == 0:
			return "number 0"
		case math.IsInf(float64(v), 0):
			return fmt.Sprintf("float %v", float64(v))
		default:
			return "number " + new(big.Rat).SetFloat64(float64(v)).RatString()
		}
	case List:
		items := make([]string, len(v))
		for i, item := range v {
			items[i] = key(item)
		}
		return fmt.Sprintf("list %q", items)
	case Struct:
		fields := map[string]string{}
		for name, field := range v {
			fields[name] = key(field)
		}
		return fmt.Sprintf("struct %q", fields) // fmt sorts the keys
	default:
		return fmt.Sprintf("%T %#v", v, v)
	}
}

func bit(b Bool) int {
	if b {
		return 1
	}
	return 0
}
