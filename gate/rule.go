package gate

import (
	"fmt"
	"slices"
	"strings"
)

// ruleText is a rule as it stands in a file.
type ruleText struct {
	spec     RuleSpec
	column   *Column // nil at gate level
	pos      Pos
	value    *node // behind the rule's key
	common   *node // holds the common keys: value itself, or the list's item
	siblings bool  // the common keys stand beside the rule's key, not within value
	policy   *columnPolicy
}

// commonKeys are the keys that every rule has beside its parameters.
func commonKeys(spec RuleSpec) []key {
	keys := []key{
		{name: "name", doc: "The rule's id in place of column.rule.", shape: text()},
		{name: "description", doc: "What the rule is for.", shape: text()},
		{name: "message", doc: "What a failing row means, for people.", shape: text()},
		{name: "on_failure", doc: "What a failing row does to the run.", shape: policyShape()},
		{name: "tolerate", doc: "Few failures of a fail rule do not abort the run.", shape: tolerateShape()},
		{name: "tags", doc: "Tags of the rule.", shape: texts()},
		{name: "where", later: true},
	}
	if spec.Nulls {
		keys = append(keys, key{name: "nulls", doc: "Whether NULL passes; default pass.", shape: oneOf("pass", "fail")})
	}
	return keys
}

// paramShape is what may stand for a parameter.
func paramShape(p ParamSpec) *shape {
	switch p.Kind {
	case ParamSwitch, ParamBool:
		return boolean()
	case ParamCount:
		return count()
	case ParamLiteral:
		return &shape{scalar: constantScalar}
	case ParamLiterals:
		return listOf(&shape{scalar: valueScalar})
	case ParamEnum:
		return oneOf(p.Enum...)
	case ParamColumns, ParamTexts:
		return texts()
	case ParamFormats:
		return &shape{scalar: textScalar, list: text()}
	case ParamDuration:
		return &shape{scalar: durationScalar}
	case ParamNumber:
		return &shape{scalar: numberScalar}
	case ParamSQL:
		s := dialectsShape("sql")
		s.scalar = textScalar
		return s
	default:
		return text()
	}
}

// paramKeys are the rule's parameters as keys, with those that come later.
func paramKeys(spec RuleSpec) []key {
	var keys []key
	for _, p := range spec.Params {
		keys = append(keys, key{name: p.Name, doc: p.Description, shape: paramShape(p), required: p.Required})
	}
	if spec.Scope == ScopeSet {
		for _, name := range []string{"keep", "scope", "among", "order_by"} {
			keys = append(keys, key{name: name, later: true})
		}
	}
	return keys
}

// ruleShape is what may stand behind a rule's key: the main parameter, or a
// mapping of all, with the common keys where they stand within.
func ruleShape(spec RuleSpec, common bool) *shape {
	keys := paramKeys(spec)
	if common {
		keys = append(keys, commonKeys(spec)...)
	}
	s := objectOf("rule '"+spec.Key+"'", keys...)
	if main := spec.Param(spec.Main); main != nil {
		short := paramShape(*main)
		s.scalar, s.enum, s.list = short.scalar, short.enum, short.list
		if short.object != nil {
			s.choices = []*shape{{object: short.object}}
		}
	}
	return s
}

// itemShape is an item of a list of rules: one rule's key and the common keys.
func itemShape(noun string, specs []RuleSpec) *shape {
	var keys []key
	for _, spec := range specs {
		keys = append(keys, key{name: spec.Key, doc: spec.Description, shape: ruleShape(spec, false)})
	}
	return objectOf(noun, append(keys, commonKeys(RuleSpec{Nulls: true})...)...)
}

// gateRuleShape is an item of the gate's rules list.
func gateRuleShape() *shape { return itemShape("a rule", gateLevelRules()) }

func gateLevelRules() []RuleSpec {
	return slices.DeleteFunc(Rules(), func(r RuleSpec) bool { return !r.onGate() })
}

// itemKind is what a list's items hold: rules or checks.
type itemKind struct {
	noun    string
	example string
	known   []string // keys that name one, those not supported yet included
}

func ruleItems() itemKind {
	k := itemKind{noun: "rule", example: "unique: {columns: [a, b]}", known: laterRules()}
	for _, spec := range Rules() {
		k.known = append(k.known, spec.Key)
	}
	return k
}

