package compile

import (
	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// The forms of dates and times in ISO 8601.
const (
	leapYearForm = `(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:0[48]|[2468][048]|[13579][26])00)`
	yearForm     = `(?:000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})`
	dateForm     = `(?:` + yearForm + `-(?:` +
		`(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|` +
		`(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|` +
		`02-(?:0[1-9]|1[0-9]|2[0-8]))|` +
		leapYearForm + `-02-29)`
	timeForm      = `(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,6}0*)?)?`
	offsetForm    = `(?:Z|[+-](?:0[0-9]|1[0-5])(?::?[0-5][0-9])?)`
	timestampForm = dateForm + `(?:[T ]` + timeForm + `)?`
	utcForm       = dateForm + `(?:[T ]` + timeForm + `(?:Z|\+00(?::00)?)?)?`
	fixedForm     = dateForm + `[T ](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9][+-](?:0[0-9]|1[0-5]):[0-5][0-9]`
	zonedForm     = dateForm + `[T ]` + timeForm + ` ?` + offsetForm
)

const longestTime = int64(len("23:59:59.123456"))

func (s source) readTime() read {
	t := gate.Type{Kind: gate.KindTime}
	return read{ok: s.is(timeForm), value: s.when(timeForm, t, func(text ast.Node) ast.Node {
		return ast.Cast{X: canonicalTime(text), Type: t}
	})}
}

func (s source) readTimestamp() read {
	t := gate.Type{Kind: gate.KindTimestamp}
	return read{ok: s.is(timestampForm), value: s.when(timestampForm, t, func(text ast.Node) ast.Node {
		return ast.Cast{X: canonicalTimestamp(text, text), Type: t}
	})}
}

// readTimestamptz finds the parts of most texts by their places.
func (s source) readTimestamptz() read {
	t := gate.Type{Kind: gate.KindTimestamptz}
	plain := source{x: s.x}
	utc := func(text ast.Node) ast.Node {
		local := text
		for _, offset := range []string{"Z", "+00:00", "+00"} {
			local = textCall(ast.Replace, local, textConstant(offset), textConstant(""))
		}
		return ast.Cast{X: concat(canonicalTimestamp(text, local), textConstant("+00")), Type: t}
	}
	whens := []ast.When{
		{If: plain.is(utcForm), Then: utc(s.x)},
		plain.atPlaces().when(plain.is(fixedForm)),
	}
	if s.trim {
		whens = append(whens, ast.When{If: s.is(utcForm), Then: utc(s.text())})
	}
	return readBy(t, append(whens, s.anywhere().when(s.is(zonedForm))))
}

// canonicalTime is the canonical text of one in timeForm.
func canonicalTime(text ast.Node) ast.Node {
	return ast.Case{
		Whens: []ast.When{{If: lengthIs(text, 5), Then: concat(text, textConstant(":00"))}},
		Else:  substring(text, 1, longestTime),
		Type:  gate.Type{Kind: gate.KindString},
	}
}

// canonicalTimestamp is the canonical text of one in timestampForm; local is
// the text without what may stand behind it.
func canonicalTimestamp(text, local ast.Node) ast.Node {
	date := concat(substring(text, 1, 10), textConstant(" "))
	return ast.Case{
		Whens: []ast.When{
			{If: lengthIs(text, 10), Then: concat(text, textConstant(" 00:00:00"))},
			{If: textIs(substring(text, 17, 1), ":"), Then: concat(date, substring(local, 12, longestTime))},
		},
		Else: concat(date, substring(text, 12, 5), textConstant(":00")),
		Type: gate.Type{Kind: gate.KindString},
	}
}

// zoned is the parts of a timestamp with an offset from UTC.
type zoned struct {
	local        ast.Node // its canonical text without the offset
	first, last  ast.Node // tests that its date is 0001-01-01, or 9999-12-31
	hour, minute ast.Node // their digits

	sign, hours, minutes ast.Node // of the offset; NULL: zero
}

// atPlaces are the parts of a text in fixedForm.
func (s source) atPlaces() zoned {
	date := substring(s.x, 1, 10)
	return zoned{
		local: concat(date, textConstant(" "), substring(s.x, 12, 8)),
		first: textIs(date, "0001-01-01"), last: textIs(date, "9999-12-31"),
		hour: substring(s.x, 12, 2), minute: substring(s.x, 15, 2),
		sign: substring(s.x, 20, 1), hours: substring(s.x, 21, 2), minutes: substring(s.x, 24, 2),
	}
}

// anywhere are the parts of a text in zonedForm.
func (s source) anywhere() zoned {
	const before, offset = `[0-9-]{10}[T ]`, `[0-9-]{10}[T ][0-9:.]+ ?`
	second := s.part(before + `[0-9]{2}:[0-9]{2}(:[0-9]{2}(?:\.[0-9]{1,6})?)[^T]*`)
	return zoned{
		local: concat(s.part(`([0-9-]{10})[T ][^T]*`), textConstant(" "), s.part(before+`([0-9]{2}:[0-9]{2})[^T]*`),
			textCall(ast.Coalesce, second, textConstant(":00"))),
		first: s.is(`0001-01-01[T ][^T]*`), last: s.is(`9999-12-31[T ][^T]*`),
		hour: s.part(before + `([0-9]{2}):[^T]*`), minute: s.part(before + `[0-9]{2}:([0-9]{2})[^T]*`),
		sign: s.part(offset + `([+-])[0-9:]+`), hours: s.part(offset + `[+-]([0-9]{2}):?[0-9]*`), minutes: s.part(offset + `[+-][0-9]{2}:?([0-9]{2})`),
	}
}

// when reads the timestamp where ok holds, which says that the text has its
// form. Years before 1 and after 9999 begin with the offset only on the first
// and the last day.
func (z zoned) when(ok ast.Node) ast.When {
	t := gate.Type{Kind: gate.KindTimestamptz}
	minuteOfDay := arith(ast.Add, arith(ast.Mul, intOf(z.hour), intConstant(60)), intOf(z.minute))
	utcMinute := arith(ast.Sub, minuteOfDay, z.offset())
	inRange := ast.Case{
		Whens: []ast.When{
			{If: ast.Not{X: ok}, Then: boolConstant(false)},
			{If: z.first, Then: ast.Compare{Op: ast.Ge, L: utcMinute, R: intConstant(0)}},
			{If: z.last, Then: ast.Compare{Op: ast.Lt, L: utcMinute, R: intConstant(24 * 60)}},
		},
		Else: boolConstant(true),
		Type: gate.Type{Kind: gate.KindBool},
	}
	return ast.When{If: inRange, Then: ast.DateAdd{
		X:    ast.Cast{X: concat(z.local, textConstant("+00")), Type: t},
		N:    ast.Apply(ast.Neg, z.offset()),
		Unit: ast.Minute,
	}}
}

// offset is the minutes from UTC.
func (z zoned) offset() ast.Node {
	orZero := func(part ast.Node) ast.Node { return textCall(ast.Coalesce, part, textConstant("0")) }
	offset := arith(ast.Add, arith(ast.Mul, intOf(orZero(z.hours)), intConstant(60)), intOf(orZero(z.minutes)))
	return ast.Case{
		Whens: []ast.When{{If: textIs(z.sign, "-"), Then: ast.Apply(ast.Neg, offset)}},
		Else:  offset,
		Type:  gate.Type{Kind: gate.KindInt64},
	}
}
