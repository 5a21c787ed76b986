package duckdb

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
)

// batch is one run's transaction on a connection of its own.
type batch struct {
	reader
	conn *sql.Conn
	plan *compile.Plan
	run  adapters.RunValues
	done bool
}

// Stage finds the failing rows.
func (b *batch) Stage(ctx context.Context, p *compile.Plan, run adapters.RunValues) (adapters.Tally, error) {
	b.plan, b.run = p, run
	if err := b.copy(ctx); err != nil {
		return adapters.Tally{}, err
	}
	if err := b.stage(ctx); err != nil {
		return adapters.Tally{}, b.attribute(ctx, err)
	}
	return adapters.ReadTally(ctx, b, p, run)
}

func (b *batch) copy(ctx context.Context) error {
	if statement := b.plan.Copy(); statement != "" {
		_, err := exec(ctx, b.conn, "read the source", b.run.Statement(b.plan, statement))
		return err
	}
	return nil
}

// stage evaluates the rules. Rows in no order of their own reach a table in full
// vectors, which is cheaper; the stage needs no order.
func (b *batch) stage(ctx context.Context) (err error) {
	ordered, err := b.ordered(ctx)
	if err != nil {
		return err
	}
	if ordered {
		if err := b.setOrdered(ctx, false); err != nil {
			return err
		}
		defer func() {
			if err == nil {
				err = b.setOrdered(ctx, true)
			}
		}()
	}
	for _, step := range b.plan.Staging() {
		if _, err := exec(ctx, b.conn, "evaluate the rules", adapters.Statement{SQL: step.SQL, Args: b.run.Args(step.Values)}); err != nil {
			return err
		}
	}
	_, err = exec(ctx, b.conn, "evaluate the rules", adapters.Statement{SQL: b.plan.Sets()})
	return err
}

// ordered reports whether statements keep the order of rows.
func (b *batch) ordered(ctx context.Context) (on bool, err error) {
	err = b.Query(ctx, adapters.Statement{SQL: "SELECT current_setting('preserve_insertion_order')"}, func(scan adapters.Scan) error {
		return scan(&on)
	})
	return on, err
}

func (b *batch) setOrdered(ctx context.Context, on bool) error {
	_, err := exec(ctx, b.conn, "evaluate the rules", adapters.Statement{SQL: fmt.Sprintf("SET SESSION preserve_insertion_order = %t", on)})
	return err
}

// attribute finds the rule that an error of the evaluation comes from. The
// error has aborted the transaction, so the rules are tried in a new one.
func (b *batch) attribute(ctx context.Context, failure error) error {
	for _, s := range []string{"ROLLBACK", "BEGIN TRANSACTION"} {
		if _, err := exec(ctx, b.conn, "", adapters.Statement{SQL: s}); err != nil {
			return failure
		}
	}
	return adapters.Attribute(ctx, b, b.plan, b.run, failure, b.plan.Probe)
}

// Plan is the plan that was staged.
func (b *batch) Plan() *compile.Plan { return b.plan }

// Count counts the staged rows by what becomes of them.
func (b *batch) Count(ctx context.Context, rejecting []int) (adapters.Counts, error) {
	return adapters.ReadCounts(ctx, b, b.plan, rejecting, func(scan adapters.Scan, set *adapters.RuleSet) error {
		var list []any
		if err := scan(&list, &set.Rows); err != nil {
			return err
		}
		for _, position := range list {
			set.Positions = append(set.Positions, toInt(position))
		}
		return nil
	})
}

// Samples returns failing rows as JSON objects.
func (b *batch) Samples(ctx context.Context, n int) (map[int][]string, error) {
	return adapters.ReadSamples(ctx, b, b.plan, n)
}

// Write writes, proves, records and commits.
func (b *batch) Write(ctx context.Context, d adapters.Decision, record func(adapters.Written) []adapters.Statement) error {
	w, err := adapters.WriteRows(ctx, b.exec, b.plan, d)
	if err != nil {
		return err
	}
	if err := adapters.Prove(d, w); err != nil {
		return err
	}
	for _, s := range record(w) {
		if _, err := exec(ctx, b.conn, "record the run", s); err != nil {
			return err
		}
	}
	if _, err := exec(context.WithoutCancel(ctx), b.conn, "commit", adapters.Statement{SQL: "COMMIT"}); err != nil {
		return err
	}
	b.done = true
	_ = discard(b.conn) // the work is committed, whatever becomes of the connection
	return nil
}

func (b *batch) exec(ctx context.Context, step string, s adapters.Statement) (int64, error) {
	return exec(ctx, b.conn, step, s)
}

// Abandon rolls back.
func (b *batch) Abandon(ctx context.Context) error {
	if b.done {
		return nil
	}
	b.done = true
	return rollback(ctx, b.conn)
}

func toInt(v any) int {
	switch n := v.(type) {
	case int8:
		return int(n)
	case int16:
		return int(n)
	case int32:
		return int(n)
	case int64:
		return int(n)
	}
	panic(fmt.Sprintf("sqlgate: a rule's position is a %T", v))
}
