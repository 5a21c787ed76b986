package adaptertest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/adaptertest/oracle"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// compare holds a run's record and tables against what the oracle says.
func (p *property) compare(d *draft, j *judgement, run *ledger.Run) *fault {
	want := j.expect(len(d.rows))
	if f := p.compareRejected(d, want, j); f != nil {
		return f
	}
	for _, r := range run.Rules[1:] {
		failed, judged := count(j.Verdicts[r.ID])
		if r.FailedRows != failed || r.JudgedRows != judged {
			return faultf("rule %s failed %d of %d judged rows, the oracle says %d of %d", r.ID, r.FailedRows, r.JudgedRows, failed, judged)
		}
	}
	if run.Outcome != want.outcome {
		return faultf("the outcome is %s, the oracle says %s", run.Outcome, want.outcome)
	}
	return p.compareTables(d, j, want)
}

func count(verdicts []oracle.Verdict) (failed, judged int64) {
	for _, v := range verdicts {
		switch v {
		case oracle.Invalid:
			failed, judged = failed+1, judged+1
		case oracle.Valid:
			judged++
		case oracle.Unknown, oracle.NotJudged:
		}
	}
	return failed, judged
}

// expected is what becomes of the rows.
type expected struct {
	outcome  ledger.Outcome
	passed   []int
	rejected map[int][]string // row to the rules that it fails
}

func (j *judgement) expect(rows int) expected {
	e := expected{outcome: ledger.Passed, rejected: map[int][]string{}}
	aborted := false
	for i := range rows {
		rejected := false
		for _, r := range j.gate.Rules {
			if j.Verdicts[r.ID][i] == oracle.Invalid {
				aborted = aborted || r.Policy == gate.Fail
				rejected = rejected || r.Policy == gate.Quarantine
			}
		}
		if rejected {
			e.rejected[i] = j.Failures(j.gate, i)
		} else {
			e.passed = append(e.passed, i)
		}
	}
	switch {
	case rows == 0:
		e.outcome = ledger.Skipped
	case aborted:
		return expected{outcome: ledger.Aborted}
	case len(e.passed) == 0:
		e.outcome = ledger.NoValidRows
	case len(e.rejected) > 0:
		e.outcome = ledger.Split
	}
	return e
}

func (p *property) compareRejected(d *draft, want expected, j *judgement) *fault {
	rejected, err := p.rejected()
	if err != nil {
		return faultf("the rejected rows cannot be read: %v", err)
	}
	if want.outcome == ledger.Aborted && len(rejected) > 0 {
		return faultf("the run aborts, and yet %d rows were rejected", len(rejected))
	}
	for i := range d.rows {
		got, expect := rejected[i], want.rejected[i]
		for _, r := range j.gate.Rules {
			if slices.Contains(got, r.ID) != slices.Contains(expect, r.ID) {
				return faultf("row %d: the engine says that it fails %q, the oracle %q, which says %q of rule %s", i, got, expect, j.Verdicts[r.ID][i], r.ID)
			}
		}
	}
	return nil
}

// rejected are the rejected rows with the rules that they failed.
func (p *property) rejected() (map[int][]string, error) {
	out := map[int][]string{}
	if !p.exists("dst_rejected") {
		return out, nil
	}
	dialect := p.adapter.Dialect()
	query := dialect.Unnest([]string{dialect.Ident(rowID)}, dialect.Ident("_sqlgate_failed_rules"), "dst_rejected")
	err := p.adapter.Query(p.t.Context(), adapters.Statement{SQL: query}, func(scan adapters.Scan) error {
		var row int
		var rule string
		if err := scan(&row, &rule); err != nil {
			return err
		}
		out[row] = append(out[row], rule)
		return nil
	})
	return out, err
}

func (p *property) exists(table string) bool {
	_, err := p.adapter.Describe(p.t.Context(), gate.TableName{Parts: []string{table}})
	return err == nil
}

// compareTables holds the rows of the target and of the rejected table against
// the rows that shall be there, value by value.
func (p *property) compareTables(d *draft, j *judgement, want expected) *fault {
	passed := slices.Clone(d.target)
	for _, i := range want.passed {
		passed = append(passed, j.Converted[i])
	}
	if want.outcome == ledger.Skipped || want.outcome == ledger.NoValidRows {
		passed = slices.Clone(d.target)
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
	return p.compareTable("dst_rejected", d, rejected, draftColumn.source)
}

func (p *property) compareTable(table string, d *draft, rows []oracle.Row, typ func(draftColumn) gate.Type) *fault {
	if !p.exists(table) {
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
