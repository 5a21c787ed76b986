package lineage

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const ordersYAML = `
gate: orders
description: Orders of the shop, hunter2secret
source: staging.orders
target: orders
mode: append
on_failure: quarantine
columns:
  order_id: {type: int64, unique: true, description: The key}
  amount: {source_column: amount_text, type: "decimal(10,2)", min: 0, cast: true}
  customer_id: {type: int64, foreign_key: {to: {table: crm.customers, columns: [id]}}}
checks:
  - row_count: {min: 1}
  - row_count_match: {table: crm.customers}
`

func load(t *testing.T, yaml string) *gate.Gate {
	t.Helper()
	p, err := gate.Load(gate.LoadOptions{FS: fstest.MapFS{
		"sqlgate.yaml":      {Data: []byte("version: 1\nwarehouses: {w: {type: duckdb, path: w.duckdb}}\n")},
		"gates/orders.yaml": {Data: []byte(yaml)},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return p.Gates[0]
}

func job(t *testing.T, yaml string) Job {
	return Job{
		Namespace: "shop", Gate: load(t, yaml), Place: Postgres("db.example", 5432, "sales"),
		Mask: func(s string) string { return strings.ReplaceAll(s, "hunter2secret", "*****") },
	}
}

var start = time.Date(2026, 1, 2, 3, 4, 5, 678_000_000, time.FixedZone("", 3600))

func run(outcome ledger.Outcome, change func(*ledger.Run)) *ledger.Run {
	const value = "VALUE-OF-A-ROW"
	r := &ledger.Run{
		RunID: "01934a5b-0000-7000-8000-000000000001", Gate: "orders", Kind: ledger.KindRun, Outcome: outcome,
		StartedAt: start, FinishedAt: start.Add(812 * time.Millisecond), RowsStaged: 100, RowsPassed: 100,
		SqlgateVersion: "v0.1.0", EngineVersion: "15.18",
		Rules: []ledger.RuleResult{
			{ID: "column_schema", Scope: gate.ScopeSchema, Policy: gate.Fail, Status: ledger.StatusPass},
			{
				ID: "amount.min", Column: "amount", Scope: gate.ScopeRow, Policy: gate.Quarantine, Status: ledger.StatusPass, JudgedRows: 100,
				Samples: []json.RawMessage{json.RawMessage(`{"amount":"` + value + `"}`)},
			},
			{ID: "row_count", Scope: gate.ScopeCheck, Policy: gate.Fail, Status: ledger.StatusPass, Observed: value},
			{ID: "row_count_change", Scope: gate.ScopeCheck, Policy: gate.Fail, Status: ledger.StatusSkip, Observed: value},
		},
	}
	change(r)
	return r
}

func runs() map[string]*ledger.Run {
	fails := func(r *ledger.Run) {
		r.RowsPassed = 0
		r.Rules[1].Status, r.Rules[1].FailedRows = ledger.StatusFail, 100
	}
	nothing := func(r *ledger.Run) { r.Rules, r.RowsStaged, r.RowsPassed = nil, 0, 0 }
	return map[string]*ledger.Run{
		"passed": run(ledger.Passed, func(*ledger.Run) {}),
		"split": run(ledger.Split, func(r *ledger.Run) {
			r.RowsPassed, r.RowsRejected = 89, 11
			r.Rules[1].Status, r.Rules[1].FailedRows = ledger.StatusQuarantine, 11
		}),
		"no_valid_rows": run(ledger.NoValidRows, func(r *ledger.Run) { fails(r); r.RowsRejected = 100 }),
		"aborted":       run(ledger.Aborted, func(r *ledger.Run) { fails(r); r.Reason = ledger.ReasonRule }),
		"schema_mismatch": run(ledger.SchemaMismatch, func(r *ledger.Run) {
			r.Rules, r.RowsStaged, r.RowsPassed = r.Rules[:1], 0, 0
			r.Rules[0].Status, r.Rules[0].Observed = ledger.StatusFail, "amount: VALUE-OF-A-ROW"
		}),
		"skipped": run(ledger.Skipped, func(r *ledger.Run) { r.RowsStaged, r.RowsPassed, r.Reason = 0, 0, ledger.ReasonNoRows }),
		"skipped_completed": run(ledger.Skipped, func(r *ledger.Run) {
			r.RowsStaged, r.RowsPassed, r.Reason, r.CompletedRunID = 0, 0, ledger.ReasonAlreadyCompleted, "other"
		}),
		"errored": run(ledger.Errored, func(r *ledger.Run) {
			nothing(r)
			r.EngineVersion, r.Error = "", &ledger.Error{Code: "SG302", Message: "no connection with hunter2secret"}
		}),
		"interrupted": run(ledger.Interrupted, func(r *ledger.Run) { nothing(r); r.Reason = ledger.ReasonTerminated }),
		"failed":      run(ledger.Failed, func(r *ledger.Run) { fails(r); r.Kind = ledger.KindCheck }),
	}
}

func TestEvents(t *testing.T) {
	shape, err := jsonschema.NewCompiler().Compile("testdata/event.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	j := job(t, ordersYAML)
	j.Parent = &Parent{Namespace: "airflow", Job: "shop.orders", RunID: "01934a5b-0000-7000-8000-000000000009"}
	for name, r := range runs() {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			enc := json.NewEncoder(&out)
			enc.SetIndent("", " ")
			if err := enc.Encode([]Event{j.Start(r), j.End(r)}); err != nil {
				t.Fatal(err)
			}
			for _, hidden := range []string{"VALUE-OF-A-ROW", "hunter2secret"} {
				if strings.Contains(out.String(), hidden) {
					t.Errorf("the events have %s", hidden)
				}
			}
			events, err := jsonschema.UnmarshalJSON(bytes.NewReader(out.Bytes()))
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range events.([]any) {
				if err := shape.Validate(e); err != nil {
					t.Error(err)
				}
			}
			golden(t, name+".json", out.Bytes())
		})
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (run with -update to accept):\n%s", file, diff)
	}
}

func TestSources(t *testing.T) {
	const rest = "\ntarget: t\nmode: append\ncolumns: {id: {type: int64}}\n"
	tests := []struct{ source, namespace, name string }{
		{"a.b", "postgres://db.example:5432", "sales.a.b"},
		{"{query: SELECT 1 AS id}", "shop", "orders.query"},
		{"{files: [/data/a*.csv]}", "file", "/data/a*.csv"},
		{"{files: ['s3://bucket/x/*.parquet']}", "s3://bucket", "x/*.parquet"},
		{"{files: ['https://me:pw@example.org/x.csv?token=abc']}", "https://example.org", "x.csv"},
	}
	for _, tt := range tests {
		j := job(t, "gate: orders\nsource: "+tt.source+rest)
		got := j.source()[0]
		if got.Namespace != tt.namespace || got.Name != tt.name {
			t.Errorf("%s: %s %s", tt.source, got.Namespace, got.Name)
		}
	}
}

func TestTables(t *testing.T) {
	duck := DuckDB(&gate.DuckDB{Path: "/data/shop.v2.duckdb", Attach: map[string]string{
		"crm": "/data/customers.duckdb", "pg": "postgres:host=db password=hunter2secret",
	}})
	tests := []struct {
		place                  Place
		table, namespace, name string
	}{
		{duck, "orders", "duckdb:///data/shop.v2.duckdb", "shop.main.orders"},
		{duck, "staging.orders", "duckdb:///data/shop.v2.duckdb", "shop.staging.orders"},
		{duck, "shop.staging.orders", "duckdb:///data/shop.v2.duckdb", "shop.staging.orders"},
		{duck, "crm", "duckdb:///data/shop.v2.duckdb", "shop.main.crm"},
		{duck, "crm.people", "duckdb:///data/customers.duckdb", "customers.main.people"},
		{duck, "crm.x.people", "duckdb:///data/customers.duckdb", "customers.x.people"},
		{duck, "pg.public.people", "duckdb:///data/shop.v2.duckdb", "pg.public.people"},
		{DuckDB(&gate.DuckDB{Path: ":memory:"}), "t", "duckdb://:memory:", "memory.main.t"},
		{Postgres("db.example", 5433, "sales"), "orders", "postgres://db.example:5433", "sales.public.orders"},
		{Postgres("/var/run/postgresql", 5432, "sales"), "a.orders", "postgres://localhost:5432", "sales.a.orders"},
		{BigQuery("acme", "shop"), "orders", "bigquery", "acme.shop.orders"},
	}
	for _, tt := range tests {
		name, err := gate.ParseTableName(tt.table)
		if err != nil {
			t.Fatal(err)
		}
		if got := tt.place.table(name); got.Namespace != tt.namespace || got.Name != tt.name {
			t.Errorf("%s: %s %s; want %s %s", tt.table, got.Namespace, got.Name, tt.namespace, tt.name)
		}
	}
}
