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
	"github.com/sqlgate/sqlgate/adapters/postgres"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/report"
	"github.com/sqlgate/sqlgate/runner"
)

// ordersAgain fills the tables of the orders gate as they are before a run.
const ordersAgain = `
TRUNCATE staging, target, target_rejected;
INSERT INTO staging VALUES (1, 1), (2, -1), (3, 3)`

// ordersDone makes the tables and the ledger, as a first run does.
func (b pgBundle) ordersDone() {
	b.orders("VALUES (1, 1), (2, -1)")
	r, p := b.runner()
	if run := r.Run(b.t.Context(), p.Gates[0], runner.Options{}); run.Outcome != ledger.Split {
		b.t.Fatalf("%s %+v", run.Outcome, run.Error)
	}
	b.exec(ordersAgain)
}

// wantSplit checks that the orders are in their places, once, and that the
// ledger has the run and nothing that is left over.
func (b pgBundle) wantSplit(run *ledger.Run) {
	b.t.Helper()
	if run.Outcome != ledger.Split || run.RowsStaged != 3 || run.RowsPassed != 2 || run.RowsRejected != 1 || run.RowsDeleted != 3 || len(run.Warnings) > 0 {
		b.t.Errorf("%s of %d rows, %d passed, %d rejected, %d deleted, %+v, %q", run.Outcome, run.RowsStaged, run.RowsPassed, run.RowsRejected, run.RowsDeleted, run.Error, run.Warnings)
	}
	if code := report.ExitCode([]*ledger.Run{run}); code != 0 {
		b.t.Errorf("exit code %d", code)
	}
	b.wantState(run, "staging: , target: 1 3, rejected: 2; split 3")
}

// wantUntouched checks that a run failed with a code, changed nothing and says
// so, and what the ledger has of it.
func (b pgBundle) wantUntouched(run *ledger.Run, code adapters.Code, says, record string) {
	b.t.Helper()
	if run.Outcome != ledger.Errored || run.Error.Code != string(code) || !strings.Contains(run.Error.Message+"; "+run.Error.Hint, says) {
		b.t.Errorf("%s %+v, want %s %q", run.Outcome, run.Error, code, says)
	}
	if run.RowsPassed != 0 || run.RowsRejected != 0 || run.RowsDeleted != 0 {
		b.t.Errorf("%d passed, %d rejected, %d deleted", run.RowsPassed, run.RowsRejected, run.RowsDeleted)
	}
	if code := report.ExitCode([]*ledger.Run{run}); code != 3 {
		b.t.Errorf("exit code %d", code)
	}
	b.wantState(run, "staging: 1 2 3, target: , rejected: ; "+record)
}

// wantState checks the tables and what the ledger has of a run, which is not
// active any more.
func (b pgBundle) wantState(run *ledger.Run, state string) {
	b.t.Helper()
	b.want(`SELECT 'staging: ' || (`+idsOf+`staging) || ', target: ' || (`+idsOf+`target) || ', rejected: ' || (`+idsOf+`target_rejected)
|| '; ' || (SELECT coalesce(string_agg(outcome || ' ' || rows_staged, ' '), 'no run') FROM sqlgate.runs WHERE run_id = '`+run.RunID+`')
|| '; ' || (SELECT count(*) FROM sqlgate.active_runs) || ' active'`,
		state+"; 0 active")
}

// eventually waits until a condition holds.
func (b pgBundle) eventually(condition string) {
	b.t.Helper()
	for range 500 {
		if b.text("SELECT CAST("+condition+" AS text)") == "true" {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	b.t.Fatalf("never: %s", condition)
}

// session is another client's connection, with a transaction open. What it gives
// sends it more statements.
func (b pgBundle) session(statements string) func(statements string) {
	b.t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, b.dsn)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { _ = conn.Close(ctx) })
	send := func(statements string) {
		if _, err := conn.PgConn().Exec(ctx, statements).ReadAll(); err != nil {
			b.t.Errorf("%s: %v", statements, err)
		}
	}
	send("BEGIN; " + statements)
	return send
}

// sweep records runs as another command does once their process is gone.
func (b pgBundle) sweep() {
	b.t.Helper()
	a, err := postgres.Open(b.t.Context(), gate.Warehouse{Name: "w", Type: "postgres", Postgres: &gate.Postgres{DSN: b.dsn}})
	if err != nil {
		b.t.Fatal(err)
	}
	_, err = ledger.New(a, "sqlgate").SweepInterrupted(b.t.Context(), func(ledger.Active) bool { return false })
	if err := errors.Join(err, a.Close()); err != nil {
		b.t.Error(err)
	}
}

