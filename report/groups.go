package report

import (
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// Group is results that a report shows as one.
type Group struct {
	Of     gate.Granularity // what Name names
	Name   string           // the rule's id, the column or the gate
	Status ledger.Status    // the worst of its results
	Rules  []ledger.RuleResult
}

// Groups puts a run's results together as its settings check_granularity and
// schema_rules say: every result is in one group. Groups stand in the order of
// their first results, the column schema first; by column it is a group of its own.
func Groups(r *ledger.Run) []Group {
	var out []Group
	index := map[key]int{}
	for _, rule := range inOrder(r.Rules) {
		of := groupOf(r, rule)
		i, ok := index[of]
		if !ok {
			i = len(out)
			index[of] = i
			out = append(out, Group{Of: of.of, Name: of.name, Status: rule.Status})
		}
		g := &out[i]
		g.Rules = append(g.Rules, rule)
		if severity(rule.Status) > severity(g.Status) {
			g.Status = rule.Status
		}
	}
	return out
}

type key struct {
	of   gate.Granularity
	name string
}

func groupOf(r *ledger.Run, rule ledger.RuleResult) key {
	byRule, byGate := key{gate.ByRule, rule.ID}, key{gate.ByGate, r.Gate}
	switch r.Settings.CheckGranularity {
	case gate.ByGate:
		return byGate
	case gate.ByColumn:
		switch {
		case rule.Scope == gate.ScopeSchema:
			return byRule
		case rule.Column != "":
			return key{gate.ByColumn, rule.Column}
		case r.Settings.SchemaRules == gate.PerRule:
			return byRule
		default:
			return byGate
		}
	default:
		return byRule
	}
}

// Failing are the results of the group that did not pass, worst first.
func (g Group) Failing() []ledger.RuleResult { return worstFirst(g.Rules) }

// title is what people read as the group's name.
func (g Group) title() string {
	if g.Of == gate.ByRule {
		return printable(g.Name)
	}
	return string(g.Of) + " " + printable(g.Name)
}

func (g Group) failedOf() string {
	return number(int64(len(g.Failing()))) + " of " + count(int64(len(g.Rules)), "rule") + " did not pass"
}
