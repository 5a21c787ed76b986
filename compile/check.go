package compile

import (
	"fmt"
	"strconv"
	"strings"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/compile/dialect"
)

// Figure says what a row of a check's result is.
type Figure string

// The figures of a check's result. Those of a rule have its position.
const (
	FigureStaged     Figure = "staged"     // rows of the batch
	FigureFailing    Figure = "failing"    // rows that fail one of the failing rules
	FigureSuperseded Figure = "superseded" // of the failing rows: another row of the same key is kept; absent: none
	FigureFailed     Figure = "failed"     // rows that fail the rule; absent: none
	FigureUnknown    Figure = "unknown"    // rows of which the rule says nothing; absent: none
	FigureJudged     Figure = "judged"     // rows that a rule with a filter judges; absent: all but the unknown
	FigureSample     Figure = "sample"     // a failing row of the rule, as JSON text; the number is its rank
)

// Check is the whole evaluation as one SELECT that needs no temporary table:
// figure, position, number and sample, with up to n samples per rule. It binds
// BatchValues.
func (p *Plan) Check(failing []int, n int) string {
	d := p.Dialect
	sets := p.q(setsTable)
	pairs := dialect.Escape(d.Unnest([]string{"n"}, d.Ident(failColumn), d.Ident(setsTable)))
	part := func(figure Figure, position, number, from string) string {
		return fmt.Sprintf("SELECT '%s' AS figure, %s AS pos, %s AS n, NULL AS sample FROM %s", figure, position, number, from)
	}
	parts := []string{
		part(FigureStaged, "0", "count(*)", "batch"),
		part(FigureFailing, "0", bigint("sum(n)"), sets+" AS sets WHERE "+p.rejects("sets", failing)),
		part(FigureFailed, "pos", bigint("sum(n)"), "("+pairs+") AS pairs GROUP BY pos"),
	}
	if superseded := p.supersedes("sets", failing); superseded != "FALSE" {
		parts = append(parts, part(FigureSuperseded, "0", bigint("sum(n)"), sets+" AS sets WHERE "+superseded))
	}
	for _, position := range p.Uncertain() {
		unknown := sets + " AS sets WHERE " + p.failed("sets", p.Rules[position-1].casts)
		parts = append(parts, part(FigureUnknown, strconv.Itoa(position), bigint("sum(n)"), unknown))
	}
	for _, position := range p.Filtered() {
		parts = append(parts, part(FigureJudged, strconv.Itoa(position), "count(*)", "batch WHERE "+dialect.Escape(p.Rules[position-1].Guard)))
	}
	if n > 0 {
		parts = append(parts, "SELECT 'sample', pos, rank, sample FROM ("+p.samples(p.q(stageTable), sets, n)+") AS samples")
	}
	s := sq.Select("figure", "pos", "n", "sample").From("("+strings.Join(parts, "\n  UNION ALL ")+"\n) AS result").
		OrderBy("pos", "figure", "n").Prefix(p.checkCTEs(n > 0))
	return p.print(s)
}

// checkCTEs are the batch and the queries that a run would materialize. A
// source without locator is numbered in a materialized CTE, so that every
// reference sees the same numbers; a filter that may change is evaluated there once.
func (p *Plan) checkCTEs(kept bool) string {
	ctes := []string{p.standaloneBatch(kept)}
	if p.apart() {
		ctes = append(ctes, p.Dialect.CTE(p.q(rowsTable), true)+" ("+mustSQL(p.rowFailures(kept))+")")
	}
	for _, q := range p.setQueries() {
		ctes = append(ctes, p.Dialect.CTE(p.q(q.name), true)+" ("+dialect.Escape(q.sql)+")")
	}
	ctes = append(ctes, p.Dialect.CTE(p.q(stageTable), true)+" ("+mustSQL(p.stage(kept))+")")
	ctes = append(ctes, p.Dialect.CTE(p.q(setsTable), true)+" ("+mustSQL(p.sets(p.q(stageTable)))+")")
	return strings.Join(ctes, ",\n") + "\n"
}

// standaloneBatch begins a WITH of the batch, and of the target for raw SQL, read
// from the source itself rather than from a copy.
func (p *Plan) standaloneBatch(kept bool) string {
	columns := append([]string{p.locator() + " AS " + p.q(rowColumn)}, p.judgedColumns()...)
	if kept {
		columns = append(columns, p.kept()...)
	}
	batch := p.filter(sq.Select(lines(columns)).From(dialect.Escape(p.Source.From) + " AS src"))
	if p.Strategy == ByCopy {
		return p.Dialect.WithOnce("batch", mustSQL(batch)) + p.targetCTE()
	}
	return "WITH " + p.Dialect.CTE("batch", false) + " (" + mustSQL(batch) + ")" + p.targetCTE()
}
