//go:build cgo

package docs_test

import (
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	_ "github.com/duckdb/duckdb-go/v2"
	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// block is a fenced block of a page. What stands behind its language says what
// the test does with it:
//
//	yaml gate      a gate file: it loads and compiles for every dialect, but for
//	               BigQuery where it says "not on BigQuery"
//	yaml PATH      a file of the page's project: written there; sqlgate.yaml and gates/… load
//	csv PATH       a file of the page's project: written there
//	sql run        SQL: executed on the page's warehouse.duckdb
//	expression     expressions, one on each line: see TestExpressionsPage
//	go FILE FUNC   a function of that file of the repository: quoted as it is
//	console        commands after "$ " with their output: executed and compared
//	sh cron, python NAME: recipes of schedulers, see TestRecipes
//	sh, json, text not executed
//
// The blocks of a page share one directory and are executed in order.
type block struct {
	line int // of the opening fence, from 1
	lang string
	arg  string
	body []string
}

func TestSnippets(t *testing.T) {
	t.Parallel()
	for _, page := range pages(t) {
		t.Run(strings.TrimPrefix(page, root+"/"), func(t *testing.T) {
			t.Parallel()
			lines := strings.Split(readFile(t, page), "\n")
			w := &workspace{dir: t.TempDir(), lines: lines}
			for _, b := range blocks(t, lines) {
				w.do(t, b)
			}
			if *update {
				writeFile(t, page, w.updated())
			}
		})
	}
}

// pages are the README and every page beneath docs.
func pages(t *testing.T) []string {
	t.Helper()
	list := []string{filepath.Join(root, "README.md"), filepath.Join(root, "CONTRIBUTING.md"), filepath.Join(root, "CHANGELOG.md")}
	err := filepath.WalkDir(filepath.Join(root, "docs"), func(path string, _ fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".md" {
			list = append(list, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func blocks(t *testing.T, lines []string) []block {
	t.Helper()
	var list []block
	open := false
	for i, line := range lines {
		info, fence := strings.CutPrefix(line, "```")
		switch {
		case fence && !open:
			lang, arg, _ := strings.Cut(info, " ")
			list = append(list, block{line: i + 1, lang: lang, arg: arg})
			open = true
		case fence:
			open = false
		case open:
			list[len(list)-1].body = append(list[len(list)-1].body, line)
		}
	}
	if open {
		t.Fatalf("line %d: the block is not closed", list[len(list)-1].line)
	}
	return list
}

// workspace is the directory in which a page's blocks are executed.
type workspace struct {
	dir     string
	lines   []string
	changed []change
}

// change is a block as it should be.
type change struct {
	b    block
	body []string
}

func (w *workspace) do(t *testing.T, b block) {
	t.Helper()
	text := strings.Join(b.body, "\n") + "\n"
	switch {
	case b.lang == "yaml" && b.arg == "gate":
		compiles(t, b, text)
	case (b.lang == "yaml" || b.lang == "csv") && b.arg != "":
		w.write(t, b, text)
	case b.lang == "sql" && b.arg == "run":
		w.sql(t, b, text)
	case b.lang == "console":
		w.console(t, b)
	case b.lang == "go":
		w.quote(t, b)
	case b.lang == "expression":
	case slices.Contains([]string{"sh", "json", "text", "python"}, b.lang):
	default:
		t.Errorf("line %d: the test does not know what to do with a block %q", b.line, strings.TrimSpace(b.lang+" "+b.arg))
	}
}

// compiles holds a gate file to the loader, in a project of its own, and to the
// compiler for every dialect.
func compiles(t *testing.T, b block, text string) {
	t.Helper()
	const plain = "version: 1\nwarehouses: {local: {type: duckdb, path: warehouse.duckdb}}\ndefault_warehouse: local\n"
	project := loads(t, b, plain, text)
	if project == nil {
		return
	}
	for _, name := range dialect.Names() {
		d, err := dialect.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		_, err = compile.Compile(project.Gates[0], d, compile.Input{})
		var refused *dialect.UnsupportedError
		switch lacks := name == "bigquery" && strings.Contains(text, "not on BigQuery"); {
		case lacks && !errors.As(err, &refused):
			t.Errorf("line %d: the gate is said not to be for %s, which does not refuse it: %v", b.line, name, err)
		case !lacks && err != nil:
			t.Errorf("line %d: on %s: %v", b.line, name, err)
		}
	}
}

// loads holds a project of one gate to the loader; nil where it does not load.
func loads(t *testing.T, b block, project, oneGate string) *gate.Project {
	t.Helper()
	p, err := gate.Load(gate.LoadOptions{
		FS: fstest.MapFS{
			"sqlgate.yaml":       {Data: []byte(project)},
			"gates/snippet.yaml": {Data: []byte(oneGate)},
		},
		Env: func(name string) (string, bool) {
			value, ok := map[string]string{"DATABASE_URL": "postgres://loader@localhost/orders"}[name]
			return value, ok
		},
	})
	if err != nil {
		t.Errorf("line %d: %v", b.line, err)
		return nil
	}
	return p
}

func (w *workspace) write(t *testing.T, b block, text string) {
	t.Helper()
	if !filepath.IsLocal(b.arg) {
		t.Fatalf("line %d: %s is not a path within the project", b.line, b.arg)
	}
	writeFile(t, filepath.Join(w.dir, b.arg), text)
	switch {
	case b.arg == "sqlgate.yaml":
		loads(t, b, text, "gate: g\nsource: s\ntarget: t\nmode: append\ncolumns: {id: {type: int64}}\n")
	case strings.HasPrefix(b.arg, "gates/"), strings.HasPrefix(b.arg, "tests/") && b.lang == "yaml":
		if _, err := gate.Load(gate.LoadOptions{ProjectDir: w.dir, Tests: true}); err != nil {
			t.Errorf("line %d: %v", b.line, err)
		}
	}
}

func (w *workspace) sql(t *testing.T, b block, text string) {
	t.Helper()
	db, err := sql.Open("duckdb", filepath.Join(w.dir, "warehouse.duckdb"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	// A file is found as by a client that is started in the project's directory.
	inDir := "SET GLOBAL file_search_path = '" + strings.ReplaceAll(w.dir, "'", "''") + "';\n"
	if _, err := db.Exec(inDir + text); err != nil {
		t.Errorf("line %d: %v", b.line, err)
	}
}

func (w *workspace) console(t *testing.T, b block) {
	t.Helper()
	var body, command []string
	flush := func() {
		if len(command) == 0 {
			return
		}
		body = append(body, command...)
		body = append(body, w.shell(t, b, strings.Join(command, "\n"))...)
		command = nil
	}
	for _, line := range b.body {
		switch {
		case strings.HasPrefix(line, "$ "):
			flush()
			command = []string{line}
		case len(command) > 0 && strings.HasSuffix(command[len(command)-1], `\`):
			command = append(command, line)
		}
	}
	flush()
	w.hold(t, b, body)
}

// hold compares a block with what it should be.
func (w *workspace) hold(t *testing.T, b block, body []string) {
	t.Helper()
	if diff := cmp.Diff(normal(b.body), normal(body)); diff != "" && !*update {
		t.Errorf("line %d: the program's is another (-page +program):\n%s", b.line, diff)
	}
	w.changed = append(w.changed, change{b, body})
}

// quote holds a block to the function that it names.
func (w *workspace) quote(t *testing.T, b block) {
	t.Helper()
	file, name, _ := strings.Cut(b.arg, " ")
	lines := strings.Split(readFile(t, filepath.Join(root, file)), "\n")
	from := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "func "+name+"(") })
	if from < 0 {
		t.Fatalf("line %d: %s has no function %q", b.line, file, name)
	}
	w.hold(t, b, lines[from:from+slices.Index(lines[from:], "}")+1])
}

// shell runs a command of a console block and returns what it prints.
func (w *workspace) shell(t *testing.T, b block, command string) []string {
	t.Helper()
	command = strings.TrimPrefix(command, "$ ")
	command = strings.ReplaceAll(command, "go run ./cmd/sqlgate", "sqlgate")
	if strings.Contains(command, "/sqlgate ") {
		t.Fatalf("line %d: write sqlgate or go run ./cmd/sqlgate", b.line)
	}
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = w.dir
	cmd.Env = append(environment(), "PATH="+filepath.Dir(sqlgate)+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		t.Fatalf("line %d: %v", b.line, err)
	}
	text := strings.TrimRight(string(out), "\n")
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// environment is the test's own without what a scheduler or a developer has set
// for sqlgate.
func environment() []string {
	return slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "SQLGATE_") || strings.HasPrefix(v, "PATH=")
	})
}

// volatile is what differs from run to run, and the width that it gives to columns.
var volatile = []struct {
	pattern *regexp.Regexp
	name    string
}{
	{regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`), "ID"},
	{regexp.MustCompile(`\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?(Z|\+00| UTC)?`), "TIME"},
	{regexp.MustCompile(`_20\d{6}T\d{6}\b`), "_TIME"},
	{regexp.MustCompile(`\b\d+(\.\d+)?(ms|s)\b`), "DURATION"},
	{regexp.MustCompile(`"duration_ms":\d+`), `"duration_ms":0`},
	{regexp.MustCompile(`[0-9a-f]{64}`), "HASH"},
	{regexp.MustCompile(` {2,}|─+|-{3,}`), " "},
}

// normal is an output without what differs from run to run.
func normal(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		for _, v := range volatile {
			line = v.pattern.ReplaceAllString(line, v.name)
		}
		out[i] = strings.TrimRight(line, " ")
	}
	return out
}

// updated is the page with the outputs that differ replaced.
func (w *workspace) updated() string {
	lines := w.lines
	for _, c := range slices.Backward(w.changed) {
		if cmp.Equal(normal(c.b.body), normal(c.body)) {
			continue
		}
		lines = slices.Replace(lines, c.b.line, c.b.line+len(c.b.body), c.body...)
	}
	return strings.Join(lines, "\n")
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