// through has the bundle's runs reach the server through a network.
func (b pgBundle) through(decide func(request string) pgtest.Fate) *pgtest.Proxy {
	p := pgtest.NewProxy(b.t, b.dsn, decide)
	b.write("sqlgate.yaml", "version: 1\nwarehouses: {w: {type: postgres, dsn: '"+p.DSN()+"'}}\ndefault_warehouse: w\n")
	return p
}

// A connection that breaks at any request of a run, before the commit, in it and
// after it, leaves a run that is done once. One that breaks before the run has
// begun is an error. Of the many that only read the catalog, before the locks,
// every fourth is tried; with SOAK_TIME all.
func TestLostConnection(t *testing.T) {
	t.Parallel()
	const parts = 3
	server := pgtest.Start(t)
	var requests, lostCommits, lostAnswers atomic.Int32
	t.Run("requests", func(t *testing.T) {
		for part := range parts {
			t.Run(fmt.Sprint(part), func(t *testing.T) {
				t.Parallel()
				b := newPgBundle(t, server.Database(t))
				b.ordersDone()
				n := newNetwork(b)
				n.breakAt(0, pgtest.Pass)
				locking := n.locking
				for i := 1 + part; ; i += parts {
					if i < locking && i%4 != 0 && os.Getenv("SOAK_TIME") == "" {
						continue
					}
					request, ended := n.breakAt(i, pgtest.LoseAnswer)
					if ended {
						return
					}
					requests.Add(1)
					if request == "COMMIT" {
						lostAnswers.Add(1)
						if request, _ := n.breakAt(i, pgtest.LoseRequest); request == "COMMIT" {
							lostCommits.Add(1)
						}
					}
				}
			})
		}
	})
	t.Logf("%d requests, %d commits without answer, %d that did not arrive", requests.Load(), lostAnswers.Load(), lostCommits.Load())
	if requests.Load() < 40 || lostAnswers.Load() < 3 || lostCommits.Load() < 3 {
		t.Error("too few connections were broken: the test says nothing")
	}
}

// network breaks the connections of the orders gate's runs at a request.
type network struct {
	b        pgBundle
	mu       sync.Mutex
	requests int
	at       int
	fate     pgtest.Fate
	broken   string // the request
	locking  int    // how many requests came before the first lock
}

func newNetwork(b pgBundle) *network {
	n := &network{b: b}
	b.through(func(request string) pgtest.Fate {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.requests++
		if n.requests != n.at {
			return pgtest.Pass
		}
		n.broken = request
		return n.fate
	})
	return n
}

