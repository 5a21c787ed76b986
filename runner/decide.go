package runner

import (
	"slices"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// verdict is what a rule does to the run once its failures are known.
type verdict struct {
	policy                  gate.Policy // effective: a tolerated fail rule is treated as its `then` says
	failed, unknown, judged int64
}

// verdicts holds each rule's failures against its policy and tolerance.
func verdicts(rules []compile.Rule, tally adapters.Tally) []verdict {
	out := make([]verdict, len(rules))
	for i, r := range rules {
		out[i] = verdict{policy: r.Policy, failed: tally.Failed[r.Position], unknown: tally.Unknown[r.Position], judged: tally.Staged - tally.Unknown[r.Position]}
		if judged, ok := tally.Judged[r.Position]; ok {
			out[i].judged = judged
		}
		if t := r.Tolerate; t != nil && r.Policy == gate.Fail && tolerated(t, out[i].failed, out[i].judged) {
			out[i].policy = t.Then
		}
	}
	return out
}

func tolerated(t *gate.Tolerate, failed, judged int64) bool {
	if t.Rows != nil && failed > *t.Rows {
		return false
	}
	return t.Percent == nil || judged < t.MinRows || !t.Percent.Exceeds(failed, judged)
}

// rejecting returns the positions of the rules whose failing rows are rejected.
// A rule that no row fails is among them: where they all are, every failing row
// is rejected, and the plan need not look at which rule it was.
func rejecting(rules []compile.Rule, vs []verdict) []int {
	var out []int
	for i, r := range rules {
		if vs[i].policy == gate.Quarantine || vs[i].failed == 0 {
			out = append(out, r.Position)
		}
	}
	return out
}

// anyFails reports whether a rule of the policy fail has failing rows.
func anyFails(vs []verdict) bool {
	for _, v := range vs {
		if v.policy == gate.Fail && v.failed > 0 {
			return true
		}
	}
	return false
}

// decide is the outcome of a batch, in the order that the specification of a
// run's outcomes gives. A row that is valid and not newer than the target's, in
// mode upsert, is no failure, or an upsert could not be run again.
func decide(p *compile.Plan, vs []verdict, checks []ledger.RuleResult, staged int64, counts adapters.Counts) (ledger.Outcome, string) {
	g := p.Gate
	switch {
	case anyFails(vs):
		return ledger.Aborted, ledger.ReasonRule
	case anyCheckFails(checks):
		return ledger.Aborted, ledger.ReasonCheck
	case staged == 0:
		return decideEmpty(g)
	case overLimit(g.RejectLimit, counts.Rejected-counts.Superseded, staged):
		return ledger.Aborted, ledger.ReasonRejectLimit
	case counts.Rejected == staged && !anyOnlyLoses(p.Rules, counts.RuleSets):
		return ledger.NoValidRows, ""
	case counts.Rejected > 0:
		return ledger.Split, ""
	default:
		return ledger.Passed, ""
	}
}

// anyOnlyLoses reports whether a row fails nothing but that the target's row of
// its key stays.
func anyOnlyLoses(rules []compile.Rule, sets []adapters.RuleSet) bool {
	return slices.ContainsFunc(sets, func(s adapters.RuleSet) bool {
		return len(s.Positions) == 1 && rules[s.Positions[0]-1].ID == gate.UpsertRule
	})
}

func decideEmpty(g *gate.Gate) (ledger.Outcome, string) {
	switch g.OnEmpty {
	case gate.EmptyFail:
		return ledger.Aborted, ledger.ReasonNoRows
	case gate.EmptyReplace:
		return ledger.Passed, ledger.ReasonNoRows
	default:
		return ledger.Skipped, ledger.ReasonNoRows
	}
}

func overLimit(l *gate.Limit, rejected, staged int64) bool {
	if l == nil {
		return false
	}
	return l.Rows != nil && rejected > *l.Rows || l.Percent != nil && l.Percent.Exceeds(rejected, staged)
}

func anyCheckFails(checks []ledger.RuleResult) bool {
	for _, c := range checks {
		if c.Status == ledger.StatusFail {
			return true
		}
	}
	return false
}

// ruleResults are the results of the rules of an evaluated batch. In an outcome
// that is a failure, a quarantine rule with failing rows counts as failed.
func ruleResults(p *compile.Plan, vs []verdict, failure bool) []ledger.RuleResult {
	out := make([]ledger.RuleResult, len(p.Rules))
	for i, r := range p.Rules {
		out[i] = ledger.RuleResult{
			Position: r.Position, ID: r.ID, Column: r.Column, Scope: r.Scope, Policy: r.Policy,
			Status: status(vs[i], failure), FailedRows: vs[i].failed, UnknownRows: vs[i].unknown, JudgedRows: vs[i].judged,
			Expected: r.Expected, SQL: dialect.WithNames(r.Invalid), Description: r.Description, Pos: r.Pos,
		}
		if c := p.Gate.Column(r.Column); c != nil {
			out[i].SourceColumn = c.SourceColumn
		}
		if r.Proven {
			out[i].Observed = "valid by constraint"
		}
	}
	return out
}

func status(v verdict, failure bool) ledger.Status {
	switch {
	case v.failed == 0:
		return ledger.StatusPass
	case v.policy == gate.Warn:
		return ledger.StatusWarn
	case v.policy == gate.Fail || failure:
		return ledger.StatusFail
	default:
		return ledger.StatusQuarantine
	}
}

// schemaResult is the column-schema result, the first of every report.
func schemaResult(g *gate.Gate, mismatch *compile.SchemaMismatchError) ledger.RuleResult {
	r := ledger.RuleResult{
		ID: "column_schema", Scope: gate.ScopeSchema, Policy: gate.Fail, Status: ledger.StatusPass,
		Expected: "the columns and types of the gate", Pos: g.Pos,
	}
	if mismatch != nil {
		r.Status, r.Observed = ledger.StatusFail, mismatch.Error()
	}
	return r
}
