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
	zonedForm     = dateForm + `(?:[T ]` + timeForm + `(?: ?` + offsetForm + `)?)?`
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
		return ast.Cast{X: canonicalTimestamp(text), Type: t}
	})}
}

func (s source) readTimestamptz() read {
	local := s.part(`([0-9-]{10}(?:[T ][0-9:]{5,8}(?:\.[0-9]{1,6})?)?).*`)
	z := zone{s: s, before: `[0-9-]{10}[T ][0-9:.]+ ?`}
	return z.read(s.is(zonedForm), canonicalTimestamp(local))
}

// canonicalTime is the canonical text of one in timeForm.
func canonicalTime(text ast.Node) ast.Node {
	return ast.Case{
		Whens: []ast.When{{If: lengthIs(text, 5), Then: concat(text, textConstant(":00"))}},
		Else:  substring(text, 1, longestTime),
		Type:  gate.Type{Kind: gate.KindString},
	}
}

// canonicalTimestamp is the canonical text of one in timestampForm.
func canonicalTimestamp(text ast.Node) ast.Node {
	date := substring(text, 1, 10)
	return ast.Case{
		Whens: []ast.When{
			{If: lengthIs(text, 10), Then: concat(text, textConstant(" 00:00:00"))},
			{If: lengthIs(text, 16), Then: concat(date, textConstant(" "), substring(text, 12, 5), textConstant(":00"))},
		},
		Else: concat(date, textConstant(" "), substring(text, 12, longestTime)),
		Type: gate.Type{Kind: gate.KindString},
	}
}

// zone is an offset from UTC in a text, where there may be one.
type zone struct {
	s             source
	before, after string // forms of what stands around the offset
}

// read reads a timestamp with zone: ok says that the text has its form, local
// is its canonical local timestamp where it has. Years before 1 and after 9999
// begin with the offset only on the first and the last day.
func (z zone) read(ok, local ast.Node) read {
	t := gate.Type{Kind: gate.KindTimestamptz}
	date := substring(local, 1, 10)
	minute := arith(ast.Add,
		arith(ast.Mul, intOf(substring(local, 12, 2)), intConstant(60)),
		intOf(substring(local, 15, 2)))
	utcMinute := arith(ast.Sub, minute, z.minutes())
	inRange := ast.Case{
		Whens: []ast.When{
			{If: ast.Not{X: ok}, Then: boolConstant(false)},
			{If: textIs(date, "0001-01-01"), Then: ast.Compare{Op: ast.Ge, L: utcMinute, R: intConstant(0)}},
			{If: textIs(date, "9999-12-31"), Then: ast.Compare{Op: ast.Lt, L: utcMinute, R: intConstant(24 * 60)}},
		},
		Else: boolConstant(true),
		Type: gate.Type{Kind: gate.KindBool},
	}
	return read{ok: inRange, value: ast.Case{Whens: []ast.When{{If: inRange, Then: z.utc(local)}}, Type: t}}
}

// utc is a canonical local timestamp as a timestamp with zone.
func (z zone) utc(local ast.Node) ast.Node {
	t := gate.Type{Kind: gate.KindTimestamptz}
	at := ast.Cast{X: concat(local, textConstant("+00")), Type: t}
	return ast.Case{
		Whens: []ast.When{{
			If:   z.s.is(z.before + `[+-][0-9:]*[1-9][0-9:]*` + z.after),
			Then: ast.DateAdd{X: at, N: ast.Apply(ast.Neg, z.minutes()), Unit: ast.Minute},
		}},
		Else: at,
		Type: t,
	}
}

// minutes is the offset; 0 where there is none.
func (z zone) minutes() ast.Node {
	part := func(form, absent string) ast.Node {
		return textCall(ast.Coalesce, z.s.part(z.before+form+z.after), textConstant(absent))
	}
	sign := part(`([+-])[0-9:]+`, "+")
	hours := part(`[+-]([0-9]{2}):?[0-9]*`, "0")
	minutes := part(`[+-][0-9]{2}:?([0-9]{2})`, "0")
	return arith(ast.Add,
		arith(ast.Mul, intOf(concat(sign, hours)), intConstant(60)),
		intOf(concat(sign, minutes)))
}
