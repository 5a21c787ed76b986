package ledger

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// The columns that a rejected table has after those of the source.
const (
	ColumnRunID         = "_sqlgate_run_id"
	ColumnBatchID       = "_sqlgate_batch_id"
	ColumnPartition     = "_sqlgate_partition"
	ColumnRejectedAt    = "_sqlgate_rejected_at"
	ColumnFailedRules   = "_sqlgate_failed_rules"
	ColumnAttempts      = "_sqlgate_attempts"
	ColumnResolution    = "_sqlgate_resolution"
	ColumnResolvedRunID = "_sqlgate_resolved_run_id"
)

// RejectedTable is a table of rejected rows.
type RejectedTable struct {
	Table      gate.TableName
	Exists     bool
	Rows       int64 // all of them
	Unresolved int64 // neither replayed nor superseded
	LastRunID  string
	LastRunAt  time.Time // when that run started; zero: no run is known
}

// RejectedRows are rows of a rejected table; each row is a JSON object of the columns.
type RejectedRows struct {
	Columns []string
	Rows    []json.RawMessage
}

// RejectedFilter chooses rejected rows to show; a zero field does not choose.
type RejectedFilter struct {
	RunID      string
	Rule       string // the id of a rule that the rows failed
	Partition  string // as gate.Partition.String gives it
	Since      time.Time
	Unresolved bool
	Resolved   bool
	Limit      int
}

// PurgeFilter chooses rejected rows to delete; a zero field does not choose.
type PurgeFilter struct {
	OlderThan    time.Duration
	RunID        string
	ResolvedOnly bool
}

// RejectedQuery is SQL for people that shows the rows that a run rejected.
func (l *Ledger) RejectedQuery(table gate.TableName, runID string) string {
	d := l.dialect()
	return "SELECT * FROM " + d.Table(table) + " WHERE " + d.Ident(ColumnRunID) + " = '" + strings.ReplaceAll(runID, "'", "''") + "'"
}

// UnresolvedQuery is SQL for people that shows the rows that are still to be fixed.
func (l *Ledger) UnresolvedQuery(table gate.TableName) string {
	d := l.dialect()
	return "SELECT * FROM " + d.Table(table) + " WHERE " + d.Ident(ColumnResolution) + " IS NULL"
}

// tableOf is the table that a run's record names.
func tableOf(name string) gate.TableName {
	return gate.TableName{Parts: strings.Split(name, ".")}
}

// RejectedList returns the given rejected tables and those that the ledger's
// runs name, in that order, each once and followed by those that it was rotated to.
func (l *Ledger) RejectedList(ctx context.Context, tables ...gate.TableName) ([]RejectedTable, error) {
	last, names, err := l.lastRuns(ctx)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		tables = append(tables, tableOf(name))
	}
	var out []RejectedTable
	seen := map[string]bool{}
	for _, t := range tables {
		if seen[t.String()] {
			continue
		}
		seen[t.String()] = true
		r := last[t.String()]
		r.Table = t
		if err := l.countRejected(ctx, &r); err != nil {
			return nil, err
		}
		out = append(out, r)
		rotated, err := l.Rotated(ctx, t)
		if err != nil {
			return nil, err
		}
		for _, old := range rotated {
			r := RejectedTable{Table: old}
			if err := l.countRejected(ctx, &r); err != nil {
				return nil, err
			}
			out = append(out, r)
		}
	}
	return out, nil
}

// rotatedForm is what RejectedRotate appends to a table's name.
const rotatedForm = "_20060102T150405"

