package ledger

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
)

var statisticsColumns = []string{
	"run_id", "position", "column", "group", "count", "null_count", "mean", "std", "min", "p50", "max", "span",
	"n_unique", "n_unique_approximate", "min_len", "max_len", "n_empty", "n_true", "n_false", "true_rate",
}

var rowSampleColumns = []string{"run_id", "kind", "position", "sample"}

// The kinds of row samples.
const (
	passedRow   = "passed"
	rejectedRow = "rejected"
)

func (l *Ledger) recordStatistics(r *Run) []adapters.Statement {
	rows := make([][]any, len(r.Statistics))
	for i, s := range r.Statistics {
		rows[i] = []any{
			r.RunID, i + 1, s.Column, string(s.Group), s.Count, s.NullCount, nullable(s.Mean), nullable(s.Std), text(s.Min), nullable(s.P50), text(s.Max), text(s.Span),
			nullable(s.NUnique), nullable(s.NUniqueApproximate), nullable(s.MinLen), nullable(s.MaxLen), nullable(s.NEmpty), nullable(s.NTrue), nullable(s.NFalse), nullable(s.TrueRate),
		}
	}
	return l.insert("column_statistics", statisticsColumns, rows)
}

// nullable is a value for a driver, NULL for nil.
func nullable[T any](v *T) sql.Null[T] {
	if v == nil {
		return sql.Null[T]{}
	}
	return sql.Null[T]{V: *v, Valid: true}
}

func (l *Ledger) statistics(ctx context.Context, runID string) ([]compile.ColumnStatistics, error) {
	var out []compile.ColumnStatistics
	query := l.sql().Select(l.idents(statisticsColumns[2:]...)...).From(l.table("column_statistics")).
		Where(sq.Eq{l.ident("run_id"): runID}).OrderBy(l.ident("position"))
	err := l.Adapter.Query(ctx, statement(query), func(scan adapters.Scan) error {
		var s compile.ColumnStatistics
		err := scan(
			&s.Column, &s.Group, &s.Count, &s.NullCount, &s.Mean, &s.Std, orEmpty(&s.Min), &s.P50, orEmpty(&s.Max), orEmpty(&s.Span),
			&s.NUnique, &s.NUniqueApproximate, &s.MinLen, &s.MaxLen, &s.NEmpty, &s.NTrue, &s.NFalse, &s.TrueRate,
		)
		out = append(out, s)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the statistics of run %s: %w", runID, err)
	}
	return out, nil
}

func (l *Ledger) recordRowSamples(r *Run) []adapters.Statement {
	var rows [][]any
	for kind, sample := range map[string][]json.RawMessage{passedRow: r.PassedSample, rejectedRow: r.RejectedSample} {
		for i, row := range sample {
			rows = append(rows, []any{r.RunID, kind, i + 1, string(row)})
		}
	}
	return l.insert("row_samples", rowSampleColumns, rows)
}

// rowSamples reads the samples of rows into a run.
func (l *Ledger) rowSamples(ctx context.Context, r *Run) error {
	query := l.sql().Select(l.idents("kind", "sample")...).From(l.table("row_samples")).
		Where(sq.Eq{l.ident("run_id"): r.RunID}).OrderBy(l.ident("kind"), l.ident("position"))
	err := l.Adapter.Query(ctx, statement(query), func(scan adapters.Scan) error {
		var kind, sample string
		if err := scan(&kind, &sample); err != nil {
			return err
		}
		if kind == passedRow {
			r.PassedSample = append(r.PassedSample, json.RawMessage(sample))
		} else {
			r.RejectedSample = append(r.RejectedSample, json.RawMessage(sample))
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read the row samples of run %s: %w", r.RunID, err)
	}
	return nil
}
