package compile

import (
	"github.com/sqlgate/sqlgate/compile/ast"
)

func buildUniqueItems(c *ruleContext) (meaning, error) {
	return c.unary("no repeated items", func(x ast.Node) ast.Node {
		return ast.Compare{Op: ast.Eq, L: ast.Apply(ast.ListUnique, x), R: ast.Apply(ast.ListLength, x)}
	})
}
