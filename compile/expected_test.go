package compile

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// TestExpected holds what reports say that each kind of rule and check demands:
// the constraint of the example in its documentation.
func TestExpected(t *testing.T) {
	var b strings.Builder
	say := func(kind, example, expected string) {
		if expected == "" || strings.ContainsAny(expected, "\n\t") {
			t.Errorf("%s says %q", kind, expected)
		}
		fmt.Fprintf(&b, "%s\n    %s\n", example, expected)
	}
	for _, spec := range gate.Rules() {
		if spec.Nests() {
			continue
		}
		p := compileExample(t, spec.Name, func(columnType string) string {
			switch {
			case spec.Name == "primary_key":
				return exampleColumns + spec.Example
			case spec.Level == gate.LevelColumn:
				return "columns:\n  c: {type: " + columnType + ", " + spec.Example + "}"
			default:
				return exampleColumns + "rules:\n  " + spec.Example
			}
		})
		if len(p.Rules) != 1 || p.Rules[0].Kind != spec.Name {
			t.Fatalf("the example of %s makes %v", spec.Name, p.Rules)
		}
		say(spec.Name, spec.Example, p.Rules[0].Expected)
	}
	for _, spec := range gate.Checks() {
		p := compileExample(t, spec.Name, func(string) string { return exampleColumns + "checks:\n  - " + spec.Example })
		if len(p.Checks) != 1 || p.Checks[0].Kind != spec.Name {
			t.Fatalf("the example of %s makes %v", spec.Name, p.Checks)
		}
		say(spec.Name, spec.Example, p.Checks[0].Expect())
	}
	const file = "testdata/expected.txt"
	if *update {
		if err := os.WriteFile(filepath.FromSlash(file), []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(filepath.FromSlash(file))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("%s (-want +got; run with -update to accept):\n%s", file, diff)
	}
}

// exampleColumns are those of the examples.
const exampleColumns = `columns:
  order_id: {type: int64}
  line: {type: int32}
  ordered_at: {type: timestamp}
  shipped_at: {type: timestamp}
  order_date: {type: date}
  loaded_at: {type: timestamptz}
  day: {type: date}
  email: {type: string}
  phone: {type: string}
  note: {type: string}
  status: {type: string}
  net: {type: "decimal(10,2)"}
  tax: {type: "decimal(10,2)"}
  total: {type: "decimal(10,2)"}
  amount: {type: "decimal(10,2)"}
`

// compileExample compiles an example, on a column of the first type that it suits.
func compileExample(t *testing.T, name string, text func(columnType string) string) *Plan {
	t.Helper()
	var last error
	for _, columnType := range []string{"int64", "string", "float64", `"decimal(10,2)"`, "timestamp", "json", "list(string)"} {
		p, err := gate.Load(gate.LoadOptions{FS: fstest.MapFS{
			gate.ProjectFile:  {Data: []byte("version: 1\nwarehouses:\n  local: {type: duckdb, path: ':memory:'}\ndefault_warehouse: local\n")},
			"gates/case.yaml": {Data: []byte("gate: g\nsource: t\n" + text(columnType) + "\n")},
		}})
		if err == nil {
			var plan *Plan
			if plan, err = Compile(p.Gates[0], dialect.DuckDB{}, Input{}); err == nil {
				return plan
			}
		}
		last = err
	}
	t.Fatalf("the example of %s does not compile: %v", name, last)
	return nil
}
