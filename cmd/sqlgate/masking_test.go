//go:build cgo

package main

import (
	"bytes"
	"compress/zlib"
	"context"
	"database/sql"
	"encoding/base64"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"
	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/sqlgate/sqlgate/adapters/adaptertest/pgtest"
	"github.com/sqlgate/sqlgate/report"
)

// personal are values of the masked columns, in every way that they could be written.
var personal = []string{
	"zq-ada", "zq-eve", "zq-abroad", "zq-many", // email and code
	"913377", "913378", "913379", // pin
	"4242.4242", "8484.8484", // salary
	"1901-07-0", // born
	"1902-08-0", // seen
}

// people are rows that break every rule below.
const people = `INSERT INTO people VALUES
  (1, 'zq-ada', 'zq-many', 913377, 4242.4242, DATE '1901-07-01', TIMESTAMP '1902-08-01 10:20:30', DATE '1901-07-08'),
  (2, 'zq-ada', 'zq-many', 913377, 4242.4242, DATE '1901-07-01', TIMESTAMP '1902-08-01 10:20:30', DATE '1901-07-08'),
  (3, 'zq-eve', 'zq-abroad', 913378, 8484.8484, DATE '1901-07-05', TIMESTAMP '1902-08-05 10:20:30', DATE '1901-07-08'),
  (4, 'zq-eve', 'zq-abroad', 913379, 8484.8484, DATE '1901-07-09', TIMESTAMP '1902-08-09 10:20:30', DATE '1901-07-09'),
  (5, 'nobody', 'zq-many', 913379, 8484.8484, DATE '1901-07-09', TIMESTAMP '1902-08-09 10:20:30', DATE '1901-07-09')`

const peopleColumns = `columns:
  id:     {type: int32}
  email:  {type: string, mask: true%[1]s}
  code:   {type: string, mask: true%[2]s}
  pin:    {type: int32, mask: true%[3]s}
  salary: {type: "decimal(12,4)", mask: true%[4]s}
  born:   {type: date, mask: true%[5]s}
  seen:   {type: timestamp, mask: true%[6]s}
  died:   {type: date, mask: true}
`

