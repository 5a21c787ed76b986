package compile

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// reading is how a text x becomes a value of type t. ok is TRUE or FALSE for
// every text, and TRUE for a text that stands for NULL. value is the text's
// value, and NULL where it has none or stands for NULL. Where x is NULL, value
// is NULL and ok is TRUE or NULL.
//
// Warehouses read texts differently, so none is asked: each type has one
// grammar, and a text is cast only where it is in it. White space at both ends
// does not count where opts.Trim is set. Digits are 0 to 9. Case counts but
// where said.
//
//   - string: every text. enum: its values; every text where it states none.
//   - bool: true, t, 1, false, f, 0 in any case.
//   - integers: an optional sign and digits, within the type's range.
//   - decimals: an optional sign and digits with at most one point, such as 1.50,
//     .5 and 5. too; the digits fit the precision and scale, where leading
//     zeros and zeros behind the last decimal do not count.
//   - floats: as decimals of any digits, then optionally an exponent; and NaN,
//     and Infinity or Inf with an optional sign, in any case. A number that is
//     too large for the type, or so small that it would be zero, is none. For
//     exponents beyond those that every number of 100 digits (float32: 20)
//     can have, one digit from 1 to 9 stands before the point.
//   - dates: 2020-01-31, of the years 0001 to 9999.
//   - times: 23:59, 23:59:59 and 23:59:59.123456; decimals beyond the sixth are
//     zeros. There is neither 24:00 nor a second 60.
//   - timestamps: a date, or a date, T or a space, and a time.
//   - timestamps with zone: the same, and behind the time optionally a space, and
//     Z, +01:30, +0130 or +01, up to 15:59. Without one they are in UTC. In UTC
//     too they are of the years 0001 to 9999.
//   - uuid: 8-4-4-4-12 hexadecimal digits. json: RFC 8259, without what some
//     warehouse cannot hold: the character \u0000 and halves of surrogate pairs.
//
// opts.Decimal and opts.Group write numbers otherwise: groups have three digits,
// the first has one to three, and a number has all its group signs or none.
// opts.Formats replace the grammar of dates and times (lexical_format.go).
// A text stands for NULL where it is one of opts.Nulls or, for all types but
// string, empty. The options fit the type, as the gate's loader sees to.
func reading(x ast.Node, t gate.Type, opts gate.Cast) (ok, value ast.Node, err error) {
	s := source{x: x, trim: opts.Trim}
	r, err := s.read(t, opts)
	if err != nil {
		return nil, nil, err
	}
	null := s.isNull(t, opts.Nulls)
	if null == nil {
		return r.ok, r.value, nil
	}
	ok, value = ast.Or{Terms: []ast.Node{r.ok, null}}, r.value
	if len(opts.Nulls) > 0 {
		value = ast.Case{Whens: []ast.When{{If: null, Then: ast.Null{Type: t}}}, Else: value, Type: t}
	}
	return ok, value, nil
}

// source is a text that is to be read.
type source struct {
	x    ast.Node
	trim bool // white space at both ends does not count
}

// read is how texts are read; what a text that stands for NULL gives is left open.
type read struct {
	ok    ast.Node // TRUE or FALSE for every text
	value ast.Node // NULL where not ok
}

// space is the white space that ast.Trim takes off.
const space = `[\t\n\v\f\r ]*`

// pattern is a pattern of the whole text.
func (s source) pattern(form string) string {
	if s.trim {
		return "^" + space + form + space + "$"
	}
	return "^" + form + "$"
}

// is is the test that the text has a form.
func (s source) is(form string) ast.Node {
	return ast.Match{X: s.x, Pattern: s.pattern("(?:" + form + ")")}
}

// part is what stands in the text for the group of a form, which has one.
func (s source) part(form string) ast.Node {
	return ast.Extract{X: s.x, Pattern: s.pattern("(?:" + form + ")")}
}

// text is the text without the white space that does not count.
func (s source) text() ast.Node {
	if s.trim {
		return ast.Apply(ast.Trim, s.x)
	}
	return s.x
}

// when makes a value of the texts of a form. Few texts have white space to be
// taken off, which costs more than to look for the form again.
func (s source) when(form string, t gate.Type, value func(text ast.Node) ast.Node) ast.Node {
	c := ast.Case{Whens: []ast.When{{If: source{x: s.x}.is(form), Then: value(s.x)}}, Type: t}
	if s.trim {
		c.Whens = append(c.Whens, ast.When{If: s.is(form), Then: value(s.text())})
	}
	return c
}