// Rotated returns the tables that RejectedRotate made of a table, oldest first.
func (l *Ledger) Rotated(ctx context.Context, table gate.TableName) ([]gate.TableName, error) {
	n := len(table.Parts)
	base := table.Parts[n-1]
	var out []gate.TableName
	err := l.Adapter.Query(ctx, statement(l.tablesThatBegin(table, base+"_")), func(scan adapters.Scan) error {
		var name string
		if err := scan(&name); err != nil {
			return err
		}
		if _, err := time.Parse(rotatedForm, strings.TrimPrefix(name, base)); err == nil {
			out = append(out, gate.TableName{Parts: append(slices.Clone(table.Parts[:n-1]), name)})
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look for rotated tables of %s: %w", table, err)
	}
	return out, nil
}

// tablesThatBegin is a query of the tables beside one whose names begin so.
func (l *Ledger) tablesThatBegin(beside gate.TableName, prefix string) sq.SelectBuilder {
	n := len(beside.Parts)
	if l.onBigQuery() {
		list := gate.TableName{Parts: append(slices.Clone(beside.Parts[:n-1]), "INFORMATION_SCHEMA", "TABLES")}
		return l.sql().Select("table_name").From(l.quote(list)).Where(sq.Expr("STARTS_WITH(table_name, ?)", prefix)).OrderBy("table_name")
	}
	schema, database := sq.Expr("current_schema()"), sq.Expr("current_database()")
	if n > 1 {
		schema = sq.Expr("?", beside.Parts[n-2])
	}
	if n > 2 {
		database = sq.Expr("?", beside.Parts[n-3])
	}
	return l.sql().Select("CAST(table_name AS VARCHAR)").From("information_schema.tables").
		Where(sq.Expr("lower(table_schema) = lower(?)", schema)).Where(sq.Expr("lower(table_catalog) = lower(?)", database)).
		Where(sq.Expr("starts_with(CAST(table_name AS VARCHAR), ?)", prefix)).OrderBy("table_name")
}

// lastRuns returns the newest run of each rejected table, and the tables by name.
func (l *Ledger) lastRuns(ctx context.Context) (map[string]RejectedTable, []string, error) {
	last := map[string]RejectedTable{}
	var names []string
	query := l.sql().Select(l.idents("rejected", "run_id", "started_at")...).
		Column("ROW_NUMBER() OVER (PARTITION BY " + l.ident("rejected") +
			" ORDER BY " + l.ident("started_at") + " DESC, " + l.ident("run_id") + " DESC) AS " + l.ident("age")).
		From(l.table("runs")).Where(sq.NotEq{l.ident("rejected"): nil})
	newest := l.sql().Select(l.idents("rejected", "run_id", "started_at")...).FromSelect(query, l.ident("r")).
		Where(sq.Eq{l.ident("age"): 1}).OrderBy(l.ident("rejected"))
	err := l.Adapter.Query(ctx, statement(newest), func(scan adapters.Scan) error {
		var name string
		var r RejectedTable
		err := scan(&name, &r.LastRunID, &r.LastRunAt)
		r.LastRunAt = r.LastRunAt.UTC()
		last[name] = r
		names = append(names, name)
		return err
	})
	if err != nil {
		return nil, nil, fmt.Errorf("read the rejected tables: %w", err)
	}
	return last, names, nil
}

func (l *Ledger) countRejected(ctx context.Context, r *RejectedTable) error {
	_, err := l.Adapter.Describe(ctx, r.Table)
	if errors.Is(err, adapters.ErrTableNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("describe %s: %w", r.Table, err)
	}
	r.Exists = true
	query := l.sql().Select("COUNT(*)", "COUNT(*) - COUNT("+l.ident(ColumnResolution)+")").From(l.quote(r.Table))
	err = l.Adapter.Query(ctx, statement(query), func(scan adapters.Scan) error { return scan(&r.Rows, &r.Unresolved) })
	if err != nil {
		return fmt.Errorf("count %s: %w", r.Table, err)
	}
	return nil
}

// RejectedShow returns the chosen rows of a rejected table: unresolved ones
// first, newest first.
func (l *Ledger) RejectedShow(ctx context.Context, table gate.TableName, f RejectedFilter) (RejectedRows, error) {
	var out RejectedRows
	err := l.RejectedRead(ctx, table, f, func(columns []compile.Column) error {
		for _, c := range columns {
			out.Columns = append(out.Columns, c.Name)
		}
		return nil
	}, func(row json.RawMessage) error {
		out.Rows = append(out.Rows, row)
		return nil
	})
	return out, err
}

// RejectedRead reads the rows that RejectedShow returns one by one. It calls
// begin with the table's columns, then row for each row, a JSON object.
func (l *Ledger) RejectedRead(ctx context.Context, table gate.TableName, f RejectedFilter, begin func([]compile.Column) error, row func(json.RawMessage) error) error {
	rel, err := l.Adapter.Describe(ctx, table)
	if err != nil {
		return fmt.Errorf("describe %s: %w", table, err)
	}
	names := make([]string, len(rel.Columns))
	for i, c := range rel.Columns {
		names[i] = c.Name
	}
	text, err := l.rowText("r", names)
	if err != nil {
		return err
	}
	if err := begin(rel.Columns); err != nil {
		return err
	}
	query := l.sql().Select(text).From(l.quote(table)+" AS r").Where(l.shown(f)).
		OrderBy("CASE WHEN "+l.ident(ColumnResolution)+" IS NULL THEN 0 ELSE 1 END", l.ident(ColumnRejectedAt)+" DESC")
	if f.Limit > 0 {
		query = query.Limit(uint64(f.Limit))
	}
	err = l.Adapter.Query(ctx, statement(query), func(scan adapters.Scan) error {
		var text string
		if err := scan(&text); err != nil {
			return err
		}
		return row(adapters.JSONRow(text))
	})
	if err != nil {
		return fmt.Errorf("read %s: %w", table, err)
	}
	return nil
}

// shown is the condition of the rows that a filter chooses.
func (l *Ledger) shown(f RejectedFilter) sq.Sqlizer {
	all := sq.And{sq.Expr("1 = 1")}
	if f.RunID != "" {
		all = append(all, sq.Eq{l.ident(ColumnRunID): f.RunID})
	}
	if f.Rule != "" {
		all = append(all, sq.Expr(l.failedRule(), f.Rule))
	}
	if f.Partition != "" {
		all = append(all, sq.Eq{l.ident(ColumnPartition): f.Partition})
	}
	if !f.Since.IsZero() {
		all = append(all, sq.GtOrEq{l.ident(ColumnRejectedAt): f.Since.UTC()})
	}
	if f.Unresolved {
		all = append(all, sq.Eq{l.ident(ColumnResolution): nil})
	}
	if f.Resolved {
		all = append(all, sq.NotEq{l.ident(ColumnResolution): nil})
	}
	return all
}

// rowText is the text of a row's JSON object, for a squirrel builder: drivers
// decode JSON values, and digits would be lost.
func (l *Ledger) rowText(alias string, columns []string) (string, error) {
	textType, err := l.dialect().TypeName(gate.Type{Kind: gate.KindString})
	if err != nil {
		return "", err
	}
	return dialect.Escape("CAST(" + l.dialect().RowJSON(alias, columns) + " AS " + textType + ")"), nil
}

// failedRule is a condition with one parameter: the row failed that rule.
func (l *Ledger) failedRule() string {
	if l.onBigQuery() {
		return "? IN UNNEST(" + l.ident(ColumnFailedRules) + ")"
	}
	return "? = ANY(" + l.ident(ColumnFailedRules) + ")"
}

// RejectedCount returns how many rows RejectedPurge would delete, and how many of
// them are unresolved.
func (l *Ledger) RejectedCount(ctx context.Context, table gate.TableName, f PurgeFilter) (rows, unresolved int64, err error) {
	query := l.sql().Select("COUNT(*)", "COUNT(*) - COUNT("+l.ident(ColumnResolution)+")").From(l.quote(table)).Where(l.purged(f))
	err = l.Adapter.Query(ctx, statement(query), func(scan adapters.Scan) error { return scan(&rows, &unresolved) })
	if err != nil {
		return 0, 0, fmt.Errorf("count %s: %w", table, err)
	}
	return rows, unresolved, nil
}

// RejectedPurge deletes the chosen rows of a rejected table and returns how
// many. A run that writes the table makes it fail with an *adapters.LockedError.
func (l *Ledger) RejectedPurge(ctx context.Context, table gate.TableName, f PurgeFilter) (int64, error) {
	purge := statement(l.sql().Delete(l.quote(table)).Where(l.purged(f)))
	changed, err := l.execLocked(ctx, table, "rejected purge", purge)
	if err != nil {
		return 0, fmt.Errorf("purge %s: %w", table, err)
	}
	return changed, nil
}

// RejectedRotate renames a rejected table after the time now, so that the next
// run starts a new one, and returns the new name. A run that writes the table
// makes it fail with an *adapters.LockedError.
func (l *Ledger) RejectedRotate(ctx context.Context, table gate.TableName, now time.Time) (string, error) {
	last := len(table.Parts) - 1
	renamed := table.Parts[last] + now.UTC().Format(rotatedForm)
	if err := l.dialect().CheckName(renamed); err != nil {
		return "", fmt.Errorf("rotate %s: %w", table, err)
	}
	rename := adapters.Statement{SQL: "ALTER TABLE " + l.dialect().Table(table) + " RENAME TO " + l.dialect().Ident(renamed)}
	if _, err := l.execLocked(ctx, table, "rejected rotate", rename); err != nil {
		return "", fmt.Errorf("rotate %s: %w", table, err)
	}
	parts := append(append([]string(nil), table.Parts[:last]...), renamed)
	return gate.TableName{Parts: parts}.String(), nil
}

// execLocked runs a statement while holding the lock of a table, so that it
// stays out of the way of runs, and returns the rows that it changed.
func (l *Ledger) execLocked(ctx context.Context, table gate.TableName, holder string, s adapters.Statement) (int64, error) {
	rel, err := l.Adapter.Describe(ctx, table)
	if err != nil {
		return 0, err
	}
	changed, err := l.hold(ctx, []string{l.Adapter.LockName(rel.Name)}, holder, s)
	if err != nil {
		return 0, err
	}
	return changed[0], nil
}

// purged is the condition of the rows that a purge deletes.
func (l *Ledger) purged(f PurgeFilter) sq.Sqlizer {
	all := sq.And{sq.Expr("1 = 1")}
	if f.OlderThan > 0 {
		all = append(all, sq.Lt{l.ident(ColumnRejectedAt): l.Now().Add(-f.OlderThan).UTC()})
	}
	if f.RunID != "" {
		all = append(all, sq.Eq{l.ident(ColumnRunID): f.RunID})
	}
	if f.ResolvedOnly {
		all = append(all, sq.NotEq{l.ident(ColumnResolution): nil})
	}
	return all
}
