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

// figureQuery is a query of figures over a relation: one row, or one for each
// group.
type figureQuery interface {
	width() int // figures that it gives
	sql(p *Plan, r relation) string
}

// relation is the rows that a check looks at, under the alias batch.
type relation struct {
	from   string   // stands after FROM
	guard  string   // which of its rows; empty: all
	groups []string // columns with their names group_1, group_2, …; empty: one group
	by     []string // the columns without their names
}

// names are the names of the columns of the groups.
func (r relation) names() []string {
	out := make([]string, len(r.groups))
	for i := range r.groups {
		out[i] = groupName(i)
	}
	return out
}

func groupName(i int) string { return fmt.Sprintf("group_%d", i+1) }

func (r relation) keys() []string { return slices.Clone(r.by) }

// list is the columns of the groups and more.
func (r relation) list(groups []string, more ...string) string {
	return strings.Join(append(slices.Clone(groups), more...), ", ")
}

// groupedBy is the GROUP BY of a query whose columns have the groups' names.
func (r relation) groupedBy() string {
	if len(r.groups) == 0 {
		return ""
	}
	return " GROUP BY " + strings.Join(r.names(), ", ")
}

// partition is a PARTITION BY of the groups, or nothing.
func (r relation) partition() string {
	if len(r.by) == 0 {
		return ""
	}
	return "PARTITION BY " + strings.Join(r.by, ", ")
}

// Slot is a column of a reading: a figure of a check, or its judged rows.
type Slot struct {
	Check  int // its index
	Judged bool
}

// Reading is a statement that reads figures of checks, all as texts: first the
// columns that name a group, then the slots. It gives one row, or one for each group.
type Reading struct {
	Name   string
	SQL    string
	Values []RunValue // that it binds, in order
	Groups int
	Slots  []Slot
}

// figures are the columns of a query of figures, as texts with their names.
func (p *Plan) figures(figures ...string) []string {
	out := p.texts(figures)
	for i, name := range figureNames(len(figures)) {
		out[i] += " AS " + name
	}
	return out
}

func figureNames(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("figure_%d", i+1)
	}
	return out
}

// texts prints figures as texts.
func (p *Plan) texts(figures []string) []string {
	out := make([]string, len(figures))
	for i, f := range figures {
		out[i] = "CAST(" + f + " AS " + p.typeName(gate.Type{Kind: gate.KindString}) + ")"
	}
	return out
}

// number prints an exact decimal.
func (p *Plan) number(text string) string {
	printed, err := p.Dialect.Literal(ast.Literal{Text: text, Type: gate.Type{Kind: gate.KindDecimal}})
	if err != nil {
		panic(fmt.Sprintf("sqlgate: %s has no decimal %s: %v", p.Dialect.Name(), text, err))
	}
	return printed
}

// flat are the columns of one row that read the figures of several checks over
// all of a relation's rows, and the queries that stand beside it.
type flat struct {
	columns []string
	joins   []string
	slots   []Slot
}

// flatten puts the figures of checks without groups into one row. A check
// that has none, of a number of rows, has a column only where its rows are not
// the whole batch, whose number is known.
func (p *Plan) flatten(checks []Check, from string) flat {
	var f flat
	for _, c := range checks {
		rows := "count(*)"
		if c.Guard != "" {
			rows = "count(CASE WHEN " + c.Guard + " THEN 1 END)"
		}
		if c.Guard != "" || c.On != gate.BatchRows && len(c.figures) == 0 && c.query == nil {
			f.columns = append(f.columns, p.texts([]string{rows})...)
			f.slots = append(f.slots, Slot{Check: c.Index, Judged: true})
		}
		f.columns = append(f.columns, p.texts(c.guarded)...)
		for range c.figures {
			f.slots = append(f.slots, Slot{Check: c.Index})
		}
	}
	for _, c := range checks {
		if c.query == nil {
			continue
		}
		query := c.query.sql(p, relation{from: from, guard: c.Guard})
		for range c.query.width() {
			f.slots = append(f.slots, Slot{Check: c.Index})
		}
		names := figureNames(c.query.width())
		f.joins = append(f.joins, p.Dialect.NamedColumns(query, fmt.Sprintf("check_%d", c.Index+1), names))
	}
	return f
}

// selected is the query of the row: lead are columns before the figures.
func (f flat) selected(lead []string, from string) string {
	columns := slices.Concat(lead, f.columns)
	if len(f.joins) == 0 {
		return "SELECT " + lines(columns) + " FROM " + from
	}
	return "SELECT * FROM (SELECT " + lines(numbered(columns)) + " FROM " + from + ") AS plain\nCROSS JOIN " + strings.Join(f.joins, "\nCROSS JOIN ")
}

func numbered(columns []string) []string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = fmt.Sprintf("%s AS plain_%d", c, i+1)
	}
	return out
}

