package runner

import (
	"context"
	"errors"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// Replay judges the unresolved rows of a gate's rejected table again, by the rules
// as they are now, and returns its record. Rows that pass are written to the
// target, by upsert where the gate does so and else appended, and marked as
// replayed; the others stay with the rules that they fail now. Set rules compare
// with the target and all unresolved rows. Whatever a rule's policy, a row that
// fails it stays, and no other is kept from passing by it: checks, tolerate and
// reject_limit judge batches, which rejected rows are not.
func (r *Runner) Replay(ctx context.Context, g *gate.Gate, o Options) *ledger.Run {
	o.replay, o.NoLedger, o.BatchID = true, false, ""
	ctx, cancel := deadline(ctx, o)
	defer cancel()
	e := &execution{runner: r, gate: g, options: o, run: r.newRun(g, ledger.KindReplay, o), history: ledger.KindRun}
	r.begin(e)
	err := e.do(ctx)
	if errors.Is(err, adapters.ErrTableNotFound) && e.plan == nil && e.adapter != nil {
		err = e.nothingRejected(ctx, err)
	}
	if o.DryRun && err == nil {
		e.note("this was a dry run: nothing was written or recorded")
	}
	e.finish(ctx, err)
	return e.run
}

// nothingRejected ends a replay whose rejected table does not exist; the error
// stays where it is another table.
func (e *execution) nothingRejected(ctx context.Context, err error) error {
	found, describeErr := describeIfThere(ctx, e.adapter, e.gate.Rejected.Table)
	if found != nil || describeErr != nil {
		return err
	}
	e.run.Outcome, e.run.Reason = ledger.Skipped, ledger.ReasonNoRows
	e.note("there is no table " + e.gate.Rejected.Table.String() + "; the first run that rejects rows makes it")
	return nil
}
