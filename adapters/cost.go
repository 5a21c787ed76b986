package adapters

import (
	"context"
	"errors"
	"fmt"
)

// Estimator is implemented by adapters of warehouses that bill for what a
// statement reads, and say before how much that is.
type Estimator interface {
	// Estimate is how many bytes a statement would process at most. It runs nothing.
	Estimate(ctx context.Context, s Statement) (int64, error)
	// Billed is how many bytes the warehouse has billed so far for what was run
	// through this adapter.
	Billed() int64
}

// Estimate is how many bytes a statement would process; errors.ErrUnsupported
// where the warehouse does not say.
func Estimate(ctx context.Context, a DestinationAdapter, s Statement) (int64, error) {
	e, ok := a.(Estimator)
	if !ok {
		return 0, errors.ErrUnsupported
	}
	return e.Estimate(ctx, s)
}

// Billed is how many bytes the warehouse has billed so far; nil where it does not
// bill by them.
func Billed(a DestinationAdapter) *int64 {
	e, ok := a.(Estimator)
	if !ok {
		return nil
	}
	n := e.Billed()
	return &n
}

// BytesText is an amount for people, such as 1.5 GB; a GB is 1000 MB.
func BytesText(n int64) string {
	const units = "kMGTPE"
	if n < 1000 {
		return fmt.Sprintf("%d bytes", n)
	}
	amount, unit := float64(n)/1000, 0
	for amount >= 999.95 && unit < len(units)-1 {
		amount /= 1000
		unit++
	}
	return fmt.Sprintf("%.1f %cB", amount, units[unit])
}