// peopleGates are gates over people; each %s of a gate's head is its name.
var peopleGates = map[string]string{
	"rows": head("quarantine") + columns(
		", nullable: false, format: email, regex: '^a', not_regex: 'z', like: 'a%', max_length: 2, case: upper, accepted_values: [a], not_accepted_values: [nobody], not_missing: [nobody], castable: date",
		", cast: {nulls: ['']}, min_length: 30, max_bytes: 3, expression: \"code = 'a'\", sql: \"code = 'b'\"",
		", min: 0, max: 10, range: {min: 1, max: 2}, negative: true, multiple_of: 10",
		", decimal_places: 1, positive: true, max_exclusive: 5",
		", resolution: 1mo, not_older_than: 30d, not_in_past: true, max: 1900-01-01",
		", resolution: 1d, not_older_than: 30d, min: 2000-01-01",
	) + `rules:
  - compare: {left: email, op: eq, right: code}
  - sum_equals: {columns: [pin, salary], equals: 1}
  - exclusive: [email, code]
  - {name: dear, expression: salary < pin / 1000}
`,
	"casts": head("quarantine") + strings.NewReplacer("email:  {type: string", "email:  {type: int64, cast: true, min: 3", "code:   {type: string", "code:   {type: date, cast: {format: '%d/%m/%Y'}").Replace(columns("", "", "", "", "", "")),
	"sets": head("quarantine") + columns(", unique: true", "", "", "", "", "") + `rules:
  - {name: twice, unique: {columns: [code, pin], keep: last, order_by: [seen]}}
  - foreign_key: {columns: [email], to: {table: known, columns: [name]}}
  - {name: few, group_rows: {group_by: [email], max: 1}}
  - {name: constant, group_constant: {group_by: [email], columns: [pin, salary]}}
  - {name: sums, group_expression: {group_by: [email], expression: sum(salary) < 1}}
  - {name: spans, no_overlap: {lower: born, upper: died, partition_by: [code]}}
  - {name: rising, monotonic: {column: pin, order_by: [seen], strict: true}}
  - {name: steps, sequential: {column: pin, interval: 5}}
  - {name: far, outlier: {column: salary, method: zscore, k: 0.1}}
  - {name: listed, row_query: {sql: SELECT email FROM batch, keys: [email]}}
`,
	"key":  head("fail") + columns(", primary_key: true", "", "", "", "", ""),
	"tell": head("warn") + columns(", max_length: 2", "", ", max: 10", "", "", ""),
	"checks": head("fail") + columns("", "", "", "", "", "") + `checks:
  - row_count: {group_by: [email], min: 100}
  - null_rate: {column: id, group_by: [code, pin], min: 5%}
  - duplicate_rate: {columns: [email], max: 1%}
  - distinct_rate: {column: pin, max: 1%}
  - {name: least, aggregate: {fn: min, column: pin, min: 1000000}}
  - {name: most, aggregate: {fn: max, column: born, max: 1900-01-01}}
  - {name: all, aggregate: {fn: sum, column: salary, max: 1, group_by: [email]}}
  - {name: middle, aggregate: {fn: median, column: pin, max: 1}}
  - distinct_values: {column: email, equal: [a]}
  - {name: subset, distinct_values: {column: pin, subset: [1, 2]}}
  - freshness: {column: seen, max_age: 1d}
  - no_gaps: {column: born, every: 1d}
  - {name: gaps, no_gaps: {column: born, every: 1d, group_by: [email]}}
  - aggregate_match: {fn: sum, column: pin, table: known, other_column: number}
  - {name: top, aggregate_match: {fn: max, column: pin, table: known, other_column: number}}
  - table_match: {table: known_people, keys: [email, pin]}
  - row_count_match: {table: known}
`,
	"raises_rule":  head("quarantine") + columns(", sql: CAST(email AS INTEGER) > 0", "", "", "", "", ""),
	"raises_group": head("quarantine") + columns("", "", "", "", "", "") + "rules:\n  - {name: cast_in_query, row_query: {sql: SELECT id FROM batch WHERE CAST(code AS INTEGER) > 0, keys: [id]}}\n",
	"raises_where": strings.Replace(head("quarantine"), "source: people", "source: {table: people, where: CAST(email AS INTEGER) > 0}", 1) + columns("", "", "", "", "", ""),
	"raises_check": head("quarantine") + columns("", "", "", "", "", "") + "checks:\n  - query: {sql: SELECT 1 FROM batch WHERE CAST(email AS INTEGER) > 0, expect: rows}\n",
	"scalar":       head("warn") + columns("", "", "", "", "", "") + "checks:\n  - query: {sql: SELECT max(PIN) AS c FROM batch, expect: scalar, max: 1}\n",
	"star":         head("warn") + columns("", "", "", "", "", "") + "checks:\n  - query: {sql: 'SELECT * FROM (SELECT max(a) FROM (SELECT * FROM batch) AS t(r, i, e, c, a)) AS most', expect: scalar, max: 1}\n",
	"constraint":   strings.Replace(head("quarantine"), "NAME_target", "unique_people", 1) + columns("", "", "", "", "", ""),
}

// tellers are gates whose very outcome has a value in it, as the warehouse tells it.
var tellers = []string{"scalar", "star", "raises_rule", "raises_group", "raises_where", "raises_check"}

// head begins a gate; its name and target are filled in by its key.
func head(policy string) string {
	return "gate: NAME\nsource: people\ntarget: NAME_target\nmode: append\non_failure: " + policy + "\n"
}

func columns(rules ...string) string {
	args := make([]any, len(rules))
	for i, r := range rules {
		args[i] = r
	}
	return fmt.Sprintf(peopleColumns, args...)
}

