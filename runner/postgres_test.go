package runner_test

import (
	"context"
	"fmt"
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
	"github.com/sqlgate/sqlgate/runner"
)

// TestPostgres has runs on a server on which others are at work.
func TestPostgres(t *testing.T) {
	server := pgtest.Start(t)
	for name, test := range map[string]func(*testing.T, pgBundle){
		"second run waits":         testPostgresSecondRunWaits,
		"holder is named":          testPostgresHolderIsNamed,
		"later rows stay":          testPostgresLaterRowsStay,
		"foreign change":           testPostgresForeignChange,
		"cancel":                   testPostgresCancel,
		"replace is seen at once":  testPostgresReplaceIsSeenAtOnce,
		"one batch id":             testPostgresBatchID,
		"missing rights":           testPostgresMissingRights,
		"least rights":             testPostgresLeastRights,
		"grants and indexes stay":  testPostgresGrantsStay,
		"table changes meanwhile":  testPostgresTableChanges,
		"no deadlock with replace": testPostgresAppendAndReplace,
		"names differ by case":     testPostgresNamesDifferByCase,
		"unknown commit":           testPostgresUnknownCommit,
		"unknown commit cancelled": testPostgresUnknownCommitCancelled,
		"swept unknown commit":     testPostgresSweptUnknownCommit,
		"swept between attempts":   testPostgresSweptBetweenAttempts,
		"long outage":              testPostgresLongOutage,
		"server stays away":        testPostgresServerStaysAway,
		"statement timeout":        testPostgresStatementTimeout,
		"lock timeout":             testPostgresLockTimeout,
		"deadlock":                 testPostgresDeadlock,
		"overtaken each time":      testPostgresOvertakenEachTime,
		"attempts begin anew":      testPostgresAttemptsBeginAnew,
		"table is kept":            testPostgresTableIsKept,
		"check is one moment":      testPostgresCheckIsOneMoment,
		"views are locked":         testPostgresViewsAreLocked,
		"rights of views":          testPostgresRightsOfViews,
		"rejected rows by a list":  testPostgresRejectedByList,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, newPgBundle(t, server.Database(t)))
		})
	}
}

// pgBundle is a project in a directory of its own, on a database of its own.
type pgBundle struct {
	bundle
	dsn string
}

func newPgBundle(t *testing.T, dsn string) pgBundle {
	b := pgBundle{bundle{t, t.TempDir()}, dsn}
	b.write("sqlgate.yaml", "version: 1\nwarehouses: {w: {type: postgres, dsn: '"+dsn+"'}}\ndefault_warehouse: w\n")
	return b
}

// gate writes a gate file of that name.
func (b pgBundle) gate(name, text string) { b.write("gates/"+name+".yaml", text) }

func (b pgBundle) exec(statements string) { pgtest.Exec(b.t, b.dsn, statements) }

func (b pgBundle) runner() (*runner.Runner, *gate.Project) {
	p := load(b.t, b.dir)
	r := newRunner(p)
	r.Open = func(ctx context.Context, w gate.Warehouse) (adapters.DestinationAdapter, error) {
		return postgres.Open(ctx, w)
	}
	return r, p
}

// text is the first value of a query.
func (b pgBundle) text(query string) string {
	b.t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, b.dsn)
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	var s string
	if err := conn.QueryRow(ctx, query, pgx.QueryExecModeExec).Scan(&s); err != nil {
		b.t.Fatalf("%s: %v", query, err)
	}
	return s
}

func (b pgBundle) want(query, want string) {
	b.t.Helper()
	if got := b.text(query); got != want {
		b.t.Errorf("%s gives %s, want %s", query, got, want)
	}
}

func (b pgBundle) orders(rows string) {
	b.gate("orders", ordersGate)
	b.exec("CREATE TABLE staging (id bigint, amount integer); INSERT INTO staging " + rows)
}

const idsOf = "SELECT coalesce(string_agg(CAST(id AS text), ' ' ORDER BY id), '') FROM "

// meanwhile calls f once, when the run enters the phase first.
func meanwhile(r *runner.Runner, phase runner.Phase, f func()) {
	var once sync.Once
	r.Progress = func(p runner.Progress) {
		if p.Phase == phase {
			once.Do(f)
		}
	}
}

