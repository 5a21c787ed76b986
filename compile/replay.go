package compile

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// A replay is a run whose source is the gate's rejected table: the same rules
// over the rows as they stand there. Its batch are the chosen ones of the
// unresolved rows. All unresolved rows are copied once, since the replay changes
// the table that it reads, and set rules compare the chosen ones with them.
//
// Where rows have no locator, they are marked in the copy, which then takes the
// place of the rows that it was made of.

// Replay says that the batch are rejected rows. Source is then the rejected
// table, and Where and Partition choose among its unresolved rows.
type Replay struct {
	RunID string // only the rows that this run rejected; empty: those of all
}

// chosenColumn says of a row of the copy that it is in the batch.
const chosenColumn = "_sqlgate_chosen"

// replayed is the gate as a replay judges it. Rejected rows are no batch that can
// be refused as a whole: whatever rule a row fails, it stays where it is.
func replayed(g *gate.Gate) *gate.Gate {
	out := *g
	out.Source = gate.Source{Table: g.Rejected.Table, Pos: g.Source.Pos}
	out.SourceAfter, out.OnEmpty = gate.KeepSource, gate.EmptySkip
	out.RejectLimit, out.Checks = nil, nil
	if g.Mode != gate.Upsert {
		out.Mode = gate.Append
	}
	if g.ExtraColumns == gate.ExtraFail {
		out.ExtraColumns = gate.ExtraDrop
	}
	out.Rules = make([]*gate.Rule, len(g.Rules))
	for i, r := range g.Rules {
		own := *r
		own.Tolerate = nil
		if own.Policy == gate.Fail {
			own.Policy = gate.Quarantine
		}
		if scope := own.Params["scope"].Text; besideTarget(own.Kind) && KeyScope(scope) != ScopeTarget {
			own.Params = maps.Clone(own.Params)
			if own.Params == nil {
				own.Params = map[string]gate.Param{}
			}
			param := own.Params["scope"]
			param.Text = string(ScopeBoth)
			own.Params["scope"] = param
		}
		out.Rules[i] = &own
	}
	return &out
}

// besideTarget reports whether a rule has a scope, which says that its rows are
// compared with the target's too.
func besideTarget(kind string) bool {
	return slices.Contains([]string{"unique", "primary_key", "no_overlap"}, kind)
}

// rejectedRelation is the rejected table as the source that a replay reads, and
// the condition of its unresolved rows. Columns that the gate has gained since
// are NULL in every row.
func rejectedRelation(g *gate.Gate, d dialect.Dialect, table Relation, offline bool) (source Relation, lenient *gate.Gate, unresolved string, err error) {
	if !table.Locator && d.Locator() != "" {
		reason := fmt.Sprintf("nothing tells the rows of %s apart, as a column of it is named %s", table.Name, d.Locator())
		return Relation{}, nil, "", &dialect.UnsupportedError{Feature: "replay", Dialect: d.Name(), Reason: reason}
	}
	const resolution = "_sqlgate_resolution"
	if _, found := find(table.Columns, resolution); found > 0 || offline {
		unresolved = "src." + d.Ident(resolution) + " IS NULL"
	}
	source = table
	source.Columns = slices.DeleteFunc(slices.Clone(table.Columns), func(c Column) bool { return isOurs(g, c.Name) })
	own := *g
	own.Columns = slices.Clone(g.Columns)
	for i, c := range own.Columns {
		if _, found := find(source.Columns, c.SourceColumn); found == 0 && c.Type.IsKnown() {
			own.Columns[i].Optional = true
			own.Columns[i].Type = concrete(c.Type)
		}
	}
	return source, &own, unresolved, nil
}

// isOurs reports whether a column of a rejected table is not the source's.
func isOurs(g *gate.Gate, name string) bool {
	lower := strings.ToLower(name)
	if strings.HasPrefix(lower, gate.ReservedPrefix) {
		return true
	}
	listed := slices.ContainsFunc(g.Columns, func(c gate.Column) bool { return strings.EqualFold(c.SourceColumn, name) })
	return strings.HasPrefix(lower, gate.RuleColumnPrefix) && !listed
}

// heldOffline are the columns of the rejected table that the plan would make.
func (p *Plan) heldOffline() []Column {
	held := slices.Clone(p.Source.Columns)
	for _, c := range p.rejectedColumns() {
		held = append(held, Column{Name: c.name})
	}
	return held
}

