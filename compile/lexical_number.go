package compile

import (
	"errors"
	"fmt"
	"regexp"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// numberForm is what a type's numbers look like that lie within its range:
// those of a plain form, and those within a limit.
type numberForm struct {
	plain  string
	limits []limit
}

// limit is a form of numbers near the end of a range, whose group holds what
// decides: texts that are ordered by code point as the numbers are.
type limit struct {
	form  string
	op    ast.CompareOp
	bound string
}

func (s source) readNumber(t gate.Type, opts gate.Cast) (read, error) {
	form, err := formOf(t)
	if err != nil {
		return read{}, err
	}
	decimal := decimalSign(opts)
	if decimal == "." && opts.Group == "" {
		return s.readPlain(form, t), nil
	}
	plain := s.x
	if opts.Group != "" {
		plain = textCall(ast.Replace, plain, textConstant(opts.Group), textConstant(""))
	}
	if decimal != "." {
		plain = textCall(ast.Replace, plain, textConstant(decimal), textConstant("."))
	}
	if t.IsInteger() {
		decimal = ""
	}
	written := s.is(writtenForm(decimal, opts.Group))
	r := source{x: plain, trim: s.trim}.readPlain(form, t)
	return read{
		ok:    ast.And{Terms: []ast.Node{written, r.ok}},
		value: ast.Case{Whens: []ast.When{{If: written, Then: r.value}}, Type: t},
	}, nil
}

// writtenForm is a number, or a word, as it is written with these signs;
// integers have no decimal sign.
func writtenForm(decimal, group string) string {
	whole := "[0-9]+"
	if group != "" {
		whole = "(?:[0-9]+|[0-9]{1,3}(?:" + regexp.QuoteMeta(group) + "[0-9]{3})+)"
	}
	if decimal == "" {
		return "[+-]?" + whole
	}
	point := regexp.QuoteMeta(decimal)
	return "[+-]?(?:" + whole + "(?:" + point + "[0-9]*)?|" + point + "[0-9]+|[A-Za-z]+)(?:[eE][+-]?[0-9]+)?"
}

// readPlain reads numbers in the warehouse's own notation.
func (s source) readPlain(form numberForm, t gate.Type) read {
	if len(form.limits) == 0 {
		return s.readForm(form.plain, t)
	}
	plain := source{x: s.x}
	whens := []ast.When{{If: plain.is(form.plain), Then: ast.Cast{X: s.x, Type: t}}}
	if s.trim {
		whens = append(whens, ast.When{If: s.is(form.plain), Then: ast.Cast{X: s.text(), Type: t}})
	}
	var limits []ast.Node
	for _, l := range form.limits {
		within := ast.Compare{Op: l.op, L: s.part(l.form), R: textConstant(l.bound)}
		limits = append(limits, ast.Is{X: within, Value: true})
	}
	return readBy(t, append(whens, ast.When{If: ast.Or{Terms: limits}, Then: ast.Cast{X: s.text(), Type: t}}))
}

func formOf(t gate.Type) (numberForm, error) {
	switch {
	case t.Kind == gate.KindFloat32:
		return float32Form(), nil
	case t.IsFloat():
		return float64Form(), nil
	case t.Kind == gate.KindDecimal:
		return decimalForm(t)
	default:
		return integerForm(concrete(t).Kind), nil
	}
}

// integerForm compares only numbers of as many digits as the largest has.
func integerForm(k gate.Kind) numberForm {
	least, most := k.IntegerRange()
	n := len(most.String())
	f := numberForm{
		plain:  fmt.Sprintf(`[+-]?0*[0-9]{1,%d}`, n-1),
		limits: []limit{{fmt.Sprintf(`\+?0*([0-9]{%d})`, n), ast.Le, most.String()}},
	}
	if least.Sign() == 0 {
		f.plain = fmt.Sprintf(`\+?0*[0-9]{1,%d}|-0+`, n-1)
		return f
	}
	f.limits = append(f.limits, limit{fmt.Sprintf(`-0*([0-9]{%d})`, n), ast.Le, least.Neg(least).String()})
	return f
}

func decimalForm(t gate.Type) (numberForm, error) {
	if t.Precision == 0 {
		return numberForm{}, errors.New("which texts fit a decimal depends on its digits; state them, such as decimal(12,2)")
	}
	whole, some, only := "0+", `\.0*`, `\.0+`
	if n := t.Precision - t.Scale; n > 0 {
		whole = fmt.Sprintf("0*[0-9]{1,%d}", n)
	}
	if t.Scale > 0 {
		some = fmt.Sprintf(`\.[0-9]{0,%d}0*`, t.Scale)
		only = fmt.Sprintf(`\.[0-9]{1,%d}0*`, t.Scale)
	}
	return numberForm{plain: "[+-]?(?:" + whole + "(?:" + some + ")?|" + only + ")"}, nil
}

// The forms of floats: a number without exponent, one with an exponent that
// suits every number of so many digits, one in scientific notation, a word.
const (
	scientificForm = `[1-9](?:\.[0-9]*)?[eE]`
	infinityForm   = `[Ii][Nn][Ff](?:[Ii][Nn][Ii][Tt][Yy])?`
	nanForm        = `[Nn][Aa][Nn]`
)

func float64Form() numberForm {
	return numberForm{
		plain: `[+-]?(?:` + plainNumber(100, 100) + `(?:[eE][+-]?0*[0-9]{1,2})?` +
			`|` + scientificForm + `[+-]?0*(?:[0-9]{1,2}|[12][0-9]{2}|30[0-7])` +
			`|` + scientificForm + `-0*3(?:0[89]|1[0-9]|2[0-3])` +
			`|1[eE]\+?0*308|[5-9](?:\.[0-9]*)?[eE]-0*324|` + infinityForm + `)|` + nanForm,
		limits: []limit{
			{`[+-]?1\.([0-9]*)[eE]\+?0*308`, ast.Lt, "797693134862315807"}, // what lies below rounds to the largest
			{`[+-]?4\.([0-9]*)[eE]-0*324`, ast.Ge, "9"},                    // 5e-324, the smallest, is 4.94…e-324
		},
	}
}

func float32Form() numberForm {
	return numberForm{
		plain: `[+-]?(?:` + plainNumber(38, 44) +
			`|` + plainNumber(20, 20) + `[eE](?:[+-]?0*(?:[0-9]|1[0-8])|-0*(?:19|2[0-5]))` +
			`|` + scientificForm + `[+-]?0*(?:[0-9]|[12][0-9]|3[0-7])` +
			`|` + scientificForm + `-0*(?:3[89]|4[0-5])` +
			`|(?:[12](?:\.[0-9]*)?|3)[eE]\+?0*38|` + infinityForm + `)|` + nanForm,
		limits: []limit{{`[+-]?3\.([0-9]*)[eE]\+?0*38`, ast.Lt, "4028235677"}},
	}
}

// plainNumber is a form of numbers with so many digits before and after the
// point, beside leading zeros.
func plainNumber(whole, decimals int) string {
	return fmt.Sprintf(`(?:0*[0-9]{1,%d}(?:\.[0-9]{0,%d})?|\.[0-9]{1,%d})`, whole, decimals, decimals)
}

// digits is a form of exactly n digits.
func digits(n int) string { return fmt.Sprintf("[0-9]{%d}", n) }