func testPostgresSecondRunWaits(t *testing.T, b pgBundle) {
	b.orders("VALUES (1, 1), (2, -1), (3, 3)")
	first, p := b.runner()
	second, _ := b.runner()
	reached, release := holdAt(first, runner.PhaseWrite)
	var one, two *ledger.Run
	var both sync.WaitGroup
	both.Go(func() { one = first.Run(t.Context(), p.Gates[0], runner.Options{}) })
	<-reached
	both.Go(func() { two = second.Run(t.Context(), p.Gates[0], runner.Options{LockTimeout: time.Minute}) })
	time.Sleep(200 * time.Millisecond)
	close(release)
	both.Wait()
	if one.Outcome != ledger.Split || one.RowsStaged != 3 || two.Outcome != ledger.Skipped {
		t.Errorf("first: %s of %d rows, %v; second: %s of %d rows, %v", one.Outcome, one.RowsStaged, one.Error, two.Outcome, two.RowsStaged, two.Error)
	}
}

func testPostgresHolderIsNamed(t *testing.T, b pgBundle) {
	b.orders("VALUES (1, 1)")
	first, p := b.runner()
	second, _ := b.runner()
	reached, release := holdAt(first, runner.PhaseWrite)
	done := make(chan *ledger.Run)
	go func() { done <- first.Run(t.Context(), p.Gates[0], runner.Options{}) }()
	<-reached
	two := second.Run(t.Context(), p.Gates[0], runner.Options{})
	close(release)
	one := <-done
	if two.Outcome != ledger.Errored || two.Error.Code != "SG301" || !strings.Contains(two.Error.Message, one.RunID) {
		t.Errorf("%s %+v; want SG301 that names run %s", two.Outcome, two.Error, one.RunID)
	}
}

func testPostgresLaterRowsStay(t *testing.T, b pgBundle) {
	b.orders("VALUES (1, 1), (2, -1)")
	r, p := b.runner()
	meanwhile(r, runner.PhaseStage, func() { b.exec("INSERT INTO staging VALUES (3, 3), (1, 1)") })
	if run := r.Run(t.Context(), p.Gates[0], runner.Options{}); run.Outcome != ledger.Split || run.RowsStaged != 2 {
		t.Errorf("%s of %d rows, %v", run.Outcome, run.RowsStaged, run.Error)
	}
	b.want(idsOf+"staging", "1 3")
	b.want(idsOf+"target", "1")
	b.want(idsOf+"target_rejected", "2")
}

// Somebody changes a row of the batch: the run that would delete it begins again.
func testPostgresForeignChange(t *testing.T, b pgBundle) {
	b.orders("VALUES (1, 1), (2, -1), (3, 3)")
	r, p := b.runner()
	meanwhile(r, runner.PhaseWrite, func() {
		b.exec("UPDATE staging SET amount = -7 WHERE id = 1; DELETE FROM staging WHERE id = 3; INSERT INTO staging VALUES (4, 4)")
	})
	if run := r.Run(t.Context(), p.Gates[0], runner.Options{}); run.Outcome != ledger.Split || run.RowsStaged != 3 {
		t.Errorf("%s of %d rows, %v", run.Outcome, run.RowsStaged, run.Error)
	}
	b.want(idsOf+"staging", "")
	b.want(idsOf+"target", "4")
	b.want(idsOf+"target_rejected", "1 2")
	b.want("SELECT string_agg(outcome, ' ') FROM sqlgate.runs", "split")
}

func testPostgresCancel(t *testing.T, b pgBundle) {
	b.gate("slow", "gate: slow\nsource: {query: \"SELECT 1 AS id, CAST(pg_sleep(61) AS text) AS slept\"}\ntarget: target\nmode: append\nextra_columns: drop\ncolumns:\n  id: {type: int32, min: 0}\n")
	r, p := b.runner()
	ctx, cancel := context.WithCancel(t.Context())
	meanwhile(r, runner.PhaseStage, func() { time.AfterFunc(200*time.Millisecond, cancel) })
	began := time.Now()
	run := r.Run(ctx, p.Gates[0], runner.Options{})
	if run.Outcome != ledger.Interrupted || time.Since(began) > 5*time.Second {
		t.Errorf("%s after %s, %v, %q", run.Outcome, time.Since(began), run.Error, run.Warnings)
	}
	b.want("SELECT string_agg(outcome, ' ') FROM sqlgate.runs", "interrupted")
	r, p = b.runner()
	run = r.Run(t.Context(), p.Gates[0], runner.Options{Timeout: time.Second})
	if run.Outcome != ledger.Errored || run.Error.Code != string(adapters.CodeTimeout) {
		t.Errorf("timeout: %s, %v", run.Outcome, run.Error)
	}
}

