package gate_test

import (
	"slices"
	"testing"

	"github.com/sqlgate/sqlgate/gate"
)

func TestSetRules(t *testing.T) {
	t.Parallel()
	g := loadAny(t, `gate: orders
source: staging.orders
target: analytics.orders
mode: append
on_failure: quarantine
columns:
  id: {type: int64, unique: {keep: last, order_by: [at, seq], scope: both, among: valid, null_keys: equal}}
  ref: {type: int64, foreign_key: {to: {table: other.orders, columns: [id], where: deleted = false}, negate: true}}
  code: {type: string, foreign_key: {to: codes, where: code <> ''}}
  at: {type: timestamp, monotonic: {order_by: [seq], partition_by: [ref], strict: true}}
  seq: {type: int32, sequential: {interval: 1}, outlier: {method: mad, name: far}}
primary_key: {columns: [id, ref], keep: any}
rules:
  - foreign_key: {columns: [id, ref], to: {table: t, columns: [a, b]}, match: full}
  - group_rows: {group_by: [ref], max: 3}
  - group_expression: {group_by: [ref], expression: sum(id) > 0}
  - group_constant: {group_by: [ref], columns: [code, at]}
  - no_overlap: {lower: id, upper: seq, partition_by: [code]}
  - outlier: {column: id, method: iqr, k: 2.50}
  - sequential: {column: at, interval: 1d, order_by: [seq]}
  - row_query: {sql: 'SELECT id, ref FROM batch', keys: [id, ref]}
`)
	p := rule(t, g, "id.unique").Params
	if p["keep"].Text != "last" || !slices.Equal(p["order_by"].Names, []string{"at", "seq"}) || p["scope"].Text != "both" || p["among"].Text != "valid" || !slices.Equal(p["columns"].Names, []string{"id"}) {
		t.Errorf("unique: %+v", p)
	}
	if p := rule(t, g, "primary_key").Params; p["keep"].Text != "any" || p["scope"].Text != "batch" || p["among"].Text != "all" {
		t.Errorf("primary_key: %+v", p)
	}
	p = rule(t, g, "ref.foreign_key").Params
	if to := p["to"].To; to.Table.String() != "other.orders" || !slices.Equal(to.Columns, []string{"id"}) || to.Where != "deleted = false" || !p["negate"].Bool || p["match"].Text != "simple" || !slices.Equal(p["columns"].Names, []string{"ref"}) {
		t.Errorf("foreign_key: %+v", p)
	}
	r := rule(t, g, "code.foreign_key")
	if to := r.Params["to"].To; to.Table.String() != "codes" || !slices.Equal(to.Columns, []string{"code"}) || to.Where != "" || r.Where == nil {
		t.Errorf("foreign_key by name: %+v", r)
	}
	if p := rule(t, g, "foreign_key").Params; !slices.Equal(p["to"].To.Columns, []string{"a", "b"}) || p["match"].Text != "full" {
		t.Errorf("foreign_key of the gate: %+v", p)
	}
	p = rule(t, g, "at.monotonic").Params
	if !slices.Equal(p["column"].Names, []string{"at"}) || !p["strict"].Bool || p["direction"].Text != "increasing" {
		t.Errorf("monotonic: %+v", p)
	}
	p = rule(t, g, "seq.sequential").Params
	if p["interval"].Literal.Text != "1" || !slices.Equal(p["order_by"].Names, []string{"seq"}) {
		t.Errorf("sequential: %+v", p)
	}
	p = rule(t, g, "sequential").Params
	if p["interval"].Span != (gate.Duration{N: 1, Unit: "d"}) || !slices.Equal(p["order_by"].Names, []string{"seq"}) {
		t.Errorf("sequential of the gate: %+v", p)
	}
	if got := rule(t, g, "far").Params["k"].Literal.Text; got != "3.5" {
		t.Errorf("outlier: the usual distance is %q", got)
	}
	if got := rule(t, g, "outlier").Params["k"].Literal.Text; got != "2.50" {
		t.Errorf("outlier: the distance is %q", got)
	}
	if p := rule(t, g, "no_overlap").Params; p["bounds"].Text != "[)" || p["gaps"].Text != "allowed" || p["scope"].Text != "batch" {
		t.Errorf("no_overlap: %+v", p)
	}
	if p := rule(t, g, "group_rows").Params; p["max"].Int != 3 || p["min"].Pos.Line != 0 {
		t.Errorf("group_rows: %+v", p)
	}
	if p := rule(t, g, "row_query").Params; p["sql"].SQL[""] != "SELECT id, ref FROM batch" {
		t.Errorf("row_query: %+v", p)
	}
	for _, r := range g.Rules {
		if r.Scope != gate.ScopeSet {
			t.Errorf("%s is no set rule", r.ID)
		}
	}
}

// TestSetRulesAreBound: types that the warehouse gives are checked too.
func TestSetRulesAreBound(t *testing.T) {
	t.Parallel()
	for text, typ := range map[string]gate.Kind{
		"sequential: {column: a, interval: 1}":                        gate.KindDate,
		"outlier: {column: a, method: iqr}":                           gate.KindString,
		"no_overlap: {lower: a, upper: b}":                            gate.KindDate,
		"unique: {columns: [b], keep: first, order_by: [a]}":          gate.KindJSON,
		"group_rows: {group_by: [a], max: 2}":                         gate.KindList,
		"foreign_key: {columns: [a], to: t}":                          gate.KindStruct,
		"row_query: {sql: SELECT a FROM batch, keys: [a]}":            gate.KindJSON,
		"monotonic: {column: b, order_by: [a]}":                       gate.KindInterval,
		"group_constant: {group_by: [b], columns: [a]}":               gate.KindJSON,
		"no_overlap: {lower: b, upper: c, partition_by: [a]}":         gate.KindJSON,
		"group_expression: {group_by: [a], expression: count(*) > 1}": gate.KindJSON,
	} {
		g := loadAny(t, head+"on_failure: quarantine\ncolumns:\n  a: {}\n  b: {type: int64}\n  c: {type: int64}\nrules:\n  - "+text+"\n")
		if _, err := g.Bind(map[string]gate.Type{"a": {Kind: typ}}); err == nil {
			t.Errorf("%s with a of type %s is accepted", text, typ)
		}
	}
}

func TestAppendTwice(t *testing.T) {
	t.Parallel()
	const appends = "gate: g\nsource: s\ntarget: t\nmode: append\non_failure: quarantine\ncolumns:\n  a: {type: int64}\n  b: {type: int64}\n"
	for rules, warns := range map[string]bool{
		"":                         true,
		"rules: [{unique: [a]}]\n": true,
		"primary_key: {columns: [a], scope: both}\n":                            false,
		"rules: [{unique: {columns: [a], scope: target}}]\n":                    false,
		"rules: [{on_failure: warn, unique: {columns: [a], scope: both}}]\n":    true,
		"rules: [{where: a > 1, unique: {columns: [a], scope: both}}]\n":        true,
		"rules: [{no_overlap: {lower: a, upper: b, scope: both}}]\n":            true,
		"rules: [{on_failure: fail, unique: {columns: [a, b], scope: both}}]\n": false,
	} {
		p, err := gate.Load(loadOptions(appends + rules))
		if err != nil {
			t.Fatal(err)
		}
		if (len(p.Warnings) > 0) != warns {
			t.Errorf("%s: warnings %v", rules, p.Warnings)
		}
	}
}
