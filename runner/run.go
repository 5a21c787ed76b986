package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// Run runs a gate and returns its record, which says how the run ended; it is
// never nil. Everything but errored, interrupted and aborted runs has been
// committed with its record when Run returns. A check-only gate is checked.
func (r *Runner) Run(ctx context.Context, g *gate.Gate, o Options) *ledger.Run {
	if g.CheckOnly() {
		return r.Check(ctx, g, o)
	}
	o.NoLedger = false
	ctx, cancel := deadline(ctx, o)
	defer cancel()
	e := &execution{runner: r, gate: g, options: o, run: r.newRun(g, ledger.KindRun, o), history: ledger.KindRun}
	r.begin(e)
	err := e.do(ctx)
	e.finish(ctx, err)
	return e.run
}

// execution is one run while it is under way.
type execution struct {
	runner   *Runner
	gate     *gate.Gate
	options  Options
	run      *ledger.Run
	adapter  adapters.DestinationAdapter
	ledger   *ledger.Ledger
	migrated bool // the ledger is there, so that the run can be recorded
	plan     *Plan
	recorded bool
	unknown  bool              // whether the run was committed
	stop     func()            // ends the heartbeat of a run that is in active_runs
	history  ledger.Kind       // of the runs that checks compare with
	vars     map[string]string // the values of the gate's vars
}

func (r *Runner) newRun(g *gate.Gate, kind ledger.Kind, o Options) *ledger.Run {
	run := &ledger.Run{
		RunID: r.NewID(), Gate: g.Name, Kind: kind, Warehouse: g.Warehouse, Source: g.Source.String(),
		Target: g.Target.String(), Rejected: g.Rejected.Table.String(), Mode: string(g.Mode),
		Partition: o.Partition.String(), BatchID: o.BatchID, Settings: g.Settings,
		StartedAt: r.Now(), GateHash: g.Hash, SqlgateVersion: r.Version,
		Host: r.Origin.Host, OSUser: r.Origin.OSUser, Trigger: r.Origin.Trigger, TriggerIDs: r.Origin.TriggerIDs, GitSHA: r.Origin.GitSHA,
	}
	if o.Warehouse != "" {
		run.Warehouse = o.Warehouse
	}
	if kind == ledger.KindReplay {
		run.Source = run.Rejected
		if g.Mode != gate.Upsert {
			run.Mode = string(gate.Append)
		}
	}
	if o.Where != "" {
		run.Source += " WHERE " + o.Where
		rows := "the rows of the source"
		if kind == ledger.KindReplay {
			rows = "the unresolved rejected rows"
		}
		run.Warnings = append(run.Warnings, "the batch is only "+rows+" with --where "+o.Where)
	}
	return run
}

func (e *execution) do(ctx context.Context) error {
	if err := e.open(ctx); err != nil {
		return err
	}
	return e.repeat(ctx, func() error {
		if err := e.prepare(ctx); err != nil {
			return err
		}
		return e.work(ctx)
	})
}

// open connects to the warehouse and its ledger.
func (e *execution) open(ctx context.Context) (err error) {
	if e.vars, err = e.gate.VarValues(e.options.Vars); err != nil {
		return err
	}
	e.run.Vars = e.gate.ShownVars(e.vars)
	e.phase(PhaseConnect)
	a, err := e.runner.open(ctx, e.gate, e.options)
	if err != nil {
		return err
	}
	e.adapter = a
	e.phase(PhasePreflight)
	if !e.options.NoLedger {
		e.ledger = ledger.New(a, e.runner.Project.Ledger.Schema)
		e.ledger.Now = e.runner.Now
	}
	e.run.EngineVersion, err = a.EngineVersion(ctx)
	return err
}

