package compile

import (
	"errors"
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func buildMultipleOf(c *ruleContext) (meaning, error) {
	l := constant(c.Params["value"].Literal)
	if strings.Trim(l.Text, "+-0.") == "" {
		return meaning{}, errors.New("every number is a multiple of itself alone, none of zero")
	}
	return c.unary("multiple of "+l.Text, func(x ast.Node) ast.Node { return multiple(x, l) })
}

func buildDecimalPlaces(c *ruleContext) (meaning, error) {
	most := c.Params["max"].Int
	expected := fmt.Sprintf("at most %d decimals", most)
	return c.typed(expected, func(x ast.Node, t gate.Type) ast.Node {
		switch {
		case t.Precision > 0 && int64(t.Scale) <= most:
			return ast.Apply(ast.IsFinite, x) // what the type cannot hold needs no arithmetic
		case most == 0 && t.Precision > 0 && t.Precision == t.Scale:
			return ast.Compare{Op: ast.Eq, L: x, R: ast.Literal{Text: "0", Type: t}} // 1 is no value of the type
		}
		unit := "1"
		if most > 0 {
			unit = "0." + strings.Repeat("0", int(most)-1) + "1"
		}
		return multiple(x, ast.Literal{Text: unit, Type: t})
	})
}

// multiple is the test that a number is a multiple of another, which is not zero.
func multiple(x ast.Node, of ast.Literal) ast.Node {
	t := of.Type
	of.Text = strings.TrimPrefix(of.Text, "-") // the least integer by -1 overflows
	return ast.Compare{
		Op: ast.Eq,
		L:  ast.Arith{Op: ast.Mod, L: x, R: of, Type: t},
		R:  ast.Literal{Text: "0", Type: t},
	}
}
