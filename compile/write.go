package compile

import (
	"fmt"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// RunValue is a value of the run that statements bind, as $1, $2, … (on
// BigQuery by ?): BatchValues, or RejectedValues for InsertRejected.
type RunValue string

// The run's values.
const (
	RunID      RunValue = "run_id"
	BatchID    RunValue = "batch_id"
	Partition  RunValue = "partition"
	RejectedAt RunValue = "rejected_at"
	StartedAt  RunValue = "started_at"
	// RejectedRows are the locators of the rejected rows, a list as a text.
	RejectedRows RunValue = "rejected_rows"
)

// runValues are the values that each rejected row carries, in order.
func runValues() []RunValue { return []RunValue{RunID, BatchID, Partition, RejectedAt} }

// RejectedValues are the values that InsertRejected binds, in order.
func (p *Plan) RejectedValues(rejecting []int) []RunValue {
	if p.supersedes("stage", rejecting) != "FALSE" {
		return append(runValues(), RunID)
	}
	return runValues()
}

// DeleteTarget deletes the target's rows that the run replaces: in mode replace
// all, in replace_partition those of the partition. Else it is empty.
func (p *Plan) DeleteTarget() string {
	switch p.Gate.Mode {
	case gate.Replace:
		return p.Dialect.Empty(p.Dialect.Table(p.Gate.Target))
	case gate.ReplacePartition:
		return p.print(sq.Delete(dialect.Escape(p.Dialect.Table(p.Gate.Target)) + " AS present").Where(dialect.Escape(p.within(p.inTarget))))
	default:
		return ""
	}
}

// InsertPassed writes the rows that fail no rejecting rule into the target; in
// mode upsert those whose key it has not. Without rejecting rules it reads no
// stage. With listed it takes the rejected rows from the value RejectedRows, which
// it binds then, instead of from the stage.
func (p *Plan) InsertPassed(rejecting []int, listed bool) string {
	var from, to []string
	for _, m := range p.Columns {
		from = append(from, p.written(m.From))
		to = append(to, p.q(m.To))
	}
	s := p.passing(rejecting, listed, from...)
	if p.updates() {
		s = p.absent(s)
	}
	return p.print(sq.Insert(dialect.Escape(p.Dialect.Table(p.Gate.Target))).Columns(to...).Select(s))
}

// RejectedRows is a query of the locators of the rejected rows.
func (p *Plan) RejectedRows(rejecting []int) string {
	return p.print(p.rejectedRows(rejecting, "stage."+p.q(rowColumn)))
}

// passing are the rows of the source that fail no rejecting rule; listed is that
// of InsertPassed.
func (p *Plan) passing(rejecting []int, listed bool, columns ...string) sq.SelectBuilder {
	s, locator := p.rows(columns...)
	switch {
	case len(rejecting) == 0:
		return s
	case listed:
		return s.Where("(" + p.Dialect.Listed(locator, "?", !p.Source.Locator) + ") IS NOT TRUE")
	default:
		return s.Where("NOT EXISTS (" + mustSQL(p.rejectedRows(rejecting, "1").Where("stage."+p.q(rowColumn)+" = "+locator)) + ")")
	}
}

// InsertRejected writes the rows that fail a rejecting rule into the rejected
// table, as the source has them. It binds RejectedValues.
func (p *Plan) InsertRejected(rejecting []int) string {
	d := p.Dialect
	var from, to []string
	for i, m := range p.rejected {
		from = append(from, "stage."+p.q(keptColumn(i)))
		to = append(to, p.q(m.To))
	}
	for _, c := range p.rejectedColumns() {
		if value := c.value(rejecting); value != "" {
			to = append(to, p.q(c.name))
			from = append(from, value)
		}
	}
	s := p.rejectedRows(rejecting, from...).Join(p.temp(setsTable) + " AS sets ON " + p.sameSet("stage", "sets"))
	return p.print(sq.Insert(dialect.Escape(d.Table(p.Gate.Rejected.Table))).Columns(to...).Select(s))
}

// verdict is a rule's verdict on a row of the stage.
func (p *Plan) verdict(r Rule) string {
	verdict := "CASE WHEN " + p.failed("stage", []int{r.Position}) + " THEN 'invalid'"
	if len(r.casts) > 0 {
		verdict += " WHEN " + p.failed("stage", r.casts) + " THEN 'unknown'"
	}
	return verdict + " ELSE 'valid' END"
}

// columnType is the type of the column that holds the value.
func (v RunValue) columnType() gate.Type {
	if v == RejectedAt {
		return gate.Type{Kind: gate.KindTimestamptz}
	}
	return gate.Type{Kind: gate.KindString}
}

// bound is a run value's placeholder. A bare parameter has no type of its own
// in a select list, so it is cast.
func (p *Plan) bound(v RunValue) string {
	return "CAST(? AS " + p.typeName(v.columnType()) + ")"
}

// DeleteBatch deletes the batch's rows from the source table.
func (p *Plan) DeleteBatch() string {
	s := sq.Delete(dialect.Escape(p.Source.From) + " AS src")
	if p.Strategy == ByCopy && p.Source.Locator {
		return p.print(s.Where("src." + dialect.Escape(p.Dialect.Locator()) + " IN (SELECT " + p.q(rowColumn) + " FROM " + p.temp(copyTable) + ")"))
	}
	if p.where != "" {
		s = s.Where("(" + dialect.Escape(p.where) + "\n)")
	}
	if part := p.within(p.inSource); part != "" {
		s = s.Where("(" + dialect.Escape(part) + ")")
	}
	return p.print(s)
}

// rejectedColumn is a column that a rejected table has beside the source's.
type rejectedColumn struct {
	name string
	typ  string
	// value is what InsertRejected writes into it; empty: NULL.
	value func(rejecting []int) string
}

func (p *Plan) rejectedColumns() []rejectedColumn {
	text := p.typeName(gate.Type{Kind: gate.KindString})
	always := func(value string) func([]int) string {
		return func([]int) string { return value }
	}
	superseded := func(value string) func([]int) string {
		return func(rejecting []int) string {
			condition := p.supersedes("stage", rejecting)
			if condition == "FALSE" {
				return ""
			}
			return "CASE WHEN " + condition + " THEN " + value + " END"
		}
	}
	var out []rejectedColumn
	for _, v := range runValues() {
		out = append(out, rejectedColumn{"_sqlgate_" + string(v), p.typeName(v.columnType()), always(p.bound(v))})
	}
	out = append(out,
		rejectedColumn{"_sqlgate_failed_rules", p.Dialect.RuleIDsType(), always("sets." + p.q(idsColumn))},
		rejectedColumn{"_sqlgate_attempts", p.typeName(gate.Type{Kind: gate.KindInt64}), always("0")},
		rejectedColumn{"_sqlgate_resolution", text, superseded("'superseded'")},
		rejectedColumn{"_sqlgate_resolved_run_id", text, superseded(p.bound(RunID))},
	)
	if p.Gate.Rejected.RuleColumns {
		for _, r := range p.Rules {
			out = append(out, rejectedColumn{r.RejectedColumn(), text, func([]int) string { return p.verdict(r) }})
		}
	}
	return out
}

// typeName is the name of a type that every dialect has.
func (p *Plan) typeName(t gate.Type) string {
	name, err := p.Dialect.TypeName(t)
	if err != nil {
		panic(fmt.Sprintf("sqlgate: dialect %s has no type %s: %v", p.Dialect.Name(), t.Kind, err))
	}
	return name
}
