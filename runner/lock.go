package runner

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/retry"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
)

// begin opens the work transaction and waits for its locks.
func (e *execution) begin(ctx context.Context) (adapters.Batch, error) {
	lock := adapters.Lock{Table: e.ledger.Locks(), Names: e.plan.Locks, Runs: e.ledger.RunsTable(), RunID: e.run.RunID, Gate: e.gate.Name}
	lock.Read, lock.Replace = e.plan.lockedTables()
	b, err := wait(ctx, e.options.LockTimeout, func() (adapters.Batch, error) { return e.adapter.Begin(ctx, lock) })
	var locked *adapters.LockedError
	if errors.As(err, &locked) && locked.Holder == "" {
		locked.Holder = e.holder(ctx)
	}
	return b, err
}

// lockedTables are the tables that the run reads, and those whose rows it
// replaces: what another writes there meanwhile would be doubled, or survive.
func (p *Plan) lockedTables() (read, replace []gate.TableName) {
	in := p.input
	if in.Target != nil && p.Gate.Mode != gate.Append {
		replace = append(replace, in.Target.Name)
		in.Target = nil
	}
	return tables(in), replace
}

// tables are the tables and views that are there, of those that a run looks at. A
// foreign table is another server's.
func tables(in compile.Input) []gate.TableName {
	relations := []*compile.Relation{in.Source}
	for _, name := range slices.Sorted(maps.Keys(in.References)) {
		to := in.References[name]
		relations = append(relations, &to)
	}
	relations = append(relations, in.Target)
	if in.Beside != nil {
		relations = append(relations, in.Beside.Found)
	}
	var out []gate.TableName
	for _, r := range relations {
		if r != nil && (r.Base || r.View) && !r.Foreign {
			out = append(out, r.Name)
		}
	}
	return out
}

// holder names the active run that shares a lock with this one.
func (e *execution) holder(ctx context.Context) string {
	actives, err := e.ledger.Active(ctx)
	if err != nil {
		return ""
	}
	shares := func(name string) bool { return slices.Contains(e.plan.Locks, name) }
	for _, a := range actives {
		if a.RunID != e.run.RunID && slices.ContainsFunc(a.LockNames, shares) && e.ledger.Alive(a) {
			return fmt.Sprintf("run %s of gate %s (process %d on %s)", a.RunID, a.Gate, a.PID, a.Host)
		}
	}
	return ""
}

// open connects to the gate's warehouse and waits for a file that another process holds.
func (r *Runner) open(ctx context.Context, g *gate.Gate, o Options) (adapters.DestinationAdapter, error) {
	w, err := r.warehouse(g, o)
	if err != nil {
		return nil, err
	}
	a, err := wait(ctx, o.LockTimeout, func() (adapters.DestinationAdapter, error) { return r.Open(ctx, w) })
	if err != nil {
		return nil, &placedError{pos: w.Pos, err: err}
	}
	return a, nil
}

// preflight makes the plan. A table that a session keeps others from reading is
// waited for, as a lock is.
func (e *execution) preflight(ctx context.Context) (err error) {
	e.plan, err = wait(ctx, e.options.LockTimeout, func() (*Plan, error) {
		return e.runner.preflight(ctx, e.adapter, e.gate, e.options)
	})
	return err
}

// wait calls f until it is not locked out, for at most limit.
func wait[T any](ctx context.Context, limit time.Duration, f func() (T, error)) (T, error) {
	passes := func(err error) bool {
		var locked *adapters.LockedError
		return limit > 0 && errors.As(err, &locked)
	}
	return retry.Do(ctx, f, passes, retry.Pauses{First: 20 * time.Millisecond, Longest: time.Second, Factor: 1.5}, backoff.WithMaxElapsedTime(limit))
}
