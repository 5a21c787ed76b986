package gate

import (
	"fmt"
	"slices"
	"strings"
)

// ruleText is a rule as it stands in a file.
type ruleText struct {
	spec     RuleSpec
	on       site
	pos      Pos
	value    *node // behind the rule's key
	common   *node // holds the common keys: value itself, or the list's item
	siblings bool  // the common keys stand beside the rule's key, not within value
	policy   *columnPolicy
}

// itemKind is what a list's items hold: rules or checks.
type itemKind struct {
	noun    string
	example string
	known   []string // keys that name one
	common  []key    // that stand beside it
}

func ruleItems(t *RuleTable) itemKind {
	return itemKind{noun: "rule", example: "unique: {columns: [a, b]}", known: keysOf(t.specs), common: allCommonKeys()}
}

// item finds the one rule or check key of a list's item, or reports. A key
// that names nothing counts as one where there is no other.
func (g *gateLoader) item(n *node, kind itemKind) *entry {
	if n.kind != mapNode {
		g.report(CodeWrongType, n.pos, "", "an item must be a mapping with one %s, such as {%s}, got %s", kind.noun, kind.example, n.describe())
		return nil
	}
	common := &object{keys: kind.common}
	var named, strange []entry
	for _, e := range n.entries {
		switch {
		case strings.HasPrefix(e.key.text, "x-"), common.key(e.key.text) != nil:
		case slices.Contains(kind.known, e.key.text):
			named = append(named, e)
		default:
			strange = append(strange, e)
		}
	}
	hint := "common keys: " + strings.Join(common.names(), ", ")
	switch {
	case len(named) > 1:
		g.report(CodeConflict, named[1].key.pos, "write them as two items; "+hint,
			"an item has exactly one %s; this one has '%s' and '%s'", kind.noun, named[0].key.text, named[1].key.text)
		return nil
	case len(named) == 1:
		for _, e := range strange {
			g.report(CodeUnknownKey, e.key.pos, hint, "unknown key '%s' beside '%s'%s", e.key.text, named[0].key.text, didYouMean(e.key.text, common.names()))
		}
		n.entries = slices.DeleteFunc(n.entries, func(e entry) bool { return slices.ContainsFunc(strange, func(s entry) bool { return s.key == e.key }) })
		return &named[0]
	case len(strange) > 0:
		return &strange[0]
	}
	g.report(CodeMissingKey, n.pos, "such as "+kind.example, "an item needs one %s", kind.noun)
	return nil
}

// gateRules reads the gate's rules list.
func (g *gateLoader) gateRules(n *node) {
	if n == nil {
		return
	}
	if n.kind != listNode {
		g.report(CodeWrongType, n.pos, "", "'rules' must be a list, got %s", n.describe())
		return
	}
	kind := ruleItems(g.rules)
	for _, item := range n.items {
		rule := g.item(item, kind)
		if rule == nil {
			continue
		}
		if spec := g.ruleOfGate(rule.key); spec != nil {
			g.addRule(ruleText{spec: *spec, pos: rule.key.pos, value: rule.value, common: item, siblings: true})
		}
	}
}

// ruleOfGate finds the rule of a key at gate level, or reports.
func (g *gateLoader) ruleOfGate(key *node) *RuleSpec {
	for _, spec := range g.rules.onGate {
		if spec.Key == key.text {
			return &spec
		}
	}
	keys := keysOf(g.rules.onGate)
	suggestion := didYouMean(key.text, keys)
	if g.rules.byKey(key.text) != nil {
		suggestion = "; it stands on a column, under columns"
	}
	g.report(CodeUnknownRule, key.pos, "rules of a gate: "+strings.Join(keys, ", "), "unknown rule '%s' of the gate%s", key.text, suggestion)
	return nil
}

