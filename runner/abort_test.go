package runner

import (
	"testing"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

func TestAborted(t *testing.T) {
	t.Parallel()
	at := func(line int) gate.Pos { return gate.Pos{File: "g.yaml", Line: line} }
	rule := func(id string, line int) compile.Rule { return compile.Rule{Rule: &gate.Rule{ID: id, Pos: at(line)}} }
	rows := func(n int64) *int64 { return &n }
	percent := func(s string) *gate.Percent {
		p, err := gate.ParsePercent(s)
		if err != nil {
			t.Fatal(err)
		}
		return &p
	}
	rules := []compile.Rule{rule("a.min", 1), rule("b.max", 2), rule("c", 3)}
	vs := []verdict{{policy: gate.Quarantine, failed: 9, judged: 9}, {policy: gate.Fail, failed: 2, judged: 10}, {policy: gate.Fail, failed: 1, judged: 1}}
	checks := []ledger.RuleResult{{ID: "ok", Status: ledger.StatusPass}, {ID: "row_count", Status: ledger.StatusFail, Observed: "7", Expected: "min 50", Pos: at(8)}}
	tests := []struct {
		reason   string
		limit    gate.Limit
		rejected int64
		want     string
		line     int
	}{
		{ledger.ReasonRule, gate.Limit{}, 0, "b.max failed on 2 of 10 rows; c failed on 1 of 1 row (a row can fail several); nothing was written", 2},
		{ledger.ReasonCheck, gate.Limit{}, 0, "check row_count found 7, expected min 50; nothing was written", 8},
		{ledger.ReasonNoRows, gate.Limit{}, 0, "the batch has no row; nothing was written", 0},
		{ledger.ReasonRejectLimit, gate.Limit{Rows: rows(1)}, 24, "24 of 1000 rows would be rejected (2.4%), more than the 1 row that reject_limit allows; nothing was written", 6},
		{ledger.ReasonRejectLimit, gate.Limit{Percent: percent("2%"), Rows: rows(30)}, 24, "24 of 1000 rows would be rejected (2.4%), more than the 2% that reject_limit allows; nothing was written", 6},
		{ledger.ReasonRejectLimit, gate.Limit{Percent: percent("2%"), Rows: rows(5)}, 24, "24 of 1000 rows would be rejected (2.4%), more than the 5 rows and the 2% that reject_limit allows; nothing was written", 6},
	}
	for _, tt := range tests {
		tt.limit.Pos = at(6)
		p := &compile.Plan{Gate: &gate.Gate{RejectLimit: &tt.limit}, Rules: rules}
		run := &ledger.Run{Outcome: ledger.Aborted, Reason: tt.reason, RowsStaged: 1000}
		got := aborted(run, p, vs, checks, adapters.Counts{Rejected: tt.rejected + 1, Superseded: 1})
		if got.Message != tt.want || got.Pos.Line != tt.line || got.Code != CodeAborted {
			t.Errorf("%s: %+v\nwant %s, line %d", tt.reason, got, tt.want, tt.line)
		}
	}
	if got := share(2_000_001, 100_000_000, &gate.Limit{Percent: percent("2%")}); got != "over 2%" {
		t.Errorf("a share just over the limit is %q", got)
	}
	if aborted(&ledger.Run{Outcome: ledger.Split}, nil, nil, nil, adapters.Counts{}) != nil {
		t.Error("a split run has an error")
	}
}
