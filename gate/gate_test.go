package gate_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/gate"
)

const head = "gate: orders\nsource: staging.orders\ntarget: analytics.orders\nmode: replace\n"

func rule(t *testing.T, g *gate.Gate, id string) *gate.Rule {
	t.Helper()
	for _, r := range g.Rules {
		if r.ID == id {
			return r
		}
	}
	t.Fatalf("there is no rule %s", id)
	return nil
}

func texts(list []gate.Literal) []string {
	var out []string
	for _, l := range list {
		out = append(out, l.Text)
	}
	return out
}

func TestExampleGate(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/orders.yaml")
	if err != nil {
		t.Fatal(err)
	}
	g := loadGate(t, string(text))
	var ids []string
	for _, r := range g.Rules {
		ids = append(ids, r.ID+" "+string(r.Policy))
	}
	want := []string{
		"order_id.regex warn", "amount.not_null quarantine", "amount.min quarantine", "status.not_null quarantine",
		"status.accepted_values quarantine", "note.max_length warn", "shipped_on.min quarantine", "primary_key quarantine",
		"paid_orders_have_amount quarantine",
	}
	if diff := cmp.Diff(want, ids); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
	if got := g.Rejected.Table.String(); got != "analytics.orders_rejected" {
		t.Errorf("rejected: %s", got)
	}
	if got := rule(t, g, "primary_key").Params["columns"].Names; !slices.Equal(got, []string{"order_id"}) {
		t.Errorf("primary key: %v", got)
	}
	if g.Checks[0].Fail.String() != ">= 1" || g.Checks[0].Warn != nil {
		t.Errorf("check: %+v", g.Checks[0])
	}
	if g.SourceAfter != gate.DeleteSource || g.Mode != gate.Append || !g.CreateTarget || g.ExtraColumns != gate.ExtraKeep || g.OnEmpty != gate.EmptySkip {
		t.Errorf("gate: %+v", g)
	}
}

func TestScalarsAreTyped(t *testing.T) {
	t.Parallel()
	g := loadGate(t, head+`columns:
  text: {type: string, accepted_values: [no, on, 1, 007, 1.50, 1e3, True, "null", 'it''s', 2020-01-01, 0x1F, 1_000]}
  flag: {type: bool, accepted_values: [true, False]}
  number: {type: int64, accepted_values: [007, +1]}
  free: {accepted_values: [007, no, 1.50, "1", 2020-01-01, true]}
  missing: {type: string, not_missing: ['', N/A]}
  usual: {type: string, not_missing: {nulls: fail}}
`)
	for id, want := range map[string][]string{
		"text.accepted_values":   {"no", "on", "1", "007", "1.50", "1e3", "True", "null", "it's", "2020-01-01", "0x1F", "1_000"},
		"flag.accepted_values":   {"true", "false"},
		"number.accepted_values": {"7", "1"},
		"free.accepted_values":   {"007", "no", "1.50", "1", "2020-01-01", "true"},
		"missing.not_missing":    {"", "N/A"},
		"usual.not_missing":      {"", "N/A", "n/a", "NULL", "null", "None", "-"},
	} {
		if diff := cmp.Diff(want, texts(rule(t, g, id).Params["values"].List)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", id, diff)
		}
	}
	var kinds []gate.Kind
	for _, l := range rule(t, g, "free.accepted_values").Params["values"].List {
		kinds = append(kinds, l.Type.Kind)
	}
	want := []gate.Kind{gate.KindInt64, gate.KindString, gate.KindDecimal, gate.KindString, gate.KindDate, gate.KindBool}
	if diff := cmp.Diff(want, kinds); diff != "" {
		t.Errorf("inferred (-want +got):\n%s", diff)
	}
	if !rule(t, g, "usual.not_missing").NullsFail {
		t.Error("nulls: fail is lost")
	}
}

