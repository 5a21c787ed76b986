package runner_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/duckdb"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/runner"
)

// bundle is a project in a directory of its own, on a DuckDB file.
type bundle struct {
	t   *testing.T
	dir string
}

const ordersGate = `
gate: orders
source: staging
target: target
mode: append
source_after: delete
on_failure: quarantine
columns:
  id: {type: int64, unique: true}
  amount: {type: int32, min: 0}
`

func newBundle(t *testing.T, gateYAML string, setup ...string) bundle {
	t.Helper()
	b := bundle{t, t.TempDir()}
	b.write("sqlgate.yaml", "version: 1\nwarehouses: {w: {type: duckdb, path: w.duckdb}}\ndefault_warehouse: w\n")
	b.write("gates/g.yaml", gateYAML)
	b.exec(setup...)
	return b
}

func (b bundle) write(name, data string) {
	b.t.Helper()
	path := filepath.Join(b.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
		b.t.Fatal(err)
	}
}

func load(t testing.TB, dir string) *gate.Project {
	t.Helper()
	p, err := gate.Load(gate.LoadOptions{ProjectDir: dir, Env: func(string) (string, bool) { return "", false }})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func open(ctx context.Context, w gate.Warehouse) (adapters.DestinationAdapter, error) {
	return duckdb.Open(ctx, w)
}

func newRunner(p *gate.Project) *runner.Runner {
	return &runner.Runner{
		Project: p, Open: open, Now: time.Now, Version: "test",
		NewID: func() string { return uuid.Must(uuid.NewV7()).String() },
	}
}

// with opens the bundle's warehouse for f alone.
func (b bundle) with(f func(a *duckdb.Adapter)) {
	b.t.Helper()
	a, err := duckdb.Open(b.t.Context(), load(b.t, b.dir).Warehouses[0])
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() {
		if err := a.Close(); err != nil {
			b.t.Error(err)
		}
	}()
	f(a)
}

func (b bundle) exec(statements ...string) {
	b.t.Helper()
	if len(statements) == 0 {
		return
	}
	b.with(func(a *duckdb.Adapter) {
		for _, s := range statements {
			if _, err := a.Exec(b.t.Context(), adapters.Statement{SQL: s}); err != nil {
				b.t.Fatalf("%s: %v", s, err)
			}
		}
	})
}

// state is what the tables hold: a query's rows as text, or "none" where a table is missing.
func (b bundle) state(queries ...string) string {
	b.t.Helper()
	var out strings.Builder
	b.with(func(a *duckdb.Adapter) {
		for _, q := range queries {
			err := a.Query(b.t.Context(), adapters.Statement{SQL: q}, func(scan adapters.Scan) error {
				var v string
				err := scan(&v)
				out.WriteString(v + "\n")
				return err
			})
			if err != nil && strings.Contains(err.Error(), "does not exist") {
				out.WriteString("none\n")
			} else if err != nil {
				b.t.Fatalf("%s: %v", q, err)
			}
		}
	})
	return out.String()
}

var dataQueries = []string{
	"SELECT 'staging ' || coalesce(string_agg(s::VARCHAR, ' ' ORDER BY s::VARCHAR), '') FROM staging AS s",
	"SELECT 'target ' || coalesce(string_agg(t::VARCHAR, ' ' ORDER BY t::VARCHAR), '') FROM target AS t",
	"SELECT 'rejected ' || count(*) FROM target_rejected",
	"SELECT 'completed ' || count(*) FROM sqlgate.completed_batches",
}

// runs are the ledger's outcomes, oldest first.
func (b bundle) runs() []ledger.Outcome {
	b.t.Helper()
	var out []ledger.Outcome
	b.with(func(a *duckdb.Adapter) {
		l := ledger.New(a, "sqlgate")
		if _, err := l.Migrate(b.t.Context()); err != nil {
			b.t.Fatal(err)
		}
		if _, err := l.SweepInterrupted(b.t.Context(), nil); err != nil {
			b.t.Fatal(err)
		}
		runs, err := l.Runs(b.t.Context(), ledger.Filter{Limit: 100})
		if err != nil {
			b.t.Fatal(err)
		}
		for i := len(runs) - 1; i >= 0; i-- {
			out = append(out, runs[i].Outcome)
		}
	})
	return out
}
