package report_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/report"
)

var update = flag.Bool("update", false, "rewrite the golden files")

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

var start = time.Date(2026, 1, 2, 3, 4, 5, 678_900_000, time.FixedZone("", 3600))

// run is a run of the gate orders with that outcome; change fits it.
func run(outcome ledger.Outcome, change func(*ledger.Run)) *ledger.Run {
	r := &ledger.Run{
		RunID: "01934a5b-0000-7000-8000-000000000001", Gate: "orders", Kind: ledger.KindRun, Warehouse: "local",
		Source: "staging.orders", Target: "analytics.orders", Rejected: "analytics.orders_rejected", Mode: "append",
		Outcome: outcome, StartedAt: start, FinishedAt: start.Add(812 * time.Millisecond),
		RowsStaged: 100, RowsPassed: 100,
		Rules: []ledger.RuleResult{
			schemaRule(ledger.StatusPass, ""),
			rule(1, "order_id.unique", "order_id", gate.ScopeSet, gate.Fail, 0, "unique"),
			rule(2, "amount.min", "amount", gate.ScopeRow, gate.Quarantine, 0, ">= 0"),
			rule(3, "ship_after_order", "", gate.ScopeRow, gate.Warn, 0, "ship_date >= order_date"),
			check(4, ledger.StatusPass, "100"),
		},
	}
	change(r)
	return r
}

func schemaRule(status ledger.Status, observed string) ledger.RuleResult {
	return ledger.RuleResult{ID: "column_schema", Scope: gate.ScopeSchema, Policy: gate.Fail, Status: status, Observed: observed}
}

func rule(position int, id, column string, scope gate.Scope, policy gate.Policy, failed int64, expected string) ledger.RuleResult {
	return ledger.RuleResult{
		Position: position, ID: id, Column: column, Scope: scope, Policy: policy, Status: ledger.StatusPass,
		FailedRows: failed, JudgedRows: 100, Expected: expected, Pos: gate.Pos{File: "gates/orders.yaml", Line: 10 + position, Column: 7},
	}
}

func check(position int, status ledger.Status, observed string) ledger.RuleResult {
	return ledger.RuleResult{
		Position: position, ID: "row_count", Scope: gate.ScopeCheck, Policy: gate.Fail, Status: status, Observed: observed, Expected: "min 50",
		Pos: gate.Pos{File: "gates/orders.yaml", Line: 20, Column: 3},
	}
}

// failRule makes the rule at a position fail.
func failRule(r *ledger.Run, position int, status ledger.Status, failed int64, samples ...string) {
	result := &r.Rules[position]
	result.Status, result.FailedRows = status, failed
	for _, s := range samples {
		result.Samples = append(result.Samples, json.RawMessage(s))
	}
}

func noRules(r *ledger.Run) {
	r.Rules, r.RowsStaged, r.RowsPassed = nil, 0, 0
}

// measured are statistics of every group, with and without their figures.
func measured() []compile.ColumnStatistics {
	mean, std, p50, rate := 12.3457, 0.5, 7.0, 0.6667
	few, many, none, approximate, exact := int64(2), int64(89), int64(0), true, false
	return []compile.ColumnStatistics{
		{Column: "order_id", Group: compile.StringColumn, Count: 89, NUnique: &many, NUniqueApproximate: &approximate, MinLen: &few, MaxLen: &few, NEmpty: &none},
		{Column: "amount", Group: compile.NumericColumn, Count: 88, NullCount: 1, Mean: &mean, Std: &std, P50: &p50, Min: "-1.50", Max: "99999999999999999999.99"},
		{Column: "salary", Group: compile.NumericColumn, Count: 89, Min: "***", Max: "***"},
		{Column: "ratio", Group: compile.NumericColumn, NullCount: 89},
		{Column: "order_date", Group: compile.TemporalColumn, Count: 89, Min: "2026-01-01", Max: "2026-01-02", Span: "1 day"},
		{Column: "paid", Group: compile.BooleanColumn, Count: 3, NullCount: 86, NTrue: &few, NFalse: &none, TrueRate: &rate},
		{Column: "note", Group: compile.StringColumn, NullCount: 89, NUnique: &none, NUniqueApproximate: &exact, NEmpty: &none},
	}
}

