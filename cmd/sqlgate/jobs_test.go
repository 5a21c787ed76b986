//go:build cgo

package main

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"
	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/sqlgate/sqlgate/adapters/adaptertest/pgtest"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/runner"
)

// atOnce is how many gates of the tests' project are in their transactions at once.
const atOnce = 8

// jobsGates makes gates whose name is their source's: g1 to g8, of which g3
// aborts, and then one that depends on g1, one on g3, and one with g2's target.
func jobsGates() map[string]string {
	gates := map[string]string{}
	add := func(name, target, more string) {
		gates[name] = fmt.Sprintf("gate: %[1]s\nsource: %[1]s\ntarget: %[2]s\nrejected: {table: %[1]s_bad}\nmode: append\non_failure: quarantine\n%[3]s"+
			"columns:\n  id: {type: int64, nullable: false}\n  amount: {type: int64, min: {value: 0, on_failure: %[4]s}}\n",
			name, target, more, map[bool]string{true: "fail", false: "quarantine"}[name == "g3"])
	}
	for i := range atOnce {
		name := fmt.Sprintf("g%d", i+1)
		add(name, name+"_good", "")
	}
	add("after1", "after1_good", "depends_on: [g1]\n")
	add("after3", "after3_good", "depends_on: [g3]\n")
	add("same2", "g2_good", "")
	return gates
}

// meeting has those who come to it wait for each other.
type meeting struct {
	sync.WaitGroup
	mu    sync.Mutex
	there map[string]bool
}

func meetingOf(n int) *meeting {
	m := &meeting{there: map[string]bool{}}
	m.Add(n)
	return m
}

// come counts each name once.
func (m *meeting) come(name string) {
	m.mu.Lock()
	if !m.there[name] {
		m.there[name] = true
		m.Done()
	}
	m.mu.Unlock()
}

func testJobs(t *testing.T, warehouse, driver, dsn string) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "gates"), 0o700); err != nil {
		t.Fatal(err)
	}
	if driver == "duckdb" {
		dsn = filepath.Join(dir, "w.duckdb")
	}
	write("sqlgate.yaml", "version: 1\nwarehouses:\n  w: "+warehouse+"\ndefault_warehouse: w\n")
	db, err := sql.Open(driver, dsn)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]int64{}
	for name, text := range jobsGates() {
		write(filepath.Join("gates", name+".yaml"), text)
		rows[name] = int64(1000 + 10*len(rows))
		_, err := db.Exec(fmt.Sprintf("CREATE TABLE %s AS SELECT %d + i AS id, CASE WHEN i %% 10 = 0 THEN -1 ELSE i END AS amount FROM generate_series(CAST(1 AS BIGINT), CAST(%d AS BIGINT)) AS s(i)", name, 1_000_000*len(rows), rows[name]))
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}

	a := newApp()
	a.projectDir = dir
	a.out, a.errOut = &maskedWriter{w: io.Discard}, &maskedWriter{w: t.Output()}
	p, gates, err := a.loadGates(selection{}, "")
	if err != nil {
		t.Fatal(err)
	}
	// All are in their transactions, with their rows staged, before one writes.
	decide := meetingOf(atOnce)
	do := func(r *runner.Runner, ctx context.Context, g *gate.Gate, o runner.Options) *ledger.Run {
		one := *r
		if strings.HasPrefix(g.Name, "g") {
			defer decide.come(g.Name)
			one.Progress = func(phase runner.Progress) {
				r.Progress(phase)
				if phase.Phase == runner.PhaseDecide {
					decide.come(g.Name)
					decide.Wait()
				}
			}
		}
		return one.Run(ctx, g, o)
	}
	runs, stopped := a.runGates(t.Context(), p, gates, runOptions{jobs: atOnce, writes: true}, do, a.newEvents(0), nil)

	if len(runs) != len(gates) || stopped {
		t.Fatalf("%d runs of %d gates, stopped %t", len(runs), len(gates), stopped)
	}
	if db, err = sql.Open(driver, dsn); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	is := func(what string, want int64, query string, args ...any) {
		t.Helper()
		var got int64
		if err := db.QueryRow(fmt.Sprintf(query, args...)).Scan(&got); err != nil {
			t.Errorf("%s: %v", what, err)
		} else if got != want {
			t.Errorf("%s: %d; want %d", what, got, want)
		}
	}
	passed := map[string]int64{} // by target
	for i, run := range runs {
		name := gates[i].Name
		passed[gates[i].Target.String()] += run.RowsPassed
		n := rows[name]
		want := ledger.Run{Outcome: ledger.Split, RowsStaged: n, RowsPassed: n - n/10, RowsRejected: n / 10}
		switch name {
		case "g3":
			want = ledger.Run{Outcome: ledger.Aborted, RowsStaged: n}
		case "after3":
			want = ledger.Run{Outcome: ledger.Skipped}
		default:
			is(name+" in target and rejected", n, "SELECT count(*) FROM (SELECT id FROM %[1]s_bad UNION (SELECT id FROM %[2]s INTERSECT SELECT id FROM %[1]s)) AS all_of", name, gates[i].Target)
			is(name+"'s rejected", n/10, "SELECT count(*) FROM %s_bad", name)
		}
		if run.Gate != name || run.Outcome != want.Outcome || run.RowsStaged != want.RowsStaged || run.RowsPassed != want.RowsPassed || run.RowsRejected != want.RowsRejected {
			t.Errorf("run %d is %s: %s, %d staged, %d passed, %d rejected, %v; want %s: %+v", i, run.Gate, run.Outcome, run.RowsStaged, run.RowsPassed, run.RowsRejected, run.Error, name, want)
		}
		if name != "after3" {
			is(name+" in the ledger", 1, "SELECT count(*) FROM sqlgate.runs WHERE run_id = '%s' AND outcome = '%s' AND rows_staged = %d", run.RunID, run.Outcome, n)
			is(name+"'s rules in the ledger", int64(len(run.Rules)), "SELECT count(*) FROM sqlgate.rule_results WHERE run_id = '%s'", run.RunID)
		}
		for _, w := range run.Warnings {
			t.Errorf("%s warns: %s", name, w)
		}
	}
	for target, n := range passed {
		if n > 0 {
			is("rows of "+target, n, "SELECT count(*) FROM %s", target)
		}
	}
	is("runs", int64(len(gates)-1), "SELECT count(*) FROM sqlgate.runs")
	is("active runs", 0, "SELECT count(*) FROM sqlgate.active_runs")
}

func TestJobsOnDuckDB(t *testing.T) {
	t.Parallel()
	testJobs(t, "{type: duckdb, path: w.duckdb}", "duckdb", "")
}

func TestJobsOnPostgres(t *testing.T) {
	t.Parallel()
	dsn := pgtest.Start(t).Database(t)
	testJobs(t, fmt.Sprintf("{type: postgres, dsn: %q}", dsn), "pgx", dsn)
}
