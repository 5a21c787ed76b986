package ledger_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

var rejected = gate.TableName{Parts: []string{"analytics", "orders_rejected"}}

// makeRejected makes a rejected table of four rows: two unresolved ones of runs
// r1 and r2, and two resolved ones of r1.
func makeRejected(t *testing.T, l *ledger.Ledger, w *warehouse) {
	t.Helper()
	w.exec(t, "CREATE SCHEMA analytics")
	w.exec(t, `CREATE TABLE analytics.orders_rejected (
		"what?" INTEGER, _sqlgate_run_id VARCHAR, _sqlgate_batch_id VARCHAR, _sqlgate_partition VARCHAR,
		_sqlgate_rejected_at TIMESTAMPTZ, _sqlgate_failed_rules VARCHAR[], _sqlgate_attempts INTEGER,
		_sqlgate_resolution VARCHAR, _sqlgate_resolved_run_id VARCHAR)`)
	w.exec(t, `INSERT INTO analytics.orders_rejected VALUES
		(1, 'r1', NULL, NULL, '2026-01-01 12:00:00Z', ARRAY['a.min'], 1, 'replayed', 'r2'),
		(2, 'r1', NULL, NULL, '2026-01-01 12:00:00Z', ARRAY['a.min', 'b.max'], 1, NULL, NULL),
		(3, 'r2', NULL, 'day=2026-01-02', '2026-01-02 11:00:00Z', ARRAY['b.max'], 1, NULL, NULL),
		(4, 'r1', NULL, NULL, '2026-01-02 11:30:00Z', ARRAY['c'], 1, 'superseded', 'r2')`)
	for i, id := range []string{"r1", "r2"} {
		r := fullRun(id)
		r.StartedAt = noon.Add(time.Duration(i) * time.Hour)
		if err := l.Record(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
}

func testRejectedList(t *testing.T, open opener) {
	l, w := openLedger(t, open)
	makeRejected(t, l, w)
	other := gate.TableName{Parts: []string{"analytics", "none_rejected"}}
	got, err := l.RejectedList(t.Context(), other)
	if err != nil {
		t.Fatal(err)
	}
	want := []ledger.RejectedTable{
		{Table: other},
		{Table: rejected, Exists: true, Rows: 4, Unresolved: 2, LastRunID: "r2", LastRunAt: noon.Add(time.Hour)},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func testRejectedShow(t *testing.T, open opener) {
	l, w := openLedger(t, open)
	makeRejected(t, l, w)
	tests := []struct {
		name   string
		filter ledger.RejectedFilter
		want   []int
	}{
		{"unresolved and newest first", ledger.RejectedFilter{}, []int{3, 2, 4, 1}},
		{"run", ledger.RejectedFilter{RunID: "r2"}, []int{3}},
		{"rule", ledger.RejectedFilter{Rule: "a.min"}, []int{2, 1}},
		{"limit", ledger.RejectedFilter{Limit: 1}, []int{3}},
		{"partition", ledger.RejectedFilter{Partition: "day=2026-01-02"}, []int{3}},
		{"since", ledger.RejectedFilter{Since: noon.Add(-time.Hour - time.Second)}, []int{3, 4}},
		{"unresolved", ledger.RejectedFilter{Unresolved: true}, []int{3, 2}},
		{"resolved", ledger.RejectedFilter{Resolved: true}, []int{4, 1}},
		{"all", ledger.RejectedFilter{RunID: "r1", Rule: "b.max", Limit: 9}, []int{2}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rows, err := l.RejectedShow(t.Context(), rejected, tt.filter)
			if err != nil {
				t.Fatal(err)
			}
			if len(rows.Columns) != 9 || rows.Columns[0] != "what?" {
				t.Errorf("columns %q", rows.Columns)
			}
			var got []int
			for _, raw := range rows.Rows {
				var row struct {
					What  int      `json:"what?"`
					Rules []string `json:"_sqlgate_failed_rules"`
				}
				if err := json.Unmarshal(raw, &row); err != nil || len(row.Rules) == 0 {
					t.Fatalf("%s: %v", raw, err)
				}
				got = append(got, row.What)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func testRejectedShowMissing(t *testing.T, open opener) {
	l, _ := openLedger(t, open)
	if _, err := l.RejectedShow(t.Context(), rejected, ledger.RejectedFilter{}); !errors.Is(err, adapters.ErrTableNotFound) {
		t.Errorf("got %v", err)
	}
}

func testRejectedPurge(t *testing.T, open opener) {
	tests := []struct {
		name   string
		filter ledger.PurgeFilter
		want   int64
		open   int64 // unresolved ones of these
	}{
		{"all", ledger.PurgeFilter{}, 4, 2},
		{"a day and older", ledger.PurgeFilter{OlderThan: 24 * time.Hour}, 2, 1},
		{"run", ledger.PurgeFilter{RunID: "r2"}, 1, 1},
		{"resolved", ledger.PurgeFilter{ResolvedOnly: true}, 2, 0},
		{"resolved, old and of a run", ledger.PurgeFilter{OlderThan: 24 * time.Hour, RunID: "r1", ResolvedOnly: true}, 1, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l, w := openLedger(t, open)
			makeRejected(t, l, w)
			n, unresolved, err := l.RejectedCount(t.Context(), rejected, tt.filter)
			if err != nil || n != tt.want || unresolved != tt.open {
				t.Fatalf("count %d, unresolved %d, %v", n, unresolved, err)
			}
			n, err = l.RejectedPurge(t.Context(), rejected, tt.filter)
			if err != nil || n != tt.want {
				t.Fatalf("purged %d, %v", n, err)
			}
			if left := w.count(t, "analytics.orders_rejected"); left != 4-int(tt.want) {
				t.Errorf("%d rows left", left)
			}
		})
	}
}

func testRejectedRotate(t *testing.T, open opener) {
	l, w := openLedger(t, open)
	makeRejected(t, l, w)
	name, err := l.RejectedRotate(t.Context(), rejected, noon)
	if err != nil || name != "analytics.orders_rejected_20260102T120000" {
		t.Fatalf("got %q, %v", name, err)
	}
	list, err := l.RejectedList(t.Context())
	rotated := ledger.RejectedTable{Table: gate.TableName{Parts: []string{"analytics", "orders_rejected_20260102T120000"}}, Exists: true, Rows: 4, Unresolved: 2}
	if err != nil || len(list) != 2 || list[0].Exists || !cmp.Equal(list[1], rotated) {
		t.Errorf("the rotated table is not in the list: %+v, %v", list, err)
	}
	if n := w.count(t, `analytics."orders_rejected_20260102T120000"`); n != 4 {
		t.Errorf("%d rows", n)
	}
	if _, err := w.Describe(t.Context(), rejected); !errors.Is(err, adapters.ErrTableNotFound) {
		t.Errorf("the old name: %v", err)
	}
}
