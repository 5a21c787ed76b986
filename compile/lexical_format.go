package compile

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// A format describes dates and times in a subset of strptime's letters:
//
//	%Y  year, 0001 to 9999        %H  hour, 00 to 23
//	%y  year, 69 is 1969,         %I  hour, 01 to 12, with %p
//	    68 is 2068                %p  AM or PM, in any case
//	%m  month, 01 to 12           %M  minute, 00 to 59
//	%b  month, Jan to Dec,        %S  second, 00 to 59
//	    in any case               %f  decimals of the second, 1 to 6
//	%d  day of the month          %z  Z, +01:30, +0130 or +01; not with %j
//	%j  day of the year,
//	    001 to 366
//
// All else stands for itself. A number may lack its leading zeros, and decimals
// may be fewer than six, where no other number stands directly beside it. What
// a format leaves out of a time is zero. A text is read by the first format
// that fits it and gives a date that exists.
type format struct{ items []item }

// item is a letter of a format, or a text between letters.
type item struct {
	letter byte // 0: a text
	text   string
}

// letters are the letters of formats with the number of their digits.
func letters() map[byte]int {
	return map[byte]int{'Y': 4, 'y': 2, 'm': 2, 'b': 0, 'd': 2, 'j': 3, 'H': 2, 'I': 2, 'p': 0, 'M': 2, 'S': 2, 'f': 6, 'z': 0}
}

func (s source) readFormats(t gate.Type, texts []string) (read, error) {
	var oks []ast.Node
	value := ast.Case{Type: t}
	for _, text := range texts {
		f, err := parseFormat(text)
		if err != nil {
			return read{}, fmt.Errorf("format %q: %w", text, err)
		}
		r := s.readFormat(f, t)
		oks = append(oks, r.ok)
		value.Whens = append(value.Whens, ast.When{If: r.ok, Then: r.value})
	}
	if len(oks) == 1 {
		return read{ok: oks[0], value: value}, nil
	}
	return read{ok: ast.Or{Terms: oks}, value: value}, nil
}

func parseFormat(text string) (format, error) {
	var f format
	for text != "" {
		literal, rest, found := strings.Cut(text, "%")
		if literal != "" {
			f.items = append(f.items, item{text: literal})
		}
		if !found {
			break
		}
		if rest == "" {
			return format{}, errors.New("it ends with a lone %")
		}
		if _, ok := letters()[rest[0]]; !ok {
			r, _ := utf8.DecodeRuneInString(rest)
			return format{}, fmt.Errorf("unknown letter %%%c", r)
		}
		f.items = append(f.items, item{letter: rest[0]})
		text = rest[1:]
	}
	if f.has('j') && f.has('z') {
		return format{}, errors.New("%j and %z do not go together")
	}
	return f, nil
}

func (f format) has(letter byte) bool {
	return slices.ContainsFunc(f.items, func(i item) bool { return i.letter == letter })
}

func (s source) readFormat(f format, t gate.Type) read {
	part := func(letter byte) ast.Node { return s.part(f.form(letter)) }
	terms := []ast.Node{s.is(f.form(0))}
	iso, isoForm := f.date(part), dateForm
	switch t.Kind {
	case gate.KindDate:
	case gate.KindTime:
		iso, isoForm = f.clock(part), timeForm
	default:
		iso, isoForm = concat(iso, textConstant(" "), f.clock(part)), timestampForm
	}
	terms = append(terms, source{x: iso}.is(isoForm))
	if f.has('j') {
		terms = append(terms, ast.Or{Terms: []ast.Node{
			ast.Not{X: textIs(part('j'), "366")},
			source{x: f.year(part)}.is(leapYearForm),
		}})
	}
	ok := ast.And{Terms: terms}
	if f.has('z') {
		before, after := f.around('z')
		return zone{s: s, before: before, after: after}.read(ok, iso)
	}
	if t.Kind == gate.KindTimestamptz {
		iso = concat(iso, textConstant("+00"))
	}
	var value ast.Node = ast.Cast{X: iso, Type: t}
	if f.has('j') {
		value = ast.DateAdd{X: value, N: arith(ast.Sub, intOf(part('j')), intConstant(1)), Unit: ast.Day}
	}
	return read{ok: ok, value: value}
}

// form is the form of a text in the format, with a group for one letter.
func (f format) form(group byte) string {
	var b strings.Builder
	for i, it := range f.items {
		form := f.itemForm(i)
		if it.letter != 0 && it.letter == group {
			form = "(" + form + ")"
		}
		b.WriteString(form)
	}
	return b.String()
}

// around are the forms before and after a letter.
func (f format) around(letter byte) (before, after string) {
	i := slices.IndexFunc(f.items, func(it item) bool { return it.letter == letter })
	for k := range f.items {
		switch {
		case k < i:
			before += f.itemForm(k)
		case k > i:
			after += f.itemForm(k)
		}
	}
	return before, after
}

