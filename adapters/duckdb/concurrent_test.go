package duckdb_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/duckdb"
	"github.com/sqlgate/sqlgate/gate"
)

// TestQueryWhileAnotherCommits reads texts in order while one is added that is
// longer than those which the table's statistics know.
func TestQueryWhileAnotherCommits(t *testing.T) {
	t.Parallel()
	w := gate.Warehouse{Name: "w", Type: "duckdb", DuckDB: &gate.DuckDB{Path: ":memory:"}}
	a, err := duckdb.Open(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = a.Close() }()
	exec := func(format string, args ...any) {
		if _, err := a.Exec(t.Context(), adapters.Statement{SQL: fmt.Sprintf(format, args...)}); err != nil {
			t.Error(err)
		}
	}
	for i := range 300 {
		exec("CREATE TABLE t%d AS SELECT 1 AS n, 'x' AS text", i)
		var both sync.WaitGroup
		both.Go(func() { exec("INSERT INTO t%d VALUES (2, 'longer')", i) })
		both.Go(func() {
			for range 10 {
				err := a.Query(t.Context(), adapters.Statement{SQL: fmt.Sprintf("SELECT n, text FROM t%d ORDER BY n", i)}, func(scan adapters.Scan) error {
					var n int
					var text string
					err := scan(&n, &text)
					if want := map[int]string{1: "x", 2: "longer"}[n]; err == nil && text != want {
						t.Errorf("row %d of t%d: %q; want %q", n, i, text, want)
					}
					return err
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
		both.Wait()
	}
}
