package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// batchColumn is a column of the batch, printed over src.
type batchColumn struct {
	name   string // the target's
	typ    gate.Type
	value  string // as it is written
	judged string // as rules see it: without a collation of the source's
	unread string // of a converted column: TRUE where the text does not convert, never NULL
}

// batchColumns are the batch's columns: the gate's, then the unlisted ones that are kept.
func batchColumns(g *gate.Gate, d dialect.Dialect, c *columns) ([]batchColumn, error) {
	var out []batchColumn
	seen := map[string]bool{}
	for _, col := range g.Columns {
		seen[strings.ToLower(col.Name)] = true
		if from, ok := c.sourceOf[col.Name]; ok {
			column := batchColumn{name: col.Name, typ: c.types[col.Name], value: "src." + d.Ident(from.Name)}
			column.judged = from.judged(d, column.value)
			if c.converted[col.Name] {
				if err := column.convert(col, d, from); err != nil {
					return nil, fmt.Errorf("column %s: %w", col.Name, err)
				}
			}
			out = append(out, column)
			continue
		}
		typ, err := d.TypeName(col.Type)
		if err != nil {
			return nil, fmt.Errorf("column %s is optional and not in the source, so it needs a type: %w", col.Name, err)
		}
		null := "CAST(NULL AS " + typ + ")"
		out = append(out, batchColumn{name: col.Name, typ: col.Type, value: null, judged: null})
	}
	for _, col := range c.extra {
		if !seen[strings.ToLower(col.Name)] {
			value := "src." + d.Ident(col.Name)
			out = append(out, batchColumn{name: col.Name, typ: col.Type, value: value, judged: value})
		}
	}
	return out, nil
}

// convert makes the column one whose texts are read as the gate's type.
func (b *batchColumn) convert(col gate.Column, d dialect.Dialect, from Column) error {
	text := ast.Column{From: "src", Name: from.Name, Type: gate.Type{Kind: gate.KindString}}
	ok, value, err := reading(text, concrete(col.Type), *col.Cast)
	if err != nil {
		return err
	}
	if b.value, err = d.Print(value); err != nil {
		return err
	}
	b.judged = b.value
	b.unread, err = d.Print(ast.Is{X: ok, Value: false})
	return err
}

// unreadColumn says of a row of the batch that the text of its i-th column does
// not convert.
func unreadColumn(i int) string { return fmt.Sprintf("_sqlgate_unread_%d", i+1) }

// unread are those columns by the names of the columns that they tell of.
func (p *Plan) unread() map[string]string {
	out := map[string]string{}
	for i, c := range p.batch {
		if c.unread != "" {
			out[c.name] = unreadColumn(i)
		}
	}
	return out
}

// judgedColumns are the batch's columns as its CTE selects them.
func (p *Plan) judgedColumns() []string {
	var out []string
	for i, c := range p.batch {
		out = append(out, dialect.Escape(c.judged)+" AS "+p.q(c.name))
		if c.unread != "" {
			out = append(out, dialect.Escape(c.unread)+" AS "+p.q(unreadColumn(i)))
		}
	}
	if p.readsStart() {
		started := ast.StartedAt()
		value := "?"
		if p.described {
			value = "NULL"
		}
		out = append(out, "CAST("+value+" AS "+p.typeName(started.Type)+") AS "+p.q(started.Name))
	}
	return out
}

// forDescription is the plan for statements that are described and never run,
// so that they bind no values.
func (p *Plan) forDescription() *Plan {
	described := *p
	described.described = true
	return &described
}

// readsStart reports whether a rule or check looks at the run's start.
func (p *Plan) readsStart() bool {
	return slices.ContainsFunc(p.Rules, func(r Rule) bool { return r.readsStart }) ||
		slices.ContainsFunc(p.Checks, func(c Check) bool { return c.readsStart })
}

// BatchValues are the values that every statement over the batch binds, in order.
func (p *Plan) BatchValues() []RunValue {
	if p.readsStart() {
		return []RunValue{StartedAt}
	}
	return nil
}

// written is the value of a column of the batch, over src.
func (p *Plan) written(name string) string {
	i := slices.IndexFunc(p.batch, func(c batchColumn) bool { return c.name == name })
	return dialect.Escape(p.batch[i].value)
}
