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
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/report"
	"github.com/sqlgate/sqlgate/runner"
)

var update = flag.Bool("update", false, "write what the cases give into their want sections")

// Engine is an engine under test.
type Engine struct {
	Name string
	// Warehouse is the YAML of a fresh warehouse, such as "{type: duckdb, path: w.duckdb}".
	Warehouse func(t *testing.T) string
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

// render is a run's record as text, with what the ledger kept of it.
func (b *bench) render(run *ledger.Run) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s %s exit %d\n", run.Outcome, orDash(run.Reason), report.ExitCode([]*ledger.Run{run}))
	fmt.Fprintf(&s, "staged %d passed %d rejected %d warned %d deleted %d",
		run.RowsStaged, run.RowsPassed, run.RowsRejected, run.RowsWarned, run.RowsDeleted)
	if run.RowsSuperseded > 0 {
		fmt.Fprintf(&s, " superseded %d", run.RowsSuperseded)
	}
	s.WriteString("\n")
	for _, r := range run.Rules {
		fmt.Fprintf(&s, "  %s %s %s failed %d of %d", r.ID, r.Policy, r.Status, r.FailedRows, r.JudgedRows)
		if r.UnknownRows > 0 {
			fmt.Fprintf(&s, " unknown %d", r.UnknownRows)
		}
		if r.Observed != "" {
			fmt.Fprintf(&s, " observed %s", r.Observed)
		}
		for _, sample := range r.Samples[:min(1, len(r.Samples))] {
			fmt.Fprintf(&s, " such as %s", plainJSON(sample))
		}
		s.WriteString("\n")
	}
	for _, set := range run.RuleSets {
		fmt.Fprintf(&s, "  together %s: %d\n", strings.Join(set.Rules, ", "), set.Rows)
	}
	for _, c := range run.Statistics {
		s.WriteString("  " + figures(c) + "\n")
	}
	for _, row := range run.PassedSample {
		fmt.Fprintf(&s, "  passed sample %s\n", plainJSON(row))
	}
	for _, row := range run.RejectedSample {
		fmt.Fprintf(&s, "  rejected sample %s\n", plainJSON(row))
	}
	for _, w := range run.Warnings {
		fmt.Fprintf(&s, "  warning: %s\n", w)
	}
	if run.Error != nil {
		fmt.Fprintf(&s, "  error %s %s\n", run.Error.Code, run.Error.Message)
	}
	s.WriteString(b.document(run))
	s.WriteString(b.recorded(run))
	return b.anonymous(s.String())
}

// document is what the run's JSON document says, in one line.
func (b *bench) document(run *ledger.Run) string {
	var text bytes.Buffer
	envelope := report.Envelope{SqlgateVersion: "test", Command: string(run.Kind), ExitCode: report.ExitCode([]*ledger.Run{run}), Runs: []*ledger.Run{run}, IncludeSamples: 1}
	if err := report.JSON(&text, envelope); err != nil {
		b.t.Fatal(err)
	}
	var doc struct {
		ExitCode int `json:"exit_code"`
		Runs     []struct {
			Outcome string
			Rows    struct{ Staged, Passed, Rejected, Warned int64 }
			Rules   []struct{ ID, Status string }
			Error   *struct{ Code string }
		}
	}
	if err := json.Unmarshal(text.Bytes(), &doc); err != nil {
		b.t.Fatalf("the JSON document is none: %v\n%s", err, text.String())
	}
	d := doc.Runs[0]
	s := fmt.Sprintf("json: %s %d/%d/%d/%d, %d rules, exit %d", d.Outcome, d.Rows.Staged, d.Rows.Passed, d.Rows.Rejected, d.Rows.Warned, len(d.Rules), doc.ExitCode)
	if d.Error != nil {
		s += ", error " + d.Error.Code
	}
	return s + "\n"
}

// recorded is the ledger's own record of the run, in one line.
func (b *bench) recorded(run *ledger.Run) string {
	l := ledger.New(b.adapter, b.project.Ledger.Schema)
	var none *ledger.NotMigratedError
	if err := l.Check(b.t.Context()); errors.As(err, &none) && none.Have == 0 {
		return "ledger: none\n"
	} else if err != nil {
		b.t.Fatal(err)
	}
	kept, err := l.RunByID(b.t.Context(), run.RunID)
	var missing *ledger.NotFoundError
	if errors.As(err, &missing) {
		return "ledger: not recorded\n"
	} else if err != nil {
		b.t.Fatal(err)
	}
	if diff := cmp.Diff(run.Vars, kept.Vars); diff != "" {
		b.t.Errorf("the ledger has other vars than the run (-run +ledger):\n%s", diff)
	}
	if diff := cmp.Diff(run.Statistics, kept.Statistics); diff != "" {
		b.t.Errorf("the ledger has other statistics than the run (-run +ledger):\n%s", diff)
	}
	if diff := cmp.Diff([][]json.RawMessage{run.PassedSample, run.RejectedSample}, [][]json.RawMessage{kept.PassedSample, kept.RejectedSample}); diff != "" {
		b.t.Errorf("the ledger has other sampled rows than the run (-run +ledger):\n%s", diff)
	}
	return fmt.Sprintf("ledger: %s %s %d/%d/%d, %d rules\n",
		kept.Kind, kept.Outcome, kept.RowsStaged, kept.RowsPassed, kept.RowsRejected, len(kept.Rules))
}

