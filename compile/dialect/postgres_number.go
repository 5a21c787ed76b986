package dialect

import (
	"fmt"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func (Postgres) function(name string) string { return name }

// nan knows that numeric has a NaN too; the wide integers are numeric.
func (Postgres) nan(t gate.Type) nanOrder {
	if t.IsFloat() || isNumeric(t) {
		return nanLargest
	}
	return noNaN
}

// isNumeric reports whether a type is stored as numeric.
func isNumeric(t gate.Type) bool {
	switch t.Kind {
	case gate.KindDecimal, gate.KindUint64, gate.KindInt128:
		return true
	default:
		return false
	}
}

// overflowing is the float as it is: the engine looks itself.
func (Postgres) overflowing(x, _ string) string { return x }

func (Postgres) isNaN(x string, t gate.Type) string {
	switch {
	case t.IsFloat():
		return parens(x + " = CAST('NaN' AS " + postgresFloat(t) + ")")
	case isNumeric(t):
		return parens(x + " = CAST('NaN' AS numeric)")
	default:
		return parens(x + " = 'NaN'")
	}
}

// isInf compares the text of a numeric, since Postgres 13 has no infinite
// numeric to compare with; one with a precision cannot be infinite.
func (Postgres) isInf(x string, t gate.Type) string {
	switch {
	case t.IsFloat():
		typ := postgresFloat(t)
		return fmt.Sprintf("(%s IN (CAST('Infinity' AS %s), CAST('-Infinity' AS %s)))", x, typ, typ)
	case isTemporalWithDate(t):
		return "(NOT isfinite(" + x + "))"
	case !t.IsKnown(), isNumeric(t) && t.Precision == 0:
		return "(CAST(" + x + " AS text) IN ('Infinity', '-Infinity', 'infinity', '-infinity'))"
	default:
		return constantly(x, false)
	}
}

func (Postgres) isFinite(x string, t gate.Type) string {
	switch {
	case t.IsFloat():
		typ := postgresFloat(t)
		return fmt.Sprintf("(%s > CAST('-Infinity' AS %s) AND %s < CAST('Infinity' AS %s))", x, typ, x, typ)
	case isTemporalWithDate(t):
		return "isfinite(" + x + ")"
	case !t.IsKnown(), isNumeric(t) && t.Precision == 0:
		return "(CAST(" + x + " AS text) NOT IN ('NaN', 'Infinity', '-Infinity', 'infinity', '-infinity'))"
	case isNumeric(t):
		return "(" + x + " <> CAST('NaN' AS numeric))"
	default:
		return constantly(x, true)
	}
}

// besideOther is the number as it is: Postgres compares with a float in float8.
func (Postgres) besideOther(x, _ operand) string { return x.sql }

func (Postgres) isDistinct(l, r operand) string { return l.sql + " IS DISTINCT FROM " + r.sql }

func (Postgres) toInteger(x operand) string {
	if x.typ.Kind == gate.KindInt64 && !x.constant && !x.loose {
		return x.sql
	}
	return "CAST(" + x.sql + " AS bigint)"
}

func (Postgres) toDecimal(x operand) string {
	if isNumeric(x.typ) && !x.constant {
		return x.sql
	}
	return "CAST(" + x.sql + " AS numeric)"
}

func (Postgres) toFloat(x operand) string {
	if x.typ.Kind == gate.KindFloat64 {
		return x.sql
	}
	return "CAST(" + x.sql + " AS double precision)"
}

// exact has nothing to do: numeric is exact.
func (Postgres) exact(_ ast.ArithOp, l, r operand) (left, right string, err error) {
	return l.sql, r.sql, nil
}

func (Postgres) modulo(l, r operand) string { return l.sql + " % " + nonzero(r) }

func (Postgres) roundDecimal(x operand, places int) string {
	return fmt.Sprintf("round(%s, %d)", x.sql, places)
}

func (Postgres) oneSize(x string, _ digits) string { return x }

func (d Postgres) extreme(f ast.Func, args []operand) string { return extremeOfAll(d, f, args) }

func (Postgres) boolAggregate(f ast.AggFunc) string { return string(f) }

// Middle gives both from one sort.
func (Postgres) Middle(x string) (low, high string) {
	both := "(percentile_disc(CAST(ARRAY[" + middleFractions + "] AS double precision[])) WITHIN GROUP (ORDER BY " + x + "))"
	return both + "[1]", both + "[2]"
}

// CountUnique counts: Postgres cannot estimate.
func (d Postgres) CountUnique(x string, t gate.Type) (sql string, approximate bool) {
	return "count(DISTINCT " + d.Ordered(x, t) + ")", false
}