// isNull is the test that a text stands for NULL; nil: none does.
func (s source) isNull(t gate.Type, nulls []string) ast.Node {
	var forms []string
	if t.Kind != gate.KindString {
		forms = append(forms, "")
	}
	for _, n := range nulls {
		if s.trim {
			n = strings.Trim(n, "\t\n\v\f\r ")
		}
		if form := regexp.QuoteMeta(n); !slices.Contains(forms, form) {
			forms = append(forms, form)
		}
	}
	if len(forms) == 0 {
		return nil
	}
	return s.is(strings.Join(forms, "|"))
}

func (s source) read(t gate.Type, opts gate.Cast) (read, error) {
	if len(opts.Formats) > 0 {
		return s.readFormats(t, opts.Formats)
	}
	switch {
	case t.IsNumeric():
		return s.readNumber(t, opts)
	case t.Kind == gate.KindString, t.Kind == gate.KindEnum && len(t.Values) == 0:
		return read{ok: ast.And{}, value: s.text()}, nil
	}
	switch t.Kind {
	case gate.KindBool:
		return s.readBool(), nil
	case gate.KindDate:
		return s.readForm(dateForm, t), nil
	case gate.KindTime:
		return s.readTime(), nil
	case gate.KindTimestamp:
		return s.readTimestamp(), nil
	case gate.KindTimestamptz:
		return s.readTimestamptz(), nil
	case gate.KindUUID:
		return s.readUUID(), nil
	case gate.KindJSON:
		return s.readJSON(), nil
	case gate.KindEnum:
		return s.readEnum(t), nil
	default:
		return read{}, fmt.Errorf("texts cannot be read as %s", typeForPeople(t))
	}
}

func typeForPeople(t gate.Type) string {
	if !t.IsKnown() {
		return "a type that is not stated"
	}
	return t.String()
}

func decimalSign(opts gate.Cast) string {
	if opts.Decimal == "" {
		return "."
	}
	return opts.Decimal
}

// readBy reads a text by the first branch whose condition holds.
func readBy(t gate.Type, whens []ast.When) read {
	ok := ast.Case{Else: boolConstant(false), Type: gate.Type{Kind: gate.KindBool}}
	for _, w := range whens {
		ok.Whens = append(ok.Whens, ast.When{If: w.If, Then: boolConstant(true)})
	}
	return read{ok: ok, value: ast.Case{Whens: whens, Type: t}}
}

// readForm reads texts that the warehouse casts as they are.
func (s source) readForm(form string, t gate.Type) read {
	return read{ok: s.is(form), value: s.when(form, t, func(text ast.Node) ast.Node {
		return ast.Cast{X: text, Type: t}
	})}
}

func (s source) readBool() read {
	t := gate.Type{Kind: gate.KindBool}
	yes, no := "1|[Tt](?:[Rr][Uu][Ee])?", "0|[Ff](?:[Aa][Ll][Ss][Ee])?"
	return read{ok: s.is(yes + "|" + no), value: ast.Case{Type: t, Whens: []ast.When{
		{If: s.is(yes), Then: ast.Literal{Text: "true", Type: t}},
		{If: s.is(no), Then: ast.Literal{Text: "false", Type: t}},
	}}}
}

const uuidForm = `[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}`

// readUUID folds the case, since a uuid is a text on some warehouse.
func (s source) readUUID() read {
	t := gate.Type{Kind: gate.KindUUID}
	return read{ok: s.is(uuidForm), value: s.when(uuidForm, t, func(text ast.Node) ast.Node {
		return ast.Cast{X: ast.Apply(ast.Lower, text), Type: t}
	})}
}

// jsonForm is a text whose escapes of UTF-16 are characters other than NUL.
const jsonForm = `(?s:[^\\]|\\[^u]|\\u(?:` +
	`000[1-9A-Fa-f]|00[1-9A-Fa-f][0-9A-Fa-f]|0[1-9A-Fa-f][0-9A-Fa-f]{2}|` +
	`[1-9A-Ca-cE-Fe-f][0-9A-Fa-f]{3}|[Dd][0-7][0-9A-Fa-f]{2}|` +
	`[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}))*`

func (s source) readJSON() read {
	t := gate.Type{Kind: gate.KindJSON}
	text := s.text()
	ok := ast.And{Terms: []ast.Node{source{x: text}.is(jsonForm), ast.Apply(ast.IsJSON, text)}}
	return read{ok: ok, value: ast.Case{Whens: []ast.When{{If: ok, Then: ast.Cast{X: text, Type: t}}}, Type: t}}
}

// readEnum looks for the values by a form, on which no collation has a bearing.
func (s source) readEnum(t gate.Type) read {
	var forms []string
	for _, v := range t.Values {
		forms = append(forms, regexp.QuoteMeta(v))
	}
	return s.readForm(strings.Join(forms, "|"), t)
}