// addRule reads a rule and adds it to the gate; nil where it is at fault or
// its switch makes none.
func (g *gateLoader) addRule(t ruleText) *Rule {
	if t.siblings {
		g.fitsCommon(t)
	}
	r := &Rule{Kind: t.spec.Name, Scope: t.spec.Scope, Column: t.on.columnName(), Within: t.on.within, Pos: t.pos, spec: g.rules.Rule(t.spec.Name)}
	params, ok := g.params(t)
	if !ok {
		t.policy.of(t.policyNames(t.common.get("name").string())...)
		return nil
	}
	r.Params = params
	g.common(r, t)
	g.gate.Rules = append(g.gate.Rules, r)
	if r.Scope == ScopeSet {
		g.setRule(r)
	}
	return r
}

// policyNames are the names that a column's on_failure has for the rule: its
// id, and its key and kind, behind the way to what is within the column.
func (t ruleText) policyNames(id string) []string {
	return []string{id, t.on.path() + t.spec.Key, t.on.path() + t.spec.Name}
}

// fitsCommon checks the common keys beside a rule's key.
func (g *gateLoader) fitsCommon(t ruleText) {
	o := &object{noun: "rule '" + t.spec.Key + "'", keys: commonKeys(t.spec)}
	kept := t.common.entries[:0:0]
	for _, e := range t.common.entries {
		if e.key.text == t.spec.Key || strings.HasPrefix(e.key.text, "x-") || g.fitsKey(e, o) {
			kept = append(kept, e)
		}
	}
	t.common.entries = kept
}

// common reads the common keys; the gate's tables are known.
func (g *gateLoader) common(r *Rule, t ruleText) {
	n := t.common
	r.ID = t.on.id(r.Kind)
	pos := r.Pos
	if name := n.get("name"); name != nil && name.kind == scalarNode {
		r.ID, pos = name.text, name.pos
		if !isName(name.text) {
			g.report(CodeName, name.pos, nameHint, "rule name '%s' is not a name", name.text)
		}
	}
	r.Description = n.get("description").string()
	r.Message = n.get("message").string()
	r.Tags = n.get("tags").strings()
	r.NullsFail = n.get("nulls").string() == "fail"
	r.Policy = g.resolve(n.get("on_failure"), t.policy, t.policyNames(r.ID)...)
	if r.Kind == castKind {
		r.Policy = g.castPolicy(r.Policy, n.get("on_failure"), t.policy)
	}
	r.Tolerate = g.tolerate(n.get("tolerate"), r.Policy)
	if r.Kind == castKind && r.Tolerate != nil && r.Tolerate.Then == Warn {
		g.report(CodePolicy, n.get("tolerate").get("then").pos, "use then: quarantine", "a text that does not convert cannot be written, so that 'cast' cannot be warn")
	}
	r.Where = g.where(n.get("where"))
	g.claim(r.ID, pos)
}

// where reads the expression that limits the rows a rule judges.
func (g *gateLoader) where(n *node) *Param {
	if n == nil {
		return nil
	}
	p, _ := g.expression(n)
	return &p
}

// claim takes an id for a rule or check of the gate.
func (g *gateLoader) claim(id string, pos Pos) {
	first, taken := g.ids[strings.ToLower(id)]
	switch {
	case taken && first == Pos{}:
		g.report(CodeReserved, pos, "choose another name", "id '%s' is reserved for the result of the column check", id)
	case taken:
		g.reportErr(CodeRuleCollision, pos, "give it a name of its own, with the key 'name'", &RuleCollisionError{ID: id, First: first})
	default:
		g.ids[strings.ToLower(id)] = pos
	}
}

// unknownColumn reports a name that is not a column of the gate.
func (g *gateLoader) unknownColumn(n *node) {
	var names []string
	for _, c := range g.gate.Columns {
		names = append(names, c.Name)
	}
	hint := "list it under columns"
	if len(names) > 0 {
		hint = fmt.Sprintf("columns: %s", strings.Join(names, ", "))
	}
	g.report(CodeUnknownColumn, n.pos, hint, "unknown column '%s'%s", n.text, didYouMean(n.text, names))
}
