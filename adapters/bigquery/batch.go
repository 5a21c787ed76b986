package bigquery

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/retry"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// batch is one run's work in two scripts: one stages into tables of the run's own,
// which reads and decides nothing in a transaction, and one writes in one. In
// between nothing is held. That nobody else wrote meanwhile is asserted by the
// second, from the rows of the ledger's locks as they were at the beginning.
type batch struct {
	*Adapter
	lock   adapters.Lock
	seen   []lockRow
	name   string // of its tables and jobs: the run and how often it began
	plan   *compile.Plan
	run    adapters.RunValues
	tables []string // that may have been made
}

// lockRow is a row of the ledger's locks.
type lockRow struct {
	name  string
	runID any // that wrote last: a text, or nil
}

// Begin reads the locks. It takes none: a run that writes first wins, and the
// other's write is refused.
func (a *Adapter) Begin(ctx context.Context, l adapters.Lock) (adapters.Batch, error) {
	b := &batch{Adapter: a, lock: l, name: fmt.Sprintf("%s_%d", plainName(l.RunID), a.begun.Add(1))}
	return b, b.look(ctx)
}

// look reads the rows of the locks.
func (b *batch) look(ctx context.Context) error {
	if len(b.lock.Names) == 0 {
		return nil
	}
	var s script
	names := make([]string, len(b.lock.Names))
	for i, name := range b.lock.Names {
		names[i] = s.bind(name)
	}
	query := adapters.Statement{
		SQL:  "SELECT name, run_id FROM " + b.dialect.Table(b.lock.Table) + " WHERE name IN (" + strings.Join(names, ", ") + ") ORDER BY name, run_id",
		Args: s.args,
	}
	found := map[string]int64{}
	err := b.Query(ctx, query, func(scan adapters.Scan) error {
		var r lockRow
		var runID *string
		err := scan(&r.name, &runID)
		if runID != nil {
			r.runID = *runID
		}
		b.seen = append(b.seen, r)
		found[r.name]++
		return err
	})
	if err != nil {
		return err
	}
	for _, name := range b.lock.Names {
		// Keys are not enforced: two processes may have made the row at once. Who
		// updates both keeps others away as well as who updates one.
		if err := adapters.HoldsLock(name, min(found[name], 1)); err != nil {
			return err
		}
	}
	return nil
}

// plainName is a run's id as the name of a table or a job can have it.
func plainName(id string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, id)
}

// Query runs a statement as one of the run's jobs.
func (b *batch) Query(ctx context.Context, s adapters.Statement, row func(adapters.Scan) error) error {
	r, err := b.Adapter.run(ctx, job{sql: s.SQL, args: s.Args, gate: b.lock.Gate, run: b.lock.RunID})
	if err != nil {
		return err
	}
	return r.each(ctx, row)
}

// script runs a script as the run's job of that name, which never runs twice.
func (b *batch) script(ctx context.Context, op, name string, s script, writes bool) error {
	_, err := b.Adapter.run(ctx, job{
		op: op, sql: s.sql(), args: s.args, id: "sqlgate_" + b.name + "_" + name,
		gate: b.lock.Gate, run: b.lock.RunID, writes: writes,
	})
	return err
}

// Stage finds the failing rows into tables of the run.
func (b *batch) Stage(ctx context.Context, p *compile.Plan, run adapters.RunValues) (adapters.Tally, error) {
	own := *p
	own.Dialect = dialect.BigQuery{Dataset: b.dialect.Table(dataset(b.lock.Table)), Suffix: "_" + b.name}
	b.plan, b.run, b.tables = &own, run, own.Tables()

	var s script
	if statement := b.plan.Copy(); statement != "" {
		s.add(run.Statement(b.plan, statement))
	}
	for _, step := range b.plan.Staging() {
		s.add(adapters.Statement{SQL: step.SQL, Args: run.Args(step.Values)})
	}
	s.plain(b.plan.Sets())
	if err := b.script(ctx, "evaluate the rules", "stage", s, false); err != nil {
		return adapters.Tally{}, b.attribute(ctx, err)
	}
	return adapters.ReadTally(ctx, b, b.plan, run)
}

// dataset is the name of a table's dataset.
func dataset(table gate.TableName) gate.TableName {
	return gate.TableName{Parts: table.Parts[:len(table.Parts)-1]}
}

