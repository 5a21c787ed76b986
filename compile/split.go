package compile

import (
	"cmp"
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
	rowsTable  = "_sqlgate_row_failures"
	stageTable = "_sqlgate_stage"
	setsTable  = "_sqlgate_sets"
)

// q quotes an identifier for a squirrel builder.
func (p *Plan) q(name string) string { return dialect.Escape(p.Dialect.Ident(name)) }

// temp is a temporary table's name for a squirrel builder.
func (p *Plan) temp(name string) string { return dialect.Escape(p.Dialect.Temp(name)) }

// made is what a query of a run or a check gave, to stand after FROM under an
// alias, by default its own name: a temporary table, which may go by another
// name, or a CTE.
func (p *Plan) made(name, alias string) string {
	own, table := p.Dialect.Ident(name), p.Dialect.Temp(name)
	switch {
	case !p.inline && !strings.HasSuffix(table, own):
		return table + " AS " + cmp.Or(alias, own)
	case alias == "":
		return own
	default:
		return own + " AS " + alias
	}
}

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
	if p.replay != nil {
		s = p.copyRejected()
	}
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
		s = sq.Select(columns...).From(p.temp(copyTable) + " AS src")
		if p.chosen != "" {
			s = s.Where("src." + p.q(chosenColumn))
		}
		return s, "src." + p.q(rowColumn)
	}
	s = sq.Select(columns...).From(dialect.Escape(p.Source.From) + " AS src")
	return p.filter(s), p.locator()
}