func TestDefaultsAreFilled(t *testing.T) {
	t.Parallel()
	g := loadGate(t, head+`columns:
  a: {type: string, regex: x, unique: true, not_empty: true}
  b: {type: int64, range: {min: 1, max: 2}, is_null: {on_failure: warn}, nullable: {value: false, on_failure: warn}}
`)
	if p := rule(t, g, "a.regex").Params; p["match"].Text != "search" || !p["case_sensitive"].Bool {
		t.Errorf("regex: %+v", p)
	}
	if p := rule(t, g, "a.unique").Params; p["null_keys"].Text != "distinct" || !p["case_sensitive"].Bool || !slices.Equal(p["columns"].Names, []string{"a"}) {
		t.Errorf("unique: %+v", p)
	}
	if p := rule(t, g, "a.not_empty").Params; !p["trim"].Bool || !p["value"].Bool {
		t.Errorf("not_empty: %+v", p)
	}
	if p := rule(t, g, "b.range").Params; p["inclusive"].Text != "both" || p["negate"].Bool {
		t.Errorf("range: %+v", p)
	}
	if r := rule(t, g, "b.is_null"); !r.Params["value"].Bool || r.Policy != gate.Warn {
		t.Errorf("is_null: %+v", r)
	}
	if r := rule(t, g, "b.not_null"); r.Params["value"].Bool || r.Policy != gate.Warn {
		t.Errorf("not_null: %+v", r)
	}
}

func TestByteOrderMark(t *testing.T) {
	t.Parallel()
	if g := loadGate(t, "\ufeff"+head); g.Name != "orders" || g.Hash != loadGate(t, head).Hash {
		t.Errorf("gate: %+v", g)
	}
}

func TestRejectedColumn(t *testing.T) {
	t.Parallel()
	const columns = "columns:\n  a: {min: 1, max: {value: 2, name: a__min}}\n"
	g := loadGate(t, head+columns) // without rule_columns the two do not meet
	for _, r := range g.Rules {
		if got := r.RejectedColumn(); got != "rule__a__min" {
			t.Errorf("%s: %s", r.ID, got)
		}
	}
}

func TestPolicyPrecedence(t *testing.T) {
	t.Parallel()
	load := func(defaults, text string) *gate.Gate {
		p, err := gate.Load(gate.LoadOptions{FS: fstest.MapFS{
			gate.ProjectFile: {Data: []byte(defaultProject + defaults)},
			"gates/g.yaml":   {Data: []byte(text)},
		}})
		if err != nil {
			t.Fatal(err)
		}
		return p.Gates[0]
	}
	const columns = `columns:
  a: {type: int64, min: 1, max: {value: 9, on_failure: fail}}
  b: {type: int64, on_failure: warn, min: 1, max: {value: 9, on_failure: fail}}
  c: {type: int64, on_failure: {max: fail, nullable: fail, default: warn}, min: 1, max: 9, nullable: false}
  d: {type: int64, on_failure: {max: warn}, min: 1, max: 9}
checks:
  - row_count: {min: 1}
`
	tests := []struct {
		name, defaults, gate string
		want                 map[string]gate.Policy
	}{
		{"built-in", "", head, map[string]gate.Policy{"a.min": gate.Fail, "a.max": gate.Fail, "b.min": gate.Warn, "b.max": gate.Fail, "c.min": gate.Warn, "c.max": gate.Fail, "c.not_null": gate.Fail, "d.min": gate.Fail, "d.max": gate.Warn}},
		{"project", "defaults: {on_failure: quarantine}\n", head, map[string]gate.Policy{"a.min": gate.Quarantine, "b.min": gate.Warn, "d.min": gate.Quarantine}},
		{"gate", "defaults: {on_failure: quarantine}\n", head + "on_failure: warn\n", map[string]gate.Policy{"a.min": gate.Warn, "a.max": gate.Fail, "d.min": gate.Warn}},
		{"check-only", "defaults: {on_failure: quarantine}\n", "gate: g\nsource: s\n", map[string]gate.Policy{"a.min": gate.Fail, "b.min": gate.Warn}},
	}
	for _, tt := range tests {
		g := load(tt.defaults, tt.gate+columns)
		for id, want := range tt.want {
			if got := rule(t, g, id).Policy; got != want {
				t.Errorf("%s: %s: got %s, want %s", tt.name, id, got, want)
			}
		}
		if warn := tt.name == "gate"; (g.Checks[0].Warn != nil) != warn || (g.Checks[0].Fail != nil) == warn {
			t.Errorf("%s: check %+v", tt.name, g.Checks[0])
		}
	}
}

