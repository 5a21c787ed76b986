package adaptertest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
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

// startMicros is when each run starts: 2024-03-15 13:14:15.123456 UTC.
const startMicros = 1710508455123456

// Property runs so many random gates over random rows on the engine and holds
// every verdict, and every value that is written, against the oracle's. The same
// seed gives the same gates. The environment goes before both: PROPERTY_SEED is
// a seed, PROPERTY_TIME (such as 1h) runs gates for so long.
func Property(t *testing.T, e Engine, gates int, seed uint64) {
	seed, more := propertyEnv(t, gates, seed)
	p := openProperty(t, e)
	for n := 0; more(n) && p.faults < maxFaults; n++ {
		d := p.accepted(newDraft(rand.New(rand.NewPCG(seed, uint64(n))), p.adapter.Dialect()))
		p.gates++
		p.rules += len(d.rules)
		p.pairs += len(d.rows)
		f := p.try(d)
		p.tally(d)
		if f != nil {
			p.faults++
			d, f = p.shrink(d, f)
			t.Errorf("seed %d, gate %d:\n%s\n%s", seed, n, f, p.show(d))
		}
	}
	t.Logf("seed %d: %d gates, %d rules, %d pairs of gate and row; left out: %v", seed, p.gates, p.rules, p.pairs, p.leftOut)
	for _, name := range slices.Sorted(maps.Keys(p.verdicts)) {
		t.Logf("%s: %v", name, p.verdicts[name])
	}
}

// propertyEnv is the seed, and whether to go on before a gate, by its number from 0.
func propertyEnv(t *testing.T, gates int, seed uint64) (uint64, func(gate int) bool) {
	if s := os.Getenv("PROPERTY_SEED"); s != "" {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatalf("PROPERTY_SEED: %v", err)
		}
		seed = n
	}
	s := os.Getenv("PROPERTY_TIME")
	if s == "" {
		return seed, func(gate int) bool { return gate < gates }
	}
	limit, err := time.ParseDuration(s)
	if err != nil {
		t.Fatalf("PROPERTY_TIME: %v", err)
	}
	end := time.Now().Add(limit)
	return seed, func(int) bool { return time.Now().Before(end) }
}

// property is the engine with what runs its gates.
type property struct {
	t         *testing.T
	adapter   adapters.DestinationAdapter
	warehouse string

	gates, rules, pairs, faults int
	leftOut                     map[string]int
	verdicts                    map[string]map[oracle.Verdict]int // by kind of rule
}

// shared is the engine's one connection, which outlives the runs.
type shared struct{ adapters.DestinationAdapter }

func (shared) Close() error { return nil }

