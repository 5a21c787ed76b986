package adaptertest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/uuid"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/adaptertest/oracle"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/runner"
)

// maxFaults is how many differences are told before the test ends.
const maxFaults = 5

// Property runs random gates over random rows on the engine and holds every
// verdict against the oracle's. The same seed gives the same gates; more is
// asked before each gate, with its number from 0, whether to go on.
func Property(t *testing.T, e Engine, seed uint64, more func(gate int) bool) {
	p := openProperty(t, e)
	gates, rules, pairs, faults := 0, 0, 0, 0
	for ; more(gates) && faults < maxFaults; gates++ {
		r := rand.New(rand.NewPCG(seed, uint64(gates)))
		d := p.accepted(newDraft(r, p.adapter.Dialect(), true))
		pairs += len(d.rows)
		rules += len(d.rules)
		if f := p.try(d); f != nil {
			faults++
			d, f = p.shrink(d, f)
			t.Errorf("seed %d, gate %d:\n%s\n%s", seed, gates, f, p.show(d))
		}
	}
	t.Logf("%d gates, %d rules, %d pairs of gate and row; %d rules were refused", gates, rules, pairs, p.refused)
}

// property is the engine with what runs its gates.
type property struct {
	t         *testing.T
	adapter   adapters.DestinationAdapter
	warehouse string
	refused   int // rules
}

// shared is the engine's one connection, which outlives the runs.
type shared struct{ adapters.DestinationAdapter }

func (shared) Close() error { return nil }