func TestBind(t *testing.T) {
	t.Parallel()
	g := loadGate(t, head+`columns:
  code: {accepted_values: [007, no]}
  day: {min: 2020-01-01}
  n: {type: integer, max: 300}
  amount: {type: decimal, min: 1.25}
  fixed: {type: int64, min: 1}
`)
	before := g.Hash
	types := map[string]gate.Type{
		"code": {Kind: gate.KindString}, "day": {Kind: gate.KindTimestamp}, "n": {Kind: gate.KindInt16},
		"amount": {Kind: gate.KindDecimal, Precision: 10, Scale: 2}, "fixed": {Kind: gate.KindString},
	}
	bound, err := g.Bind(types)
	if err != nil {
		t.Fatal(err)
	}
	if got := texts(rule(t, bound, "code.accepted_values").Params["values"].List); !slices.Equal(got, []string{"007", "no"}) {
		t.Errorf("code: %v", got)
	}
	if got := rule(t, bound, "day.min").Params["value"].Literal; got.Text != "2020-01-01 00:00:00" || got.Type.Kind != gate.KindTimestamp {
		t.Errorf("day: %+v", got)
	}
	if bound.Column("fixed").Type.Kind != gate.KindInt64 || bound.Column("amount").Type.Precision != 10 {
		t.Errorf("columns: %+v", bound.Columns)
	}
	if got := rule(t, g, "code.accepted_values").Params["values"].List[0].Type.Kind; got != gate.KindInt64 || g.Hash != before || g.Column("day").Type.IsKnown() {
		t.Error("Bind changed its receiver")
	}
	types["n"] = gate.Type{Kind: gate.KindInt8}
	types["day"] = gate.Type{Kind: gate.KindBool}
	types["amount"] = gate.Type{Kind: gate.KindDecimal, Precision: 3, Scale: 1}
	_, err = g.Bind(types)
	want := `gates/g.yaml:7:9: rule 'min' does not fit column 'day' of type bool [SG109]
gates/g.yaml:8:27: "300" is not a value of int8 column 'n': int8 is from -128 to 127 [SG110]
gates/g.yaml:9:32: "1.25" is not a value of decimal(3,1) column 'amount': decimal(3,1) has at most 1 decimals [SG110]`
	var all gate.Errors
	if !errors.As(err, &all) {
		t.Fatalf("got %v", err)
	}
	var lines []string
	for _, e := range all {
		lines = append(lines, e.Error())
	}
	if diff := cmp.Diff(want, strings.Join(lines, "\n")); diff != "" {
		t.Errorf("errors (-want +got):\n%s", diff)
	}
	_, err = g.Bind(map[string]gate.Type{"n": {Kind: gate.KindInt8}})
	var one *gate.Error
	if !errors.As(fmt.Errorf("bind: %w", err), &one) {
		t.Fatalf("no *gate.Error in %v", err)
	}
	if one.Message != `"300" is not a value of int8 column 'n': int8 is from -128 to 127` || one.Pos.String() != "gates/g.yaml:8:27" || one.Code != gate.CodeLiteral {
		t.Errorf("error: %+v", one)
	}
}

func TestTypedErrors(t *testing.T) {
	t.Parallel()
	_, err := gate.Load(gate.LoadOptions{
		Env: lookup(map[string]string{"SQLGATE_STATISTICS": "yes"}),
		FS: fstest.MapFS{
			gate.ProjectFile: {Data: []byte(defaultProject)},
			"gates/g.yaml":   {Data: []byte(head + "rejected: analytics.ORDERS\ncolumns: {_sqlgate_x: {min: 1, rules: [min: 2]}}\n")},
		},
	})
	var reserved *gate.ReservedColumnError
	var rules *gate.RuleCollisionError
	var rejected *gate.RejectedCollisionError
	var setting *gate.SettingError
	if !errors.As(err, &reserved) || !errors.As(err, &rules) || !errors.As(err, &rejected) || !errors.As(err, &setting) {
		t.Fatalf("a typed error is missing in:\n%v", err)
	}
	if setting.Source != "environment variable SQLGATE_STATISTICS" || rejected.Gate != "orders" || rules.ID != "_sqlgate_x.min" {
		t.Errorf("got %+v %+v %+v", setting, rejected, rules)
	}
}

