package gate

import (
	"fmt"
	"slices"
	"strings"
)

// crossCheck checks the gates of a project against each other.
func (l *loader) crossCheck() {
	gates := l.project.Gates
	byName := map[string]*Gate{}
	for _, g := range gates {
		if first := byName[g.Name]; first != nil {
			l.report(CodeGateName, g.Pos, "rename one of them", "gate '%s' is already defined at %s", g.Name, first.Pos)
		} else {
			byName[g.Name] = g
		}
		l.ownTables(g)
	}
	for _, g := range gates {
		for _, other := range gates {
			if g != other && g.Warehouse == other.Warehouse {
				l.foreignTables(g, other)
			}
		}
	}
	l.dependencies()
}

// ownTables checks the tables of one gate.
func (l *loader) ownTables(g *Gate) {
	if g.CheckOnly() {
		return
	}
	source := g.Source.Table
	if l.sameTable(g, g.Target, source) {
		l.report(CodeTable, g.Target.Pos, "name another table", "the target %s is also the source", g.Target)
	}
	if l.sameTable(g, g.Rejected.Table, g.Target) {
		l.collision(g, "its target")
	}
	if l.sameTable(g, g.Rejected.Table, source) {
		l.collision(g, "its source")
	}
}

// foreignTables checks that a gate's rejected table is not another gate's target or rejected table.
func (l *loader) foreignTables(g, other *Gate) {
	if g.CheckOnly() || other.CheckOnly() {
		return
	}
	if l.sameTable(g, g.Rejected.Table, other.Target) {
		l.collision(g, fmt.Sprintf("the target of gate %q", other.Name))
	}
	if l.sameTable(g, g.Rejected.Table, other.Rejected.Table) && g.Pos.after(other.Pos) {
		l.collision(g, fmt.Sprintf("the rejected table of gate %q", other.Name))
	}
}

// sameTable reports whether two names mean one table, as far as names tell:
// DuckDB does not tell upper from lower case.
func (l *loader) sameTable(g *Gate, a, b TableName) bool {
	if w := l.project.Warehouse(g.Warehouse); w != nil && w.DuckDB == nil {
		return slices.Equal(a.Parts, b.Parts)
	}
	return slices.EqualFunc(a.Parts, b.Parts, strings.EqualFold)
}

// after orders places, so that a fault of two gates is reported once.
func (p Pos) after(q Pos) bool {
	if p.File != q.File {
		return p.File > q.File
	}
	return p.Line > q.Line
}

func (l *loader) collision(g *Gate, other string) {
	err := &RejectedCollisionError{Table: g.Rejected.Table.String(), Gate: g.Name, Other: other}
	l.reportErr(CodeTable, g.Rejected.Table.Pos, "name another table with 'rejected'", err)
}
