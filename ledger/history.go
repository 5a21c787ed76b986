package ledger

import (
	"context"
	"fmt"
	"slices"
	"time"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/adapters"
)

// PastBatch is what the ledger knows of a batch that a gate has processed.
type PastBatch struct {
	RunID      string // the latest run of the batch
	Partition  string
	StartedAt  time.Time
	Staged     int64
	Rejected   int64
	Superseded int64 // of the rejected
}

// PastFilter chooses batches of a gate's history.
type PastFilter struct {
	Gate      string
	Kind      Kind                        // KindRun: runs that wrote; KindCheck: checks of a gate without target that passed
	Source    string                      // of checks: the table that was checked
	Before    time.Time                   // batches that began earlier
	Without   string                      // a batch id that is left out of the partition; empty: none
	Partition string                      // of the run
	Only      func(partition string) bool // whether its batches count; nil: all do
	Limit     int                         // the latest so many
}

// historyRuns bounds the runs that are read for a history: forced repeats make
// them more than batches.
const historyRuns = 5000

// History returns earlier batches, the latest first, read through q so that a
// work transaction sees its own snapshot. Of each batch and partition only the
// latest run counts, in the place of the first: a forced repeat is no new batch.
func (l *Ledger) History(ctx context.Context, q adapters.Reader, f PastFilter) ([]PastBatch, error) {
	outcomes := []string{string(Passed), string(Split), string(NoValidRows)}
	where := sq.And{sq.Eq{l.ident("gate"): f.Gate}, sq.Eq{l.ident("kind"): string(f.Kind)}}
	if f.Kind == KindCheck {
		outcomes = []string{string(Passed)}
		where = append(where, sq.Eq{l.ident("source"): f.Source})
	}
	where = append(where, sq.Eq{l.ident("outcome"): outcomes}, sq.Lt{l.ident("started_at"): f.Before.UTC()})
	query := l.sql().Select(l.idents("run_id", "partition_key", "batch_id", "started_at", "rows_staged", "rows_rejected", "rows_superseded")...).
		From(l.table("runs")).Where(where).OrderBy(l.ident("started_at")+" DESC", l.ident("run_id")+" DESC").Limit(historyRuns)

	type batchKey struct{ partition, id string }
	first := map[batchKey]int{}
	var out []PastBatch
	err := q.Query(ctx, statement(query), func(scan adapters.Scan) error {
		var b PastBatch
		var key batchKey
		if err := scan(&b.RunID, orEmpty(&key.partition), orEmpty(&key.id), &b.StartedAt, &b.Staged, &b.Rejected, &b.Superseded); err != nil {
			return err
		}
		b.StartedAt = b.StartedAt.UTC()
		b.Partition = key.partition
		switch {
		case f.Only != nil && !f.Only(key.partition), key.id != "" && key.id == f.Without && key.partition == f.Partition:
			return nil
		case key.id == "":
			key.id = b.RunID
		}
		if i, ok := first[key]; ok {
			out[i].StartedAt = b.StartedAt
			return nil
		}
		first[key] = len(out)
		out = append(out, b)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the history of gate %s: %w", f.Gate, err)
	}
	slices.SortStableFunc(out, func(a, b PastBatch) int { return b.StartedAt.Compare(a.StartedAt) })
	return out[:min(f.Limit, len(out))], nil
}

// Observed returns what a check of a gate observed in those runs, by run id.
func (l *Ledger) Observed(ctx context.Context, q adapters.Reader, checkID string, runIDs []string) (map[string]string, error) {
	out := map[string]string{}
	if len(runIDs) == 0 {
		return out, nil
	}
	query := l.sql().Select(l.idents("run_id", "observed_value")...).From(l.table("rule_results")).
		Where(sq.Eq{l.ident("rule_id"): checkID, l.ident("scope"): "check", l.ident("run_id"): runIDs})
	err := q.Query(ctx, statement(query), func(scan adapters.Scan) error {
		var runID, value string
		if err := scan(&runID, orEmpty(&value)); err != nil {
			return err
		}
		out[runID] = value
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read what check %s observed: %w", checkID, err)
	}
	return out, nil
}
