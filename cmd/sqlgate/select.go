package main

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/gate"
)

// selection says which of a project's gates a command works on.
type selection struct {
	names   []string // arguments
	selects []string // --select
	exclude []string // --exclude
}

// gates returns the selected gates in the project's order: all of them where
// neither a name nor a select is given. A term that matches no gate is an error.
func (s selection) gates(p *gate.Project) ([]*gate.Gate, error) {
	chosen := make(map[*gate.Gate]bool, len(p.Gates))
	for _, name := range s.names {
		g, err := gateNamed(p, name)
		if err != nil {
			return nil, err
		}
		chosen[g] = true
	}
	for _, term := range s.selects {
		if err := mark(p, chosen, "--select", term, true); err != nil {
			return nil, err
		}
	}
	if len(s.names)+len(s.selects) == 0 {
		for _, g := range p.Gates {
			chosen[g] = true
		}
	}
	for _, term := range s.exclude {
		if err := mark(p, chosen, "--exclude", term, false); err != nil {
			return nil, err
		}
	}

	var gates []*gate.Gate
	for _, g := range p.Gates {
		if chosen[g] {
			gates = append(gates, g)
		}
	}
	if len(gates) == 0 {
		return nil, usagef("no gate is selected; the project's gates are: %s", gateNames(p))
	}
	return gates, nil
}

func mark(p *gate.Project, chosen map[*gate.Gate]bool, flag, term string, value bool) error {
	found := false
	for _, g := range p.Gates {
		ok, err := matches(p, g, term)
		if err != nil {
			return usagef("%s %q: %v", flag, term, err)
		}
		if ok {
			chosen[g] = value
			found = true
		} else if value && mayMatch(p, g, term) {
			chosen[g] = true
		}
	}
	if !found {
		return usagef("%s %q matches no gate; the project's gates are: %s", flag, term, gateNames(p))
	}
	return nil
}

// mayMatch reports whether a gate file is at fault such that what the term asks
// for could not be read. Such a gate is taken, so that none goes unrun unnoticed.
func mayMatch(p *gate.Project, g *gate.Gate, term string) bool {
	if !slices.Contains(p.Broken.Gates, g) {
		return false
	}
	if strings.HasPrefix(term, "tag:") {
		return len(g.Tags) == 0
	}
	return g.Name == ""
}

// matches reports whether a term names the gate: tag:x, a name, or a glob over
// its name or its file's path from the project's directory.
func matches(p *gate.Project, g *gate.Gate, term string) (bool, error) {
	if tag, ok := strings.CutPrefix(term, "tag:"); ok {
		return slices.Contains(g.Tags, tag), nil
	}
	if term == g.Name {
		return true, nil
	}
	if ok, err := filepath.Match(term, g.Name); ok || err != nil {
		return ok, err
	}
	file := g.File
	if rel, err := filepath.Rel(p.Dir, file); err == nil && filepath.IsAbs(file) {
		file = rel
	}
	return filepath.Match(filepath.Clean(term), file)
}

func gateNamed(p *gate.Project, name string) (*gate.Gate, error) {
	for _, g := range p.Gates {
		if g.Name == name {
			return g, nil
		}
	}
	names := make([]string, len(p.Gates))
	for i, g := range p.Gates {
		names[i] = g.Name
	}
	e := usagef("unknown gate %q; the project's gates are: %s", name, gateNames(p))
	if near := gate.Nearest(name, names); near != "" {
		e.hint = "did you mean " + near + "?"
	}
	return nil, e
}

func gateNames(p *gate.Project) string {
	if len(p.Gates) == 0 {
		return "none"
	}
	names := make([]string, len(p.Gates))
	for i, g := range p.Gates {
		names[i] = g.Name
	}
	return strings.Join(names, ", ")
}

// withWarehouse returns the gates as they run against the named warehouse; an
// empty name leaves each gate its own.
func withWarehouse(p *gate.Project, gates []*gate.Gate, name string) ([]*gate.Gate, error) {
	if name == "" {
		return gates, nil
	}
	if _, err := warehouse(p, name); err != nil {
		return nil, err
	}
	moved := make([]*gate.Gate, len(gates))
	for i, g := range gates {
		c := *g
		c.Warehouse = name
		moved[i] = &c
	}
	return moved, nil
}

func warehouse(p *gate.Project, name string) (gate.Warehouse, error) {
	names := make([]string, len(p.Warehouses))
	for i, w := range p.Warehouses {
		if w.Name == name {
			return w, nil
		}
		names[i] = w.Name
	}
	return gate.Warehouse{}, usagef("unknown warehouse %q; the project's warehouses are: %s", name, strings.Join(names, ", "))
}
