package gate

// keyColumn is a column with primary_key: true.
type keyColumn struct {
	name   string
	pos    Pos
	policy *columnPolicy
}

// primaryKey adds the rule of the key that columns or the gate state.
func (g *gateLoader) primaryKey(columns []keyColumn, n *node) {
	spec := *g.rules.Rule("primary_key")
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