// breakAt runs the gate, which must end as it should though its connections
// break at that request, which it returns; ended, where the run has fewer.
func (n *network) breakAt(at int, fate pgtest.Fate) (request string, ended bool) {
	b := n.b
	b.t.Helper()
	b.exec(ordersAgain)
	n.mu.Lock()
	n.requests, n.at, n.fate, n.broken = 0, at, fate, ""
	n.mu.Unlock()
	r, p := b.runner()
	connected := false
	r.Progress = func(p runner.Progress) {
		n.mu.Lock()
		defer n.mu.Unlock()
		connected = true
		if p.Phase == runner.PhaseLock && at == 0 {
			n.locking = n.requests
		}
	}
	run := r.Run(b.t.Context(), p.Gates[0], runner.Options{LockTimeout: 10 * time.Second})
	if connected {
		b.wantSplit(run)
	} else {
		b.wantUntouched(run, adapters.CodeLost, "the connection to the server was lost", "no run")
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if b.t.Failed() {
		b.t.Fatalf("fate %d of request %d: %s", fate, at, n.broken)
	}
	return n.broken, n.requests < at
}

// Where the server cannot be asked what became of a commit, the run says so and
// how to find out, and the ledger tells it later.
func testPostgresUnknownCommit(t *testing.T, b pgBundle) {
	b.ordersDone()
	for _, c := range []struct {
		fate  pgtest.Fate
		state string
	}{
		{pgtest.LoseAnswer, "staging: , target: 1 3, rejected: 2; split 3"},
		{pgtest.LoseRequest, "staging: 1 2 3, target: , rejected: ; interrupted 0"},
		{pgtest.Vanish, "staging: 1 2 3, target: , rejected: ; interrupted 0"}, // its transaction holds the locks
	} {
		b.exec(ordersAgain)
		var p *pgtest.Proxy
		b.losingCommit(func(proxy *pgtest.Proxy) pgtest.Fate {
			if p = proxy; c.fate != pgtest.Vanish {
				proxy.Down()
			}
			return c.fate
		}, func(r *runner.Runner, g *gate.Gate) {
			run := r.Run(t.Context(), g, runner.Options{LockTimeout: time.Second})
			b.wantUnknown(run)
			p.Up()
			b.eventually(noneAtWork)
			b.sweep()
			b.wantState(run, c.state)
		})
	}
}

const (
	atWork = "pg_stat_activity WHERE application_name = 'sqlgate/orders' AND datname = current_database()"
	// noneAtWork holds once the orders gate has no transaction left.
	noneAtWork = "NOT EXISTS (SELECT 1 FROM " + atWork + ")"
	// endRuns ends the orders gate's transactions.
	endRuns = "SELECT pg_terminate_backend(pid) FROM " + atWork
)

// losingCommit calls f with a runner of the orders gate whose network does with
// the run's commit what decide says.
func (b pgBundle) losingCommit(decide func(*pgtest.Proxy) pgtest.Fate, f func(*runner.Runner, *gate.Gate)) {
	b.t.Helper()
	var proxy *pgtest.Proxy
	writing := false
	proxy = b.through(func(request string) pgtest.Fate {
		if !writing || request != "COMMIT" {
			return pgtest.Pass
		}
		writing = false
		return decide(proxy)
	})
	r, p := b.runner()
	meanwhile(r, runner.PhaseRecord, func() { writing = true })
	f(r, p.Gates[0])
}

// wantUnknown checks that a run says that it does not know what became of it.
func (b pgBundle) wantUnknown(run *ledger.Run) {
	b.t.Helper()
	if run.Outcome != ledger.Errored || run.Error.Code != string(adapters.CodeUnknown) || report.ExitCode([]*ledger.Run{run}) != 3 ||
		!strings.Contains(run.Error.Message, "it is not known whether run "+run.RunID+" was committed") ||
		!strings.Contains(run.Error.Hint, "`sqlgate runs show "+run.RunID+"` says it") {
		b.t.Errorf("%s %+v", run.Outcome, run.Error)
	}
}

// Another command records a run whose commit did not arrive as interrupted while
// the run still looks what became of it: it has written nothing, and says so.
func testPostgresSweptUnknownCommit(t *testing.T, b pgBundle) {
	b.ordersDone()
	var swept sync.WaitGroup
	b.losingCommit(func(proxy *pgtest.Proxy) pgtest.Fate {
		proxy.Down()
		swept.Go(func() {
			b.eventually(noneAtWork)
			b.sweep()
			proxy.Up()
		})
		return pgtest.LoseRequest
	}, func(r *runner.Runner, g *gate.Gate) {
		b.wantSwept(r.Run(t.Context(), g, runner.Options{LockTimeout: time.Minute}))
	})
	swept.Wait()
}

// Another command records a run as interrupted before it begins again.
func testPostgresSweptBetweenAttempts(t *testing.T, b pgBundle) {
	b.ordersDone()
	r, p := b.runner()
	meanwhile(r, runner.PhaseStage, func() {
		b.exec(endRuns)
		b.eventually(noneAtWork)
		b.sweep()
	})
	b.wantSwept(r.Run(t.Context(), p.Gates[0], runner.Options{}))
}

// wantSwept checks that a run says what another command took it for.
func (b pgBundle) wantSwept(run *ledger.Run) {
	b.t.Helper()
	b.wantUntouched(run, adapters.CodeLost, "the run is recorded as interrupted: another command found it without a sign of life", "interrupted 0")
	if len(run.Warnings) > 0 {
		b.t.Errorf("%q", run.Warnings)
	}
}

// A run that begins again after an outage does not take itself for dead, and
// shows others that it lives.
func testPostgresLongOutage(t *testing.T, b pgBundle) {
	b.ordersDone()
	r, p := b.runner()
	attempts := 0
	r.Progress = func(p runner.Progress) {
		if p.Phase != runner.PhaseStage {
			return
		}
		if attempts++; attempts == 1 {
			b.exec("UPDATE sqlgate.active_runs SET heartbeat_at = heartbeat_at - interval '2 minutes'; " + endRuns)
			return
		}
		b.want("SELECT CAST(current_timestamp - heartbeat_at < interval '1 minute' AS text) FROM sqlgate.active_runs", "true")
	}
	b.wantSplit(r.Run(t.Context(), p.Gates[0], runner.Options{}))
	if attempts != 2 {
		t.Errorf("%d attempts", attempts)
	}
}

// A run that is cancelled, or exceeds its timeout, while it does not know what
// became of its commit says that, and not that nothing was written.
func testPostgresUnknownCommitCancelled(t *testing.T, b pgBundle) {
	b.ordersDone()
	cancelled := func() (context.Context, context.CancelFunc) { return context.WithCancel(t.Context()) }
	late := func() (context.Context, context.CancelFunc) { return context.WithTimeout(t.Context(), 3*time.Second) }
	for name, begin := range map[string]func() (context.Context, context.CancelFunc){"cancelled": cancelled, "timeout": late} {
		b.exec(ordersAgain)
		ctx, cancel := begin()
		var p *pgtest.Proxy
		b.losingCommit(func(proxy *pgtest.Proxy) pgtest.Fate {
			if p = proxy; name == "cancelled" {
				cancel()
			}
			<-ctx.Done()
			proxy.Down()
			return pgtest.LoseAnswer
		}, func(r *runner.Runner, g *gate.Gate) {
			run := r.Run(ctx, g, runner.Options{LockTimeout: time.Second})
			b.wantUnknown(run)
			p.Up()
			b.sweep()
			b.wantState(run, "staging: , target: 1 3, rejected: 2; split 3")
		})
		cancel()
	}
}

// A restart of the server, or its crash, at any step of a run.
func TestServerRestart(t *testing.T) {
	t.Parallel()
	server := pgtest.Own(t, pgtest.Limits{})
	b := newPgBundle(t, server.Database(t))
	b.ordersDone()
	for _, phase := range []runner.Phase{runner.PhasePreflight, runner.PhaseStage, runner.PhaseRecord} {
		for _, crash := range []bool{false, true} {
			b.exec(ordersAgain)
			r, p := b.runner()
			meanwhile(r, phase, func() { server.Restart(t, crash, 100*time.Millisecond) })
			b.wantSplit(r.Run(t.Context(), p.Gates[0], runner.Options{LockTimeout: time.Minute}))
			if t.Failed() {
				t.Fatalf("at %s, crash %t", phase, crash)
			}
		}
	}
}

// A full disk is an error that changes nothing; with space again the run goes through.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	server := pgtest.Own(t, pgtest.Limits{File: 4<<20 + 1024})
	b := newPgBundle(t, server.Database(t))
	b.gate("orders", ordersGate)
	const fill = "TRUNCATE staging; INSERT INTO staging SELECT i, CASE WHEN i = %d THEN -1 ELSE 1 END FROM generate_series(1, %[1]d) AS g(i)"
	b.exec("CREATE TABLE staging (id bigint, amount integer); CREATE TABLE target AS SELECT CAST(i AS bigint) AS id, 1 AS amount FROM generate_series(-60000, -1) AS g(i)")
	b.exec(fmt.Sprintf(fill, 60000))
	r, p := b.runner()
	run := r.Run(t.Context(), p.Gates[0], runner.Options{})
	if run.Outcome != ledger.Errored || run.Error.Code != string(adapters.CodeNoSpace) || report.ExitCode([]*ledger.Run{run}) != 3 ||
		!strings.Contains(run.Error.Message, "write the target: could not extend file") || run.Error.Hint != "free space on the server's disk; nothing was changed" {
		t.Errorf("%s %+v", run.Outcome, *run.Error)
	}
	b.want("SELECT (SELECT count(*) FROM staging) || ' ' || (SELECT count(*) FROM target) || ' ' || (SELECT string_agg(outcome, ' ') FROM sqlgate.runs)", "60000 60000 errored")
	b.exec(fmt.Sprintf(fill, 20000))
	b.exec("VACUUM target") // what the failed run wrote takes space until then
	if run := r.Run(t.Context(), p.Gates[0], runner.Options{}); run.Outcome != ledger.Split || run.RowsPassed != 19999 {
		t.Errorf("%s %+v", run.Outcome, run.Error)
	}
}

