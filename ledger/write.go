package ledger

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/adapters"
)

// rowsPerInsert keeps a statement's parameters below every warehouse's limit.
const rowsPerInsert = 200

var runColumns = []string{
	"run_id", "gate", "kind", "warehouse", "source", "target", "rejected", "mode", "partition_key", "batch_id",
	"outcome", "reason", "started_at", "finished_at", "duration_ms",
	"rows_staged", "rows_passed", "rows_rejected", "rows_superseded", "rows_warned", "rows_deleted", "bytes_processed",
	"error_code", "error_summary", "gate_hash", "plan_hash", "sqlgate_version", "engine_version",
	"host", "os_user", "trigger", "trigger_ids", "git_sha", "vars",
}

var ruleColumns = []string{
	"run_id", "position", "rule_id", "column_name", "scope", "policy", "status",
	"failed_rows", "unknown_rows", "judged_rows", "observed_value", "expected", "sql", "description", "samples",
}

var ruleSetColumns = []string{"run_id", "rule_ids", "rows"}

// RecordRun returns the statements that write a run with its rule results,
// rule sets, statistics and row samples. They run in the transaction that the caller chooses.
func (l *Ledger) RecordRun(r *Run) []adapters.Statement {
	rules := make([][]any, len(r.Rules))
	for i := range r.Rules {
		rules[i] = r.Rules[i].values(r.RunID)
	}
	sets := make([][]any, len(r.RuleSets))
	for i, s := range r.RuleSets {
		sets[i] = []any{r.RunID, jsonArray(s.Rules), s.Rows}
	}
	out := l.insert("runs", runColumns, [][]any{r.values()})
	out = append(out, l.insert("rule_results", ruleColumns, rules)...)
	out = append(out, l.insert("rule_sets", ruleSetColumns, sets)...)
	out = append(out, l.recordStatistics(r)...)
	return append(out, l.recordRowSamples(r)...)
}

// Record writes a run in a transaction of its own.
func (l *Ledger) Record(ctx context.Context, r *Run) error {
	_, err := l.Adapter.Exec(ctx, l.RecordRun(r)...)
	if adapters.HasCode(err, adapters.CodeUnknown) {
		if recorded, readErr := l.OutcomeOf(ctx, l.Adapter, r.RunID); readErr == nil && recorded != "" {
			return nil
		}
	}
	if err != nil {
		return fmt.Errorf("record run %s: %w", r.RunID, err)
	}
	return nil
}

// CompleteBatch returns the statement that marks a batch id as completed. It
// fails where the gate and partition have completed it before.
func (l *Ledger) CompleteBatch(gateName, partition, batchID, runID string) adapters.Statement {
	return statement(l.sql().Insert(l.table("completed_batches")).
		Columns(l.idents("gate", "partition_key", "batch_id", "run_id")...).
		Values(gateName, partition, batchID, runID))
}

// RecompleteBatch returns the statement that hands a completed batch id to
// another run: that of a forced rerun.
func (l *Ledger) RecompleteBatch(gateName, partition, batchID, runID string) adapters.Statement {
	return statement(l.sql().Update(l.table("completed_batches")).
		Set(l.ident("run_id"), runID).
		Where(l.batch(gateName, partition, batchID)))
}

// Completed looks up the run that completed a batch id, or where that is empty
// the last that completed any, read through q so that a work transaction sees its
// own snapshot.
func (l *Ledger) Completed(ctx context.Context, q adapters.Reader, gateName, partition, batchID string) (runID string, outcome Outcome, found bool, err error) {
	query := l.sql().Select(l.idents("run_id")...).From(l.table("completed_batches")).
		Where(l.batch(gateName, partition, batchID)).OrderBy(l.ident("run_id"))
	err = q.Query(ctx, statement(query), func(scan adapters.Scan) error {
		found = true
		return scan(&runID)
	})
	if err != nil || !found {
		return "", "", false, err
	}
	outcome, err = l.OutcomeOf(ctx, q, runID)
	return runID, outcome, true, err
}

// CompletedBatch is a run that completed a batch, and how it ended.
type CompletedBatch struct {
	RunID   string
	Outcome Outcome
}

