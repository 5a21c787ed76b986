package compile

import "github.com/sqlgate/sqlgate/compile/ast"

func buildFinite(c *ruleContext) (meaning, error) {
	return c.unary("finite", func(x ast.Node) ast.Node { return ast.Apply(ast.IsFinite, x) })
}

func buildNoNaN(c *ruleContext) (meaning, error) {
	return c.unary("not NaN", func(x ast.Node) ast.Node {
		return ast.Not{X: ast.Apply(ast.IsNaN, x)}
	})
}

func buildNoInf(c *ruleContext) (meaning, error) {
	return c.unary("not infinite", func(x ast.Node) ast.Node {
		return ast.Not{X: ast.Apply(ast.IsInf, x)}
	})
}
