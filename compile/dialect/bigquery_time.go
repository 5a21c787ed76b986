package dialect

import (
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// datetime is a date or timestamp as a DATETIME in UTC.
func datetime(x operand) string {
	switch x.typ.Kind {
	case gate.KindTimestamptz:
		return "DATETIME(" + x.sql + ", 'UTC')"
	case gate.KindDate:
		return "DATETIME(" + x.sql + ")"
	default:
		return x.sql
	}
}

// addTime adds to timestamps as DATETIME: TIMESTAMP_ADD has no months.
func (BigQuery) addTime(x operand, u ast.Unit, n operand) string {
	interval := "INTERVAL " + n.sql + " " + bigqueryUnit(u)
	switch {
	case x.typ.Kind == gate.KindDate:
		return "DATE_ADD(" + x.sql + ", " + interval + ")"
	case x.typ.Kind == gate.KindTimestamptz && belowDay(u):
		return "TIMESTAMP_ADD(" + x.sql + ", " + interval + ")"
	case x.typ.Kind == gate.KindTimestamptz:
		return "TIMESTAMP(DATETIME_ADD(" + datetime(x) + ", " + interval + "), 'UTC')"
	default:
		return "DATETIME_ADD(" + x.sql + ", " + interval + ")"
	}
}

// bigqueryUnit is the unit's name; ISOWEEK is the week that begins on Monday.
func bigqueryUnit(u ast.Unit) string {
	if u == ast.Week {
		return "ISOWEEK"
	}
	return strings.ToUpper(string(u))
}

// dateDiff takes units below a day between their starts, so that it does not
// matter whether boundaries are counted or whole units.
func (BigQuery) dateDiff(u ast.Unit, from, to operand) string {
	unit := bigqueryUnit(u)
	if from.typ.Kind == gate.KindDate {
		return fmt.Sprintf("DATE_DIFF(%s, %s, %s)", to.sql, from.sql, unit)
	}
	a, b := datetime(from), datetime(to)
	if belowDay(u) {
		a, b = fmt.Sprintf("DATETIME_TRUNC(%s, %s)", a, unit), fmt.Sprintf("DATETIME_TRUNC(%s, %s)", b, unit)
	}
	return fmt.Sprintf("DATETIME_DIFF(%s, %s, %s)", b, a, unit)
}

func (BigQuery) dateTrunc(u ast.Unit, x operand) string {
	unit := bigqueryUnit(u)
	switch x.typ.Kind {
	case gate.KindDate:
		return fmt.Sprintf("DATE_TRUNC(%s, %s)", x.sql, unit)
	case gate.KindTimestamptz:
		return fmt.Sprintf("TIMESTAMP_TRUNC(%s, %s, 'UTC')", x.sql, unit)
	default:
		return fmt.Sprintf("DATETIME_TRUNC(%s, %s)", x.sql, unit)
	}
}

// datePart counts the days of the week from Monday; BigQuery counts from Sunday.
func (BigQuery) datePart(f ast.Func, x operand) string {
	local := x.sql
	if x.typ.Kind != gate.KindTime {
		local = datetime(x)
	}
	if f == ast.DayOfWeek {
		return "(MOD(EXTRACT(DAYOFWEEK FROM " + local + ") + 5, 7) + 1)"
	}
	return "EXTRACT(" + strings.ToUpper(string(f)) + " FROM " + local + ")"
}
