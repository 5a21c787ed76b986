package adaptertest

import (
	"context"
	"errors"
	"sync"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
)

// mishap is an adapter on which one call meets a fault, before it is done or
// after: the connection is lost, or the process dies, so that nothing of it is
// heard any more and its transaction is rolled back.
type mishap struct {
	adapters.DestinationAdapter
	at    int // the number of the call; below 0: none
	after bool
	dies  bool

	mu        sync.Mutex
	calls     int
	struck    bool // the fault has happened
	committed bool // and the run's work is done
}

var (
	errLost    error = &adapters.WarehouseError{Code: adapters.CodeLost, Text: "the connection was lost"}
	errUnknown error = &adapters.WarehouseError{Code: adapters.CodeUnknown, Text: "the answer to COMMIT was lost"}
	errDead    error = &adapters.WarehouseError{Code: adapters.CodeOther, Text: "the process is dead"}
)

// error is what the caller hears.
func (f *mishap) error() error {
	if f.dies {
		return errDead
	}
	return errLost
}

// call makes a call, or the fault.
func (f *mishap) call(do func() error) error {
	f.mu.Lock()
	n := f.calls
	f.calls++
	gone := f.struck && f.dies
	if n == f.at {
		f.struck = true
	}
	f.mu.Unlock()
	switch {
	case gone || n == f.at && !f.after:
		return f.error()
	case n == f.at:
		if err := do(); err != nil {
			return err
		}
		return f.error()
	default:
		return do()
	}
}

func (f *mishap) Close() error { return nil }

func (f *mishap) Query(ctx context.Context, s adapters.Statement, row func(adapters.Scan) error) error {
	return f.call(func() error { return f.DestinationAdapter.Query(ctx, s, row) })
}

func (f *mishap) Exec(ctx context.Context, statements ...adapters.Statement) (n []int64, err error) {
	done := false
	err = f.call(func() error {
		n, err = f.DestinationAdapter.Exec(ctx, statements...)
		done = err == nil
		return err
	})
	if done && errors.Is(err, errLost) {
		err = errUnknown
	}
	return n, err
}

func (f *mishap) Begin(ctx context.Context, l adapters.Lock) (adapters.Batch, error) {
	var b adapters.Batch
	err := f.call(func() (err error) {
		b, err = f.DestinationAdapter.Begin(ctx, l)
		return err
	})
	if err != nil {
		if b != nil {
			_ = b.Abandon(ctx) // the server rolls back what has lost its connection
		}
		return nil, err
	}
	return &faultyBatch{b, f}, nil
}

type faultyBatch struct {
	adapters.Batch
	f *mishap
}

// call makes a call. Its transaction ends where the connection is lost.
func (b *faultyBatch) call(ctx context.Context, do func() error) error {
	err := b.f.call(do)
	if errors.Is(err, b.f.error()) {
		_ = b.Abandon(ctx)
	}
	return err
}

func (b *faultyBatch) Query(ctx context.Context, s adapters.Statement, row func(adapters.Scan) error) error {
	return b.call(ctx, func() error { return b.Batch.Query(ctx, s, row) })
}

func (b *faultyBatch) Stage(ctx context.Context, p *compile.Plan, run adapters.RunValues) (t adapters.Tally, err error) {
	err = b.call(ctx, func() error {
		t, err = b.Batch.Stage(ctx, p, run)
		return err
	})
	return t, err
}

func (b *faultyBatch) Count(ctx context.Context, rejecting []int) (c adapters.Counts, err error) {
	err = b.call(ctx, func() error {
		c, err = b.Batch.Count(ctx, rejecting)
		return err
	})
	return c, err
}

// Write loses the answer to its commit where the fault comes after it.
func (b *faultyBatch) Write(ctx context.Context, d adapters.Decision, record func(adapters.Written) []adapters.Statement) error {
	err := b.call(ctx, func() error {
		err := b.Batch.Write(ctx, d, record)
		b.f.committed = err == nil
		return err
	})
	if errors.Is(err, errLost) && b.f.committed {
		return errUnknown
	}
	return err
}
