package ledger_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/migrations"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 678_000_000, time.UTC)

// openLedger returns a migrated ledger whose clock stands at noon.
func openLedger(t *testing.T, open opener) (*ledger.Ledger, *warehouse) {
	t.Helper()
	w := open(t)
	l := newLedger(w)
	if _, err := l.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return l, w
}

func newLedger(w *warehouse) *ledger.Ledger {
	l := ledger.New(w, "sqlgate")
	l.Now = func() time.Time { return noon }
	return l
}

func fullRun(id string) *ledger.Run {
	bytes := int64(4096)
	return &ledger.Run{
		RunID: id, Gate: "orders", Kind: ledger.KindRun, Warehouse: "local",
		Source: "staging.orders", Target: "analytics.orders", Rejected: "analytics.orders_rejected", Mode: "append",
		Partition: "day=2026-01-02", BatchID: "file-7", Outcome: ledger.Split, Reason: "what?",
		StartedAt: noon, FinishedAt: noon.Add(812 * time.Millisecond),
		RowsStaged: 100, RowsPassed: 89, RowsRejected: 11, RowsSuperseded: 1, RowsWarned: 3, RowsDeleted: 100, BytesProcessed: &bytes,
		Error:    &ledger.Error{Code: "SG301", Message: "it's a \"message\""},
		GateHash: "aa", PlanHash: "bb", SqlgateVersion: "0.1.0", EngineVersion: "v1.5.4", Host: "h", OSUser: "u",
		Trigger: "cli", TriggerIDs: `{"a":1}`, GitSHA: "abc",
		Rules: []ledger.RuleResult{
			{Position: 0, ID: "column_schema", Scope: gate.ScopeSchema, Policy: gate.Fail, Status: ledger.StatusPass},
			{
				Position: 1, ID: "amount.min", Column: "amount", Scope: gate.ScopeRow, Policy: gate.Quarantine, Status: ledger.StatusQuarantine,
				FailedRows: 10, UnknownRows: 1, JudgedRows: 99, Observed: "-1", Expected: ">= 0", SQL: `batch."amount" >= 0`, Description: "no debt",
				Samples: []json.RawMessage{json.RawMessage(`{"amount":-1}`), json.RawMessage(`{"amount":-2}`)},
			},
		},
		RuleSets: []ledger.RuleSet{
			{Rules: []string{"amount.min"}, Rows: 10},
			{Rules: []string{"amount.min", "id.unique"}, Rows: 1},
		},
	}
}

func testMigrate(t *testing.T, open opener) {
	ctx := t.Context()
	l := newLedger(open(t))
	var missing *ledger.NotMigratedError
	if err := l.Check(ctx); !errors.As(err, &missing) || missing.Have != 0 {
		t.Fatalf("Check before: %v", err)
	}
	all, err := migrations.For("duckdb") // each dialect has the same
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{len(all), 0} {
		if applied, err := l.Migrate(ctx); err != nil || applied != want {
			t.Fatalf("applied %d, %v; want %d", applied, err, want)
		}
	}
	if v, err := l.Version(ctx); err != nil || v != len(all) {
		t.Fatalf("version %d, %v", v, err)
	}
	if err := l.Check(ctx); err != nil {
		t.Fatal(err)
	}
}

func testMigrateNewer(t *testing.T, open opener) {
	l, w := openLedger(t, open)
	w.exec(t, "INSERT INTO sqlgate.schema_migrations VALUES (99, 'future', now())")
	var newer *ledger.NewerLedgerError
	if _, err := l.Migrate(t.Context()); !errors.As(err, &newer) || newer.Have != 99 {
		t.Fatalf("got %v", err)
	}
	if err := l.Check(t.Context()); !errors.As(err, &newer) {
		t.Fatalf("got %v", err)
	}
}

