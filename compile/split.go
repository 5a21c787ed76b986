package compile

import (
	"fmt"
	"slices"
	"strings"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
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

// batchColumn is a column of the batch, printed over src.
type batchColumn struct {
	name   string // the target's
	value  string // as it is written
	judged string // as rules see it: without a collation of the source's
	unread string // of a converted column: TRUE where the text does not convert, never NULL
}

// batchColumns are the batch's columns: the gate's, then the unlisted ones that are kept.
func batchColumns(g *gate.Gate, d dialect.Dialect, c *columns) ([]batchColumn, error) {
	var out []batchColumn
	seen := map[string]bool{}
	for _, col := range g.Columns {
		seen[strings.ToLower(col.Name)] = true
		if from, ok := c.sourceOf[col.Name]; ok {
			column := batchColumn{name: col.Name, value: "src." + d.Ident(from.Name)}
			column.judged = from.judged(d, column.value)
			if c.converted[col.Name] {
				if err := column.convert(col, d, from); err != nil {
					return nil, fmt.Errorf("column %s: %w", col.Name, err)
				}
			}
			out = append(out, column)
			continue
		}
		typ, err := d.TypeName(col.Type)
		if err != nil {
			return nil, fmt.Errorf("column %s is optional and not in the source, so it needs a type: %w", col.Name, err)
		}
		null := "CAST(NULL AS " + typ + ")"
		out = append(out, batchColumn{name: col.Name, value: null, judged: null})
	}
	for _, col := range c.extra {
		if !seen[strings.ToLower(col.Name)] {
			value := "src." + d.Ident(col.Name)
			out = append(out, batchColumn{name: col.Name, value: value, judged: value})
		}
	}
	return out, nil
}

// convert makes the column one whose texts are read as the gate's type.
func (b *batchColumn) convert(col gate.Column, d dialect.Dialect, from Column) error {
	text := ast.Column{From: "src", Name: from.Name, Type: gate.Type{Kind: gate.KindString}}
	ok, value, err := reading(text, concrete(col.Type), *col.Cast)
	if err != nil {
		return err
	}
	if b.value, err = d.Print(value); err != nil {
		return err
	}
	b.judged = b.value
	b.unread, err = d.Print(ast.Is{X: ok, Value: false})
	return err
}

// unreadColumn says of a row of the batch that the text of its i-th column does
// not convert.
func unreadColumn(i int) string { return fmt.Sprintf("_sqlgate_unread_%d", i+1) }

// unread are those columns by the names of the columns that they tell of.
func (p *Plan) unread() map[string]string {
	out := map[string]string{}
	for i, c := range p.batch {
		if c.unread != "" {
			out[c.name] = unreadColumn(i)
		}
	}
	return out
}

// judgedColumns are the batch's columns as its CTE selects them.
func (p *Plan) judgedColumns() []string {
	var out []string
	for i, c := range p.batch {
		out = append(out, dialect.Escape(c.judged)+" AS "+p.q(c.name))
		if c.unread != "" {
			out = append(out, dialect.Escape(c.unread)+" AS "+p.q(unreadColumn(i)))
		}
	}
	if p.readsStart() {
		started := ast.StartedAt()
		value := "?"
		if p.described {
			value = "NULL"
		}
		out = append(out, "CAST("+value+" AS "+p.typeName(started.Type)+") AS "+p.q(started.Name))
	}
	return out
}

// forDescription is the plan for statements that are described and never run,
// so that they bind no values.
func (p *Plan) forDescription() *Plan {
	described := *p
	described.described = true
	return &described
}

// readsStart reports whether a rule or check looks at the run's start.
func (p *Plan) readsStart() bool {
	return slices.ContainsFunc(p.Rules, func(r Rule) bool { return r.readsStart }) ||
		slices.ContainsFunc(p.Checks, func(c Check) bool { return c.readsStart })
}

// BatchValues are the values that every statement over the batch binds, in order.
func (p *Plan) BatchValues() []RunValue {
	if p.readsStart() {
		return []RunValue{StartedAt}
	}
	return nil
}

// written is the value of a column of the batch, over src.
func (p *Plan) written(name string) string {
	i := slices.IndexFunc(p.batch, func(c batchColumn) bool { return c.name == name })
	return dialect.Escape(p.batch[i].value)
}

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
	s := p.filter(sq.Select("row_number() OVER () AS "+p.q(rowColumn), "src.*").From(dialect.Escape(p.Source.From) + " AS src"))
	return p.print(s.Prefix(dialect.Escape(p.Dialect.CreateTemp(copyTable))))
}

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

