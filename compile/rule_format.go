package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func buildFormat(c *ruleContext) (meaning, error) {
	name := c.Params["value"].Text
	valid, ok := formats()[name]
	i := slices.IndexFunc(gate.Formats(), func(f gate.FormatSpec) bool { return f.Name == name })
	if !ok || i < 0 {
		return meaning{}, fmt.Errorf("unknown format %q", name)
	}
	return c.unary(gate.Formats()[i].Noun, valid)
}

func buildCase(c *ruleContext) (meaning, error) {
	change := map[string]ast.Func{"upper": ast.Upper, "lower": ast.Lower, "trimmed": ast.Trim}[c.Params["value"].Text]
	expected := map[ast.Func]string{ast.Upper: "upper case", ast.Lower: "lower case", ast.Trim: "trimmed"}[change]
	return c.unary(expected, func(x ast.Node) ast.Node {
		return ast.Compare{Op: ast.Eq, L: x, R: ast.Apply(change, x)}
	})
}

// formats are the tests of the formats that gate.Formats defines.
func formats() map[string]func(x ast.Node) ast.Node {
	return map[string]func(x ast.Node) ast.Node{
		"email":         isEmail,
		"uuid":          isForm(uuidForm),
		"url":           isForm(urlForm),
		"ipv4":          isForm(ipv4Form),
		"ipv6":          isForm(ipv6Form),
		"hostname":      isHostname,
		"date":          isForm(dateForm),
		"timestamp":     isTimestamp,
		"time":          isForm(timeForm),
		"json":          func(x ast.Node) ast.Node { return ast.Apply(ast.IsJSON, x) },
		"country_code":  isCode(countryCodes),
		"currency_code": isCode(currencyCodes),
		"e164":          isForm(`\+[1-9][0-9]{1,14}`),
		"hex":           isForm(`(?:[0-9A-Fa-f]{2})*`),
		"base64":        isForm(base64Form),
		"luhn":          isLuhn,
	}
}

// isForm is the test that the whole text has a form.
func isForm(form string) func(ast.Node) ast.Node {
	return func(x ast.Node) ast.Node { return source{x: x}.is(form) }
}

// isTimestamp is the test for a text that reads as a timestamp with zone and has
// a time. Only the first and the last day have times that an offset puts out of
// the years 0001 to 9999.
func isTimestamp(x ast.Node) ast.Node {
	form := isForm(dateForm + `[T ]` + timeForm + `(?: ?` + offsetForm + `)?`)
	return ast.Case{
		Whens: []ast.When{
			{If: ast.Not{X: form(x)}, Then: boolConstant(false)},
			{If: isForm(`(?:0001-01-01|9999-12-31).*`)(x), Then: source{x: x}.readTimestamptz().ok},
		},
		Else: boolConstant(true),
		Type: gate.Type{Kind: gate.KindBool},
	}
}

func isCode(codes string) func(ast.Node) ast.Node {
	return func(x ast.Node) ast.Node {
		var list []ast.Literal
		for _, code := range strings.Fields(codes) {
			list = append(list, textConstant(code))
		}
		return ast.In{X: x, List: list}
	}
}