func outcomes() map[string]*ledger.Run {
	const query = `SELECT * FROM "analytics"."orders_rejected" WHERE "_sqlgate_run_id" = '01934a5b-0000-7000-8000-000000000001'`
	return map[string]*ledger.Run{
		"passed": run(ledger.Passed, func(*ledger.Run) {}),
		"passed_warned": run(ledger.Passed, func(r *ledger.Run) {
			r.RowsWarned = 3
			failRule(r, 3, ledger.StatusWarn, 3, `{"order_id":"ORD-1","ship_date":"2026-01-01","order_date":"2026-01-02"}`)
		}),
		"passed_check_skipped": run(ledger.Passed, func(r *ledger.Run) {
			r.Rules[4].Status, r.Rules[4].Observed = ledger.StatusSkip, "the gate runs without a ledger"
		}),
		"split": run(ledger.Split, func(r *ledger.Run) {
			bytes := int64(4096)
			r.RowsPassed, r.RowsRejected, r.RowsWarned, r.BytesProcessed = 89, 11, 3, &bytes
			r.BatchID, r.Partition, r.DroppedColumns, r.RejectedQuery = "file-7", "day=2026-01-02", []string{"net"}, query
			failRule(r, 3, ledger.StatusWarn, 30, `{"order_id":"ORD-1"}`)
			failRule(r, 2, ledger.StatusQuarantine, 10, `{"order_id":"ORD-0007","amount":-1}`, `{"order_id":"ORD-0008","amount":-2.50}`,
				`{"order_id":"<b>","amount":"\u001b[31m"}`, `{"order_id":"ORD-9","amount":-4}`)
			r.RuleSets = []ledger.RuleSet{{Rules: []string{"amount.min"}, Rows: 9}, {Rules: []string{"amount.min", "other"}, Rows: 2}}
			r.Statistics = measured()
			r.PassedSample = []json.RawMessage{json.RawMessage(`{"order_id":"ORD-0001","amount":5}`), json.RawMessage(`{"order_id":"ORD-0002","amount":6}`)}
			r.RejectedSample = []json.RawMessage{json.RawMessage(`{"order_id":"ORD-0007","amount":-1}`)}
			r.Warnings = []string{"column net is not in the gate\nand is dropped"}
		}),
		"split_by_column": run(ledger.Split, func(r *ledger.Run) {
			r.Settings.CheckGranularity = gate.ByColumn
			r.RowsPassed, r.RowsRejected, r.RowsWarned = 89, 11, 90
			r.Rules = append(r.Rules, rule(5, "amount.max", "amount", gate.ScopeRow, gate.Warn, 0, "<= 9"))
			failRule(r, 3, ledger.StatusWarn, 30, `{"order_id":"ORD-1"}`)
			failRule(r, 2, ledger.StatusQuarantine, 11, `{"order_id":"ORD-0007","amount":-1}`)
			failRule(r, 5, ledger.StatusWarn, 90, `{"amount":10}`, `{"amount":11}`, `{"amount":12}`)
		}),
		"no_valid_rows": run(ledger.NoValidRows, func(r *ledger.Run) {
			r.RowsPassed, r.RowsRejected, r.RejectedQuery = 0, 100, query
			failRule(r, 2, ledger.StatusFail, 100, `{"amount":-1}`)
			r.RuleSets = []ledger.RuleSet{{Rules: []string{"amount.min"}, Rows: 100}}
		}),
		"aborted_rule": run(ledger.Aborted, func(r *ledger.Run) {
			r.RowsPassed, r.Reason = 0, ledger.ReasonRule
			failRule(r, 1, ledger.StatusFail, 2, `{"order_id":"A"}`, `{"order_id":"A"}`)
			failRule(r, 2, ledger.StatusFail, 1, `{"order_id":"B","amount":-1}`)
			failRule(r, 4, ledger.StatusFail, 0)
			r.Rules[4].Observed = "7"
			r.Error = &ledger.Error{
				Code: "SG401", Message: "order_id.unique failed on 2 of 100 rows; nothing was written",
				Pos: gate.Pos{File: "gates/orders.yaml", Line: 11, Column: 7},
			}
		}),
		"aborted_check": run(ledger.Aborted, func(r *ledger.Run) {
			r.RowsPassed, r.Reason = 0, ledger.ReasonCheck
			failRule(r, 4, ledger.StatusFail, 0)
			r.Rules[4].Observed = "7 where region = eu|us"
			r.Error = &ledger.Error{
				Code: "SG401", Message: "check row_count found 7 where region = eu|us, expected min 50; nothing was written",
				Pos: gate.Pos{File: "gates/orders.yaml", Line: 20, Column: 3},
			}
		}),
		"aborted_reject_limit": run(ledger.Aborted, func(r *ledger.Run) {
			r.RowsPassed, r.Reason = 0, ledger.ReasonRejectLimit
			failRule(r, 2, ledger.StatusFail, 10, `{"order_id":"ORD-0007","amount":-1}`)
			r.Error = &ledger.Error{
				Code: "SG401", Message: "10 of 100 rows would be rejected (10%), more than the 5% that reject_limit allows; nothing was written",
				Pos: gate.Pos{File: "gates/orders.yaml", Line: 6, Column: 15},
			}
		}),
		"schema_mismatch": run(ledger.SchemaMismatch, func(r *ledger.Run) {
			noRules(r)
			r.Rules = []ledger.RuleResult{schemaRule(ledger.StatusFail, "amount: expected decimal(10,2), is VARCHAR\nregion: is missing")}
			r.Error = &ledger.Error{Code: "SG202", Message: "staging.orders has not the gate's columns"}
		}),
		"skipped": run(ledger.Skipped, func(r *ledger.Run) {
			r.RowsStaged, r.RowsPassed, r.Reason = 0, 0, ledger.ReasonNoRows
		}),
		"skipped_completed": run(ledger.Skipped, func(r *ledger.Run) {
			noRules(r)
			r.BatchID, r.Reason = "file-7", ledger.ReasonAlreadyCompleted
			r.CompletedRunID, r.CompletedResult = "01934a5b-0000-7000-8000-000000000000", ledger.NoValidRows
			r.Warnings = []string{"batch file-7 was completed by run 01934a5b: --force runs it again"}
		}),
		"errored": run(ledger.Errored, func(r *ledger.Run) {
			noRules(r)
			r.Error = &ledger.Error{Code: "SG301", Message: "write target: no space\x1b[2J\nLINE 1: INSERT", Hint: "free some space, password hunter2"}
		}),
		"interrupted": run(ledger.Interrupted, func(r *ledger.Run) {
			noRules(r)
			r.FinishedAt = time.Time{}
			r.Reason = ledger.ReasonProcessLost
		}),
		"failed": run(ledger.Failed, func(r *ledger.Run) {
			r.Kind, r.Target, r.Rejected, r.Mode, r.RowsPassed = ledger.KindCheck, "", "", "", 0
			failRule(r, 2, ledger.StatusFail, 10, `{"amount":-1}`)
		}),
	}
}

