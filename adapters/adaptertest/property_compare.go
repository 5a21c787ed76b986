package adaptertest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/adaptertest/oracle"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// compare holds a run's record and tables against what the oracle says.
func (p *property) compare(d *draft, j *judgement, want expected, run *ledger.Run, rejected map[int]*rejectedRow) *fault {
	if f := compareRejected(d, want, j, rejected); f != nil {
		return f
	}
	if f := compareRules(j, want, run, want.isFailure()); f != nil {
		return f
	}
	if run.Outcome != want.outcome || run.Reason != want.reason {
		return faultf("the outcome is %s %s, the oracle says %s %s", run.Outcome, run.Reason, want.outcome, want.reason)
	}
	if f := compareCounts(want.counts, countsOf(run)); f != nil {
		return f
	}
	return p.compareTables(d, j, want)
}

// compareCheck holds the record of a check that wrote nothing against what the
// oracle says.
func compareCheck(j *judgement, want expected, run *ledger.Run) *fault {
	if f := compareRules(j, want, run, true); f != nil {
		return f
	}
	if j.keepsAny() {
		return nil // another row may be kept than in the run
	}
	outcome, failing := ledger.Passed, int64(want.failing)
	if failing > 0 {
		outcome = ledger.Failed
	}
	if run.Outcome != outcome {
		return faultf("the outcome is %s, the oracle says %s", run.Outcome, outcome)
	}
	return compareCounts(counts{staged: want.counts.staged, passed: want.counts.staged - failing, rejected: failing}, countsOf(run))
}

// compareRules holds the results of the gate's rules against what the oracle
// says. In an outcome that is a failure a quarantine rule counts as failed.
func compareRules(j *judgement, want expected, run *ledger.Run, failure bool) *fault {
	if len(run.Rules) != len(j.gate.Rules)+1 {
		return faultf("there are %d results, of the columns and %d rules", len(run.Rules), len(j.gate.Rules))
	}
	for i, r := range j.gate.Rules {
		got := run.Rules[i+1]
		if got.ID != r.ID {
			return faultf("result %d is of rule %s, not of %s", i+1, got.ID, r.ID)
		}
		failed, judged, unknown := count(j.Verdicts[r.ID])
		if got.FailedRows != failed || got.JudgedRows != judged || got.UnknownRows != unknown {
			return faultf("rule %s failed %d of %d judged rows, %d unknown; the oracle says %d of %d, %d unknown", r.ID, got.FailedRows, got.JudgedRows, got.UnknownRows, failed, judged, unknown)
		}
		if status := statusOf(want.policies[r.ID], failed, failure); got.Status != status {
			return faultf("rule %s has the status %s, the oracle says %s", r.ID, got.Status, status)
		}
	}
	return nil
}

func statusOf(p gate.Policy, failed int64, failure bool) ledger.Status {
	switch {
	case failed == 0:
		return ledger.StatusPass
	case p == gate.Warn:
		return ledger.StatusWarn
	case p == gate.Quarantine && !failure:
		return ledger.StatusQuarantine
	default:
		return ledger.StatusFail
	}
}

func countsOf(run *ledger.Run) counts {
	return counts{run.RowsStaged, run.RowsPassed, run.RowsRejected, run.RowsSuperseded, run.RowsWarned}
}

func compareCounts(want, got counts) *fault {
	if got != want {
		return faultf("the rows are %+v, the oracle says %+v", got, want)
	}
	return nil
}

func compareRejected(d *draft, want expected, j *judgement, rejected map[int]*rejectedRow) *fault {
	if want.outcome == ledger.Aborted && len(rejected) > 0 {
		return faultf("the run aborts, and yet %d rows were rejected", len(rejected))
	}
	for i := range d.rows {
		got, expect := rejected[i], want.rejected[i]
		if got == nil {
			got = &rejectedRow{}
		}
		for _, r := range j.gate.Rules {
			if slices.Contains(got.rules, r.ID) != slices.Contains(expect, r.ID) {
				return faultf("row %d: the engine says that it fails %q, the oracle %q, which says %q of rule %s", i, got.rules, expect, j.Verdicts[r.ID][i], r.ID)
			}
		}
		if len(got.rules) != len(expect) {
			return faultf("row %d: the engine says that it fails %q, the oracle %q", i, got.rules, expect)
		}
		if got.superseded != want.superseded[i] {
			return faultf("row %d: the engine says superseded: %t, the oracle %t", i, got.superseded, want.superseded[i])
		}
	}
	return nil
}

// rejectedRow is what the rejected table says of a row.
type rejectedRow struct {
	rules      []string
	superseded bool
}

// rejected are the rejected rows by their numbers.
func (p *property) rejected() (map[int]*rejectedRow, error) {
	out := map[int]*rejectedRow{}
	if there, err := p.exists("dst_rejected"); err != nil || !there {
		return out, err
	}
	d := p.adapter.Dialect()
	query := d.Unnest([]string{d.Ident(rowID), d.Ident(ledger.ColumnResolution)}, d.Ident(ledger.ColumnFailedRules), "dst_rejected")
	err := p.adapter.Query(p.t.Context(), adapters.Statement{SQL: query}, func(scan adapters.Scan) error {
		var row int
		var resolution *string
		var rule string
		if err := scan(&row, &resolution, &rule); err != nil {
			return err
		}
		if out[row] == nil {
			out[row] = &rejectedRow{superseded: resolution != nil && *resolution == "superseded"}
		}
		out[row].rules = append(out[row].rules, rule)
		return nil
	})
	return out, err
}

