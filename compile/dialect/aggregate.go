package dialect

import (
	"fmt"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// aggregate prints an aggregate. Its result is the same in whatever order the
// rows come, but for sums and means of floats.
func (p printer) aggregate(n ast.Aggregate) (string, error) {
	p.bounded = nil // a bound holds for one row, not for its group
	if n.X == nil {
		if n.Func != ast.Count || n.Distinct {
			return "", fmt.Errorf("the aggregate %s needs a value", n.Func)
		}
		return p.apply("count", "*"), nil
	}
	if holdsAggregate(n.X) {
		return "", fmt.Errorf("an aggregate cannot hold another one")
	}
	switch n.Func {
	case ast.Count:
		x, err := p.operand(n.X)
		if n.Distinct {
			x.sql = p.ordered(x.sql, x.typ)
		}
		return p.over("count", n.Distinct, x.sql), err
	case ast.Sum:
		return p.sum(n)
	case ast.Avg:
		return p.mean(n)
	case ast.StdDev:
		return p.deviation(n)
	case ast.Min, ast.Max:
		return p.extremeOfGroup(n)
	case ast.BoolAnd, ast.BoolOr:
		x, err := p.operand(n.X)
		return p.apply(p.boolAggregate(n.Func), x.sql), err
	default:
		return "", &UnsupportedError{Feature: "the aggregate " + string(n.Func), Dialect: p.Name(), Reason: "it is unknown"}
	}
}

// over applies an aggregate to x or to its distinct values.
func (p printer) over(function string, distinct bool, x string) string {
	if distinct {
		x = "DISTINCT " + x
	}
	return p.apply(function, x)
}

// sum is of the kind that the numbers are computed in.
func (p printer) sum(n ast.Aggregate) (string, error) {
	kind := computedIn(ast.TypeOf(n.X))
	x, err := p.number(n.X, kind)
	if err != nil {
		return "", err
	}
	switch sum := p.over("sum", n.Distinct, x.sql); kind {
	case gate.KindFloat64:
		return p.overflowing(sum, p.groupFinite(x.sql)), nil
	case gate.KindInt64:
		return p.toInteger(operand{sql: sum}), nil
	default:
		return sum, nil
	}
}

// groupFinite is the condition that the floats of a group are finite.
func (p printer) groupFinite(x string) string {
	return p.apply(p.boolAggregate(ast.BoolAnd), p.allFinite(x))
}

// mean is a float64: of exact numbers the quotient of their exact sum.
func (p printer) mean(n ast.Aggregate) (string, error) {
	kind := computedIn(ast.TypeOf(n.X))
	if kind == gate.KindFloat64 {
		x, err := p.number(n.X, kind)
		return p.overflowing(p.over("avg", n.Distinct, x.sql), p.groupFinite(x.sql)), err
	}
	x, err := p.number(n.X, gate.KindDecimal)
	if err != nil {
		return "", err
	}
	sum := p.toFloat(operand{sql: p.over("sum", n.Distinct, x.sql), typ: gate.Type{Kind: gate.KindDecimal}})
	count := p.toFloat(operand{sql: p.over("count", n.Distinct, x.sql), typ: gate.Type{Kind: gate.KindInt64}})
	return parens(sum + " / NULLIF(" + count + ", 0)"), nil
}

// deviation is the standard deviation of a sample. The engines' own stop at
// values that are not finite, or give another result for them.
func (p printer) deviation(n ast.Aggregate) (string, error) {
	x, err := p.number(n.X, gate.KindFloat64)
	if err != nil || !ast.TypeOf(n.X).IsFloat() {
		return p.over("stddev_samp", n.Distinct, x.sql), err
	}
	finite := p.isFinite(x.sql, x.typ)
	float, err := p.TypeName(x.typ)
	return fmt.Sprintf("CASE WHEN %s THEN %s WHEN count(%s) > 1 THEN CAST('NaN' AS %s) END",
		p.apply(p.boolAggregate(ast.BoolAnd), finite), p.over("stddev_samp", n.Distinct, "CASE WHEN "+finite+" THEN "+x.sql+" END"), x.sql, float), err
}

// extremeOfGroup is Min or Max: NaN where a value is.
func (p printer) extremeOfGroup(n ast.Aggregate) (string, error) {
	x, err := p.operand(n.X)
	if err != nil {
		return "", err
	}
	switch x.typ.Kind {
	case gate.KindBool:
		f := map[ast.AggFunc]ast.AggFunc{ast.Min: ast.BoolAnd, ast.Max: ast.BoolOr}[n.Func]
		return p.apply(p.boolAggregate(f), x.sql), nil
	case gate.KindJSON, gate.KindList, gate.KindStruct, gate.KindInterval, gate.KindBytes, gate.KindUUID:
		return "", fmt.Errorf("values of the type %s have no %s that is the same on every warehouse", x.typ, n.Func)
	}
	value := p.apply(string(n.Func), p.ordered(x.sql, x.typ))
	if n.Func == ast.Max || p.nan(x.typ) != nanLargest {
		return value, nil
	}
	nan := p.isNaN(x.sql, x.typ)
	return fmt.Sprintf("CASE WHEN %s THEN %s ELSE %s END", p.apply(p.boolAggregate(ast.BoolOr), nan), p.apply("max", x.sql), value), nil
}

// middleFractions pick the two values in the middle by their places: the first
// is at most half of the values, the second more than that, of up to five billion.
const middleFractions = "0.5, 0.5000000001"
