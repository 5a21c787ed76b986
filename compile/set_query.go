package compile

import (
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
)

// rowQuery is the set rule whose invalid rows a query of the warehouse names.
type rowQuery struct {
	keys []ast.Column
	sql  string
}

func buildRowQuery(c *ruleContext) (meaning, error) {
	sql, err := c.sql()
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
	var equal []string
	for i, column := range p.columnsSQL(q.keys) {
		key := "returned." + p.Dialect.Ident(q.keys[i].Name)
		equal = append(equal, p.Dialect.Binary(key, q.keys[i].Type)+" IS NOT DISTINCT FROM "+column)
	}
	returned := "(" + q.sql + "\n) AS returned"
	return []named{{foundTable(r.Position), "SELECT " + p.row() + " " + p.judged(r, "EXISTS (SELECT 1 FROM "+returned+" WHERE "+strings.Join(equal, " AND ")+")")}}
}
