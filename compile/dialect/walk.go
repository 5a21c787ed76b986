package dialect

import (
	"slices"

	"github.com/sqlgate/sqlgate/compile/ast"
)

// holdsAggregate reports whether a node has an aggregate in it.
func holdsAggregate(n ast.Node) bool {
	if _, ok := n.(ast.Aggregate); ok {
		return true
	}
	return slices.ContainsFunc(ast.Children(n), holdsAggregate)
}
