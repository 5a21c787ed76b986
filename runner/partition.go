package runner

import (
	"context"
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// countOutside warns of the source's rows that are in no partition, so that no
// run of one meets them.
func (e *execution) countOutside(ctx context.Context, on adapters.Reader) error {
	statement := e.plan.CountOutside()
	if statement == "" {
		return nil
	}
	parts := e.plan.Outside()
	counts := make([]int64, 1+len(parts))
	err := on.Query(ctx, e.values().Statement(e.plan.Plan, statement), func(scan adapters.Scan) error {
		dest := make([]any, len(counts))
		for i := range counts {
			dest[i] = &counts[i]
		}
		return scan(dest...)
	})
	if err != nil {
		return fmt.Errorf("count the rows in no partition: %w", err)
	}
	if counts[0] == 0 {
		return nil
	}
	var found []string
	for i, part := range parts {
		if n := counts[i+1]; n > 0 {
			found = append(found, fmt.Sprintf("%d with %s", n, gate.Partition{part}))
		}
	}
	e.note(fmt.Sprintf("rows of the source are in no partition: %s (%d in all); name such a value in --partition to run them", strings.Join(found, ", "), counts[0]))
	return nil
}

// Partitions lists the partitions of a choice, in order; those that only the
// source knows are read from it. Where that fails, failed is the record of a run
// that failed, which the ledger does not have.
func (r *Runner) Partitions(ctx context.Context, g *gate.Gate, choice gate.Partitions, o Options) (list []gate.Partition, failed *ledger.Run) {
	if list, ok := choice.Listed(); ok {
		return list, nil
	}
	failed = r.aside(ctx, g, o, func(e *execution) error {
		present, err := e.present(ctx)
		if err != nil {
			return err
		}
		list, err = choice.Chosen(present)
		return err
	})
	return list, failed
}

// aside does something for a gate outside of a run. Where that fails, it returns
// the record of a run that failed.
func (r *Runner) aside(ctx context.Context, g *gate.Gate, o Options, do func(*execution) error) *ledger.Run {
	ctx, cancel := deadline(ctx, o)
	defer cancel()
	e := &execution{runner: r, gate: g, options: o, run: r.newRun(g, ledger.KindRun, o)}
	e.recorded = true // it is no run, so that there is nothing to record
	err := e.open(ctx)
	if err == nil {
		err = do(e)
	}
	e.finish(ctx, err)
	if err == nil {
		return nil
	}
	return e.run
}

// present reads which partitions the source has.
func (e *execution) present(ctx context.Context) ([][]string, error) {
	o := e.options
	o.Partition = e.gate.NullPartition() // of a plan that is made to list others
	in, err := describe(ctx, e.adapter, e.adapter, e.gate, o)
	if err != nil {
		return nil, err
	}
	plan, err := compile.Compile(e.gate, e.adapter.Dialect(), in, e.runner.Compile...)
	if err != nil {
		return nil, err
	}
	statement, err := plan.Present()
	if err != nil {
		return nil, err
	}
	var out [][]string
	err = e.adapter.Query(ctx, e.values().Statement(plan, statement), func(scan adapters.Scan) error {
		values := make([]string, len(e.gate.PartitionBy))
		dest := make([]any, len(values))
		for i := range values {
			dest[i] = &values[i]
		}
		out = append(out, values)
		return scan(dest...)
	})
	if err != nil {
		return nil, fmt.Errorf("list the partitions of the source: %w", err)
	}
	return out, nil
}

// SkippedFor is the record of a gate that is not run, since one on which it
// depends did not do its work. It is not in the ledger.
func (r *Runner) SkippedFor(g *gate.Gate, o Options, d gate.Dependency) *ledger.Run {
	run := r.newRun(g, ledger.KindRun, o)
	run.FinishedAt = run.StartedAt
	run.Outcome, run.Reason = ledger.Skipped, ledger.ReasonDependencyFailed
	why := "depends_on"
	if d.Rule != "" {
		why = "foreign key " + d.Rule
	}
	run.Error = &ledger.Error{
		Code: CodeDependency, Pos: d.Pos,
		Message: "not run: gate " + d.Gate + ", on which it depends (" + why + "), failed or was not run",
		Hint:    "once " + d.Gate + " passes, run both again, or this one alone",
	}
	return run
}

// Completed are the records, by partition, of the given partitions that have been
// completed: with the options' batch id, or without one by any run. They say that
// nothing was done, and are not in the ledger.
func (r *Runner) Completed(ctx context.Context, g *gate.Gate, list []gate.Partition, o Options) (completed map[string]*ledger.Run, failed *ledger.Run) {
	var batches map[string]ledger.CompletedBatch
	failed = r.aside(ctx, g, o, func(e *execution) (err error) {
		batches, err = e.ledger.CompletedPartitions(ctx, g.Name, o.BatchID)
		return err
	})
	if failed != nil {
		return nil, failed
	}
	completed = map[string]*ledger.Run{}
	for _, p := range list {
		batch, ok := batches[p.String()]
		if !ok {
			continue
		}
		o.Partition = p
		run := r.newRun(g, ledger.KindRun, o)
		run.Outcome, run.Reason = ledger.Skipped, ledger.ReasonAlreadyCompleted
		run.CompletedRunID, run.CompletedResult = batch.RunID, batch.Outcome
		run.FinishedAt = run.StartedAt
		completed[p.String()] = run
	}
	return completed, nil
}
