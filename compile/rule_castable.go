package compile

import "github.com/sqlgate/sqlgate/compile/ast"

func buildCastable(c *ruleContext) (meaning, error) {
	t, cast := c.Params["type"].Type, *c.Params["cast"].Cast
	ok, _, err := reading(c.x, t, cast)
	if err != nil {
		return meaning{}, err
	}
	return meaning{valid: ok, operands: []ast.Node{c.x}, expected: "a text that converts to " + t.String()}, nil
}
