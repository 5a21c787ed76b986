package compile

import (
	"fmt"
	"strings"
)

// rowQuery is the set rule whose invalid rows a query of the warehouse names.
type rowQuery struct {
	keys []pair
	sql  string
}

func buildRowQuery(c *ruleContext) (meaning, error) {
	sql, err := c.sql("this rule", c.Params, "sql")
	if err != nil {
		return meaning{}, err
	}
	written, err := c.written("this rule", c.Params, "sql")
	if err != nil {
		return meaning{}, err
	}
	keys, err := c.columns(c.Params["keys"].Names)
	if err != nil {
		return meaning{}, err
	}
	q := &rowQuery{sql: sql}
	found, known := c.queries[c.ID]
	for _, key := range keys {
		theirs, err := other{Relation: found, known: known}.column(key.Name, key.Type)
		if err != nil {
			return meaning{}, err
		}
		t, ok := common(key.Type, theirs.Type)
		if !ok {
			return meaning{}, notComparable(key.Name, key.Type, "the query's "+theirs.Name, theirs.Type)
		}
		q.keys = append(q.keys, pair{key, theirs, t})
	}
	return meaning{set: q, expected: "(" + strings.Join(names(keys), ", ") + ") not in " + strings.Join(strings.Fields(written), " ")}, nil
}

func (q *rowQuery) reads() []string {
	out := make([]string, len(q.keys))
	for i, key := range q.keys {
		out[i] = key.ours.Name
	}
	return out
}

// find runs the query once and finds the rows with its keys, NULL being equal
// to NULL. The query names its keys: by their places, SELECT * or a swapped pair
// would compare other columns, and find nothing.
func (q *rowQuery) find(p *Plan, r Rule) []named {
	table := helperTable("returned", r.Position)
	columns, keys := make([]string, len(q.keys)), make([]keyPart, len(q.keys))
	for i, key := range q.keys {
		name := p.Dialect.Ident(fmt.Sprintf("key_%d", i+1))
		theirs := key.theirs.judged(p.Dialect, "returned."+p.Dialect.Ident(key.theirs.Name))
		columns[i] = p.cast(theirs, key.theirs.Type, key.common) + " AS " + name
		ours := p.cast("batch."+p.Dialect.Ident(key.ours.Name), key.ours.Type, key.common)
		keys[i] = keyPart{batch: ours, other: "returned." + name, typ: key.common}
	}
	return []named{
		{table, "SELECT " + strings.Join(columns, ", ") + " FROM (" + q.sql + "\n) AS returned"},
		{foundTable(r.Position), p.matching(r, "", keys, p.made(table, "returned"), true)},
	}
}
