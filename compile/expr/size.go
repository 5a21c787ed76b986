package expr

import "github.com/sqlgate/sqlgate/compile/ast"

const (
	maxNodes  = 50_000 // of a predicate, each counted as often as it is printed
	maxHeight = 300    // of its tree; DuckDB takes 1,000
)

// small reports whether a predicate is within bounds. Some parts stand in it
// twice, such as the x of a BETWEEN, so that a short text can make a large one.
func small(n ast.Node) bool {
	left := maxNodes
	return fits(n, maxHeight, &left)
}

func fits(n ast.Node, height int, left *int) bool {
	if *left--; *left < 0 || height == 0 {
		return false
	}
	for _, child := range children(n) {
		if child != nil && !fits(child, height-1, left) {
			return false
		}
	}
	return true
}

// children are the parts of a node that the language makes.
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
		return []ast.Node{n.X}
	case ast.DateDiff:
		return []ast.Node{n.From, n.To}
	case ast.DateTrunc:
		return []ast.Node{n.X}
	case ast.Call:
		return n.Args
	case ast.Aggregate:
		return []ast.Node{n.X}
	default:
		return nil
	}
}