func mask(s string) string {
	return string(bytes.ReplaceAll([]byte(s), []byte("hunter2"), []byte("***")))
}

// envelopes are the reports of each outcome, and of a command that could not start.
func envelopes() map[string]report.Envelope {
	out := map[string]report.Envelope{}
	for name, r := range outcomes() {
		out[name] = envelope(r)
	}
	faults := []*ledger.Error{
		{Code: "SG108", Message: "unknown key 'minimum'", Hint: "did you mean 'min'?", Pos: gate.Pos{File: "gates/orders.yaml", Line: 6, Column: 13}},
		{Code: "SG110", Message: "unknown column 'hunter2'", Pos: gate.Pos{File: "gates/a,b: 100%.yaml", Line: 3, Column: 1}},
	}
	whole := *faults[0]
	whole.Message = "gates/orders.yaml:6:13: unknown key 'minimum' [SG108]\ngates/a,b: 100%.yaml:3:1: unknown column 'hunter2' [SG110]"
	e := envelope()
	e.ExitCode, e.Error, e.Faults = 2, &whole, faults
	out["not_started"] = e
	return out
}

// envelope is the report of a command with these runs.
func envelope(runs ...*ledger.Run) report.Envelope {
	e := report.Envelope{
		SqlgateVersion: "0.1.0", Command: "run", ExitCode: report.ExitCode(runs), Runs: runs, IncludeSamples: 2, Mask: mask,
		Path: func(file string) string { return "shop/" + file },
	}
	events := report.Events{Now: func() time.Time { return start }, IncludeSamples: 2, Mask: mask}
	for _, r := range runs {
		events.Phase(r.Gate, r.RunID, "connect", 0)
		if r.RowsStaged > 0 {
			events.Phase(r.Gate, r.RunID, "decide", r.RowsStaged)
		}
		events.Finished(r)
	}
	e.Events, _ = events.Lines()
	return e
}

// extensions are those of the golden files of each format.
var extensions = map[report.Format]string{
	report.FormatTable: "txt", report.FormatJSON: "json", report.FormatJSONL: "jsonl",
	report.FormatJUnit: "xml", report.FormatMarkdown: "md", report.FormatGitHub: "github",
}