// relationCTEs are the batch and, for raw SQL rules, the target by the name target.
func (p *Plan) relationCTEs(extra ...string) string {
	return strings.TrimSuffix(p.batchCTE(extra...), "\n") + p.targetCTE() + "\n"
}

func (p *Plan) targetCTE() string {
	for _, r := range p.Rules {
		if _, query := r.set.(*rowQuery); (query || r.Volatile) && !p.Gate.CheckOnly() {
			return ",\ntarget AS (" + mustSQL(p.targetRows()) + ")"
		}
	}
	if len(p.rawChecks()) > 0 && !p.Gate.CheckOnly() {
		return ",\ntarget AS (" + mustSQL(p.targetRows()) + ")"
	}
	return ""
}

// targetRows are the target's rows; none of the batch's columns where there is
// no target yet.
func (p *Plan) targetRows() sq.SelectBuilder {
	if len(p.TargetDDL) == 0 {
		return sq.Select("*").From(dialect.Escape(p.Dialect.Table(p.Gate.Target)))
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
// evaluated only once: raw SQL, which may be volatile, and the look for what
// a set rule found.
func (p *Plan) judgedBatch() string {
	columns := []string{"batch.*"}
	for _, r := range p.Rules {
		if r.Volatile {
			columns = append(columns, dialect.Escape(r.Invalid)+" AS "+p.q(rawColumn(r.Position)))
		}
		if r.set != nil {
			columns = append(columns, p.among(foundTable(r.Position))+" AS "+p.q(foundColumn(r.Position)))
		}
	}
	for _, r := range p.keeping() {
		columns = append(columns, p.among(lostTable(r.Position))+" AS "+p.q(lostColumn(r.Position)))
	}
	if len(columns) == 1 {
		return "batch"
	}
	return "(SELECT " + lines(columns) + " FROM batch) AS batch"
}

// among is the condition that a row of the batch is in a table of locators.
func (p *Plan) among(table string) string {
	return "batch." + p.q(rowColumn) + " IN (SELECT " + p.q(rowColumn) + " FROM " + p.q(table) + ")"
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

// ReadBatch reads the batch as the source has it; the warehouse's word on it is
// on the source and its filter alone.
func (p *Plan) ReadBatch() string {
	return p.print(p.filter(sq.Select("count(*)").From(dialect.Escape(p.Source.From) + " AS src")))
}

// Filtered are the positions of the rules with a filter of their own, whose
// judged rows must be counted.
func (p *Plan) Filtered() []int {
	var out []int
	for _, r := range p.Rules {
		if r.Where != nil {
			out = append(out, r.Position)
		}
	}
	return out
}

// CountUnknown counts for each of Uncertain the rows of which it says nothing,
// since a text that it reads does not convert; empty where there is none.
func (p *Plan) CountUnknown() string {
	var columns []string
	for _, position := range p.Uncertain() {
		columns = append(columns, bigint("sum(CASE WHEN "+p.failed("sets", p.Rules[position-1].casts)+" THEN n ELSE 0 END)"))
	}
	if len(columns) == 0 {
		return ""
	}
	return p.print(sq.Select(lines(columns)).From(p.temp(setsTable) + " AS sets"))
}

// Uncertain are the positions of the rules that read a column whose texts are converted.
func (p *Plan) Uncertain() []int {
	var out []int
	for _, r := range p.Rules {
		if len(r.casts) > 0 {
			out = append(out, r.Position)
		}
	}
	return out
}

// TallyRules counts the failing rows per rule: position, rows.
func (p *Plan) TallyRules() string {
	d := p.Dialect
	pairs := dialect.Escape(d.Unnest([]string{"n"}, d.Ident(failColumn), d.Temp(setsTable)))
	s := sq.Select("pos", bigint("sum(n)")).From("(" + pairs + ") AS pairs").GroupBy("pos").OrderBy("pos")
	return p.print(s)
}

// bigint keeps a sum of counts a 64-bit integer: sums are wider on most warehouses.
func bigint(sum string) string { return "CAST(coalesce(" + sum + ", 0) AS BIGINT)" }

// CountRows counts the stage's rows: those that fail a rejecting rule, those of
// them that are superseded, and those that fail only other rules.
func (p *Plan) CountRows(rejecting []int) string {
	rejects, superseded := p.rejects("sets", rejecting), p.supersedes("sets", rejecting)
	s := sq.Select(
		bigint("sum(CASE WHEN "+rejects+" THEN n ELSE 0 END)"),
		bigint("sum(CASE WHEN "+superseded+" THEN n ELSE 0 END)"),
		bigint("sum(CASE WHEN "+rejects+" THEN 0 ELSE n END)"),
	).From(p.temp(setsTable) + " AS sets")
	return p.print(s)
}

// supersedes is the condition that a rejecting rule keeps another row of the
// same key.
func (p *Plan) supersedes(alias string, rejecting []int) string {
	var lost []int
	for i, r := range p.keeping() {
		if slices.Contains(rejecting, r.Position) {
			lost = append(lost, len(p.Rules)+i+1)
		}
	}
	if len(lost) == 0 {
		return "FALSE"
	}
	return p.failed(alias, lost)
}

// rejects is the condition that a row of the stage, or a set, has a rejecting
// rule among its failed ones.
func (p *Plan) rejects(alias string, rejecting []int) string {
	switch len(rejecting) {
	case 0:
		return "FALSE"
	case len(p.Rules):
		return "TRUE"
	}
	return p.failed(alias, rejecting)
}

// rejectedRows is the stage's rows that fail a rejecting rule, under the alias stage.
func (p *Plan) rejectedRows(rejecting []int, columns ...string) sq.SelectBuilder {
	s := sq.Select(columns...).From(p.temp(stageTable) + " AS stage")
	if len(rejecting) == len(p.Rules) {
		return s
	}
	return s.Where(p.rejects("stage", rejecting))
}

// RuleSets counts the rejected rows per set of failed rules, largest first:
// list of positions, rows.
func (p *Plan) RuleSets(rejecting []int) string {
	failed := "sets." + p.q(failColumn)
	s := sq.Select(failed, "n").From(p.temp(setsTable)+" AS sets").
		Where(p.rejects("sets", rejecting)).OrderBy("n DESC", failed).Limit(100)
	return p.print(s)
}

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

// Probe evaluates one rule over the whole batch in a statement of its own, to
// find the rule that an engine's error comes from.
func (p *Plan) Probe(r Rule) string {
	with := "WITH " + p.standaloneBatch(false)
	if r.Proven {
		return p.finish(with + "\nSELECT count(*) FROM batch WHERE FALSE")
	}
	if r.set == nil {
		return p.finish(with + "\nSELECT count(*) FROM batch WHERE " + dialect.Escape(r.Invalid))
	}
	for _, q := range p.queriesOf(r) {
		with += ",\n" + p.Dialect.CTE(p.q(q.name), true) + " (" + dialect.Escape(q.sql) + ")"
	}
	probe := "\nSELECT count(*) FROM " + p.q(foundTable(r.Position))
	if r.Invalid != "" {
		probe += ", batch WHERE " + dialect.Escape(r.Invalid)
	}
	return p.finish(with + probe)
}

// Condition reads a raw SQL rule's text as a column, for its type.
func (p *Plan) Condition(r Rule) (string, error) {
	text, err := p.Dialect.Print(r.Valid)
	if err != nil {
		return "", err
	}
	s := sq.Select(dialect.Escape(text) + " AS condition").From("batch").Prefix("WITH " + p.forDescription().standaloneBatch(false) + "\n")
	return p.print(s), nil
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

func escapeAll(texts []string) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = dialect.Escape(t)
	}
	return out
}
