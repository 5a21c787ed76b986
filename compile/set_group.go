package compile

import (
	"errors"
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
)

// groups is a set rule that judges groups of rows: all rows of a group for which
// broken holds are invalid. NULL is a value of the columns that make a group.
type groups struct {
	by     []ast.Column
	broken string // a condition over aggregates of the group, TRUE where it is invalid
	others []string
}

func buildGroupRows(c *ruleContext) (meaning, error) {
	by, err := c.columns(c.Params["group_by"].Names)
	if err != nil {
		return meaning{}, err
	}
	var broken, expected []string
	if p, ok := c.Params["min"]; ok {
		broken = append(broken, fmt.Sprintf("count(*) < %d", p.Int))
		expected = append(expected, fmt.Sprintf("at least %d", p.Int))
	}
	if p, ok := c.Params["max"]; ok {
		broken = append(broken, fmt.Sprintf("count(*) > %d", p.Int))
		expected = append(expected, fmt.Sprintf("at most %d", p.Int))
	}
	if len(broken) == 0 {
		return meaning{}, errors.New("it needs min, max or both")
	}
	return meaning{
		set:      &groups{by: by, broken: strings.Join(broken, " OR ")},
		expected: strings.Join(expected, " and ") + " rows for each " + strings.Join(names(by), ", "),
	}, nil
}

func buildGroupConstant(c *ruleContext) (meaning, error) {
	by, err := c.columns(c.Params["group_by"].Names)
	if err != nil {
		return meaning{}, err
	}
	constant, err := c.columns(c.Params["columns"].Names)
	if err != nil {
		return meaning{}, err
	}
	var broken []string
	for _, col := range constant {
		x, err := c.dialect.Print(col)
		if err != nil {
			return meaning{}, err
		}
		broken = append(broken, fmt.Sprintf("count(DISTINCT %[1]s) + max(CASE WHEN %[1]s IS NULL THEN 1 ELSE 0 END) > 1", x))
	}
	return meaning{
		set:      &groups{by: by, broken: strings.Join(broken, " OR "), others: names(constant)},
		expected: "one value of " + strings.Join(names(constant), ", ") + " for each " + strings.Join(names(by), ", "),
	}, nil
}

func (g *groups) reads() []string { return append(names(g.by), g.others...) }

// find collects the locators of each group, and keeps those of broken groups.
func (g *groups) find(p *Plan, r Rule) []named {
	collected := "(SELECT array_agg(" + p.row() + ") AS locators " + p.compared(r) +
		" GROUP BY " + strings.Join(p.columnsSQL(g.by), ", ") + " HAVING " + g.broken + ") AS broken"
	rows := p.Dialect.Unnest(nil, "locators", collected)
	return []named{{foundTable(r.Position), "SELECT pos AS " + p.Dialect.Ident(rowColumn) + " FROM (" + rows + ") AS listed"}}
}