func written(t *testing.T, f report.Format, e report.Envelope) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := report.Write(&out, f, e, report.Options{Samples: 3}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestOutcomes holds what each format says of each outcome.
func TestOutcomes(t *testing.T) {
	for name, e := range envelopes() {
		for _, f := range report.Formats() {
			t.Run(name+"/"+f, func(t *testing.T) {
				extension, ok := extensions[report.Format(f)]
				if !ok {
					t.Fatalf("the format %s has no golden files", f)
				}
				out := written(t, report.Format(f), e)
				golden(t, name+"."+extension, out)
				if bytes.Contains(out, []byte("hunter2")) {
					t.Errorf("a secret is shown: %s", out)
				}
			})
		}
	}
}

func TestTableOfSeveralRuns(t *testing.T) {
	all := outcomes()
	var out bytes.Buffer
	runs := []*ledger.Run{all["passed"], all["split"], all["aborted_rule"]}
	if err := report.Table(&out, runs, report.Options{Color: true, Width: 70}); err != nil {
		t.Fatal(err)
	}
	golden(t, "several_color_narrow.txt", out.Bytes())
}

func TestVerboseTable(t *testing.T) {
	all := outcomes()
	clean := all["passed"]
	clean.Statistics = measured()[:1]
	var out bytes.Buffer
	if err := report.Table(&out, []*ledger.Run{all["split"], clean}, report.Options{Verbose: true, Samples: 1}); err != nil {
		t.Fatal(err)
	}
	golden(t, "several_verbose.txt", out.Bytes())
}

func TestTableWithoutRuns(t *testing.T) {
	var out bytes.Buffer
	if err := report.Table(&out, nil, report.Options{}); err != nil || out.String() != "No gate ran.\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

func TestSamplesNeedAsking(t *testing.T) {
	r := outcomes()["split"]
	var table, doc bytes.Buffer
	if err := report.Table(&table, []*ledger.Run{r}, report.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := report.JSON(&doc, report.Envelope{Runs: []*ledger.Run{r}}); err != nil {
		t.Fatal(err)
	}
	for name, out := range map[string][]byte{"table": table.Bytes(), "JSON": doc.Bytes()} {
		if bytes.Contains(out, []byte("ORD-")) || bytes.Contains(out, []byte("-2.50")) {
			t.Errorf("%s shows rows:\n%s", name, out)
		}
	}
}

func TestSchemaRuleComesFirst(t *testing.T) {
	r := outcomes()["schema_mismatch"]
	r.Rules = append([]ledger.RuleResult{rule(1, "a", "a", gate.ScopeRow, gate.Fail, 0, "")}, r.Rules...)
	var out bytes.Buffer
	if err := report.JSON(&out, report.Envelope{Runs: []*ledger.Run{r}}); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Runs []struct{ Rules []struct{ ID string } }
	}
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	if got := doc.Runs[0].Rules[0].ID; got != "column_schema" {
		t.Errorf("first is %s", got)
	}
}

func TestExitCode(t *testing.T) {
	all := outcomes()
	terminated := run(ledger.Interrupted, func(r *ledger.Run) { r.Reason = ledger.ReasonTerminated })
	completedSplit := run(ledger.Skipped, func(r *ledger.Run) {
		r.Reason, r.CompletedResult = ledger.ReasonAlreadyCompleted, ledger.Split
	})
	tests := []struct {
		name string
		runs []*ledger.Run
		want int
	}{
		{"none", nil, 0},
		{"passed", []*ledger.Run{all["passed"]}, 0},
		{"split", []*ledger.Run{all["split"]}, 0},
		{"no rows", []*ledger.Run{all["skipped"]}, 0},
		{"completed split", []*ledger.Run{completedSplit}, 0},
		{"completed no_valid_rows", []*ledger.Run{all["skipped_completed"]}, 1},
		{"no valid rows", []*ledger.Run{all["no_valid_rows"]}, 1},
		{"aborted", []*ledger.Run{all["aborted_rule"]}, 1},
		{"schema mismatch", []*ledger.Run{all["schema_mismatch"]}, 1},
		{"failed", []*ledger.Run{all["failed"]}, 1},
		{"errored", []*ledger.Run{all["errored"]}, 3},
		{"interrupted", []*ledger.Run{all["interrupted"]}, 130},
		{"terminated", []*ledger.Run{terminated}, 143},
		{"error beats data", []*ledger.Run{all["aborted_rule"], all["errored"], all["passed"]}, 3},
		{"data beats passed", []*ledger.Run{all["passed"], all["aborted_rule"], all["split"]}, 1},
		{"signal beats all", []*ledger.Run{all["interrupted"], all["errored"], all["aborted_rule"]}, 130},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := report.ExitCode(tt.runs); got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
}