// CompletedPartitions are a gate's partitions that have been completed, with the
// batch id or where that is empty with any, each with the last run that did. A
// ledger that has not been made has none.
func (l *Ledger) CompletedPartitions(ctx context.Context, gateName, batchID string) (map[string]CompletedBatch, error) {
	var none *NotMigratedError
	if err := l.Check(ctx); errors.As(err, &none) && none.Have == 0 {
		return nil, nil
	}
	completed := l.ident("completed") + "."
	batch := sq.And{sq.Eq{completed + l.ident("gate"): gateName}}
	if batchID != "" {
		batch = append(batch, sq.Eq{completed + l.ident("batch_id"): batchID})
	}
	query := l.sql().Select(completed+l.ident("partition_key"), completed+l.ident("run_id"), "runs."+l.ident("outcome")).
		From(l.table("completed_batches") + " AS " + l.ident("completed")).
		Join(l.table("runs") + " AS runs ON runs." + l.ident("run_id") + " = " + completed + l.ident("run_id")).
		Where(batch).OrderBy(completed + l.ident("run_id"))
	out := map[string]CompletedBatch{}
	err := l.Adapter.Query(ctx, statement(query), func(scan adapters.Scan) error {
		var partition, outcome string
		var c CompletedBatch
		err := scan(&partition, &c.RunID, &outcome)
		c.Outcome = Outcome(outcome)
		out[partition] = c
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read completed partitions: %w", err)
	}
	return out, nil
}

// batch is the condition of a completed batch; an empty batch id means any.
func (l *Ledger) batch(gateName, partition, batchID string) sq.Sqlizer {
	all := sq.And{sq.Eq{l.ident("gate"): gateName}, sq.Eq{l.ident("partition_key"): partition}}
	if batchID != "" {
		all = append(all, sq.Eq{l.ident("batch_id"): batchID})
	}
	return all
}

// insert returns the statements that insert rows, several per statement.
func (l *Ledger) insert(table string, columns []string, rows [][]any) []adapters.Statement {
	var out []adapters.Statement
	for chunk := range slices.Chunk(rows, rowsPerInsert) {
		b := l.sql().Insert(l.table(table)).Columns(l.idents(columns...)...)
		for _, row := range chunk {
			b = b.Values(row...)
		}
		out = append(out, statement(b))
	}
	return out
}

// values are the run's values in the order of runColumns.
func (r *Run) values() []any {
	var bytes sql.NullInt64
	if r.BytesProcessed != nil {
		bytes = sql.NullInt64{Int64: *r.BytesProcessed, Valid: true}
	}
	var failure Error
	if r.Error != nil {
		failure = *r.Error
	}
	return []any{
		r.RunID, r.Gate, string(r.Kind), text(r.Warehouse), text(r.Source), text(r.Target), text(r.Rejected), text(r.Mode),
		text(r.Partition), text(r.BatchID),
		string(r.Outcome), text(r.Reason), r.StartedAt.UTC(), r.FinishedAt.UTC(), r.Duration().Milliseconds(),
		r.RowsStaged, r.RowsPassed, r.RowsRejected, r.RowsSuperseded, r.RowsWarned, r.RowsDeleted, bytes,
		text(failure.Code), text(failure.Message), text(r.GateHash), text(r.PlanHash), text(r.SqlgateVersion), text(r.EngineVersion),
		text(r.Host), text(r.OSUser), text(r.Trigger), text(r.TriggerIDs), text(r.GitSHA), text(r.vars()),
	}
}

// vars are the values of the vars as a JSON object; empty: none.
func (r *Run) vars() string {
	if len(r.Vars) == 0 {
		return ""
	}
	b, err := json.Marshal(r.Vars)
	if err != nil {
		return "" // no text fails to marshal
	}
	return string(b)
}

// values are the result's values in the order of ruleColumns.
func (r *RuleResult) values(runID string) []any {
	var samples string
	if len(r.Samples) > 0 {
		b, err := json.Marshal(r.Samples)
		if err == nil { // a sample that is no JSON is not worth losing the record
			samples = string(b)
		}
	}
	return []any{
		runID, r.Position, r.ID, text(r.Column), string(r.Scope), string(r.Policy), string(r.Status),
		r.FailedRows, r.UnknownRows, r.JudgedRows, text(r.Observed), text(r.Expected), text(r.SQL), text(r.Description), text(samples),
	}
}