// addGained adds the columns that the gate has gained to the rejected table, so
// that they can be filled there.
func (p *Plan) addGained() {
	for _, c := range p.Gate.Columns {
		if _, found := find(p.Source.Columns, c.SourceColumn); found > 0 {
			continue
		}
		t := c.Type
		if c.Cast != nil {
			t = gate.Type{Kind: gate.KindString}
		}
		p.addToRejected(rejectedColumn{name: c.SourceColumn, typ: p.typeName(t)})
	}
}

// choosing is the condition of the batch's rows among the unresolved ones, over
// src; empty: they are all in it.
func (p *Plan) choosing(where string) string {
	var terms []string
	if where != "" {
		terms = append(terms, "("+where+"\n)")
	}
	if p.replay.RunID != "" {
		terms = append(terms, "src."+p.Dialect.Ident("_sqlgate_run_id")+" = '"+strings.ReplaceAll(p.replay.RunID, "'", "''")+"'")
	}
	if part := p.within(p.inSource); part != "" {
		terms = append(terms, "("+part+")")
	}
	return strings.Join(terms, " AND ")
}

// copyRejected copies the unresolved rows.
func (p *Plan) copyRejected() sq.SelectBuilder {
	columns := []string{p.locator() + " AS " + p.q(rowColumn), "src.*"}
	if p.chosen != "" {
		columns = append(columns, "("+dialect.Escape(p.chosen)+") IS TRUE AS "+p.q(chosenColumn))
	}
	if p.marksCopy() {
		for _, c := range p.lacking {
			columns = append(columns, "CAST(NULL AS "+c.typ+") AS "+p.q(c.name))
		}
	}
	return p.filterSource(sq.Select(columns...).From(dialect.Escape(p.Source.From) + " AS src"))
}

// around is the plan over all rows with which set rules compare those of the
// batch: in a replay all unresolved ones, else the batch itself.
func (p *Plan) around() *Plan {
	all := *p
	all.chosen = ""
	return &all
}

// compared is the rows that a rule judges and, in a replay, the target's that
// stay, as rows of the batch without a locator: FROM, and WHERE with further
// conditions, of which empty ones are left out. They have the columns that
// decide, and those that break ties.
func (p *Plan) compared(r Rule, conditions ...string) string {
	if p.replay == nil || !p.leavesTarget() {
		return p.judged(r, conditions...)
	}
	if r.amongValid() {
		conditions = append(conditions, p.valid())
	}
	row := p.Dialect.Ident(rowColumn)
	ours, theirs := []string{p.row()}, []string{"NULL AS " + row}
	for _, c := range p.Gate.Columns {
		if slices.Contains(r.reads, c.Name) || isOrdered(c.Type) {
			name := p.Dialect.Ident(c.Name)
			ours = append(ours, p.plain("batch."+name, c.Type)+" AS "+name)
			theirs = append(theirs, p.plain(p.present(c.Name, c.Type), c.Type)+" AS "+name)
		}
	}
	if started := p.Dialect.Ident(ast.StartedAt().Name); r.readsStart {
		ours = append(ours, "batch."+started)
		theirs = append(theirs, "(SELECT max(batch."+started+") FROM batch) AS "+started)
	}
	staying := "SELECT " + strings.Join(theirs, ", ") + " FROM " + p.Dialect.Table(p.targetTable()) + " AS present" + where(p.stays("batch"))
	if r.filter != "" {
		staying = "SELECT batch.* FROM (" + staying + ") AS batch" + where(r.filter)
	}
	return "FROM (SELECT " + strings.Join(ours, ", ") + " FROM batch" + where(r.Guard) + "\nUNION ALL " + staying + ") AS batch" + where(conditions...)
}

// IsReplay reports whether the plan judges rejected rows again.
func (p *Plan) IsReplay() bool { return p.replay != nil }

// attempted counts a replay of a row.
func (p *Plan) attempted() string {
	attempts := p.q("_sqlgate_attempts")
	return attempts + " = coalesce(src." + attempts + ", 0) + 1"
}

// marksCopy reports whether a replay marks rows in its copy, since nothing finds
// them in the table that they came from.
func (p *Plan) marksCopy() bool { return p.replay != nil && p.Dialect.Locator() == "" }

func (p *Plan) updateRejected() string {
	table := dialect.Escape(p.Dialect.Table(p.Gate.Rejected.Table))
	if p.marksCopy() {
		table = p.temp(copyTable)
	}
	return "UPDATE " + table + " AS src SET "
}