// itemForm is the form of an item. A number beside another one has all its
// digits. The longer alternatives stand first, as engines differ in which they
// prefer.
func (f format) itemForm(i int) string {
	it := f.items[i]
	full := i > 0 && f.items[i-1].endsInDigit() || i+1 < len(f.items) && f.items[i+1].beginsWithDigit()
	switch it.letter {
	case 0:
		return regexp.QuoteMeta(it.text)
	case 'Y', 'y':
		return digits(letters()[it.letter])
	case 'b':
		return "(?:[Jj][Aa][Nn]|[Ff][Ee][Bb]|[Mm][Aa][Rr]|[Aa][Pp][Rr]|[Mm][Aa][Yy]|[Jj][Uu][Nn]|" +
			"[Jj][Uu][Ll]|[Aa][Uu][Gg]|[Ss][Ee][Pp]|[Oo][Cc][Tt]|[Nn][Oo][Vv]|[Dd][Ee][Cc])"
	case 'I':
		if full {
			return "(?:0[1-9]|1[0-2])"
		}
		return "(?:1[0-2]|0?[1-9])"
	case 'j':
		if full {
			return "(?:00[1-9]|0[1-9][0-9]|[12][0-9]{2}|3[0-5][0-9]|36[0-6])"
		}
		return "(?:[12][0-9]{2}|3[0-5][0-9]|36[0-6]|0?[1-9][0-9]|0{0,2}[1-9])"
	case 'p':
		return "[AaPp][Mm]"
	case 'z':
		return offsetForm
	default:
		n := letters()[it.letter]
		if full {
			return digits(n)
		}
		return fmt.Sprintf("[0-9]{1,%d}", n)
	}
}

func (i item) beginsWithDigit() bool {
	if i.letter == 0 {
		return isDigit(i.text[0])
	}
	return letters()[i.letter] > 0
}

func (i item) endsInDigit() bool {
	if i.letter == 0 {
		return isDigit(i.text[len(i.text)-1])
	}
	return letters()[i.letter] > 0 || i.letter == 'z'
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// year is the four digits of the year.
func (f format) year(part func(byte) ast.Node) ast.Node {
	if f.has('Y') {
		return part('Y')
	}
	y := part('y')
	return ast.Case{
		Whens: []ast.When{{If: ast.Compare{Op: ast.Ge, L: y, R: textConstant("69")}, Then: concat(textConstant("19"), y)}},
		Else:  concat(textConstant("20"), y),
		Type:  gate.Type{Kind: gate.KindString},
	}
}

// date is the ISO date; with %j the first day of the year.
func (f format) date(part func(byte) ast.Node) ast.Node {
	if f.has('j') {
		return concat(f.year(part), textConstant("-01-01"))
	}
	month := ast.Node(nil)
	if f.has('b') {
		month = ast.Apply(ast.Lower, part('b'))
		for i, name := range strings.Fields("jan feb mar apr may jun jul aug sep oct nov dec") {
			month = textCall(ast.Replace, month, textConstant(name), textConstant(fmt.Sprintf("%02d", i+1)))
		}
	} else {
		month = twoDigits(part('m'))
	}
	return concat(f.year(part), textConstant("-"), month, textConstant("-"), twoDigits(part('d')))
}

// clock is the ISO time, with seconds.
func (f format) clock(part func(byte) ast.Node) ast.Node {
	parts := []ast.Node{f.hour(part)}
	for _, letter := range []byte{'M', 'S'} {
		parts = append(parts, textConstant(":"))
		if f.has(letter) {
			parts = append(parts, twoDigits(part(letter)))
		} else {
			parts = append(parts, textConstant("00"))
		}
	}
	if f.has('f') {
		parts = append(parts, textConstant("."), part('f'))
	}
	return concat(parts...)
}

func (f format) hour(part func(byte) ast.Node) ast.Node {
	switch {
	case f.has('H'):
		return twoDigits(part('H'))
	case !f.has('I'):
		return textConstant("00")
	}
	// 12 AM is hour 0, 12 PM hour 12.
	hour := arith(ast.Mod, intOf(part('I')), intConstant(12))
	afternoon := ast.In{X: part('p'), List: []ast.Literal{textConstant("pm")}, CaseInsensitive: true}
	return twoDigits(ast.Cast{X: ast.Case{
		Whens: []ast.When{{If: afternoon, Then: arith(ast.Add, hour, intConstant(12))}},
		Else:  hour,
		Type:  gate.Type{Kind: gate.KindInt64},
	}, Type: gate.Type{Kind: gate.KindString}})
}

// twoDigits puts a zero before a single digit.
func twoDigits(text ast.Node) ast.Node {
	return textCall(ast.Substring, concat(textConstant("0"), text), ast.Apply(ast.Length, text), intConstant(2))
}
