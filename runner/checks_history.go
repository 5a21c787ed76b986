package runner

import (
	"context"
	"math"
	"strings"
	"time"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// compared is a check's value held against the ledger's history, or no value
// where it cannot be. That it was held against nothing is a warning of the run,
// since a result that is not bad is not always shown.
func (e *execution) compared(ctx context.Context, on adapters.Reader, c compile.Check, v compile.Value) (compile.Value, error) {
	if e.ledger == nil {
		return compile.Value{None: v.Text + " (not compared: the ledger is not read)"}, nil
	}
	earlier, err := e.earlier(ctx, on, c)
	if err != nil {
		return v, err
	}
	if v = c.Against(v, earlier); v.Passes != "" {
		e.note("check " + c.ID + " passed without a comparison: " + v.Passes)
		v.Text += " (" + v.Passes + ")"
	}
	return v, nil
}

// earlier are the numbers of earlier batches, the latest first.
func (e *execution) earlier(ctx context.Context, on adapters.Reader, c compile.Check) ([]gate.Number, error) {
	past := c.Past()
	filter := ledger.PastFilter{
		Gate: e.gate.Name, Kind: e.history, Source: e.run.Source, Before: e.run.StartedAt,
		Without: e.run.BatchID, Partition: e.run.Partition, Limit: past.Batches,
	}
	if past.PreviousPartition {
		filter.Only = e.precedes
		filter.Limit = math.MaxInt
	}
	if past.DaysAgo > 0 {
		filter.Before = e.run.StartedAt.UTC().Truncate(24*time.Hour).AddDate(0, 0, 1-past.DaysAgo)
	}
	batches, err := e.ledger.History(ctx, on, filter)
	if err != nil {
		return nil, err
	}
	if past.PreviousPartition {
		batches = e.ofLatestPartition(batches)
	}
	observed := map[string]string{}
	if past.Metric == compile.ObservedMetric {
		ids := make([]string, len(batches))
		for i, b := range batches {
			ids[i] = b.RunID
		}
		if observed, err = e.ledger.Observed(ctx, on, c.ID, ids); err != nil {
			return nil, err
		}
	}
	var out []gate.Number
	for _, b := range batches {
		if n, ok := metric(past.Metric, b, observed[b.RunID]); ok {
			out = append(out, n)
		}
	}
	return out, nil
}

// precedes reports whether a partition is before the run's in time. The gate may
// have had other dimensions once.
func (e *execution) precedes(partition string) bool {
	p, err := e.gate.ParsePartition(partition)
	return err == nil && e.gate.Precedes(p, e.options.Partition)
}

// ofLatestPartition is the last batch of the partition that is the latest in time.
func (e *execution) ofLatestPartition(batches []ledger.PastBatch) []ledger.PastBatch {
	var latest gate.Partition
	var out []ledger.PastBatch
	for _, b := range batches {
		if p, err := e.gate.ParsePartition(b.Partition); err == nil && (out == nil || e.gate.Precedes(latest, p)) {
			latest, out = p, []ledger.PastBatch{b}
		}
	}
	return out
}

// metric is a number of an earlier batch; not ok where it has none.
func metric(m compile.Metric, b ledger.PastBatch, observed string) (gate.Number, bool) {
	switch m {
	case compile.RowsMetric:
		return gate.CountNumber(b.Staged), true
	case compile.RejectedMetric:
		if b.Staged == 0 {
			return gate.Number{}, false
		}
		rejected := gate.CountNumber(100 * (b.Rejected - b.Superseded))
		return rejected.Over(gate.CountNumber(b.Staged)), true
	default:
		text, _, _ := strings.Cut(observed, " ")
		n, err := gate.ParseNumber(text)
		return n, err == nil && n.IsFinite()
	}
}
