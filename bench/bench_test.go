//go:build cgo

package main

import (
	"bytes"
	"regexp"
	"testing"

	"github.com/sqlgate/sqlgate/adapters/adaptertest/pgtest"
)

func TestDuckDB(t *testing.T) {
	t.Parallel()
	measures(t, config{})
}

func TestPostgres(t *testing.T) {
	t.Parallel()
	rejected := measures(t, config{dsn: pgtest.Start(t).Database(t)})
	const indexed, rows = "sqlgate run, 19 row rules and unique, indexed", "sqlgate run, 19 row rules"
	if rejected[indexed] == "" || rejected[indexed] == rejected[rows] {
		t.Errorf("rejected %q with the index, %q of rows with other faults", rejected[indexed], rejected[rows])
	}
}

// measures measures a small batch and returns the rejected rows by work.
// Whatever takes the same rules must reject the same rows.
func measures(t *testing.T, c config) map[string]string {
	t.Helper()
	c.rows, c.bad, c.repeats, c.key, c.dir = 5_000, 30, 1, "code", t.TempDir()
	var out bytes.Buffer
	if err := run(t.Context(), c, &out); err != nil {
		t.Fatal(err)
	}
	rejected := map[string]string{}
	for _, row := range regexp.MustCompile(`(?m)^\| ([^|]+) \| .* \| ([\d,]+) \|$`).FindAllStringSubmatch(out.String(), -1) {
		rejected[row[1]] = row[2]
	}
	const full, rows = "sqlgate run, 19 row rules and unique", "sqlgate run, 19 row rules"
	if rejected["copy"] != "0" || rejected[rows] == "0" || rejected[full] == rejected[rows] {
		t.Fatalf("implausible rejected rows:\n%s", out.String())
	}
	for work, same := range map[string]string{
		"the same, one of the rules a warning":   full,
		"sqlgate run, 100 row rules and unique":  full,
		"sqlgate check, 19 row rules and unique": full,
		"sqlgate check, 19 row rules":            rows,
		"a query per rule, then two inserts":     full,
	} {
		if rejected[work] != rejected[same] {
			t.Errorf("%s rejects %s rows, %s %s", work, rejected[work], same, rejected[same])
		}
	}
	return rejected
}
