package ledger_test

import (
	"path/filepath"
	"testing"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/duckdb"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// warehouse is an empty DuckDB database.
type warehouse struct{ *duckdb.Adapter }

func openDuckDB(t *testing.T) *warehouse {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.duckdb")
	a, err := duckdb.Open(t.Context(), gate.Warehouse{Name: "test", Type: "duckdb", DuckDB: &gate.DuckDB{Path: path}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return &warehouse{a}
}

func (w *warehouse) exec(t *testing.T, query string) {
	t.Helper()
	if _, err := w.Exec(t.Context(), adapters.Statement{SQL: query}); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

func (w *warehouse) count(t *testing.T, from string) int {
	t.Helper()
	var n int
	query := adapters.Statement{SQL: "SELECT COUNT(*) FROM " + from}
	if err := w.Query(t.Context(), query, func(scan adapters.Scan) error { return scan(&n) }); err != nil {
		t.Fatal(err)
	}
	return n
}

// lock holds lock rows as a run does, until the batch is abandoned.
func (w *warehouse) lock(t *testing.T, l *ledger.Ledger, names ...string) adapters.Batch {
	t.Helper()
	b, err := w.Begin(t.Context(), adapters.Lock{Table: l.Locks(), Names: names, RunID: "r1"})
	if err != nil {
		t.Fatal(err)
	}
	return b
}
