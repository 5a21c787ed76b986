package runner

import (
	"context"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
)

// Cost is what a step of a plan processes at most.
type Cost struct {
	Step  string
	Bytes int64
}

// costs asks the warehouse what the plan's steps would process, of those that
// process anything; nil where it does not bill that.
func costs(ctx context.Context, a adapters.DestinationAdapter, p *compile.Plan) ([]Cost, error) {
	if adapters.Billed(a) == nil {
		return nil, nil
	}
	out := []Cost{}
	for _, s := range foreseen(p) {
		n, err := adapters.Estimate(ctx, a, adapters.Statement{SQL: s.SQL, Args: adapters.RunValues{}.Args(s.Values)})
		if err != nil {
			return nil, err
		}
		if n > 0 {
			out = append(out, Cost{Step: s.Name, Bytes: n})
		}
	}
	return out, nil
}

// foreseen are the steps whose bytes can be told before a run: those that
// need nothing that the run itself makes. The rules and checks of a run read its copy of
// the batch; in their place stand those of a check, which read the batch itself.
func foreseen(p *compile.Plan) []compile.Step {
	if p.Gate.CheckOnly() {
		return p.Steps()
	}
	check, values := p.Bind(p.Check(p.Rejecting(), 0), p.BatchValues()...)
	steps := []compile.Step{{Name: "evaluate the rules", SQL: check, Values: values}}
	for _, r := range slices.Concat(p.CheckReadings(), p.CheckRowReadings(p.Rejecting())) {
		steps = append(steps, compile.Step{Name: "read " + r.Name, SQL: r.SQL, Values: r.Values})
	}
	made := p.Tables()
	if len(p.TargetDDL) > 0 {
		made = append(made, p.Dialect.Table(p.Gate.Target))
	}
	if len(p.RejectedDDL) > 0 {
		made = append(made, p.Dialect.Table(p.Gate.Rejected.Table))
	}
	for _, s := range p.Steps() {
		if s.SQL == p.Copy() {
			steps = slices.Insert(steps, 0, s)
		} else if !slices.ContainsFunc(made, func(table string) bool { return strings.Contains(s.SQL, table) }) {
			steps = append(steps, s)
		}
	}
	return steps
}