// Readers of a target that is replaced see the rows of one run, never none or two runs'.
func testPostgresReplaceIsSeenAtOnce(t *testing.T, b pgBundle) {
	b.gate("g", strings.NewReplacer("mode: append", "mode: replace", "source_after: delete\n", "").Replace(ordersGate))
	b.exec("CREATE TABLE staging AS SELECT CAST(i AS bigint) AS id, 1 AS amount FROM generate_series(1, 100) AS g(i); CREATE TABLE target AS SELECT * FROM staging")
	var stop atomic.Bool
	var reads sync.WaitGroup
	reads.Go(func() {
		for !stop.Load() {
			b.want("SELECT CAST(count(*) AS text) FROM target", "100")
		}
	})
	r, p := b.runner()
	for range 5 {
		if run := r.Run(t.Context(), p.Gates[0], runner.Options{}); run.Outcome != ledger.Passed {
			t.Errorf("%s, %v", run.Outcome, run.Error)
		}
	}
	stop.Store(true)
	reads.Wait()
}

func testPostgresBatchID(t *testing.T, b pgBundle) {
	b.gate("orders", strings.Replace(ordersGate, "source_after: delete\n", "", 1))
	b.exec("CREATE TABLE staging (id bigint, amount integer); INSERT INTO staging VALUES (1, 1), (2, -1), (3, 3)")
	runs := make([]*ledger.Run, 4)
	var all sync.WaitGroup
	for i := range runs {
		r, p := b.runner()
		all.Go(func() {
			runs[i] = r.Run(t.Context(), p.Gates[0], runner.Options{BatchID: "b", LockTimeout: time.Minute})
		})
	}
	all.Wait()
	count := map[ledger.Outcome]int{}
	for _, run := range runs {
		count[run.Outcome]++
		if run.Error != nil {
			t.Error(run.Error)
		}
	}
	if count[ledger.Split] != 1 || count[ledger.Skipped] != 3 {
		t.Errorf("%v", count)
	}
	b.want(idsOf+"target", "1 3")
}

func testPostgresTableChanges(t *testing.T, b pgBundle) {
	b.orders("VALUES (1, 1), (2, -1)")
	r, p := b.runner()
	meanwhile(r, runner.PhaseLock, func() { b.exec("ALTER TABLE staging ADD COLUMN note text DEFAULT 'new'") })
	if run := r.Run(t.Context(), p.Gates[0], runner.Options{}); run.Outcome != ledger.Split {
		t.Errorf("%s, %v", run.Outcome, run.Error)
	}
	b.want("SELECT note FROM target", "new")
	b.want("SELECT note FROM target_rejected", "new")
}

// A run that replaces a table and one that appends to it do not wait for each other for ever.
func testPostgresAppendAndReplace(t *testing.T, b pgBundle) {
	b.gate("append", strings.NewReplacer("gate: orders", "gate: append", "target: target", "target: target\nrejected: {table: rejected_1}").Replace(ordersGate))
	b.gate("replace", strings.NewReplacer("gate: orders", "gate: replace", "mode: append", "mode: replace", "source_after: delete\n", "",
		"source: staging", "source: {query: \"SELECT * FROM base\"}", "target: target", "target: target\nrejected: {table: rejected_2}").Replace(ordersGate))
	b.exec("CREATE TABLE staging (id bigint, amount integer); CREATE TABLE base AS SELECT * FROM staging; INSERT INTO base VALUES (1, 1); CREATE TABLE target AS SELECT * FROM base")
	var all sync.WaitGroup
	for i := range 6 {
		r, p := b.runner()
		all.Go(func() {
			for n := range 5 {
				b.exec(fmt.Sprintf("INSERT INTO staging VALUES (%d, 1)", 100*i+n))
				run := r.Run(t.Context(), p.Gates[i%2], runner.Options{LockTimeout: time.Minute})
				if run.Outcome == ledger.Errored {
					t.Errorf("%s: %v", run.Gate, run.Error)
				}
			}
		})
	}
	all.Wait()
}