func openProperty(t *testing.T, e Engine) *property {
	p := &property{t: t, warehouse: e.Warehouse(t), leftOut: map[string]int{}, verdicts: map[string]map[oracle.Verdict]int{}}
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

// accepted is the draft without the casts and rules that the gate or the dialect
// refuses, and without what an engine may raise an error for.
func (p *property) accepted(d *draft) *draft {
	out := *d
	out.columns, out.rules = nil, nil
	for _, c := range d.columns {
		if err := p.compiles(&draft{columns: []draftColumn{c}}); err != nil {
			p.leaveOut("columns", err)
			return &out
		}
	}
	out.columns = d.columns
	for _, r := range d.rules {
		alone := d.with([]draftRule{r}, nil)
		if err := p.compiles(alone); err != nil {
			p.leaveOut("rules", err)
			continue
		}
		out.rules = append(out.rules, r)
	}
	g, err := p.bound(&out)
	if err != nil {
		return &out // and try says so
	}
	var kept []oracle.Row
	for _, row := range d.rows {
		if _, err := d.judge(g, []oracle.Row{row}); errors.Is(err, oracle.ErrRaises) {
			p.leaveOut("rows", err)
			continue
		}
		kept = append(kept, row)
	}
	return p.withoutRaising(out.with(out.rules, kept))
}

// withoutRaising leaves out the rules over all rows for which an engine may raise an error.
func (p *property) withoutRaising(d *draft) *draft {
	var rules []draftRule
	if _, err := p.judge(d); !errors.Is(err, oracle.ErrRaises) {
		return d
	}
	for _, r := range d.rules {
		if _, err := p.judge(d.with([]draftRule{r}, d.rows)); errors.Is(err, oracle.ErrRaises) {
			p.leaveOut("set rules", err)
			continue
		}
		rules = append(rules, r)
	}
	return d.with(rules, d.rows)
}

func (p *property) leaveOut(what string, err error) {
	p.leftOut[what]++
	if testing.Verbose() && os.Getenv("PROPERTY_EXPLAIN") != "" {
		p.t.Logf("left out of %s: %v", what, err)
	}
}

func (p *property) compiles(d *draft) error {
	g, err := p.bound(d)
	if err != nil {
		return err
	}
	_, err = compile.Compile(g, p.adapter.Dialect(), compile.Input{})
	return err
}

// bound is a draft's gate with the types of its columns.
func (p *property) bound(d *draft) (*gate.Gate, error) {
	project, err := p.load(d.yaml())
	if err != nil {
		return nil, err
	}
	return project.Gates[0].Bind(d.types())
}

// tally counts the verdicts of each kind of rule, which tells whether a kind is tested at all.
func (p *property) tally(d *draft) {
	j, err := p.judge(d)
	if err != nil {
		return
	}
	for _, r := range j.gate.Rules {
		if p.verdicts[r.Kind] == nil {
			p.verdicts[r.Kind] = map[oracle.Verdict]int{}
		}
		for _, v := range j.Verdicts[r.ID] {
			p.verdicts[r.Kind][v]++
		}
	}
}

// types are the types of the target's columns.
func (d *draft) types() map[string]gate.Type {
	types := map[string]gate.Type{}
	for _, c := range d.columns {
		types[c.name] = c.typ
	}
	return types
}

// judgement is what the oracle says, with the gate that it was asked about.
type judgement struct {
	*oracle.Judgement
	gate *gate.Gate
}

func (p *property) judge(d *draft) (*judgement, error) {
	g, err := p.bound(d)
	if err != nil {
		return nil, err
	}
	j, err := d.judge(g, d.rows)
	return &judgement{j, g}, err
}

// judge is what the oracle says of rows.
func (d *draft) judge(g *gate.Gate, rows []oracle.Row) (*oracle.Judgement, error) {
	b := oracle.Batch{
		Gate: g, Rows: started(rows), Target: started(d.target),
		References: map[string][]oracle.Row{referenceTable: d.reference}, Expressions: d.expressions,
	}
	return b.Judge()
}

// started are rows that know when the run starts.
func started(rows []oracle.Row) []oracle.Row {
	out := make([]oracle.Row, len(rows))
	for i, row := range rows {
		out[i] = maps.Clone(row)
		out[i][oracle.StartedAt] = oracle.Timestamp(startMicros)
	}
	return out
}

// fault is a difference between the engine and the oracle.
type fault struct{ text string }

func (f *fault) String() string { return f.text }

func faultf(format string, args ...any) *fault { return &fault{fmt.Sprintf(format, args...)} }

// try runs a draft and returns the first difference, or nil.
func (p *property) try(d *draft) *fault {
	j, err := p.judge(d)
	if err != nil {
		return faultf("the oracle has no verdict: %v", err)
	}
	statements, err := p.fill(d)
	if err != nil {
		return faultf("the rows have no SQL: %v", err)
	}
	if _, err := p.adapter.Exec(p.t.Context(), statements...); err != nil {
		return faultf("the rows cannot be written: %v", err)
	}
	project, err := p.load(d.yaml())
	if err != nil {
		return faultf("the gate does not load: %v", err)
	}
	run := p.run(project)
	if run.Error != nil && run.Outcome != ledger.Aborted {
		return faultf("the run %s: %s", run.Outcome, run.Error.Message)
	}
	return p.compare(d, j, run)
}

func (p *property) run(project *gate.Project) *ledger.Run {
	r := &runner.Runner{
		Project: project, Version: "test",
		Now:   func() time.Time { return time.UnixMicro(startMicros).UTC() },
		NewID: func() string { return uuid.Must(uuid.NewV7()).String() },
		Open: func(context.Context, gate.Warehouse) (adapters.DestinationAdapter, error) {
			return shared{p.adapter}, nil
		},
	}
	return r.Run(p.t.Context(), project.Gates[0], runner.Options{})
}
