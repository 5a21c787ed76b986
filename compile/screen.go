package compile

import (
	"slices"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/dialect"
)

// screens are conditions of which one holds where a row fails one of the rules by
// itself, but for those of raw SQL. The bounds of a column are one condition: where
// a NaN is above everything, the upper one sees it and the lower one need not.
func screens(rules []Rule, d dialect.Dialect) ([]string, error) {
	var nodes []ast.Node
	bounds := map[string]int{} // by column, the index into nodes
	for _, r := range rules {
		if r.screen == nil || r.Volatile {
			continue
		}
		column, compare, ok := bound(r.screen)
		if !ok {
			nodes = append(nodes, r.screen)
			continue
		}
		i, found := bounds[column.Name]
		if !found {
			i = len(nodes)
			bounds[column.Name] = i
			nodes = append(nodes, ast.Not{X: ast.And{}})
		}
		within := nodes[i].(ast.Not).X.(ast.And)
		nodes[i] = ast.Not{X: ast.And{Terms: append(within.Terms, compare)}}
	}
	out := make([]string, len(nodes))
	for i, n := range nodes {
		var err error
		if out[i], err = d.Print(n); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// bound is the comparison of a column with a constant that a condition says does
// not hold.
func bound(n ast.Node) (column ast.Column, compare ast.Compare, ok bool) {
	if not, isNot := n.(ast.Not); isNot {
		if compare, ok = not.X.(ast.Compare); ok {
			_, constant := compare.R.(ast.Literal)
			column, ok = compare.L.(ast.Column)
			ok = ok && constant && column.From == ""
		}
	}
	return column, compare, ok
}

// screen is a condition that is TRUE exactly where the given one is, but may be
// NULL where that is FALSE: a WHERE takes both alike. It lacks the terms which
// say that a column is not NULL where another is NULL for such rows anyway,
// which saves an engine that interprets each term a quarter of the time.
func screen(condition ast.Node) ast.Node {
	and, ok := condition.(ast.And)
	if !ok {
		return condition
	}
	terms := slices.DeleteFunc(slices.Clone(and.Terms), func(t ast.Node) bool {
		column, ok := presence(t)
		return ok && slices.ContainsFunc(and.Terms, func(other ast.Node) bool { return isStrict(other, column) })
	})
	if len(terms) == 1 {
		return terms[0]
	}
	return ast.And{Terms: terms}
}

// presence is the column of which a condition says that it is not NULL.
func presence(n ast.Node) (column ast.Column, ok bool) {
	if not, isNot := n.(ast.Not); isNot {
		if null, isNull := not.X.(ast.IsNull); isNull {
			column, ok = null.X.(ast.Column)
		}
	}
	return column, ok
}

// isStrict reports whether a condition is known to be NULL wherever a column is.
func isStrict(n ast.Node, column ast.Column) bool {
	all := func(terms []ast.Node) bool {
		return len(terms) > 0 && !slices.ContainsFunc(terms, func(t ast.Node) bool { return !isStrict(t, column) })
	}
	switch n := n.(type) {
	case ast.Not:
		return isStrict(n.X, column)
	case ast.And:
		return all(n.Terms)
	case ast.Or:
		return all(n.Terms)
	case ast.Compare:
		_, constant := n.R.(ast.Literal)
		return constant && isValueOf(n.L, column)
	case ast.In:
		return len(n.List) > 0 && isValueOf(n.X, column)
	case ast.Like:
		return isValueOf(n.X, column)
	case ast.Match:
		return isValueOf(n.X, column)
	default:
		return false
	}
}

// isValueOf reports whether a value is the column's or its length.
func isValueOf(n ast.Node, column ast.Column) bool {
	if call, ok := n.(ast.Call); ok && (call.Func == ast.Length || call.Func == ast.Bytes) {
		n = call.Args[0]
	}
	c, ok := n.(ast.Column)
	return ok && c.From == column.From && c.Name == column.Name
}
