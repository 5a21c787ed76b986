package expr

import (
	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// isComparable reports whether values of a type have an equality that is the
// same on every warehouse.
func isComparable(t gate.Type) bool {
	switch t.Kind {
	case gate.KindBool, gate.KindUUID, gate.KindBytes:
		return true
	default:
		return isOrdered(t)
	}
}

// isOrdered reports whether values of a type have an order that is the same on
// every warehouse.
func isOrdered(t gate.Type) bool { return t.IsNumeric() || t.IsText() || t.IsTemporal() }

// typeHint says what can be done with values of a type that do not compare.
func typeHint(t gate.Type) string {
	switch t.Kind {
	case gate.KindJSON:
		return "json_value(x, '$.name') is a text"
	case gate.KindList:
		return "list_length(x) is a number"
	case gate.KindInterval, gate.KindStruct:
		return "IS NULL is all that such a value has"
	default:
		return ""
	}
}

// mismatchHint says what to do about two types that do not go together.
func mismatchHint(a, b gate.Type) string {
	has := func(f func(gate.Type) bool) bool { return f(a) || f(b) }
	is := func(k gate.Kind) bool { return a.Kind == k || b.Kind == k }
	switch {
	case !isComparable(a):
		return typeHint(a)
	case !isComparable(b):
		return typeHint(b)
	case has(gate.Type.IsText) && has(gate.Type.IsInteger):
		return "CAST(x AS string) makes a text of an integer; 'cast:' on a column makes a number of a text"
	case has(gate.Type.IsText):
		return "'cast:' on the column makes values of texts"
	case is(gate.KindDate) && (is(gate.KindTimestamp) || is(gate.KindTimestamptz)):
		return "CAST(x AS date) is the day of a timestamp, CAST(d AS timestamp) the start of a day"
	case is(gate.KindTimestamp) && is(gate.KindTimestamptz):
		return "CAST(x AS timestamp) is a timestamptz in UTC"
	default:
		return ""
	}
}

// commonType is the type that holds the values of both types.
func commonType(a, b gate.Type) (gate.Type, bool) {
	switch {
	case a.IsText() && b.IsText():
		return stringType(), true
	case a.Kind == b.Kind && a.Kind != gate.KindDecimal:
		return a, isComparable(a)
	case !a.IsNumeric() || !b.IsNumeric():
		return gate.Type{}, false
	case a.IsFloat() || b.IsFloat():
		return float64Type(), true
	case a.IsInteger() && b.IsInteger():
		if computed(a).Kind == gate.KindDecimal {
			return decimalType(), true
		}
		return computed(b), true
	case a.Kind == b.Kind && a.Precision == b.Precision && a.Scale == b.Scale:
		return a, true
	default:
		return decimalType(), true
	}
}

// as converts a node to a type that commonType gave. Integers and decimals stay
// as they are beside decimals: every warehouse mixes them exactly.
func as(n ast.Node, t gate.Type) ast.Node {
	from := ast.TypeOf(n)
	if from.Kind == t.Kind || t.Kind == gate.KindDecimal {
		return n
	}
	return ast.Cast{X: n, Type: t}
}

// computed is the type in which a number is computed with.
func computed(t gate.Type) gate.Type {
	switch {
	case t.IsFloat():
		return float64Type()
	case t.Kind == gate.KindUint64, t.Kind == gate.KindInt128:
		return decimalType()
	case t.IsInteger():
		return int64Type()
	default:
		return t
	}
}

// alike gives values, NULLs among them, one type; the nodes are nil where there is none.
func (c *checker) alike(values []value, what string) (gate.Type, []ast.Node) {
	t, ok := c.typeOfAll(values, what)
	if !ok {
		return t, nil
	}
	nodes := make([]ast.Node, len(values))
	for i, v := range values {
		if v.form == nullForm {
			nodes[i] = ast.Null{Type: t}
			continue
		}
		if v = c.beside(v, t); !v.ok() {
			return t, nil
		}
		nodes[i] = as(v.node, t)
	}
	return t, nodes
}

// typeOfAll is the type that holds all values: that of the firm ones, widened
// by numbers that do not fit it, else that of the numbers or texts.
func (c *checker) typeOfAll(values []value, what string) (gate.Type, bool) {
	var t gate.Type
	for _, f := range []form{firm, numberForm, textForm} {
		for _, v := range values {
			switch {
			case v.form != f, f == textForm && t.Kind != "":
				continue
			case f == numberForm && t.IsNumeric():
				v = numberBeside(v, t)
			}
			if t.Kind == "" {
				t = v.typ()
			}
			wider, ok := commonType(t, v.typ())
			switch {
			case !ok && !isComparable(v.typ()):
				c.fail(v.at, typeHint(v.typ()), "%s does not take %s", what, v.describe())
				return t, false
			case !ok:
				c.fail(v.at, mismatchHint(t, v.typ()), "%s has %s beside %s", what, v.describe(), typeName(t))
				return t, false
			}
			t = wider
		}
	}
	if t.Kind == gate.KindTimestamp {
		t.Precision = 0
	}
	if t.Kind == "" {
		c.fail(values[0].at, "CAST(NULL AS type) gives it one", "%s holds nothing but NULL and has no type", what)
	}
	return t, t.Kind != ""
}

// asText is a text as a string; what names the function or operator in messages.
func (c *checker) asText(v value, what string) ast.Node {
	switch {
	case !v.ok():
		return nil
	case v.typ().Kind == gate.KindString:
		return v.node
	case v.typ().Kind == gate.KindEnum:
		return ast.Cast{X: v.node, Type: stringType()}
	}
	hint := typeHint(v.typ())
	if v.typ().IsInteger() {
		hint = "CAST(x AS string) makes a text of an integer"
	}
	c.fail(v.at, hint, "%s takes a text, got %s", what, v.describe())
	return nil
}

// asNumber is a number in the type in which it is computed with.
func (c *checker) asNumber(v value, what string) ast.Node {
	if !c.isNumber(v, what) {
		return nil
	}
	return as(v.node, computed(v.typ()))
}

// isNumber reports whether a value is a number; a fault where it is not.
func (c *checker) isNumber(v value, what string) bool {
	if !v.ok() || v.typ().IsNumeric() {
		return v.ok()
	}
	hint := typeHint(v.typ())
	switch {
	case v.form == textForm:
		hint = "write the number without quotes"
	case v.typ().IsText():
		hint = "'cast:' on the column makes numbers of texts"
	case v.typ().IsTemporal():
		hint = "date_diff('day', a, b) counts the days between dates"
	}
	c.fail(v.at, hint, "%s takes a number, got %s", what, v.describe())
	return false
}

// asFloat is a number as a float64.
func (c *checker) asFloat(v value, what string) ast.Node {
	if v.ok() && v.form == numberForm {
		return numberBeside(v, float64Type()).node
	}
	if !c.isNumber(v, what) {
		return nil
	}
	return as(v.node, float64Type())
}
