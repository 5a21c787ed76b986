package dialect

import "github.com/sqlgate/sqlgate/compile/ast"

// holdsAggregate reports whether a node has an aggregate in it.
func holdsAggregate(n ast.Node) bool {
	if _, ok := n.(ast.Aggregate); ok {
		return true
	}
	for _, child := range children(n) {
		if child != nil && holdsAggregate(child) {
			return true
		}
	}
	return false
}

// children are the nodes directly within a node; those that may be left out are nil.
func children(n ast.Node) []ast.Node {
	switch n := n.(type) {
	case ast.And:
		return n.Terms
	case ast.Or:
		return n.Terms
	case ast.Not:
		return []ast.Node{n.X}
	case ast.Compare:
		return []ast.Node{n.L, n.R}
	case ast.Distinct:
		return []ast.Node{n.L, n.R}
	case ast.IsNull:
		return []ast.Node{n.X}
	case ast.Is:
		return []ast.Node{n.X}
	case ast.In:
		return []ast.Node{n.X}
	case ast.Like:
		return []ast.Node{n.X}
	case ast.Match:
		return []ast.Node{n.X}
	case ast.Extract:
		return []ast.Node{n.X}
	case ast.Arith:
		return []ast.Node{n.L, n.R}
	case ast.Case:
		parts := []ast.Node{n.Else}
		for _, w := range n.Whens {
			parts = append(parts, w.If, w.Then)
		}
		return parts
	case ast.Cast:
		return []ast.Node{n.X}
	case ast.DateAdd:
		return []ast.Node{n.X, n.N}
	case ast.DateDiff:
		return []ast.Node{n.From, n.To}
	case ast.DateTrunc:
		return []ast.Node{n.X}
	case ast.AnyItem:
		return []ast.Node{n.List, n.Cond}
	case ast.Field:
		return []ast.Node{n.X}
	case ast.Call:
		return n.Args
	case ast.Aggregate:
		return []ast.Node{n.X}
	default:
		return nil
	}
}
