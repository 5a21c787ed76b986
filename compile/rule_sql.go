package compile

import (
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
)

func buildSQL(c *ruleContext) (meaning, error) {
	sql, err := c.sql("this rule", c.Params, "sql")
	if err != nil {
		return meaning{}, err
	}
	written, err := c.written("this rule", c.Params, "sql")
	if err != nil {
		return meaning{}, err
	}
	m := meaning{valid: ast.Raw{SQL: sql}, volatile: true, nullable: true, expected: strings.Join(strings.Fields(written), " ")}
	if c.x != nil {
		m.operands = []ast.Node{c.x} // what else it reads is not known
	}
	return m, nil
}
