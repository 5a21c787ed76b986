//go:build cgo

package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"
	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/runner/gatetest"
)

// TestExamples runs each example on a copy and holds its counts against SQL
// written by hand over the same file.
func TestExamples(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		needs  string // environment variable that names the data
		file   string
		failed map[string]string // rule → condition of its failing rows, or a whole query
		bad    []string          // the rules whose failing rows are rejected
		groups map[string]string // columns of the target → their type group
	}{
		{
			name: "birdstrikes", file: "birdstrikes.csv",
			failed: map[string]string{
				"Speed IAS in knots.not_null":             `"Speed IAS in knots" IS NULL`,
				"Speed IAS in knots.range":                `"Speed IAS in knots" < 1 OR "Speed IAS in knots" > 320`,
				"Wildlife Species.not_like":               `starts_with("Wildlife Species", 'Unknown')`,
				"Aircraft Airline Operator.not_regex":     `ends_with("Aircraft Airline Operator", '*')`,
				"Cost Total $.max":                        `"Cost Total $" > 10000`,
				"Phase of flight.accepted_values":         `"Phase of flight" NOT IN ('Approach', 'Climb', 'Descent', 'Landing Roll', 'Take-off run')`,
				"Airport Name.not_missing":                `"Airport Name" IN ('', 'UNKNOWN')`,
				"total_covers_repair":                     `"Cost Total $" < "Cost Repair"`,
				"Effect Amount of damage.accepted_values": `"Effect Amount of damage" NOT IN ('None', 'Minor', 'Medium', 'Substantial', 'B')`,
			},
			bad: []string{
				"Speed IAS in knots.not_null", "Speed IAS in knots.range", "Phase of flight.accepted_values", "Airport Name.not_missing",
				"total_covers_repair", "Effect Amount of damage.accepted_values",
			},
			groups: map[string]string{
				"Airport Name": "string", "Aircraft Make Model": "string", "Effect Amount of damage": "string", "Flight Date": "temporal",
				"Aircraft Airline Operator": "string", "Origin State": "string", "Phase of flight": "string", "Wildlife Size": "string",
				"Wildlife Species": "string", "Time of day": "string", "Cost Other": "numeric", "Cost Repair": "numeric", "Cost Total $": "numeric",
				"Speed IAS in knots": "numeric",
			},
		},
		{
			name: "flights", needs: "FLIGHTS_PARQUET", file: os.Getenv("FLIGHTS_PARQUET"),
			failed: map[string]string{
				"delay.range":             `delay < -120 OR delay > 1440`,
				"distance.positive":       `distance <= 0`,
				"origin.regex":            `NOT regexp_full_match(origin, '[A-Z]{3}')`,
				"destination.regex":       `NOT regexp_full_match(destination, '[A-Z]{3}')`,
				"goes_elsewhere":          `origin = destination`,
				"origin.foreign_key":      `NOT EXISTS (SELECT 1 FROM airports WHERE iata = origin)`,
				"destination.foreign_key": `NOT EXISTS (SELECT 1 FROM airports WHERE iata = destination)`,
				"from_the_mainland":       `NOT EXISTS (SELECT 1 FROM airports WHERE iata = origin AND state NOT IN ('AK', 'HI', 'PR', 'VI'))`,
				"reported_once": `(date, delay, distance, origin, destination) IN (
					SELECT (date, delay, distance, origin, destination) FROM data GROUP BY ALL HAVING count(*) > 1)`,
			},
			bad: []string{
				"delay.range", "distance.positive", "origin.regex", "destination.regex", "origin.foreign_key", "destination.foreign_key",
				"goes_elsewhere", "reported_once",
			},
			groups: map[string]string{"date": "temporal", "delay": "numeric", "distance": "numeric", "origin": "string", "destination": "string"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if tt.needs != "" && tt.file == "" {
				t.Skipf("%s does not name the data, which is too large to ship", tt.needs)
			}
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "examples", tt.name))); err != nil {
				t.Fatal(err)
			}
			_ = os.Remove(filepath.Join(dir, "warehouse.duckdb"))
			if !filepath.IsAbs(tt.file) {
				tt.file = filepath.Join(dir, tt.file)
			}
			count := counter(t, tt.file)
			got := runExample(t, dir, tt.name, "--statistics")
			var bad []string
			for rule, condition := range tt.failed {
				if want := count(condition); got.failed[rule] != want {
					t.Errorf("rule %s: %d rows failed; by hand %d", rule, got.failed[rule], want)
				}
			}
			for _, rule := range tt.bad {
				bad = append(bad, "coalesce("+tt.failed[rule]+", false)")
			}
			staged, rejected := count("true"), count(strings.Join(bad, " OR "))
			if got.staged != staged || got.rejected != rejected || got.passed != staged-rejected {
				t.Errorf("%d staged, %d passed, %d rejected; by hand %d staged, %d rejected", got.staged, got.passed, got.rejected, staged, rejected)
			}
			inDuckDB(t, filepath.Join(dir, "warehouse.duckdb"), func(db *sql.DB) { holdStatistics(t, db, tt.name, tt.groups, got.statistics) })
		})
	}
}

