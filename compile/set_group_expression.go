package compile

import (
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/expr"
)

// buildGroupExpression makes the rule of a condition over aggregates of groups,
// which pass where it is NULL.
func buildGroupExpression(c *ruleContext) (meaning, error) {
	by, err := c.columns(c.Params["group_by"].Names)
	if err != nil {
		return meaning{}, err
	}
	p := c.Params["expression"]
	condition, err := c.condition(p, expr.Env{Columns: c.all, Vars: c.vars, Aggregates: true, GroupBy: names(by)})
	if err != nil {
		return meaning{}, err
	}
	broken, err := c.dialect.Print(ast.Is{X: condition, Value: false})
	if err != nil {
		return meaning{}, err
	}
	return meaning{
		set:      &groups{by: by, broken: broken, others: names(ast.Columns(condition))},
		expected: strings.Join(strings.Fields(p.Text), " ") + " for each " + strings.Join(names(by), ", "),
	}, nil
}
