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
type format []formatItem

// formatItem is a letter of a format, or a text between letters.
type formatItem struct {
	letter byte // 0: a text
	text   string
}

// letters are the letters of formats with the number of their digits.
func letters() map[byte]int {
	return map[byte]int{'Y': 4, 'y': 2, 'm': 2, 'b': 0, 'd': 2, 'j': 3, 'H': 2, 'I': 2, 'p': 0, 'M': 2, 'S': 2, 'f': 6, 'z': 0}
}

func (s source) readFormats(t gate.Type, texts []string) (read, error) {
	var whens []ast.When
	for _, text := range texts {
		f, err := parseFormat(text)
		if err != nil {
			return read{}, fmt.Errorf("format %q: %w", text, err)
		}
		full := layout{format: f, s: source{x: s.x}, full: true}
		whens = append(whens, full.when(t))
		if loose := (layout{format: f, s: s}); loose.s.trim || loose.form() != full.form() {
			whens = append(whens, loose.when(t))
		}
	}
	return readBy(t, whens), nil
}

func parseFormat(text string) (format, error) {
	var f format
	for text != "" {
		literal, rest, found := strings.Cut(text, "%")
		if literal != "" {
			f = append(f, formatItem{text: literal})
		}
		if !found {
			break
		}
		if rest == "" {
			return nil, errors.New("it ends with a lone %")
		}
		if _, ok := letters()[rest[0]]; !ok {
			r, _ := utf8.DecodeRuneInString(rest)
			return nil, fmt.Errorf("unknown letter %%%c", r)
		}
		f = append(f, formatItem{letter: rest[0]})
		text = rest[1:]
	}
	if f.has('j') && f.has('z') {
		return nil, errors.New("%j and %z do not go together")
	}
	return f, nil
}

func (f format) has(letter byte) bool { return f.index(letter) >= 0 }

func (f format) index(letter byte) int {
	return slices.IndexFunc(f, func(i formatItem) bool { return i.letter == letter })
}

// layout is how the parts of a text in a format are found. With full, all
// numbers but %f have all their digits, and parts are found by their places,
// which costs less.
type layout struct {
	format
	s    source
	full bool
}

// form is the form of a text.
func (l layout) form() string {
	var b strings.Builder
	for i := range l.format {
		b.WriteString(l.itemForm(i))
	}
	return b.String()
}

// formWith is a form that tells texts of the layout apart, by letters that have
// forms of their own.
func (l layout) formWith(own map[byte]string) string {
	var b strings.Builder
	for i, it := range l.format {
		form, ok := own[it.letter]
		switch {
		case ok:
		case it.letter == 'z':
			form = "[Z+-][0-9:]*"
		default:
			form = l.itemForm(i)
		}
		b.WriteString(form)
	}
	return b.String()
}

// itemForm is the form of an item. Longer alternatives stand first, as engines
// differ in which they prefer.
func (l layout) itemForm(i int) string {
	it := l.format[i]
	full := l.full || l.besideDigit(i)
	switch it.letter {
	case 0:
		return regexp.QuoteMeta(it.text)
	case 'Y', 'y':
		return digits(letters()[it.letter])
	case 'b':
		return "[A-Za-z]{3}" // monthName knows the names
	case 'I':
		if full {
			return "(?:1[0-2]|0[1-9])"
		}
		return "(?:1[0-2]|0?[1-9])"
	case 'j':
		if full {
			return "(?:[12][0-9]{2}|3[0-5][0-9]|36[0-6]|0[1-9][0-9]|00[1-9])"
		}
		return "(?:[12][0-9]{2}|3[0-5][0-9]|36[0-6]|0?[1-9][0-9]|0{0,2}[1-9])"
	case 'p':
		return "[AaPp][Mm]"
	case 'z':
		return offsetForm
	case 'f':
		full = l.besideDigit(i)
	}
	n := letters()[it.letter]
	if full {
		return digits(n)
	}
	return fmt.Sprintf("[0-9]{1,%d}", n)
}

// besideDigit reports whether a number stands directly beside another one.
func (f format) besideDigit(i int) bool {
	return i > 0 && f[i-1].endsInDigit() || i+1 < len(f) && f[i+1].beginsWithDigit()
}

func (i formatItem) beginsWithDigit() bool {
	if i.letter == 0 {
		return isDigit(i.text[0])
	}
	return letters()[i.letter] > 0
}

