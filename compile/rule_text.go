package compile

import (
	"fmt"
	"strconv"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// buildSize makes the constructor of a rule on a length.
func buildSize(f ast.Func, op ast.CompareOp) ruleBuilder {
	return func(c *ruleContext) (meaning, error) {
		n := c.Params["value"].Int
		return c.unary(fmt.Sprintf("%s %s %d", f, op, n), func(x ast.Node) ast.Node {
			return sized(f, x, op, n)
		})
	}
}

// sized compares the size of a text, or of a list.
func sized(f ast.Func, x ast.Node, op ast.CompareOp, n int64) ast.Node {
	if f == ast.Length && ast.TypeOf(x).Kind == gate.KindList {
		f = ast.ListLength
	}
	size := ast.Literal{Text: strconv.FormatInt(n, 10), Type: gate.Type{Kind: gate.KindInt64}}
	compared := ast.Compare{Op: op, L: ast.Apply(f, x), R: size}
	if f == ast.Length && op == ast.Le {
		// A text has no more characters than bytes, which need not be counted.
		return ast.Or{Terms: []ast.Node{ast.Compare{Op: op, L: ast.Apply(ast.Bytes, x), R: size}, compared}}
	}
	return compared
}

func buildRegex(c *ruleContext) (meaning, error) {
	return c.unary("matches "+c.Params["pattern"].Text+c.howCompared(), c.match)
}

func buildNotRegex(c *ruleContext) (meaning, error) {
	return c.unary("does not match "+c.Params["pattern"].Text+c.howCompared(), func(x ast.Node) ast.Node {
		return ast.Not{X: c.match(x)}
	})
}

// howCompared says how texts are compared where it is not the usual way.
func (c *ruleContext) howCompared() string {
	how := ""
	if c.Params["match"].Text == "full" {
		how = " as a whole"
	}
	if !c.flag("case_sensitive", true) {
		how += ", in any case"
	}
	return how
}

func (c *ruleContext) match(x ast.Node) ast.Node {
	return ast.Match{
		X:               x,
		Pattern:         c.Params["pattern"].Text,
		Full:            c.Params["match"].Text == "full",
		CaseInsensitive: !c.flag("case_sensitive", true),
	}
}

func buildLike(c *ruleContext) (meaning, error) {
	pattern := c.Params["pattern"].Text
	return c.unary("like "+pattern, func(x ast.Node) ast.Node {
		return ast.Like{X: x, Pattern: pattern}
	})
}

func buildNotLike(c *ruleContext) (meaning, error) {
	pattern := c.Params["pattern"].Text
	return c.unary("not like "+pattern, func(x ast.Node) ast.Node {
		return ast.Not{X: ast.Like{X: x, Pattern: pattern}}
	})
}
