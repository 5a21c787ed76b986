package report_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/report"
)

func TestGroups(t *testing.T) {
	t.Parallel()
	r := run(ledger.Split, func(r *ledger.Run) {
		r.Rules = append(r.Rules, rule(5, "amount.max", "amount", gate.ScopeRow, gate.Warn, 0, "<= 9"), rule(6, "note.case", "note", gate.ScopeRow, gate.Warn, 0, "lower"))
		failRule(r, 2, ledger.StatusQuarantine, 10, `{"amount":-1}`)
		failRule(r, 3, ledger.StatusWarn, 3, `{"order_id":"ORD-1"}`)
		failRule(r, 5, ledger.StatusWarn, 90, `{"amount":10}`, `{"amount":11}`)
		r.Rules[4].Status = ledger.StatusSkip
		slices.Reverse(r.Rules)
	})
	tests := []struct {
		name     string
		settings gate.Settings
		want     []string
	}{
		{"of a run of the ledger", gate.Settings{}, []string{
			"rule column_schema pass: column_schema", "rule order_id.unique pass: order_id.unique", "rule amount.min quarantine: amount.min",
			"rule ship_after_order warn: ship_after_order", "rule row_count skip: row_count", "rule amount.max warn: amount.max", "rule note.case pass: note.case",
		}},
		{"column", gate.Settings{CheckGranularity: gate.ByColumn, SchemaRules: gate.Collapsed}, []string{
			"rule column_schema pass: column_schema", "column order_id pass: order_id.unique", "column amount quarantine: amount.min amount.max",
			"gate orders warn: ship_after_order row_count", "column note pass: note.case",
		}},
		{"column, per rule", gate.Settings{CheckGranularity: gate.ByColumn, SchemaRules: gate.PerRule}, []string{
			"rule column_schema pass: column_schema", "column order_id pass: order_id.unique", "column amount quarantine: amount.min amount.max",
			"rule ship_after_order warn: ship_after_order", "rule row_count skip: row_count", "column note pass: note.case",
		}},
		{"gate", gate.Settings{CheckGranularity: gate.ByGate}, []string{
			"gate orders quarantine: column_schema order_id.unique amount.min ship_after_order row_count amount.max note.case",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			one := *r
			one.Settings = tt.settings
			var got []string
			for _, g := range report.Groups(&one) {
				got = append(got, fmt.Sprintf("%s %s %s: %s", g.Of, g.Name, g.Status, strings.Join(ids(g.Rules), " ")))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("groups (-want +got):\n%s", diff)
			}
		})
	}
	r.Settings.CheckGranularity = gate.ByGate
	failing := report.Groups(r)[0].Failing()
	if diff := cmp.Diff([]string{"amount.min", "amount.max", "ship_after_order", "row_count"}, ids(failing)); diff != "" {
		t.Errorf("failing, worst first (-want +got):\n%s", diff)
	}
}

func ids(rules []ledger.RuleResult) []string {
	var out []string
	for _, r := range rules {
		out = append(out, r.ID)
	}
	return out
}
