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
	masked := map[string]bool{}
	for _, c := range p.Gate.Columns {
		if c.Mask {
			masked[strings.ToLower(c.SourceColumn)] = true
		}
	}
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
	columns := []string{"picked.pos AS " + p.q(posColumn), "picked." + rank}
	names := make([]string, len(p.Source.Columns))
	for i, c := range p.Source.Columns {
		names[i] = c.Name
		value := "stage." + p.q(keptColumn(i))
		if masked[strings.ToLower(c.Name)] {
			value = "'***'"
		}
		columns = append(columns, value+" AS "+p.q(c.Name))
	}
	full := sq.Select(columns...).From("(" + picked + ") AS picked JOIN " + stage + " AS stage ON stage." + row + " = picked." + row)
	return mustSQL(sq.Select(p.q(posColumn)+" AS pos", rank+" AS rank", dialect.Escape(d.RowJSON("ranked", names))+" AS sample").FromSelect(full, "ranked"))
}
