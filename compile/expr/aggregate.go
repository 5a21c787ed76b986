package expr

import (
	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func aggregates() []function {
	list := []function{
		fn("count(*)", "the number of rows", 0, 1, nil),
		fn("count(x)", "the number of rows where x is not NULL; count(DISTINCT x) of different values", 0, 1, nil),
		fn("sum(x)", "the sum: an int64, a decimal, or of floats a float64", 1, 1, nil),
		fn("min(x)", "the least value", 1, 1, nil),
		fn("max(x)", "the greatest value", 1, 1, nil),
		fn("avg(x)", "the mean, a float64", 1, 1, nil),
		fn("bool_and(x)", "x is TRUE in each row", 1, 1, nil),
		fn("bool_or(x)", "x is TRUE in a row", 1, 1, nil),
	}
	for i := range list {
		list[i].Aggregate = true
	}
	return list
}

// aggregate checks an aggregate and its argument, in which columns need not be
// those of the group.
func (c *checker) aggregate(f function, n call) ast.Node {
	switch {
	case !c.env.Aggregates:
		c.fail(n.name.at, "group_expression judges groups of rows", "%s is an aggregate, and this is a condition on one row", f.Name)
		return nil
	case c.grouped:
		c.fail(n.name.at, "", "an aggregate stands within another")
		return nil
	case n.star && f.Name == string(ast.Count):
		return ast.Aggregate{Func: ast.Count, Type: int64Type()}
	case n.star || len(n.args) != 1:
		c.fail(n.name.at, "write "+f.Signature, "%s takes one argument", f.Name)
		return nil
	}
	c.grouped = true
	x := c.firm(n.args[0])
	c.grouped = false
	if !x.ok() {
		return nil
	}
	a := ast.Aggregate{Func: ast.AggFunc(f.Name), X: x.node, Distinct: n.distinct, Type: x.typ()}
	if n.distinct && a.Func != ast.Count && a.Func != ast.Sum && a.Func != ast.Avg {
		c.fail(n.name.at, "", "DISTINCT changes nothing in %s", f.Name)
		return nil
	}
	return c.aggregateOf(a, x)
}

// aggregateOf gives an aggregate the types of its argument and result.
func (c *checker) aggregateOf(a ast.Aggregate, x value) ast.Node {
	name := string(a.Func)
	switch a.Func {
	case ast.Count:
		if a.Distinct && !isComparable(x.typ()) {
			c.fail(x.at, typeHint(x.typ()), "values of the type %s cannot be told apart", x.typ())
			return nil
		}
		a.Type = int64Type()
	case ast.Sum:
		a.X = c.asNumber(x, name)
		a.Type = unsized(computed(x.typ()))
	case ast.Avg:
		a.X, a.Type = c.asFloat(x, name), float64Type()
	case ast.StdDev: // not of the language
	case ast.Min, ast.Max:
		if !isOrdered(x.typ()) {
			c.fail(x.at, typeHint(x.typ()), "values of the type %s have no order", x.typ())
			return nil
		}
		if x.typ().Kind == gate.KindEnum {
			a.X, a.Type = c.asText(x, name), stringType()
		}
	case ast.BoolAnd, ast.BoolOr:
		if x.typ().Kind != gate.KindBool {
			c.fail(x.at, "", "%s takes a condition, got %s", name, x.describe())
			return nil
		}
	}
	if a.X == nil {
		return nil
	}
	return a
}
