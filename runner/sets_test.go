package runner

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

func TestRuleSetsAddUp(t *testing.T) {
	t.Parallel()
	rules := []compile.Rule{{Rule: &gate.Rule{ID: "a.min"}}, {Rule: &gate.Rule{ID: "key"}}}
	got := ruleSets(rules, adapters.Counts{Rejected: 100, RuleSets: []adapters.RuleSet{
		{Positions: []int{1}, Rows: 40},
		{Positions: []int{2}, Rows: 30}, // lost to a kept row
		{Positions: []int{2}, Rows: 20},
	}})
	want := []ledger.RuleSet{
		{Rules: []string{"key"}, Rows: 50},
		{Rules: []string{"a.min"}, Rows: 40},
		{Rows: 10},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
