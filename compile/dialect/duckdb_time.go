package dialect

import (
	"fmt"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// inUTC is a timestamp with zone as the timestamp that it is in UTC; others as they are.
func inUTC(x operand) string {
	if x.typ.Kind == gate.KindTimestamptz {
		return "(" + x.sql + " AT TIME ZONE 'UTC')"
	}
	return x.sql
}

// fromUTC makes such a timestamp a value of type t again.
func fromUTC(x string, t gate.Type) string {
	switch t.Kind {
	case gate.KindTimestamptz:
		return "(" + x + " AT TIME ZONE 'UTC')"
	case gate.KindDate:
		return "CAST(" + x + " AS DATE)"
	default:
		return x
	}
}

// addTime puts the interval first where it is of months. DuckDB takes 30 days for
// equal to a month, and where two conditions differ in nothing else it drops one.
func (DuckDB) addTime(x operand, u ast.Unit, n operand) string {
	function, size := "to_"+string(u)+"s", "BIGINT"
	if !belowDay(u) {
		size = "INTEGER"
	}
	count := n.sql
	if !n.constant {
		count = "CAST(" + n.sql + " AS " + size + ")"
	}
	interval := fmt.Sprintf("%s(%s)", function, count)
	switch u {
	case ast.Month, ast.Quarter, ast.Year:
		return fromUTC("("+interval+" + "+inUTC(x)+")", x.typ)
	default:
		return fromUTC("("+inUTC(x)+" + "+interval+")", x.typ)
	}
}

// dateDiff counts weeks from one Monday to the other: DuckDB counts spans of
// seven days.
func (d DuckDB) dateDiff(u ast.Unit, from, to operand) string {
	if u == ast.Week {
		return fmt.Sprintf("(date_diff('day', %s, %s) // 7)", startOf(u, from), startOf(u, to))
	}
	return fmt.Sprintf("date_diff('%s', %s, %s)", u, inUTC(from), inUTC(to))
}

// startOf is the start of a unit as a timestamp. Infinite dates have none but as
// timestamps.
func startOf(u ast.Unit, x operand) string {
	local := inUTC(x)
	if x.typ.Kind == gate.KindDate {
		local = "CAST(" + local + " AS TIMESTAMP)"
	}
	return fmt.Sprintf("date_trunc('%s', %s)", u, local)
}

func (DuckDB) dateTrunc(u ast.Unit, x operand) string { return fromUTC(startOf(u, x), x.typ) }

func (DuckDB) datePart(f ast.Func, x operand) string {
	name := string(f)
	if f == ast.DayOfWeek {
		name = "isodow"
	}
	return name + "(" + inUTC(x) + ")"
}
