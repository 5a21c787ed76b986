package gate_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sqlgate/sqlgate/gate"
)

// TestBefore says which gates wait for which where several run at once.
func TestBefore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	files := map[string]string{
		"sqlgate.yaml": "version: 1\ndefault_warehouse: w\nwarehouses:\n  w: {type: duckdb, path: w.duckdb}\n  attached: {type: duckdb, path: o.duckdb, attach: {core: w.duckdb}}\n" +
			"  apart: {type: duckdb, path: p.duckdb}\n  memory: {type: duckdb, path: ':memory:'}\n  memory2: {type: duckdb, path: ':memory:'}\n  pg: {type: postgres, dbname: x}\n",
	}
	for name, keys := range map[string]string{
		"a":              "source: s.a\ntarget: main.a\n",
		"b_needs_a":      "source: s.b\ntarget: b\ndepends_on: [a]\n",
		"c_needs_b":      "source: s.c\ntarget: c\ndepends_on: [b_needs_a]\n",
		"d_reads_a":      "source: A\ntarget: d\n",
		"e_same_target":  "source: s.e\ntarget: MAIN.a\nrejected: {table: e_bad}\n",
		"f_same_source":  "source: s.a\ntarget: f\n",
		"g_deletes":      "source: s.a\ntarget: g\nsource_after: delete\n",
		"h_other_schema": "source: t.a\ntarget: h\n",
		"i_attached":     "source: s.a\ntarget: i\nwarehouse: attached\n",
		"j_apart":        "source: s.a\ntarget: a\nwarehouse: apart\n",
		"k_memory":       "source: s.a\ntarget: a\nwarehouse: memory\n",
		"l_memory":       "source: s.a\ntarget: a\nwarehouse: memory2\n",
		"m_pg":           "source: s.a\ntarget: a\nwarehouse: pg\n",
		"n_compares":     "source: s.n\ntarget: n\nchecks: [{row_count_match: {table: h}}]\n",
		"o_check_only":   "source: h_rejected\n",
	} {
		if name != "o_check_only" {
			keys += "mode: append\n"
		}
		files["gates/"+name+".yaml"] = "gate: " + name + "\n" + keys + "columns: {x: {type: int64}}\n"
	}
	if err := os.Mkdir(filepath.Join(dir, "gates"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p, err := gate.Load(gate.LoadOptions{Dir: dir, ProjectDir: dir, Env: func(string) (string, bool) { return "", false }})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{
		"b_needs_a":     {"a"},
		"c_needs_b":     {"a", "b_needs_a"},
		"d_reads_a":     {"a"},
		"e_same_target": {"a", "d_reads_a"},
		"g_deletes":     {"a", "d_reads_a", "f_same_source"},
		"i_attached":    {"a", "b_needs_a", "c_needs_b", "d_reads_a", "e_same_target", "f_same_source", "g_deletes", "h_other_schema"},
		"n_compares":    {"h_other_schema", "i_attached"},
		"o_check_only":  {"h_other_schema", "i_attached"},
	}
	gates := p.InOrder(p.Gates)
	for i, before := range p.Before(gates) {
		var names []string
		for _, j := range before {
			names = append(names, gates[j].Name)
		}
		if !slices.Equal(names, want[gates[i].Name]) {
			t.Errorf("%s after %v; want %v", gates[i].Name, names, want[gates[i].Name])
		}
	}
	// A gate that is not among them still gives an order.
	some := []*gate.Gate{p.Gate("a"), p.Gate("c_needs_b")}
	if before := p.Before(some); !slices.Equal(before[1], []int{0}) {
		t.Errorf("without b_needs_a: %v", before)
	}
}