// marked is the locator of the rows that updateRejected updates.
func (p *Plan) marked() string {
	if p.marksCopy() {
		return "src." + p.q(rowColumn)
	}
	return p.locator()
}

// TakeOut deletes the unresolved rows from the rejected table, to be put back by
// PutBack as they are in the copy; empty where they were marked where they are.
func (p *Plan) TakeOut() string {
	if !p.marksCopy() {
		return ""
	}
	s := sq.Delete(dialect.Escape(p.Dialect.Table(p.Gate.Rejected.Table)) + " AS src")
	return p.print(s.Where(cmp.Or(dialect.Escape(p.where), "TRUE")))
}

// PutBack puts the rows of the copy into the rejected table.
func (p *Plan) PutBack() string {
	if !p.marksCopy() {
		return ""
	}
	var to, from []string
	put := func(name string) { to, from = append(to, p.q(name)), append(from, "src."+p.q(name)) }
	for _, c := range p.held {
		put(c.Name)
	}
	for _, c := range p.lacking {
		put(c.name)
	}
	return p.print(sq.Insert(dialect.Escape(p.Dialect.Table(p.Gate.Rejected.Table))).Columns(to...).
		Select(sq.Select(from...).From(p.temp(copyTable) + " AS src")))
}

func (p *Plan) resolved(resolution string) string {
	return p.q("_sqlgate_resolution") + " = " + resolution + ", " + p.q("_sqlgate_resolved_run_id") + " = "
}

// MarkReplayed marks the rows that were written to the target. It binds the run's
// id. It comes after InsertPassed and before KeepRejected: rows that are changed
// may get another locator.
func (p *Plan) MarkReplayed(rejecting []int) string {
	rows := p.passing(rejecting, false, "src."+p.q(rowColumn))
	return p.finish(p.updateRejected() + p.attempted() + ", " + p.resolved("'replayed'") + p.bound(RunID) +
		" FROM (" + mustSQL(rows) + ") AS passed WHERE " + p.marked() + " = passed." + p.q(rowColumn))
}

// KeepRejected gives the rows that fail again the rules that they fail now; those
// that lost to another row are superseded. It binds KeptValues.
func (p *Plan) KeepRejected(rejecting []int) string {
	read := []string{"stage." + p.q(rowColumn), "sets." + p.q(idsColumn)}
	set := []string{p.q("_sqlgate_failed_rules") + " = failing." + p.q(idsColumn), p.attempted()}
	if superseded := p.supersedes("stage", rejecting); superseded != "FALSE" {
		const lost = "superseded"
		read = append(read, superseded+" AS "+p.q(lost))
		set = append(set, p.resolved("CASE WHEN failing."+p.q(lost)+" THEN 'superseded' END")+"CASE WHEN failing."+p.q(lost)+" THEN "+p.bound(RunID)+" END")
	}
	if p.Gate.Rejected.RuleColumns {
		for _, r := range p.Rules {
			column := p.q(r.RejectedColumn())
			read = append(read, p.verdict(r)+" AS "+column)
			set = append(set, column+" = failing."+column)
		}
	}
	rows := p.rejectedRows(rejecting, read...).Join(p.temp(setsTable) + " AS sets ON " + p.sameSet("stage", "sets"))
	return p.finish(p.updateRejected() + strings.Join(set, ", ") +
		" FROM (" + mustSQL(rows) + ") AS failing WHERE " + p.marked() + " = failing." + p.q(rowColumn))
}

// KeptValues are the values that KeepRejected binds, in order.
func (p *Plan) KeptValues(rejecting []int) []RunValue {
	if p.supersedes("stage", rejecting) != "FALSE" {
		return []RunValue{RunID}
	}
	return nil
}

// SupersedeBeside marks the unresolved rows that were not chosen and whose key a
// row has that is written, unless they are newer; empty where there are none. It
// binds the run's id, and comes before other rows of the table are changed.
func (p *Plan) SupersedeBeside(rejecting []int) string {
	if p.chosen == "" || p.Gate.Mode != gate.Upsert {
		return ""
	}
	passing := func(columns ...string) sq.SelectBuilder { return p.passing(rejecting, false, columns...) }
	others := sq.Select(p.q(rowColumn)).From(p.temp(copyTable)).Where("NOT " + p.q(chosenColumn))
	return p.finish(p.updateRejected() + p.resolved("'superseded'") + p.bound(RunID) +
		" WHERE " + p.marked() + " IN (" + mustSQL(others) + ") AND " + p.keyIsAmong(passing))
}
