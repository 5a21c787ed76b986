package runner

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// Plan is a gate's plan against its warehouse's tables as they are.
type Plan struct {
	*compile.Plan
	Locks []string // names of the locks that a run takes, sorted
	// Costs are what the steps process that read more than the run has made itself;
	// nil where the warehouse does not bill that. Preflight asks for them.
	Costs []Cost
	input compile.Input
}

// Preflight connects, reads the tables' columns, compiles the gate and has the
// warehouse check the SQL. It reads no row and writes nothing.
func (r *Runner) Preflight(ctx context.Context, g *gate.Gate, o Options) (*Plan, error) {
	a, err := r.open(ctx, g, o)
	if err != nil {
		return nil, err
	}
	p, err := r.preflight(ctx, a, g, o)
	if err == nil {
		p.Costs, err = costs(ctx, a, p.Plan)
	}
	return p, errors.Join(err, a.Close())
}

func (r *Runner) preflight(ctx context.Context, a adapters.DestinationAdapter, g *gate.Gate, o Options) (*Plan, error) {
	in, err := describe(ctx, a, a, g, o)
	if err != nil {
		return nil, err
	}
	p, err := r.plan(ctx, a, g, in)
	var locked *adapters.LockedError
	if errors.As(err, &locked) && locked.Holder == "" {
		// Who tries to lock the tables is told who has them.
		nothing := func(adapters.Reader) error { return nil }
		if named := a.Snapshot(ctx, adapters.Lock{Gate: g.Name, Read: tables(in)}, nothing); errors.As(named, &locked) {
			return nil, named
		}
	}
	return p, err
}

func (r *Runner) plan(ctx context.Context, a adapters.DestinationAdapter, g *gate.Gate, in compile.Input) (*Plan, error) {
	plan, err := r.compile(ctx, a, g, in)
	if err != nil {
		return nil, err
	}
	p := &Plan{Plan: plan, input: in}
	if !g.CheckOnly() {
		if err := writable(a, g, in); err != nil {
			return nil, err
		}
		if err := r.apartFromLedger(a, g, in); err != nil {
			return nil, err
		}
		p.Locks = []string{a.LockName(tableName(g.Target, in.Target)), a.LockName(tableName(g.Rejected.Table, in.Rejected))}
		slices.Sort(p.Locks)
	}
	if err := prepare(ctx, a, plan); err != nil {
		return p, err
	}
	return p, checkPrivileges(ctx, a, p)
}

// compile makes the plan. Where rules and checks compare the batch with what a
// query gives, the warehouse says of which types that is, and the plan is made
// again.
func (r *Runner) compile(ctx context.Context, a adapters.DestinationAdapter, g *gate.Gate, in compile.Input) (*compile.Plan, error) {
	plan, err := compile.Compile(g, a.Dialect(), in, r.Compile...)
	if err != nil {
		return nil, err
	}
	if err := filters(ctx, a, plan.Gate, plan.Source, in.Where); err != nil {
		return nil, err
	}
	if err := prepareSQL(ctx, a, plan, plan.ReadBatch()); err != nil {
		return nil, &placedError{pos: g.Source.Pos, err: fmt.Errorf("source: %w", err)}
	}
	if in.Queries, err = describeQueries(ctx, a, plan); err != nil || len(in.Queries) == 0 {
		return plan, err
	}
	return compile.Compile(g, a.Dialect(), in, r.Compile...)
}

// checkPrivileges has the warehouse say what the run may not do, where it can.
func checkPrivileges(ctx context.Context, a adapters.DestinationAdapter, p *Plan) error {
	checker, ok := a.(adapters.PrivilegeChecker)
	if !ok {
		return nil
	}
	return checker.CheckPrivileges(ctx, p.needs())
}

