package expr

import (
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// cast converts where every value of the one type has its value in the other.
func (c *checker) cast(n cast) value {
	t, err := gate.ParseType(strings.ToLower(strings.Join(strings.Fields(n.typ), " ")))
	if err != nil {
		return c.fail(n.typeAt, "", "%v", err)
	}
	if t.IsFamily() || slices.Contains([]gate.Kind{gate.KindEnum, gate.KindList, gate.KindStruct}, t.Kind) {
		return c.fail(n.typeAt, "name one type, such as int64, float64 or decimal(18,2)", "a value cannot be cast to the type %s", t)
	}
	x := c.check(n.x)
	switch {
	case !x.ok():
		return x
	case x.form == nullForm:
		return value{node: ast.Null{Type: t}, at: n.at}
	case x.form != firm:
		return c.castConstant(n, x, t)
	}
	from := x.typ()
	switch {
	case from.Kind == t.Kind && from.Precision == t.Precision && from.Scale == t.Scale:
		return value{node: x.node, at: n.at}
	case from.Kind == gate.KindBool && t.IsInteger():
		return value{node: zeroOrOne(x.node, t), at: n.at}
	case convertible(from, t):
		return value{node: ast.Cast{X: x.node, Type: t}, at: n.at}
	}
	return c.fail(n.at, castHint(from, t), "not every %s is %s", from, typeName(t))
}

// castConstant makes a constant of the type of a number or text.
func (c *checker) castConstant(n cast, x value, t gate.Type) value {
	digits := x.node.(ast.Literal).Text
	if plain, ok := expanded(digits); ok && x.form == numberForm && !t.IsFloat() {
		digits = plain
	}
	l, ok := literalOf(digits, t)
	switch {
	case t.Kind == gate.KindString && x.form == numberForm && !x.typ().IsInteger(),
		!t.IsNumeric() && t.Kind != gate.KindString && x.form == numberForm,
		!ok:
		return c.fail(x.at, "", "%s is not %s", x.describe(), typeName(t))
	}
	return value{node: l, at: n.at}
}

func zeroOrOne(x ast.Node, t gate.Type) ast.Node {
	return ast.Case{
		Whens: []ast.When{
			{If: x, Then: ast.Literal{Text: "1", Type: t}},
			{If: ast.Not{X: x}, Then: ast.Literal{Text: "0", Type: t}},
		},
		Type: t,
	}
}

// convertible reports whether every value of a type has a value of another,
// with one definition on all warehouses.
func convertible(from, to gate.Type) bool {
	switch {
	case from.IsInteger():
		return integerFits(from.Kind, to)
	case from.Kind == gate.KindDecimal:
		return to.Kind == gate.KindFloat64 || decimalFits(from, to)
	case from.IsFloat():
		return to.Kind == gate.KindFloat64
	}
	switch from.Kind {
	case gate.KindBool, gate.KindEnum:
		return to.Kind == gate.KindString
	case gate.KindDate:
		return to.Kind == gate.KindTimestamp
	case gate.KindTimestamp:
		return to.Kind == gate.KindDate || to.Kind == gate.KindTimestamp
	case gate.KindTimestamptz:
		return to.Kind == gate.KindDate || to.Kind == gate.KindTimestamp
	default:
		return false
	}
}

// integerFits reports whether every integer of a kind has a value of a type.
// Where the kind is not known yet, it is taken for an int64.
func integerFits(from gate.Kind, to gate.Type) bool {
	if from == gate.KindInteger {
		from = gate.KindInt64
	}
	switch {
	case to.IsInteger():
		return to.Kind.HoldsIntegers(from)
	case to.Kind == gate.KindDecimal:
		return from.IntegerDigits() <= to.Precision-to.Scale
	case to.Kind == gate.KindFloat32:
		_, most := from.IntegerRange()
		return most.BitLen() <= 24
	default:
		return to.Kind == gate.KindFloat64 || to.Kind == gate.KindString
	}
}

// decimalFits reports whether a decimal type holds every value of another. Of
// the decimals that are computed the size is not known.
func decimalFits(from, to gate.Type) bool {
	return to.Kind == gate.KindDecimal && from.Precision > 0 &&
		from.Scale <= to.Scale && from.Precision-from.Scale <= to.Precision-to.Scale
}

// castHint says what to write in place of a cast that is refused.
func castHint(from, to gate.Type) string {
	switch {
	case from.IsNumeric() && to.IsNumeric():
		return "round, floor and ceil make whole numbers; numbers of different types compare without a CAST"
	case from.IsText():
		return "'cast:' on the column converts texts and rejects those that do not convert"
	case from.IsTemporal() && to.IsTemporal():
		return "a date becomes a timestamp, a timestamp a date, a timestamptz (in UTC) either"
	case from.IsTemporal() && to.Kind == gate.KindString:
		return "year(x), month(x) and day(x) are numbers"
	default:
		return typeHint(from)
	}
}
