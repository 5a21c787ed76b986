package compile

import "github.com/sqlgate/sqlgate/compile/ast"

// buildCastable counts a text that stands for NULL as NULL.
func buildCastable(c *ruleContext) (meaning, error) {
	t, cast := c.Params["type"].Type, *c.Params["cast"].Cast
	ok, _, err := reading(c.x, t, cast)
	if err != nil {
		return meaning{}, err
	}
	operand := c.x
	if null := (source{x: c.x, trim: cast.Trim}).isNull(t, cast.Nulls); null != nil && c.NullsFail {
		operand = ast.Case{
			Whens: []ast.When{{If: null, Then: ast.Null{Type: ast.TypeOf(c.x)}}},
			Else:  c.x,
			Type:  ast.TypeOf(c.x),
		}
	}
	return meaning{valid: ok, operands: []ast.Node{operand}, expected: "a text that converts to " + t.String()}, nil
}
