package compile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// TestGolden compiles each case of testdata/golden offline for every dialect.
// A dialect that refuses the gate has an error.<dialect>.txt; a case of one
// partition has it in partition.txt, one of a replay its --where in replay.txt.
func TestGolden(t *testing.T) {
	cases, err := filepath.Glob(filepath.Join("..", "testdata", "golden", "*", "gate.yaml"))
	if err != nil || len(cases) == 0 {
		t.Fatalf("no golden cases: %v", err)
	}
	for _, file := range cases {
		yaml, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		g := loadGate(t, string(yaml))
		var in Input
		if text, err := os.ReadFile(filepath.Join(filepath.Dir(file), "partition.txt")); err == nil {
			if in.Partition, err = g.ParsePartition(strings.TrimSpace(string(text))); err != nil {
				t.Fatal(err)
			}
		}
		if text, err := os.ReadFile(filepath.Join(filepath.Dir(file), "replay.txt")); err == nil {
			in.Replay, in.Where = &Replay{}, strings.TrimSpace(string(text))
		}
		for _, name := range dialect.Names() {
			t.Run(filepath.Base(filepath.Dir(file))+"/"+name, func(t *testing.T) {
				d, err := dialect.ByName(name)
				if err != nil {
					t.Fatal(err)
				}
				golden := filepath.Join(filepath.Dir(file), name+".sql")
				var got string
				if plan, err := Compile(g, d, in); err != nil {
					golden, got = filepath.Join(filepath.Dir(file), "error."+name+".txt"), err.Error()+"\n"
				} else {
					got = plan.SQL()
				}
				if *update {
					if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
						t.Fatal(err)
					}
					return
				}
				want, err := os.ReadFile(golden)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(string(want), got); diff != "" {
					t.Errorf("%s differs (-want +got):\n%s", golden, diff)
				}
			})
		}
	}
}

// The same gate, dialect and tables give the same bytes.
func TestPlanIsDeterministic(t *testing.T) {
	yaml, err := os.ReadFile(filepath.Join("..", "testdata", "golden", "orders", "gate.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	first, err := Compile(loadGate(t, string(yaml)), dialect.DuckDB{}, Input{})
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		again, err := Compile(loadGate(t, string(yaml)), dialect.DuckDB{}, Input{})
		if err != nil {
			t.Fatal(err)
		}
		if again.SQL() != first.SQL() || again.Hash() != first.Hash() {
			t.Fatal("two compilations of one gate differ")
		}
	}
}

func TestNoColumnReachesTarget(t *testing.T) {
	g := loadGate(t, "gate: g\nsource: s\ntarget: t\nmode: replace\nextra_columns: drop\n")
	source := Relation{From: "s", Columns: []Column{{Name: "a", Native: "INTEGER", Type: gate.Type{Kind: gate.KindInt32}}}}
	if _, err := Compile(g, dialect.DuckDB{}, Input{Source: &source}); err == nil {
		t.Error("a gate that writes no column compiles")
	}
}
