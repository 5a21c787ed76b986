package compile

import (
	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func buildNotNull(c *ruleContext) (meaning, error) {
	return meaning{valid: ast.Not{X: ast.IsNull{X: c.x}}, expected: "not null"}, nil
}

func buildIsNull(c *ruleContext) (meaning, error) {
	return meaning{valid: ast.IsNull{X: c.x}, expected: "null"}, nil
}

func buildNotEmpty(c *ruleContext) (meaning, error) {
	if ast.TypeOf(c.x).Kind == gate.KindList {
		return c.unary("not empty", func(x ast.Node) ast.Node { return sized(ast.Length, x, ast.Gt, 0) })
	}
	if !c.flag("trim", true) {
		return c.unary("not empty", func(x ast.Node) ast.Node {
			return ast.Compare{Op: ast.Ne, L: x, R: textConstant("")}
		})
	}
	return c.unary("not blank", func(x ast.Node) ast.Node {
		// White space comes before ! in code point order, so few texts are trimmed.
		return ast.Or{Terms: []ast.Node{
			ast.Compare{Op: ast.Ge, L: x, R: textConstant("!")},
			ast.Compare{Op: ast.Ne, L: ast.Apply(ast.Trim, x), R: textConstant("")},
		}}
	})
}

func buildNotMissing(c *ruleContext) (meaning, error) {
	list, names := c.values()
	return c.unary("not in ("+names+")", func(x ast.Node) ast.Node {
		return ast.Not{X: ast.In{X: x, List: list}}
	})
}
