package gate

import (
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
