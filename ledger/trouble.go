package ledger

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/adapters"
)

// Trouble is how often, and on how many rows, a rule of a gate did not pass.
type Trouble struct {
	Gate       string
	RuleID     string
	Column     string // empty: none
	Runs       int64  // that judged it
	Failing    int64  // of them, those in which it did not pass
	FailedRows int64
	JudgedRows int64
	LastAt     time.Time // when the last failing run began
}

// Troubles returns the rules that did not pass in a run that began at or after
// since, of each gate the worst first: by failing runs, then by failed rows. A
// run that was skipped judged nothing.
func (l *Ledger) Troubles(ctx context.Context, since time.Time) ([]Trouble, error) {
	const failing = "rr.status IN ('warn', 'quarantine', 'fail', 'error')"
	columns := []string{
		"r.gate", "rr.rule_id", "MAX(rr.column_name)", "COUNT(*)", "COUNT(CASE WHEN " + failing + " THEN 1 END)",
		"CAST(SUM(rr.failed_rows) AS BIGINT)", "CAST(SUM(rr.judged_rows) AS BIGINT)",
		"MAX(CASE WHEN " + failing + " THEN r.started_at END)",
	}
	query := l.sql().Select(columns...).From(l.table("rule_results")+" AS rr").
		Join(l.table("runs")+" AS r ON r.run_id = rr.run_id").
		Where(sq.GtOrEq{"r.started_at": since.UTC()}).Where(sq.NotEq{"r.outcome": string(Skipped)}).Where("rr.status <> 'skip'").
		GroupBy("r.gate", "rr.rule_id").Having("COUNT(CASE WHEN "+failing+" THEN 1 END) > 0").
		OrderBy("1", "5 DESC", "6 DESC", "2")
	var out []Trouble
	err := l.Adapter.Query(ctx, statement(query), func(scan adapters.Scan) error {
		var t Trouble
		var last sql.NullTime
		err := scan(&t.Gate, &t.RuleID, orEmpty(&t.Column), &t.Runs, &t.Failing, &t.FailedRows, &t.JudgedRows, &last)
		t.LastAt = last.Time.UTC()
		out = append(out, t)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the rules that did not pass: %w", err)
	}
	return out, nil
}