func testMigrateAtOnce(t *testing.T, open opener) {
	w := open(t)
	const n = 8
	var wg sync.WaitGroup
	applied := make([]int, n)
	errs := make([]error, n)
	for i := range n {
		wg.Go(func() {
			l := newLedger(w)
			applied[i], errs[i] = l.Migrate(context.Background())
			if errs[i] == nil {
				errs[i] = l.EnsureLocks(context.Background(), []string{"a", "b", "a"})
			}
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	all, err := migrations.For("duckdb")
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for _, a := range applied {
		sum += a
	}
	if sum != len(all) {
		t.Errorf("%d migrations applied %d times: %v", len(all), sum, applied)
	}
	if got := w.count(t, "sqlgate.locks"); got != 2 {
		t.Errorf("%d lock rows, want 2", got)
	}
}

func testRecordAndRead(t *testing.T, open opener) {
	l, _ := openLedger(t, open)
	ctx := t.Context()
	want := fullRun("0193-a")
	if err := l.Record(ctx, want); err != nil {
		t.Fatal(err)
	}
	want.RejectedQuery = `SELECT * FROM "analytics"."orders_rejected" WHERE "_sqlgate_run_id" = '0193-a'`
	for _, id := range []string{"0193-a", "0193"} {
		got, err := l.RunByID(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("RunByID(%s):\n%s", id, diff)
		}
	}
	if err := l.Record(ctx, want); err == nil {
		t.Error("a run was recorded twice")
	}
}

func testRecordEmptyFieldsAreNull(t *testing.T, open opener) {
	l, w := openLedger(t, open)
	want := &ledger.Run{RunID: "r", Gate: "g", Kind: ledger.KindCheck, Outcome: ledger.Errored, StartedAt: noon, FinishedAt: noon}
	if err := l.Record(t.Context(), want); err != nil {
		t.Fatal(err)
	}
	if got := w.count(t, "sqlgate.runs WHERE batch_id IS NULL AND reason IS NULL AND error_code IS NULL AND bytes_processed IS NULL"); got != 1 {
		t.Error("empty fields are not NULL")
	}
	got, err := l.RunByID(t.Context(), "r")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func testRecordManyRules(t *testing.T, open opener) {
	l, _ := openLedger(t, open)
	r := &ledger.Run{RunID: "r", Gate: "g", Kind: ledger.KindRun, Outcome: ledger.Passed, StartedAt: noon, FinishedAt: noon}
	for i := range 1001 {
		r.Rules = append(r.Rules, ledger.RuleResult{Position: i, ID: fmt.Sprint("rule", i), Scope: gate.ScopeRow, Policy: gate.Warn, Status: ledger.StatusPass})
	}
	if err := l.Record(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	got, err := l.RunByID(t.Context(), "r")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r.Rules, got.Rules); diff != "" {
		t.Error(diff)
	}
}

func testRunByIDErrors(t *testing.T, open opener) {
	l, _ := openLedger(t, open)
	for _, id := range []string{"ab", "abc", "abd"} {
		if err := l.Record(t.Context(), fullRun(id)); err != nil {
			t.Fatal(err)
		}
	}
	var ambiguous *ledger.AmbiguousRunError
	if _, err := l.RunByID(t.Context(), "a"); !errors.As(err, &ambiguous) || len(ambiguous.IDs) != 3 {
		t.Errorf("got %v", err)
	}
	if r, err := l.RunByID(t.Context(), "ab"); err != nil || r.RunID != "ab" {
		t.Errorf("an exact id: %v, %v", r, err)
	}
	for _, id := range []string{"x", "", "a%"} {
		var notFound *ledger.NotFoundError
		if _, err := l.RunByID(t.Context(), id); !errors.As(err, &notFound) {
			t.Errorf("RunByID(%q): %v", id, err)
		}
	}
}

func testRunsFilter(t *testing.T, open opener) {
	l, _ := openLedger(t, open)
	for i, gateName := range []string{"a", "b", "a"} {
		r := &ledger.Run{
			RunID: fmt.Sprint("r", i), Gate: gateName, Kind: ledger.KindRun, Outcome: ledger.Passed,
			StartedAt: noon.Add(time.Duration(i) * time.Hour), FinishedAt: noon.Add(5 * time.Hour),
		}
		if i == 2 {
			r.Outcome = ledger.Aborted
		}
		if err := l.Record(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		name   string
		filter ledger.Filter
		want   []string
	}{
		{"all", ledger.Filter{}, []string{"r2", "r1", "r0"}},
		{"gate", ledger.Filter{Gate: "a"}, []string{"r2", "r0"}},
		{"outcome", ledger.Filter{Outcome: ledger.Passed}, []string{"r1", "r0"}},
		{"since", ledger.Filter{Since: noon.Add(time.Hour)}, []string{"r2", "r1"}},
		{"until", ledger.Filter{Until: noon.Add(time.Hour)}, []string{"r0"}},
		{"since and until", ledger.Filter{Since: noon.Add(time.Hour), Until: noon.Add(2 * time.Hour)}, []string{"r1"}},
		{"limit", ledger.Filter{Limit: 1}, []string{"r2"}},
		{"both", ledger.Filter{Gate: "b", Outcome: ledger.Aborted}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			runs, err := l.Runs(t.Context(), tt.filter)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range runs {
				got = append(got, r.RunID)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func testTroubles(t *testing.T, open opener) {
	l, _ := openLedger(t, open)
	if got, err := l.Troubles(t.Context(), time.Time{}); len(got) > 0 || err != nil {
		t.Fatalf("an empty ledger has %v, %v", got, err)
	}
	for i, change := range []func(*ledger.Run){
		func(r *ledger.Run) { r.StartedAt = noon.Add(-48 * time.Hour) }, // too old
		func(*ledger.Run) {},
		func(r *ledger.Run) { r.Rules[1].Status, r.Rules[1].FailedRows = ledger.StatusPass, 0 },
		func(r *ledger.Run) { r.Outcome = ledger.Skipped },             // has the rules of another run
		func(r *ledger.Run) { r.Rules[1].Status = ledger.StatusSkip },  // not judged
		func(r *ledger.Run) { r.Gate, r.Rules = "items", r.Rules[:1] }, // all pass
		func(r *ledger.Run) { r.Rules[0].Status = ledger.StatusFail; r.Rules = r.Rules[:1] },
	} {
		r := fullRun(fmt.Sprint("run", i))
		r.StartedAt = noon.Add(time.Duration(i) * time.Minute)
		change(r)
		if err := l.Record(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	got, err := l.Troubles(t.Context(), noon)
	if err != nil {
		t.Fatal(err)
	}
	want := []ledger.Trouble{
		{Gate: "orders", RuleID: "amount.min", Column: "amount", Runs: 2, Failing: 1, FailedRows: 10, JudgedRows: 198, LastAt: noon.Add(time.Minute)},
		{Gate: "orders", RuleID: "column_schema", Runs: 4, Failing: 1, LastAt: noon.Add(6 * time.Minute)},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func testKnownNames(t *testing.T, open opener) {
	l, _ := openLedger(t, open)
	other := fullRun("0193-b")
	other.Gate, other.Rejected, other.Rules = "items", "analytics.items_rejected", other.Rules[:1]
	for _, r := range []*ledger.Run{fullRun("0193-a"), fullRun("0193-c"), other} {
		if err := l.Record(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	gates, err := l.Gates(t.Context())
	if diff := cmp.Diff([]string{"items", "orders"}, gates); diff != "" || err != nil {
		t.Error(diff, err)
	}
	for table, want := range map[string][]string{
		"orders_rejected": {"amount.min", "column_schema"}, "items_rejected": {"column_schema"}, "no_rejected": nil,
	} {
		rules, err := l.RulesOf(t.Context(), gate.TableName{Parts: []string{"analytics", table}})
		if diff := cmp.Diff(want, rules); diff != "" || err != nil {
			t.Error(table, diff, err)
		}
	}
}

func testCompletedBatch(t *testing.T, open opener) {
	l, w := openLedger(t, open)
	ctx := t.Context()
	if _, _, found, err := l.Completed(ctx, w, "orders", "", "b1"); found || err != nil {
		t.Fatalf("found %v, %v", found, err)
	}
	first := fullRun("run1")
	if _, err := w.Exec(ctx, append(l.RecordRun(first), l.CompleteBatch("orders", "", "b1", "run1"))...); err != nil {
		t.Fatal(err)
	}
	id, outcome, found, err := l.Completed(ctx, w, "orders", "", "b1")
	if id != "run1" || outcome != ledger.Split || !found || err != nil {
		t.Fatalf("got %s, %s, %v, %v", id, outcome, found, err)
	}
	if _, err := w.Exec(ctx, l.CompleteBatch("orders", "", "b1", "run2")); err == nil {
		t.Fatal("a batch id was completed twice")
	}
	for _, other := range []adapters.Statement{l.CompleteBatch("orders", "p", "b1", "x"), l.CompleteBatch("g", "", "b1", "x")} {
		if _, err := w.Exec(ctx, other); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Exec(ctx, l.RecompleteBatch("orders", "", "b1", "run3")); err != nil {
		t.Fatal(err)
	}
	if id, _, _, err := l.Completed(ctx, w, "orders", "", "b1"); id != "run3" || err != nil {
		t.Fatalf("after force: %s, %v", id, err)
	}
}
