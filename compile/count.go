package compile

import (
	"slices"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/compile/dialect"
)

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
// list of positions, rows. The first are of any order among sets of as many rows.
func (p *Plan) RuleSets(rejecting []int) string {
	s := sq.Select("sets."+p.q(failColumn), "n").From(p.temp(setsTable) + " AS sets").
		Where(p.rejects("sets", rejecting)).OrderBy(append([]string{"n DESC"}, p.quotedWords("sets")...)...).Limit(100)
	return p.print(s)
}
