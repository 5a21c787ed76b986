package compile

import (
	"fmt"

	"github.com/sqlgate/sqlgate/gate"
)

// maxDigits are the digits of the widest decimal that every warehouse has.
const maxDigits = 38

// common is the type in which values of two types are compared: it holds every
// value of both, so that no two are rounded to be equal, but for nanoseconds,
// which do not count where one of the two keeps none. ok is false where there is
// none.
func common(a, b gate.Type) (t gate.Type, ok bool) {
	a, b = concrete(a), concrete(b)
	switch {
	case a.IsText() && b.IsText():
		return gate.Type{Kind: gate.KindString}, true
	case a.Kind == gate.KindTimestamp && b.Kind == gate.KindTimestamp && a.Precision != b.Precision:
		return gate.Type{Kind: gate.KindTimestamp}, true
	case !a.IsKnown() || !b.IsKnown() || a.String() == b.String():
		return a, true
	case a.IsNumeric() && b.IsNumeric():
		return commonNumber(a, b)
	default:
		return a, a.Kind == b.Kind
	}
}

func commonNumber(a, b gate.Type) (t gate.Type, ok bool) {
	switch {
	case losslessType(a, b):
		return b, true
	case losslessType(b, a):
		return a, true
	case a.IsFloat() || b.IsFloat():
		return gate.Type{Kind: gate.KindFloat64}, isDouble(a) && isDouble(b)
	case a.IsInteger() && b.IsInteger():
		return gate.Type{Kind: gate.KindInt128}, true
	}
	a, b = asDecimal(a), asDecimal(b)
	scale := max(a.Scale, b.Scale)
	t = gate.Type{Kind: gate.KindDecimal, Precision: max(a.Precision-a.Scale, b.Precision-b.Scale) + scale, Scale: scale}
	return t, t.Precision <= maxDigits
}

// isDouble reports whether a float64 holds every value of a type of numbers.
func isDouble(t gate.Type) bool {
	const exactDigits = 15
	if t.Kind == gate.KindDecimal {
		return t.Scale == 0 && t.Precision > 0 && t.Precision <= exactDigits
	}
	return t.Kind == gate.KindFloat64 || losslessType(t, gate.Type{Kind: gate.KindFloat64})
}

// asDecimal is the smallest decimal that holds an integer.
func asDecimal(t gate.Type) gate.Type {
	if t.IsInteger() {
		return gate.Type{Kind: gate.KindDecimal, Precision: t.Kind.IntegerDigits()}
	}
	return t
}

// isKey reports whether the equality of a type's values is the same on every warehouse.
func isKey(t gate.Type) bool {
	return !t.IsKnown() || isOrdered(t) || t.Kind == gate.KindUUID || t.Kind == gate.KindBytes
}

// cast is x of one type as the common one of it and another. What the warehouse
// compares with the other as it is stays so.
func (p *Plan) cast(x string, from, to gate.Type) string {
	switch {
	case from.IsNumeric() && to.IsNumeric() && from.String() != to.String(),
		from.Kind == gate.KindEnum && to.Kind == gate.KindString,
		from.Kind == gate.KindTimestamp && to.Kind == gate.KindTimestamp && from.Precision != to.Precision:
		return "CAST(" + x + " AS " + p.typeName(to) + ")"
	default:
		return x
	}
}

// notComparable says that columns of two tables cannot be held against each other.
func notComparable(ours string, a gate.Type, theirs string, b gate.Type) error {
	if a.IsNumeric() && b.IsNumeric() {
		return fmt.Errorf("column %s is of type %s, and %s of type %s: no type holds the numbers of both, so they cannot be compared exactly; give one of them the type of the other", ours, a, theirs, b)
	}
	return fmt.Errorf("column %s is of type %s, and %s of type %s", ours, a, theirs, b)
}
