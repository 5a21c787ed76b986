package runner_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/runner"
)

// holdAt makes a runner wait at a phase until release is closed.
func holdAt(r *runner.Runner, phase runner.Phase) (reached <-chan struct{}, release chan<- struct{}) {
	at, go_ := make(chan struct{}), make(chan struct{})
	r.Progress = func(p runner.Progress) {
		if p.Phase == phase {
			close(at)
			<-go_
		}
	}
	return at, go_
}

func TestSecondRunWaits(t *testing.T) {
	b := newBundle(t, ordersGate,
		"CREATE TABLE staging (id BIGINT, amount INTEGER)",
		"INSERT INTO staging VALUES (1, 1), (2, -1), (3, 3)")
	p := load(t, b.dir)
	first, second := newRunner(p), newRunner(p)
	reached, release := holdAt(first, runner.PhaseWrite)

	var one, two *ledger.Run
	var both sync.WaitGroup
	both.Go(func() { one = first.Run(t.Context(), p.Gates[0], runner.Options{}) })
	<-reached
	both.Go(func() {
		two = second.Run(t.Context(), p.Gates[0], runner.Options{LockTimeout: time.Minute})
	})
	time.Sleep(200 * time.Millisecond) // the second is waiting by now
	close(release)
	both.Wait()

	if one.Outcome != ledger.Split || one.RowsStaged != 3 {
		t.Errorf("first: %s of %d rows, %v", one.Outcome, one.RowsStaged, one.Error)
	}
	if two.Outcome != ledger.Skipped || two.RowsStaged != 0 {
		t.Errorf("second: %s of %d rows, %v; want skipped: the first left no row", two.Outcome, two.RowsStaged, two.Error)
	}
}

func TestBatchIDCompletesOnce(t *testing.T) {
	gateYAML := strings.Replace(ordersGate, "source_after: delete\n", "", 1)
	b := newBundle(t, gateYAML,
		"CREATE TABLE staging (id BIGINT, amount INTEGER)",
		"INSERT INTO staging VALUES (1, 1), (2, -1), (3, 3)")
	p := load(t, b.dir)
	outcomes := make([]*ledger.Run, 4)
	var all sync.WaitGroup
	for i := range outcomes {
		all.Go(func() {
			outcomes[i] = newRunner(p).Run(t.Context(), p.Gates[0], runner.Options{BatchID: "b", LockTimeout: time.Minute})
		})
	}
	all.Wait()
	split := 0
	for _, run := range outcomes {
		switch run.Outcome {
		case ledger.Split:
			split++
		case ledger.Skipped:
		default:
			t.Errorf("%s: %v", run.Outcome, run.Error)
		}
	}
	if split != 1 {
		t.Errorf("%d runs completed the batch, want 1", split)
	}
	if got := b.state("SELECT count(*)::VARCHAR FROM target", "SELECT count(*)::VARCHAR FROM target_rejected"); got != "2\n1\n" {
		t.Errorf("target and rejected rows: %q", got)
	}
}

func TestLockTimeoutNamesHolder(t *testing.T) {
	b := newBundle(t, ordersGate,
		"CREATE TABLE staging (id BIGINT, amount INTEGER)",
		"INSERT INTO staging VALUES (1, 1)")
	p := load(t, b.dir)
	first := newRunner(p)
	reached, release := holdAt(first, runner.PhaseWrite)
	done := make(chan *ledger.Run)
	go func() { done <- first.Run(t.Context(), p.Gates[0], runner.Options{}) }()
	<-reached
	two := newRunner(p).Run(t.Context(), p.Gates[0], runner.Options{LockTimeout: 100 * time.Millisecond})
	close(release)
	one := <-done
	if two.Outcome != ledger.Errored || two.Error.Code != "SG301" || !strings.Contains(two.Error.Message, one.RunID) {
		t.Errorf("%s %+v; want SG301 that names run %s", two.Outcome, two.Error, one.RunID)
	}
}

