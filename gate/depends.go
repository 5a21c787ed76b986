package gate

import (
	"maps"
	"slices"
	"strings"
)

// Dependency is a gate that has to have run before another does.
type Dependency struct {
	Gate string
	Rule string // the foreign key to the gate's target; empty: depends_on
	Pos  Pos
}

// dependsOn reads the gates that the gate says it depends on.
func (g *gateLoader) dependsOn(n *node) {
	if n == nil {
		return
	}
	for _, item := range n.items {
		g.gate.DependsOn = append(g.gate.DependsOn, Dependency{Gate: item.text, Pos: item.pos})
	}
}

// dependencies checks what gates depend on, and adds the gates whose target a
// foreign key refers to.
func (l *loader) dependencies() {
	gates := l.project.Gates
	names := make([]string, len(gates))
	for i, g := range gates {
		names[i] = g.Name
	}
	for _, g := range gates {
		for _, d := range g.DependsOn {
			if !slices.Contains(names, d.Gate) {
				l.report(CodeDependency, d.Pos, "gates: "+strings.Join(names, ", "), "gate '%s' depends on gate '%s', which does not exist%s", g.Name, d.Gate, didYouMean(d.Gate, names))
			}
		}
		l.referred(g)
	}
	l.cycles()
}

// referred adds the gates whose target a foreign key of the gate refers to.
func (l *loader) referred(g *Gate) {
	for _, r := range g.Rules {
		to := r.Params["to"].To
		if to == nil || r.Kind != "foreign_key" {
			continue
		}
		for _, other := range l.project.Gates {
			known := slices.ContainsFunc(g.DependsOn, func(d Dependency) bool { return d.Gate == other.Name })
			if other != g && !known && other.Warehouse == g.Warehouse && l.sameTable(g, to.Table, other.Target) {
				g.DependsOn = append(g.DependsOn, Dependency{Gate: other.Name, Rule: r.ID, Pos: to.Pos})
			}
		}
	}
}

// cycles reports each cycle once, at a dependency of its first gate by name.
func (l *loader) cycles() {
	reported := map[string]bool{}
	for _, g := range l.project.Gates {
		path := l.project.pathBack(g)
		members := slices.Sorted(slices.Values(path))
		if key := strings.Join(members, " "); len(path) > 0 && !reported[key] {
			reported[key] = true
			first := g.DependsOn[slices.IndexFunc(g.DependsOn, func(d Dependency) bool { return d.Gate == append(path, g.Name)[1] })]
			hint := "remove one of the dependencies"
			if first.Rule != "" {
				hint += "; the foreign key " + first.Rule + " to the target of '" + first.Gate + "' is one"
			}
			l.report(CodeDependency, first.Pos, hint, "gates depend on each other: %s", strings.Join(append(path, g.Name), " → "))
		}
	}
}

// pathBack is a way from a gate over its dependencies back to itself, with the
// gate first; empty: there is none.
func (p *Project) pathBack(from *Gate) []string {
	seen := map[string]bool{}
	var walk func(g *Gate, path []string) []string
	walk = func(g *Gate, path []string) []string {
		path = append(path, g.Name)
		for _, d := range g.DependsOn {
			if d.Gate == from.Name {
				return path
			}
			next := p.Gate(d.Gate)
			if next == nil || seen[d.Gate] {
				continue
			}
			seen[d.Gate] = true
			if found := walk(next, slices.Clone(path)); found != nil {
				return found
			}
		}
		return nil
	}
	return walk(from, nil)
}

// Before says of each of the gates, which are in order, which of the others must
// have ended before it begins, by index: those on which it depends, also by way of
// gates that are not among them, and earlier ones that cannot run beside it.
func (p *Project) Before(gates []*Gate) [][]int {
	before := make([][]int, len(gates))
	for i, g := range gates {
		needed := map[string]bool{}
		p.need(g, needed)
		for j, earlier := range gates[:i] {
			if needed[earlier.Name] || !p.beside(g, earlier) {
				before[i] = append(before[i], j)
			}
		}
	}
	return before
}

// need adds the names of all that a gate depends on.
func (p *Project) need(g *Gate, names map[string]bool) {
	for _, d := range g.DependsOn {
		other := p.Gate(d.Gate)
		if names[d.Gate] || other == nil {
			continue
		}
		names[d.Gate] = true
		p.need(other, names)
	}
}

// beside reports whether two gates can run at once and find what they would one
// after the other: neither writes a table that the other names. A DuckDB file is
// open in one warehouse at a time.
func (p *Project) beside(g, h *Gate) bool {
	if g.Warehouse != h.Warehouse {
		return !shareFile(p.Warehouse(g.Warehouse), p.Warehouse(h.Warehouse))
	}
	return !meet(g.writes(), h.names()) && !meet(h.writes(), g.names())
}

func shareFile(v, w *Warehouse) bool {
	if v == nil || w == nil || v.DuckDB == nil || w.DuckDB == nil {
		return false
	}
	files := v.DuckDB.files()
	return slices.ContainsFunc(w.DuckDB.files(), func(file string) bool { return slices.Contains(files, file) })
}

// files are the database files of the warehouse.
func (d *DuckDB) files() []string {
	files := append(slices.Collect(maps.Values(d.Attach)), d.Path)
	return slices.DeleteFunc(files, func(file string) bool { return file == ":memory:" })
}

// writes are the tables that a run of the gate changes.
func (g *Gate) writes() []TableName {
	tables := []TableName{g.Target, g.Rejected.Table}
	if g.SourceAfter != KeepSource {
		tables = append(tables, g.Source.Table)
	}
	return tables
}

// names are the tables that the gate names outside of SQL.
func (g *Gate) names() []TableName {
	return append(g.References(), g.Target, g.Rejected.Table, g.Source.Table)
}

// meet reports whether a table may be in both lists. A name without schema can
// mean that of any, and upper case can be lower.
func meet(a, b []TableName) bool {
	return slices.ContainsFunc(a, func(t TableName) bool {
		return slices.ContainsFunc(b, func(u TableName) bool {
			n := min(len(t.Parts), len(u.Parts))
			return n > 0 && slices.EqualFunc(t.Parts[len(t.Parts)-n:], u.Parts[len(u.Parts)-n:], strings.EqualFold)
		})
	})
}

// InOrder are gates of the project with those first that others depend on, also
// by way of gates that are not among them; else in the order that they have.
func (p *Project) InOrder(gates []*Gate) []*Gate {
	var out []*Gate
	done := map[string]bool{}
	var visit func(name string)
	visit = func(name string) {
		if done[name] {
			return
		}
		done[name] = true
		if g := p.Gate(name); g != nil {
			for _, d := range g.DependsOn {
				visit(d.Gate)
			}
		}
		for _, g := range gates {
			if g.Name == name {
				out = append(out, g)
			}
		}
	}
	for _, g := range gates {
		visit(g.Name)
	}
	return out
}
