package oracle

import (
	"fmt"
	"slices"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// Judge says what each rule of a gate, whose columns' types are known, says of
// each row: by rule id, a verdict for each row. Expressions are the nodes of the
// texts of the gate's expressions.
func Judge(g *gate.Gate, rows []Row, expressions map[string]ast.Node) (map[string][]Verdict, error) {
	out := map[string][]Verdict{}
	for _, gr := range g.Rules {
		verdicts, err := judgeRule(rule{gr, g}, rows, expressions)
		if err != nil {
			return nil, fmt.Errorf("rule %s: %w", gr.ID, err)
		}
		out[gr.ID] = verdicts
	}
	return out, nil
}

func judgeRule(r rule, rows []Row, expressions map[string]ast.Node) ([]Verdict, error) {
	verdicts := make([]Verdict, len(rows))
	for i, row := range rows {
		var err error
		if verdicts[i], err = r.before(row, expressions); err != nil {
			return nil, err
		}
		if verdicts[i] == "" && r.Scope != gate.ScopeSet {
			if verdicts[i], err = r.row(row); err != nil {
				return nil, fmt.Errorf("row %d: %w", i, err)
			}
		}
	}
	if r.Scope != gate.ScopeSet {
		return verdicts, nil
	}
	return verdicts, r.setVerdicts(rows, verdicts)
}

// before is the verdict that a row has whatever the rule is; empty: the rule judges it.
func (r rule) before(row Row, expressions map[string]ast.Node) (Verdict, error) {
	if r.Where == nil {
		return "", nil
	}
	n := expressions[r.Where.Text]
	if n == nil {
		return "", fmt.Errorf("the expression %q has no node", r.Where.Text)
	}
	v, err := Eval(n, row)
	if err != nil || v != Bool(true) {
		return NotJudged, err
	}
	return "", nil
}

// Failures are the ids of the rules that a row fails, in gate order.
func Failures(g *gate.Gate, verdicts map[string][]Verdict, row int) []string {
	var ids []string
	for _, r := range g.Rules {
		if verdicts[r.ID][row] == Invalid {
			ids = append(ids, r.ID)
		}
	}
	return slices.Clip(ids)
}
