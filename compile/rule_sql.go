package compile

import (
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/dialect"
)

func buildSQL(c *ruleContext) (meaning, error) {
	sql, err := c.sql()
	if err != nil {
		return meaning{}, err
	}
	m := meaning{valid: ast.Raw{SQL: sql}, volatile: true, nullable: true, expected: strings.Join(strings.Fields(sql), " ")}
	if c.x != nil {
		m.operands = []ast.Node{c.x} // what else it reads is not known
	}
	return m, nil
}

// sql is the rule's SQL for the dialect.
func (c *ruleContext) sql() (string, error) {
	texts := c.Params["sql"].SQL
	sql := texts[c.dialect.Name()]
	if sql == "" {
		sql = texts[""]
	}
	if sql == "" {
		return "", &dialect.UnsupportedError{
			Feature: "this rule",
			Dialect: c.dialect.Name(),
			Reason:  "its sql has no text for this dialect; add one under sql." + c.dialect.Name(),
		}
	}
	return sql, nil
}