func TestCancelWhileWaiting(t *testing.T) {
	b := newBundle(t, ordersGate,
		"CREATE TABLE staging (id BIGINT, amount INTEGER)",
		"INSERT INTO staging VALUES (1, 1)")
	p := load(t, b.dir)
	first := newRunner(p)
	reached, release := holdAt(first, runner.PhaseWrite)
	done := make(chan *ledger.Run)
	go func() { done <- first.Run(t.Context(), p.Gates[0], runner.Options{}) }()
	<-reached
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(200*time.Millisecond, func() { cancel(fmt.Errorf("SIGTERM: %w", runner.ErrTerminated)) })
	two := newRunner(p).Run(ctx, p.Gates[0], runner.Options{LockTimeout: time.Minute})
	close(release)
	<-done
	if two.Outcome != ledger.Interrupted || two.Reason != ledger.ReasonTerminated {
		t.Errorf("%s (%s) %+v; want interrupted by SIGTERM", two.Outcome, two.Reason, two.Error)
	}
}

// A run in another process keeps the database file; the run here waits for it.
func TestSecondProcessWaits(t *testing.T) {
	b := newBundle(t, ordersGate,
		"CREATE TABLE staging (id BIGINT, amount INTEGER)",
		"INSERT INTO staging VALUES (1, 1), (2, -1)")
	cmd := startStopped(t, runner.PhaseWrite, b.dir)
	p := load(t, b.dir)
	short := newRunner(p).Run(t.Context(), p.Gates[0], runner.Options{LockTimeout: 50 * time.Millisecond})
	if short.Outcome != ledger.Errored || short.Error.Code != "SG301" || !strings.Contains(short.Error.Message, "process") {
		t.Errorf("short wait: %s %+v; want SG301 that names the process", short.Outcome, short.Error)
	}
	done := make(chan *ledger.Run)
	go func() {
		done <- newRunner(p).Run(t.Context(), p.Gates[0], runner.Options{LockTimeout: time.Minute})
	}()
	time.Sleep(200 * time.Millisecond)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	if run := <-done; run.Outcome != ledger.Split || run.RowsPassed != 1 {
		t.Errorf("after the wait: %s, %d passed, %v", run.Outcome, run.RowsPassed, run.Error)
	}
}

func TestCancelAndTimeout(t *testing.T) {
	heavy := `
gate: heavy
source: {query: "SELECT a.range AS id FROM range(1000000) AS a, range(1000000) AS b"}
target: target
mode: append
columns:
  id: {type: int64, min: 0}
`
	b := newBundle(t, heavy, "CREATE TABLE target (id BIGINT)")
	p := load(t, b.dir)
	run := newRunner(p).Run(t.Context(), p.Gates[0], runner.Options{Timeout: 500 * time.Millisecond})
	if run.Outcome != ledger.Errored || run.Error.Code != "SG313" {
		t.Errorf("timeout: %s %+v", run.Outcome, run.Error)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(500*time.Millisecond, func() { cancel(errors.New("signal")) })
	began := time.Now()
	run = newRunner(p).Run(ctx, p.Gates[0], runner.Options{})
	if run.Outcome != ledger.Interrupted || time.Since(began) > 5*time.Second {
		t.Errorf("cancel: %s after %s, %+v", run.Outcome, time.Since(began), run.Error)
	}
	if got := b.runs(); len(got) != 2 || got[0] != ledger.Errored || got[1] != ledger.Interrupted {
		t.Errorf("ledger: %v", got)
	}
}

// All that a check reads is of one moment.
func TestCheckIsOneMoment(t *testing.T) {
	b := newBundle(t, ordersGate+"checks:\n  - {query: {sql: SELECT count(*) FROM staging, expect: scalar, max: 2}}\n",
		"CREATE TABLE staging (id BIGINT, amount INTEGER)",
		"INSERT INTO staging VALUES (1, 1), (2, -1)")
	p := load(t, b.dir)
	r := newRunner(p)
	reached, release := holdAt(r, runner.PhaseStage)
	done := make(chan *ledger.Run)
	go func() { done <- r.Check(t.Context(), p.Gates[0], runner.Options{}) }()
	<-reached
	b.exec("INSERT INTO staging VALUES (3, 3), (4, -4)")
	close(release)
	if run := <-done; run.RowsStaged != 2 || run.RowsRejected != 1 || run.Rules[len(run.Rules)-1].Observed != "2" {
		t.Errorf("%s: %d of %d rows fail, %+v", run.Outcome, run.RowsRejected, run.RowsStaged, run.Rules)
	}
}
