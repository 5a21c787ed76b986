package compile

import "github.com/sqlgate/sqlgate/compile/ast"

func buildFinite(c *ruleContext) (meaning, error) {
	return c.unary("finite", func(col ast.Column) ast.Node { return ast.Call{Func: ast.IsFinite, X: col} })
}

func buildNoNaN(c *ruleContext) (meaning, error) {
	return c.unary("not NaN", func(col ast.Column) ast.Node {
		return ast.Not{X: ast.Call{Func: ast.IsNaN, X: col}}
	})
}

func buildNoInf(c *ruleContext) (meaning, error) {
	return c.unary("not infinite", func(col ast.Column) ast.Node {
		return ast.Not{X: ast.Call{Func: ast.IsInf, X: col}}
	})
}
