package ledger

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/gate"
)

// NotFoundError says that the ledger has no run of that id.
type NotFoundError struct {
	ID string
}

func (e *NotFoundError) Error() string {
	return fmt.Sprintf("no run %s in the ledger: `sqlgate runs list` shows the runs", e.ID)
}

// AmbiguousRunError says that several runs' ids begin alike.
type AmbiguousRunError struct {
	Prefix string
	IDs    []string // some of them
}

func (e *AmbiguousRunError) Error() string {
	return fmt.Sprintf("several runs begin with %s: %s", e.Prefix, strings.Join(e.IDs, ", "))
}

// Filter chooses runs; a zero field does not choose.
type Filter struct {
	Gate    string
	Outcome Outcome
	Since   time.Time // started at or after
	Until   time.Time // started before
	Limit   int
}

// Runs returns the chosen runs, newest first, without their rules and rule sets.
func (l *Ledger) Runs(ctx context.Context, f Filter) ([]Run, error) {
	query := l.selectRuns().OrderBy(l.ident("started_at")+" DESC", l.ident("run_id")+" DESC")
	if f.Gate != "" {
		query = query.Where(sq.Eq{l.ident("gate"): f.Gate})
	}
	if f.Outcome != "" {
		query = query.Where(sq.Eq{l.ident("outcome"): string(f.Outcome)})
	}
	if !f.Since.IsZero() {
		query = query.Where(sq.GtOrEq{l.ident("started_at"): f.Since.UTC()})
	}
	if !f.Until.IsZero() {
		query = query.Where(sq.Lt{l.ident("started_at"): f.Until.UTC()})
	}
	if f.Limit > 0 {
		query = query.Limit(uint64(f.Limit))
	}
	return l.queryRuns(ctx, query)
}

// RunByID returns the run of that id, or the only one whose id begins with it,
// with its rules, samples, rule sets, statistics and the query of its rejected rows.
// Without one it returns a *NotFoundError, with several an *AmbiguousRunError.
func (l *Ledger) RunByID(ctx context.Context, idOrPrefix string) (*Run, error) {
	const shown = 5
	query := l.selectRuns().
		Where(sq.Expr("starts_with("+l.ident("run_id")+", ?)", idOrPrefix)).
		OrderBy(l.ident("run_id")).Limit(shown)
	runs, err := l.queryRuns(ctx, query)
	if err != nil {
		return nil, err
	}
	if len(runs) == 0 || idOrPrefix == "" {
		return nil, &NotFoundError{ID: idOrPrefix}
	}
	// An id that begins another sorts first.
	run := &runs[0]
	if len(runs) > 1 && run.RunID != idOrPrefix {
		ids := make([]string, len(runs))
		for i := range runs {
			ids[i] = runs[i].RunID
		}
		return nil, &AmbiguousRunError{Prefix: idOrPrefix, IDs: ids}
	}
	if run.Outcome == Split || run.Outcome == NoValidRows {
		run.RejectedQuery = l.RejectedQuery(tableOf(run.Rejected), run.RunID)
	}
	if run.Rules, err = l.ruleResults(ctx, run.RunID); err != nil {
		return nil, err
	}
	if run.RuleSets, err = l.ruleSets(ctx, run.RunID); err != nil {
		return nil, err
	}
	if run.Statistics, err = l.statistics(ctx, run.RunID); err != nil {
		return nil, err
	}
	return run, l.rowSamples(ctx, run)
}

// Gates returns the names of the gates that have runs, in order.
func (l *Ledger) Gates(ctx context.Context) ([]string, error) {
	name := l.ident("gate")
	query := l.sql().Select(name).Distinct().From(l.table("runs")).OrderBy(name)
	names, err := l.texts(ctx, query)
	if err != nil {
		return nil, fmt.Errorf("read the gates that have runs: %w", err)
	}
	return names, nil
}

// RulesOf returns the ids of the rules of all runs that had this rejected table, in order.
func (l *Ledger) RulesOf(ctx context.Context, rejected gate.TableName) ([]string, error) {
	runs := sq.Select(l.ident("run_id")).From(l.table("runs")).Where(sq.Eq{l.ident("rejected"): rejected.String()})
	query := l.sql().Select(l.ident("rule_id")).Distinct().From(l.table("rule_results")).
		Where(sq.Expr(l.ident("run_id")+" IN (?)", runs)).OrderBy(l.ident("rule_id"))
	ids, err := l.texts(ctx, query)
	if err != nil {
		return nil, fmt.Errorf("read the rules of the runs that rejected into %s: %w", rejected, err)
	}
	return ids, nil
}