// prepare is everything before the work transaction.
func (e *execution) prepare(ctx context.Context) error {
	if err := e.preflight(ctx); err != nil {
		return err
	}
	e.run.PlanHash = e.plan.Hash()
	e.run.DroppedColumns = e.plan.DroppedColumns
	if err := migrate(ctx, e.ledger, e.options); err != nil {
		return err
	}
	e.migrated = true
	// After an outage the run's own sign of life is old.
	_, err := e.ledger.SweepInterrupted(ctx, func(a ledger.Active) bool { return a.RunID == e.run.RunID || e.ledger.Alive(a) })
	if passes(err) {
		return err
	}
	e.warn("what another run left could not be tidied", err)
	if err := e.ledger.EnsureLocks(ctx, e.plan.Locks); err != nil {
		return err
	}
	if err := e.ledger.Start(ctx, e.active()); err != nil {
		return err
	}
	if e.stop == nil {
		e.stop = e.ledger.Beat(ctx, e.run.RunID)
	}
	return nil
}

func migrate(ctx context.Context, l *ledger.Ledger, o Options) error {
	if o.NoMigrate {
		return l.Check(ctx)
	}
	_, err := l.Migrate(ctx)
	return err
}

func (e *execution) active() ledger.Active {
	r := e.run
	return ledger.Active{
		RunID: r.RunID, Gate: r.Gate, Kind: r.Kind, Warehouse: r.Warehouse, Source: r.Source, Target: r.Target,
		Rejected: r.Rejected, Mode: r.Mode, Partition: r.Partition, BatchID: r.BatchID, StartedAt: r.StartedAt,
		OSUser: r.OSUser, SqlgateVersion: r.SqlgateVersion, LockNames: e.plan.Locks,
	}
}

// work is the work transaction: lock, stage, decide, write, record, commit.
func (e *execution) work(ctx context.Context) (err error) {
	e.phase(PhaseLock)
	b, err := e.begin(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if abandonErr := b.Abandon(context.WithoutCancel(ctx)); err == nil {
			err = abandonErr
		}
	}()
	err = e.settle(ctx, e.process(ctx, b))
	var locked *adapters.LockedError
	switch {
	case !errors.As(err, &locked):
		return err
	case locked.Conflict:
		return fmt.Errorf("%w: %w", errOvertaken, locked.Err)
	default:
		return fmt.Errorf("%w: %w", errKept, locked.Err)
	}
}

// process is what a run does with its batch, once it has the locks.
func (e *execution) process(ctx context.Context, b adapters.Batch) error {
	// Who holds the locks is not swept any more.
	if recorded, err := e.ledger.OutcomeOf(ctx, b, e.run.RunID); err != nil {
		return err
	} else if recorded != "" {
		e.recorded = true
		return errSwept
	}
	in, err := describe(ctx, e.adapter, b, e.gate, e.options)
	if err != nil {
		return err
	}
	if e.plan.changed(in) {
		return errChanged
	}
	if done, err := e.alreadyCompleted(ctx, b); done || err != nil {
		return err
	}

	e.phase(PhaseStage)
	tally, err := b.Stage(ctx, e.plan.Plan, e.values())
	if err != nil {
		return err
	}
	e.run.RowsStaged = tally.Staged
	if err := e.countOutside(ctx, b); err != nil {
		return err
	}
	e.phase(PhaseDecide)
	d, err := e.decide(ctx, b, tally)
	if err != nil || !d.Target && !d.Rejected {
		return err
	}
	if e.options.DryRun {
		e.run.RowsPassed, e.run.RowsRejected = d.Staged-d.Expect.Rejected, d.Expect.Rejected
		return nil
	}
	e.phase(PhaseWrite)
	err = b.Write(ctx, d, e.record)
	e.recorded = err == nil
	return err
}

