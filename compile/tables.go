package compile

import (
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/gate"
)

// RejectedTypeError says that a rejected table cannot take a column of the source.
type RejectedTypeError struct {
	Gate, Table, Column, Have, Want string
}

func (e *RejectedTypeError) Error() string {
	return fmt.Sprintf("column %s of %s is %s, but the source's is now %s; `sqlgate rejected rotate %s` sets the table aside and starts a new one",
		e.Column, e.Table, e.Have, e.Want, e.Gate)
}

// planTables adds the DDL for a missing target, a missing rejected table and
// the columns that rejected lacks, and maps the source's columns to rejected's.
func (p *Plan) planTables(in Input, cols *columns) error {
	if in.Target == nil {
		if !p.Gate.CreateTarget {
			return fmt.Errorf("%w: %s, and create_target is false", ErrNoTarget, p.Gate.Target)
		}
		p.TargetDDL = []string{p.createTarget(cols)}
	}
	if in.Rejected == nil {
		p.rejected = identity(p.Source.Columns)
		p.RejectedDDL = []string{p.createRejected()}
		return nil
	}
	return p.alterRejected(*in.Rejected)
}

func (p *Plan) createTarget(cols *columns) string {
	native := map[string]string{}
	for _, c := range p.Source.Columns {
		native[c.Name] = c.Native
	}
	defs := make([]string, len(p.Columns))
	for i, m := range p.Columns {
		typ := native[m.From]
		if col := p.Gate.Column(m.From); col != nil {
			if from, ok := cols.reads[col.Name]; ok {
				typ = from.Native
			} else {
				typ = p.typeName(col.Type)
			}
		}
		defs[i] = p.Dialect.Ident(m.To) + " " + typ
		if p.provenNotNull(m.From) {
			defs[i] += " NOT NULL"
		}
	}
	return createTable(p.Dialect.Table(p.Gate.Target), defs)
}

// provesAll reports whether the values of a column that a row rule finds valid
// are all that the target gets.
func provesAll(r *gate.Rule, column string) bool {
	return r.Column == column && len(r.Within) == 0 && r.Where == nil && r.Tolerate == nil && r.Policy != gate.Warn
}

// provenNotNull reports whether a rule lets no NULL of the column into the target.
func (p *Plan) provenNotNull(column string) bool {
	for _, r := range p.Rules {
		if r.Kind == "not_null" && provesAll(r.Rule, column) {
			return true
		}
	}
	return false
}

func (p *Plan) createRejected() string {
	var defs []string
	for _, c := range p.Source.Columns {
		defs = append(defs, p.Dialect.Ident(c.Name)+" "+c.Native)
	}
	for _, c := range p.rejectedColumns() {
		defs = append(defs, p.Dialect.Ident(c.name)+" "+c.typ)
	}
	return createTable(p.Dialect.Table(p.Gate.Rejected.Table), defs) +
		p.Dialect.RejectedOptions(p.Dialect.Ident("_sqlgate_rejected_at"), p.Dialect.Ident("_sqlgate_run_id"))
}

func createTable(name string, defs []string) string {
	return "CREATE TABLE " + name + " (\n  " + strings.Join(defs, ",\n  ") + "\n)"
}

// alterRejected maps the source's columns to an existing rejected table's and adds those it lacks.
func (p *Plan) alterRejected(table Relation) error {
	p.held = table.Columns
	for _, c := range p.Source.Columns {
		to, candidates := find(table.Columns, c.Name)
		if candidates == 0 {
			p.addToRejected(rejectedColumn{name: c.Name, typ: c.Native})
			to = c
		} else if !lossless(c, to) {
			return &RejectedTypeError{p.Gate.Name, table.Name.String(), c.Name, to.Native, c.Native}
		}
		p.rejected = append(p.rejected, Mapping{c.Name, to.Name})
	}
	for _, c := range p.rejectedColumns() {
		if _, candidates := find(table.Columns, c.name); candidates == 0 {
			p.addToRejected(c)
		}
	}
	if p.replay != nil {
		p.addGained()
	}
	return nil
}

// addToRejected adds a column that the rejected table lacks.
func (p *Plan) addToRejected(c rejectedColumn) {
	p.lacking = append(p.lacking, c)
	p.RejectedDDL = append(p.RejectedDDL, "ALTER TABLE "+p.Dialect.Table(p.Gate.Rejected.Table)+" ADD COLUMN "+p.Dialect.Ident(c.name)+" "+c.typ)
}
