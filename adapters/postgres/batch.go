package postgres

import (
	"context"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
)

// batch is one run's work transaction.
type batch struct {
	*transaction
	plan *compile.Plan
	run  adapters.RunValues
}

// Stage finds the failing rows.
func (b *batch) Stage(ctx context.Context, p *compile.Plan, run adapters.RunValues) (adapters.Tally, error) {
	b.plan, b.run = p, run
	if statement := p.Copy(); statement != "" {
		if _, err := b.exec(ctx, "read the source", run.Statement(p, statement)); err != nil {
			return adapters.Tally{}, err
		}
	}
	if err := b.script(ctx, "evaluate the rules", "SAVEPOINT sqlgate_stage"); err != nil {
		return adapters.Tally{}, err
	}
	if err := b.stage(ctx); err != nil {
		return adapters.Tally{}, b.attribute(ctx, err)
	}
	return adapters.ReadTally(ctx, b, p, run)
}

func (b *batch) stage(ctx context.Context) error {
	for _, step := range b.plan.Staging() {
		if _, err := b.exec(ctx, "evaluate the rules", adapters.Statement{SQL: step.SQL, Args: b.run.Args(step.Values)}); err != nil {
			return err
		}
	}
	for _, statement := range []string{b.plan.Analyze(), b.plan.Sets()} {
		if _, err := b.exec(ctx, "evaluate the rules", adapters.Statement{SQL: statement}); err != nil {
			return err
		}
	}
	return nil
}

// attribute finds the rule that an error of the evaluation comes from, over the
// same snapshot.
func (b *batch) attribute(ctx context.Context, failure error) error {
	if err := b.script(ctx, "", "ROLLBACK TO SAVEPOINT sqlgate_stage"); err != nil {
		return failure
	}
	return adapters.Attribute(ctx, b, b.plan, b.run, failure, b.plan.Probe)
}

// Plan is the plan that was staged.
func (b *batch) Plan() *compile.Plan { return b.plan }

// Count counts the staged rows by what becomes of them.
func (b *batch) Count(ctx context.Context, rejecting []int) (adapters.Counts, error) {
	return adapters.ReadCounts(ctx, b, b.plan, rejecting, func(scan adapters.Scan, set *adapters.RuleSet) error {
		return scan(&set.Positions, &set.Rows)
	})
}

// Samples returns failing rows as JSON objects.
func (b *batch) Samples(ctx context.Context, n int) (map[int][]string, error) {
	return adapters.ReadSamples(ctx, b, b.plan, n)
}

// Write writes, proves, records and commits.
func (b *batch) Write(ctx context.Context, d adapters.Decision, record func(adapters.Written) []adapters.Statement) error {
	var err error
	if d.Run.RejectedRows, err = b.rejectedRows(ctx, d); err != nil {
		return err
	}
	w, err := adapters.WriteRows(ctx, b.exec, b.plan, d)
	if err != nil {
		return err
	}
	if err := adapters.Prove(d, w); err != nil {
		return err
	}
	for _, s := range record(w) {
		if _, err := b.exec(ctx, "record the run", s); err != nil {
			return err
		}
	}
	return b.commit(ctx)
}

// rejectedRows are the locators of the rejected rows as the text of an array,
// which goes back to the server as a constant: one of about a megabyte at most.
// It is empty where there are more, or where the server would look each row up in
// the array itself, as before version 14 all do.
func (b *batch) rejectedRows(ctx context.Context, d adapters.Decision) (list string, err error) {
	const most, hashesArrays = 100_000, 140000
	if !d.Target || d.Expect.Rejected == 0 || d.Expect.Rejected > most || b.a.number < hashesArrays {
		return "", nil
	}
	sql := "SELECT CAST(array_agg(r) AS text) FROM (" + b.plan.RejectedRows(d.Rejecting) + ") AS rejected (r)"
	err = b.Query(ctx, adapters.Statement{SQL: sql}, func(scan adapters.Scan) error { return scan(&list) })
	return list, err
}

// Abandon rolls back.
func (b *batch) Abandon(context.Context) error {
	b.rollback()
	return nil
}

var _ adapters.Batch = (*batch)(nil)
