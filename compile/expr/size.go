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
	for _, child := range ast.Children(n) {
		if !fits(child, height-1, left) {
			return false
		}
	}
	return true
}
