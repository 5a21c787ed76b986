package gate

import "strconv"

// columnPolicy is the on_failure of a column: one policy for all its rules, or
// a policy by rule with an optional default.
type columnPolicy struct {
	all    *node
	byRule []entry
	used   map[string]bool
}

func newColumnPolicy(n *node) *columnPolicy {
	p := &columnPolicy{used: map[string]bool{}}
	if n == nil {
		return p
	}
	if n.kind == scalarNode {
		p.all = n
		return p
	}
	for _, e := range n.entries {
		if e.key.text == "default" {
			p.all = e.value
			continue
		}
		p.byRule = append(p.byRule, e)
	}
	return p
}

// of returns the policy that the column gives a rule by one of its names, or nil.
func (p *columnPolicy) of(names ...string) *node {
	if p == nil {
		return nil
	}
	for _, name := range names {
		for _, e := range p.byRule {
			if e.key.text == name {
				p.used[name] = true
				return e.value
			}
		}
	}
	return nil
}

// resolve is the policy of a rule by precedence: its own, the column's, the
// gate's, the project's, fail.
func (g *gateLoader) resolve(own *node, column *columnPolicy, names ...string) Policy {
	if column != nil {
		byName := column.of(names...)
		if own != nil && byName != nil {
			g.report(CodePolicy, own.pos, "keep one of them", "the policy of this rule is given twice: here and at line %d", byName.pos.Line)
		}
		for _, n := range []*node{own, byName, column.all} {
			if n != nil {
				return g.policyOf(n)
			}
		}
	}
	if own != nil {
		return g.policyOf(own)
	}
	if g.onFailure != nil {
		return g.policyOf(g.onFailure)
	}
	if g.defaults.onFailure == "" || g.gate.CheckOnly() && g.defaults.onFailure == Quarantine {
		return Fail
	}
	return g.defaults.onFailure
}

// policyOf reads a policy; quarantine needs a target.
func (g *gateLoader) policyOf(n *node) Policy {
	p := Policy(n.text)
	if p == Quarantine && g.gate.CheckOnly() && !g.refused[n.pos] {
		g.refused[n.pos] = true
		g.report(CodeQuarantine, n.pos, "use fail or warn, or give the gate a target", "a gate without target has nowhere to quarantine rows")
	}
	return p
}

func tolerateShape() *shape {
	return objectOf("tolerate",
		key{name: "rows", doc: "The most failing rows.", shape: count()},
		key{name: "percent", doc: "The most failing rows in percent of those judged.", shape: percent()},
		key{name: "min_rows", doc: "Below so many judged rows percent is not applied; default 100.", shape: count()},
		key{name: "then", doc: "What tolerated failures are treated as.", shape: oneOf(string(Quarantine), string(Warn)), required: true},
	)
}

// defaultMinRows is how many judged rows a percentage needs.
const defaultMinRows = 100

func (g *gateLoader) tolerate(n *node, policy Policy) *Tolerate {
	if n == nil {
		return nil
	}
	t := &Tolerate{Limit: g.limit(n), MinRows: defaultMinRows, Then: Policy(n.get("then").string())}
	if m := n.get("min_rows"); m != nil {
		t.MinRows = m.count()
	}
	if t.Rows == nil && t.Percent == nil && len(n.lost) == 0 {
		g.report(CodeTolerate, n.pos, "", "tolerate needs rows or percent")
	}
	if policy != Fail {
		g.report(CodeTolerate, n.pos, "set on_failure: fail on the rule, or remove tolerate", "tolerate is for rules with the policy fail; this one has %s", policy)
	}
	if t.Then == Quarantine {
		g.policyOf(n.get("then"))
	}
	return t
}

// limit reads rows and percent.
func (g *gateLoader) limit(n *node) Limit {
	limit := Limit{Pos: n.pos}
	if r := n.get("rows"); r != nil {
		rows := r.count()
		limit.Rows = &rows
	}
	if p := n.get("percent"); p != nil {
		if percent, err := ParsePercent(p.text); err == nil {
			limit.Percent = &percent
		}
	}
	return limit
}

// count is the number of a scalar that fits a count.
func (n *node) count() int64 {
	i, _ := strconv.ParseInt(n.text, 10, 64)
	return i
}
