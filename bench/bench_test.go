//go:build cgo

package main

import (
	"bytes"
	"regexp"
	"testing"
)

// TestBench measures a small batch. Whatever takes the same rules must reject
// the same rows.
func TestBench(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := run(t.Context(), config{rows: 20_000, bad: 30, repeats: 1, key: "code", dir: t.TempDir()}, &out); err != nil {
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
		"sqlgate run, 100 row rules":             rows,
		"sqlgate check, 19 row rules and unique": full,
		"sqlgate check, 19 row rules":            rows,
		"a query per rule, then two inserts":     full,
	} {
		if rejected[work] != rejected[same] {
			t.Errorf("%s rejects %s rows, %s %s", work, rejected[work], same, rejected[same])
		}
	}
}
