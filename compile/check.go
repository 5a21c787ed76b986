package compile

import (
	"strings"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/compile/dialect"
)

// positions that a check's result has beside those of the rules.
const (
	// PosStaged counts the rows of the batch.
	PosStaged = 0
	// PosFailing counts the rows that fail a rule of the given positions.
	PosFailing = -1
)

// Check is the whole evaluation as one SELECT that needs no temporary table:
// rows of (position, count), with PosStaged and PosFailing among the positions.
func (p *Plan) Check(failing []int) string {
	d := p.Dialect
	pairs := dialect.Escape(d.Unnest(nil, d.Ident(failColumn), d.Ident(stageTable)))
	rules := "SELECT pos, count(*) AS n FROM (" + pairs + ") AS pairs GROUP BY pos"
	staged := "SELECT 0, count(*) FROM batch"
	fails := "SELECT -1, count(*) FROM " + p.q(stageTable) + " AS stage WHERE " + p.rejects(failing)
	s := sq.Select("pos", "n").
		From("(" + rules + " UNION ALL " + staged + " UNION ALL " + fails + ") AS result").
		OrderBy("pos").Prefix(p.checkCTEs())
	return p.print(s)
}

// CheckSamples reads up to n failing rows of a rule as JSON objects of the
// batch's columns. Masked columns do not leave the warehouse.
func (p *Plan) CheckSamples(r Rule, n int) string {
	masked := map[string]bool{}
	for _, c := range p.Gate.Columns {
		if c.Mask {
			masked[strings.ToLower(c.Name)] = true
		}
	}
	names := make([]string, len(p.Columns))
	for i, c := range p.Columns {
		names[i] = c.From
	}
	row := "batch." + p.q(rowColumn)
	rows := sq.Select(append([]string{row + " AS " + p.q(rankColumn)}, p.sampled("batch", names, masked)...)...).From("batch").
		Join(p.q(stageTable) + " AS stage ON stage." + p.q(rowColumn) + " = " + row).
		Where(p.rejects([]int{r.Position})).OrderBy(row).Limit(uint64(n))
	s := sq.Select(dialect.Escape(p.Dialect.RowJSON("sample", names))).FromSelect(rows, "sample").
		OrderBy("sample." + p.q(rankColumn)).Prefix(p.checkCTEs())
	return p.print(s)
}

// checkCTEs are the batch and the queries that a run would materialize. A
// source without locator is numbered in a materialized CTE, so that every
// reference sees the same numbers.
func (p *Plan) checkCTEs() string {
	kind, locator := "NOT MATERIALIZED", "src."+dialect.Escape(p.Dialect.Locator())
	if p.Strategy == ByCopy {
		kind, locator = "MATERIALIZED", "row_number() OVER ()"
	}
	columns := append([]string{locator + " AS " + p.q(rowColumn)}, escapeAll(p.batch)...)
	batch := p.filter(sq.Select(lines(columns)).From(dialect.Escape(p.Source.From) + " AS src"))

	ctes := []string{"batch AS " + kind + " (" + mustSQL(batch) + ")" + p.targetCTE()}
	for _, k := range p.keyQueries() {
		ctes = append(ctes, p.q(k.name)+" AS MATERIALIZED ("+mustSQL(k.query)+")")
	}
	ctes = append(ctes, p.q(stageTable)+" AS MATERIALIZED ("+mustSQL(p.stage())+")")
	return "WITH " + strings.Join(ctes, ",\n") + "\n"
}
