package compile

import (
	"fmt"
	"slices"
	"strings"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/compile/dialect"
)

// The temporary tables of a run. A check has CTEs of these names instead.
const (
	rowColumn  = "_sqlgate_row"          // a row's locator
	failColumn = "_sqlgate_failed"       // positions of the rules that a row fails
	idsColumn  = "_sqlgate_failed_rules" // ids of the same
	posColumn  = "_sqlgate_pos"
	rankColumn = "_sqlgate_rank"
	copyTable  = "_sqlgate_batch"
	stageTable = "_sqlgate_stage"
	setsTable  = "_sqlgate_sets"
)

// q quotes an identifier for a squirrel builder.
func (p *Plan) q(name string) string { return dialect.Escape(p.Dialect.Ident(name)) }

// temp is a temporary table's name for a squirrel builder.
func (p *Plan) temp(name string) string { return dialect.Escape(p.Dialect.Temp(name)) }

// print finishes a statement of a builder.
func (p *Plan) print(s sq.Sqlizer) string { return p.finish(mustSQL(s)) }

// finish gives parameters the dialect's form and makes escaped text what it was.
func (p *Plan) finish(escaped string) string {
	sql, err := p.Dialect.Placeholder().ReplacePlaceholders(escaped)
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
	s := p.filter(sq.Select(p.locator()+" AS "+p.q(rowColumn), "src.*").From(dialect.Escape(p.Source.From) + " AS src"))
	return p.print(s.Prefix(dialect.Escape(p.Dialect.CreateTemp(copyTable))))
}

// filter limits a query of the source to the batch.
func (p *Plan) filter(s sq.SelectBuilder) sq.SelectBuilder {
	s = p.filterSource(s)
	if part := p.within(p.inSource); part != "" {
		s = s.Where("(" + dialect.Escape(part) + ")")
	}
	return s
}

// filterSource limits it to the rows of every partition, and of none.
func (p *Plan) filterSource(s sq.SelectBuilder) sq.SelectBuilder {
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
	return p.filter(s), p.locator()
}

// locator tells the rows of the source apart where they are read from itself: by
// their own locator, else by a number that each reading gives anew.
func (p *Plan) locator() string {
	if p.Source.Locator {
		return "src." + dialect.Escape(p.Dialect.Locator())
	}
	return "row_number() OVER ()"
}

// batchCTE is the batch as the statements of a run read it.
func (p *Plan) batchCTE(extra ...string) string {
	_, locator := p.rows()
	columns := slices.Concat([]string{locator + " AS " + p.q(rowColumn)}, p.judgedColumns(), extra)
	s, _ := p.rows(lines(columns))
	return "WITH batch AS (\n  " + mustSQL(s) + "\n)\n"
}

// kept are the source's columns under names of their own, beside the batch's:
// the stage keeps those of the failing rows for samples and rejected.
func (p *Plan) kept() []string {
	out := make([]string, len(p.Source.Columns))
	for i, c := range p.Source.Columns {
		out[i] = "src." + p.q(c.Name) + " AS " + p.q(keptColumn(i))
	}
	return out
}

func keptColumn(i int) string { return fmt.Sprintf("_sqlgate_src_%d", i+1) }

// relationCTEs are the batch and, for raw SQL, the target by the name target, as
// the run finds it.
func (p *Plan) relationCTEs(extra ...string) string {
	return strings.TrimSuffix(p.batchCTE(extra...), "\n") + p.targetCTE() + "\n"
}

func (p *Plan) targetCTE() string {
	raw := len(p.rawChecks()) > 0 || slices.ContainsFunc(p.Rules, func(r Rule) bool {
		_, query := r.set.(*rowQuery)
		return query || r.Volatile
	})
	if !raw || p.targetTable().IsZero() {
		return ""
	}
	return ",\ntarget AS (" + mustSQL(p.targetRows()) + ")"
}

// targetRows are the target's rows; none of the batch's columns where there is
// no target yet.
func (p *Plan) targetRows() sq.SelectBuilder {
	if p.hasTarget() {
		return sq.Select("*").From(dialect.Escape(p.Dialect.Table(p.targetTable())))
	}
	var columns []string
	for _, m := range p.Columns {
		columns = append(columns, "batch."+p.q(m.From)+" AS "+p.q(m.To))
	}
	return sq.Select(columns...).From("batch").Where("FALSE")
}

// invalid is the condition that a row of judged fails the rule; it is never NULL.
func (p *Plan) invalid(r Rule) string {
	var terms []string
	switch {
	case r.Volatile:
		terms = append(terms, "batch."+p.q(rawColumn(r.Position)))
	case r.Invalid != "":
		terms = append(terms, dialect.Escape(r.Invalid))
	}
	if r.set != nil {
		terms = append(terms, "batch."+p.q(foundColumn(r.Position)))
	}
	switch len(terms) {
	case 0:
		return "FALSE"
	case 1:
		return terms[0]
	default:
		return "(" + strings.Join(terms, " OR ") + ")"
	}
}