const (
	atomForm  = "[0-9A-Za-z!#$%&'*+/=?^_`{|}~-]+"
	labelForm = `[0-9A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?`
	emailForm = atomForm + `(?:\.` + atomForm + `)*@(?:` + labelForm + `\.)+[A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?`

	octetForm = `(?:[0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])`
	ipv4Form  = octetForm + `\.` + octetForm + `\.` + octetForm + `\.` + octetForm

	// The alternatives of RFC 3986's IPv6address.
	groupForm = `[0-9A-Fa-f]{1,4}`
	tailForm  = `(?:` + groupForm + `:` + groupForm + `|` + ipv4Form + `)`
	ipv6Form  = `(?:(?:` + groupForm + `:){6}` + tailForm +
		`|::(?:` + groupForm + `:){5}` + tailForm +
		`|(?:` + groupForm + `)?::(?:` + groupForm + `:){4}` + tailForm +
		`|(?:(?:` + groupForm + `:){0,1}` + groupForm + `)?::(?:` + groupForm + `:){3}` + tailForm +
		`|(?:(?:` + groupForm + `:){0,2}` + groupForm + `)?::(?:` + groupForm + `:){2}` + tailForm +
		`|(?:(?:` + groupForm + `:){0,3}` + groupForm + `)?::` + groupForm + `:` + tailForm +
		`|(?:(?:` + groupForm + `:){0,4}` + groupForm + `)?::` + tailForm +
		`|(?:(?:` + groupForm + `:){0,5}` + groupForm + `)?::` + groupForm +
		`|(?:(?:` + groupForm + `:){0,6}` + groupForm + `)?::)`

	plainForm   = `[0-9A-Za-z._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2}` // unreserved, sub-delims and pct-encoded
	portForm    = `0*(?:[0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])`
	segmentForm = `(?:` + plainForm + `|[:@])*`
	urlForm     = `[A-Za-z][0-9A-Za-z+.-]*://` +
		`(?:(?:` + plainForm + `|:)*@)?` +
		`(?:(?:` + plainForm + `)+|\[` + ipv6Form + `\])` +
		`(?::(?:` + portForm + `)?)?` +
		`(?:/` + segmentForm + `)*` +
		`(?:\?(?:` + plainForm + `|[:@/?])*)?` +
		`(?:#(?:` + plainForm + `|[:@/?])*)?`

	base64Form = `(?:[0-9A-Za-z+/]{4})*(?:[0-9A-Za-z+/]{2}[048AEIMQUYcgkosw]=|[0-9A-Za-z+/][AQgw]==)?`
)

func isEmail(x ast.Node) ast.Node {
	return ast.And{Terms: []ast.Node{
		isForm(emailForm)(x),
		isForm(`[^@]{1,64}@.*`)(x),
		ast.Compare{Op: ast.Le, L: ast.Apply(ast.Length, x), R: intConstant(254)},
	}}
}

func isHostname(x ast.Node) ast.Node {
	return ast.And{Terms: []ast.Node{
		isForm(`(?:` + labelForm + `\.)*` + labelForm)(x),
		ast.Not{X: isForm(`(?:.*\.)?[0-9]+`)(x)},
		ast.Compare{Op: ast.Le, L: ast.Apply(ast.Length, x), R: intConstant(253)},
	}}
}

// isLuhn makes the number of digits even, so that every second digit from the
// first is doubled.
func isLuhn(x ast.Node) ast.Node {
	return ast.Case{
		Whens: []ast.When{
			{If: isForm(`(?:[0-9]{2}){1,9}`)(x), Then: luhnHolds(x)},
			{If: isForm(`[0-9](?:[0-9]{2}){1,9}`)(x), Then: luhnHolds(concat(textConstant("0"), x))},
		},
		Else: boolConstant(false),
		Type: gate.Type{Kind: gate.KindBool},
	}
}

// luhnHolds is the test of an even number of digits, at most 20. A doubled
// digit d counts 2d, less 9 from 5 on: modulo 10 that is 2d, and 1 more from 5
// on. Five times as much is 11d - d%5, which needs no case.
func luhnHolds(digits ast.Node) ast.Node {
	const most = 20
	padded := concat(digits, textConstant(strings.Repeat("0", most-2)))
	digit := func(place int64) ast.Node { return intOf(substring(padded, place, 1)) }
	var sum ast.Node = intConstant(0)
	for place := int64(1); place < most; place += 2 {
		d := digit(place)
		doubled := arith(ast.Sub, arith(ast.Mul, intConstant(11), d), arith(ast.Mod, d, intConstant(5)))
		plain := arith(ast.Mul, intConstant(5), digit(place+1))
		sum = arith(ast.Add, sum, arith(ast.Add, doubled, plain))
	}
	return ast.Compare{Op: ast.Eq, L: arith(ast.Mod, sum, intConstant(50)), R: intConstant(0)}
}