func openProperty(t *testing.T, e Engine) *property {
	p := &property{t: t, warehouse: e.Warehouse(t)}
	project, err := p.load("gate: g\nsource: t\ncolumns: {a: {type: int64}}\n")
	if err != nil {
		t.Fatal(err)
	}
	if p.adapter, err = e.Open(t.Context(), project.Warehouses[0]); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.adapter.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func (p *property) load(gateFile string) (*gate.Project, error) {
	return gate.Load(gate.LoadOptions{FS: fstest.MapFS{
		gate.ProjectFile:  {Data: []byte("version: 1\nwarehouses:\n  w: " + p.warehouse + "\ndefault_warehouse: w\n")},
		"gates/case.yaml": {Data: []byte(gateFile)},
	}})
}

// accepted is the draft without the rules that the gate or the dialect refuses.
func (p *property) accepted(d *draft) *draft {
	out := *d
	out.rules = nil
	for _, r := range d.rules {
		alone := &draft{columns: d.columns, rules: []draftRule{r}}
		if err := p.compiles(alone); err != nil {
			p.refused++
			continue
		}
		out.rules = append(out.rules, r)
	}
	return &out
}

func (p *property) compiles(d *draft) error {
	project, err := p.load(d.yaml())
	if err != nil {
		return err
	}
	g, err := project.Gates[0].Bind(d.types())
	if err != nil {
		return err
	}
	_, err = compile.Compile(g, p.adapter.Dialect(), compile.Input{})
	return err
}

// fault is a difference between the engine and the oracle.
type fault struct {
	rule string // id; empty: it is no rule's
	row  int    // -1: it is no row's
	text string
}

func (f *fault) String() string { return f.text }

// try runs a draft and returns the first difference, or nil.
func (p *property) try(d *draft) *fault {
	other := func(format string, args ...any) *fault { return &fault{row: -1, text: fmt.Sprintf(format, args...)} }
	project, err := p.load(d.yaml())
	if err != nil {
		return other("the gate does not load: %v", err)
	}
	statements, err := p.fill(d)
	if err != nil {
		return other("the rows have no SQL: %v", err)
	}
	if _, err := p.adapter.Exec(p.t.Context(), statements...); err != nil {
		return other("the rows cannot be written: %v", err)
	}
	g, err := project.Gates[0].Bind(d.types())
	if err != nil {
		return other("the gate does not bind: %v", err)
	}
	verdicts, err := oracle.Judge(g, d.rows, nil)
	if err != nil {
		return other("the oracle has no verdict: %v", err)
	}
	run := p.run(project)
	if run.Error != nil {
		return other("the run failed: %s", run.Error.Message)
	}
	return p.compare(g, d, verdicts, run)
}

func (p *property) run(project *gate.Project) *ledger.Run {
	r := &runner.Runner{
		Project: project, Now: time.Now, Version: "test",
		NewID: func() string { return uuid.Must(uuid.NewV7()).String() },
		Open: func(context.Context, gate.Warehouse) (adapters.DestinationAdapter, error) {
			return shared{p.adapter}, nil
		},
	}
	return r.Run(p.t.Context(), project.Gates[0], runner.Options{})
}

// types are the types of the source's columns.
func (d *draft) types() map[string]gate.Type {
	types := map[string]gate.Type{}
	for _, c := range d.columns {
		types[c.name] = c.typ
	}
	return types
}

// fill are the statements that make the source and its rows.
func (p *property) fill(d *draft) ([]adapters.Statement, error) {
	dialect := p.adapter.Dialect()
	int64Type := gate.Type{Kind: gate.KindInt64}
	name, err := dialect.TypeName(int64Type)
	if err != nil {
		return nil, err
	}
	defs := []string{dialect.Ident(rowID) + " " + name}
	for _, c := range d.columns {
		if name, err = dialect.TypeName(c.typ); err != nil {
			return nil, err
		}
		defs = append(defs, dialect.Ident(c.name)+" "+name)
	}
	var out []adapters.Statement
	for _, table := range []string{"src", "dst", "dst_rejected"} {
		out = append(out, adapters.Statement{SQL: "DROP TABLE IF EXISTS " + table})
	}
	out = append(out, adapters.Statement{SQL: "CREATE TABLE src (" + strings.Join(defs, ", ") + ")"})
	var rows []string
	for _, row := range d.rows {
		id, err := sqlValue(dialect, int64Type, row[rowID])
		if err != nil {
			return nil, err
		}
		cells := []string{id}
		for _, c := range d.columns {
			cell, err := sqlValue(dialect, c.typ, row[c.name])
			if err != nil {
				return nil, err
			}
			cells = append(cells, cell)
		}
		rows = append(rows, "("+strings.Join(cells, ", ")+")")
	}
	if len(rows) > 0 {
		out = append(out, adapters.Statement{SQL: "INSERT INTO src VALUES\n  " + strings.Join(rows, ",\n  ")})
	}
	return out, nil
}

// compare holds a run's record and tables against the verdicts.
func (p *property) compare(g *gate.Gate, d *draft, verdicts map[string][]oracle.Verdict, run *ledger.Run) *fault {
	want := expect(g, verdicts, len(d.rows))
	if f := p.compareRows(g, d, want, verdicts); f != nil {
		return f
	}
	for _, r := range run.Rules[1:] {
		failed, judged := count(verdicts[r.ID])
		if r.FailedRows != failed || r.JudgedRows != judged {
			return &fault{rule: r.ID, row: -1, text: fmt.Sprintf("rule %s failed %d of %d judged rows, the oracle says %d of %d", r.ID, r.FailedRows, r.JudgedRows, failed, judged)}
		}
	}
	if run.Outcome != want.outcome {
		return &fault{row: -1, text: fmt.Sprintf("the outcome is %s, the oracle says %s", run.Outcome, want.outcome)}
	}
	return nil
}

func count(verdicts []oracle.Verdict) (failed, judged int64) {
	for _, v := range verdicts {
		switch v {
		case oracle.Invalid:
			failed, judged = failed+1, judged+1
		case oracle.Valid:
			judged++
		case oracle.Unknown, oracle.NotJudged:
		}
	}
	return failed, judged
}

// expected is what becomes of the rows.
type expected struct {
	outcome  ledger.Outcome
	passed   []int64
	rejected map[int64][]string // row to the rules that it fails
}

func expect(g *gate.Gate, verdicts map[string][]oracle.Verdict, rows int) expected {
	e := expected{outcome: ledger.Passed, rejected: map[int64][]string{}}
	aborted := false
	for i := range rows {
		rejected := false
		for _, r := range g.Rules {
			if verdicts[r.ID][i] == oracle.Invalid {
				aborted = aborted || r.Policy == gate.Fail
				rejected = rejected || r.Policy == gate.Quarantine
			}
		}
		if rejected {
			e.rejected[int64(i)] = oracle.Failures(g, verdicts, i)
		} else {
			e.passed = append(e.passed, int64(i))
		}
	}
	switch {
	case rows == 0:
		e.outcome = ledger.Skipped
	case aborted:
		return expected{outcome: ledger.Aborted}
	case len(e.passed) == 0:
		e.outcome = ledger.NoValidRows
	case len(e.rejected) > 0:
		e.outcome = ledger.Split
	}
	return e
}

func (p *property) compareRows(g *gate.Gate, d *draft, want expected, verdicts map[string][]oracle.Verdict) *fault {
	rejected, err := p.rejected()
	if err != nil {
		return &fault{row: -1, text: fmt.Sprintf("the rejected rows cannot be read: %v", err)}
	}
	if want.outcome == ledger.Aborted {
		rejected = nil // whatever an earlier run left
	}
	for i := range d.rows {
		got, expect := rejected[int64(i)], want.rejected[int64(i)]
		for _, r := range g.Rules {
			fails, should := slices.Contains(got, r.ID), slices.Contains(expect, r.ID)
			if fails != should {
				return &fault{rule: r.ID, row: i, text: fmt.Sprintf("row %d: the engine says that it fails %q, the oracle %q, which says %q of rule %s", i, got, expect, verdicts[r.ID][i], r.ID)}
			}
		}
	}
	passed, err := p.passed()
	if err != nil || !slices.Equal(passed, want.passed) {
		return &fault{row: -1, text: fmt.Sprintf("the target has the rows %v (%v), the oracle says %v", passed, err, want.passed)}
	}
	return nil
}

// rejected are the rejected rows with the rules that they failed.
func (p *property) rejected() (map[int64][]string, error) {
	out := map[int64][]string{}
	if !p.exists("dst_rejected") {
		return out, nil
	}
	dialect := p.adapter.Dialect()
	query := dialect.Unnest([]string{dialect.Ident(rowID)}, dialect.Ident("_sqlgate_failed_rules"), "dst_rejected")
	err := p.adapter.Query(p.t.Context(), adapters.Statement{SQL: query}, func(scan adapters.Scan) error {
		var row int64
		var rule string
		if err := scan(&row, &rule); err != nil {
			return err
		}
		out[row] = append(out[row], rule)
		return nil
	})
	return out, err
}

// passed are the rows of the target.
func (p *property) passed() (rows []int64, err error) {
	if !p.exists("dst") {
		return nil, nil
	}
	query := "SELECT " + p.adapter.Dialect().Ident(rowID) + " FROM dst ORDER BY 1"
	err = p.adapter.Query(p.t.Context(), adapters.Statement{SQL: query}, func(scan adapters.Scan) error {
		rows = append(rows, 0)
		return scan(&rows[len(rows)-1])
	})
	return rows, err
}

func (p *property) exists(table string) bool {
	_, err := p.adapter.Describe(p.t.Context(), gate.TableName{Parts: []string{table}})
	return err == nil
}

// plan compiles a draft's gate, to look at one rule.
func (p *property) plan(d *draft) (*compile.Plan, error) {
	project, err := p.load(d.yaml())
	if err != nil {
		return nil, err
	}
	source, err := p.adapter.Describe(p.t.Context(), gate.TableName{Parts: []string{"src"}})
	if err != nil {
		return nil, err
	}
	return compile.Compile(project.Gates[0], p.adapter.Dialect(), compile.Input{Source: &source})
}
