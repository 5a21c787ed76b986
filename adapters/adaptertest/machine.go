package adaptertest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/runner"
)

// Machine does at random what loads, schedulers and people do to a gate, with
// crashes and lost connections at random moments, and holds the tables and the
// ledger to a model after each step: no row is lost, doubled or misplaced, and
// the ledger is true. MACHINE_SEQUENCES is how many sequences of steps, if not
// the given number; PROPERTY_SEED begins others.
func Machine(t *testing.T, e Engine, sequences int) {
	t.Helper()
	if text := os.Getenv("MACHINE_SEQUENCES"); text != "" {
		var err error
		if sequences, err = strconv.Atoi(text); err != nil {
			t.Fatalf("MACHINE_SEQUENCES: %v", err)
		}
	}
	seed := uint64(1)
	if text := os.Getenv("PROPERTY_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatalf("PROPERTY_SEED: %v", err)
		}
	}
	const workers = 8 // a warehouse each; they wait more than they work
	done := counter{counts: map[string]int{}}
	t.Run("sequences", func(t *testing.T) {
		for worker := range workers {
			t.Run(fmt.Sprint(worker), func(t *testing.T) {
				t.Parallel()
				warehouse := e.Warehouse(t)
				for i := worker; i < sequences; i += workers {
					m := newMachine(t, e, warehouse, rand.New(rand.NewPCG(seed, uint64(i))), &done)
					for range 20 {
						m.step()
						if t.Failed() {
							t.Fatalf("seed %d, sequence %d, mode %s:\n%s", seed, i, m.world.mode, strings.Join(m.did, "\n"))
						}
					}
					m.close()
				}
			})
		}
	})
	t.Logf("%d sequences: %v", sequences, done.counts)
	if sequences < 30 {
		return
	}
	for _, what := range []string{"run passed", "run split", "run no_valid_rows", "run aborted", "run skipped no_rows", "run skipped already_completed", "replay split", "crash before commit", "crash after commit", "interrupted", "lost connection"} {
		if done.counts[what] == 0 {
			t.Errorf("nothing was %s: the test says nothing of it", what)
		}
	}
}

const machineGate = `gate: g
source: {table: staging}
target: target
source_after: SOURCE_AFTER
mode: MODE
on_failure: quarantine
partition_by: {day: day}
columns:
  id:  {type: int64, nullable: false}
  day: {type: date}
  v:   {type: int32, min: 0}
  n:   {type: int64, min: {value: 0, on_failure: fail}}
primary_key: {columns: [id], keep: last, order_by: [n]}
UPSERT`

// machine is a gate's tables on an engine, and what they should hold.
type machine struct {
	t       *testing.T
	rng     *rand.Rand
	db      adapters.DestinationAdapter
	project *gate.Project
	now     time.Time
	ids     int
	world   world
	did     []string
	done    *counter // of all sequences
}

// counter counts what has happened.
type counter struct {
	mu     sync.Mutex
	counts map[string]int
}

func (c *counter) add(what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts[what]++
}