func (p *property) exists(table string) (bool, error) {
	_, err := p.adapter.Describe(p.t.Context(), gate.TableName{Parts: []string{table}})
	if errors.Is(err, adapters.ErrTableNotFound) {
		return false, nil
	}
	return err == nil, err
}

// compareTables holds the rows of the target and of the rejected table against
// the rows that shall be there, value by value. The source keeps its rows.
func (p *property) compareTables(d *draft, j *judgement, want expected) *fault {
	var passed []oracle.Row
	if d.appends || !want.writes() {
		passed = slices.Clone(d.target)
	}
	if want.writes() {
		for _, i := range want.passed {
			passed = append(passed, j.Converted[i])
		}
	}
	if f := p.compareTable("dst", d, passed, draftColumn.target); f != nil {
		return f
	}
	var rejected []oracle.Row
	for i, row := range d.rows {
		if want.rejected[i] != nil {
			rejected = append(rejected, row)
		}
	}
	if f := p.compareTable("dst_rejected", d, rejected, draftColumn.source); f != nil {
		return f
	}
	return p.compareTable("src", d, d.rows, draftColumn.source)
}

func (p *property) compareTable(table string, d *draft, rows []oracle.Row, typ func(draftColumn) gate.Type) *fault {
	there, err := p.exists(table)
	if err != nil {
		return faultf("the table %s cannot be read: %v", table, err)
	}
	if !there {
		if len(rows) > 0 {
			return faultf("there is no table %s, and it should have %d rows", table, len(rows))
		}
		return nil
	}
	n, err := p.number("SELECT count(*) FROM " + table)
	if err != nil || n != len(rows) {
		return faultf("the table %s has %d rows (%v), it should have %d", table, n, err, len(rows))
	}
	if len(rows) == 0 {
		return nil
	}
	want, err := p.insert("", d, rows, typ)
	if err != nil {
		return faultf("the rows of %s have no SQL: %v", table, err)
	}
	dialect := p.adapter.Dialect()
	columns := []string{dialect.Ident(rowID)}
	for _, c := range d.columns {
		columns = append(columns, dialect.Ident(c.name))
	}
	list := strings.Join(columns, ", ")
	missing := fmt.Sprintf("SELECT count(*) FROM (SELECT * FROM (%s) AS wanted (%s) EXCEPT ALL SELECT %s FROM %s) AS missing", want, list, list, table)
	if n, err = p.number(missing); err != nil || n != 0 {
		return faultf("the table %s lacks %d of the rows that it should have, and has others (%v):\n%s", table, n, err, missing)
	}
	return nil
}

// number is the result of a query.
func (p *property) number(query string) (n int, err error) {
	err = p.adapter.Query(p.t.Context(), adapters.Statement{SQL: query}, func(scan adapters.Scan) error { return scan(&n) })
	return n, err
}

// fill are the statements that make a draft's tables and their rows.
func (p *property) fill(d *draft) ([]adapters.Statement, error) {
	var out []adapters.Statement
	for _, table := range []string{"src", "dst", "dst_rejected", referenceTable} {
		out = append(out, adapters.Statement{SQL: "DROP TABLE IF EXISTS " + table})
	}
	add := func(table string, rows []oracle.Row, typ func(draftColumn) gate.Type) error {
		definition, err := p.definition(d, typ)
		if err != nil {
			return err
		}
		out = append(out, adapters.Statement{SQL: "CREATE TABLE " + table + " (" + definition + ")"})
		if len(rows) == 0 {
			return nil
		}
		insert, err := p.insert("INSERT INTO "+table+" ", d, rows, typ)
		out = append(out, adapters.Statement{SQL: insert})
		return err
	}
	if err := add("src", d.rows, draftColumn.source); err != nil {
		return nil, err
	}
	if err := add(referenceTable, d.reference, draftColumn.target); err != nil {
		return nil, err
	}
	if d.target != nil {
		return out, add("dst", d.target, draftColumn.target)
	}
	return out, nil
}

// target is the type that the target has.
func (c draftColumn) target() gate.Type { return c.typ }

// definition is the columns of a table.
func (p *property) definition(d *draft, typ func(draftColumn) gate.Type) (string, error) {
	dialect := p.adapter.Dialect()
	name, err := dialect.TypeName(gate.Type{Kind: gate.KindInt64})
	if err != nil {
		return "", err
	}
	defs := []string{dialect.Ident(rowID) + " " + name}
	for _, c := range d.columns {
		if name, err = dialect.TypeName(typ(c)); err != nil {
			return "", err
		}
		defs = append(defs, dialect.Ident(c.name)+" "+name)
	}
	return strings.Join(defs, ", "), nil
}

// insert is rows as VALUES, with what stands before.
func (p *property) insert(before string, d *draft, rows []oracle.Row, typ func(draftColumn) gate.Type) (string, error) {
	dialect := p.adapter.Dialect()
	var out []string
	for _, row := range rows {
		id, err := sqlValue(dialect, gate.Type{Kind: gate.KindInt64}, row[rowID])
		if err != nil {
			return "", err
		}
		cells := []string{id}
		for _, c := range d.columns {
			cell, err := sqlValue(dialect, typ(c), row[c.name])
			if err != nil {
				return "", err
			}
			cells = append(cells, cell)
		}
		out = append(out, "("+strings.Join(cells, ", ")+")")
	}
	return before + "VALUES\n  " + strings.Join(out, ",\n  "), nil
}
