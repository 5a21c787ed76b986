package ledger

import (
	"context"
	"errors"
	"fmt"
	"time"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/adapters"
)

// staleAfter is the age of a heartbeat that says nothing of its run any more.
const staleAfter = time.Minute

// Alive reports whether an active run may still be working: its heartbeat is
// younger than a minute and, on this machine, its process exists.
func (l *Ledger) Alive(a Active) bool {
	if l.Now().Sub(a.HeartbeatAt) >= staleAfter {
		return false
	}
	return a.Host != l.Host || processExists(a.PID)
}

// SweepInterrupted tidies what dead processes left in active_runs and returns
// how many runs it recorded as interrupted: those that are not in runs, are
// not alive and whose locks are free. A nil alive is l.Alive.
func (l *Ledger) SweepInterrupted(ctx context.Context, alive func(Active) bool) (int, error) {
	if alive == nil {
		alive = l.Alive
	}
	actives, err := l.Active(ctx)
	if err != nil {
		return 0, err
	}
	swept := 0
	for _, a := range actives {
		if alive(a) {
			continue
		}
		recorded, err := l.sweep(ctx, a)
		if err != nil {
			return swept, fmt.Errorf("record that run %s was interrupted: %w", a.RunID, err)
		}
		if recorded {
			swept++
		}
	}
	return swept, nil
}

// sweep ends one dead run and reports whether it recorded it. Its transaction
// takes the run's locks, so it cannot overtake a commit that is under way.
func (l *Ledger) sweep(ctx context.Context, a Active) (recorded bool, err error) {
	if recorded, err := l.OutcomeOf(ctx, l.Adapter, a.RunID); err != nil {
		return false, err
	} else if recorded != "" {
		return false, l.removeActive(ctx, a.RunID)
	}
	_, err = l.hold(ctx, a.LockNames, a.RunID, append(l.RecordRun(a.interrupted()), l.deleteActive(a.RunID))...)
	var locked *adapters.LockedError
	if errors.As(err, &locked) {
		return false, nil
	}
	if err != nil {
		// The run, or another sweep, may have recorded it in the meantime.
		if recorded, readErr := l.OutcomeOf(ctx, l.Adapter, a.RunID); readErr == nil && recorded != "" {
			return false, nil
		}
		return false, err
	}
	return true, nil
}

// Settle is the recorded outcome of a run whose commit got no answer: its own
// where it was committed; Interrupted where another command took it for dead,
// and empty where nothing is recorded: it was not committed and cannot be any
// more. An *adapters.LockedError says that the commit may still be under way:
// the run's locks are not free.
func (l *Ledger) Settle(ctx context.Context, runID string, locks []string) (Outcome, error) {
	if recorded, err := l.OutcomeOf(ctx, l.Adapter, runID); recorded != "" || err != nil {
		return recorded, err
	}
	if _, err := l.hold(ctx, locks, runID); err != nil {
		return "", err
	}
	return l.OutcomeOf(ctx, l.Adapter, runID)
}

// OutcomeOf is the outcome that is recorded of a run, read through on; empty
// where there is none.
func (l *Ledger) OutcomeOf(ctx context.Context, on adapters.Reader, runID string) (recorded Outcome, err error) {
	query := l.sql().Select(l.idents("outcome")...).From(l.table("runs")).Where(sq.Eq{l.ident("run_id"): runID})
	err = on.Query(ctx, statement(query), func(scan adapters.Scan) error { return scan(&recorded) })
	return recorded, err
}

// interrupted is the record of a run that never wrote its own.
func (a Active) interrupted() *Run {
	return &Run{
		RunID: a.RunID, Gate: a.Gate, Kind: a.Kind, Warehouse: a.Warehouse, Source: a.Source, Target: a.Target,
		Rejected: a.Rejected, Mode: a.Mode, Partition: a.Partition, BatchID: a.BatchID,
		Outcome: Interrupted, Reason: ReasonProcessLost,
		StartedAt: a.StartedAt, FinishedAt: a.HeartbeatAt,
		Host: a.Host, OSUser: a.OSUser, SqlgateVersion: a.SqlgateVersion,
	}
}