func testPostgresServerStaysAway(t *testing.T, b pgBundle) {
	b.ordersDone()
	var proxy *pgtest.Proxy
	staging := false
	proxy = b.through(func(string) pgtest.Fate {
		if !staging {
			return pgtest.Pass
		}
		proxy.Down()
		return pgtest.LoseRequest
	})
	r, p := b.runner()
	meanwhile(r, runner.PhaseStage, func() { staging = true })
	run := r.Run(t.Context(), p.Gates[0], runner.Options{})
	b.sweep()
	b.wantUntouched(run, adapters.CodeOpen, "tried 4 times; check that the server runs", "interrupted 0")
	if len(run.Warnings) != 1 || !strings.Contains(run.Warnings[0], "the run could not be recorded") {
		t.Errorf("%q", run.Warnings)
	}
}

func testPostgresStatementTimeout(t *testing.T, b pgBundle) {
	b.ordersDone()
	b.write("sqlgate.yaml", "version: 1\nwarehouses: {w: {type: postgres, dsn: '"+b.dsn+"', statement_timeout: 300ms}}\ndefault_warehouse: w\n")
	b.gate("orders", strings.Replace(ordersGate, "source: staging", "source: {table: staging, where: \"(SELECT count(*) FROM generate_series(1, 100000000)) > 0\"}", 1))
	r, p := b.runner()
	b.wantUntouched(r.Run(t.Context(), p.Gates[0], runner.Options{}), adapters.CodeTimeout,
		"canceling statement due to statement timeout (SQLSTATE 57014); raise statement_timeout of the warehouse in sqlgate.yaml; nothing was changed", "errored 0")
}

