package gate_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/gate"
)

// describe is what rules of a test are compared by.
func describe(g *gate.Gate) []string {
	var out []string
	for _, r := range g.Rules {
		out = append(out, fmt.Sprintf("%s %s on %s%q %s", r.ID, r.Kind, r.Column, r.Within, r.Policy))
	}
	return out
}

func TestNestedRules(t *testing.T) {
	t.Parallel()
	g := loadAny(t, head+`on_failure: quarantine
columns:
  tags:
    type: list(string)
    not_empty: true
    items: {x-note: 1, nullable: false, max_length: {value: 10, on_failure: fail, nulls: fail, name: short, tags: [a]}, regex: {pattern: x, where: tags is not null}}
    on_failure: {inner.regex: warn, not_empty: warn}
  address:
    type: struct(city string, "post code" string)
    fields: {city: {nullable: false}, post code: {length: 5, nullable: {value: true}}}
    on_failure: {default: fail, inner.city.nullable: warn}
  lines:
    type: list(struct(qty int64, codes list(decimal(5,2))))
    nullable: false
    items:
      nullable: false
      fields:
        qty: {min: 007, range: {min: 1, max: 9}}
        codes: {not_empty: true, items: {accepted_values: [1.50, +2], not_missing: [-999]}}
  matrix: {type: list(list(int64)), items: {items: {max: 9}}}
`)
	want := []string{
		`tags.not_empty not_empty on tags[] warn`,
		`tags.inner.not_null not_null on tags[{""}] quarantine`,
		`short max_length on tags[{""}] fail`,
		`tags.inner.regex regex on tags[{""}] warn`,
		`address.inner.city.not_null not_null on address[{"city"}] warn`,
		`address.inner.post code.length length on address[{"post code"}] fail`,
		`lines.not_null not_null on lines[] quarantine`,
		`lines.inner.not_null not_null on lines[{""}] quarantine`,
		`lines.inner.inner.qty.min min on lines[{""} {"qty"}] quarantine`,
		`lines.inner.inner.qty.range range on lines[{""} {"qty"}] quarantine`,
		`lines.inner.inner.codes.not_empty not_empty on lines[{""} {"codes"}] quarantine`,
		`lines.inner.inner.codes.inner.accepted_values accepted_values on lines[{""} {"codes"} {""}] quarantine`,
		`lines.inner.inner.codes.inner.not_missing not_missing on lines[{""} {"codes"} {""}] quarantine`,
		`matrix.inner.inner.max max on matrix[{""} {""}] quarantine`,
	}
	if diff := cmp.Diff(want, describe(g)); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
	if p := rule(t, g, "lines.inner.inner.qty.min").Params["value"].Literal; p.Text != "7" || p.Type.Kind != gate.KindInt64 {
		t.Errorf("a literal of a field: %+v", p)
	}
	if list := rule(t, g, "lines.inner.inner.codes.inner.accepted_values").Params["values"].List; list[0].Text != "1.50" || list[1].Text != "2" || list[1].Type.Scale != 2 {
		t.Errorf("literals of items: %+v", list)
	}
	if r := rule(t, g, "short"); !r.NullsFail || r.Tags[0] != "a" || r.Where != nil {
		t.Errorf("common keys: %+v", r)
	}
	if r := rule(t, g, "tags.inner.regex"); r.Where == nil || r.Where.Text != "tags is not null" {
		t.Errorf("where: %+v", r.Where)
	}
	bound, err := g.Bind(map[string]gate.Type{"tags": {Kind: gate.KindString}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, describe(bound)); diff != "" {
		t.Errorf("bound (-want +got):\n%s", diff)
	}
}

func TestCast(t *testing.T) {
	t.Parallel()
	g := loadAny(t, head+`on_failure: warn
columns:
  amount: {min: 0, nullable: false, type: "decimal(10,2)", cast: {decimal: ',', group: "\u00a0", nulls: ['', N/A, "null"], trim: false}}
  day: {type: date, cast: {format: '%d/%m/%Y', on_failure: fail, tolerate: {rows: 2, then: quarantine}}, max: 2030-01-01}
  at: {type: timestamptz, cast: {format: ['%Y-%m-%dT%H:%M:%S%z', '%d %b %y']}, on_failure: fail}
  state: {type: enum, values: [a, b], cast: true}
  plain: {type: int64}
`)
	want := []string{
		`amount.cast cast on amount[] quarantine`,
		`amount.min min on amount[] warn`,
		`amount.not_null not_null on amount[] warn`,
		`day.cast cast on day[] fail`,
		`day.max max on day[] warn`,
		`at.cast cast on at[] fail`,
		`state.cast cast on state[] quarantine`,
		`state.enum accepted_values on state[] warn`,
	}
	if diff := cmp.Diff(want, describe(g)); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
	for name, want := range map[string]*gate.Cast{
		"amount": {Nulls: []string{"", "N/A", "null"}, Decimal: ",", Group: "\u00a0"},
		"day":    {Formats: []string{"%d/%m/%Y"}, Trim: true, Decimal: "."},
		"at":     {Formats: []string{"%Y-%m-%dT%H:%M:%S%z", "%d %b %y"}, Trim: true, Decimal: "."},
		"state":  {Trim: true, Decimal: "."},
		"plain":  nil,
	} {
		got := g.Column(name).Cast
		if got != nil {
			copied := *got
			copied.Pos = gate.Pos{}
			got = &copied
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if r := rule(t, g, "day.cast"); r.Params["cast"].Cast != g.Column("day").Cast || r.Tolerate == nil || r.Scope != gate.ScopeRow {
		t.Errorf("rule: %+v", r)
	}
	bound, err := g.Bind(map[string]gate.Type{"amount": {Kind: gate.KindString}, "plain": {Kind: gate.KindInt64}})
	if err != nil {
		t.Fatal(err)
	}
	if got := bound.Column("amount"); got.Type.String() != "decimal(10,2)" || got.Cast == nil {
		t.Errorf("bound: %+v", got)
	}
}

// TestCastWithoutTarget: an inherited warn is fail where no row can be quarantined.
func TestCastWithoutTarget(t *testing.T) {
	t.Parallel()
	g := loadAny(t, "gate: g\nsource: s\non_failure: warn\ncolumns:\n  a: {type: int64, cast: true, min: 1}\n")
	if diff := cmp.Diff([]string{"a.cast cast on a[] fail", "a.min min on a[] warn"}, describe(g)); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
}
