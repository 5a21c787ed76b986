package runner

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// Check evaluates a gate's rules and checks over its source, its target or
// another table of the same columns, and writes nothing but the ledger's
// record (unless NoLedger). Rules that look at the target compare with its rows
// as a run would. It needs no more than SELECT on the table, and on the target
// where a rule looks at it.
func (r *Runner) Check(ctx context.Context, g *gate.Gate, o Options) *ledger.Run {
	ctx, cancel := deadline(ctx, o)
	defer cancel()
	history := ledger.KindRun
	if g.CheckOnly() {
		history = ledger.KindCheck
	}
	o.beside, o.mode = g.Target, g.Mode
	g, err := checkedTable(g, o.On)
	e := &execution{runner: r, gate: g, options: o, run: r.newRun(g, ledger.KindCheck, o), history: history}
	r.begin(e)
	if err == nil {
		err = e.check(ctx)
	}
	e.finish(ctx, err)
	return e.run
}

// checkedTable is the gate over the table that a check reads, without target.
func checkedTable(g *gate.Gate, on string) (*gate.Gate, error) {
	c := *g
	c.Target, c.Rejected, c.Mode = gate.TableName{}, gate.Rejected{}, ""
	var table gate.TableName
	switch on {
	case "", "source":
		return &c, nil
	case "target":
		if g.CheckOnly() {
			return &c, &TableError{Pos: g.Pos, Text: "gate " + g.Name + " has no target to check"}
		}
		table = g.Target
		c.Checks = checksOfTarget(g.Checks)
	default:
		var err error
		if table, err = gate.ParseTableName(on); err != nil {
			return &c, err
		}
	}
	c.Source = gate.Source{Table: table, Pos: g.Source.Pos}
	c.Columns = append([]gate.Column(nil), g.Columns...)
	for i := range c.Columns {
		c.Columns[i].SourceColumn = c.Columns[i].Name
	}
	return &c, nil
}

// checksOfTarget are checks whose rows are those of the target, which is what is checked.
func checksOfTarget(checks []*gate.Check) []*gate.Check {
	out := make([]*gate.Check, len(checks))
	for i, c := range checks {
		own := *c
		own.On = gate.BatchRows
		out[i] = &own
	}
	return out
}

func (e *execution) check(ctx context.Context) error {
	if err := e.open(ctx); err != nil {
		return err
	}
	return e.repeat(ctx, func() error {
		if err := e.preflight(ctx); err != nil {
			return err
		}
		e.run.PlanHash = e.plan.Hash()
		if e.ledger != nil {
			if err := migrate(ctx, e.ledger, e.options); err != nil {
				return err
			}
			e.migrated = true
		}
		return e.read(ctx)
	})
}

// read evaluates the batch in one snapshot.
func (e *execution) read(ctx context.Context) error {
	e.phase(PhaseLock)
	lock := adapters.Lock{Gate: e.gate.Name, Read: tables(e.plan.input)}
	_, err := wait(ctx, e.options.LockTimeout, func() (struct{}, error) {
		return struct{}{}, e.adapter.Snapshot(ctx, lock, func(on adapters.Reader) error {
			in, err := describe(ctx, e.adapter, on, e.gate, e.options)
			if err != nil {
				return err
			}
			if e.plan.changed(in) {
				return errChanged
			}
			e.phase(PhaseStage)
			return e.evaluate(ctx, on)
		})
	})
	var raised *raisedError
	if errors.As(err, &raised) {
		return adapters.Attribute(ctx, e.adapter, e.plan.Plan, e.values(), raised.err, e.plan.Probe)
	}
	return err
}

func (e *execution) evaluate(ctx context.Context, on adapters.Reader) error {
	p := e.plan.Plan
	n := max(e.gate.Settings.MaxFailureSamples, e.options.Samples)
	failing := positions(p.Rules, func(i int) bool { return p.Rules[i].Policy != gate.Warn })
	found, err := e.count(ctx, on, failing, n)
	if err != nil {
		return err
	}
	staged := found.tally.Staged
	vs := verdicts(p.Rules, found.tally)
	intolerable := positions(p.Rules, func(i int) bool { return vs[i].policy != gate.Warn })
	if len(intolerable) < len(failing) {
		strict, err := e.count(ctx, on, intolerable, 0)
		if err != nil {
			return err
		}
		found.failing, found.superseded = strict.failing, strict.superseded
	}
	readings := append(p.CheckReadings(), p.CheckRowReadings(rejecting(p.Rules, vs))...)
	checks, err := e.checkResults(ctx, on, batchFacts{tally: found.tally, rejected: found.failing - found.superseded}, readings)
	if err != nil {
		return err
	}
	run := e.run
	run.RowsStaged, run.RowsRejected = staged, found.failing
	run.RowsPassed = staged - run.RowsRejected
	run.Outcome = ledger.Passed
	if run.RowsRejected > 0 || anyCheckFails(checks) || staged == 0 && e.gate.OnEmpty == gate.EmptyFail {
		run.Outcome = ledger.Failed
	}
	if staged == 0 {
		run.Reason = ledger.ReasonNoRows
	}
	results := ruleResults(p, vs, true)
	for i := range results {
		results[i].Samples = found.samples[results[i].Position]
	}
	run.Rules = append([]ledger.RuleResult{schemaResult(e.gate, nil)}, append(results, checks...)...)
	return nil
}

func positions(rules []compile.Rule, want func(i int) bool) []int {
	var out []int
	for i, r := range rules {
		if want(i) {
			out = append(out, r.Position)
		}
	}
	return out
}

// evaluation is what one statement says of a batch.
type evaluation struct {
	tally      adapters.Tally
	failing    int64 // rows that fail one of the failing rules
	superseded int64 // of these: another row of the same key is kept
	samples    map[int][]json.RawMessage
}

// raisedError is one that the warehouse raised while it evaluated the rules.
type raisedError struct{ err error }

func (e *raisedError) Error() string { return e.err.Error() }

func (e *raisedError) Unwrap() error { return e.err }

// count evaluates the batch in one statement, with up to n samples per rule.
func (e *execution) count(ctx context.Context, on adapters.Reader, failing []int, n int) (evaluation, error) {
	found := evaluation{
		tally:   adapters.Tally{Failed: map[int]int64{}, Unknown: map[int]int64{}, Judged: map[int]int64{}, Checks: map[int][]adapters.Observation{}},
		samples: map[int][]json.RawMessage{},
	}
	p := e.plan.Plan
	statement := e.values().Statement(p, p.Check(failing, n), p.BatchValues()...)
	err := on.Query(ctx, statement, func(scan adapters.Scan) error {
		var figure string
		var position int
		var number int64
		var sample *string
		if err := scan(&figure, &position, &number, &sample); err != nil {
			return err
		}
		found.add(compile.Figure(figure), position, number, sample)
		return nil
	})
	if err != nil {
		return evaluation{}, &raisedError{err}
	}
	return found, nil
}

func (e *evaluation) add(figure compile.Figure, position int, number int64, sample *string) {
	switch figure {
	case compile.FigureStaged:
		e.tally.Staged = number
	case compile.FigureFailing:
		e.failing = number
	case compile.FigureSuperseded:
		e.superseded = number
	case compile.FigureFailed:
		e.tally.Failed[position] = number
	case compile.FigureUnknown:
		e.tally.Unknown[position] = number
	case compile.FigureJudged:
		e.tally.Judged[position] = number
	case compile.FigureSample:
		e.samples[position] = append(e.samples[position], adapters.JSONRow(*sample))
	}
}
