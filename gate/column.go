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
		{name: "on_failure", doc: "One policy for the column's rules, or policies by rule with a default.", shape: columnPolicyShape()},
		{name: "rules", doc: "Further rules, such as a second one of a kind.", shape: listOf(itemShape("a rule of a column", columnRules()))},
		{name: "cast", later: true},
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

// columnShape is a column with its rules.
func columnShape() *shape {
	keys := columnKeys()
	for _, spec := range columnRules() {
		keys = append(keys, key{name: spec.Key, doc: spec.Description, shape: ruleShape(spec, true)})
	}
	return objectOf("a column", keys...)
}

// columnRules are the rules as they stand on a column.
func columnRules() []RuleSpec {
	var list []RuleSpec
	for _, spec := range Rules() {
		if spec.onColumn() {
			list = append(list, spec.forColumn())
		}
	}
	return list
}

// forColumn is the rule as it stands on a column: unique needs no columns there.
func (r RuleSpec) forColumn() RuleSpec {
	if r.Param("columns") == nil {
		return r
	}
	r.Main = "value"
	r.Params = slices.Clone(r.Params)
	r.Params[0] = switchOn()
	return r
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

// columnRules reads the rules of a column in the order of the file.
func (g *gateLoader) columnRules(c *Column, n *node, policy *columnPolicy) {
	if values := n.get("values"); values != nil && c.Type.Kind == KindEnum {
		g.enumRule(c, values, policy)
	}
	own := &object{keys: columnKeys()}
	for _, e := range n.entries {
		name := e.key.text
		switch {
		case name == "rules":
			g.columnRuleList(c, e.value, policy)
		case strings.HasPrefix(name, "x-"), own.key(name) != nil:
		default:
			if spec := g.ruleOfColumn(c, e.key); spec != nil {
				g.addRule(ruleText{spec: *spec, column: c, pos: e.key.pos, value: e.value, common: e.value, policy: policy})
			}
		}
	}
}

// enumKey names the rule that an enum's values make.
const enumKey = "enum"

// enumRule adds the rule that the values of an enum make.
func (g *gateLoader) enumRule(c *Column, values *node, policy *columnPolicy) {
	spec := *RuleByName("accepted_values")
	r := &Rule{ID: c.Name + "." + enumKey, Kind: spec.Name, Scope: spec.Scope, Column: c.Name, Pos: values.pos}
	r.Policy = g.resolve(nil, policy, r.ID, enumKey)
	params, ok := g.params(ruleText{spec: spec, column: c, pos: values.pos, value: values, common: values, policy: policy})
	if !ok {
		return
	}
	r.Params = params
	g.claim(r.ID, r.Pos)
	g.gate.Rules = append(g.gate.Rules, r)
}

// columnRuleList reads the rules list of a column.
func (g *gateLoader) columnRuleList(c *Column, n *node, policy *columnPolicy) {
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
		if spec := g.ruleOfColumn(c, rule.key); spec != nil {
			g.addRule(ruleText{spec: *spec, column: c, pos: rule.key.pos, value: rule.value, common: item, siblings: true, policy: policy})
		}
	}
}

// ruleOfColumn finds the rule of a key on a column, or reports.
func (g *gateLoader) ruleOfColumn(c *Column, key *node) *RuleSpec {
	var keys []string
	for _, spec := range columnRules() {
		if spec.Key == key.text {
			return &spec
		}
		if spec.AppliesTo(c.Type) {
			keys = append(keys, spec.Key)
		}
	}
	if slices.Contains(laterRules(), key.text) {
		g.unsupported(key.pos, "rule '"+key.text+"'")
		return nil
	}
	kind := "a column"
	if c.Type.IsKnown() {
		kind = "a column of type " + string(c.Type.Kind)
	}
	hint := "rules of " + kind + ": " + strings.Join(keys, ", ") + "; other keys: " + strings.Join((&object{keys: columnKeys()}).names(), ", ")
	suggestion := didYouMean(key.text, append((&object{keys: columnKeys()}).names(), keys...))
	switch {
	case key.text == "not_null":
		suggestion = "; write 'nullable: false'"
	case ruleByKey(key.text) != nil:
		suggestion = "; it stands in the gate's rules list"
	}
	g.report(CodeUnknownRule, key.pos, hint, "unknown rule '%s' of column '%s'%s", key.text, c.Name, suggestion)
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
			names = append(names, RuleByName(r.Kind).Key)
		}
	}
	return names
}
