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
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/uuid"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/adaptertest/oracle"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/runner"
)

// maxFaults is how many differences are told before the test ends.
const maxFaults = 5

// startMicros is when each run starts: 2024-03-15 13:14:15.123456 UTC.
const startMicros = 1710508455123456

// Property runs random gates over random rows on the engine and holds every
// verdict, and every value that is written, against the oracle's. In each round
// every kind of rule begins a gate; after the rounds those kinds do that were not
// judged both ways yet, and the test fails if some never are. The same seed gives
// the same gates. The environment goes before: PROPERTY_SEED is a seed,
// PROPERTY_TIME (such as 1h) runs gates for so long.
func Property(t *testing.T, e Engine, rounds int, seed uint64) {
	kinds := generated()
	p := openProperty(t, e)
	p.rounds = rounds * len(kinds)
	seed = p.environment(seed)
	for n := 0; p.faults < maxFaults && p.goesOn(n); n++ {
		r := rand.New(rand.NewPCG(seed, uint64(n)))
		first := kinds[n%len(kinds)]
		if lacking := p.lacking(kinds); n >= p.rounds && len(lacking) > 0 && chance(r, 50) {
			first = pick(r, lacking)
		}
		d, f := p.raisingNothing(newDraft(r, p.adapter.Dialect(), first))
		p.gates++
		p.rules += len(d.rules)
		p.pairs += len(d.rows)
		if f == nil {
			f = p.try(d)
		}
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
	long := p.end.IsZero() || p.gates > mostRounds*p.rounds
	if p.faults == 0 && (long || len(p.verdicts) == 0) {
		for _, spec := range p.lacking(gate.Rules()) {
			t.Errorf("the rows were not both valid and invalid by a rule %s, but %v: the test says nothing of it", spec.Name, p.verdicts[spec.Name])
		}
	}
}

// mostRounds bounds how many times the rounds are run to judge all kinds of rules both ways.
const mostRounds = 4

// goesOn reports whether there is a next gate, by its number from 0.
func (p *property) goesOn(n int) bool {
	if !p.end.IsZero() {
		return time.Now().Before(p.end)
	}
	return n < p.rounds || n < mostRounds*p.rounds && len(p.lacking(gate.Rules())) > 0
}

// lacking are those kinds of rules by which rows were not both valid and invalid yet.
func (p *property) lacking(kinds []gate.RuleSpec) []gate.RuleSpec {
	return slices.DeleteFunc(slices.Clone(kinds), func(spec gate.RuleSpec) bool {
		v := p.verdicts[spec.Name]
		return !oracle.Kinds()[spec.Name] || v[oracle.Valid] > 0 && v[oracle.Invalid] > 0
	})
}

// environment takes seed and time from the environment and returns the seed.
func (p *property) environment(seed uint64) uint64 {
	if text := os.Getenv("PROPERTY_SEED"); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			p.t.Fatalf("PROPERTY_SEED: %v", err)
		}
		seed = n
	}
	if text := os.Getenv("PROPERTY_TIME"); text != "" {
		limit, err := time.ParseDuration(text)
		if err != nil {
			p.t.Fatalf("PROPERTY_TIME: %v", err)
		}
		p.end = time.Now().Add(limit)
	}
	return seed
}