// A row that a session keeps for longer than the warehouse's lock_timeout is no
// change of it.
func testPostgresLockTimeout(t *testing.T, b pgBundle) {
	b.ordersDone()
	b.write("sqlgate.yaml", "version: 1\nwarehouses: {w: {type: postgres, dsn: '"+b.dsn+"', lock_timeout: 100ms}}\ndefault_warehouse: w\n")
	b.session("SELECT * FROM staging WHERE id = 1 FOR UPDATE")
	r, p := b.runner()
	b.wantUntouched(r.Run(t.Context(), p.Gates[0], runner.Options{}), adapters.CodeLocked,
		"another session held a lock for longer than the run may wait for it: ERROR: canceling statement due to lock timeout (SQLSTATE 55P03); nothing was written; run it when the other has done, or raise lock_timeout", "errored 3")
}

// Of a run and a session that wait for each other the server ends the run's
// transaction: it begins again once the session has done.
func testPostgresDeadlock(t *testing.T, b pgBundle) {
	b.ordersDone()
	done := make(chan struct{})
	r, p := b.runner()
	meanwhile(r, runner.PhaseWrite, func() {
		other := b.session("SET deadlock_timeout = '1min'; UPDATE staging SET amount = 5 WHERE id = 1")
		go func() {
			defer close(done)
			b.eventually("EXISTS (SELECT 1 FROM " + atWork + " AND wait_event_type = 'Lock')")
			other("LOCK TABLE target IN SHARE MODE; COMMIT")
		}()
	})
	attempts := 0
	counting := r.Progress
	r.Progress = func(p runner.Progress) {
		if p.Phase == runner.PhaseLock {
			attempts++
		}
		counting(p)
	}
	b.wantSplit(r.Run(t.Context(), p.Gates[0], runner.Options{}))
	<-done
	b.want("SELECT CAST(amount AS text) FROM target WHERE id = 1", "5")
	if attempts != 2 {
		t.Errorf("%d attempts", attempts)
	}
}

// A run whose rows are changed each time it writes gives up.
func testPostgresOvertakenEachTime(t *testing.T, b pgBundle) {
	b.ordersDone()
	r, p := b.runner()
	r.Progress = func(p runner.Progress) {
		if p.Phase == runner.PhaseWrite {
			b.exec("UPDATE staging SET amount = amount")
		}
	}
	b.wantUntouched(r.Run(t.Context(), p.Gates[0], runner.Options{}), adapters.CodeLocked,
		"another transaction changed the tables while the run wrote: ERROR: could not serialize access due to concurrent update (SQLSTATE 40001); tried 4 times; nothing was written; run it when others leave", "errored 3")
}

