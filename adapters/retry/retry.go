// Package retry repeats what fails for a reason that passes.
package retry

import (
	"context"
	"errors"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Pauses grow by a factor from the first to the longest, more or less.
type Pauses struct {
	First, Longest time.Duration
	Factor         float64
}

// Do calls f until it succeeds or fails for a reason that does not pass. It may
// take any time and any number of calls but for the limits.
func Do[T any](ctx context.Context, f func() (T, error), passes func(error) bool, p Pauses, limits ...backoff.RetryOption) (T, error) {
	operation := func() (T, error) {
		v, err := f()
		if err != nil && !passes(err) {
			return v, backoff.Permanent(err)
		}
		return v, err
	}
	interval := &backoff.ExponentialBackOff{
		InitialInterval: p.First, RandomizationFactor: 0.5, Multiplier: p.Factor, MaxInterval: p.Longest,
	}
	options := append([]backoff.RetryOption{backoff.WithBackOff(interval), backoff.WithMaxElapsedTime(0)}, limits...)
	v, err := backoff.Retry(ctx, operation, options...)
	if cause := context.Cause(ctx); cause != nil && errors.Is(err, cause) {
		err = ctx.Err() // a wait that was cancelled returns the cause
	}
	return v, err
}
