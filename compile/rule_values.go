package compile

import (
	"github.com/sqlgate/sqlgate/compile/ast"
)

func buildAcceptedValues(c *ruleContext) (meaning, error) {
	list, names := c.values()
	return c.unary("in ("+names+")"+c.howCompared(), func(x ast.Node) ast.Node { return c.in(x, list) })
}

func buildNotAcceptedValues(c *ruleContext) (meaning, error) {
	list, names := c.values()
	return c.unary("not in ("+names+")"+c.howCompared(), func(x ast.Node) ast.Node { return ast.Not{X: c.in(x, list)} })
}

func (c *ruleContext) in(x ast.Node, list []ast.Literal) ast.Node {
	t := ast.TypeOf(x)
	texts := t.IsText() || !t.IsKnown()
	return ast.In{X: x, List: list, CaseInsensitive: texts && !c.flag("case_sensitive", true)}
}

// values are the constants of the parameter values, for the node and for people.
func (c *ruleContext) values() (list []ast.Literal, names string) {
	var texts []string
	for _, l := range c.Params["values"].List {
		list = append(list, constant(l))
		texts = append(texts, literalForPeople(l))
	}
	return list, listForPeople(texts)
}
