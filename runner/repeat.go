package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/retry"
	"github.com/sqlgate/sqlgate/ledger"
)

// attempts bounds how often a run begins. Between them it pauses for 0.2, 1 and
// 5 seconds, more or less.
const attempts = 4

// repeat makes attempts at a run, each from the record as it was before the
// first: a run whose tables changed, that another transaction overtook, or that
// lost its connection has done nothing, and begins again.
func (e *execution) repeat(ctx context.Context, attempt func() error) error {
	begun := *e.run
	n := 0
	_, err := retry.Do(ctx, func() (struct{}, error) {
		*e.run = begun
		n++
		return struct{}{}, attempt()
	}, passes, retry.Pauses{First: 200 * time.Millisecond, Longest: 5 * time.Second, Factor: 5}, backoff.WithMaxTries(attempts))
	if n == attempts && passes(err) {
		return fmt.Errorf("%w; tried %d times", err, n)
	}
	return err
}

// passes reports whether an error says nothing against another attempt. The run
// had connected before, so what cannot be opened now has gone meanwhile.
func passes(err error) bool {
	return errors.Is(err, errChanged) || errors.Is(err, errOvertaken) || adapters.HasCode(err, adapters.CodeLost, adapters.CodeOpen)
}

// settle finds out what became of a run whose commit got no answer: no error
// where it was committed, one of CodeLost where it was not, errSwept where it
// cannot be any more, and an *unknownError where that cannot be known.
func (e *execution) settle(ctx context.Context, failure error) error {
	if !adapters.HasCode(failure, adapters.CodeUnknown) {
		return failure
	}
	whole, cancel := context.WithTimeout(context.WithoutCancel(ctx), cmp.Or(e.options.LockTimeout, afterwards))
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(afterwards, cancel) })()
	unsettled := func(err error) bool {
		var locked *adapters.LockedError
		return errors.As(err, &locked) || adapters.HasCode(err, adapters.CodeLost, adapters.CodeOpen)
	}
	recorded, err := retry.Do(whole, func() (ledger.Outcome, error) {
		return e.ledger.Settle(whole, e.run.RunID, e.plan.Locks)
	}, unsettled, retry.Pauses{First: 50 * time.Millisecond, Longest: time.Second, Factor: 2})
	if err != nil {
		e.unknown = true
		return &unknownError{e.run.RunID, failure}
	}
	e.recorded = recorded != ""
	switch recorded {
	case e.run.Outcome:
		return nil
	case "":
		return &adapters.WarehouseError{Code: adapters.CodeLost, Text: "the connection was lost while the run committed; nothing was changed", Err: failure, Hint: "run it again"}
	default:
		return errSwept
	}
}