// texts are the values of a query of one text column.
func (l *Ledger) texts(ctx context.Context, query sq.SelectBuilder) ([]string, error) {
	var out []string
	err := l.Adapter.Query(ctx, statement(query), func(scan adapters.Scan) error {
		var text string
		err := scan(&text)
		out = append(out, text)
		return err
	})
	return out, err
}

func (l *Ledger) selectRuns() sq.SelectBuilder {
	return l.sql().Select(l.idents(runColumns...)...).From(l.table("runs"))
}

func (l *Ledger) queryRuns(ctx context.Context, query sq.SelectBuilder) ([]Run, error) {
	var out []Run
	err := l.Adapter.Query(ctx, statement(query), func(scan adapters.Scan) error {
		r, err := scanRun(scan)
		out = append(out, r)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read runs: %w", err)
	}
	return out, nil
}

func scanRun(scan adapters.Scan) (Run, error) {
	var r Run
	var failure Error
	var bytes sql.NullInt64
	var milliseconds int64 // Duration gives it
	var vars string
	err := scan(
		&r.RunID, &r.Gate, &r.Kind, orEmpty(&r.Warehouse), orEmpty(&r.Source), orEmpty(&r.Target), orEmpty(&r.Rejected), orEmpty(&r.Mode),
		orEmpty(&r.Partition), orEmpty(&r.BatchID),
		&r.Outcome, orEmpty(&r.Reason), &r.StartedAt, &r.FinishedAt, &milliseconds,
		&r.RowsStaged, &r.RowsPassed, &r.RowsRejected, &r.RowsSuperseded, &r.RowsWarned, &r.RowsDeleted, &bytes,
		orEmpty(&failure.Code), orEmpty(&failure.Message), orEmpty(&r.GateHash), orEmpty(&r.PlanHash), orEmpty(&r.SqlgateVersion), orEmpty(&r.EngineVersion),
		orEmpty(&r.Host), orEmpty(&r.OSUser), orEmpty(&r.Trigger), orEmpty(&r.TriggerIDs), orEmpty(&r.GitSHA), orEmpty(&vars),
	)
	if err == nil && vars != "" {
		err = json.Unmarshal([]byte(vars), &r.Vars)
	}
	r.StartedAt, r.FinishedAt = r.StartedAt.UTC(), r.FinishedAt.UTC()
	if bytes.Valid {
		r.BytesProcessed = &bytes.Int64
	}
	if failure != (Error{}) {
		r.Error = &failure
	}
	return r, err
}

func (l *Ledger) ruleResults(ctx context.Context, runID string) ([]RuleResult, error) {
	var out []RuleResult
	query := l.sql().Select(l.idents(ruleColumns[1:]...)...).From(l.table("rule_results")).
		Where(sq.Eq{l.ident("run_id"): runID}).OrderBy(l.ident("position"))
	err := l.Adapter.Query(ctx, statement(query), func(scan adapters.Scan) error {
		r, err := scanRule(scan)
		out = append(out, r)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the rules of run %s: %w", runID, err)
	}
	return out, nil
}

func scanRule(scan adapters.Scan) (RuleResult, error) {
	var r RuleResult
	var samples string
	err := scan(
		&r.Position, &r.ID, orEmpty(&r.Column), &r.Scope, &r.Policy, &r.Status,
		&r.FailedRows, &r.UnknownRows, &r.JudgedRows, orEmpty(&r.Observed), orEmpty(&r.Expected), orEmpty(&r.SQL),
		orEmpty(&r.Description), orEmpty(&samples),
	)
	if err != nil || samples == "" {
		return r, err
	}
	return r, json.Unmarshal([]byte(samples), &r.Samples)
}

func (l *Ledger) ruleSets(ctx context.Context, runID string) ([]RuleSet, error) {
	var out []RuleSet
	query := l.sql().Select(l.idents(ruleSetColumns[1:]...)...).From(l.table("rule_sets")).
		Where(sq.Eq{l.ident("run_id"): runID}).OrderBy(l.ident("rows")+" DESC", l.ident("rule_ids"))
	err := l.Adapter.Query(ctx, statement(query), func(scan adapters.Scan) error {
		var s RuleSet
		var ids string
		if err := scan(&ids, &s.Rows); err != nil {
			return err
		}
		out = append(out, s)
		return json.Unmarshal([]byte(ids), &out[len(out)-1].Rules)
	})
	if err != nil {
		return nil, fmt.Errorf("read the rule sets of run %s: %w", runID, err)
	}
	return out, nil
}
