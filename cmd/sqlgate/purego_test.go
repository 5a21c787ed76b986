//go:build cgo

package main

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/sqlgate/sqlgate/adapters/adaptertest/bqtest"
	"github.com/sqlgate/sqlgate/adapters/adaptertest/pgtest"
)

// TestPureGo builds sqlgate without cgo and runs the scripts with it: those of
// Postgres on a server, those of BigQuery on a fake of its API.
func TestPureGo(t *testing.T) {
	dir := t.TempDir()
	build := exec.CommandContext(t.Context(), "go", "build", "-o", filepath.Join(dir, "sqlgate"), ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	commands := map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "json": jsonIs, "pg": pgQuery}
	path := func(e *testscript.Env) { e.Setenv("PATH", dir+string(filepath.ListSeparator)+e.Getenv("PATH")) }

	t.Run("postgres", func(t *testing.T) {
		server := pgtest.Start(t)
		testscript.Run(t, testscript.Params{
			Dir: "testdata/purego", RequireExplicitExec: true, Cmds: commands,
			Setup: func(e *testscript.Env) error {
				path(e)
				e.Setenv("DATABASE_URL", server.Database(t))
				return nil
			},
		})
	})
	t.Run("bigquery", func(t *testing.T) {
		testscript.Run(t, testscript.Params{
			Dir: "testdata/bigquery", RequireExplicitExec: true, Cmds: commands,
			Setup: func(e *testscript.Env) error {
				path(e)
				server := httptest.NewServer(shop())
				e.Defer(server.Close)
				e.Setenv("BIGQUERY_URL", server.URL)
				return nil
			},
		})
	})
}

// shop is a BigQuery with a table of orders, of which 2 in 10 fail the gate's first
// rule, and a ledger without runs. A statement that reads the orders processes 3 MB.
func shop() *bqtest.Server {
	schema := func(columns ...string) map[string]any {
		var fields []any
		for _, c := range columns {
			name, kind, _ := strings.Cut(c, " ")
			fields = append(fields, map[string]any{"name": name, "type": kind, "mode": "NULLABLE"})
		}
		return map[string]any{"type": "TABLE", "location": "EU", "schema": map[string]any{"fields": fields}}
	}
	const reads, bills = 3_000_000, 10_485_760
	ints := func(values ...any) bqtest.Answer {
		return bqtest.Answer{Fields: slices.Repeat([]bqtest.Field{{Type: "INTEGER"}}, len(values)), Rows: [][]any{values}}
	}
	return &bqtest.Server{
		Location: "EU",
		Datasets: map[string]map[string]any{"acme:shop": {"location": "EU"}},
		Tables: map[string]map[string]any{
			"acme:shop.staged":               schema("id INTEGER", "amount NUMERIC"),
			"acme:sqlgate.schema_migrations": schema("version INTEGER"),
		},
		Answer: func(j *bqtest.Job) (a bqtest.Answer) {
			switch sql := j.SQL; {
			case strings.HasPrefix(sql, "DECLARE _sqlgate_changed"):
				changed := slices.Repeat([]any{"1"}, strings.Count(sql, "SET _sqlgate_changed"))
				a = bqtest.Answer{Fields: []bqtest.Field{{Type: "INTEGER", Mode: "REPEATED"}}, Rows: [][]any{{changed}}}
			case strings.Contains(sql, "MAX(`version`)"):
				a = ints("3")
			case strings.HasPrefix(sql, "SELECT name, run_id"):
				a = bqtest.Answer{Fields: []bqtest.Field{{Type: "STRING"}, {Type: "STRING"}}, Rows: [][]any{{"acme.shop.orders", nil}, {"acme.shop.orders_rejected", nil}}}
			case strings.HasPrefix(sql, "SELECT pos, CAST"):
				a = ints("1", "2")
			case strings.Contains(sql, "ORDER BY n DESC"):
				a = bqtest.Answer{Fields: []bqtest.Field{{Type: "INTEGER", Mode: "REPEATED"}, {Type: "INTEGER"}}, Rows: [][]any{{[]any{"1"}, "2"}}}
			case strings.HasPrefix(sql, "SELECT CAST(coalesce(sum"):
				a = ints("2", "0", "0")
			case strings.HasPrefix(sql, "SELECT count(*)"):
				a = ints("10")
			}
			if strings.Contains(j.SQL, "`staged`") {
				a.Processed, a.Billed = reads, bills
			}
			return a
		},
	}
}
