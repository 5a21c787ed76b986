package gate

import "strings"

// RuleColumnPrefix begins the names of those columns.
const RuleColumnPrefix = "rule__"

// RejectedColumn is the column of the rejected table that holds the rule's
// verdict where the gate has rule_columns.
func (r *Rule) RejectedColumn() string { return RuleColumnPrefix + strings.ReplaceAll(r.ID, ".", "__") }

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
