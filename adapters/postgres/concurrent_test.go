package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/gate"
)

func isLocked(err error) *adapters.LockedError {
	var locked *adapters.LockedError
	if errors.As(err, &locked) {
		return locked
	}
	return nil
}

func testLocksExclude(t *testing.T, b *bench) {
	locks := b.locks(t, "a", "b", "c")
	first := begin(t, b.a, adapters.Lock{Table: locks, Names: []string{"a", "b"}, RunID: "first"})
	start := time.Now()
	if _, err := b.a.Begin(t.Context(), adapters.Lock{Table: locks, Names: []string{"b", "c"}, RunID: "second"}); isLocked(err) == nil {
		t.Errorf("two batches hold the lock b: %v", err)
	}
	if waited := time.Since(start); waited > 5*time.Second {
		t.Errorf("the second waited %s", waited)
	}
	begin(t, b.a, adapters.Lock{Table: locks, Names: []string{"c"}, RunID: "third"})
	if err := first.Abandon(t.Context()); err != nil {
		t.Fatal(err)
	}
	begin(t, b.a, adapters.Lock{Table: locks, Names: []string{"a"}, RunID: "fourth"})
}

func testForeignWriter(t *testing.T, b *bench) {
	locks := b.locks(t, "a")
	b.exec(t, "CREATE TABLE target (a integer)")
	replace := adapters.Lock{Table: locks, Names: []string{"a"}, RunID: "r", Replace: []gate.TableName{table("target")}}
	writer := b.session(t, "SET application_name = 'loader'; INSERT INTO target VALUES (1)")
	_, err := b.a.Begin(t.Context(), replace)
	locked := isLocked(err)
	if locked == nil || !strings.Contains(locked.Holder, "(loader, role postgres), which works on public.target") {
		t.Fatalf("a foreign writer is at work on the target: %v", err)
	}
	run(t, writer, "COMMIT")
	batch := begin(t, b.a, replace)
	if n := value[int](t, batch, "SELECT count(*) FROM target"); n != 1 {
		t.Errorf("the batch sees %d rows of a writer who committed before", n)
	}
	reader := b.session(t, "SELECT * FROM target")
	run(t, reader, "SET LOCAL lock_timeout = '50ms'; SAVEPOINT s")
	if _, err := reader.Exec(t.Context(), "INSERT INTO target VALUES (2)"); err == nil {
		t.Error("a foreign writer wrote a table that is being replaced")
	}
}

// The session that is named is the one that is in the way: not one that writes
// what is only read, and none of another database.
func testHolderIsTheOne(t *testing.T, b *bench) {
	locks := b.locks(t, "a")
	b.exec(t, "CREATE TABLE first (a integer); CREATE TABLE second (a integer)")
	database := value[string](t, b.a, "SELECT current_database()")
	if err := b.a.Close(); err != nil { // a database in use cannot be copied
		t.Fatal(err)
	}
	on := func(other string) *bench { return &bench{dsn: strings.Replace(b.dsn, database, other, 1)} }
	copied := database + "_copy" // its tables have the same numbers
	on("postgres").exec(t, "CREATE DATABASE "+copied+" TEMPLATE "+database)
	t.Cleanup(func() { on("postgres").exec(t, "DROP DATABASE "+copied+" WITH (FORCE)") })
	on(copied).session(t, "SET application_name = 'elsewhere'; LOCK TABLE second IN ACCESS EXCLUSIVE MODE")
	b.session(t, "SET application_name = 'writer'; INSERT INTO first VALUES (1)")
	b.session(t, "SET application_name = 'vacuum'; LOCK TABLE second IN ACCESS EXCLUSIVE MODE")
	_, err := open(t, gate.Postgres{DSN: b.dsn}).Begin(t.Context(), adapters.Lock{Table: locks, Names: []string{"a"}, RunID: "r", Read: []gate.TableName{table("first"), table("second")}})
	if locked := isLocked(err); locked == nil || !strings.Contains(locked.Holder, "(vacuum, role postgres), which works on public.second") {
		t.Errorf("%v", err)
	}
}

// A TRUNCATE does not care for snapshots: without a lock the batch would turn empty.
func testTruncateWaits(t *testing.T, b *bench) {
	locks := b.locks(t, "a")
	b.exec(t, "CREATE TABLE staging AS SELECT 1 AS a")
	batch := begin(t, b.a, adapters.Lock{Table: locks, Names: []string{"a"}, RunID: "r", Read: []gate.TableName{table("staging")}})
	other := b.session(t, "INSERT INTO staging VALUES (2); SET LOCAL lock_timeout = '50ms'")
	if _, err := other.Exec(t.Context(), "TRUNCATE staging"); err == nil {
		t.Error("the source was truncated under the batch")
	}
	if n := value[int](t, batch, "SELECT count(*) FROM staging"); n != 1 {
		t.Errorf("the batch has %d rows", n)
	}
}