// item finds the one rule or check key of a list's item, or reports. A key
// that names nothing counts as one where there is no other.
func (g *gateLoader) item(n *node, kind itemKind) *entry {
	if n.kind != mapNode {
		g.report(CodeWrongType, n.pos, "", "an item must be a mapping with one %s, such as {%s}, got %s", kind.noun, kind.example, n.describe())
		return nil
	}
	common := &object{keys: commonKeys(RuleSpec{Nulls: true})}
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
	kind := ruleItems()
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
	var keys []string
	for _, spec := range gateLevelRules() {
		if spec.Key == key.text {
			return &spec
		}
		keys = append(keys, spec.Key)
	}
	if slices.Contains(laterRules(), key.text) {
		g.unsupported(key.pos, "rule '"+key.text+"'")
		return nil
	}
	suggestion := didYouMean(key.text, keys)
	if ruleByKey(key.text) != nil {
		suggestion = "; it stands on a column, under columns"
	}
	g.report(CodeUnknownRule, key.pos, "rules of a gate: "+strings.Join(keys, ", "), "unknown rule '%s' of the gate%s", key.text, suggestion)
	return nil
}

// addRule reads a rule and adds it to the gate.
func (g *gateLoader) addRule(t ruleText) {
	if t.siblings {
		g.fitsCommon(t)
	}
	r := &Rule{Kind: t.spec.Name, Scope: t.spec.Scope, Pos: t.pos}
	if t.column != nil {
		r.Column = t.column.Name
	}
	params, ok := g.params(t)
	if !ok {
		t.policy.of(t.spec.Key, t.spec.Name, t.common.get("name").string())
		return
	}
	r.Params = params
	g.common(r, t)
	g.gate.Rules = append(g.gate.Rules, r)
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
	r.ID = defaultID(r)
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
	r.Policy = g.resolve(n.get("on_failure"), t.policy, r.ID, t.spec.Key, t.spec.Name)
	r.Tolerate = g.tolerate(n.get("tolerate"), r.Policy)
	g.claim(r.ID, pos)
}

func defaultID(r *Rule) string {
	if r.Column == "" {
		return r.Kind
	}
	return r.Column + "." + r.Kind
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

// RejectedColumn is the column of the rejected table that holds the rule's
// verdict where the gate has rule_columns.
func (r *Rule) RejectedColumn() string { return "rule__" + strings.ReplaceAll(r.ID, ".", "__") }

// ruleColumns reports rules whose columns of the rejected table are not their own.
func (g *gateLoader) ruleColumns() {
	if !g.gate.Rejected.RuleColumns {
		return
	}
	const hint = "give the rule another name, with the key 'name'"
	columns := map[string]*Column{}
	for i := range g.gate.Columns {
		c := &g.gate.Columns[i]
		columns[strings.ToLower(c.Name)] = c
		columns[strings.ToLower(c.SourceColumn)] = c
	}
	first := map[string]*Rule{}
	for _, r := range g.gate.Rules {
		name := strings.ToLower(r.RejectedColumn())
		if c := columns[name]; c != nil {
			g.report(CodeRuleCollision, r.Pos, hint, "with rule_columns, rule '%s' has the column %s of the rejected table, which is also column '%s' at line %d", r.ID, r.RejectedColumn(), c.Name, c.Pos.Line)
		}
		if other := first[name]; other != nil {
			g.report(CodeRuleCollision, r.Pos, hint, "with rule_columns, rules '%s' and '%s' have the same column %s of the rejected table; first at line %d", other.ID, r.ID, r.RejectedColumn(), other.Pos.Line)
			continue
		}
		first[name] = r
	}
}

// keyColumn is a column with primary_key: true.
type keyColumn struct {
	name   string
	pos    Pos
	policy *columnPolicy
}

// primaryKey adds the rule of the key that columns or the gate state.
func (g *gateLoader) primaryKey(columns []keyColumn, n *node) {
	spec := *RuleByName("primary_key")
	if n != nil {
		if len(columns) > 0 {
			g.report(CodeConflict, n.pos, "keep one of them", "the primary key is stated twice: here and on column '%s' at line %d", columns[0].name, columns[0].pos.Line)
			return
		}
		g.addRule(ruleText{spec: spec, pos: n.pos, value: n, common: n})
		return
	}
	if len(columns) == 0 {
		return
	}
	list := &node{kind: listNode, pos: columns[0].pos}
	for _, c := range columns {
		list.items = append(list.items, &node{kind: scalarNode, text: c.name, pos: c.pos})
	}
	g.addRule(ruleText{spec: spec, pos: columns[0].pos, value: list, common: list, policy: g.keyPolicy(columns)})
}

// keyPolicy is the policy that the key's columns agree on.
func (g *gateLoader) keyPolicy(columns []keyColumn) *columnPolicy {
	stated := make([]*node, len(columns))
	for i, c := range columns {
		if stated[i] = c.policy.of("primary_key"); stated[i] == nil {
			stated[i] = c.policy.all
		}
	}
	for i := range stated {
		if stated[i].string() != stated[0].string() {
			g.report(CodePolicy, columns[i].pos, "state primary_key at gate level with on_failure",
				"the columns of the primary key give it different policies")
			break
		}
	}
	return &columnPolicy{all: stated[0], used: map[string]bool{}}
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