// grouped is the reading of one check with groups.
func (p *Plan) grouped(c Check, from string) (string, []Slot) {
	r := relation{from: from, guard: c.Guard}
	for i, col := range c.GroupBy {
		x := "batch." + p.Dialect.Ident(col)
		r.by = append(r.by, x)
		r.groups = append(r.groups, x+" AS "+groupName(i))
	}
	slots := []Slot{{Check: c.Index, Judged: true}}
	figures := append([]string{"count(*)"}, c.bare...)
	for range c.figures {
		slots = append(slots, Slot{Check: c.Index})
	}
	columns := r.list(r.groups, numbered(p.texts(figures))...)
	query := "SELECT " + columns + " FROM " + from + where(c.Guard) + " GROUP BY " + strings.Join(r.by, ", ")
	read := []string{}
	for i := range figures {
		read = append(read, fmt.Sprintf("counted.plain_%d", i+1))
	}
	full := "(" + query + ") AS counted"
	if c.query != nil {
		names := r.names()
		var same []string
		for _, name := range names {
			same = append(same, "counted."+name+" IS NOT DISTINCT FROM measured."+name)
		}
		for _, name := range figureNames(c.query.width()) {
			names = append(names, name)
			read = append(read, "measured."+name)
			slots = append(slots, Slot{Check: c.Index})
		}
		full += "\nLEFT JOIN " + p.Dialect.NamedColumns(c.query.sql(p, r), "measured", names) + " ON " + strings.Join(same, " AND ")
	}
	var groups []string
	for _, name := range r.names() {
		groups = append(groups, "counted."+name)
	}
	groups = p.texts(groups)
	return "SELECT " + strings.Join(append(groups, read...), ", ") + "\nFROM " + full, slots
}

// checksOn are the checks on those rows, with or without groups.
func (p *Plan) checksOn(on gate.Rows, groups bool) []Check {
	return slices.DeleteFunc(slices.Clone(p.Checks), func(c Check) bool {
		return c.source != FromRows || c.On != on || len(c.GroupBy) > 0 != groups
	})
}

// CountSlots are the figures of checks that CountBatch reads behind its counts.
func (p *Plan) CountSlots() []Slot {
	return p.flatten(p.checksOn(gate.BatchRows, false), "batch").slots
}

// CountBatch counts the rows of the batch, independently of the stage, and for
// each of Filtered the rows that it judges; behind these counts it reads the
// figures of the checks on the batch that have no groups. It binds CountValues.
func (p *Plan) CountBatch() string {
	if !p.countsBatch() {
		s, _ := p.rows("count(*)")
		return p.print(s)
	}
	return p.finish(p.relationCTEs() + p.countQuery())
}

// countsBatch reports whether CountBatch looks at more than the number of rows.
func (p *Plan) countsBatch() bool {
	f := p.flatten(p.checksOn(gate.BatchRows, false), "batch")
	return len(p.Filtered())+len(f.slots) > 0
}

// CountValues are the values that CountBatch binds, in order.
func (p *Plan) CountValues() []RunValue {
	if !p.countsBatch() {
		return nil
	}
	return p.BatchValues()
}

func (p *Plan) countQuery() string {
	lead := []string{"count(*)"}
	for _, position := range p.Filtered() {
		lead = append(lead, "count(CASE WHEN "+p.Rules[position-1].Guard+" THEN 1 END)")
	}
	f := p.flatten(p.checksOn(gate.BatchRows, false), "batch")
	return dialect.Escape(f.selected(lead, "batch"))
}

// BatchReadings are the statements that read, after staging, the figures of the
// checks on the batch which CountBatch does not: of those with groups, and of
// those in raw SQL, a statement for each.
func (p *Plan) BatchReadings() []Reading {
	return p.eachOnBatch(p.relationCTEs())
}

func (p *Plan) eachOnBatch(with string) []Reading {
	out := p.readings(with, p.BatchValues(), gate.BatchRows, "batch")
	for _, c := range p.Checks {
		if c.source == FromQuery {
			out = append(out, p.rawReading(c, with))
		}
	}
	return out
}

func (p *Plan) readings(with string, values []RunValue, on gate.Rows, from string) []Reading {
	var out []Reading
	for _, c := range p.checksOn(on, true) {
		query, slots := p.grouped(c, from)
		sql, bound := p.Bind(p.finish(with+dialect.Escape(query)), values...)
		out = append(out, Reading{Name: "check " + c.ID, SQL: sql, Values: bound, Groups: len(c.GroupBy), Slots: slots})
	}
	return out
}

// RowReadings are the statements that read, once the rejecting rules are known,
// the figures of the checks on the rows that pass and on the target as it will be.
func (p *Plan) RowReadings(rejecting []int) []Reading {
	return p.rowReadings(strings.TrimSuffix(p.relationCTEs(), "\n"), p.passed(p.temp(stageTable), rejecting))
}