// tables are the rows of the gates' sources, targets and rejected tables.
func (b *bench) tables() string {
	var s strings.Builder
	seen := map[string]bool{}
	for _, g := range b.project.Gates {
		for _, t := range []gate.TableName{g.Source.Table, g.Target, g.Rejected.Table} {
			if t.IsZero() || seen[t.String()] {
				continue
			}
			seen[t.String()] = true
			s.WriteString(b.table(t))
		}
	}
	return b.anonymous(s.String())
}

func (b *bench) table(t gate.TableName) string {
	rel, err := b.adapter.Describe(b.t.Context(), t)
	if errors.Is(err, adapters.ErrTableNotFound) {
		return fmt.Sprintf("%s: none\n", t)
	} else if err != nil {
		b.t.Fatal(err)
	}
	var columns []string
	var kinds []gate.Kind
	for _, c := range rel.Columns {
		if !strings.HasPrefix(c.Name, "_sqlgate_") || slices.Contains(keptColumns, c.Name) {
			columns, kinds = append(columns, c.Name), append(kinds, c.Type.Kind)
		}
	}
	quoted := make([]string, len(columns))
	for i, c := range columns {
		quoted[i] = b.adapter.Dialect().Ident(c)
		if kinds[i] == gate.KindList {
			quoted[i] = "to_json(" + quoted[i] + ")"
		}
		quoted[i] = "CAST(" + quoted[i] + " AS VARCHAR)"
	}
	trailing := trailingColumns
	if strings.Contains(b.section("steps"), "replay") {
		trailing = append(slices.Clone(trailing), replayColumns...)
	}
	for _, name := range trailing {
		if slices.ContainsFunc(rel.Columns, func(c compile.Column) bool { return c.Name == name }) {
			quoted, kinds = append(quoted, "CAST("+b.adapter.Dialect().Ident(name)+" AS VARCHAR)"), append(kinds, gate.KindString)
		}
	}
	var rows []string
	query := "SELECT " + strings.Join(quoted, ", ") + " FROM " + rel.From
	err = b.adapter.Query(b.t.Context(), adapters.Statement{SQL: query}, func(scan adapters.Scan) error {
		values := make([]*string, len(quoted))
		dest := make([]any, len(quoted))
		for i := range values {
			dest[i] = &values[i]
		}
		if err := scan(dest...); err != nil {
			return err
		}
		values = append(values[:len(columns):len(columns)], slices.DeleteFunc(values[len(columns):], func(v *string) bool { return v == nil })...)
		cells := make([]string, len(values))
		for i, v := range values {
			cells[i] = "∅"
			if v != nil {
				cells[i] = strings.ReplaceAll(plainText(*v, kinds[i]), "\n", `\n`)
			}
		}
		rows = append(rows, "  "+strings.Join(cells, " | ")+"\n")
		return nil
	})
	if err != nil {
		b.t.Fatalf("%s: %v", query, err)
	}
	slices.Sort(rows)
	return fmt.Sprintf("%s: %s\n%s", t, strings.Join(columns, " | "), strings.Join(rows, ""))
}

// trailingColumns are shown behind the others of a row that has them.
var trailingColumns = []string{"_sqlgate_partition", "_sqlgate_resolution"}

// replayColumns are shown there in cases of replays.
var replayColumns = []string{"_sqlgate_resolved_run_id", "_sqlgate_attempts"}

var keptColumns = []string{"_sqlgate_run_id", "_sqlgate_batch_id", "_sqlgate_failed_rules"}

// anonymous replaces the case's run ids by their numbers.
func (b *bench) anonymous(s string) string {
	for id, number := range b.ids {
		s = strings.ReplaceAll(s, id, number)
	}
	return s
}

// idOf is the run id of a number in the case.
func (b *bench) idOf(number string) string {
	for id, n := range b.ids {
		if n == number {
			return id
		}
	}
	b.t.Fatalf("no %s yet", number)
	return ""
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