// A run that waits for a table sees what the one before it did.
func testSnapshotAfterLock(t *testing.T, b *bench) {
	locks := b.locks(t, "a")
	b.exec(t, "CREATE TABLE staging AS SELECT 1 AS a")
	other := b.session(t, "LOCK TABLE staging IN ACCESS EXCLUSIVE MODE; INSERT INTO staging VALUES (2)")
	type began struct {
		batch adapters.Batch
		err   error
	}
	done := make(chan began)
	go func() {
		batch, err := b.a.Begin(t.Context(), adapters.Lock{Table: locks, Names: []string{"a"}, RunID: "r", Read: []gate.TableName{table("staging")}})
		done <- began{batch, err}
	}()
	waitUntil(t, b, "SELECT count(*) > 0 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()")
	run(t, other, "COMMIT")
	got := <-done
	if got.err != nil {
		t.Fatal(got.err)
	}
	if n := value[int](t, got.batch, "SELECT count(*) FROM staging"); n != 2 {
		t.Errorf("the batch sees %d rows", n)
	}
	if err := got.batch.Abandon(t.Context()); err != nil {
		t.Error(err)
	}
}

func waitUntil(t *testing.T, b *bench, condition string) {
	t.Helper()
	for range 500 {
		if value[bool](t, b.a, condition) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("never: %s", condition)
}

func testCancel(t *testing.T, b *bench) {
	ctx, cancel := context.WithCancel(t.Context())
	running := "SELECT count(*) > 0 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(61)%' AND pid <> pg_backend_pid()"
	go func() {
		waitUntil(t, b, running)
		cancel()
	}()
	start := time.Now()
	err := b.a.Query(ctx, adapters.Statement{SQL: "SELECT pg_sleep(61)"}, func(adapters.Scan) error { return nil })
	if err == nil || ctx.Err() == nil {
		t.Fatalf("the statement was not cancelled: %v", err)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("cancelling took %s", took)
	}
	waitUntil(t, b, strings.Replace(running, "> 0", "= 0", 1))
	// The pool is none the worse.
	for range 10 {
		if got := value[int](t, b.a, "SELECT 7"); got != 7 {
			t.Fatalf("got %d", got)
		}
	}
}

func testStatementTimeout(t *testing.T, b *bench) {
	a := open(t, gate.Postgres{DSN: b.dsn, StatementTimeout: "50ms"})
	err := a.Query(t.Context(), adapters.Statement{SQL: "SELECT pg_sleep(61)"}, func(adapters.Scan) error { return nil })
	var failure *adapters.WarehouseError
	if !errors.As(err, &failure) || failure.Code != adapters.CodeTimeout || !strings.Contains(failure.Hint, "statement_timeout") {
		t.Errorf("%v", err)
	}
}

func testLostConnection(t *testing.T, b *bench) {
	batch := begin(t, b.a, adapters.Lock{Table: b.locks(t, "a"), Names: []string{"a"}, RunID: "r"})
	pid := value[int](t, batch, "SELECT pg_backend_pid()")
	b.exec(t, fmt.Sprintf("SELECT pg_terminate_backend(%d)", pid))
	err := batch.Query(t.Context(), adapters.Statement{SQL: "SELECT pg_sleep(5)"}, func(adapters.Scan) error { return nil })
	var failure *adapters.WarehouseError
	if !errors.As(err, &failure) || failure.Code != adapters.CodeLost {
		t.Errorf("%v", err)
	}
	if err := batch.Abandon(t.Context()); err != nil {
		t.Error(err)
	}
	waitUntil(t, b, fmt.Sprintf("SELECT NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid = %d)", pid))
	begin(t, b.a, adapters.Lock{Table: table("locks"), Names: []string{"a"}, RunID: "again"})
}

// A commit that the server turns into a rollback is an error.
func testFailedCommit(t *testing.T, b *bench) {
	b.exec(t, "CREATE TABLE t (a integer UNIQUE DEFERRABLE INITIALLY DEFERRED)")
	insert := adapters.Statement{SQL: "INSERT INTO t VALUES (1)"}
	_, err := b.a.Exec(t.Context(), insert, insert)
	var failure *adapters.WarehouseError
	if !errors.As(err, &failure) || failure.Code != adapters.CodeConstraint {
		t.Errorf("%v", err)
	}
	if n := value[int](t, b.a, "SELECT count(*) FROM t"); n != 0 {
		t.Errorf("%d rows were kept", n)
	}
}