// attribute finds the rule that an error of the evaluation comes from, over the
// copy. Where that was not made the error is the source's.
func (b *batch) attribute(ctx context.Context, failure error) error {
	copied := adapters.Statement{SQL: "SELECT 1 FROM " + b.tables[0] + " LIMIT 0"}
	if b.Query(ctx, copied, func(adapters.Scan) error { return nil }) != nil {
		return failure
	}
	return adapters.Attribute(ctx, b, b.plan, b.run, failure, b.plan.ProbeCopy)
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

// Write prepares the tables, which no transaction can, and then writes, proves and
// records in one script. The record says what is expected, since the script is
// complete before it runs, and the script asserts that it is so.
func (b *batch) Write(ctx context.Context, d adapters.Decision, record func(adapters.Written) []adapters.Statement) error {
	if err := b.prepare(ctx, d); err != nil {
		return err
	}
	expected := adapters.Written{Rejected: d.Expect.Rejected}
	if d.Target {
		expected.Passed = d.Staged - d.Expect.Rejected
	}
	s := b.writing(d, expected, record(expected))
	attempt := 0
	_, err := retry.Do(ctx, func() (struct{}, error) {
		attempt++
		return struct{}{}, b.explain(d, b.script(ctx, "write the rows", "write_"+strconv.Itoa(attempt), s, true))
	}, isTransient, retry.Pauses{First: time.Second, Longest: 8 * time.Second, Factor: 2}, backoff.WithMaxTries(writes))
	if err != nil {
		return err
	}
	b.drop(ctx) // the rows are written, whatever becomes of the tables
	return nil
}

// writes is how often a write is tried that lost against another run's. BigQuery
// finds conflicts by the table, and the locks of all gates are one.
const writes = 6

// overtakenError says that the locks are no longer as they were: another run has
// written, or this one is recorded as interrupted.
type overtakenError struct{ err error }

func (e *overtakenError) Error() string { return e.err.Error() }

func (e *overtakenError) Unwrap() error { return e.err }

// isTransient reports whether a write may succeed if it is sent again.
func isTransient(err error) bool {
	var locked *adapters.LockedError
	var overtaken *overtakenError
	return errors.As(err, &locked) && !errors.As(err, &overtaken)
}

// prepare creates or alters the tables to be written.
func (b *batch) prepare(ctx context.Context, d adapters.Decision) error {
	for _, ddl := range []struct {
		needed     bool
		what, name string
		statements []string
	}{
		{d.Rejected || b.supersede(d).SQL != "" || b.plan.IsReplay(), "prepare the rejected table", "rejected", b.plan.RejectedDDL},
		{d.Target, "prepare the target", "target", b.plan.TargetDDL},
	} {
		if !ddl.needed || len(ddl.statements) == 0 {
			continue
		}
		if err := b.script(ctx, ddl.what, ddl.name, script{statements: ddl.statements}, false); err != nil {
			return err
		}
	}
	return nil
}

// The texts by which a failed assertion is known.
const (
	overtaken = "sqlgate: another run wrote meanwhile"
	recorded  = "sqlgate: the run is recorded already"
	miscount  = "sqlgate: rows updated, passed, rejected:"
)

// writing is the script that writes.
func (b *batch) writing(d adapters.Decision, expected adapters.Written, record []adapters.Statement) script {
	var s script
	s.plain("DECLARE _sqlgate_updated, _sqlgate_passed, _sqlgate_rejected INT64 DEFAULT 0")
	s.plain("BEGIN TRANSACTION")
	b.takeLocks(&s)
	b.writeRows(&s, d)
	s.plain(proof("_sqlgate_updated", "_sqlgate_passed", expected))
	if b.plan.IsReplay() {
		b.putBack(&s, d, expected)
	}
	for _, statement := range record {
		s.add(statement)
	}
	// The record was made before anything of this script was billed.
	s.plain("UPDATE " + b.dialect.Table(b.lock.Runs) + " SET bytes_processed = bytes_processed + IFNULL(@@script.bytes_billed, 0) WHERE run_id = " + s.bind(b.lock.RunID))
	s.plain("COMMIT TRANSACTION")
	return s
}

// proof asserts that as many rows were written as expected, and tells how many.
func proof(updated, passed string, expected adapters.Written) string {
	return fmt.Sprintf("ASSERT IF(%[1]s + %[2]s = %[3]d AND _sqlgate_rejected = %[4]d, TRUE,\n"+
		"  ERROR(FORMAT('%[5]s %%d, %%d, %%d.', %[1]s, %[2]s, _sqlgate_rejected)))", updated, passed, expected.Passed, expected.Rejected, miscount)
}

// takeLocks makes the locks the run's, if they are as they were when it began. Of
// two transactions that update one table only one is committed.
func (b *batch) takeLocks(s *script) {
	run := s.bind(b.lock.RunID)
	var rows []string
	for _, r := range b.seen {
		rows = append(rows, "name = "+s.bind(r.name)+" AND run_id IS NOT DISTINCT FROM "+s.bind(r.runID))
	}
	if len(rows) > 0 {
		s.plain("UPDATE " + b.dialect.Table(b.lock.Table) + " SET run_id = " + run + " WHERE " + strings.Join(rows, "\n  OR "))
		s.plain(fmt.Sprintf("ASSERT @@row_count = %d AS '%s'", len(rows), overtaken))
	}
	s.plain("ASSERT NOT EXISTS (SELECT 1 FROM " + b.dialect.Table(b.lock.Runs) + " WHERE run_id = " + run + ") AS '" + recorded + "'")
}

// writeRows writes what was decided, and counts it.
func (b *batch) writeRows(s *script, d adapters.Decision) {
	p, rejecting := b.plan, rejecting(d)
	add := func(st adapters.Statement, then string) {
		if st.SQL == "" {
			return
		}
		s.add(st)
		if then != "" {
			s.plain(then)
		}
	}
	add(b.supersede(d), "")
	if d.Target {
		add(adapters.Statement{SQL: p.DeleteTarget()}, "")
		add(d.Run.Statement(p, p.UpdateTarget(rejecting)), "SET _sqlgate_updated = @@row_count")
		add(d.Run.Statement(p, p.InsertPassed(rejecting, false)), "SET _sqlgate_passed = @@row_count")
	}
	if d.Rejected && p.IsReplay() {
		add(d.Run.Statement(p, p.KeepRejected(rejecting), p.KeptValues(rejecting)...), "SET _sqlgate_rejected = @@row_count")
	} else if d.Rejected {
		add(d.Run.Statement(p, p.InsertRejected(rejecting), p.RejectedValues(rejecting)...), "SET _sqlgate_rejected = @@row_count")
	}
}

// putBack ends a replay: the rows that were written are marked, and all that were
// copied take the place of those that they are copies of.
func (b *batch) putBack(s *script, d adapters.Decision, expected adapters.Written) {
	if d.Target {
		s.add(d.Run.Statement(b.plan, b.plan.MarkReplayed(rejecting(d)), compile.RunID))
		s.plain("SET _sqlgate_passed = @@row_count")
		s.plain(proof("0", "_sqlgate_passed", expected))
	}
	s.plain(b.plan.TakeOut())
	s.plain("SET _sqlgate_rejected = @@row_count")
	s.plain(b.plan.PutBack())
	s.plain("ASSERT @@row_count = _sqlgate_rejected AS '" + overtaken + "'")
}

// rejecting are the rules that reject a row.
func rejecting(d adapters.Decision) []int {
	if d.Expect.Rejected == 0 {
		return nil
	}
	return d.Rejecting
}

// supersede marks the rejected rows that the write makes obsolete.
func (b *batch) supersede(d adapters.Decision) adapters.Statement {
	mark, values := b.plan.Supersede(d.Again), b.plan.SupersedeValues(d.Again)
	if b.plan.IsReplay() {
		mark, values = b.plan.SupersedeBeside(rejecting(d)), []compile.RunValue{compile.RunID}
	}
	if mark == "" {
		return adapters.Statement{}
	}
	return d.Run.Statement(b.plan, mark, values...)
}

// counted reads the figures of a failed assertion.
var counted = regexp.MustCompile(regexp.QuoteMeta(miscount) + ` (\d+), (\d+), (\d+)\.`)

// explain says what a failed write means, by the assertion that failed.
func (b *batch) explain(d adapters.Decision, err error) error {
	var w *adapters.WarehouseError
	if !errors.As(err, &w) {
		return err
	}
	if strings.Contains(w.Text, overtaken) || strings.Contains(w.Text, recorded) {
		return &overtakenError{&adapters.LockedError{Conflict: true, Err: err}}
	}
	figures := counted.FindStringSubmatch(w.Text)
	if figures == nil {
		return err
	}
	var n [3]int64
	for i, text := range figures[1:] {
		n[i], _ = strconv.ParseInt(text, 10, 64) // digits
	}
	if err := adapters.ProveUpdated(d, n[0]); err != nil {
		return err
	}
	return cmp.Or(adapters.Prove(d, adapters.Written{Passed: n[0] + n[1], Rejected: n[2]}), err)
}

// dropWait bounds how long a run waits until its tables are dropped.
const dropWait = 4 * time.Second

// drop drops the run's tables. Those that it cannot drop expire.
func (b *batch) drop(ctx context.Context) {
	if len(b.tables) == 0 {
		return
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), dropWait)
	defer stop()
	var s script
	for _, table := range b.tables {
		s.plain("DROP TABLE IF EXISTS " + table)
	}
	b.tables = nil
	_ = b.script(ctx, "drop the run's tables", "drop", s, false)
}

// Abandon drops the run's tables: nothing else is left of it.
func (b *batch) Abandon(ctx context.Context) error {
	b.drop(ctx)
	return nil
}

var (
	_ adapters.Batch              = (*batch)(nil)
	_ adapters.DestinationAdapter = (*Adapter)(nil)
)
