package expr

import (
	"strconv"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func stringType() gate.Type  { return gate.Type{Kind: gate.KindString} }
func boolType() gate.Type    { return gate.Type{Kind: gate.KindBool} }
func int64Type() gate.Type   { return gate.Type{Kind: gate.KindInt64} }
func decimalType() gate.Type { return gate.Type{Kind: gate.KindDecimal} }
func float64Type() gate.Type { return gate.Type{Kind: gate.KindFloat64} }
func dateType() gate.Type    { return gate.Type{Kind: gate.KindDate} }

func boolLiteral(b bool) ast.Literal {
	return ast.Literal{Text: strconv.FormatBool(b), Type: boolType()}
}

func intLiteral(n int64) ast.Literal {
	return ast.Literal{Text: strconv.FormatInt(n, 10), Type: int64Type()}
}

// number is a number beside nothing: an int64 or a decimal, with an exponent a float64.
func (c *checker) number(n number) value {
	digits := n.text
	if n.negative {
		digits = "-" + digits
	}
	if l, ok := literalOf(digits, int64Type(), decimalType(), float64Type()); ok {
		return value{node: l, at: n.at, form: numberForm}
	}
	return c.fail(n.at, "", "the number %s is out of the range of float64", digits)
}

// text is a text beside nothing, or a constant of the type before it.
func (c *checker) text(n text) value {
	if n.kind == "" {
		return value{node: ast.Literal{Text: n.text, Type: stringType()}, at: n.at, form: textForm}
	}
	canonical, err := gate.CheckLiteral(gate.Type{Kind: n.kind}, n.text, true)
	if err != nil {
		return c.fail(n.token.at, "", "'%s' is not a %s: %v", short(n.text), n.kind, err)
	}
	return value{node: ast.Literal{Text: canonical, Type: gate.Type{Kind: n.kind}}, at: n.at}
}

// literalOf is a literal of the first of the types that the digits have.
func literalOf(digits string, types ...gate.Type) (ast.Literal, bool) {
	for _, t := range types {
		if canonical, err := gate.CheckLiteral(t, digits, false); err == nil {
			return ast.Literal{Text: canonical, Type: t}, true
		}
	}
	return ast.Literal{}, false
}

// numberBeside is a number as it stands beside a type of numbers: of that type
// where it fits exactly or the type is a float, else exact and of a wider type.
func numberBeside(v value, beside gate.Type) value {
	digits := v.node.(ast.Literal).Text
	types := []gate.Type{beside, int64Type(), decimalType(), float64Type()}
	if beside.IsFloat() {
		types = []gate.Type{beside, float64Type()}
	} else if plain, ok := expanded(digits); ok {
		digits = plain
	}
	if l, ok := literalOf(digits, types...); ok {
		v.node = l
	}
	v.form = firm
	return v
}

// expanded writes a number with an exponent without it: 1e3 is 1000. It is not
// ok where the exponent is so large that no decimal holds the number.
func expanded(digits string) (string, bool) {
	mantissa, exponent, found := strings.Cut(strings.ToLower(digits), "e")
	if !found {
		return digits, true
	}
	shift, err := strconv.Atoi(exponent)
	if err != nil || shift < -38 || shift > 38 {
		return "", false
	}
	mantissa, negative := strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	point := len(whole) + shift
	all := whole + fraction
	if point < 0 {
		all, point = strings.Repeat("0", -point)+all, 0
	}
	if point > len(all) {
		all += strings.Repeat("0", point-len(all))
	}
	plain := "0" + all[:point]
	if fraction := strings.TrimRight(all[point:], "0"); fraction != "" {
		plain += "." + fraction
	}
	if negative {
		plain = "-" + plain
	}
	return plain, true
}

// textBeside is a text as a constant of the type that it stands beside.
func (c *checker) textBeside(v value, beside gate.Type) value {
	s := v.node.(ast.Literal).Text
	switch {
	case beside.Kind == gate.KindString:
		v.form = firm
		return v
	case beside.IsNumeric():
		return c.fail(v.at, "write the number without quotes", "%s stands beside %s", v.describe(), typeName(beside))
	case beside.Kind == gate.KindBool:
		return c.fail(v.at, "write TRUE or FALSE without quotes", "%s stands beside a bool", v.describe())
	case !beside.IsTemporal() && beside.Kind != gate.KindUUID && beside.Kind != gate.KindEnum:
		return c.fail(v.at, typeHint(beside), "%s stands beside %s", v.describe(), typeName(beside))
	}
	canonical, err := gate.CheckLiteral(beside, s, true)
	switch {
	case err != nil && beside.Kind == gate.KindEnum:
		return c.fail(v.at, err.Error(), "%s is no value of the enum%s", v.describe(), didYouMean(s, beside.Values))
	case err != nil:
		return c.fail(v.at, "", "%s is not %s: %v", v.describe(), typeName(beside), err)
	}
	return value{node: ast.Literal{Text: canonical, Type: beside}, at: v.at}
}

// beside is a value as it stands beside a type; itself where its type is firm.
func (c *checker) beside(v value, t gate.Type) value {
	switch {
	case v.form == textForm:
		return c.textBeside(v, t)
	case v.form == numberForm && t.IsNumeric():
		return numberBeside(v, t)
	default:
		return v
	}
}
