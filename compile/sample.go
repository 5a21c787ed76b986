package compile

import (
	"fmt"
	"strings"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/compile/dialect"
)

// Samples reads up to n failing rows of each rule as JSON objects of the
// source's columns, in locator order: position, JSON text.
func (p *Plan) Samples(n int) string {
	samples := p.samples(p.temp(stageTable), p.temp(setsTable), n)
	return p.print(sq.Select("pos", "sample").From("("+samples+") AS samples").OrderBy("pos", "rank"))
}

// samples is a query of pos, rank and sample over a stage that keeps the
// source's columns and its sets. The first rows of each set are enough to find
// the first rows of each rule. Masked columns do not leave the warehouse.
func (p *Plan) samples(stage, sets string, n int) string {
	d := p.Dialect
	row, rank, failed := p.q(rowColumn), p.q(rankColumn), p.q(failColumn)
	words := p.quotedWords("")
	first := func(by, from string) string {
		ranked := "SELECT *, row_number() OVER (PARTITION BY " + by + " ORDER BY " + row + ") AS " + rank + " FROM " + from
		return fmt.Sprintf("SELECT * FROM (%s) AS ranked WHERE %s <= %d", ranked, rank, n)
	}
	narrow := mustSQL(sq.Select(append([]string{row}, words...)...).From(stage))
	rows := "SELECT firsts." + row + ", sets." + failed + " FROM (" + first(strings.Join(words, ", "), "("+narrow+") AS narrow") + ") AS firsts JOIN " + sets + " AS sets ON " + p.sameSet("firsts", "sets")
	pairs := dialect.Escape(d.Unnest([]string{d.Ident(rowColumn)}, d.Ident(failColumn), "("+rows+") AS listed"))
	picked := first("pos", "("+pairs+") AS pairs")
	values, names := p.sampled(func(i int) string { return "stage." + p.q(keptColumn(i)) })
	columns := append([]string{"picked.pos AS " + p.q(posColumn), "picked." + rank}, values...)
	full := sq.Select(columns...).From("(" + picked + ") AS picked JOIN " + stage + " AS stage ON stage." + row + " = picked." + row)
	return mustSQL(sq.Select(p.q(posColumn)+" AS pos", rank+" AS rank", dialect.Escape(d.RowJSON("ranked", names))+" AS sample").FromSelect(full, "ranked"))
}

// sampled are the source's columns as samples show them, with their names. value
// is the i-th.
func (p *Plan) sampled(value func(i int) string) (columns, names []string) {
	masked := map[string]bool{}
	for _, c := range p.Gate.Columns {
		if c.Mask {
			masked[strings.ToLower(c.SourceColumn)] = true
		}
	}
	for i, c := range p.Source.Columns {
		shown := value(i)
		if masked[strings.ToLower(c.Name)] {
			shown = "'" + stars + "'"
		}
		columns, names = append(columns, shown+" AS "+p.q(c.Name)), append(names, c.Name)
	}
	return columns, names
}

// SamplePassed reads the first n rows in locator order that fail no rejecting
// rule, as JSON objects of the source's columns.
func (p *Plan) SamplePassed(rejecting []int, n int) string {
	columns, names := p.sampled(func(i int) string { return "src." + p.q(p.Source.Columns[i].Name) })
	_, locator := p.rows()
	return p.sampleRows(p.passing(rejecting, false, append([]string{locator + " AS " + p.q(rowColumn)}, columns...)...), names, n)
}

// SampleRejected reads the first n rows that fail a rejecting rule in the same form.
func (p *Plan) SampleRejected(rejecting []int, n int) string {
	columns, names := p.sampled(func(i int) string { return "stage." + p.q(keptColumn(i)) })
	return p.sampleRows(p.rejectedRows(rejecting, append([]string{"stage." + p.q(rowColumn)}, columns...)...), names, n)
}

func (p *Plan) sampleRows(rows sq.SelectBuilder, names []string, n int) string {
	first := rows.OrderBy(p.q(rowColumn)).Limit(uint64(n))
	return p.print(sq.Select(dialect.Escape(p.Dialect.RowJSON("sampled", names))+" AS sample").FromSelect(first, "sampled").OrderBy("sampled." + p.q(rowColumn)))
}
