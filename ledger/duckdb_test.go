package ledger_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	sq "github.com/Masterminds/squirrel"
	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// warehouse is a DuckDB database with as much of the adapter as the ledger uses.
type warehouse struct {
	adapters.DestinationAdapter
	db *sql.DB
}

func openDuckDB(t *testing.T) *warehouse {
	t.Helper()
	db, err := sql.Open("duckdb", filepath.Join(t.TempDir(), "test.duckdb"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	w := &warehouse{db: db}
	w.exec(t, "SET GLOBAL TimeZone = 'UTC'")
	return w
}

func (w *warehouse) exec(t *testing.T, query string) {
	t.Helper()
	if _, err := w.db.Exec(query); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

func (w *warehouse) Dialect() dialect.Dialect { return duckdbText{} }

func (w *warehouse) Query(ctx context.Context, s adapters.Statement, row func(adapters.Scan) error) error {
	rows, err := w.db.QueryContext(ctx, s.SQL, s.Args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (w *warehouse) Describe(ctx context.Context, t gate.TableName) (compile.Relation, error) {
	rows, err := w.db.QueryContext(ctx, "SELECT * FROM "+w.Dialect().Table(t)+" LIMIT 0")
	if err != nil {
		if strings.Contains(err.Error(), "Catalog Error") {
			return compile.Relation{}, fmt.Errorf("%s: %w", t, adapters.ErrTableNotFound)
		}
		return compile.Relation{}, err
	}
	defer rows.Close()
	rel := compile.Relation{Name: t}
	names, err := rows.Columns()
	for _, n := range names {
		rel.Columns = append(rel.Columns, compile.Column{Name: n})
	}
	return rel, errors.Join(err, rows.Err())
}

func (w *warehouse) Exec(ctx context.Context, statements ...adapters.Statement) ([]int64, error) {
	tx, err := w.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	changed := make([]int64, len(statements))
	for i, s := range statements {
		result, err := tx.ExecContext(ctx, s.SQL, s.Args...)
		if err != nil {
			return nil, locked(err)
		}
		changed[i], _ = result.RowsAffected()
	}
	return changed, locked(tx.Commit())
}

func locked(err error) error {
	if err != nil && strings.Contains(strings.ToLower(err.Error()), "conflict") {
		return &adapters.LockedError{Err: err}
	}
	return err
}

// duckdbText is as much of the DuckDB dialect as the ledger uses.
type duckdbText struct{ dialect.Dialect }

func (duckdbText) Name() string { return "duckdb" }

func (duckdbText) Ident(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

func (d duckdbText) Table(t gate.TableName) string {
	quoted := make([]string, len(t.Parts))
	for i, p := range t.Parts {
		quoted[i] = d.Ident(p)
	}
	return strings.Join(quoted, ".")
}

func (duckdbText) CheckName(string) error { return nil }

func (duckdbText) Placeholder() sq.PlaceholderFormat { return questions{} }

func (d duckdbText) RowJSON(alias string, columns []string) string {
	fields := make([]string, len(columns))
	for i, c := range columns {
		fields[i] = d.Ident(c) + " := " + alias + "." + d.Ident(c)
	}
	return "CAST(to_json(struct_pack(" + strings.Join(fields, ", ") + ")) AS VARCHAR)"
}

type questions struct{}

func (questions) ReplacePlaceholders(s string) (string, error) {
	return strings.ReplaceAll(s, "??", "?"), nil
}
