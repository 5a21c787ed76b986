package compile

import (
	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func buildNotNull(c *ruleContext) (meaning, error) {
	col, err := c.column()
	return meaning{valid: ast.Not{X: ast.IsNull{X: col}}, expected: "not null"}, err
}

func buildIsNull(c *ruleContext) (meaning, error) {
	col, err := c.column()
	return meaning{valid: ast.IsNull{X: col}, expected: "null"}, err
}

func buildNotEmpty(c *ruleContext) (meaning, error) {
	col, err := c.column()
	if err != nil {
		return meaning{}, err
	}
	if col.Type.Kind == gate.KindList {
		return c.unary("not empty", func(col ast.Column) ast.Node { return sized(ast.Length, col, ast.Gt, 0) })
	}
	if !c.flag("trim", true) {
		return c.unary("not empty", func(col ast.Column) ast.Node {
			return ast.Compare{Op: ast.Ne, L: col, R: textConstant("")}
		})
	}
	return c.unary("not blank", func(col ast.Column) ast.Node {
		// White space comes before ! in code point order, so few texts are trimmed.
		return ast.Or{Terms: []ast.Node{
			ast.Compare{Op: ast.Ge, L: col, R: textConstant("!")},
			ast.Compare{Op: ast.Ne, L: ast.Call{Func: ast.Trim, X: col}, R: textConstant("")},
		}}
	})
}

func buildNotMissing(c *ruleContext) (meaning, error) {
	list, names := c.values()
	return c.unary("not in ("+names+")", func(col ast.Column) ast.Node {
		return ast.Not{X: ast.In{X: col, List: list}}
	})
}