// stage is the query of the failing rows: locator, words of failures and, where
// the batch keeps them, the source's columns.
func (p *Plan) stage(kept bool) sq.SelectBuilder {
	conditions := make([]string, len(p.Rules))
	var judging []string
	for i, r := range p.Rules {
		conditions[i] = p.invalid(r)
		if !r.Proven {
			judging = append(judging, conditions[i])
		}
	}
	for _, r := range p.keeping() {
		conditions = append(conditions, "batch."+p.q(lostColumn(r.Position)))
	}
	columns := []string{"batch." + p.q(rowColumn)}
	for i, word := range p.words() {
		columns = append(columns, failures(conditions[i*wordBits:min((i+1)*wordBits, len(conditions))])+" AS "+p.q(word))
	}
	if kept {
		for i := range p.Source.Columns {
			columns = append(columns, "batch."+p.q(keptColumn(i)))
		}
	}
	s := sq.Select(columns...).From("\n" + p.judgedBatch())
	if len(judging) == 0 {
		return s.Where("FALSE")
	}
	return s.Where("\n  " + strings.Join(judging, "\n  OR "))
}

// judgedBatch is the batch as the stage reads it, with a column for what may be
// evaluated only once: raw SQL, which may be volatile, and whether a set rule
// found the row. Those are joins, since Postgres plans an IN within a disjunction
// as a search of the whole list for each row, once the list is long.
func (p *Plan) judgedBatch() string {
	columns, joins := []string{"batch.*"}, ""
	found := func(table, column string) {
		locator := p.q(table) + "." + p.q(rowColumn)
		columns = append(columns, locator+" IS NOT NULL AS "+p.q(column))
		joins += "\n  LEFT JOIN " + p.q(table) + " ON " + locator + " = batch." + p.q(rowColumn)
	}
	for _, r := range p.Rules {
		if r.Volatile {
			columns = append(columns, dialect.Escape(r.Invalid)+" AS "+p.q(rawColumn(r.Position)))
		}
		if r.set != nil {
			found(foundTable(r.Position), foundColumn(r.Position))
		}
	}
	for _, r := range p.keeping() {
		found(lostTable(r.Position), lostColumn(r.Position))
	}
	if len(columns) == 1 {
		return "batch"
	}
	return "(SELECT " + lines(columns) + " FROM batch" + joins + ") AS batch"
}

func rawColumn(position int) string   { return fmt.Sprintf("_sqlgate_raw_%d", position) }
func foundColumn(position int) string { return fmt.Sprintf("_sqlgate_found_%d", position) }
func lostColumn(position int) string  { return fmt.Sprintf("_sqlgate_lost_%d", position) }

// Stage finds the failing rows into a temporary table.
func (p *Plan) Stage() string {
	s := p.stage(true).Prefix(dialect.Escape(p.Dialect.CreateTemp(stageTable)) + "\n" + p.relationCTEs(p.kept()...))
	return p.print(s)
}

// Analyze gathers statistics of the stage's locators and words, by which the
// write tells the failing rows from the others; empty where the engine needs none.
func (p *Plan) Analyze() string {
	return p.Dialect.Analyze(stageTable, append([]string{rowColumn}, p.words()...))
}

// Sets counts the stage's rows per set of failed rules into a temporary table:
// all further counts come from this small one.
func (p *Plan) Sets() string {
	return p.print(p.sets(p.temp(stageTable)).Prefix(dialect.Escape(p.Dialect.CreateTemp(setsTable))))
}

// sets is a query of the sets of failed rules in a stage: words, rows and the
// lists of positions and of ids.
func (p *Plan) sets(stage string) sq.SelectBuilder {
	words := p.quotedWords("")
	positions, ids, conditions := make([]int, len(p.Rules)), make([]string, len(p.Rules)), make([]string, len(p.Rules))
	for i, r := range p.Rules {
		positions[i], ids[i] = i+1, r.ID
		conditions[i] = p.failed("sets", []int{i + 1})
	}
	counted := sq.Select(append(words, "count(*) AS n")...).From(stage).GroupBy(words...)
	lists := []string{
		dialect.Escape(p.Dialect.FailedList(positions, conditions)) + " AS " + p.q(failColumn),
		dialect.Escape(p.Dialect.RuleIDs(ids, conditions)) + " AS " + p.q(idsColumn),
	}
	return sq.Select(slices.Concat(p.quotedWords("sets"), []string{"n"}, lists)...).FromSelect(counted, "sets")
}

// lines is a list of columns, one per line.
func lines(columns []string) string { return strings.Join(columns, ",\n    ") }

// mustSQL is a builder's text, still escaped. A builder of a plan is complete, or the plan has a bug.
func mustSQL(s sq.Sqlizer) string {
	sql, _, err := s.ToSql()
	if err != nil {
		panic(fmt.Sprintf("sqlgate: a statement of the plan is incomplete: %v", err))
	}
	return sql
}