// locator tells the rows of the source apart where they are read from itself: by
// their own locator, else by a value that each reading gives anew.
func (p *Plan) locator() string {
	if p.Source.Locator {
		return "src." + dialect.Escape(p.Dialect.Locator())
	}
	return p.Dialect.RowID()
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

// rowFailures is the query of the rows that fail a rule by themselves: locator,
// words of failures and, where the batch keeps them, the source's columns.
func (p *Plan) rowFailures(kept bool) sq.SelectBuilder {
	return p.failing(kept, make([]string, len(p.Rules)), "")
}

// failing is rowFailures with the rows besides that were found, of which joins
// and a condition for each bit tell; empty conditions never hold.
func (p *Plan) failing(kept bool, found []string, joins string) sq.SelectBuilder {
	raw := []string{"batch.*"}
	var judging []string
	for _, s := range p.screens {
		judging = append(judging, dialect.Escape(s))
	}
	conditions := slices.Clone(found)
	judging = append(judging, slices.DeleteFunc(slices.Clone(found), func(c string) bool { return c == "" })...)
	for i, r := range p.Rules {
		if r.Invalid == "" {
			continue
		}
		condition := dialect.Escape(r.Invalid)
		if r.Volatile {
			raw = append(raw, condition+" AS "+p.q(rawColumn(r.Position)))
			condition = "batch." + p.q(rawColumn(r.Position))
			judging = append(judging, condition)
		}
		if conditions[i] != "" {
			condition += " OR " + conditions[i]
		}
		conditions[i] = condition
	}
	batch := "batch"
	if len(raw) > 1 {
		batch = "(SELECT " + lines(raw) + " FROM batch) AS batch"
	}
	word := func(i int) string { return failures(ofWord(conditions, i)) }
	s := sq.Select(p.stageColumns("batch", kept, word)...).From("\n" + batch + joins)
	if len(judging) == 0 {
		return s.Where("FALSE")
	}
	return s.Where("\n  " + strings.Join(judging, "\n  OR "))
}

// found joins what the set rules found to an alias. It has a condition for each
// bit of the words; those of row rules are empty.
func (p *Plan) found(alias string) (conditions []string, joins string) {
	join := func(table string) (condition string) {
		locator := p.q(table) + "." + p.q(rowColumn)
		joins += "\n  LEFT JOIN " + dialect.Escape(p.made(table, "")) + " ON " + locator + " = " + alias + "." + p.q(rowColumn)
		return locator + " IS NOT NULL"
	}
	conditions = make([]string, len(p.Rules))
	for i, r := range p.Rules {
		if r.set != nil {
			conditions[i] = join(foundTable(r.Position))
		}
	}
	for _, r := range p.keeping() {
		conditions = append(conditions, join(lostTable(r.Position)))
	}
	return conditions, joins
}

// stageColumns are the columns of a stage, of which word gives the words.
func (p *Plan) stageColumns(alias string, kept bool, word func(i int) string) []string {
	columns := []string{alias + "." + p.q(rowColumn)}
	for i, name := range p.words() {
		columns = append(columns, word(i)+" AS "+p.q(name))
	}
	if kept {
		for i := range p.Source.Columns {
			columns = append(columns, alias+"."+p.q(keptColumn(i)))
		}
	}
	return columns
}

// apart reports whether the rows that fail by themselves are materialized before
// the set rules find theirs: in a query that reads no temporary table, where only
// such a one runs in parallel, and where set rules judge only the other rows.
func (p *Plan) apart() bool {
	return p.hasSets() && (p.Dialect.StagesApart() || slices.ContainsFunc(p.Rules, Rule.amongValid))
}

func (p *Plan) hasSets() bool {
	return slices.ContainsFunc(p.Rules, func(r Rule) bool { return r.set != nil })
}

// stage is the query of all failing rows, of the form of rowFailures.
func (p *Plan) stage(kept bool) sq.SelectBuilder {
	if !p.apart() {
		found, joins := p.found("batch")
		return p.failing(kept, found, joins)
	}
	var lists []string
	for _, r := range p.Rules {
		if r.set != nil {
			lists = append(lists, "SELECT "+p.q(rowColumn)+" FROM "+dialect.Escape(p.made(foundTable(r.Position), "")))
		}
	}
	none := func(int) string { return "0" }
	besides := sq.Select(p.stageColumns("batch", kept, none)...).From("batch").
		Where("batch." + p.q(rowColumn) + " IN (" + strings.Join(lists, " UNION ALL ") + ")").
		Where("NOT EXISTS (SELECT 1 FROM " + dialect.Escape(p.made(rowsTable, "failing")) + " WHERE failing." + p.q(rowColumn) + " = batch." + p.q(rowColumn) + ")")
	all := "(SELECT * FROM " + dialect.Escape(p.made(rowsTable, "")) + "\n  UNION ALL " + mustSQL(besides) + ") AS failing"

	found, joins := p.found("failing")
	words := p.quotedWords("failing")
	both := func(i int) string { return words[i] + " | (" + failures(ofWord(found, i)) + ")" }
	s := sq.Select(p.stageColumns("failing", kept, both)...).From("\n" + all + joins)
	if p.chosen != "" {
		s = s.Where("failing." + p.q(rowColumn) + " IN (SELECT batch." + p.q(rowColumn) + " FROM batch)")
	}
	return s
}

func rawColumn(position int) string { return fmt.Sprintf("_sqlgate_raw_%d", position) }

// Staging are the statements that find the failing rows into a temporary table.
func (p *Plan) Staging() []Step {
	create := func(table string) string { return dialect.Escape(p.Dialect.CreateTemp(table)) + "\n" }
	var steps []Step
	all := p.around()
	if p.apart() {
		s := p.rowFailures(true).Prefix(create(rowsTable) + all.relationCTEs(p.kept()...))
		steps = append(steps, p.step("find rows that fail by themselves", p.print(s), p.BatchValues()...))
	}
	for _, q := range p.setQueries() {
		sql := p.finish(create(q.name) + all.relationCTEs() + dialect.Escape(q.sql))
		steps = append(steps, p.step("find rows that break set rules", sql, p.BatchValues()...))
	}
	s := p.stage(true).Prefix(create(stageTable) + p.relationCTEs(p.kept()...))
	return append(steps, p.step("stage failing rows", p.print(s), p.BatchValues()...))
}

// Tables are the names of the tables that Copy, Staging and Sets make.
func (p *Plan) Tables() []string {
	var out []string
	if p.Strategy == ByCopy {
		out = append(out, copyTable)
	}
	if p.apart() {
		out = append(out, rowsTable)
	}
	for _, q := range p.setQueries() {
		out = append(out, q.name)
	}
	out = append(out, stageTable, setsTable)
	for i, name := range out {
		out[i] = p.Dialect.Temp(name)
	}
	return out
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