// What an attempt found is no part of the run where it begins again.
func testPostgresAttemptsBeginAnew(t *testing.T, b pgBundle) {
	b.gate("orders", strings.Replace(ordersGate, "unique: true", "unique: {keep: last, order_by: [amount]}", 1)+"  note: {type: string, max_length: {value: 3, on_failure: warn}}\n")
	b.exec("CREATE TABLE staging (id bigint, amount integer, note text); INSERT INTO staging VALUES (1, 1, 'long'), (1, 2, 'long'), (2, -1, 'long')")
	r, p := b.runner()
	meanwhile(r, runner.PhaseWrite, func() { b.exec("DELETE FROM staging; INSERT INTO staging VALUES (4, 4, 'x')") })
	run := r.Run(t.Context(), p.Gates[0], runner.Options{BatchID: "b"})
	if run.Outcome != ledger.Passed || run.RowsStaged != 1 || run.RowsPassed != 1 || run.RowsRejected != 0 || run.RowsSuperseded != 0 || run.RowsWarned != 0 || len(run.RuleSets) != 0 {
		t.Errorf("%+v", run)
	}
	b.want("SELECT rows_superseded || ' ' || rows_warned FROM sqlgate.runs", "0 0")

	b.exec("INSERT INTO staging VALUES (1, 1, 'long'), (1, 2, 'long'), (2, -1, 'long')")
	r, p = b.runner()
	r.Progress = func(p runner.Progress) {
		if p.Phase == runner.PhaseRecord {
			b.exec(endRuns)
		}
	}
	run = r.Run(t.Context(), p.Gates[0], runner.Options{})
	if run.Outcome != ledger.Errored || run.RowsPassed != 0 || run.RowsRejected != 0 || run.RowsSuperseded != 0 || run.RowsWarned != 0 || run.Error.Code != string(adapters.CodeLost) {
		t.Errorf("%+v, %+v", run, run.Error)
	}
}

// A table that a session keeps is waited for, and the session is named.
func testPostgresTableIsKept(t *testing.T, b pgBundle) {
	b.ordersDone()
	r, p := b.runner()
	for name, do := range map[string]func(o runner.Options) *ledger.Run{
		"run":   func(o runner.Options) *ledger.Run { return r.Run(t.Context(), p.Gates[0], o) },
		"check": func(o runner.Options) *ledger.Run { return r.Check(t.Context(), p.Gates[0], o) },
	} {
		other := b.session("SET application_name = 'vacuum'; LOCK TABLE staging IN ACCESS EXCLUSIVE MODE")
		run := do(runner.Options{LockTimeout: 100 * time.Millisecond})
		if run.Outcome != ledger.Errored || run.Error.Code != string(adapters.CodeLocked) || !strings.Contains(run.Error.Message, "(vacuum, role postgres), which works on public.staging") {
			t.Errorf("%s: %s %+v", name, run.Outcome, run.Error)
		}
		time.AfterFunc(time.Second, func() { other("COMMIT") })
		if run := do(runner.Options{LockTimeout: time.Minute}); run.RowsStaged != 3 || run.RowsRejected != 1 {
			t.Errorf("%s after the wait: %s %+v", name, run.Outcome, run.Error)
		}
		b.exec(ordersAgain)
	}
}

// All that a check reads is of one moment.
func testPostgresCheckIsOneMoment(t *testing.T, b pgBundle) {
	b.gate("orders", ordersGate+"checks:\n  - {row_count: {max: 3}}\n  - {query: {sql: SELECT count(*) FROM staging, expect: scalar, max: 3}}\n")
	b.exec("CREATE TABLE staging (id bigint, amount integer); INSERT INTO staging VALUES (1, 1), (2, -1), (3, 3)")
	r, p := b.runner()
	meanwhile(r, runner.PhaseStage, func() { b.exec("INSERT INTO staging VALUES (4, 4), (3, -3)") })
	run := r.Check(t.Context(), p.Gates[0], runner.Options{})
	if run.RowsStaged != 3 || run.RowsRejected != 1 {
		t.Errorf("%s: %d of %d rows fail, %+v", run.Outcome, run.RowsRejected, run.RowsStaged, run.Error)
	}
	for _, result := range run.Rules {
		if result.Scope == gate.ScopeCheck && result.Status != ledger.StatusPass {
			t.Errorf("%s: %s %s", result.ID, result.Status, result.Observed)
		}
	}
}

