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
// position, rows and NULL, with PosStaged and PosFailing (the rows that fail one
// of the failing rules) among the positions; then up to n samples per rule:
// position, rank and JSON text.
func (p *Plan) Check(failing []int, n int) string {
	d := p.Dialect
	sets := d.Ident(setsTable)
	pairs := dialect.Escape(d.Unnest([]string{"n"}, d.Ident(failColumn), sets))
	parts := []string{
		"SELECT 0 AS pos, count(*) AS n, NULL AS sample FROM batch",
		"SELECT -1, " + bigint("sum(n)") + ", NULL FROM " + p.q(setsTable) + " AS sets WHERE " + p.rejects("sets", failing),
		"SELECT pos, " + bigint("sum(n)") + ", NULL FROM (" + pairs + ") AS pairs GROUP BY pos",
	}
	if n > 0 {
		parts = append(parts, "SELECT pos, rank, sample FROM ("+p.samples(p.q(stageTable), p.q(setsTable), n)+") AS samples")
	}
	s := sq.Select("pos", "n", "sample").From("(\n  "+strings.Join(parts, "\n  UNION ALL ")+"\n) AS result").
		OrderBy("pos", "n").Prefix(p.checkCTEs(n > 0))
	return p.print(s)
}

// checkCTEs are the batch and the queries that a run would materialize. A
// source without locator is numbered in a materialized CTE, so that every
// reference sees the same numbers.
func (p *Plan) checkCTEs(kept bool) string {
	ctes := []string{p.standaloneBatch(kept)}
	for _, q := range p.setQueries() {
		ctes = append(ctes, p.Dialect.CTE(p.q(q.name), true)+" ("+dialect.Escape(q.sql)+")")
	}
	ctes = append(ctes, p.Dialect.CTE(p.q(stageTable), true)+" ("+mustSQL(p.stage(kept))+")")
	ctes = append(ctes, p.Dialect.CTE(p.q(setsTable), true)+" ("+mustSQL(p.sets(p.q(stageTable)))+")")
	return "WITH " + strings.Join(ctes, ",\n") + "\n"
}

// standaloneBatch is the batch, and the target for raw SQL, read from the source
// itself rather than from a copy.
func (p *Plan) standaloneBatch(kept bool) string {
	locator := "src." + dialect.Escape(p.Dialect.Locator())
	if p.Strategy == ByCopy {
		locator = "row_number() OVER ()"
	}
	columns := append([]string{locator + " AS " + p.q(rowColumn)}, p.judgedColumns()...)
	if kept {
		columns = append(columns, p.kept()...)
	}
	batch := p.filter(sq.Select(lines(columns)).From(dialect.Escape(p.Source.From) + " AS src"))
	return p.Dialect.CTE("batch", p.Strategy == ByCopy) + " (" + mustSQL(batch) + ")" + p.targetCTE()
}
