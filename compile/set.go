package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// finder finds the rows that break a set rule. Its queries read the batch, the
// target and each other by name; the last one gives the rows' locators, each
// once, under foundTable.
type finder interface {
	find(p *Plan, r Rule) []named
	// reads are the columns of the batch that decide; a row in which one of
	// them is unknown takes no part.
	reads() []string
}

// named is a query that a run materializes and a check inlines under its name.
type named struct {
	name string
	sql  string
}

func foundTable(position int) string { return fmt.Sprintf("_sqlgate_found_%d", position) }

// lostTable has the locators of the rows that lost to the one that a rule keeps.
func lostTable(position int) string { return fmt.Sprintf("_sqlgate_lost_%d", position) }

func helperTable(what string, position int) string {
	return fmt.Sprintf("_sqlgate_%s_%d", what, position)
}

// setQueries are the queries of all set rules, in the order in which they can run.
func (p *Plan) setQueries() []named {
	var out []named
	for _, r := range p.Rules {
		if r.set != nil {
			out = append(out, r.set.find(p, r)...)
		}
	}
	return out
}

// keepsOut reports whether no row that fails the rule reaches the target.
func (r Rule) keepsOut() bool {
	return r.Policy != gate.Warn && (r.Tolerate == nil || r.Tolerate.Then != gate.Warn)
}

func (r Rule) amongValid() bool { return r.Params["among"].Text == "valid" }

// row is the batch's locator.
func (p *Plan) row() string { return "batch." + p.Dialect.Ident(rowColumn) }

// judged is the batch's rows that the rule judges: FROM, and WHERE with further
// conditions, of which empty ones are left out.
func (p *Plan) judged(r Rule, conditions ...string) string {
	if r.amongValid() {
		conditions = append(conditions, p.valid())
	}
	return "FROM batch" + where(append([]string{r.Guard}, conditions...)...)
}

// valid is the condition that a row of the batch fails no row rule which rejects.
// A rule that may let its rows through is not among those.
func (p *Plan) valid() string {
	var rejecting []int
	for _, r := range p.Rules {
		if r.Invalid != "" && r.keepsOut() {
			rejecting = append(rejecting, r.Position)
		}
	}
	if len(rejecting) == 0 {
		return ""
	}
	ident := p.Dialect.Ident
	return "NOT EXISTS (SELECT 1 FROM " + p.made(rowsTable, "invalid") + " WHERE invalid." + ident(rowColumn) + " = " + p.row() + " AND " + p.failed("invalid", rejecting) + ")"
}

// staying is a query of the target's rows that the run leaves in place and that
// the rule compares with, as rows of the batch: by its names, with the columns
// that decide. The conditions are over batch.
func (p *Plan) staying(r Rule, conditions ...string) string {
	var columns []string
	for _, name := range r.reads {
		columns = append(columns, p.present(name, p.Gate.Column(name).Type)+" AS "+p.Dialect.Ident(name))
	}
	if started := p.Dialect.Ident(ast.StartedAt().Name); r.readsStart {
		columns = append(columns, "(SELECT max(batch."+started+") FROM batch) AS "+started)
	}
	rows := "SELECT " + strings.Join(columns, ", ") + " FROM " + p.Dialect.Table(p.targetTable()) + " AS present" + where(p.stays("batch"))
	return "SELECT batch.* FROM (" + rows + ") AS batch" + where(append([]string{r.filter}, conditions...)...)
}

// keyPart is a value of the batch's rows and what it is compared with in another relation.
type keyPart struct {
	batch, other string
	typ          gate.Type
}

// matching is the query of the batch's judged rows whose keys are those of a row
// of a relation. With nulls, NULL is equal to NULL; rows with one are looked for
// by themselves, since plain equality is what every engine can hash or look up
// in an index. The conditions are on rows of the relation; empty ones are left out.
func (p *Plan) matching(r Rule, judged string, keys []keyPart, relation string, nulls bool, conditions ...string) string {
	var whole, equal, same []string
	for _, k := range keys {
		whole = append(whole, k.batch+" IS NOT NULL")
		equal = append(equal, k.other+" = "+k.batch)
		same = append(same, p.Dialect.Same(k.other, k.batch, k.typ))
	}
	exists := func(terms []string) string {
		return "EXISTS (SELECT 1 FROM " + relation + where(append(terms, conditions...)...) + ")"
	}
	complete := strings.Join(whole, " AND ")
	query := "SELECT " + p.row() + " " + p.judged(r, judged, complete, exists(equal))
	if nulls {
		query += "\nUNION ALL SELECT " + p.row() + " " + p.judged(r, judged, "NOT ("+complete+")", exists(same))
	}
	return query
}

// where is a WHERE of those conditions that are not empty, or nothing.
func where(conditions ...string) string {
	conditions = slices.DeleteFunc(slices.Clone(conditions), func(c string) bool { return c == "" })
	if len(conditions) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(conditions, " AND ")
}

// columnsSQL are columns of the batch as SQL.
func (p *Plan) columnsSQL(columns []ast.Column) []string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = "batch." + p.Dialect.Ident(c.Name)
	}
	return out
}

// partition is a PARTITION BY of columns and a space, or nothing.
func (p *Plan) partition(columns []ast.Column) string {
	if len(columns) == 0 {
		return ""
	}
	return "PARTITION BY " + strings.Join(p.columnsSQL(columns), ", ") + " "
}

// order is the items of an ORDER BY over columns, oldest first or, with last,
// newest first; NULL is the oldest. Ties are broken by the columns that have an
// order, in the gate's order with NULLs last, and then by locator, so that the
// same rows have the same order everywhere.
func (p *Plan) order(columns []ast.Column, last bool) string {
	direction := " ASC NULLS FIRST"
	if last {
		direction = " DESC NULLS LAST"
	}
	var items []string
	named := map[string]bool{}
	for _, c := range columns {
		named[c.Name] = true
		items = append(items, p.ordered(c)+direction)
	}
	for _, c := range p.Gate.Columns {
		if !named[c.Name] && isOrdered(c.Type) {
			items = append(items, p.ordered(ast.Column{Name: c.Name, Type: c.Type})+" ASC NULLS LAST")
		}
	}
	return strings.Join(append(items, p.row()), ", ")
}

func (p *Plan) ordered(c ast.Column) string {
	return p.Dialect.Ordered("batch."+p.Dialect.Ident(c.Name), c.Type)
}

// isOrdered reports whether the values of a type have one order on all warehouses.
func isOrdered(t gate.Type) bool {
	return t.IsNumeric() || t.IsTemporal() || t.IsText() || t.Kind == gate.KindBool
}

func names(columns []ast.Column) []string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = c.Name
	}
	return out
}
