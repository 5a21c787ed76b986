package adaptertest

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/runner"
)

// bench is one case laid out: its project in a directory, its warehouse open.
type bench struct {
	t       *testing.T
	archive *txtar.Archive
	project *gate.Project
	adapter adapters.DestinationAdapter
	runner  *runner.Runner
	ids     map[string]string // run ids by their number in the case
	shown   *shown
	honest  map[string]bool // tags of checks that a run has shown
}

func newBench(t *testing.T, e Engine, archive *txtar.Archive) *bench {
	dir := t.TempDir()
	write(t, dir, "sqlgate.yaml", "version: 1\nwarehouses:\n  w: "+e.Warehouse(t)+"\ndefault_warehouse: w\n")
	for _, f := range archive.Files {
		if strings.HasSuffix(f.Name, ".yaml") {
			write(t, dir, filepath.Join("gates", f.Name), string(f.Data))
		} else if !slices.Contains([]string{"want", "steps", "setup.sql"}, f.Name) {
			write(t, dir, f.Name, string(f.Data))
		}
	}
	project, err := gate.Load(gate.LoadOptions{ProjectDir: dir, Env: func(string) (string, bool) { return "", false }})
	if err != nil {
		t.Fatalf("load the case's project: %v", err)
	}
	b := &bench{t: t, archive: archive, project: project, ids: map[string]string{}, honest: map[string]bool{}}
	b.adapter, err = e.Open(t.Context(), project.Warehouses[0])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.adapter.Close(); err != nil {
			t.Error(err)
		}
	})
	b.runner = &runner.Runner{
		Project: project, Open: e.Open, Now: time.Now, Version: "test",
		NewID: func() string {
			id := uuid.Must(uuid.NewV7()).String()
			b.ids[id] = fmt.Sprintf("run-%d", len(b.ids)+1)
			return id
		},
	}
	return b
}

func write(t *testing.T, dir, name, data string) {
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (b *bench) section(name string) string { return section(b.archive, name) }

func (b *bench) statements(name string) []string {
	var out []string
	for _, s := range strings.Split(b.section(name), ";\n") {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, s)
		}
	}
	return out
}

func (b *bench) exec(statement string) {
	b.t.Helper()
	if _, err := b.adapter.Exec(b.t.Context(), adapters.Statement{SQL: statement}); err != nil {
		b.t.Fatalf("%s: %v", statement, err)
	}
}

// setUp is exec, and skips the case where the server was built without what it
// needs, such as ICU or an extension.
func (b *bench) setUp(statement string) {
	b.t.Helper()
	_, err := b.adapter.Exec(b.t.Context(), adapters.Statement{SQL: statement})
	if err != nil && strings.Contains(err.Error(), "(SQLSTATE 0A000)") {
		b.t.Skipf("this server cannot have what the case is about: %v", err)
	}
	if err != nil {
		b.t.Fatalf("%s: %v", statement, err)
	}
}

// step takes one step: "run [GATE] [key=value…]", "check [GATE] [on=…]",
// "replay [GATE] [rejected-by=run-1] [where=a+condition]" or "sql STATEMENT".
// A var is given as :name=value, of which %20 is a space.
func (b *bench) step(step string) string {
	verb, rest, _ := strings.Cut(strings.TrimSpace(step), " ")
	if verb == "sql" {
		b.exec(rest)
		return ""
	}
	g := b.project.Gates[0]
	options, partition := runner.Options{Samples: 1, Vars: map[string]string{}}, ""
	for _, word := range strings.Fields(rest) {
		key, value, hasValue := strings.Cut(word, "=")
		name, isVar := strings.CutPrefix(key, ":")
		switch {
		case isVar:
			text, err := url.PathUnescape(value)
			if err != nil {
				b.t.Fatalf("step %q: %v", step, err)
			}
			options.Vars[name] = text
		case key == "batch-id":
			options.BatchID = value
		case key == "partition":
			partition = value
		case key == "force":
			options.Force = true
		case key == "no-ledger":
			options.NoLedger = true
		case key == "rejected-by":
			options.RejectedBy = b.idOf(value)
		case key == "where": // without spaces
			options.Where = strings.ReplaceAll(value, "+", " ")
		case key == "dry-run":
			options.DryRun = true
		case key == "on":
			options.On = value
		case !hasValue:
			i := slices.IndexFunc(b.project.Gates, func(g *gate.Gate) bool { return g.Name == key })
			if i < 0 {
				b.t.Fatalf("step %q: no gate %s", step, key)
			}
			g = b.project.Gates[i]
		default:
			b.t.Fatalf("step %q: unknown option %s", step, key)
		}
	}
	if partition != "" {
		var err error
		if options.Partition, err = g.ParsePartition(partition); err != nil {
			b.t.Fatal(err)
		}
	}
	facts := b.facts(g)
	var run *ledger.Run
	switch verb {
	case "run":
		run = b.runner.Run(b.t.Context(), g, options)
	case "replay":
		options.Samples = 0 // the order of rejected rows is the engine's own
		run = b.runner.Replay(b.t.Context(), g, options)
	case "check":
		run = b.runner.Check(b.t.Context(), g, options)
	default:
		b.t.Fatalf("unknown step %q", step)
	}
	if options.On == "" && verb != "replay" {
		b.show(g, run, facts)
	}
	return b.render(run)
}
