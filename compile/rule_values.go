package compile

import (
	"github.com/sqlgate/sqlgate/compile/ast"
)

func buildAcceptedValues(c *ruleContext) (meaning, error) {
	list, names := c.values()
	return c.unary("in ("+names+")", func(col ast.Column) ast.Node { return c.in(col, list) })
}

func buildNotAcceptedValues(c *ruleContext) (meaning, error) {
	list, names := c.values()
	return c.unary("not in ("+names+")", func(col ast.Column) ast.Node { return ast.Not{X: c.in(col, list)} })
}

func (c *ruleContext) in(col ast.Column, list []ast.Literal) ast.Node {
	texts := col.Type.IsText() || !col.Type.IsKnown()
	return ast.In{X: col, List: list, CaseInsensitive: texts && !c.flag("case_sensitive", true)}
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
