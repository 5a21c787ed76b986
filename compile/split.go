package compile

import (
	"fmt"
	"strings"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// The temporary tables of a run. A check has CTEs of these names instead.
const (
	rowColumn  = "_sqlgate_row"    // a row's locator
	failColumn = "_sqlgate_failed" // positions of the rules that a row fails
	posColumn  = "_sqlgate_pos"
	rankColumn = "_sqlgate_rank"
	copyTable  = "_sqlgate_batch"
	stageTable = "_sqlgate_stage"
)

// StageTable is the name of the temporary table of failing rows.
const StageTable = stageTable

// batchColumns prints the batch's columns under their target names: the gate's,
// then the unlisted ones that are kept.
func batchColumns(g *gate.Gate, d dialect.Dialect, c *columns) ([]string, error) {
	var out []string
	seen := map[string]bool{}
	for _, col := range g.Columns {
		seen[strings.ToLower(col.Name)] = true
		if from, ok := c.sourceOf[col.Name]; ok {
			out = append(out, "src."+d.Ident(from.Name)+" AS "+d.Ident(col.Name))
			continue
		}
		typ, err := d.TypeName(col.Type)
		if err != nil {
			return nil, fmt.Errorf("column %s is optional and not in the source, so it needs a type: %w", col.Name, err)
		}
		out = append(out, "CAST(NULL AS "+typ+") AS "+d.Ident(col.Name))
	}
	for _, col := range c.extra {
		if !seen[strings.ToLower(col.Name)] {
			out = append(out, "src."+d.Ident(col.Name)+" AS "+d.Ident(col.Name))
		}
	}
	return out, nil
}

// q quotes an identifier for a squirrel builder.
func (p *Plan) q(name string) string { return dialect.Escape(p.Dialect.Ident(name)) }

// temp is a temporary table's name for a squirrel builder.
func (p *Plan) temp(name string) string { return dialect.Escape(p.Dialect.Temp(name)) }

// print finishes a statement. No statement of a plan that is printed here binds arguments.
func (p *Plan) print(s sq.Sqlizer) string {
	sql, _, err := s.ToSql()
	if err != nil {
		panic(fmt.Sprintf("sqlgate: a statement of the plan is incomplete: %v", err))
	}
	sql, err = p.Dialect.Placeholder().ReplacePlaceholders(sql)
	if err != nil {
		panic(fmt.Sprintf("sqlgate: placeholders of the plan: %v", err))
	}
	return sql
}

// Copy copies the batch into a temporary table, under the strategy ByCopy; else it is empty.
func (p *Plan) Copy() string {
	if p.Strategy != ByCopy {
		return ""
	}
	s := p.filter(sq.Select(p.rowNumber(), "src.*").From(dialect.Escape(p.Source.From) + " AS src"))
	return p.print(s.Prefix(dialect.Escape(p.Dialect.CreateTemp(copyTable))))
}

func (p *Plan) rowNumber() string { return "row_number() OVER () AS " + p.q(rowColumn) }

func (p *Plan) filter(s sq.SelectBuilder) sq.SelectBuilder {
	if p.where == "" {
		return s
	}
	return s.Where("(" + dialect.Escape(p.where) + "\n)")
}

// rows is the source's rows with their locator, as the run reads them after a
// copy: src is their alias.
func (p *Plan) rows(columns ...string) (s sq.SelectBuilder, locator string) {
	if p.Strategy == ByCopy {
		return sq.Select(columns...).From(p.temp(copyTable) + " AS src"), "src." + p.q(rowColumn)
	}
	s = sq.Select(columns...).From(dialect.Escape(p.Source.From) + " AS src")
	return p.filter(s), "src." + dialect.Escape(p.Dialect.Locator())
}

// batchCTE is the batch as the statements of a run read it.
func (p *Plan) batchCTE() string {
	_, locator := p.rows()
	s, _ := p.rows(lines(append([]string{locator + " AS " + p.q(rowColumn)}, escapeAll(p.batch)...)))
	return "WITH batch AS (\n  " + mustSQL(s) + "\n)\n"
}

// relationCTEs are the batch and, for raw SQL rules, the target by the name target.
func (p *Plan) relationCTEs() string {
	return strings.TrimSuffix(p.batchCTE(), "\n") + p.targetCTE() + "\n"
}

func (p *Plan) targetCTE() string {
	for _, r := range p.Rules {
		if r.Volatile && !p.Gate.CheckOnly() {
			return ",\ntarget AS (SELECT * FROM " + dialect.Escape(p.Dialect.Table(p.Gate.Target)) + ")"
		}
	}
	return ""
}

// invalid is the condition that a row fails the rule, over batch and the
// tables of duplicates; it is never NULL.
func (p *Plan) invalid(r Rule) string {
	var terms []string
	switch {
	case r.Volatile:
		terms = append(terms, "batch."+p.q(rawColumn(r.Position)))
	case r.Invalid != "":
		terms = append(terms, dialect.Escape(r.Invalid))
	}
	if r.Key != nil {
		terms = append(terms, p.q(duplicatesTable(r.Position))+"."+p.q(rowColumn)+" IS NOT NULL")
	}
	if len(terms) == 1 {
		return terms[0]
	}
	return "(" + strings.Join(terms, " OR ") + ")"
}

// stage is the query of the failing rows: locator and failed positions.
func (p *Plan) stage() sq.SelectBuilder {
	var positions []int
	var conditions []string
	for _, r := range p.Rules {
		positions = append(positions, r.Position)
		conditions = append(conditions, p.invalid(r))
	}
	row := "batch." + p.q(rowColumn)
	s := sq.Select(row, p.Dialect.FailedList(positions, conditions)+" AS "+p.q(failColumn)).From("\n" + p.judged())
	for _, r := range p.Rules {
		if r.Key == nil {
			continue
		}
		dups := p.q(duplicatesTable(r.Position))
		s = s.LeftJoin(dups + " ON " + dups + "." + p.q(rowColumn) + " = " + row)
	}
	if len(conditions) == 0 {
		return s.Where("FALSE")
	}
	return s.Where("\n  " + strings.Join(conditions, "\n  OR "))
}

// judged is the batch as the stage reads it. Raw SQL may be volatile, so its
// result is a column there, evaluated once for the filter and the list.
func (p *Plan) judged() string {
	columns := []string{"batch.*"}
	for _, r := range p.Rules {
		if r.Volatile {
			columns = append(columns, dialect.Escape(r.Invalid)+" AS "+p.q(rawColumn(r.Position)))
		}
	}
	if len(columns) == 1 {
		return "batch"
	}
	return "(SELECT " + lines(columns) + " FROM batch) AS batch"
}

func rawColumn(position int) string { return fmt.Sprintf("_sqlgate_raw_%d", position) }

// Stage finds the failing rows into a temporary table.
func (p *Plan) Stage() string {
	s := p.stage().Prefix(dialect.Escape(p.Dialect.CreateTemp(stageTable)) + "\n" + p.relationCTEs())
	return p.print(s)
}

// CountBatch counts the rows of the batch, independently of the stage.
func (p *Plan) CountBatch() string {
	s, _ := p.rows("count(*)")
	return p.print(s)
}

// TallyRules counts the stage's rows per failed rule: position, rows.
func (p *Plan) TallyRules() string {
	pairs := dialect.Escape(p.Dialect.Unnest(nil, p.Dialect.Ident(failColumn), p.Dialect.Temp(stageTable)))
	s := sq.Select("pos", "count(*)").From("(" + pairs + ") AS pairs").GroupBy("pos").OrderBy("pos")
	return p.print(s)
}

// CountRows counts the stage's rows: those that fail a rejecting rule, those
// that fail only others, and the distinct locators.
func (p *Plan) CountRows(rejecting []int) string {
	rejects := p.rejects(rejecting)
	s := sq.Select(
		"coalesce(sum(CASE WHEN "+rejects+" THEN 1 ELSE 0 END), 0)",
		"coalesce(sum(CASE WHEN "+rejects+" THEN 0 ELSE 1 END), 0)",
		"count(DISTINCT "+p.q(rowColumn)+")",
	).From(p.temp(stageTable) + " AS stage")
	return p.print(s)
}

// rejects is the condition that a row of the stage fails a rejecting rule.
func (p *Plan) rejects(rejecting []int) string {
	if len(rejecting) == 0 {
		return "FALSE"
	}
	return dialect.Escape(p.Dialect.HasAny("stage."+p.Dialect.Ident(failColumn), rejecting))
}

// RuleSets counts the rejected rows per set of failed rules, largest first:
// list of positions, rows.
func (p *Plan) RuleSets(rejecting []int) string {
	failed := "stage." + p.q(failColumn)
	s := sq.Select(failed, "count(*) AS n").From(p.temp(stageTable)+" AS stage").
		Where(p.rejects(rejecting)).GroupBy(failed).OrderBy("n DESC", failed).Limit(100)
	return p.print(s)
}

// Samples reads up to n failing rows of each rule as JSON objects of the
// source's columns, in locator order: position, JSON text. Masked columns do
// not leave the warehouse.
func (p *Plan) Samples(n int) string {
	d := p.Dialect
	masked := map[string]bool{}
	for _, c := range p.Gate.Columns {
		if c.Mask {
			masked[strings.ToLower(c.SourceColumn)] = true
		}
	}
	names := make([]string, len(p.Source.Columns))
	for i, c := range p.Source.Columns {
		names[i] = c.Name
	}
	columns := append([]string{"ranked.pos AS " + p.q(posColumn), "ranked.rank AS " + p.q(rankColumn)},
		p.sampled("src", names, masked)...)

	pairs := dialect.Escape(d.Unnest([]string{d.Ident(rowColumn)}, d.Ident(failColumn), d.Temp(stageTable)))
	ranked := "SELECT pairs.*, row_number() OVER (PARTITION BY pos ORDER BY " + p.q(rowColumn) + ") AS rank FROM (" + pairs + ") AS pairs"
	rows, locator := p.rows(columns...)
	rows = rows.Join(fmt.Sprintf("(%s) AS ranked ON ranked.%s = %s AND ranked.rank <= %d", ranked, p.q(rowColumn), locator, n))
	s := sq.Select("sample."+p.q(posColumn), dialect.Escape(d.RowJSON("sample", names))).FromSelect(rows, "sample").
		OrderBy("sample."+p.q(posColumn), "sample."+p.q(rankColumn))
	return p.print(s)
}

// sampled are the columns of a sample over an alias, under their own names.
func (p *Plan) sampled(alias string, names []string, masked map[string]bool) []string {
	out := make([]string, len(names))
	for i, name := range names {
		value := alias + "." + p.q(name)
		if masked[strings.ToLower(name)] {
			value = "'***'"
		}
		out[i] = value + " AS " + p.q(name)
	}
	return out
}

// Probe evaluates one row rule over the whole batch, to find the rule that an
// engine's error comes from; empty for a rule that has only a key.
func (p *Plan) Probe(r Rule) string {
	if r.Invalid == "" {
		return ""
	}
	s := sq.Select("count(*)").From("batch").Where(dialect.Escape(r.Invalid)).Prefix(p.relationCTEs())
	return p.print(s)
}

// lines is a list of columns, one per line.
func lines(columns []string) string { return strings.Join(columns, ",\n    ") }

func mustSQL(s sq.Sqlizer) string {
	sql, _, err := s.ToSql()
	if err != nil {
		panic(fmt.Sprintf("sqlgate: a statement of the plan is incomplete: %v", err))
	}
	return sql
}

func escapeAll(texts []string) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = dialect.Escape(t)
	}
	return out
}
