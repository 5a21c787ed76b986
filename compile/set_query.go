package compile

import (
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
)

// rowQuery is the set rule whose invalid rows a query of the warehouse names.
type rowQuery struct {
	keys []ast.Column
	sql  string
}

func buildRowQuery(c *ruleContext) (meaning, error) {
	sql, err := c.sql("this rule", c.Params, "sql")
	if err != nil {
		return meaning{}, err
	}
	keys, err := c.columns(c.Params["keys"].Names)
	if err != nil {
		return meaning{}, err
	}
	return meaning{
		set:      &rowQuery{keys: keys, sql: sql},
		expected: "(" + strings.Join(names(keys), ", ") + ") not in " + strings.Join(strings.Fields(sql), " "),
	}, nil
}

func (q *rowQuery) reads() []string { return names(q.keys) }

// find runs the query once and finds the rows with its keys, NULL being equal
// to NULL. The query names its keys: by their places, SELECT * or a swapped pair
// would compare other columns, and find nothing.
func (q *rowQuery) find(p *Plan, r Rule) []named {
	table := helperTable("returned", r.Position)
	columns, keys := make([]string, len(q.keys)), make([]keyPart, len(q.keys))
	for i, key := range q.keys {
		name := p.Dialect.Ident(fmt.Sprintf("key_%d", i+1))
		columns[i] = p.Dialect.Binary("returned."+p.Dialect.Ident(key.Name), key.Type) + " AS " + name
		keys[i] = keyPart{batch: "batch." + p.Dialect.Ident(key.Name), other: "returned." + name, typ: key.Type}
	}
	return []named{
		{table, "SELECT " + strings.Join(columns, ", ") + " FROM (" + q.sql + "\n) AS returned"},
		{foundTable(r.Position), p.matching(r, "", keys, p.Dialect.Ident(table)+" AS returned", true)},
	}
}