// decide tallies the batch into the run's record and says what to write.
func (e *execution) decide(ctx context.Context, b adapters.Batch, tally adapters.Tally) (adapters.Decision, error) {
	p, run := b.Plan(), e.run
	vs := verdicts(p.Rules, tally)
	rejecting := rejecting(p.Rules, vs)
	counts, err := b.Count(ctx, rejecting)
	if err != nil {
		return adapters.Decision{}, err
	}
	facts := batchFacts{tally: tally, rejected: counts.Rejected - counts.Superseded}
	checks, err := e.checkResults(ctx, b, facts, p.RowReadings(rejecting))
	if err != nil {
		return adapters.Decision{}, err
	}
	run.Outcome, run.Reason = decide(p, vs, checks, tally.Staged, counts)
	run.Error = aborted(run, p, vs, checks, counts)
	failure := run.Outcome == ledger.Aborted || run.Outcome == ledger.NoValidRows && run.Kind != ledger.KindReplay
	results := ruleResults(p, vs, failure)
	if err := e.addSamples(ctx, b, results); err != nil {
		return adapters.Decision{}, err
	}
	run.Rules = append([]ledger.RuleResult{schemaResult(e.gate, nil)}, append(results, checks...)...)

	writes := run.Outcome == ledger.Passed || run.Outcome == ledger.Split
	d := adapters.Decision{
		Rejecting: rejecting,
		Target:    writes,
		Rejected:  run.Outcome == ledger.Split || run.Outcome == ledger.NoValidRows,
		Again:     e.options.Force && e.run.BatchID != "",
		Expect:    counts, Staged: tally.Staged,
		Run: e.values(),
	}
	d.Run.RejectedAt = e.runner.Now().UTC()
	if err := e.measure(ctx, b, d); err != nil {
		return adapters.Decision{}, err
	}
	d.DeleteBatch = p.Gate.SourceAfter != gate.KeepSource && (d.Target || d.Rejected) && tally.Staged > 0
	if writes {
		run.RowsWarned = counts.Warned
	}
	run.RuleSets = nil
	if d.Rejected {
		run.RowsSuperseded = counts.Superseded
		run.RuleSets = ruleSets(p.Rules, counts)
	}
	return d, nil
}

// values are what the run's statements bind.
func (e *execution) values() adapters.RunValues {
	return adapters.RunValues{RunID: e.run.RunID, BatchID: e.run.BatchID, Partition: e.run.Partition, StartedAt: e.run.StartedAt.UTC(), Vars: e.vars}
}

func (e *execution) addSamples(ctx context.Context, b adapters.Batch, results []ledger.RuleResult) error {
	samples, err := b.Samples(ctx, max(e.gate.Settings.MaxFailureSamples, e.options.Samples))
	if err != nil {
		return err
	}
	for i := range results {
		for _, row := range samples[results[i].Position] {
			results[i].Samples = append(results[i].Samples, adapters.JSONRow(row))
		}
	}
	return nil
}

// measure reads the statistics of the rows to be written and samples of rows, as
// the settings want them.
func (e *execution) measure(ctx context.Context, b adapters.Batch, d adapters.Decision) (err error) {
	p, run, n := b.Plan(), e.run, e.gate.Settings.RowSample
	run.Statistics, run.PassedSample, run.RejectedSample = nil, nil, nil
	if d.Target {
		if run.Statistics, err = adapters.ReadStatistics(ctx, b, p, d); err != nil {
			return err
		}
	}
	if d.Target && n > 0 {
		if run.PassedSample, err = adapters.ReadRows(ctx, b, d.Run.Statement(p, p.SamplePassed(d.Rejecting, n))); err != nil {
			return err
		}
	}
	if d.Rejected && n > 0 {
		run.RejectedSample, err = adapters.ReadRows(ctx, b, d.Run.Statement(p, p.SampleRejected(d.Rejecting, n)))
	}
	return err
}

