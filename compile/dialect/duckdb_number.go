package dialect

import (
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func (DuckDB) function(name string) string { return name }

func (DuckDB) nan(t gate.Type) nanOrder {
	if t.IsFloat() {
		return nanLargest
	}
	return noNaN
}

// overflowing raises the error that other engines raise. DuckDB computes on with
// infinity.
func (DuckDB) overflowing(x, finite string) string {
	return fmt.Sprintf("CASE WHEN NOT isfinite(%s) AND %s THEN error('a float is out of range') ELSE %s END", x, finite, x)
}

func (DuckDB) isNaN(x string, _ gate.Type) string { return "isnan(" + x + ")" }

func (DuckDB) isInf(x string, t gate.Type) string {
	if t.IsFloat() || !t.IsKnown() || isTemporalWithDate(t) {
		return "isinf(" + x + ")"
	}
	return constantly(x, false)
}

func (DuckDB) isFinite(x string, t gate.Type) string {
	if t.IsFloat() || !t.IsKnown() || isTemporalWithDate(t) {
		return "isfinite(" + x + ")"
	}
	return constantly(x, true)
}

// besideOther makes a float64 of a FLOAT, to whose few digits DuckDB would cut
// the other number, and of what it would not convert exactly; parts of exact
// numbers that no decimal holds together; and a TIMESTAMP of a TIMESTAMP_NS,
// which spans the years 1677 to 2262 only: DuckDB would convert the other one.
func (d DuckDB) besideOther(x, other operand) string {
	switch {
	case keepsNanoseconds(x.typ) && (other.constant || !keepsNanoseconds(other.typ)):
		return d.toTimestamp(x.sql, x.typ.Kind)
	case isExact(x.typ) && isExact(other.typ):
		return partsBeside(x, other)
	case x.constant || !x.typ.IsNumeric() || !other.typ.IsNumeric() || x.typ.Kind == other.typ.Kind:
		return x.sql
	case x.typ.IsFloat() && x.typ.Kind != gate.KindFloat64, other.typ.IsFloat() && d.toFloat(x) != castDouble(x.sql):
		return d.toFloat(x)
	default:
		return x.sql
	}
}

func isExact(t gate.Type) bool { return t.IsInteger() || t.Kind == gate.KindDecimal }

// partsBeside is a number as it is where a decimal holds it and the other one,
// or both are integers of DuckDB; else its whole part and, of those that have
// decimals, the rest, which order numbers as the numbers are.
func partsBeside(x, other operand) string {
	scale := max(x.size.scale, other.size.scale)
	switch {
	case !x.size.known || !other.size.known || max(wholeDigits(x), wholeDigits(other))+scale <= 38, x.typ.IsInteger() && other.typ.IsInteger():
		return x.sql
	case scale == 0:
		return castHuge(x.sql)
	}
	whole, rest := castHuge("trunc("+x.sql+")"), x.sql+" % 1"
	switch {
	case x.size.scale == 0:
		whole, rest = castHuge(x.sql), castDecimal("0", 1, 1)
	case wholeDigits(x) == 0:
		whole, rest = castHuge("0"), x.sql
	}
	return fmt.Sprintf("CASE WHEN %s IS NOT NULL THEN {'whole': %s, 'rest': %s} END", x.sql, whole, rest)
}

// wholeDigits are the digits before the point of what DuckDB has computed, which
// has 38 in all.
func wholeDigits(x operand) int {
	switch {
	case x.constant:
		whole, _ := digitCounts(x.sql)
		return whole
	case x.typ.IsInteger():
		return typeSize(x.typ).whole
	default:
		return min(x.size.whole, 38-x.size.scale)
	}
}

func castHuge(x string) string { return "CAST(" + x + " AS HUGEINT)" }

func (DuckDB) isDistinct(l, r operand) string { return l.sql + " IS DISTINCT FROM " + r.sql }

func (DuckDB) toInteger(x operand) string {
	if x.typ.Kind == gate.KindInt64 && !x.constant && !x.loose {
		return x.sql
	}
	return "CAST(" + x.sql + " AS BIGINT)"
}

// toDecimal leaves a HUGEINT, which holds more than a decimal.
func (DuckDB) toDecimal(x operand) string {
	switch {
	case x.typ.Kind == gate.KindDecimal && (!x.constant || strings.Contains(x.sql, ".")), x.size.precision() > 38, !x.size.known:
		return x.sql
	default:
		return castDecimal(x.sql, x.size.precision(), x.size.scale)
	}
}

// toFloat goes by the digits where DuckDB's own conversion is not exact to the
// last bit: from 53 bits on.
func (DuckDB) toFloat(x operand) string {
	switch {
	case x.typ.Kind == gate.KindFloat64:
		return x.sql
	case x.typ.Kind == gate.KindDecimal && (x.typ.Precision == 0 || x.typ.Precision > 15), x.typ.Kind == gate.KindInt128:
		return castDouble("CAST(" + x.sql + " AS VARCHAR)")
	default:
		return castDouble(x.sql)
	}
}

func castDouble(x string) string { return "CAST(" + x + " AS DOUBLE)" }

// exact refuses products that need more than 38 decimals, and widens what DuckDB
// would compute in 18 digits, or a remainder in floats, though 38 hold it. Whole
// numbers beyond that are computed as HUGEINT. A number that does not fit is an error.
func (d DuckDB) exact(op ast.ArithOp, l, r operand) (left, right string, err error) {
	size := arithSize(op, l.size, r.size)
	switch {
	case !size.known:
		return l.sql, r.sql, nil
	case op == ast.Mul && size.scale > 38:
		reason := fmt.Sprintf("it has %d decimals, and a decimal has at most 38", size.scale)
		return "", "", &UnsupportedError{Feature: "the product of these decimals", Dialect: d.Name(), Reason: reason}
	case size.scale == 0 && size.precision() > 38:
		return castHuge(l.sql), castHuge(r.sql), nil
	case op == ast.Mod && size.precision() > 38:
		return castDecimal(l.sql, 38, size.scale), castDecimal(r.sql, 38, size.scale), nil
	case op != ast.Mod && size.precision() > 18 && max(l.size.precision(), r.size.precision()) <= 18:
		return castDecimal(l.sql, 19, l.size.scale), r.sql, nil
	default:
		return l.sql, r.sql, nil
	}
}

func castDecimal(x string, precision, scale int) string {
	return fmt.Sprintf("CAST(%s AS DECIMAL(%d,%d))", x, precision, scale)
}

// modulo has NULL for a divisor of zero by itself. The remainder by -1, where
// the smallest integer overflows, is that by 1.
func (DuckDB) modulo(l, r operand) string {
	if l.typ.Kind == gate.KindInt64 {
		switch {
		case !r.constant:
			r.sql = "CASE " + r.sql + " WHEN -1 THEN 1 ELSE " + r.sql + " END"
		case r.sql == "-1":
			r.sql = "1"
		}
	}
	return l.sql + " % " + r.sql
}

// roundDecimal makes room for the digit that rounding up can need.
func (DuckDB) roundDecimal(x operand, places int) string {
	if places >= x.size.scale && x.size.known {
		return x.sql
	}
	if x.size.known && x.size.precision() < 38 {
		x.sql = castDecimal(x.sql, x.size.precision()+1, x.size.scale)
	}
	return fmt.Sprintf("round(%s, %d)", x.sql, places)
}

// oneSize keeps the decimals that DuckDB would cut for room before the point. A
// number that does not fit is an error.
func (DuckDB) oneSize(x string, size digits) string {
	switch {
	case !size.known || size.precision() <= 38:
		return x
	case size.scale == 0:
		return castHuge(x)
	default:
		return castDecimal(x, 38, size.scale)
	}
}

func (d DuckDB) extreme(f ast.Func, args []operand) string { return extremeOfAll(d, f, args) }

func (DuckDB) boolAggregate(f ast.AggFunc) string { return string(f) }

// Middle gives both from one state of the aggregate.
func (DuckDB) Middle(x string) (low, high string) {
	both := "quantile_disc(" + x + ", [" + middleFractions + "])"
	return both + "[1]", both + "[2]"
}

// CountUnique estimates.
func (DuckDB) CountUnique(x string, _ gate.Type) (sql string, approximate bool) {
	return "approx_count_distinct(" + x + ")", true
}
