package compile

import (
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"
	"unicode"

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

func loadGate(t testing.TB, text string) *gate.Gate {
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
	rules, err := compileRules(newContext(g, d, tables{}), ruleBuilders())
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

// compileCase compiles the gate of a case offline.
func compileCase(t *testing.T, dir, dialectName string) (*Plan, error) {
	t.Helper()
	d, err := dialect.ByName(dialectName)
	if err != nil {
		t.Fatal(err)
	}
	return Compile(loadCase(t, dir), d, Input{})
}

// golden is a case's rules as its golden file shows them.
func golden(p *Plan) string {
	var b strings.Builder
	for _, c := range p.batch {
		if c.unread != "" {
			fmt.Fprintf(&b, "-- column %s\n%s;\n-- not read\n%s;\n", c.name, c.judged, c.unread)
		}
	}
	for _, r := range p.Rules {
		fmt.Fprintf(&b, "-- %s: %s\n", r.ID, r.Expected)
		if r.Invalid != "" {
			fmt.Fprintf(&b, "%s;\n", r.Invalid)
		}
		if r.set == nil {
			continue
		}
		for _, q := range r.set.find(p, r) {
			fmt.Fprintf(&b, "-- %s\n%s;\n", q.name, q.sql)
		}
	}
	return b.String()
}

// TestRulesGolden holds the text of each case's rules. Where a dialect refuses
// the gate, its golden file has the reason.
func TestRulesGolden(t *testing.T) {
	for _, dir := range caseDirs(t) {
		for _, name := range dialect.Names() {
			t.Run(filepath.Base(dir)+"/"+name, func(t *testing.T) {
				var got string
				if p, err := compileCase(t, dir, name); err != nil {
					got = "-- refused: " + err.Error() + "\n"
				} else {
					got = golden(p)
				}
				file := filepath.Join(dir, name+".sql")
				if *update {
					if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
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
// whose column fails lists the rules that each row fails, after the statements
// of setup.sql where there is one. The run starts at caseStart.
func TestRulesTruth(t *testing.T) {
	for _, dir := range caseDirs(t) {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			for i, v := range verdicts(t, dir) {
				if v.want != v.got {
					t.Errorf("row %d fails %q, want %q", i+1, v.got, v.want)
				}
			}
		})
	}
}

// TestRulesOfNoRows runs each case's rules over no rows.
func TestRulesOfNoRows(t *testing.T) {
	for _, dir := range caseDirs(t) {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			c := newTruth(t, dir)
			c.exec(`DELETE FROM "batch rows"`)
			c.stage()
			var staged int
			if err := c.conn.QueryRowContext(t.Context(), "SELECT count(*) FROM temp."+stageTable).Scan(&staged); err != nil || staged != 0 {
				t.Errorf("%d rows fail, %v", staged, err)
			}
		})
	}
}

var caseStart = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// truth is a case on a DuckDB of its own, whose rows are in the table "batch rows".
type truth struct {
	t    *testing.T
	conn *sql.Conn
	plan *Plan
}

func newTruth(t *testing.T, dir string) *truth {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	c := &truth{t: t}
	if c.conn, err = db.Conn(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.conn.Close() })
	c.exec("SET TimeZone = 'UTC'")
	if setup, err := os.ReadFile(filepath.Join(dir, "setup.sql")); err == nil {
		c.exec(string(setup))
	}
	rows, err := os.ReadFile(filepath.Join(dir, "rows.sql"))
	if err != nil {
		t.Fatal(err)
	}
	c.exec(`CREATE TABLE "batch rows" AS ` + string(rows))
	c.exec(`CREATE TABLE fails AS SELECT rowid AS number, fails FROM "batch rows"`)
	c.exec(`ALTER TABLE "batch rows" DROP COLUMN fails`)
	source := Relation{From: `"batch rows"`, Base: true, Locator: true, Columns: c.columns(`"batch rows"`)}
	if c.plan, err = Compile(loadCase(t, dir), dialect.DuckDB{}, Input{Source: &source}); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *truth) exec(query string, args ...any) {
	c.t.Helper()
	if _, err := c.conn.ExecContext(c.t.Context(), query, args...); err != nil {
		c.t.Fatalf("%v\n%s", err, query)
	}
}

func (c *truth) columns(table string) []Column {
	c.t.Helper()
	rows, err := c.conn.QueryContext(c.t.Context(), "SELECT column_name, column_type FROM (DESCRIBE "+table+")")
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var out []Column
	for rows.Next() {
		var col Column
		if err := rows.Scan(&col.Name, &col.Native); err != nil {
			c.t.Fatal(err)
		}
		col.Type = dialect.DuckDB{}.LogicalType(col.Native)
		out = append(out, col)
	}
	if err := rows.Err(); err != nil {
		c.t.Fatal(err)
	}
	return out
}

// stage runs the plan's statements up to the sets of failed rules. A rule that
// is NULL for a row is a fault of its own.
func (c *truth) stage() {
	c.t.Helper()
	var args []any
	for range c.plan.BatchValues() {
		args = append(args, caseStart)
	}
	for _, s := range c.plan.Staging() {
		c.exec(s.SQL, args...)
	}
	c.exec(c.plan.Sets())
	count := func(condition string) (n int) {
		query := c.plan.standaloneBatch(false) + " SELECT count(*) FROM batch WHERE " + condition
		if err := c.conn.QueryRowContext(c.t.Context(), c.plan.finish(query), args...).Scan(&n); err != nil {
			c.t.Fatalf("%v\n%s", err, query)
		}
		return n
	}
	failing, screened := "FALSE", "FALSE"
	for _, r := range c.plan.Rules {
		if r.Invalid == "" {
			continue
		}
		invalid := " OR (" + dialect.Escape(r.Invalid) + ")"
		if n := count("(FALSE" + invalid + ") IS NULL"); n > 0 {
			c.t.Errorf("rule %s is NULL for %d rows", r.ID, n)
		}
		if !r.Volatile {
			failing += invalid
		}
	}
	for _, s := range c.plan.screens {
		screened += " OR (" + dialect.Escape(s) + ")"
	}
	if n := count("(" + failing + ") IS DISTINCT FROM coalesce(" + screened + ", FALSE)"); n > 0 {
		c.t.Errorf("the screens differ from the rules for %d rows", n)
	}
}

type verdict struct{ want, got string }

// verdicts are the rules that the rows of a case fail.
func verdicts(t *testing.T, dir string) []verdict {
	t.Helper()
	c := newTruth(t, dir)
	c.stage()
	query := `SELECT fails, CAST(_sqlgate_failed AS VARCHAR)
FROM fails LEFT JOIN (SELECT * FROM temp._sqlgate_stage AS stage JOIN temp._sqlgate_sets AS sets ON ` + c.plan.sameSet("stage", "sets") + `) AS found ON _sqlgate_row = number
ORDER BY number`
	rows, err := c.conn.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var out []verdict
	for rows.Next() {
		var v verdict
		var positions sql.NullString
		if err := rows.Scan(&v.want, &positions); err != nil {
			t.Fatal(err)
		}
		var failed []string
		for _, p := range strings.FieldsFunc(positions.String, func(r rune) bool { return !unicode.IsDigit(r) }) {
			n, err := strconv.Atoi(p)
			if err != nil {
				t.Fatal(err)
			}
			failed = append(failed, c.plan.Rules[n-1].ID)
		}
		v.got = strings.Join(failed, ", ")
		out = append(out, v)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestEveryRuleHasACase holds the rule table, the constructors and the cases together.
func TestEveryRuleHasACase(t *testing.T) {
	builders := ruleBuilders()
	for _, spec := range gate.Rules() {
		if builders[spec.Name] == nil && !spec.Nests() {
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
	_, err := compileRules(newContext(g, dialect.DuckDB{}, tables{}), ruleBuilders())
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
