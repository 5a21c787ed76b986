package runner

import (
	"context"
	"errors"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/retry"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/ledger"
)

// ErrTerminated is the cause of a cancelled context that a SIGTERM gives; the
// ledger then tells it from other interruptions.
var ErrTerminated = errors.New("terminated")

// afterwards bounds what is done once a run has ended or was cancelled.
const afterwards = 4 * time.Second

// finish sets the outcome of a run that did not write and records it, then
// closes what was opened. The run's own error is the one reported; the
// ledger's becomes a warning.
func (e *execution) finish(ctx context.Context, err error) {
	cause := context.Cause(ctx)
	if err != nil && ctx.Err() != nil && fromWarehouse(err) && !e.unknown {
		err = ctx.Err() // whatever the warehouse calls a statement that was cancelled
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), afterwards)
	defer cancel()
	if err != nil {
		e.fail(err, cause)
	}
	if e.run.FinishedAt.IsZero() {
		e.run.FinishedAt = e.runner.Now()
	}
	if e.adapter == nil {
		return
	}
	if e.stop != nil {
		e.stop()
	}
	e.run.BytesProcessed = adapters.Billed(e.adapter)
	if e.options.DryRun {
		e.recorded = true // that there is nothing to record
	}
	if !e.unknown {
		e.conclude(ctx)
	}
	e.warn("the warehouse could not be closed", e.adapter.Close())
}

// conclude records the run, where that is not done, and that it has ended. A run
// that cannot be recorded stays active, so that the next command finds it.
func (e *execution) conclude(ctx context.Context) {
	if !e.recorded && e.canRecord(ctx) {
		err := again(ctx, func() error { return e.ledger.Record(ctx, e.run) })
		e.warn("the run could not be recorded", err)
		e.recorded = err == nil
	}
	if e.stop != nil && e.recorded {
		e.warn("the run's end could not be recorded", again(ctx, func() error { return e.ledger.End(ctx, e.run.RunID) }))
	}
}

// again makes a few attempts over a connection that is lost on the way.
func again(ctx context.Context, attempt func() error) error {
	_, err := retry.Do(ctx, func() (struct{}, error) { return struct{}{}, attempt() }, passes,
		retry.Pauses{First: 50 * time.Millisecond, Longest: time.Second, Factor: 4}, backoff.WithMaxTries(3))
	return err
}

// fromWarehouse reports whether an error is the warehouse's word.
func fromWarehouse(err error) bool {
	var warehouse *adapters.WarehouseError
	var locked *adapters.LockedError
	return errors.As(err, &warehouse) || errors.As(err, &locked)
}

// canRecord reports whether there is a ledger to record into. A gate whose
// columns do not match has run; one that failed before must not create a ledger.
func (e *execution) canRecord(ctx context.Context) bool {
	if e.ledger == nil {
		return false
	}
	if e.run.Outcome == ledger.SchemaMismatch && !e.migrated {
		return migrate(ctx, e.ledger, e.options) == nil
	}
	return e.migrated || again(ctx, func() error { return e.ledger.Check(ctx) }) == nil
}

func (e *execution) warn(what string, err error) {
	if err != nil {
		e.note(what + ": " + err.Error())
	}
}

// note adds a warning.
func (e *execution) note(warning string) { e.run.Warnings = append(e.run.Warnings, warning) }

// fail turns an error into the run's outcome. cause is that of a cancelled run.
func (e *execution) fail(err, cause error) {
	run := e.run
	run.RowsPassed, run.RowsRejected, run.RowsSuperseded, run.RowsWarned, run.RowsDeleted, run.RejectedQuery = 0, 0, 0, 0, 0, ""
	run.Statistics, run.PassedSample, run.RejectedSample = nil, nil, nil
	run.FinishedAt = time.Time{}
	var mismatch *compile.SchemaMismatchError
	if errors.As(err, &mismatch) {
		run.Outcome, run.Reason, run.Error = ledger.SchemaMismatch, "", nil
		run.Rules, run.RuleSets = []ledger.RuleResult{schemaResult(e.gate, mismatch)}, nil
		return
	}
	run.Outcome, run.Reason = ledger.Errored, ""
	if errors.Is(err, context.Canceled) && !e.unknown {
		run.Outcome, run.Reason = ledger.Interrupted, ledger.ReasonCancelled
		if errors.Is(cause, ErrTerminated) {
			run.Reason = ledger.ReasonTerminated
		}
	}
	run.Rules, run.RuleSets = nil, nil
	run.Error = Explain(err, e.gate, e.plan)
}
