package dialect

import (
	"fmt"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func (Postgres) addTime(x operand, u ast.Unit, n operand) string {
	count := n.sql
	if !n.constant && u != ast.Second {
		count = "CAST(" + n.sql + " AS integer)"
	}
	if x.typ.Kind == gate.KindDate && u == ast.Day {
		return "(" + x.sql + " + " + count + ")"
	}
	return fromUTC(fmt.Sprintf("(%s + make_interval(%s => %s))", inUTC(x), intervalField(u), count), x.typ)
}

// intervalField is the parameter of make_interval.
func intervalField(u ast.Unit) string {
	switch u {
	case ast.Minute:
		return "mins"
	case ast.Second:
		return "secs"
	default:
		return string(u) + "s"
	}
}

func (d Postgres) dateDiff(u ast.Unit, from, to operand) string {
	a, b := inUTC(from), inUTC(to)
	years := yearOf(b) + " - " + yearOf(a)
	var diff string
	switch u {
	case ast.Year:
		diff = "CAST(" + years + " AS bigint)"
	case ast.Quarter:
		diff = fmt.Sprintf("CAST((%s) * 4 + extract(quarter FROM %s) - extract(quarter FROM %s) AS bigint)", years, b, a)
	case ast.Month:
		diff = fmt.Sprintf("CAST((%s) * 12 + extract(month FROM %s) - extract(month FROM %s) AS bigint)", years, b, a)
	case ast.Week:
		diff = fmt.Sprintf("CAST((%s - %s) / 7 AS bigint)", monday(to), monday(from))
	case ast.Day:
		diff = fmt.Sprintf("CAST(CAST(%s AS date) - CAST(%s AS date) AS bigint)", b, a)
	default:
		diff = fmt.Sprintf("((%s - %s) / %d)", epochOf(u, b), epochOf(u, a), secondsOf(u))
	}
	return fmt.Sprintf("CASE WHEN isfinite(%s) AND isfinite(%s) THEN %s END", a, b, diff)
}

// yearOf counts a year 0 before the year 1, where Postgres goes on with -1.
func yearOf(x string) string {
	return fmt.Sprintf("(extract(year FROM %s) + CASE WHEN %s < '0001-01-01' THEN 1 ELSE 0 END)", x, x)
}

func monday(x operand) string { return "CAST(" + startOf(ast.Week, x) + " AS DATE)" }

// epochOf are the seconds from 1970 to the start of the unit that holds x.
func epochOf(u ast.Unit, x string) string {
	return fmt.Sprintf("CAST(extract(epoch FROM date_trunc('%s', %s)) AS bigint)", u, x)
}

func secondsOf(u ast.Unit) int {
	switch u {
	case ast.Hour:
		return 3600
	case ast.Minute:
		return 60
	default:
		return 1
	}
}

func (Postgres) dateTrunc(u ast.Unit, x operand) string { return fromUTC(startOf(u, x), x.typ) }

func (Postgres) datePart(f ast.Func, x operand) string {
	field, local := string(f), inUTC(x)
	if f == ast.DayOfWeek {
		field = "isodow"
	}
	part := "extract(" + field + " FROM " + local + ")"
	switch f {
	case ast.SecondOf:
		part = "floor(" + part + ")"
	case ast.YearOf:
		part = yearOf(local)
	default:
	}
	part = "CAST(" + part + " AS bigint)"
	if x.typ.Kind == gate.KindTime {
		return part
	}
	return "CASE WHEN isfinite(" + local + ") THEN " + part + " END"
}
