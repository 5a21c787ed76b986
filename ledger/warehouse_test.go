package ledger_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/adaptertest/pgtest"
	"github.com/sqlgate/sqlgate/adapters/duckdb"
	"github.com/sqlgate/sqlgate/adapters/postgres"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// warehouse is an empty database.
type warehouse struct{ adapters.DestinationAdapter }

// opener makes an empty database, which is closed when the test ends.
type opener func(*testing.T) *warehouse

// TestLedger runs each test of a ledger's tables on each engine.
func TestLedger(t *testing.T) {
	t.Run("duckdb", func(t *testing.T) { testLedger(t, openDuckDB) })
	t.Run("postgres", func(t *testing.T) {
		server := pgtest.Start(t)
		testLedger(t, func(t *testing.T) *warehouse { return openPostgres(t, server.Database(t)) })
	})
}

func testLedger(t *testing.T, open opener) {
	for name, test := range map[string]func(*testing.T, opener){
		"start and stop":               testStartAndStop,
		"start twice":                  testStartTwice,
		"settle":                       testSettle,
		"what is tried again":          testWhatIsTriedAgain,
		"sweep records dead run":       testSweepRecordsDeadRun,
		"sweep leaves the living":      testSweepLeavesTheLiving,
		"sweep leaves the locked":      testSweepLeavesTheLocked,
		"sweep drops runs that ended":  testSweepDropsRunsThatEnded,
		"purge waits for writer":       testPurgeWaitsForWriter,
		"no lock without its row":      testNoLockWithoutItsRow,
		"migrate":                      testMigrate,
		"migrate newer":                testMigrateNewer,
		"migrate at once":              testMigrateAtOnce,
		"record and read":              testRecordAndRead,
		"record empty fields are null": testRecordEmptyFieldsAreNull,
		"record many rules":            testRecordManyRules,
		"run by id errors":             testRunByIDErrors,
		"runs filter":                  testRunsFilter,
		"gates and rules with runs":    testKnownNames,
		"troubles":                     testTroubles,
		"completed batch":              testCompletedBatch,
		"rejected list":                testRejectedList,
		"rejected show":                testRejectedShow,
		"rejected show missing":        testRejectedShowMissing,
		"rejected purge":               testRejectedPurge,
		"rejected rotate":              testRejectedRotate,
	} {
		t.Run(name, func(t *testing.T) { test(t, open) })
	}
}

func openDuckDB(t *testing.T) *warehouse {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.duckdb")
	a, err := duckdb.Open(t.Context(), gate.Warehouse{Name: "test", Type: "duckdb", DuckDB: &gate.DuckDB{Path: path}})
	if err != nil {
		t.Fatal(err)
	}
	return closing(t, a)
}

func openPostgres(t *testing.T, dsn string) *warehouse {
	t.Helper()
	a, err := postgres.Open(t.Context(), gate.Warehouse{Name: "test", Type: "postgres", Postgres: &gate.Postgres{DSN: dsn}})
	if err != nil {
		t.Fatal(err)
	}
	return closing(t, a)
}

func closing(t *testing.T, a adapters.DestinationAdapter) *warehouse {
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return &warehouse{a}
}

func (w *warehouse) exec(t *testing.T, query string) {
	t.Helper()
	if _, err := w.Exec(t.Context(), adapters.Statement{SQL: query}); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

func (w *warehouse) count(t *testing.T, from string) int {
	t.Helper()
	var n int
	query := adapters.Statement{SQL: "SELECT COUNT(*) FROM " + from}
	if err := w.Query(t.Context(), query, func(scan adapters.Scan) error { return scan(&n) }); err != nil {
		t.Fatal(err)
	}
	return n
}

// A lock that is not in the table keeps nobody away.
func testNoLockWithoutItsRow(t *testing.T, open opener) {
	l, w := openLedger(t, open)
	if err := l.EnsureLocks(t.Context(), []string{"a"}); err != nil {
		t.Fatal(err)
	}
	b, err := w.Begin(t.Context(), adapters.Lock{Table: l.Locks(), Names: []string{"a", "b"}, RunID: "r1"})
	if err == nil {
		t.Errorf("the run holds a lock that is not there: %v", b.Abandon(t.Context()))
	} else if !strings.Contains(err.Error(), "lock b") {
		t.Error(err)
	}
	if err := w.lock(t, l, "a").Abandon(t.Context()); err != nil {
		t.Error(err)
	}
}

// lock holds lock rows as a run does, until the batch is abandoned.
func (w *warehouse) lock(t *testing.T, l *ledger.Ledger, names ...string) adapters.Batch {
	t.Helper()
	b, err := w.Begin(t.Context(), adapters.Lock{Table: l.Locks(), Names: names, RunID: "r1"})
	if err != nil {
		t.Fatal(err)
	}
	return b
}
