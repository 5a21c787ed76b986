package gate

import (
	"slices"
	"strings"
)

// columnKeys are the keys of a column that are not rules.
func columnKeys() []key {
	return []key{
		{name: "type", doc: "The logical type, such as string or \"decimal(10,2)\". The type enum makes a rule of its values.", shape: text()},
		{name: "values", doc: "The values of an enum. They make the rule column.enum of the kind accepted_values, which on_failure can name enum.", shape: texts()},
		{name: "native", doc: "The warehouse's own type by dialect.", shape: dialectsShape("native")},
		{name: "description", doc: "What the column holds.", shape: text()},
		{name: "source_column", doc: "The column's name in the source.", shape: text()},
		{name: "optional", doc: "The source may lack the column.", shape: boolean()},
		{name: "mask", doc: "Hide its values in samples, reports and logs.", shape: boolean()},
		{name: "primary_key", doc: "The column is a part of the key.", shape: boolean()},
		{name: "on_failure", doc: "One policy for the column's rules, or policies by rule with a default; a rule of its items is inner.rule, one of a field inner.field.rule.", shape: columnPolicyShape()},
		{name: "rules", doc: "Further rules, such as a second one of a kind."}, // columnShape has its shape
	}
}

func columnPolicyShape() *shape {
	s := policyShape()
	s.values = policyShape()
	return s
}

// dialectsShape is a text for each dialect.
func dialectsShape(noun string) *shape {
	var keys []key
	for _, d := range warehouseTypes() {
		keys = append(keys, key{name: d, doc: "On " + d + ".", shape: text()})
	}
	return objectOf(noun, keys...)
}

// columns reads the columns with their rules, then the primary key.
func (g *gateLoader) columns(n, primaryKey *node) {
	if n != nil && n.kind != mapNode {
		g.report(CodeWrongType, n.pos, "", "'columns' must be a mapping from column to its type and rules, got %s", n.describe())
		n = nil
	}
	// All columns first, since rules name them.
	var keyed []keyColumn
	policies := make([]*columnPolicy, len(n.list()))
	for i, e := range n.list() {
		policies[i] = g.column(e)
		if e.value.get("primary_key").string() == "true" {
			keyed = append(keyed, keyColumn{name: e.key.text, pos: e.value.get("primary_key").pos, policy: policies[i]})
		}
	}
	g.sameColumns()
	for i, e := range n.list() {
		g.columnRules(&g.gate.Columns[i], e.value, policies[i])
	}
	g.primaryKey(keyed, primaryKey)
	for i, e := range n.list() {
		g.unusedPolicies(policies[i], e.key.text)
	}
}

// sameColumns reports columns whose names differ in case only, which are one
// column to most warehouses.
func (g *gateLoader) sameColumns() {
	first := map[string]*Column{}
	for i := range g.gate.Columns {
		c := &g.gate.Columns[i]
		name := strings.ToLower(c.Name)
		if other := first[name]; other != nil {
			g.report(CodeDuplicateKey, c.Pos, "rename one of them; source_column reads a column of another name",
				"columns '%s' and '%s' differ in case only; first at line %d", other.Name, c.Name, other.Pos.Line)
			continue
		}
		first[name] = c
	}
}

// column reads all of a column but its rules.
func (g *gateLoader) column(e entry) *columnPolicy {
	c := Column{Name: e.key.text, SourceColumn: e.key.text, Pos: e.key.pos}
	if strings.HasPrefix(strings.ToLower(c.Name), ReservedPrefix) {
		g.reportErr(CodeReserved, e.key.pos, "choose another name; source_column reads a column of another name", &ReservedColumnError{Column: c.Name})
	}
	if c.Name == "" {
		g.report(CodeName, e.key.pos, "", "a column's name is empty")
	}
	if e.value.kind != mapNode && e.value.kind != nullNode {
		g.report(CodeWrongType, e.value.pos, "", "column '%s' must be a mapping of its type and rules, got %s", c.Name, e.value.describe())
	}
	own := &object{noun: "column '" + c.Name + "'", keys: columnKeys()}
	kept := e.value.entries[:0:0]
	for _, item := range e.value.entries {
		k := own.key(item.key.text)
		if k == nil || k.name == "rules" || g.fitsKey(item, own) {
			kept = append(kept, item)
		}
	}
	e.value.entries = kept
	c.Type = g.columnType(e.value)
	c.Native = e.value.get("native").stringMap()
	c.Description = e.value.get("description").string()
	c.Optional = e.value.get("optional").string() == "true"
	c.Mask = e.value.get("mask").string() == "true"
	if n := e.value.get("source_column"); n != nil {
		c.SourceColumn = n.text
		if n.text == "" {
			g.report(CodeName, n.pos, "", "source_column is empty")
		}
	}
	g.gate.Columns = append(g.gate.Columns, c)
	return newColumnPolicy(e.value.get("on_failure"))
}

func (g *gateLoader) columnType(n *node) Type {
	values := n.get("values")
	var t Type
	if stated := n.get("type"); stated != nil {
		var ok bool
		if t, ok = g.parseType(stated); !ok {
			return Type{}
		}
	}
	if t.Kind == KindEnum && values == nil {
		g.report(CodeMissingKey, n.get("type").pos, "values: [a, b]", "an enum needs the key 'values'")
	}
	if t.Kind != KindEnum && values != nil {
		g.report(CodeConflict, values.pos, "use accepted_values", "'values' belongs to the type enum")
	}
	t.Values = values.strings()
	return t
}