func TestProject(t *testing.T) {
	t.Parallel()
	p, err := gate.Load(gate.LoadOptions{
		Dir: "/project",
		Env: lookup(map[string]string{"PW": "p@ss", "PORT": "5433"}),
		FS: fstest.MapFS{
			gate.ProjectFile: {Data: []byte(`version: 1
x-shared: &settings {threads: 2, memory_limit: 1GB}
warehouses:
  local: {type: duckdb, path: data/w.duckdb, attach: {other: o.duckdb, pg: "postgres:dbname=x password=hush"}, settings: {<<: *settings, threads: 4}}
  prod: {type: postgres, host: db, port: "${PORT}", user: u, password: "${PW}", dbname: "$${literal}"}
  url: {type: postgres, dsn: "postgres://u:p%40ss@db:5432/x?sslpassword=inner"}
default_warehouse: local
gates: "*.gate.yaml"
defaults: {owner: data-team}
`)},
			"a.gate.yaml": {Data: []byte("gate: a\nsource: {files: [landing/*.parquet, \"s3://b/x.csv\"]}\nwarehouse: \"${WH:-local}\"\ntarget: \"t_${PORT}\"\nmode: replace\n")},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	d := p.Warehouse("local").DuckDB
	if d.Path != "/project/data/w.duckdb" || d.Attach["other"] != "/project/o.duckdb" || d.Settings["threads"] != "4" || d.Settings["memory_limit"] != "1GB" {
		t.Errorf("duckdb: %+v", d)
	}
	if pg := p.Warehouse("prod").Postgres; pg.Port != 5433 || pg.Password != "p@ss" || pg.DBName != "${literal}" {
		t.Errorf("postgres: %+v", pg)
	}
	g := p.Gate("a")
	if g.Target.String() != "t_5433" || g.Owner != "data-team" || g.Warehouse != "local" {
		t.Errorf("gate: %+v", g)
	}
	if !slices.Equal(g.Source.Files, []string{"/project/landing/*.parquet", "s3://b/x.csv"}) {
		t.Errorf("files: %v", g.Source.Files)
	}
	masked := p.Mask("p@ss postgres://u:p%40ss@db inner hush")
	if masked != "***** postgres://u:*****@db ***** *****" {
		t.Errorf("masked: %s (%v)", masked, p.Secrets)
	}
}

func TestMask(t *testing.T) {
	t.Parallel()
	p := &gate.Project{Secrets: []string{"ro", "hunter2-secret", "ö", "p"}}
	for text, want := range map[string]string{
		"":                             "",
		"ro":                           "*****",
		"an error from row 2":          "an error from row 2",
		"postgres://u:ro@h password=p": "postgres://u:*****@h password=*****",
		"'ro', roro, ro2, 2ro, \"ro\"": "'*****', roro, ro2, 2ro, \"*****\"",
		"xhunter2-secretx":             "x*****x",
		"größe ö":                      "größe *****",
	} {
		if got := p.Mask(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestFindProject(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	deep := filepath.Join(dir, "a", "b")
	for name, text := range map[string]string{
		filepath.Join(dir, gate.ProjectFile): defaultProject, filepath.Join(dir, "gates", "g.yaml"): head, filepath.Join(deep, "x"): "",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, opts := range map[string]gate.LoadOptions{
		"walk up":     {Dir: deep},
		"named":       {Dir: "/", ProjectDir: dir},
		"environment": {Dir: "/", Env: lookup(map[string]string{"SQLGATE_PROJECT_DIR": dir})},
	} {
		p, err := gate.Load(opts)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if p.Dir != dir || p.File != filepath.Join(dir, gate.ProjectFile) || p.Gates[0].File != "gates/g.yaml" {
			t.Errorf("%s: %s %s %s", name, p.Dir, p.File, p.Gates[0].File)
		}
	}
	_, err := gate.Load(gate.LoadOptions{Dir: deep, ProjectDir: deep})
	if err == nil || !strings.Contains(err.Error(), "there is no sqlgate.yaml in "+deep) || !strings.Contains(err.Error(), gate.CodeNoProject) {
		t.Errorf("got %v", err)
	}
}

func TestHash(t *testing.T) {
	t.Parallel()
	const columns = "columns:\n  a: {type: int64, min: 1, max: 5}\n  b: {type: string}\n"
	base := loadGate(t, head+columns).Hash
	same := loadGate(t, "# comment\nmode: replace\ntarget: analytics.orders\n"+"columns:\n  a: {max: 5, min: {value: 1}, type: int64} # x\n  b: {type: string}\nsource: staging.orders\ngate: orders\n").Hash
	if same != base {
		t.Error("comments or the order of keys change the hash")
	}
	for _, text := range []string{
		head + "columns:\n  b: {type: string}\n  a: {type: int64, min: 1, max: 5}\n",
		head + "columns:\n  a: {type: int64, min: 1, max: 6}\n  b: {type: string}\n",
		head + "on_failure: warn\n" + columns,
	} {
		if loadGate(t, text).Hash == base {
			t.Errorf("the hash does not see the change in\n%s", text)
		}
	}
}