// TestTestsOfExamples runs the gates' own tests of each example.
func TestTestsOfExamples(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"birdstrikes", "flights"} {
		gatetest.Run(t, filepath.Join("..", "..", "examples", name))
	}
}

// counter counts a file's rows by a condition.
func counter(t *testing.T, file string) func(condition string) int64 {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if _, err := db.Exec("CREATE VIEW data AS SELECT * FROM '" + file + "'"); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("CREATE TABLE airports AS SELECT * FROM '" + filepath.Join("..", "..", "examples", "flights", "airports.csv") + "'"); err != nil {
		t.Fatal(err)
	}
	return func(condition string) (n int64) {
		if err := db.QueryRow("SELECT count(*) FROM data WHERE " + condition).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
}

type exampleResult struct {
	staged, passed, rejected int64
	failed                   map[string]int64
	statistics               []json.RawMessage
}

// statisticsByHand are the figures of a column x of a table, as a JSON object
// of those that are not NULL.
var statisticsByHand = map[string]string{
	"numeric": `{count: count(x), null_count: count(*) FILTER (x IS NULL), mean: round(avg(x), 4), std: round(stddev_samp(x), 4),
		min: min(x)::VARCHAR, p50: round(median(x), 4), max: max(x)::VARCHAR}`,
	"temporal": `{count: count(x), null_count: count(*) FILTER (x IS NULL), min: min(x)::VARCHAR, max: max(x)::VARCHAR,
		span: CASE WHEN max(x)::DATE = max(x) AND min(x)::DATE = min(x) THEN date_diff('day', min(x), max(x)) || ' days' ELSE (max(x)::TIMESTAMP - min(x)::TIMESTAMP)::VARCHAR END}`,
	"string": `{count: count(x), null_count: count(*) FILTER (x IS NULL), n_unique: approx_count_distinct(x), n_unique_approximate: true,
		min_len: min(length(x)), max_len: max(length(x)), n_empty: count(*) FILTER (x = '')}`,
}

// holdStatistics compares a run's statistics with what SQL written by hand says
// of its target.
func holdStatistics(t *testing.T, db *sql.DB, table string, groups map[string]string, got []json.RawMessage) {
	t.Helper()
	if len(got) != len(groups) {
		t.Errorf("statistics of %d columns, want %d", len(got), len(groups))
	}
	for _, object := range got {
		figures := map[string]any{}
		if err := json.Unmarshal(object, &figures); err != nil {
			t.Fatal(err)
		}
		maps.DeleteFunc(figures, func(_ string, v any) bool { return v == nil })
		column, group := figures["column"].(string), figures["group"].(string)
		delete(figures, "column")
		delete(figures, "group")
		if group != groups[column] {
			t.Errorf("column %s is %s, want %s", column, group, groups[column])
		}
		var text string
		query := fmt.Sprintf(`SELECT %s::JSON::VARCHAR FROM (SELECT %q AS x FROM %s)`, statisticsByHand[group], column, table)
		if err := db.QueryRow(query).Scan(&text); err != nil {
			t.Fatalf("%v\n%s", err, query)
		}
		want := map[string]any{}
		if err := json.Unmarshal([]byte(text), &want); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, figures); diff != "" {
			t.Errorf("statistics of %s (-by hand +run):\n%s", column, diff)
		}
	}
}

func runExample(t *testing.T, dir, gate string, flags ...string) exampleResult {
	var out, messages bytes.Buffer
	a := newApp()
	a.out, a.errOut = &maskedWriter{w: &out}, &maskedWriter{w: &messages}
	if code := execute(context.Background(), a, append([]string{"run", "--project-dir", dir, "-o", "json"}, flags...)); code != 0 {
		t.Fatalf("exit code %d: %s%s", code, out.String(), messages.String())
	}
	var doc struct {
		Runs []struct {
			Gate  string
			Rows  struct{ Staged, Passed, Rejected int64 }
			Rules []struct {
				ID     string `json:"id"`
				Failed int64  `json:"failed_rows"`
			}
			Statistics []json.RawMessage
		}
	}
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	for _, run := range doc.Runs {
		if run.Gate != gate {
			continue
		}
		r := exampleResult{run.Rows.Staged, run.Rows.Passed, run.Rows.Rejected, map[string]int64{}, run.Statistics}
		for _, rule := range run.Rules {
			r.failed[rule.ID] = rule.Failed
		}
		return r
	}
	t.Fatalf("gate %s did not run: %s", gate, out.String())
	return exampleResult{}
}