// Postgres tells "Orders", orders and ORDERS apart, and so does a run.
func testPostgresNamesDifferByCase(t *testing.T, b pgBundle) {
	b.gate("g", strings.NewReplacer("source: staging", "source: Orders", "target: target", "target: orders\nrejected: {table: ORDERS}",
		"unique: true", "unique: {scope: target}").Replace(ordersGate))
	b.write("sqlgate.yaml", "version: 1\nwarehouses: {w: {type: postgres, dsn: '"+b.dsn+"'}}\ndefault_warehouse: w\nledger: {schema: ledger}\n")
	b.exec(`CREATE TABLE "Orders" (id bigint, amount integer); CREATE TABLE orders (id bigint, amount integer); INSERT INTO "Orders" VALUES (1, 1), (2, -1); INSERT INTO orders VALUES (1, 7)`)
	r, p := b.runner()
	if run := r.Check(t.Context(), p.Gates[0], runner.Options{On: "Orders"}); run.RowsRejected != 2 {
		t.Errorf("a check of another table than the target: %d rows fail, %+v; both do, one of them since the target has its key", run.RowsRejected, run.Error)
	}
	b.exec("TRUNCATE orders")
	if run := r.Run(t.Context(), p.Gates[0], runner.Options{}); run.Outcome != ledger.Split {
		t.Fatalf("%s, %+v", run.Outcome, run.Error)
	}
	b.want(idsOf+`orders`, "1")
	b.want(idsOf+`"ORDERS"`, "2")

	b.gate("g", strings.NewReplacer("staging", "LEDGER.staging", ": target", ": LEDGER.target").Replace(ordersGate))
	b.exec(`CREATE SCHEMA "LEDGER"; CREATE TABLE "LEDGER".staging AS SELECT id, amount FROM "ORDERS"`)
	r, p = b.runner()
	if run := r.Run(t.Context(), p.Gates[0], runner.Options{}); run.Outcome != ledger.NoValidRows {
		t.Errorf("a schema whose name is the ledger's in upper case: %s, %+v", run.Outcome, run.Error)
	}
}

// testPostgresRejectedByList leaves few rejected rows out of the write by a list
// that goes to the server, and many by a join; the rows are right either way. A
// trigger tells which statement it was.
func testPostgresRejectedByList(t *testing.T, b pgBundle) {
	b.exec(`CREATE TABLE staging (id bigint, amount integer);
CREATE TABLE target (id bigint, amount integer);
CREATE TABLE seen (sql text);
CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO seen VALUES (current_query()); RETURN NULL; END';
CREATE TRIGGER sees AFTER INSERT ON target FOR EACH STATEMENT EXECUTE FUNCTION see()`)
	b.gate("orders", ordersGate)
	for _, tt := range []struct {
		rejected int
		by       string
	}{{3000, "= ANY"}, {100_001, "NOT EXISTS"}} {
		b.exec(fmt.Sprintf("TRUNCATE target, seen; INSERT INTO staging SELECT i, CASE WHEN i %% 2 = 0 THEN -1 ELSE 1 END FROM generate_series(1, %d) AS i", 2*tt.rejected))
		r, p := b.runner()
		run := r.Run(t.Context(), p.Gates[0], runner.Options{})
		if run.Outcome != ledger.Split || run.RowsPassed != int64(tt.rejected) || run.RowsRejected != int64(tt.rejected) {
			t.Fatalf("%s, %d passed, %d rejected; %v", run.Outcome, run.RowsPassed, run.RowsRejected, run.Error)
		}
		b.want("SELECT count(*) || ' ' || count(DISTINCT id) || ' ' || min(amount) FROM target", fmt.Sprintf("%d %[1]d 1", tt.rejected))
		if sql := b.text("SELECT sql FROM seen"); !strings.Contains(sql, tt.by) {
			t.Errorf("%d rejected rows were not left out by %s: %s", tt.rejected, tt.by, sql)
		}
	}
}
