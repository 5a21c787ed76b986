package compile

import (
	"fmt"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// buildItems makes the constructor of a rule on the number of items.
func buildItems(op ast.CompareOp) ruleBuilder {
	return func(c *ruleContext) (meaning, error) {
		n := c.Params["value"].Int
		return c.typed(fmt.Sprintf("items %s %d", op, n), func(x ast.Node, _ gate.Type) ast.Node {
			return sized(ast.ListLength, x, op, n)
		})
	}
}

func buildUniqueItems(c *ruleContext) (meaning, error) {
	return c.typed("no repeated items", func(x ast.Node, _ gate.Type) ast.Node {
		return ast.Compare{Op: ast.Eq, L: ast.Apply(ast.ListUnique, x), R: ast.Apply(ast.ListLength, x)}
	})
}
