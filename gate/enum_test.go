package gate_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/gate"
)

func TestEnumMakesARule(t *testing.T) {
	t.Parallel()
	g := loadGate(t, head+`on_failure: quarantine
columns:
  a: {nullable: false, type: enum, values: [x, 1], accepted_values: [x]}
  b: {type: enum, values: [x], on_failure: warn}
  c: {type: enum, values: [x, y], accepted_values: [y], on_failure: {enum: warn, accepted_values: fail}}
  d: {type: enum, values: [x], on_failure: {default: fail}}
`)
	var got []string
	for _, r := range g.Rules {
		line := r.ID + " " + r.Kind + " " + string(r.Policy)
		if r.Kind == "accepted_values" {
			line += " " + strings.Join(texts(r.Params["values"].List), ",")
		}
		got = append(got, line)
	}
	want := []string{
		"a.enum accepted_values quarantine x,1", "a.not_null not_null quarantine", "a.accepted_values accepted_values quarantine x",
		"b.enum accepted_values warn x",
		"c.enum accepted_values warn x,y", "c.accepted_values accepted_values fail y",
		"d.enum accepted_values fail x",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
	r := rule(t, g, "a.enum")
	if r.Scope != gate.ScopeRow || r.Column != "a" || r.NullsFail || !r.Params["case_sensitive"].Bool || r.Pos.Line != 7 {
		t.Errorf("rule: %+v", r)
	}
	bound, err := g.Bind(map[string]gate.Type{"a": {Kind: gate.KindString}, "b": {Kind: gate.KindEnum, Values: []string{"x", "more"}}})
	if err != nil {
		t.Fatal(err)
	}
	if got := texts(rule(t, bound, "b.enum").Params["values"].List); !slices.Equal(got, []string{"x"}) {
		t.Errorf("bound: %v", got)
	}
}