// The tables behind a view that a run or check reads cannot be emptied and filled
// again under it, which its snapshot would see as empty.
func testPostgresViewsAreLocked(t *testing.T, b pgBundle) {
	b.gate("orders", strings.NewReplacer("source: staging", "source: lines", "source_after: delete\n", "",
		"unique: true", "foreign_key: {to: {table: known, columns: [id]}}").Replace(ordersGate))
	b.exec(`
CREATE TABLE staging (id bigint, amount integer); INSERT INTO staging VALUES (1, 1), (2, -1), (3, 3);
CREATE TABLE ids AS SELECT id FROM staging;
CREATE VIEW first_lines AS SELECT * FROM staging; CREATE VIEW lines AS SELECT * FROM first_lines; CREATE VIEW known AS SELECT id FROM ids`)
	for _, table := range []string{"staging", "ids"} {
		refill := fmt.Sprintf(`DO $$ BEGIN
  SET LOCAL lock_timeout = '50ms';
  CREATE TEMP TABLE copy ON COMMIT DROP AS SELECT * FROM %[1]s;
  TRUNCATE %[1]s; INSERT INTO %[1]s SELECT * FROM copy;
EXCEPTION WHEN lock_not_available THEN END $$`, table)
		r, p := b.runner()
		for name, do := range map[string]func() *ledger.Run{
			"run":   func() *ledger.Run { return r.Run(t.Context(), p.Gates[0], runner.Options{}) },
			"check": func() *ledger.Run { return r.Check(t.Context(), p.Gates[0], runner.Options{}) },
		} {
			meanwhile(r, runner.PhaseStage, func() { b.exec(refill) })
			if run := do(); run.RowsStaged != 3 || run.RowsRejected != 1 {
				t.Errorf("%s, while %s is refilled: %s of %d rows, %d rejected, %+v", name, table, run.Outcome, run.RowsStaged, run.RowsRejected, run.Error)
			}
		}
	}
	b.session("SET application_name = 'vacuum'; LOCK TABLE staging IN ACCESS EXCLUSIVE MODE")
	r, p := b.runner()
	if run := r.Run(t.Context(), p.Gates[0], runner.Options{}); run.Error == nil || !strings.Contains(run.Error.Message, "(vacuum, role postgres), which works on public.staging") {
		t.Errorf("%s %+v", run.Outcome, run.Error)
	}
}

// To lock a view takes its owner's right to the whole of the tables behind it, which
// to read some columns does not.
func testPostgresRightsOfViews(t *testing.T, b pgBundle) {
	b.gate("orders", strings.NewReplacer("source: staging", "source: lines", "source_after: delete\n", "").Replace(ordersGate))
	database := b.text("SELECT current_database()")
	owner, loader := "owner_of_"+database, "loader_of_"+database
	b.exec(strings.NewReplacer("OWNER", owner, "LOADER", loader).Replace(`
CREATE ROLE OWNER; CREATE ROLE LOADER;
CREATE TABLE staging (id bigint, amount integer); INSERT INTO staging VALUES (1, 1), (2, -1);
GRANT CREATE ON SCHEMA public TO OWNER;
GRANT SELECT (id, amount) ON staging TO OWNER;
SET ROLE OWNER; CREATE VIEW lines AS SELECT * FROM staging; GRANT SELECT ON lines TO LOADER`))
	t.Cleanup(func() { b.exec("DROP OWNED BY " + owner + ", " + loader + "; DROP ROLE " + owner + ", " + loader) })
	b.write("sqlgate.yaml", "version: 1\nwarehouses: {w: {type: postgres, dsn: '"+b.dsn+"', role: "+loader+"}}\ndefault_warehouse: w\n")
	check := func() *ledger.Run {
		r, p := b.runner()
		return r.Check(t.Context(), p.Gates[0], runner.Options{NoLedger: true})
	}
	if run := check(); run.Error == nil || run.Error.Code != string(adapters.CodePrivilege) || !strings.Contains(run.Error.Message, "lock public.lines: permission denied for table staging") ||
		!strings.HasPrefix(run.Error.Hint, "the tables that a view reads are locked with it: grant SELECT on the whole table to the view's owner") {
		t.Errorf("%s %+v", run.Outcome, run.Error)
	}
	b.exec("GRANT SELECT ON staging TO " + owner)
	if run := check(); run.RowsStaged != 2 {
		t.Errorf("the loader has no right to the table, and needs none: %s %+v", run.Outcome, run.Error)
	}
}