// property is the engine with what runs its gates.
type property struct {
	t         *testing.T
	adapter   adapters.DestinationAdapter
	warehouse string
	rounds    int       // gates until each kind of rule has begun a gate in every round
	end       time.Time // zero: after the rounds

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

// raisingNothing is the draft without the rows for which an engine may raise an
// error, and the rules over all rows for which it may.
func (p *property) raisingNothing(d *draft) (*draft, *fault) {
	g, err := p.bound(d)
	if err != nil {
		return d, faultf("the gate does not load: %v", err)
	}
	var kept []oracle.Row
	for _, row := range d.rows {
		if _, err := d.judge(g, []oracle.Row{row}, nil); errors.Is(err, oracle.ErrRaises) {
			p.leaveOut("rows", err)
			continue
		}
		kept = append(kept, row)
	}
	d = d.with(d.rules, kept)
	if _, err := p.judge(d, nil); !errors.Is(err, oracle.ErrRaises) {
		return d, nil
	}
	var rules []draftRule
	for _, r := range d.rules {
		if _, err := p.judge(d.with([]draftRule{r}, d.rows), nil); errors.Is(err, oracle.ErrRaises) {
			p.leaveOut("set rules", err)
			continue
		}
		rules = append(rules, r)
	}
	return d.with(rules, d.rows), nil
}

func (p *property) leaveOut(what string, err error) {
	p.leftOut[what]++
	if testing.Verbose() && os.Getenv("PROPERTY_EXPLAIN") != "" {
		p.t.Logf("left out of %s: %v", what, err)
	}
}

// bound is a draft's gate with the types of its columns.
func (p *property) bound(d *draft) (*gate.Gate, error) {
	project, err := p.load(d.yaml())
	if err != nil {
		return nil, err
	}
	return project.Gates[0].Bind(d.types())
}

// tally counts the verdicts of each kind of rule that the engine confirmed row by row.
func (p *property) tally(j *judgement, want expected) {
	for _, r := range j.gate.Rules {
		if want.policies[r.ID] != gate.Quarantine || want.outcome == ledger.Aborted {
			continue
		}
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

// judge asks the oracle. What the engine rejected, where that is known, tells it
// which row of a key keep: any has kept, which is the engine's choice.
func (p *property) judge(d *draft, rejected map[int]*rejectedRow) (*judgement, error) {
	g, err := p.bound(d)
	if err != nil {
		return nil, err
	}
	j, err := d.judge(g, d.rows, rejected)
	return &judgement{j, g}, err
}

// judge is what the oracle says of rows.
func (d *draft) judge(g *gate.Gate, rows []oracle.Row, rejected map[int]*rejectedRow) (*oracle.Judgement, error) {
	b := oracle.Batch{
		Gate: g, Rows: started(rows), References: map[string][]oracle.Row{referenceTable: d.reference}, Expressions: d.expressions,
		Removed: func(rule string, row oracle.Row) bool {
			r := rejected[int(row[rowID].(oracle.Number).Num().Int64())]
			return r != nil && slices.Contains(r.rules, rule)
		},
	}
	if d.appends {
		b.Target = started(d.target)
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

// try checks and runs a draft and returns the first difference, or nil.
func (p *property) try(d *draft) *fault {
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
	r := p.runner(project)
	checked := r.Check(p.t.Context(), project.Gates[0], runner.Options{NoLedger: true})
	run := r.Run(p.t.Context(), project.Gates[0], runner.Options{})
	for _, run := range []*ledger.Run{checked, run} {
		switch {
		case run.Error == nil || run.Outcome == ledger.Aborted:
		case isKnownRefusal(run.Error.Message):
			p.leaveOut("gates", errors.New(run.Error.Message))
			return nil
		default:
			return faultf("the %s %s: %s", run.Kind, run.Outcome, run.Error.Message)
		}
	}
	rejected, err := p.rejected()
	if err != nil {
		return faultf("the rejected rows cannot be read: %v", err)
	}
	j, err := p.judge(d, rejected)
	if err != nil {
		return faultf("the oracle has no verdict: %v", err)
	}
	want := j.expect()
	if f := p.compare(d, j, want, run, rejected); f != nil {
		return f
	}
	if f := compareCheck(j, want, checked); f != nil {
		return faultf("the check: %s", f)
	}
	p.tally(j, want)
	return nil
}

func (p *property) runner(project *gate.Project) *runner.Runner {
	return &runner.Runner{
		Project: project, Version: "test",
		Now:   func() time.Time { return time.UnixMicro(startMicros).UTC() },
		NewID: func() string { return uuid.Must(uuid.NewV7()).String() },
		Open: func(context.Context, gate.Warehouse) (adapters.DestinationAdapter, error) {
			return shared{p.adapter}, nil
		},
	}
}

// isKnownRefusal reports whether an engine refuses a gate, before it reads a row,
// for what it is known not to do.
func isKnownRefusal(message string) bool {
	return slices.ContainsFunc([]string{
		"regular expression is too complex", // Postgres, of nested repeats
	}, func(known string) bool { return strings.Contains(message, known) })
}