func newMachine(t *testing.T, e Engine, warehouse string, rng *rand.Rand, done *counter) *machine {
	t.Helper()
	modes := []gate.Mode{gate.Append, gate.Replace, gate.ReplacePartition, gate.Upsert}
	w := world{mode: modes[rng.IntN(len(modes))], deletes: rng.IntN(2) == 0, completed: map[string]string{}}
	text := strings.NewReplacer("SOURCE_AFTER", map[bool]string{true: "delete", false: "keep"}[w.deletes], "MODE", string(w.mode),
		"UPSERT", map[bool]string{true: "upsert: {newer_by: n}"}[w.mode == gate.Upsert]).Replace(machineGate)
	dir := t.TempDir()
	for name, data := range map[string]string{
		"sqlgate.yaml": "version: 1\nwarehouses: {w: " + warehouse + "}\ndefault_warehouse: w\n",
		"gates/g.yaml": text,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	project, err := gate.Load(gate.LoadOptions{ProjectDir: dir, Env: func(string) (string, bool) { return "", false }})
	if err != nil {
		t.Fatal(err)
	}
	db, err := e.Open(t.Context(), project.Warehouses[0])
	if err != nil {
		t.Fatal(err)
	}
	m := &machine{t: t, rng: rng, db: db, project: project, world: w, done: done, now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	const columns = " (id BIGINT, day DATE, v INTEGER, n BIGINT)"
	m.exec("DROP TABLE IF EXISTS staging", "DROP TABLE IF EXISTS target", "DROP TABLE IF EXISTS target_rejected",
		"DROP SCHEMA IF EXISTS sqlgate CASCADE", "CREATE TABLE staging"+columns, "CREATE TABLE target"+columns)
	return m
}

func (m *machine) close() {
	if err := m.db.Close(); err != nil {
		m.t.Error(err)
	}
}

func (m *machine) exec(statements ...string) {
	m.t.Helper()
	for _, s := range statements {
		if _, err := m.db.Exec(m.t.Context(), adapters.Statement{SQL: s}); err != nil {
			m.t.Fatalf("%s: %v", s, err)
		}
	}
}

// step does one thing and compares.
func (m *machine) step() {
	m.now = m.now.Add(2 * time.Minute) // what has died meanwhile is known to be dead
	switch m.rng.IntN(16) {
	case 0, 1, 2, 3:
		m.load()
	case 4:
		m.mend()
	case 5, 6, 7:
		m.mendRejected()
	case 8, 9:
		m.replay()
	case 10:
		m.purge()
	default:
		m.run()
	}
	m.compare()
}

func (m *machine) say(format string, args ...any) {
	m.did = append(m.did, fmt.Sprintf(format, args...))
}

// load stages rows: keys come again, some rows are invalid, and seldom one would
// abort the run.
func (m *machine) load() {
	var values []string
	for range m.rng.IntN(9) {
		r := row{id: m.rng.IntN(8), day: m.rng.IntN(3), v: m.rng.IntN(5) - 2, n: m.world.versions}
		m.world.versions++
		if m.rng.IntN(50) == 0 {
			r.n = -r.n - 1
		}
		m.world.staging = append(m.world.staging, r)
		values = append(values, r.sql())
	}
	m.say("load %s", strings.Join(values, ", "))
	if len(values) > 0 {
		m.exec("INSERT INTO staging VALUES " + strings.Join(values, ", "))
	}
}

// mend deletes from staging what would abort the run.
func (m *machine) mend() {
	m.say("mend staging")
	m.exec("DELETE FROM staging WHERE n < 0")
	m.world.staging = slices.DeleteFunc(m.world.staging, func(r row) bool { return r.n < 0 })
}

// mendRejected corrects some of the rejected rows.
func (m *machine) mendRejected() {
	id := m.rng.IntN(8)
	m.say("mend rejected rows of id %d", id)
	if !m.exists("target_rejected") {
		return
	}
	m.exec(fmt.Sprintf("UPDATE target_rejected SET v = 9 WHERE id = %d AND v < 0 AND _sqlgate_resolution IS NULL", id))
	for i, x := range m.world.rejected {
		if x.id == id && x.v < 0 && x.resolution == "" {
			m.world.rejected[i].v = 9
		}
	}
}

// purge deletes the rejected rows that are resolved.
func (m *machine) purge() {
	m.say("purge what is resolved")
	if !m.exists("target_rejected") {
		return
	}
	if _, err := m.ledger().RejectedPurge(m.t.Context(), gate.TableName{Parts: []string{"target_rejected"}}, ledger.PurgeFilter{ResolvedOnly: true}); err != nil {
		m.t.Errorf("purge: %v", err)
	}
	m.world.rejected = slices.DeleteFunc(m.world.rejected, func(x refused) bool { return x.resolution != "" })
}

// someDay is a partition, or in modes that need none sometimes all rows.
func (m *machine) someDay(o *runner.Options, needed bool) (day int) {
	if m.world.mode == gate.Replace || !needed && m.rng.IntN(2) == 0 {
		return allDays
	}
	day = m.rng.IntN(3)
	var err error
	if o.Partition, err = m.project.Gates[0].ParsePartition(partitionText(day)); err != nil {
		m.t.Fatal(err)
	}
	return day
}

// run runs the gate.
func (m *machine) run() {
	o := runner.Options{Force: m.rng.IntN(4) == 0}
	day := m.someDay(&o, m.world.mode == gate.ReplacePartition)
	if m.rng.IntN(2) == 0 {
		o.BatchID = fmt.Sprintf("b%d", m.rng.IntN(3))
	}
	m.ids++
	want := m.world.run(m.id(), day, o)
	m.attempt(want, o, (*runner.Runner).Run, func() { m.world.commit(want, day, o) })
}

// replay replays the rejected rows, unless which of them wins depends on where they lie.
func (m *machine) replay() {
	if m.world.hasTwins() {
		m.say("no replay: some rows are there twice")
		return
	}
	var o runner.Options
	day := m.someDay(&o, false)
	m.ids++
	want := m.world.replay(m.id(), day)
	m.attempt(want, o, (*runner.Runner).Replay, func() { m.world.commitReplay(want, day) })
}

func (m *machine) ledger() *ledger.Ledger {
	l := ledger.New(m.db, "sqlgate")
	l.Now = func() time.Time { return m.now }
	return l
}

func (m *machine) id() string { return fmt.Sprintf("00000000-0000-7000-8000-%012d", m.ids) }

// attempt does a run or a replay, on every other occasion with a mishap on the way.
func (m *machine) attempt(want record, o runner.Options, do func(*runner.Runner, context.Context, *gate.Gate, runner.Options) *ledger.Run, commit func()) {
	f := &mishap{DestinationAdapter: m.db, at: -1}
	if m.rng.IntN(2) == 0 {
		f.at, f.after, f.dies = m.rng.IntN(20), m.rng.IntN(2) == 0, m.rng.IntN(2) == 0
	}
	r := &runner.Runner{
		Project: m.project, Version: "test", Now: func() time.Time { return m.now }, NewID: func() string { return want.id },
		Open: func(context.Context, gate.Warehouse) (adapters.DestinationAdapter, error) { return f, nil },
	}
	run := do(r, m.t.Context(), m.project.Gates[0], o)
	m.say("%s %s batch %q partition %q force %t mishap at %d after %t dies %t: %s %s %v",
		want.kind, want.id, o.BatchID, o.Partition, o.Force, f.at, f.after, f.dies, run.Outcome, run.Reason, run.Error)
	if f.struck && f.dies {
		m.bury(f, want, commit)
		return
	}
	if f.struck {
		m.done.add("lost connection")
	}
	if got := string(run.Outcome); got != want.outcome {
		m.t.Errorf("the %s is %s, want %s: %v", want.kind, got, want.outcome, run.Error)
		return
	}
	m.done.add(strings.TrimSpace(want.kind + " " + want.outcome + " " + map[bool]string{true: want.reason}[want.outcome == "skipped"]))
	if want.kind == "replay" && m.ledger().Check(m.t.Context()) != nil {
		return // there is nothing to replay, and no ledger
	}
	commit()
}

// bury has the next command find what a process has left that died: what it had
// committed stands, and else it did nothing.
func (m *machine) bury(f *mishap, want record, commit func()) {
	m.now = m.now.Add(2 * time.Minute)
	l := m.ledger()
	recorded := ""
	if l.Check(m.t.Context()) == nil { // else it died before there was a ledger
		if _, err := l.SweepInterrupted(m.t.Context(), nil); err != nil {
			m.t.Errorf("sweep: %v", err)
		}
		recorded = strings.Join(m.texts("SELECT outcome FROM sqlgate.runs WHERE run_id = '"+want.id+"'"), " and ")
	}
	m.say("its process died, committed %t, recorded %q", f.committed, recorded)
	switch {
	case f.committed:
		m.done.add("crash after commit")
		commit()
	case recorded == string(ledger.Interrupted):
		m.done.add("interrupted")
		m.world.runs = append(m.world.runs, record{id: want.id, kind: want.kind, outcome: recorded, reason: ledger.ReasonProcessLost})
	case recorded != "" && !m.world.writes(want): // it had nothing to write but its record
		commit()
	default:
		m.done.add("crash before commit")
	}
}

// compare holds the tables and the ledger to the model.
func (m *machine) compare() {
	w := &m.world
	const columns = "CAST(id AS VARCHAR) || ' ' || coalesce(CAST(day AS VARCHAR), 'NULL') || ' ' || CAST(v AS VARCHAR) || ' ' || CAST(n AS VARCHAR)"
	m.same("staging", "SELECT "+columns+" FROM staging", rowTexts(w.staging))
	m.same("target", "SELECT "+columns+" FROM target", rowTexts(w.target))
	if m.exists("target_rejected") || len(w.rejected) > 0 {
		var rejected []string
		for _, r := range w.rejected {
			rejected = append(rejected, r.String())
		}
		m.same("rejected", "SELECT "+columns+" || ' ' || array_to_string(_sqlgate_failed_rules, ',') || ' ' || _sqlgate_run_id || ' ' || coalesce(_sqlgate_batch_id, '-')"+
			" || ' ' || coalesce(_sqlgate_partition, '-') || ' ' || coalesce(_sqlgate_resolution, '-') || ' ' || coalesce(_sqlgate_resolved_run_id, '-') || ' ' || _sqlgate_attempts FROM target_rejected", rejected)
	}
	if len(w.runs) == 0 {
		return
	}
	var runs []string
	for _, r := range w.runs {
		runs = append(runs, r.String())
	}
	m.same("runs", "SELECT run_id || ' ' || kind || ' ' || outcome || ' ' || coalesce(reason, '-') || ' ' || rows_staged || ' ' || rows_passed || ' ' || rows_rejected || ' ' || rows_superseded || ' ' || rows_deleted FROM sqlgate.runs", runs)
	m.same("active runs", "SELECT run_id FROM sqlgate.active_runs", nil)
	var completed []string
	for key, run := range w.completed {
		completed = append(completed, key+" "+run)
	}
	m.same("completed batches", "SELECT partition_key || ' ' || batch_id || ' ' || run_id FROM sqlgate.completed_batches", completed)
}

func (m *machine) exists(table string) bool {
	_, err := m.db.Describe(m.t.Context(), gate.TableName{Parts: []string{table}})
	return err == nil
}

func (m *machine) same(what, query string, want []string) {
	m.t.Helper()
	got := m.texts(query)
	slices.Sort(got)
	want = slices.Sorted(slices.Values(want))
	if len(got)+len(want) > 0 && !slices.Equal(got, want) {
		m.t.Errorf("%s differ (-want +got):\n%s", what, cmp.Diff(want, got))
	}
}

func (m *machine) texts(query string) []string {
	m.t.Helper()
	var out []string
	err := m.db.Query(m.t.Context(), adapters.Statement{SQL: query}, func(scan adapters.Scan) error {
		var text string
		err := scan(&text)
		out = append(out, text)
		return err
	})
	if err != nil {
		m.t.Fatalf("%s: %v", query, err)
	}
	return out
}