// ruleSets are the sets by rule ids, largest first. Rows that lost to a kept one
// are counted apart, though they may fail the same rules as others. The rows of
// the sets that were not read are the last, of no rules.
func ruleSets(rules []compile.Rule, counts adapters.Counts) []ledger.RuleSet {
	var out []ledger.RuleSet
	rest := counts.Rejected
	for _, s := range counts.RuleSets {
		rest -= s.Rows
		var ids []string
		for _, position := range s.Positions {
			ids = append(ids, rules[position-1].ID)
		}
		i := slices.IndexFunc(out, func(o ledger.RuleSet) bool { return slices.Equal(o.Rules, ids) })
		if i < 0 {
			out = append(out, ledger.RuleSet{Rules: ids})
			i = len(out) - 1
		}
		out[i].Rows += s.Rows
	}
	slices.SortStableFunc(out, func(a, b ledger.RuleSet) int { return cmp.Compare(b.Rows, a.Rows) })
	if rest > 0 {
		out = append(out, ledger.RuleSet{Rows: rest})
	}
	return out
}

// record completes the run's record with what was written and returns the
// statements that put it into the ledger with the data.
func (e *execution) record(w adapters.Written) []adapters.Statement {
	e.phase(PhaseRecord)
	run := e.run
	run.RowsPassed, run.RowsRejected, run.RowsDeleted = w.Passed, w.Rejected, w.Deleted
	run.BytesProcessed = adapters.Billed(e.adapter)
	if w.Rejected > 0 {
		run.RejectedQuery = e.ledger.RejectedQuery(e.gate.Rejected.Table, run.RunID)
	}
	run.FinishedAt = e.runner.Now()
	if run.Kind == ledger.KindReplay && w.Rejected > 0 {
		run.RejectedQuery = e.ledger.UnresolvedQuery(e.gate.Rejected.Table)
	}
	statements := e.ledger.RecordRun(run)
	if run.RowsStaged == 0 || run.Kind == ledger.KindReplay {
		return statements
	}
	batchID := run.BatchID
	if batchID == "" {
		batchID = run.RunID
	}
	if run.CompletedRunID != "" {
		return append(statements, e.ledger.RecompleteBatch(run.Gate, run.Partition, batchID, run.RunID))
	}
	return append(statements, e.ledger.CompleteBatch(run.Gate, run.Partition, batchID, run.RunID))
}

// alreadyCompleted ends the run where its batch id has been completed.
func (e *execution) alreadyCompleted(ctx context.Context, b adapters.Batch) (bool, error) {
	if e.options.BatchID == "" && !e.options.Resume {
		return false, nil
	}
	runID, outcome, found, err := e.ledger.Completed(ctx, b, e.gate.Name, e.run.Partition, e.options.BatchID)
	if err != nil || !found {
		return false, err
	}
	run := e.run
	run.CompletedRunID, run.CompletedResult = runID, outcome
	if e.options.Force && run.BatchID != "" {
		e.note(fmt.Sprintf("batch %s was completed by run %s; --force runs it again, and %s", run.BatchID, runID, forceMeans(e.gate.Mode)))
		return false, nil
	}
	completed, err := e.ledger.RunByID(ctx, runID)
	if err != nil {
		return false, err
	}
	run.Rules, run.RuleSets = completed.Rules, completed.RuleSets
	run.Outcome, run.Reason = ledger.Skipped, ledger.ReasonAlreadyCompleted
	what := "batch " + run.BatchID
	if run.BatchID == "" {
		what = "partition " + run.Partition
	}
	e.note(fmt.Sprintf("%s was already completed by run %s (%s); nothing was done. --force runs it again", what, runID, outcome))
	return true, nil
}

// forceMeans says what running a batch again does, and to the rows that it
// rejected before.
func forceMeans(m gate.Mode) string {
	const superseded = "; what it rejected before and is unresolved is superseded"
	switch m {
	case gate.Replace:
		return "replaces the target's rows" + superseded
	case gate.ReplacePartition:
		return "replaces the partition's rows" + superseded
	case gate.Upsert:
		return "updates the target's rows of its keys once more" + superseded
	default:
		return "appends its rows a second time" + superseded
	}
}

func (e *execution) phase(p Phase) {
	e.runner.progress(Progress{RunID: e.run.RunID, Gate: e.gate.Name, Phase: p, Rows: e.run.RowsStaged})
}
