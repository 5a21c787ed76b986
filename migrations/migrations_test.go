package migrations

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var dialects = []string{"duckdb", "postgres", "bigquery"}

func TestForUnknownDialect(t *testing.T) {
	if _, err := For("oracle"); err == nil {
		t.Fatal("want an error")
	}
}

// The dialects must have the same files, and these the same tables and columns in the same order.
func TestDialectsAgree(t *testing.T) {
	first := shape(t, dialects[0])
	for _, d := range dialects[1:] {
		if diff := cmp.Diff(first, shape(t, d)); diff != "" {
			t.Errorf("%s differs from %s:\n%s", d, dialects[0], diff)
		}
	}
}

func TestStatements(t *testing.T) {
	for _, d := range dialects {
		ms, err := For(d)
		if err != nil {
			t.Fatal(err)
		}
		got := ms[0].Statements("<schema>")
		if len(got) != 8 {
			t.Errorf("%s: %d statements, want 8", d, len(got))
		}
		create := "CREATE TABLE <schema>."
		if d == "bigquery" { // has no transaction of such: what is there already is left
			create = "CREATE TABLE IF NOT EXISTS <schema>."
		}
		for _, s := range got {
			if strings.Contains(s, Placeholder) || !strings.Contains(s, create) {
				t.Errorf("%s: %s", d, s)
			}
		}
	}
}

var name = regexp.MustCompile("(?m)^(?:CREATE TABLE (?:IF NOT EXISTS )?\\{\\{ledger}}\\.|    )[\"`](\\w+)[\"`]")

func shape(t *testing.T, dialect string) map[string][]string {
	t.Helper()
	ms, err := For(dialect)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	for _, m := range ms {
		for _, match := range name.FindAllStringSubmatch(m.SQL, -1) {
			out[m.Name] = append(out[m.Name], match[1])
		}
	}
	return out
}
