// Package compile turns a gate into the plan of a run: for each rule a
// predicate, and the SQL statements of the split in the warehouse's dialect.
//
// The walk: Compile binds the gate to the tables as the warehouse reports them
// (columns.go), builds each rule's predicate (rule.go and rule_<family>.go),
// and Plan's methods print the steps of the split: the batch (batch.go), what set
// rules find (set.go), the stage (split.go), counts and samples (count.go,
// sample.go), checks (checks.go) and the write (write.go).
// A plan is pure text: no driver is needed to make or read one.
package compile

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// Input is what the warehouse reports of a gate's tables.
type Input struct {
	Source     *Relation           // nil: offline; the source is taken to be as the gate declares
	Target     *Relation           // nil: there is none yet
	Rejected   *Relation           // nil: there is none yet
	Beside     *Beside             // of a check of a gate with a target
	References map[string]Relation // tables that rules refer to, by their names as written; offline, or where one is missing: taken to be as the gate says
	Queries    map[string]Relation // what Plan.RawQueries give, by their ids; where one is missing: taken to be as the gate says
	Where      string              // a further filter of the source, SQL of the warehouse
	Partition  gate.Partition      // the batch is only these rows; a gate of mode replace_partition writes no others
	Replay     *Replay             // the source is the rejected table; nil: it is the gate's
}

// ErrNoTarget says that the target does not exist and may not be created.
var ErrNoTarget = errors.New("the target does not exist")

// ErrNoPartition says that a gate that replaces a partition has none to replace.
var ErrNoPartition = errors.New("mode: replace_partition needs a partition")

// ErrColumnName says that a source column has a name that sqlgate needs itself.
var ErrColumnName = errors.New("a column's name is taken")

// Compile makes the plan of a gate on a dialect.
//
// A source or target that is not what the gate says gives a
// *SchemaMismatchError with every mismatch; a bound, rule or name that the
// tables' types or the dialect do not allow gives gate.Errors or a
// *dialect.UnsupportedError.
func Compile(g *gate.Gate, d dialect.Dialect, in Input, options ...Option) (*Plan, error) {
	build, err := builders(options)
	if err != nil {
		return nil, err
	}
	if in.Replay != nil {
		g = replayed(g)
	}
	if g.Mode == gate.ReplacePartition && len(in.Partition) == 0 {
		return nil, fmt.Errorf("%w, such as %s", ErrNoPartition, g.PartitionForm())
	}
	if g.SourceAfter != gate.KeepSource && !g.CheckOnly() && d.Locator() == "" {
		reason := "rows have no locator there, so that those of the batch cannot be told from those that came later"
		return nil, &dialect.UnsupportedError{Feature: "source_after: " + string(g.SourceAfter), Dialect: d.Name(), Reason: reason}
	}
	source, err := sourceRelation(g, d, in.Source)
	if err != nil {
		return nil, err
	}
	filter := joinWhere(g.Source.Where, in.Where)
	where, err := SQL(g, d, filter)
	if err != nil {
		return nil, err
	}
	p := &Plan{Gate: g, Dialect: d, Source: source, where: where, parts: in.Partition, replay: in.Replay}

	p.Strategy, p.Why = strategy(source, filter, d)
	if p.replay != nil {
		p.Strategy, p.Why = ByCopy, "a replay changes the rows that it reads, so they are read once into a temporary table"
		if p.Source, g, p.where, err = rejectedRelation(g, d, source, in.Source == nil); err != nil {
			return nil, err
		}
		p.Gate, source = g, p.Source
	}
	cols := matchColumns(g, d, source)
	if p.beside = in.Beside; p.beside != nil && p.beside.Found != nil {
		p.target = p.beside.Found.Columns
	}
	if in.Target != nil {
		p.target = in.Target.Columns
		cols.matchTarget(g, *in.Target)
	}
	if in.Source != nil && len(cols.mismatches) > 0 {
		return nil, &SchemaMismatchError{Gate: g.Name, Mismatches: cols.mismatches}
	}
	if !g.CheckOnly() && len(cols.mappings) == 0 {
		cols.mismatch("(any)", "a column of the source that the target has", "none")
		return nil, &SchemaMismatchError{Gate: g.Name, Mismatches: cols.mismatches}
	}
	p.Columns, p.DroppedColumns = cols.mappings, cols.dropped
	p.batch, err = batchColumns(g, d, cols)
	if err != nil {
		return nil, err
	}

	if p.Gate, err = byNative(g, d.Name()).Bind(cols.types); err != nil {
		return nil, err
	}
	if p.replay != nil {
		p.chosen = p.choosing(where)
	}
	if p.again, err = againColumns(p.Gate, d, cols, in); err != nil {
		return nil, err
	}
	known := newContext(p.Gate, d, tables{in.References, in.Queries, p.unread(), constraintsOf(source, cols)})
	p.Rules, err = compileRules(known, build)
	var checkErr error
	p.Checks, checkErr = compileChecks(known, source)
	if err := bothErrors(err, checkErr); err != nil {
		return nil, err
	}
	if p.screens, err = screens(p.Rules, d); err != nil {
		return nil, err
	}
	if g.CheckOnly() {
		return p, nil
	}
	if err := p.checkNames(); err != nil {
		return nil, err
	}
	if p.Gate.Settings.Statistics {
		if err := p.compileStatistics(); err != nil {
			return nil, err
		}
	}
	if in.Source == nil {
		p.rejected, p.held = identity(source.Columns), p.heldOffline()
		return p, nil
	}
	return p, p.planTables(in, cols)
}

// byNative is the gate without the stated types of columns that name a physical
// type for the dialect: what the warehouse reports of those counts.
func byNative(g *gate.Gate, dialectName string) *gate.Gate {
	out := *g
	out.Columns = slices.Clone(g.Columns)
	for i, c := range out.Columns {
		if c.Native[dialectName] != "" {
			out.Columns[i].Type = gate.Type{}
		}
	}
	return &out
}

func joinWhere(a, b string) string {
	switch {
	case a == "":
		return b
	case b == "":
		return a
	default:
		return "(" + a + "\n) AND (" + b + "\n)"
	}
}

func (p *Plan) checkNames() error {
	for _, c := range p.Columns {
		if err := p.Dialect.CheckName(c.To); err != nil {
			return err
		}
	}
	for _, c := range p.rejectedColumns() {
		if from, n := find(p.Source.Columns, c.name); n > 0 {
			return fmt.Errorf("%w: source column %s has the name of one that the rejected table needs", ErrColumnName, from.Name)
		}
	}
	if !p.Gate.Rejected.RuleColumns {
		return nil
	}
	for _, r := range p.Rules {
		if err := p.Dialect.CheckName(r.RejectedColumn()); err != nil {
			return fmt.Errorf("rule %s: %w", r.ID, err)
		}
	}
	return nil
}
