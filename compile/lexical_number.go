package compile

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func (s source) readNumber(t gate.Type, opts gate.Cast) (read, error) {
	form, err := numberForm(t)
	if err != nil {
		return read{}, err
	}
	decimal := decimalSign(opts)
	if decimal == "." && opts.Group == "" {
		return s.readForm(form, t), nil
	}
	plain := s.x
	if opts.Group != "" {
		plain = textCall(ast.Replace, plain, textConstant(opts.Group), textConstant(""))
	}
	if decimal != "." {
		plain = textCall(ast.Replace, plain, textConstant(decimal), textConstant("."))
	}
	written := s.is(writtenForm(decimal, opts.Group))
	r := source{x: plain, trim: s.trim}.readForm(form, t)
	return read{
		ok:    ast.And{Terms: []ast.Node{written, r.ok}},
		value: ast.Case{Whens: []ast.When{{If: written, Then: r.value}}, Type: t},
	}, nil
}

// writtenForm is a number, or a word, as it is written with these signs.
func writtenForm(decimal, group string) string {
	whole := "[0-9]+"
	if group != "" {
		whole = "(?:[0-9]+|[0-9]{1,3}(?:" + regexp.QuoteMeta(group) + "[0-9]{3})+)"
	}
	point := regexp.QuoteMeta(decimal)
	return "[+-]?(?:" + whole + "(?:" + point + "[0-9]*)?|" + point + "[0-9]+|[A-Za-z]+)(?:[eE][+-]?[0-9]+)?"
}

// numberForm is the form of a type's numbers that lie within its range.
func numberForm(t gate.Type) (string, error) {
	switch {
	case t.IsFloat():
		return floatForm(t.Kind), nil
	case t.Kind == gate.KindDecimal:
		return decimalForm(t)
	default:
		low, high := integerRange(t.Kind)
		return `\+?` + upTo(high) + "|-" + upTo(low), nil
	}
}

// integerRange is how far the integers of a kind go below and above zero.
func integerRange(k gate.Kind) (below, above string) {
	switch k {
	case gate.KindInt8:
		return "128", "127"
	case gate.KindInt16:
		return "32768", "32767"
	case gate.KindInt32:
		return "2147483648", "2147483647"
	case gate.KindUint8:
		return "0", "255"
	case gate.KindUint16:
		return "0", "65535"
	case gate.KindUint32:
		return "0", "4294967295"
	case gate.KindUint64:
		return "0", "18446744073709551615"
	case gate.KindInt128:
		return "170141183460469231731687303715884105728", "170141183460469231731687303715884105727"
	default:
		return "9223372036854775808", "9223372036854775807"
	}
}

// upTo is a form of the integers from 0 to high, with any leading zeros.
func upTo(high string) string {
	var forms []string
	if len(high) > 1 {
		forms = append(forms, fmt.Sprintf("[0-9]{1,%d}", len(high)-1))
	}
	for i := range len(high) {
		if high[i] > '0' {
			forms = append(forms, high[:i]+digitBelow(high[i])+digits(len(high)-i-1))
		}
	}
	return "0*(?:" + strings.Join(append(forms, high), "|") + ")"
}

// digitBelow is a form of the digits below d, which is above 0.
func digitBelow(d byte) string { return fmt.Sprintf("[0-%c]", d-1) }

// digits is a form of exactly n digits.
func digits(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("[0-9]{%d}", n)
}

func decimalForm(t gate.Type) (string, error) {
	if t.Precision == 0 {
		return "", errors.New("which texts fit depends on the digits; state them, such as decimal(12,2)")
	}
	whole, fraction := "0+", `\.0+`
	if n := t.Precision - t.Scale; n > 0 {
		whole = fmt.Sprintf("0*[0-9]{1,%d}", n)
	}
	some := `\.0*`
	if t.Scale > 0 {
		some = fmt.Sprintf(`\.[0-9]{0,%d}0*`, t.Scale)
		fraction = fmt.Sprintf(`\.[0-9]{1,%d}0*`, t.Scale)
	}
	return "[+-]?(?:" + whole + "(?:" + some + ")?|" + fraction + ")", nil
}

// floatForm is a form of the numbers that are neither above a kind's largest
// nor below its smallest. A number is plain, or has an exponent that suits every
// number of so many digits, or is in scientific notation.
func floatForm(k gate.Kind) string {
	number := func(whole, fraction int) string {
		return fmt.Sprintf(`(?:0*[0-9]{1,%d}(?:\.[0-9]{0,%d})?|\.[0-9]{1,%d})`, whole, fraction, fraction)
	}
	exponent := func(down, up string) string { return `[eE](?:\+?` + upTo(up) + "|-" + upTo(down) + ")" }
	const scientific = `[1-9](?:\.[0-9]*)?`
	forms := []string{
		number(100, 100) + "(?:" + exponent("99", "99") + ")?",
		scientific + exponent("323", "307"),
		`1(?:\.` + below("797693134862315807") + `)?[eE]\+?0*308`, // rounds down to the largest
		`(?:[5-9](?:\.[0-9]*)?|4\.9[0-9]*)[eE]-0*324`,             // rounds to the smallest
	}
	if k == gate.KindFloat32 {
		forms = []string{
			number(38, 44),
			number(20, 20) + exponent("25", "18"),
			scientific + exponent("45", "37"),
			`(?:[12](?:\.[0-9]*)?|3(?:\.` + below("4028235677") + `)?)[eE]\+?0*38`,
		}
	}
	return `[+-]?(?:` + strings.Join(forms, "|") + `|[Ii][Nn][Ff](?:[Ii][Nn][Ii][Tt][Yy])?)|[Nn][Aa][Nn]`
}

// below is a form of the decimals, as they stand behind a point, that are less
// than those given.
func below(decimals string) string {
	form := ""
	for i := len(decimals) - 1; i >= 0; i-- {
		d := decimals[i]
		var next []string
		if d > '0' {
			next = append(next, digitBelow(d)+"[0-9]*")
		}
		if i < len(decimals)-1 {
			next = append(next, string(d)+form)
		}
		form = "(?:" + strings.Join(next, "|") + ")?"
	}
	return form
}
