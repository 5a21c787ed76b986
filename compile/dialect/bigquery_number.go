package dialect

import (
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func (BigQuery) function(name string) string { return strings.ToUpper(name) }

// nan takes an unknown type for a float, whose form holds for every type.
func (BigQuery) nan(t gate.Type) nanOrder {
	if t.IsFloat() || !t.IsKnown() {
		return nanUnordered
	}
	return noNaN
}

// overflowing is the float as it is: the engine looks itself.
func (BigQuery) overflowing(x, _ string) string { return x }

func (BigQuery) isNaN(x string, _ gate.Type) string { return "IS_NAN(" + x + ")" }

func (BigQuery) isInf(x string, t gate.Type) string {
	if t.IsFloat() || !t.IsKnown() {
		return "IS_INF(" + x + ")"
	}
	return constantly(x, false)
}

func (BigQuery) isFinite(x string, t gate.Type) string {
	if t.IsFloat() || !t.IsKnown() {
		return "(NOT IS_NAN(" + x + ") AND NOT IS_INF(" + x + "))"
	}
	return constantly(x, true)
}

// besideOther is the number as it is: BigQuery compares with a float in FLOAT64.
func (BigQuery) besideOther(x, _ operand) string { return x.sql }

// isDistinct says that a NaN is equal to itself, on which the documentation is silent.
func (d BigQuery) isDistinct(l, r operand) string {
	plain := l.sql + " IS DISTINCT FROM " + r.sql
	if l.constant || r.constant || d.nan(l.typ) == noNaN || d.nan(r.typ) == noNaN {
		return plain
	}
	return fmt.Sprintf("(%s AND NOT COALESCE(IS_NAN(%s) AND IS_NAN(%s), FALSE))", plain, l.sql, r.sql)
}

// toInteger has one size of integers, but for those that are wider.
func (BigQuery) toInteger(x operand) string {
	if x.typ.IsKnown() && !isNumeric(x.typ) {
		return x.sql
	}
	return "CAST(" + x.sql + " AS INT64)"
}

func (BigQuery) toDecimal(x operand) string {
	if isNumeric(x.typ) {
		return x.sql
	}
	return "CAST(" + x.sql + " AS NUMERIC)"
}

func (BigQuery) toFloat(x operand) string {
	if x.typ.IsFloat() {
		return x.sql
	}
	return "CAST(" + x.sql + " AS FLOAT64)"
}

// exact computes in NUMERIC where its 29 digits before and 9 after the point are
// enough, else in BIGNUMERIC, which would round products at the 38th decimal.
func (d BigQuery) exact(op ast.ArithOp, l, r operand) (left, right string, err error) {
	size := arithSize(op, l.size, r.size)
	switch {
	case size.known && size.whole <= 29 && size.scale <= 9:
		return l.sql, r.sql, nil
	case size.known && size.scale > 38:
		reason := fmt.Sprintf("it has %d decimals, and a BIGNUMERIC has 38", size.scale)
		return "", "", &UnsupportedError{Feature: "the result of these decimals", Dialect: d.Name(), Reason: reason}
	}
	big := func(x string) string { return "CAST(" + x + " AS BIGNUMERIC)" }
	return big(l.sql), big(r.sql), nil
}

func (BigQuery) modulo(l, r operand) string { return "MOD(" + l.sql + ", " + nonzero(r) + ")" }

func (BigQuery) roundDecimal(x operand, places int) string {
	return fmt.Sprintf("ROUND(%s, %d)", x.sql, places)
}

func (BigQuery) oneSize(x string, _ digits) string { return x }

// extreme is NULL where a value is, and NaN where one is.
func (BigQuery) extreme(f ast.Func, args []operand) string {
	return strings.ToUpper(string(f)) + "(" + strings.Join(sqlOf(args), ", ") + ")"
}

func (BigQuery) boolAggregate(f ast.AggFunc) string {
	if f == ast.BoolAnd {
		return "logical_and"
	}
	return "logical_or"
}

// Middle estimates the median: an exact one is no aggregate here.
func (BigQuery) Middle(x string) (low, high string) {
	median := "APPROX_QUANTILES(" + x + ", 2)[OFFSET(1)]"
	return median, median
}

// CountUnique estimates.
func (BigQuery) CountUnique(x string, _ gate.Type) (sql string, approximate bool) {
	return "APPROX_COUNT_DISTINCT(" + x + ")", true
}