func (i formatItem) endsInDigit() bool {
	if i.letter == 0 {
		return isDigit(i.text[len(i.text)-1])
	}
	return letters()[i.letter] > 0 || i.letter == 'z'
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// part is what stands for a letter; NULL where the text does not have the form.
func (l layout) part(letter byte) ast.Node {
	if at, width := l.place(letter); at > 0 {
		return substring(l.s.x, at, width)
	}
	return l.s.part(l.formWith(map[byte]string{letter: "(" + l.itemForm(l.index(letter)) + ")"}))
}

// partIs is the test that what stands for a letter has a form.
func (l layout) partIs(letter byte, form string) ast.Node {
	if at, width := l.place(letter); at > 0 {
		return source{x: substring(l.s.x, at, width)}.is(form)
	}
	return l.s.is(l.formWith(map[byte]string{letter: "(?:" + form + ")"}))
}

// place is where a letter's text begins, and how long it is; 0: that differs.
func (l layout) place(letter byte) (at, width int64) {
	if !l.full {
		return 0, 0
	}
	at = 1
	for _, it := range l.format {
		switch it.letter {
		case 0:
			width = int64(utf8.RuneCountInString(it.text))
		case 'b':
			width = 3
		case 'p':
			width = 2
		case 'z', 'f':
			return 0, 0
		default:
			width = int64(letters()[it.letter])
		}
		if it.letter != 0 && it.letter == letter {
			return at, width
		}
		at += width
	}
	return 0, 0
}

// when reads the texts of the layout as a type.
func (l layout) when(t gate.Type) ast.When {
	clock := concat(l.hour(), textConstant(":"), l.minute(), l.rest())
	iso, isoForm := clock, timeForm
	switch t.Kind {
	case gate.KindTime:
	case gate.KindDate:
		iso, isoForm = l.date(), dateForm
	default:
		iso, isoForm = concat(l.date(), textConstant(" "), clock), timestampForm
	}
	terms := []ast.Node{l.s.is(l.form()), ast.Is{X: source{x: iso}.is(isoForm), Value: true}}
	if l.has('z') {
		return l.zoned(iso).when(ast.And{Terms: terms})
	}
	if t.Kind == gate.KindTimestamptz {
		iso = concat(iso, textConstant("+00"))
	}
	var value ast.Node = ast.Cast{X: iso, Type: t}
	if l.has('j') {
		leap := source{x: l.year()}.is(leapYearForm)
		terms = append(terms, ast.Or{Terms: []ast.Node{ast.Not{X: l.partIs('j', "366")}, leap}})
		value = ast.DateAdd{X: value, N: arith(ast.Sub, intOf(l.part('j')), intConstant(1)), Unit: ast.Day}
	}
	return ast.When{If: ast.And{Terms: terms}, Then: value}
}

// zoned is the parts of a timestamp whose canonical text without offset is local.
func (l layout) zoned(local ast.Node) zoned {
	months := monthForms()
	offset := func(form string) ast.Node { return l.s.part(l.formWith(map[byte]string{'z': form})) }
	z := zoned{
		local: local,
		first: l.s.is(l.formWith(map[byte]string{'Y': "0001", 'm': "0?1", 'b': months[0], 'd': "0?1"})),
		last:  l.s.is(l.formWith(map[byte]string{'Y': "9999", 'm': "12", 'b': months[11], 'd': "31"})),
		hour:  l.hour(), minute: l.minute(),
		sign: offset(`([+-])[0-9:]+`), hours: offset(`[+-]([0-9]{2}):?[0-9]*`), minutes: offset(`[+-][0-9]{2}:?([0-9]{2})`),
	}
	if l.has('y') { // 1969 to 2068
		z.first, z.last = boolConstant(false), boolConstant(false)
	}
	return z
}

// number is a part with its leading zero.
func (l layout) number(letter byte) ast.Node {
	part := l.part(letter)
	if l.full || l.besideDigit(l.index(letter)) {
		return part
	}
	return ast.Case{
		Whens: []ast.When{{If: l.partIs(letter, "[0-9]"), Then: concat(textConstant("0"), part)}},
		Else:  part,
		Type:  gate.Type{Kind: gate.KindString},
	}
}

// year is the four digits of the year.
func (l layout) year() ast.Node {
	if l.has('Y') {
		return l.part('Y')
	}
	return concat(ast.Case{
		Whens: []ast.When{{If: l.partIs('y', "69|[7-9][0-9]"), Then: textConstant("19")}},
		Else:  textConstant("20"),
		Type:  gate.Type{Kind: gate.KindString},
	}, l.part('y'))
}

// date is the ISO date; with %j the first day of the year.
func (l layout) date() ast.Node {
	switch {
	case l.has('j'):
		return concat(l.year(), textConstant("-01-01"))
	case l.has('b'):
		return concat(l.year(), textConstant("-"), l.monthName(), textConstant("-"), l.number('d'))
	default:
		return concat(l.year(), textConstant("-"), l.number('m'), textConstant("-"), l.number('d'))
	}
}

// monthName is the number of a month; NULL for what is no name of one.
func (l layout) monthName() ast.Node {
	month := ast.Case{Type: gate.Type{Kind: gate.KindString}}
	for i, form := range monthForms() {
		month.Whens = append(month.Whens, ast.When{If: l.partIs('b', form), Then: textConstant(fmt.Sprintf("%02d", i+1))})
	}
	return month
}

// monthForms are the forms of the names of the months in any case.
func monthForms() []string {
	var forms []string
	for _, name := range strings.Fields("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec") {
		form := ""
		for _, r := range name {
			form += "[" + strings.ToUpper(string(r)) + strings.ToLower(string(r)) + "]"
		}
		forms = append(forms, form)
	}
	return forms
}

// hour is the two digits of the hour. 12 AM is 00, and 12 PM is 12.
func (l layout) hour() ast.Node {
	switch {
	case l.has('H'):
		return l.number('H')
	case !l.has('I'):
		return textConstant("00")
	}
	afternoon, twelve := l.partIs('p', "[Pp][Mm]"), l.partIs('I', "12")
	later := ast.Cast{X: arith(ast.Add, intOf(l.part('I')), intConstant(12)), Type: gate.Type{Kind: gate.KindString}}
	return ast.Case{
		Whens: []ast.When{
			{If: ast.And{Terms: []ast.Node{afternoon, ast.Not{X: twelve}}}, Then: later},
			{If: ast.And{Terms: []ast.Node{ast.Not{X: afternoon}, twelve}}, Then: textConstant("00")},
		},
		Else: l.number('I'),
		Type: gate.Type{Kind: gate.KindString},
	}
}

func (l layout) minute() ast.Node {
	if l.has('M') {
		return l.number('M')
	}
	return textConstant("00")
}

// rest is the second with its colon and decimals.
func (l layout) rest() ast.Node {
	parts := []ast.Node{textConstant(":00")}
	if l.has('S') {
		parts = []ast.Node{textConstant(":"), l.number('S')}
	}
	if l.has('f') {
		parts = append(parts, textConstant("."), l.part('f'))
	}
	return concat(parts...)
}
