package report_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/report"
)

func TestDiff(t *testing.T) {
	before := run(ledger.Passed, func(r *ledger.Run) {
		r.RunID, r.GateHash = "01934a5b-0000-7000-8000-000000000000", "aa"
		r.StartedAt = start.Add(-24 * time.Hour)
		failRule(r, 3, ledger.StatusWarn, 3)
		r.Rules = append(r.Rules, rule(5, "note.max_length", "note", gate.ScopeRow, gate.Warn, 0, "length <= 100"))
	})
	after := outcomes()["split"]
	after.GateHash = "bb"
	after.Rules = append(after.Rules, rule(5, "net.min", "net", gate.ScopeRow, gate.Quarantine, 1, ">= hunter2"))
	for name, d := range map[string]report.Diff{
		"diff":      {SqlgateVersion: "0.1.0", Before: before, After: after, Mask: mask},
		"diff_same": {SqlgateVersion: "0.1.0", Before: before, After: before},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			if err := report.DiffTable(&out, d, report.Options{}); err != nil {
				t.Fatal(err)
			}
			golden(t, name+".txt", out.Bytes())
			out.Reset()
			if err := report.DiffJSON(&out, d); err != nil {
				t.Fatal(err)
			}
			golden(t, name+".json", out.Bytes())
			keeps(t, report.DiffSchema(), out.Bytes())
		})
	}
}

// The direction follows the status, then the share of failed rows.
func TestDiffDirection(t *testing.T) {
	of := func(status ledger.Status, failed, judged int64, observed string) ledger.RuleResult {
		return ledger.RuleResult{ID: "r", Scope: gate.ScopeRow, Policy: gate.Quarantine, Status: status, FailedRows: failed, JudgedRows: judged, Observed: observed}
	}
	tests := []struct {
		before, after ledger.RuleResult
		want          string
	}{
		{of(ledger.StatusPass, 0, 10, ""), of(ledger.StatusQuarantine, 1, 10, ""), `"worse"`},
		{of(ledger.StatusFail, 9, 10, ""), of(ledger.StatusWarn, 10, 10, ""), `"better"`},
		{of(ledger.StatusWarn, 5, 10, ""), of(ledger.StatusWarn, 5, 100, ""), `"better"`},
		{of(ledger.StatusWarn, 5, 100, ""), of(ledger.StatusWarn, 6, 100, ""), `"worse"`},
		{of(ledger.StatusPass, 0, 0, "1"), of(ledger.StatusPass, 0, 0, "2"), `"changed"`},
		{of(ledger.StatusPass, 0, 10, ""), of(ledger.StatusPass, 0, 100, ""), `"rules":[]`},
	}
	for _, tt := range tests {
		var out bytes.Buffer
		d := report.Diff{Before: &ledger.Run{Rules: []ledger.RuleResult{tt.before}}, After: &ledger.Run{Rules: []ledger.RuleResult{tt.after}}}
		if err := report.DiffJSON(&out, d); err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(out.Bytes(), []byte(tt.want)) {
			t.Errorf("%v → %v: want %s: %s", tt.before, tt.after, tt.want, out.Bytes())
		}
	}
}
