package runner_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/adaptertest/pgtest"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/runner"
)

// TestSoak has 20 runs of 10 gates at once, while others insert into their
// sources and somebody ends sessions of the runs: each row that was inserted is
// in one place, the right one, and the ledger counts it once. SOAK_TIME (such as
// 2m) is how long.
func TestSoak(t *testing.T) {
	t.Parallel()
	duration := 3 * time.Second
	if s := os.Getenv("SOAK_TIME"); s != "" {
		var err error
		if duration, err = time.ParseDuration(s); err != nil {
			t.Fatal(err)
		}
	}
	const gates, runners = 10, 20
	s := &soak{pgBundle: newPgBundle(t, pgtest.Start(t).Database(t)), inserted: make([]int, gates), wrote: make([]atomic.Int64, gates)}
	for i := range gates {
		s.gate(fmt.Sprintf("g%d", i), strings.NewReplacer("gate: orders", fmt.Sprintf("gate: g%d", i),
			": staging", fmt.Sprintf(": staging_%d", i), ": target", fmt.Sprintf(": target_%d", i)).Replace(ordersGate))
		s.exec(fmt.Sprintf("CREATE TABLE staging_%[1]d (id bigint GENERATED ALWAYS AS IDENTITY, amount integer); CREATE TABLE target_%[1]d (id bigint, amount integer)", i))
	}
	ctx, cancel := context.WithTimeout(t.Context(), duration)
	defer cancel()
	_, p := s.runner()
	var all sync.WaitGroup
	for n := range runners {
		all.Go(func() { s.runs(ctx, p.Gates[n%gates], n%gates) })
	}
	for i := range gates {
		all.Go(func() { s.report(s.inserts(ctx, i)) })
	}
	all.Go(func() { s.report(s.breaks(ctx)) })
	all.Wait()

	rows := 0
	for i, n := range s.inserted {
		rows += n
		if s.wrote[i].Load() == 0 {
			t.Errorf("no run of gate g%d wrote: the test says nothing", i)
		}
		s.want(fmt.Sprintf(`SELECT count(*) || ' rows, ' || count(DISTINCT id) || ' ids, ' || count(*) FILTER (WHERE NOT fits) || ' misplaced' FROM (
SELECT id, TRUE AS fits FROM staging_%[1]d UNION ALL SELECT id, amount >= 0 FROM target_%[1]d UNION ALL SELECT id, amount < 0 FROM target_%[1]d_rejected) AS t`, i),
			fmt.Sprintf("%d rows, %d ids, 0 misplaced", n, n))
		s.want(fmt.Sprintf("SELECT sum(rows_passed) || ' ' || sum(rows_rejected) || ' ' || sum(rows_deleted) FROM sqlgate.runs WHERE gate = 'g%d'", i),
			s.text(fmt.Sprintf("SELECT t || ' ' || r || ' ' || t + r FROM (SELECT (SELECT count(*) FROM target_%[1]d) AS t, (SELECT count(*) FROM target_%[1]d_rejected) AS r) AS counts", i)))
	}
	if s.again.Load() == 0 {
		t.Error("no run began again: the test says nothing")
	}
	t.Logf("%s: %d rows inserted, %s left in staging; %d sessions ended, %d attempts more; runs: %s", duration, rows,
		s.text("SELECT CAST(sum(n) AS text) FROM (SELECT "+strings.Join(counts(gates), " UNION ALL SELECT ")+") AS t(n)"), s.broken.Load(), s.again.Load(),
		s.text("SELECT string_agg(outcome || ' ' || n, ', ' ORDER BY outcome) FROM (SELECT outcome, count(*) AS n FROM sqlgate.runs GROUP BY outcome) AS o"))
}

func counts(gates int) []string {
	var out []string
	for i := range gates {
		out = append(out, fmt.Sprintf("count(*) FROM staging_%d", i))
	}
	return out
}

type soak struct {
	pgBundle
	inserted      []int          // rows by gate
	wrote         []atomic.Int64 // runs that wrote, by gate
	again, broken atomic.Int64
}

func (s *soak) report(err error) {
	if err != nil {
		s.t.Error(err)
	}
}

// runs runs a gate again and again.
func (s *soak) runs(ctx context.Context, g *gate.Gate, i int) {
	r, _ := s.runner()
	for ctx.Err() == nil {
		attempts := int64(-1)
		r.Progress = func(p runner.Progress) {
			if p.Phase == runner.PhaseLock {
				attempts++
			}
		}
		run := r.Run(context.WithoutCancel(ctx), g, runner.Options{LockTimeout: time.Minute})
		s.again.Add(max(attempts, 0))
		switch run.Outcome {
		case ledger.Passed, ledger.Split, ledger.NoValidRows:
			s.wrote[i].Add(1)
		case ledger.Skipped:
		default:
			if run.Error != nil && run.Error.Code == string(adapters.CodeLost) {
				continue // ended four times in a row: it has changed nothing
			}
			s.t.Errorf("%s: %s %v", g.Name, run.Outcome, run.Error)
		}
	}
}

// inserts inserts rows into the source of a gate, every third of them to be rejected.
func (s *soak) inserts(ctx context.Context, i int) (err error) {
	conn, err := pgx.Connect(context.WithoutCancel(ctx), s.dsn)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	for n := 0; ctx.Err() == nil; n++ {
		rows := n%50 + 1
		insert := fmt.Sprintf("INSERT INTO staging_%d (amount) SELECT CASE WHEN n %% 3 = 0 THEN -1 ELSE 1 END FROM generate_series(1, %d) AS g(n)", i, rows)
		if _, err := conn.Exec(context.WithoutCancel(ctx), insert); err != nil {
			return err
		}
		s.inserted[i] += rows
		time.Sleep(2 * time.Millisecond)
	}
	return nil
}

// breaks ends a session of a run now and then.
func (s *soak) breaks(ctx context.Context) (err error) {
	conn, err := pgx.Connect(context.WithoutCancel(ctx), s.dsn)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	const one = `SELECT count(pg_terminate_backend(pid)) FROM (
SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'sqlgate/%' ORDER BY random() LIMIT 1) AS one`
	for ctx.Err() == nil {
		var n int64
		if err := conn.QueryRow(context.WithoutCancel(ctx), one).Scan(&n); err != nil {
			return err
		}
		s.broken.Add(n)
		time.Sleep(500 * time.Millisecond)
	}
	return nil
}