// columnRules reads the rules of a column in the order of the file; the cast
// comes first.
func (g *gateLoader) columnRules(c *Column, n *node, policy *columnPolicy) {
	on := site{column: c, typ: c.Type}
	for _, e := range n.entries {
		if e.key.text == castKind {
			g.cast(c, e, policy)
		}
	}
	if values := n.get("values"); values != nil && c.Type.Kind == KindEnum {
		g.enumRule(on, values, policy)
	}
	own := append(objectKeys(columnKeys()), castKind)
	for _, e := range n.entries {
		switch {
		case e.key.text == "rules":
			g.columnRuleList(on, e.value, policy)
		case strings.HasPrefix(e.key.text, "x-"), slices.Contains(own, e.key.text):
		default:
			g.columnRule(on, e, policy)
		}
	}
}

// columnRule reads a rule that stands as a key of a column.
func (g *gateLoader) columnRule(on site, e entry, policy *columnPolicy) {
	spec := g.ruleOfColumn(on, e.key)
	switch {
	case spec == nil:
	case spec.Nests():
		g.nested(on, *spec, e, policy)
	default:
		g.addRule(ruleText{spec: *spec, on: on, pos: e.key.pos, value: e.value, common: e.value, policy: policy})
	}
}

// cast reads how the column's texts are converted.
func (g *gateLoader) cast(c *Column, e entry, policy *columnPolicy) {
	spec := g.ruleOfColumn(site{column: c, typ: c.Type}, e.key)
	if spec == nil {
		return
	}
	r := g.addRule(ruleText{spec: *spec, on: site{column: c, typ: c.Type}, pos: e.key.pos, value: e.value, common: e.value, policy: policy})
	if r != nil {
		c.Cast = r.Params[castParam].Cast
	}
}

// enumKey names the rule that an enum's values make.
const enumKey = "enum"

// enumRule adds the rule that the values of an enum make.
func (g *gateLoader) enumRule(on site, values *node, policy *columnPolicy) {
	spec := g.rules.Rule("accepted_values")
	r := &Rule{ID: on.id(enumKey), Kind: spec.Name, Scope: spec.Scope, Column: on.column.Name, Pos: values.pos, spec: spec}
	r.Policy = g.resolve(nil, policy, r.ID, enumKey)
	params, ok := g.params(ruleText{spec: *spec, on: on, pos: values.pos, value: values, common: values, policy: policy})
	if !ok {
		return
	}
	r.Params = params
	g.claim(r.ID, r.Pos)
	g.gate.Rules = append(g.gate.Rules, r)
}

// columnRuleList reads the rules list of a column.
func (g *gateLoader) columnRuleList(on site, n *node, policy *columnPolicy) {
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
		spec := g.ruleOfColumn(on, rule.key)
		switch {
		case spec == nil:
		case spec.Nests() || spec.Name == castKind:
			g.report(CodeConflict, rule.key.pos, "write it as a key of the column", "'%s' cannot stand in a list of rules", spec.Key)
		default:
			g.addRule(ruleText{spec: *spec, on: on, pos: rule.key.pos, value: rule.value, common: item, siblings: true, policy: policy})
		}
	}
}

// ruleOfColumn finds the rule of a key on a column, or reports.
func (g *gateLoader) ruleOfColumn(on site, key *node) *RuleSpec {
	rules, others := g.rules.onColumn, objectKeys(columnKeys())
	if len(on.within) > 0 {
		rules, others = g.rules.nested(), nil
	}
	var keys []string
	for _, spec := range rules {
		if spec.Key == key.text {
			return &spec
		}
		if spec.AppliesTo(on.typ) {
			keys = append(keys, spec.Key)
		}
	}
	kind := "a column"
	if len(on.within) > 0 {
		kind = "a value"
	}
	if on.typ.IsKnown() {
		kind += " of type " + string(on.typ.Kind)
	}
	hint := "rules of " + kind + ": " + strings.Join(keys, ", ")
	if len(others) > 0 {
		hint += "; other keys: " + strings.Join(others, ", ")
	}
	suggestion := didYouMean(key.text, append(others, keys...))
	switch {
	case key.text == "not_null":
		suggestion = "; write 'nullable: false'"
	case g.rules.byKey(key.text) != nil:
		suggestion = "; it stands in the gate's rules list"
	}
	g.report(CodeUnknownRule, key.pos, hint, "unknown rule '%s' of %s%s", key.text, on, suggestion)
	return nil
}

// unusedPolicies reports policies of a column for rules that it has not.
func (g *gateLoader) unusedPolicies(p *columnPolicy, column string) {
	for _, e := range p.byRule {
		if !p.used[e.key.text] {
			g.report(CodePolicy, e.key.pos, "", "on_failure names the rule '%s', which column '%s' does not have%s", e.key.text, column, didYouMean(e.key.text, g.rulesOn(column)))
		}
	}
}

// rulesOn are the names of a column's rules.
func (g *gateLoader) rulesOn(column string) []string {
	var names []string
	for _, r := range g.gate.Rules {
		switch {
		case r.Column != column:
		case r.ID == column+"."+enumKey:
			names = append(names, enumKey)
		default:
			names = append(names, pathOf(r.Within)+r.spec.Key)
		}
	}
	return names
}
