package oracle

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func loadGate(t *testing.T, text string) *gate.Gate {
	t.Helper()
	p, err := gate.Load(gate.LoadOptions{FS: fstest.MapFS{
		gate.ProjectFile: {Data: []byte("version: 1\nwarehouses:\n  w: {type: duckdb, path: ':memory:'}\ndefault_warehouse: w\n")},
		"gates/g.yaml":   {Data: []byte("gate: g\nsource: s\ntarget: t\nmode: append\nsource_after: delete\non_failure: quarantine\n" + text)},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return p.Gates[0]
}

// rows makes rows of one column, v, beside their numbers in n.
func rows(values ...Value) []Row {
	var out []Row
	for i, v := range values {
		out = append(out, Row{"n": Int(int64(i)), "v": v, StartedAt: Timestamp(0)})
	}
	return out
}

// judge gives for each row a letter: v, i, u, n.
func judge(t *testing.T, b Batch, id string) string {
	t.Helper()
	j, err := b.Judge()
	if err != nil {
		t.Fatal(err)
	}
	var s strings.Builder
	for _, v := range j.Verdicts[id] {
		s.WriteString(string(v)[:1])
	}
	return s.String()
}

func TestRowRules(t *testing.T) {
	texts := func(xs ...string) []Value {
		out := []Value{nil}
		for _, x := range xs {
			out = append(out, Text(x))
		}
		return out
	}
	dates := func(days ...int64) []Value {
		out := []Value{nil}
		for _, d := range days {
			out = append(out, Date(d))
		}
		return out
	}
	floats := []Value{nil, Float(1), nan, inf}
	numbers := []Value{nil, Int(0), Int(1), Decimal("1.5"), Int(-3)}
	tests := []struct {
		typ, rule string
		values    []Value
		want      string
	}{
		{"string", "nullable: false", texts("", "a"), "ivv"},
		{"string", "is_null: true", texts(""), "vi"},
		{"string", "not_empty: true", texts("", " \t", "a", "\u00a0"), "viivv"},
		{"string", "not_empty: {trim: false}", texts("", " "), "viv"},
		{"list(string)", "not_empty: true", []Value{nil, List{}, List{nil}}, "viv"},
		{"string", "not_missing: {}", texts("", "N/A", "x"), "viiv"},
		{"string", "accepted_values: [a]", texts("a", "A", "a "), "vvii"},
		{"string", "accepted_values: {values: [a], case_sensitive: false, nulls: fail}", texts("a", "A", "b"), "ivvi"},
		{"float64", "not_accepted_values: [1]", floats, "vivv"},
		{"float64", "min: 1", floats, "vviv"},
		{"float64", "max: 1", floats, "vvii"},
		{"decimal(9,2)", "min_exclusive: 1", numbers, "viivi"},
		{"decimal(9,2)", "max_exclusive: 1", numbers, "vviiv"},
		{"decimal(9,2)", "range: {min: 0, max: 1, inclusive: left}", numbers, "vviii"},
		{"decimal(9,2)", "range: {min: 0, max: 1, inclusive: neither, negate: true}", numbers, "vvvvv"},
		{"float64", "range: {min: 0, max: 2, negate: true}", floats, "vivv"},
		{"decimal(9,2)", "positive: true", numbers, "vivvi"},
		{"decimal(9,2)", "non_negative: true", numbers, "vvvvi"},
		{"float64", "negative: true", floats, "viii"},
		{"float64", "finite: true", floats, "vvii"},
		{"date", "finite: true", dates(0, Infinity), "vvi"},
		{"float64", "allow_nan: false", floats, "vviv"},
		{"float64", "allow_inf: false", floats, "vvvi"},
		{"decimal(9,2)", "multiple_of: 0.75", numbers, "vvivv"},
		{"decimal(9,2)", "decimal_places: 0", numbers, "vvviv"},
		{"string", "length: 1", texts("é", "e\u0301", "😀"), "vviv"},
		{"string", "max_bytes: 2", texts("é", "😀"), "vvi"},
		{"list(string)", "min_items: 1", []Value{nil, List{}, List{nil}}, "viv"},
		{"list(string)", "unique_items: true", []Value{nil, List{nil, nil}, List{Text("a"), nil}}, "viv"},
		{"string", "regex: {pattern: 'a|ab', match: full}", texts("ab", "abc", "xa"), "vvii"},
		{"string", "not_like: 'a%'", texts("ab", "b"), "viv"},
		{"string", "format: hex", texts("aF", "a"), "vvi"},
		{"string", "case: upper", texts("A1", "ß", "a"), "vvii"},
		{"string", "case: trimmed", texts("a b", " a"), "vvi"},
		{"date", "resolution: 1mo", dates(0, 1, 31, Infinity), "vvivi"},
		{"date", "resolution: 1w", dates(-3, 0, 4), "vviv"},
		{"timestamp", "resolution: 15m", []Value{Timestamp(0), Timestamp(15 * 60 * 1e6), Timestamp(1)}, "vvi"},
		{"date", "not_in_future: true", dates(0, 1, Infinity, -Infinity), "vviiv"},
		{"date", "not_in_past: {tolerance: 1d}", dates(0, -1, -2), "vvvi"},
		{"timestamptz", "not_older_than: 1mo", []Value{Timestamp(-31 * 86400 * 1e6), Timestamp(-31*86400*1e6 - 1)}, "vi"},
		{"string", "castable: int8", texts("1", "", "x"), "vvvi"},
		{"json", "json_keys: {required: [a], allowed: [b]}", texts(`{"a": 1}`, `{"a": 1, "b": 2}`, `{"a": 1, "c": 2}`, `{}`, `[]`), "vvviii"},
		{"list(int64)", "items: {min: {value: 1, name: r}}", []Value{nil, List{}, List{Int(1), nil}, List{Int(0)}}, "vvvi"},
		{"struct(a int64)", "fields: {a: {nullable: {value: false, name: r}}}", []Value{nil, Struct{"a": nil}, Struct{"a": Int(1)}}, "iiv"},
	}
	for _, tt := range tests {
		rule := "    rules: [{name: r, " + tt.rule + "}]\n"
		if strings.HasPrefix(tt.rule, "items") || strings.HasPrefix(tt.rule, "fields") {
			rule = "    " + tt.rule + "\n"
		}
		if key, common, ok := strings.Cut(tt.rule, ", nulls: fail}"); ok && common == "" {
			rule = "    rules: [{name: r, nulls: fail, " + key + "}}]\n"
		}
		g := loadGate(t, "columns:\n  n: {type: int64}\n  v:\n    type: "+tt.typ+"\n"+rule)
		if got := judge(t, Batch{Gate: g, Rows: rows(tt.values...)}, "r"); got != tt.want {
			t.Errorf("%s of %s over %v is %s, want %s", tt.rule, tt.typ, tt.values, got, tt.want)
		}
	}
}

func TestSetRules(t *testing.T) {
	ints := func(ns ...int64) []Value {
		var out []Value
		for _, n := range ns {
			out = append(out, Int(n))
		}
		return out
	}
	tests := []struct {
		typ, rule string
		values    []Value
		want      string
	}{
		{"int64", "unique: {columns: [v]}", append(ints(1, 1, 2), nil, nil), "iivvv"},
		{"int64", "unique: {columns: [v], null_keys: equal}", append(ints(1), nil, nil), "vii"},
		{"float64", "unique: {columns: [v]}", []Value{nan, nan, Float(0), Float(math0())}, "iiii"},
		{"string", "unique: {columns: [v], case_sensitive: false}", []Value{Text("İ"), Text("i̇"), Text("i")}, "iiv"},
		{"int64", "unique: {columns: [v], keep: first, order_by: [n]}", ints(1, 1, 2, 1), "vivi"},
		{"int64", "unique: {columns: [v], keep: last, order_by: [n]}", ints(1, 1, 2, 1), "iivv"},
		{"int64", "unique: {columns: [v], keep: any}", ints(1, 1, 2, 1), "vivi"},
		{"int64", "unique: {columns: [v], scope: target}", ints(1, 7, 7), "vii"},
		{"int64", "unique: {columns: [v], scope: both}", ints(1, 1, 7, 8), "iiiv"},
		{"int64", "primary_key: {columns: [v]}", append(ints(1, 1, 2), nil), "iivi"},
		{"int64", "foreign_key: {columns: [v], to: {table: other, columns: [k]}}", append(ints(5, 6), nil), "viv"},
		{"int64", "foreign_key: {columns: [v], to: {table: other, columns: [k]}, negate: true}", append(ints(5, 6), nil), "ivv"},
		{"int64", "group_rows: {group_by: [v], min: 2, max: 2}", append(ints(1, 1, 2, 3, 3, 3), nil, nil), "vviiiivv"},
		{"int64", "group_constant: {group_by: [v], columns: [n]}", ints(1, 1, 2), "iiv"},
		{"int64", "group_expression: {group_by: [v], expression: count(*) > 1}", append(ints(1, 1, 2), nil), "vvii"},
		{"int64", "monotonic: {column: v, order_by: [n]}", append(ints(1, 2), nil, Int(2), Int(1)), "vvvvi"},
		{"int64", "monotonic: {column: v, order_by: [n], strict: true, direction: decreasing}", ints(2, 2, 1), "viv"},
		{"int64", "sequential: {column: v, order_by: [n], interval: 2}", ints(1, 3, 4, 6), "vviv"},
		{"float64", "outlier: {column: v, method: iqr}", []Value{Float(1), Float(2), Float(3), Float(100), nan, nil}, "vvviiv"},
	}
	for _, tt := range tests {
		g := loadGate(t, "columns:\n  n: {type: int64}\n  v: {type: "+tt.typ+"}\nrules:\n  - {name: r, "+tt.rule+"}\n")
		b := Batch{Gate: g, Rows: rows(tt.values...), Target: rows(Int(7)), References: map[string][]Row{"other": {{"k": Int(5)}, {"k": nil}}}, Expressions: map[string]ast.Node{
			"count(*) > 1": ast.Compare{Op: ast.Gt, L: ast.Aggregate{Func: ast.Count}, R: num("1")},
		}}
		if got := judge(t, b, "r"); got != tt.want {
			t.Errorf("%s over %v is %s, want %s", tt.rule, tt.values, got, tt.want)
		}
	}
}

func TestKeep(t *testing.T) {
	g := loadGate(t, `columns:
  n: {type: int64}
  v: {type: int64}
rules:
  - {name: any, unique: {columns: [v], keep: any}}
  - {name: both, unique: {columns: [v], keep: first, order_by: [n], scope: both}}
`)
	removed := []int64{0, 1} // the engine keeps row 2
	b := Batch{
		Gate: g, Rows: rows(Int(1), Int(1), Int(1), Int(2)), Target: rows(Int(1)),
		Removed: func(_ string, row Row) bool { return slices.Contains(removed, row["n"].(Number).Num().Int64()) },
	}
	j, err := b.Judge()
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string][]Verdict{"any": {Invalid, Invalid, Valid, Valid}, "both": {Invalid, Invalid, Invalid, Valid}} {
		if got := j.Verdicts[id]; !slices.Equal(got, want) {
			t.Errorf("%s says %q, want %q", id, got, want)
		}
	}
	// A row that the target has is no loser to another row.
	for id, want := range map[string][]bool{"any": {true, true, false, false}, "both": {false, true, true, false}} {
		if got := j.Lost[id]; !slices.Equal(got, want) {
			t.Errorf("%s loses %t, want %t", id, got, want)
		}
	}
}

func TestAmongValid(t *testing.T) {
	for policy, want := range map[string]string{
		"quarantine": "vvv", "warn": "iiv", "fail": "vvv",
		"fail, tolerate: {rows: 1, then: quarantine}": "vvv", "fail, tolerate: {rows: 1, then: warn}": "iiv",
	} {
		g := loadGate(t, "columns:\n  n: {type: int64, min: {value: 1, on_failure: "+policy+"}}\n  v: {type: int64}\nrules:\n  - {name: r, unique: {columns: [v], among: valid}}\n")
		if got := judge(t, Batch{Gate: g, Rows: rows(Int(1), Int(1), Int(2))}, "r"); got != want {
			t.Errorf("beside a rule with %s the verdicts are %s, want %s", policy, got, want)
		}
	}
}

// math0 is the zero below zero.
func math0() float64 { zero := 0.0; return -zero }

func TestIntervals(t *testing.T) {
	interval := func(lower, upper Value) Row { return Row{"a": lower, "b": upper} }
	tests := []struct {
		rule string
		rows []Row
		want string
	}{
		{"bounds: '[)'", []Row{interval(Int(1), Int(3)), interval(Int(3), Int(5)), interval(Int(4), nil), interval(Int(2), Int(2))}, "viii"},
		{"bounds: '[]'", []Row{interval(Int(1), Int(3)), interval(Int(3), Int(3)), interval(Int(4), Int(5))}, "iiv"},
		{"bounds: '[)', gaps: forbidden", []Row{interval(nil, Int(1)), interval(Int(1), Int(2)), interval(Int(3), Int(4))}, "vvi"},
		{"bounds: '[]', gaps: forbidden", []Row{interval(Int(1), Int(2)), interval(Int(3), Int(4))}, "vv"},
		{"bounds: '()'", []Row{interval(nil, nil), interval(Int(1), Int(2))}, "ii"},
	}
	for _, tt := range tests {
		g := loadGate(t, "columns:\n  a: {type: int64}\n  b: {type: int64}\nrules:\n  - {name: r, no_overlap: {lower: a, upper: b, "+tt.rule+"}}\n")
		if got := judge(t, Batch{Gate: g, Rows: tt.rows}, "r"); got != tt.want {
			t.Errorf("%s is %s, want %s", tt.rule, got, tt.want)
		}
	}
}

func TestCastsAndWhere(t *testing.T) {
	g := loadGate(t, `columns:
  n: {type: int64}
  v:
    type: int8
    cast: true
    rules:
      - {name: least, min: 1}
      - {name: first, where: n < 2, max: 0}
      - {name: once, unique: true}
`)
	b := Batch{
		Gate: g, Rows: rows(Text("1"), Text("x"), Text(" 0"), Text(""), Text("01")),
		Expressions: map[string]ast.Node{"n < 2": ast.Compare{Op: ast.Lt, L: ast.Column{Name: "n"}, R: num("2")}},
	}
	for id, want := range map[string]string{"v.cast": "vivvv", "least": "vuivv", "first": "iunnn", "once": "iuvvi"} {
		if got := judge(t, b, id); got != want {
			t.Errorf("%s is %s, want %s", id, got, want)
		}
	}
	j, err := b.Judge()
	if err != nil || j.Converted[1]["v"] != nil || !Same(j.Converted[2]["v"], Int(0)) {
		t.Errorf("converted to %v (%v)", j, err)
	}
	if got := j.Failures(g, 0); !slices.Equal(got, []string{"first", "once"}) {
		t.Errorf("row 0 fails %v", got)
	}
}

// TestEveryRuleIsKnown holds the oracle to the rule table.
func TestEveryRuleIsKnown(t *testing.T) {
	known := Kinds()
	for _, spec := range gate.Rules() {
		if !known[spec.Name] && !spec.Nests() && spec.Name != "row_query" { // which is the warehouse's own SQL
			t.Errorf("the oracle does not know the rule %s", spec.Name)
		}
	}
}
