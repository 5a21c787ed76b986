package compile

import (
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	_ "github.com/duckdb/duckdb-go/v2"
	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const ruleCases = "testdata/rules"

// loadCase loads the gate of a case.
func loadCase(t *testing.T, dir string) *gate.Gate {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "gate.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return loadGate(t, string(text))
}

func loadGate(t *testing.T, text string) *gate.Gate {
	t.Helper()
	project := "version: 1\nwarehouses:\n  local: {type: duckdb, path: ':memory:'}\ndefault_warehouse: local\n"
	p, err := gate.Load(gate.LoadOptions{FS: fstest.MapFS{
		gate.ProjectFile:  {Data: []byte(project)},
		"gates/case.yaml": {Data: []byte(text)},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return p.Gates[0]
}

func compileFor(t *testing.T, g *gate.Gate, dialectName string) []Rule {
	t.Helper()
	d, err := dialect.ByName(dialectName)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := compileRules(g, d, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

func caseDirs(t *testing.T) []string {
	t.Helper()
	dirs, err := filepath.Glob(filepath.Join(ruleCases, "*"))
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no cases in %s: %v", ruleCases, err)
	}
	return dirs
}

// golden is a case's rules as its golden file shows them.
func golden(rules []Rule) string {
	var b strings.Builder
	for _, r := range rules {
		fmt.Fprintf(&b, "-- %s: %s\n", r.ID, r.Expected)
		if r.Key != nil {
			var names []string
			for _, c := range r.Key.Columns {
				names = append(names, c.Name)
			}
			fmt.Fprintf(&b, "-- key (%s), nulls %s, case sensitive %t\n", strings.Join(names, ", "), r.Key.Nulls, r.Key.CaseSensitive)
		}
		if r.Invalid != "" {
			fmt.Fprintf(&b, "%s;\n", r.Invalid)
		}
	}
	return b.String()
}

func TestRulesGolden(t *testing.T) {
	for _, dir := range caseDirs(t) {
		for _, name := range dialect.Names() {
			t.Run(filepath.Base(dir)+"/"+name, func(t *testing.T) {
				got := golden(compileFor(t, loadCase(t, dir), name))
				file := filepath.Join(dir, name+".sql")
				if *update {
					if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(string(want), got); diff != "" {
					t.Errorf("%s (-want +got):\n%s", file, diff)
				}
			})
		}
	}
}

// TestRulesTruth runs each case's rules on DuckDB over the rows of rows.sql,
// whose column fails lists the rules that each row fails.
func TestRulesTruth(t *testing.T) {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	for _, dir := range caseDirs(t) {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			rows, err := os.ReadFile(filepath.Join(dir, "rows.sql"))
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range verdicts(t, db, string(rows), compileFor(t, loadCase(t, dir), "duckdb")) {
				if v.want != v.got {
					t.Errorf("row %d fails %q, want %q", i+1, v.got, v.want)
				}
			}
		})
	}
}

type verdict struct{ want, got string }

// verdicts evaluates rules over rows; a NULL result is a fault of its own.
func verdicts(t *testing.T, db *sql.DB, rows string, rules []Rule) []verdict {
	t.Helper()
	var ids, tests []string
	for _, r := range rules {
		if r.Invalid != "" {
			ids = append(ids, r.ID)
			tests = append(tests, r.Invalid)
		}
	}
	query := "WITH batch AS (" + rows + ") SELECT " + strings.Join(append([]string{"fails"}, tests...), ",\n") + " FROM batch"
	result, err := db.Query(query)
	if err != nil {
		t.Fatalf("%v\n%s", err, query)
	}
	defer func() { _ = result.Close() }()
	var out []verdict
	for result.Next() {
		var v verdict
		invalid := make([]sql.NullBool, len(tests))
		targets := []any{&v.want}
		for i := range invalid {
			targets = append(targets, &invalid[i])
		}
		if err := result.Scan(targets...); err != nil {
			t.Fatal(err)
		}
		var failed []string
		for i, b := range invalid {
			if !b.Valid {
				t.Errorf("row %d: rule %s is NULL", len(out)+1, ids[i])
			}
			if b.Bool {
				failed = append(failed, ids[i])
			}
		}
		v.got = strings.Join(failed, ", ")
		out = append(out, v)
	}
	if err := result.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestEveryRuleHasACase holds the rule table, the constructors and the cases together.
func TestEveryRuleHasACase(t *testing.T) {
	builders := ruleBuilders()
	for _, spec := range gate.Rules() {
		if builders[spec.Name] == nil {
			t.Errorf("rule %s has no constructor", spec.Name)
		}
	}
	for kind := range builders {
		if gate.RuleByName(kind) == nil {
			t.Errorf("the constructor %s has no entry in the rule table", kind)
		}
		dir := filepath.Join(ruleCases, kind)
		if _, err := os.Stat(dir); err != nil {
			t.Errorf("rule %s has no case: %v", kind, err)
			continue
		}
		if !slices.ContainsFunc(loadCase(t, dir).Rules, func(r *gate.Rule) bool { return r.Kind == kind }) {
			t.Errorf("the case %s has no rule of its kind", dir)
		}
	}
}

func TestRuleErrorSaysWhere(t *testing.T) {
	g := loadGate(t, `gate: g
source: t
columns:
  a: {type: int32}
rules:
  - {name: only_here, sql: {postgres: "a > 0"}}
`)
	_, err := compileRules(g, dialect.DuckDB{}, nil, nil)
	var ruleErr *RuleError
	if !errors.As(err, &ruleErr) || ruleErr.ID != "only_here" || ruleErr.Pos.Line != 6 {
		t.Fatalf("got %v, want a RuleError of only_here in line 6", err)
	}
	var unsupported *dialect.UnsupportedError
	if !errors.As(err, &unsupported) || unsupported.Dialect != "duckdb" {
		t.Fatalf("got %v, want an UnsupportedError of duckdb", err)
	}
	want := "gates/case.yaml:6:23: rule only_here: this rule is not supported on duckdb: its sql has no text for this dialect; add one under sql.duckdb"
	if err.Error() != want {
		t.Errorf("message\n%s\nwant\n%s", err, want)
	}
}

func TestPositionsAndVolatile(t *testing.T) {
	g := loadGate(t, `gate: g
source: t
columns:
  a: {type: int32, nullable: false, sql: "a > 0"}
rules:
  - {name: key, primary_key: {columns: [a]}}
`)
	rules := compileFor(t, g, "duckdb")
	for i, r := range rules {
		if r.Position != i+1 {
			t.Errorf("rule %s has position %d, want %d", r.ID, r.Position, i+1)
		}
		if want := r.Kind == "sql"; r.Volatile != want {
			t.Errorf("rule %s is volatile %t, want %t", r.ID, r.Volatile, want)
		}
	}
	key := rules[2].Key
	if key == nil || !key.NotNull || !key.CaseSensitive || key.Nulls != NullsDistinct {
		t.Errorf("key is %+v", key)
	}
}

func TestLongListsAreCut(t *testing.T) {
	values := make([]string, 11)
	for i := range values {
		values[i] = fmt.Sprint(i)
	}
	if got, want := listForPeople(values), "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, … 11 in all"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := listForPeople(values[:10]), "0, 1, 2, 3, 4, 5, 6, 7, 8, 9"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