func (p *Plan) rowReadings(with, passed string) []Reading {
	var out []Reading
	for _, on := range []gate.Rows{gate.PassedRows, gate.TargetRows} {
		if on == gate.TargetRows && p.Gate.CheckOnly() {
			continue
		}
		from, values := passedTable+" AS batch", p.BatchValues()
		ctes := with + ",\n" + passed
		if on == gate.TargetRows && p.leavesTarget() {
			query, bound := p.targetAndPassed()
			ctes += ",\n" + togetherTable + " AS (" + query + ")"
			from, values = togetherTable+" AS batch", append(slices.Clone(values), bound...)
		}
		ctes += "\n"
		if flatChecks := p.checksOn(on, false); len(flatChecks) > 0 {
			f := p.flatten(flatChecks, from)
			out = append(out, p.together("checks on "+string(on), ctes, values, f, from))
		}
		out = append(out, p.readings(ctes, values, on, from)...)
	}
	return out
}

// together is the reading of checks without groups, with the number of rows.
func (p *Plan) together(name, with string, values []RunValue, f flat, from string) Reading {
	total := p.texts([]string{"count(*)"})
	sql, values := p.Bind(p.finish(with+dialect.Escape(f.selected(total, from))), values...)
	return Reading{
		Name: name, SQL: sql, Values: values,
		Slots: append([]Slot{{Check: AllChecks, Judged: true}}, f.slots...),
	}
}

// The common table expressions of rows that pass, and of them with the target's.
// No table of a gate can have these names.
const (
	passedTable   = "_sqlgate_passed"
	togetherTable = "_sqlgate_together"
)

// AllChecks is the check of a slot that holds the rows of all checks of its
// reading that have no slot of their own for them.
const AllChecks = -1

// passed is the common table expression of the rows that fail no rejecting rule.
func (p *Plan) passed(stage string, rejecting []int) string {
	s := sq.Select("batch.*").From("batch")
	if len(rejecting) > 0 {
		rejected := sq.Select("1").From(stage + " AS stage").Where("stage." + p.q(rowColumn) + " = batch." + p.q(rowColumn))
		if len(rejecting) < len(p.Rules) {
			rejected = rejected.Where(p.rejects("stage", rejecting))
		}
		s = s.Where("NOT EXISTS (" + mustSQL(rejected) + ")")
	}
	return passedTable + " AS (" + mustSQL(s) + ")"
}

// targetAndPassed is the query of the gate's columns in the target's rows that
// the run leaves and the rows that pass, with the values that it binds.
func (p *Plan) targetAndPassed() (query string, bound []RunValue) {
	var there, here []string
	for i, c := range p.batch {
		if p.Gate.Column(c.name) == nil {
			continue
		}
		name := p.q(c.name)
		there = append(there, dialect.Escape(p.present(c.name, p.Gate.Column(c.name).Type))+" AS "+name)
		here = append(here, "passed."+name)
		if c.unread != "" {
			unread := p.q(unreadColumn(i))
			there, here = append(there, "FALSE AS "+unread), append(here, "passed."+unread)
		}
	}
	if p.readsStart() {
		started := ast.StartedAt()
		there = append(there, "CAST(? AS "+p.typeName(started.Type)+") AS "+p.q(started.Name))
		here = append(here, "passed."+p.q(started.Name))
		bound = []RunValue{StartedAt}
	}
	return "SELECT " + strings.Join(there, ", ") + " FROM " + dialect.Escape(p.Dialect.Table(p.targetTable())) + " AS present" + dialect.Escape(where(p.stays(passedTable))) + "\n" +
		"UNION ALL SELECT " + strings.Join(here, ", ") + " FROM " + passedTable + " AS passed", bound
}

// CheckReadings are the statements that read, without temporary tables, the
// figures of the checks on the batch.
func (p *Plan) CheckReadings() []Reading {
	with := p.standaloneBatch(false) + "\n"
	var out []Reading
	if f := p.flatten(p.checksOn(gate.BatchRows, false), "batch"); len(f.slots) > 0 {
		out = append(out, p.together("checks", with, p.BatchValues(), f, "batch"))
	}
	return append(out, p.eachOnBatch(with)...)
}

// CheckRowReadings are those of the checks on the rows that would pass.
func (p *Plan) CheckRowReadings(rejecting []int) []Reading {
	return p.rowReadings(strings.TrimSuffix(p.checkCTEs(false), "\n"), p.passed(p.q(stageTable), rejecting))
}

// Alone are the statements that read the figures of one check by itself, to
// find the check that an engine's error comes from.
func (p *Plan) Alone(c Check) []Reading {
	alone := *p
	alone.Checks = []Check{c}
	return append(alone.CheckReadings(), alone.CheckRowReadings(p.Rejecting())...)
}
