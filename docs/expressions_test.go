//go:build cgo

package docs_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/expr"
	"github.com/sqlgate/sqlgate/gate"
)

// TestExpressionsPage holds the page of expressions to the language: its tables
// are the functions, and each line of its examples parses over the columns of
// its first gate.
func TestExpressionsPage(t *testing.T) {
	file := filepath.Join(root, "docs", "expressions.md")
	page := readFile(t, file)
	written := withTable(t, page, "functions", false)
	written = withTable(t, written, "aggregates", true)
	if written != page && *update {
		writeFile(t, file, written)
	} else if written != page {
		t.Error("the tables of functions are not those of the code; run make update")
	}

	var env expr.Env
	for _, b := range blocks(t, strings.Split(page, "\n")) {
		text := strings.Join(b.body, "\n") + "\n"
		if b.lang == "yaml" && b.arg == "gate" {
			env = expr.Env{Columns: columnsOf(t, text)}
		}
		if b.lang != "expression" {
			continue
		}
		e := env
		if by, ok := strings.CutPrefix(b.arg, "group_by "); ok {
			e.Aggregates, e.GroupBy = true, []string{by}
		}
		for i, line := range b.body {
			if _, err := expr.Parse(line, e); err != nil {
				t.Errorf("line %d: %s\n%v", b.line+1+i, line, err)
			}
		}
	}
}

// withTable is the page with the table of functions, or of aggregates, between
// the marks of that name.
func withTable(t *testing.T, page, mark string, aggregates bool) string {
	t.Helper()
	begin, end := "<!-- "+mark+" -->\n", "<!-- /"+mark+" -->"
	before, rest, ok := strings.Cut(page, begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("the page has no marks %s", mark)
	}
	var b strings.Builder
	b.WriteString("| function | gives |\n|---|---|\n")
	for _, f := range expr.Functions() {
		if f.Aggregate == aggregates {
			b.WriteString("| `" + f.Signature + "` | " + cell(f.Meaning) + " |\n")
		}
	}
	return before + begin + b.String() + end + after
}

func columnsOf(t *testing.T, gateFile string) []ast.Column {
	t.Helper()
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "sqlgate.yaml"), "version: 1\nwarehouses: {local: {type: duckdb, path: warehouse.duckdb}}\ndefault_warehouse: local\n")
	writeFile(t, filepath.Join(dir, "gates", "snippet.yaml"), gateFile)
	project, err := gate.Load(gate.LoadOptions{ProjectDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	var list []ast.Column
	for _, c := range project.Gates[0].Columns {
		list = append(list, ast.Column{Name: c.Name, Type: c.Type})
	}
	return list
}