// needs are the rights that the run needs on its tables.
func (p *Plan) needs() []adapters.Need {
	var needs []adapters.Need
	add := func(t gate.TableName, rights ...adapters.Right) {
		for _, right := range rights {
			needs = append(needs, adapters.Need{Table: t, Right: right})
		}
	}
	source := p.input.Source.Name
	if !source.IsZero() {
		add(source, adapters.RightSelect)
	}
	for _, name := range slices.Sorted(maps.Keys(p.input.References)) {
		add(p.input.References[name].Name, adapters.RightSelect)
	}
	if p.Gate.CheckOnly() {
		return needs
	}
	if p.Gate.SourceAfter != gate.KeepSource {
		add(source, adapters.RightDelete)
	}
	if p.input.Target == nil {
		add(p.Gate.Target, adapters.RightCreate)
	} else {
		add(p.input.Target.Name, adapters.RightSelect, adapters.RightInsert)
		switch p.Gate.Mode {
		case gate.Replace, gate.ReplacePartition:
			add(p.input.Target.Name, adapters.RightDelete)
		case gate.Upsert:
			add(p.input.Target.Name, adapters.RightUpdate)
		default:
		}
	}
	switch {
	case p.input.Rejected == nil:
		add(p.Gate.Rejected.Table, adapters.RightCreate)
	case len(p.RejectedDDL) > 0:
		add(p.input.Rejected.Name, adapters.RightAlter)
	case !p.IsReplay():
		add(p.input.Rejected.Name, adapters.RightInsert)
	}
	if p.input.Rejected != nil && (p.Supersede(false) != "" || p.IsReplay()) {
		add(p.input.Rejected.Name, adapters.RightSelect, adapters.RightUpdate)
	}
	return needs
}

// describe reads what the warehouse knows of the gate's tables, through on.
func describe(ctx context.Context, a adapters.DestinationAdapter, on adapters.Reader, g *gate.Gate, o Options) (compile.Input, error) {
	from := g.Source
	if o.replay {
		from = gate.Source{Table: g.Rejected.Table, Pos: g.Rejected.Table.Pos}
	}
	source, err := describeSource(ctx, a, on, g, from)
	if err != nil {
		return compile.Input{}, &placedError{pos: from.Pos, err: fmt.Errorf("source: %w", err)}
	}
	in := compile.Input{Source: &source, Where: o.Where, Partition: o.Partition}
	if o.replay {
		in.Replay = &compile.Replay{RunID: o.RejectedBy}
	}
	if in.References, err = describeReferences(ctx, on, g); err != nil {
		return compile.Input{}, err
	}
	if g.CheckOnly() {
		in.Beside, err = describeBeside(ctx, a, on, source, o)
		return in, err
	}
	if in.Target, err = describeIfThere(ctx, on, g.Target); err != nil {
		return compile.Input{}, &placedError{pos: g.Target.Pos, err: fmt.Errorf("target: %w", err)}
	}
	if in.Rejected, err = describeIfThere(ctx, on, g.Rejected.Table); err != nil {
		return compile.Input{}, fmt.Errorf("rejected: %w", err)
	}
	return in, nil
}

// describeBeside reads what the warehouse knows of the target of a gate that is
// only checked, for the rules that look at it. Where it is the target that is
// checked, its rows are compared with each other only.
func describeBeside(ctx context.Context, a adapters.DestinationAdapter, on adapters.Reader, source compile.Relation, o Options) (*compile.Beside, error) {
	if o.beside.IsZero() {
		return nil, nil
	}
	found, err := describeIfThere(ctx, on, o.beside)
	if err != nil {
		return nil, &placedError{pos: o.beside.Pos, err: fmt.Errorf("target: %w", err)}
	}
	return &compile.Beside{Target: o.beside, Found: found, Mode: o.mode, Same: found != nil && sameTable(a, *found, source)}, nil
}

// describeReferences reads the tables that rules and checks refer to.
func describeReferences(ctx context.Context, on adapters.Reader, g *gate.Gate) (map[string]compile.Relation, error) {
	out := map[string]compile.Relation{}
	for _, r := range g.Rules {
		to := r.Params["to"].To
		if to == nil {
			continue
		}
		rel, err := on.Describe(ctx, to.Table)
		if err != nil {
			return nil, &placedError{pos: to.Pos, err: fmt.Errorf("rule %s: %w", r.ID, err)}
		}
		out[to.Table.String()] = rel
	}
	for _, c := range g.Checks {
		to := c.Params["table"].To
		if to == nil {
			continue
		}
		rel, err := on.Describe(ctx, to.Table)
		if err != nil {
			return nil, &placedError{pos: to.Pos, err: fmt.Errorf("check %s: %w", c.ID, err)}
		}
		out[to.Table.String()] = rel
	}
	return out, nil
}