// otherPeople are the tables that the gates compare with.
var otherPeople = []string{
	"CREATE TABLE people (id INTEGER, email VARCHAR, code VARCHAR, pin INTEGER, salary DECIMAL(12,4), born DATE, seen TIMESTAMP, died DATE)",
	people,
	"CREATE TABLE known AS SELECT CAST('zq-bob' AS VARCHAR(20)) AS name, CAST(1 AS INTEGER) AS number",
	"CREATE TABLE known_people AS SELECT * FROM people WHERE id > 2",
	"CREATE TABLE unique_people AS SELECT * FROM people WHERE id < 0",
	"CREATE UNIQUE INDEX once ON unique_people (email)",
}

func TestMaskedColumnsShowNowhere(t *testing.T) {
	t.Parallel()
	t.Run("duckdb", func(t *testing.T) {
		t.Parallel()
		file := filepath.Join(t.TempDir(), "w.duckdb")
		holdMasks(t, "type: duckdb, path: "+file, func(do func(*sql.DB)) { inDuckDB(t, file, do) })
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		dsn := pgtest.Start(t).Database(t)
		holdMasks(t, "type: postgres, dsn: '"+dsn+"'", func(do func(*sql.DB)) {
			db, err := sql.Open("pgx", dsn)
			if err != nil {
				t.Fatal(err)
			}
			do(db)
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
		})
	})
}

// holdMasks runs the gates with and without masks and looks for the values.
func holdMasks(t *testing.T, warehouse string, in func(func(*sql.DB))) {
	t.Helper()
	in(func(db *sql.DB) {
		for _, statement := range otherPeople {
			if _, err := db.Exec(statement); err != nil {
				t.Fatalf("%v\n%s", err, statement)
			}
		}
	})
	for _, masked := range []bool{false, true} {
		dir := t.TempDir()
		schema := map[bool]string{false: "open", true: "masked"}[masked]
		write(t, filepath.Join(dir, "sqlgate.yaml"), "version: 1\nwarehouses:\n  w: {"+warehouse+"}\ndefault_warehouse: w\nledger: {schema: "+schema+"}\nsettings: {statistics: true, row_sample: 5}\n")
		for name, text := range peopleGates {
			text = strings.ReplaceAll(text, "NAME_target", schema+"_"+name)
			text = strings.ReplaceAll(text, "NAME", name)
			if !masked {
				text = strings.ReplaceAll(text, ", mask: true", "")
			}
			write(t, filepath.Join(dir, "gates", name+".yaml"), text)
		}
		said := commandsSay(t, dir)
		in(func(db *sql.DB) { maps.Copy(said, ledgerSays(t, db, schema)) })
		if masked {
			for where, text := range said {
				for _, value := range personal {
					if i := strings.Index(text, value); i >= 0 {
						t.Errorf("%s has %s: …%s…", where, value, text[max(0, i-300):min(len(text), i+100)])
					}
				}
			}
			in(func(db *sql.DB) { holdRejected(t, db, schema+"_rows_rejected") })
			continue
		}
		for _, gate := range tellers {
			if !slices.ContainsFunc(personal, func(value string) bool { return strings.Contains(said["runs show "+gate], value) }) {
				t.Errorf("without a mask, the gate %s tells nothing personal: %s", gate, said["runs show "+gate])
			}
		}
		for _, value := range personal { // else the test could not fail
			for _, where := range []string{"the file of json", "the file of table", "jsonl", "the file of junit", "the file of markdown", "the file of github", "the ledger's rule_results"} {
				if !strings.Contains(said[where], value) {
					t.Errorf("without a mask, %s has not %s", where, value)
				}
			}
		}
	}
}

