// Package adaptertest is the conformance suite: every adapter runs the same
// cases against its real engine. A case is a txtar file of testdata/conformance:
// a gate, the SQL that fills its tables, the steps to take, and under want all
// that the steps must leave: outcome, exit code, results, ledger, tables.
//
// A section with an engine's name in its own (setup.postgres.sql, want.postgres)
// stands in place of the common one on that engine; skip.postgres says why
// Postgres cannot run the case.
package adaptertest

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

var update = flag.Bool("update", false, "write what the cases give into their want sections")

// Engine is an engine under test.
type Engine struct {
	Name string
	// Warehouse is the YAML of a fresh warehouse, such as "{type: duckdb, path: w.duckdb}".
	// Further keys of the project may follow on lines of their own.
	Warehouse func(t *testing.T) string
	// Own, where set, is a case in the engine's own SQL and types, or why the engine
	// cannot have it.
	Own func(a *txtar.Archive) (own *txtar.Archive, skip string)
	// Open connects to it.
	Open func(ctx context.Context, w gate.Warehouse) (adapters.DestinationAdapter, error)
}

// Run runs every case of the directory on the engine.
func Run(t *testing.T, e Engine, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no conformance cases in %s (%v)", dir, err)
	}
	shown := newShown()
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			defer shown.ended()
			runCase(t, e, file, shown)
		})
	}
	t.Cleanup(func() { // once the parallel ones have ended
		if shown.all(len(files)) {
			shown.complete(t)
		}
	})
}

func runCase(t *testing.T, e Engine, file string, shown *shown) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	own := forEngine(archive, e.Name)
	if reason := section(own, "skip"); reason != "" {
		t.Skipf("%s: %s", e.Name, strings.TrimSpace(reason))
	}
	if e.Own != nil {
		translated, reason := e.Own(own)
		if reason != "" {
			t.Skipf("%s: %s", e.Name, reason)
		}
		own = translated
	}
	c := newBench(t, e, own)
	c.shown = shown
	for _, statement := range c.statements("setup.sql") {
		c.setUp(statement)
	}
	steps := c.section("steps")
	if steps == "" {
		steps = "run\n"
	}
	var got strings.Builder
	for _, step := range strings.Split(strings.TrimSpace(steps), "\n") {
		if steps != "run\n" {
			fmt.Fprintf(&got, "> %s\n", step)
		}
		got.WriteString(c.step(step))
	}
	got.WriteString(c.tables())
	c.checkTags()

	want := c.section("want")
	if *update {
		if err := os.WriteFile(file, txtar.Format(withWant(archive, e.Name, got.String())), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", file, diff)
	}
}

// withWant is the archive with what an engine gives: DuckDB's is the common
// want, another's is kept where it differs.
func withWant(a *txtar.Archive, engine, got string) *txtar.Archive {
	own := "want." + engine
	files := slices.DeleteFunc(slices.Clone(a.Files), func(f txtar.File) bool { return f.Name == own })
	want := slices.IndexFunc(files, func(f txtar.File) bool { return f.Name == "want" })
	switch {
	case want < 0:
		files = append(files, txtar.File{Name: "want", Data: []byte(got)})
	case engine == "duckdb":
		files[want].Data = []byte(got)
	case string(files[want].Data) != got:
		files = append(files, txtar.File{Name: own, Data: []byte(got)})
	}
	return &txtar.Archive{Comment: a.Comment, Files: files}
}

// forEngine is the archive with the engine's own sections under the common
// names, and without those of other engines.
func forEngine(a *txtar.Archive, engine string) *txtar.Archive {
	out := &txtar.Archive{Comment: a.Comment}
	own := map[string]bool{}
	for _, f := range a.Files {
		if name, of := common(f.Name); of == engine {
			own[name] = true
			out.Files = append(out.Files, txtar.File{Name: name, Data: f.Data})
		}
	}
	for _, f := range a.Files {
		if name, of := common(f.Name); of == "" && !own[name] {
			out.Files = append(out.Files, f)
		}
	}
	return out
}

// common splits a section's name into the common one and the engine, if any.
func common(name string) (string, string) {
	for _, engine := range dialect.Names() {
		if strings.Contains(name+".", "."+engine+".") {
			return strings.Replace(name, "."+engine, "", 1), engine
		}
	}
	return name, ""
}

func section(a *txtar.Archive, name string) string {
	for _, f := range a.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}
