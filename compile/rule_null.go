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
	trim := c.flag("trim", true)
	expected := "not empty"
	if trim {
		expected = "not blank"
	}
	return c.unary(expected, func(col ast.Column) ast.Node {
		if col.Type.Kind == gate.KindList {
			return sized(ast.Length, col, ast.Gt, 0)
		}
		if !trim {
			return ast.Compare{Op: ast.Ne, L: col, R: textConstant("")}
		}
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
