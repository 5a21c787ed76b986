package compile

import (
	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

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

// tooLarge is the test that a float is so large that computing with it could
// overflow: an error on some engines, infinity on others. NaN is not.
func tooLarge(x ast.Node) ast.Node {
	return ast.Compare{Op: ast.Gt, L: ast.Apply(ast.Abs, x), R: ast.Literal{Text: "1e300", Type: gate.Type{Kind: gate.KindFloat64}}}
}

// tooSmall is the test that a float is so near to zero that computing with it
// could underflow: an error on some engines, zero on others.
func tooSmall(x ast.Node) ast.Node {
	return ast.Compare{Op: ast.Lt, L: ast.Apply(ast.Abs, x), R: ast.Literal{Text: "1e-290", Type: gate.Type{Kind: gate.KindFloat64}}}
}
