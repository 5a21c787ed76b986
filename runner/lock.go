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
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
)

// begin opens the work transaction and waits for its locks.
func (e *execution) begin(ctx context.Context) (adapters.Batch, error) {
	lock := adapters.Lock{Table: e.ledger.Locks(), Names: e.plan.Locks, RunID: e.run.RunID, Gate: e.gate.Name}
	lock.Read, lock.Replace = e.plan.lockedTables()
	b, err := wait(ctx, e.options.LockTimeout, func() (adapters.Batch, error) { return e.adapter.Begin(ctx, lock) })
	var locked *adapters.LockedError
	if errors.As(err, &locked) && locked.Holder == "" {
		locked.Holder = e.holder(ctx)
	}
	return b, err
}

// lockedTables are the tables of the plan that are there: those that the run
// reads, and those whose rows it replaces.
func (p *Plan) lockedTables() (read, replace []gate.TableName) {
	tables := []*compile.Relation{p.input.Source}
	for _, name := range slices.Sorted(maps.Keys(p.input.References)) {
		to := p.input.References[name]
		tables = append(tables, &to)
	}
	if p.input.Target != nil && p.Gate.Mode == gate.Replace {
		replace = append(replace, p.input.Target.Name)
	} else {
		tables = append(tables, p.input.Target)
	}
	for _, t := range tables {
		if t != nil && t.Base && !t.Foreign {
			read = append(read, t.Name)
		}
	}
	return read, replace
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

// wait calls f until it is not locked out, for at most limit.
func wait[T any](ctx context.Context, limit time.Duration, f func() (T, error)) (T, error) {
	operation := func() (T, error) {
		v, err := f()
		var locked *adapters.LockedError
		if err != nil && (limit <= 0 || !errors.As(err, &locked)) {
			return v, backoff.Permanent(err)
		}
		return v, err
	}
	interval := &backoff.ExponentialBackOff{
		InitialInterval: 20 * time.Millisecond, RandomizationFactor: 0.5, Multiplier: 1.5, MaxInterval: time.Second,
	}
	v, err := backoff.Retry(ctx, operation, backoff.WithBackOff(interval), backoff.WithMaxElapsedTime(limit))
	if cause := context.Cause(ctx); cause != nil && errors.Is(err, cause) {
		err = ctx.Err() // a wait that was cancelled returns the cause
	}
	return v, err
}