func describeIfThere(ctx context.Context, on adapters.Reader, t gate.TableName) (*compile.Relation, error) {
	rel, err := on.Describe(ctx, t)
	if errors.Is(err, adapters.ErrTableNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &rel, nil
}

// sameTable reports whether two relations are one table of the warehouse.
func sameTable(a adapters.DestinationAdapter, x, y compile.Relation) bool {
	return !x.Name.IsZero() && !y.Name.IsZero() && x.Foreign == y.Foreign && a.LockName(x.Name) == a.LockName(y.Name)
}

func tableName(written gate.TableName, found *compile.Relation) gate.TableName {
	if found != nil {
		return found.Name
	}
	return written
}

// writable checks that target, source and rejected are different tables that a
// run can write.
func writable(a adapters.DestinationAdapter, g *gate.Gate, in compile.Input) error {
	named := []struct {
		role string
		rel  *compile.Relation
		pos  gate.Pos
	}{
		{"target", in.Target, g.Target.Pos},
		{"rejected table", in.Rejected, g.Rejected.Table.Pos},
		{"source", in.Source, g.Source.Pos},
	}
	if in.Replay != nil {
		named = named[:2]
	}
	for i, t := range named {
		if t.rel == nil {
			continue
		}
		for _, other := range named[i+1:] {
			if other.rel != nil && sameTable(a, *t.rel, *other.rel) {
				return &TableError{Pos: t.pos, Text: fmt.Sprintf("%s and %s are the same table, %s", t.role, other.role, t.rel.Name)}
			}
		}
		if t.role == "source" {
			continue
		}
		if !t.rel.Base {
			return &TableError{Pos: t.pos, Text: fmt.Sprintf("the %s %s is a view; sqlgate writes tables only", t.role, t.rel.Name)}
		}
		if t.rel.Foreign {
			return &TableError{Pos: t.pos, Text: fmt.Sprintf("the %s %s is in another database than the ledger, and a transaction writes one database only", t.role, t.rel.Name)}
		}
	}
	if in.Replay != nil {
		return nil
	}
	if g.SourceAfter != gate.KeepSource && in.Source.Base && !in.Source.Foreign && !in.Source.Locator {
		return &TableError{Pos: g.Source.Pos, Text: fmt.Sprintf("source_after: %s cannot tell the rows of %s apart: a column hides the row locator", g.SourceAfter, in.Source.Name)}
	}
	if g.SourceAfter != gate.KeepSource && (!in.Source.Base || !in.Source.Locator || in.Source.Foreign) {
		return &TableError{Pos: g.Source.Pos, Text: fmt.Sprintf("source_after: %s needs a table of the warehouse's own database as source", g.SourceAfter)}
	}
	return nil
}

// apartFromLedger checks that no table of the gate is one of the ledger's.
func (r *Runner) apartFromLedger(a adapters.DestinationAdapter, g *gate.Gate, in compile.Input) error {
	for _, t := range []gate.TableName{tableName(g.Target, in.Target), tableName(g.Rejected.Table, in.Rejected), in.Source.Name} {
		if t.IsZero() {
			continue
		}
		inLedger := gate.TableName{Parts: append(strings.Split(r.Project.Ledger.Schema, "."), t.Parts[len(t.Parts)-1])}
		if a.LockName(t) == a.LockName(inLedger) {
			return &TableError{Pos: g.Pos, Text: fmt.Sprintf("%s is in the ledger's schema %s, which holds sqlgate's own tables only", t, r.Project.Ledger.Schema)}
		}
	}
	return nil
}

// prepare has the warehouse bind the whole evaluation; where it refuses, each
// rule by itself, to name the one at fault.
func prepare(ctx context.Context, a adapters.DestinationAdapter, p *compile.Plan) error {
	for _, ddl := range p.TargetDDL {
		if err := a.Prepare(ctx, adapters.Statement{SQL: ddl}); err != nil {
			return &placedError{pos: p.Gate.Target.Pos, err: err}
		}
	}
	for _, ddl := range p.RejectedDDL {
		if err := a.Prepare(ctx, adapters.Statement{SQL: ddl}); err != nil {
			return &placedError{pos: p.Gate.Rejected.Table.Pos, err: err}
		}
	}
	if statement := p.Copy(); statement != "" && adapters.Billed(a) != nil {
		// It reads columns that no rule does; they are held to the warehouse's limit.
		if err := prepareSQL(ctx, a, p, statement); err != nil {
			return err
		}
	}
	if err := conditions(ctx, a, p); err != nil {
		return err
	}
	if err := prepareChecks(ctx, a, p); err != nil {
		return err
	}
	err := prepareSQL(ctx, a, p, p.Check(p.Rejecting(), 0), p.BatchValues()...)
	if err == nil {
		return nil
	}
	for _, rule := range p.Rules {
		if ruleErr := prepareSQL(ctx, a, p, p.Probe(rule), p.BatchValues()...); ruleErr != nil {
			return &adapters.RuleError{Position: rule.Position, Err: ruleErr}
		}
	}
	return err
}

// prepareSQL has the warehouse bind a statement of the plan.
func prepareSQL(ctx context.Context, a adapters.DestinationAdapter, p *compile.Plan, sql string, values ...compile.RunValue) error {
	return a.Prepare(ctx, adapters.RunValues{}.Statement(p, sql, values...))
}

// describeSQL reads the columns of a query that is never run.
func describeSQL(ctx context.Context, on adapters.Reader, query string) (compile.Relation, error) {
	return on.DescribeSource(ctx, gate.Source{Query: dialect.WithoutVars(query)})
}

// describeSource reads the columns of a source of the gate.
func describeSource(ctx context.Context, a adapters.DestinationAdapter, on adapters.Reader, g *gate.Gate, s gate.Source) (compile.Relation, error) {
	if s.Query == "" {
		return on.DescribeSource(ctx, s)
	}
	query, err := compile.SQL(g, a.Dialect(), s.Query)
	if err != nil {
		return compile.Relation{}, err
	}
	rel, err := describeSQL(ctx, on, query)
	rel.From = "(" + query + "\n)"
	return rel, err
}

// conditions holds the SQL of rules to be conditions where they must be.
func conditions(ctx context.Context, on adapters.Reader, p *compile.Plan) error {
	all, err := p.Conditions()
	if err != nil {
		return err
	}
	for _, c := range all {
		if err := condition(ctx, on, c.What, c.Query); err != nil {
			return &adapters.RuleError{Position: c.Rule.Position, Err: err}
		}
	}
	return nil
}

// filters holds the filters of the source, the gate's and --where, to be conditions.
func filters(ctx context.Context, a adapters.DestinationAdapter, g *gate.Gate, source compile.Relation, where string) error {
	holds := func(filter string) error {
		if filter == "" {
			return nil
		}
		filter, err := compile.SQL(g, a.Dialect(), filter)
		if err != nil {
			return err
		}
		return condition(ctx, a, "it", "SELECT ("+filter+"\n) AS condition FROM "+source.From+" AS src")
	}
	if err := holds(g.Source.Where); err != nil {
		return &placedError{pos: g.Source.Pos, err: fmt.Errorf("source: where: %w", err)}
	}
	if err := holds(where); err != nil {
		return fmt.Errorf("--where: %w", err)
	}
	return nil
}

// condition holds that the one column of a query is a condition: a number or a
// text in its place would be cast, and pass.
func condition(ctx context.Context, on adapters.Reader, what, query string) error {
	rel, err := describeSQL(ctx, on, query)
	if err == nil && rel.Columns[0].Type.Kind != gate.KindBool {
		err = &adapters.WarehouseError{Code: adapters.CodeSQL, Text: fmt.Sprintf("%s is of type %s, not a condition", what, rel.Columns[0].Native)}
	}
	return err
}

// changed reports whether the tables are no longer as the plan was made for.
func (p *Plan) changed(in compile.Input) bool { return !reflect.DeepEqual(p.input, in) }