// commandsSay is what commands write to stdout, stderr and files, by format.
func commandsSay(t *testing.T, dir string) map[string]string {
	t.Helper()
	said := map[string]string{}
	var mu sync.Mutex
	lineage := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		event, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		said["lineage"] += string(event)
	}))
	defer lineage.Close()
	messages := filepath.Join(t.TempDir(), "messages")
	environment := map[string]string{
		"OPENLINEAGE_URL":        lineage.URL,
		"DAGSTER_PIPES_CONTEXT":  pipesVariable(t, `{"data": {"asset_keys": ["people"], "run_id": "1"}}`),
		"DAGSTER_PIPES_MESSAGES": pipesVariable(t, `{"path": "`+messages+`"}`),
	}
	say := func(where string, args ...string) int {
		var out, messages bytes.Buffer
		a := newApp()
		a.env = func(name string) (string, bool) { value, ok := environment[name]; return value, ok }
		a.out, a.errOut = &maskedWriter{w: &out}, &maskedWriter{w: &messages}
		code := execute(context.Background(), a, append(args, "--project-dir", dir, "-v"))
		mu.Lock()
		defer mu.Unlock()
		said[where] += out.String()
		said[where+" on stderr"] += messages.String()
		return code
	}
	if code := say("validate", "validate", "--connect"); code != exitOK {
		t.Fatal(said["validate on stderr"])
	}
	files, paths := []string{"--include-samples", "9"}, map[string]string{}
	for _, kind := range fileKinds() {
		paths[kind] = filepath.Join(t.TempDir(), kind)
		files = append(files, "--output-file", kind+"="+paths[kind])
	}
	for _, command := range []string{"run", "check"} {
		say("jsonl", append([]string{command, "-o", "jsonl"}, files...)...)
		for kind, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			said["the file of "+kind] += string(text)
		}
		for _, gate := range tellers {
			say("runs show "+gate, "runs", "show", "last", "--gate", gate)
		}
	}
	say("check --on", "check", "tell", "--on", "target", "--include-samples", "9")
	for _, format := range report.Formats() {
		say(format, "run", "rows", "raises_rule", "-o", format, "--include-samples", "9", "--log-format", "json")
	}
	for _, output := range []string{"table", "json"} {
		say("runs list", "runs", "list", "-o", output)
		say("runs diff", "runs", "diff", "last", "--gate", "rows", "-o", output)
		say("report", "report", "-o", map[string]string{"table": "markdown", "json": "json"}[output])
		say("rejected show", "rejected", "show", "rows", "-o", output)
		say("rejected export", "rejected", "export", "rows", "--format", map[string]string{"table": "csv", "json": "json"}[output])
		say("plan", "plan", "rows", "sets", "checks", "-o", output)
	}
	pipes, err := os.ReadFile(messages)
	if err != nil {
		t.Fatal(err)
	}
	said["pipes"] = string(pipes)
	for _, where := range []string{"lineage", "pipes", "report", "runs diff", "the file of prometheus"} {
		if !strings.Contains(said[where], "rows") {
			t.Errorf("%s says nothing of the gate rows: %s", where, said[where]+said[where+" on stderr"])
		}
	}
	return said
}

// pipesVariable packs JSON as Dagster Pipes does.
func pipesVariable(t *testing.T, text string) string {
	t.Helper()
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(packed.Bytes())
}

// ledgerSays is the text of all rows of the ledger's tables.
func ledgerSays(t *testing.T, db *sql.DB, schema string) map[string]string {
	t.Helper()
	said := map[string]string{}
	for _, table := range column(t, db, "SELECT table_name FROM information_schema.tables WHERE table_schema = '"+schema+"'") {
		rows := column(t, db, fmt.Sprintf("SELECT CAST(t AS VARCHAR) FROM %s.%s AS t", schema, table))
		said["the ledger's "+table] = strings.Join(rows, "\n")
	}
	for _, table := range []string{"runs", "rule_results", "row_samples", "column_statistics"} {
		if said["the ledger's "+table] == "" {
			t.Errorf("the ledger's %s is empty", table)
		}
	}
	return said
}

// holdRejected finds the values in the rejected rows, where they belong.
func holdRejected(t *testing.T, db *sql.DB, table string) {
	t.Helper()
	rows := strings.Join(column(t, db, "SELECT CAST(t AS VARCHAR) FROM "+table+" AS t"), "\n")
	for _, value := range personal {
		if !strings.Contains(rows, value) {
			t.Errorf("the rejected rows have not %s", value)
		}
	}
}

func column(t *testing.T, db *sql.DB, query string) []string {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatalf("%v\n%s", err, query)
	}
	defer func() { _ = rows.Close() }()
	var out []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		out = append(out, text)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}
