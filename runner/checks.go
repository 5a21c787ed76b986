package runner

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// batchFacts are what the checks of a batch are decided from.
type batchFacts struct {
	tally    adapters.Tally
	rejected int64 // without the superseded rows
}

// checkResults evaluates the plan's checks. readings are the statements of those
// whose rows are known only now.
func (e *execution) checkResults(ctx context.Context, on adapters.Reader, facts batchFacts, readings []compile.Reading) ([]ledger.RuleResult, error) {
	p := e.plan.Plan
	observed := facts.tally.Checks
	if err := adapters.ReadFigures(ctx, on, readings, e.values(), observed); err != nil {
		return nil, err
	}
	out := make([]ledger.RuleResult, len(p.Checks))
	for i, c := range p.Checks {
		r := newCheckResult(c, "a run judges it: a check leaves the target as it is")
		if c.On != gate.TargetRows || !p.Gate.CheckOnly() {
			groups, err := observations(c, observed[i], facts)
			if err != nil {
				return nil, err
			}
			if r, err = e.checkResult(ctx, on, c, groups); err != nil {
				return nil, err
			}
		}
		r.Position = len(p.Rules) + 1 + i
		out[i] = r
	}
	return out, nil
}

// observations are what is known of a check, by group: what was read, or what
// the run knows without reading.
func observations(c compile.Check, read []adapters.Observation, facts batchFacts) ([]adapters.Observation, error) {
	batch := adapters.Observation{Judged: facts.tally.Staged}
	switch {
	case c.Source() == compile.FromCounts:
		batch.Figures = []*string{count(facts.rejected)}
		return []adapters.Observation{batch}, nil
	case c.Source() == compile.FromQuery && len(read) == 1:
		batch.Figures = read[0].Figures
		return []adapters.Observation{batch}, nil
	case len(read) > 0:
		return read, nil
	case len(c.GroupBy) > 0 && c.Always():
		return []adapters.Observation{{}}, nil
	case len(c.GroupBy) > 0:
		return nil, nil
	case c.On != gate.BatchRows:
		return nil, fmt.Errorf("check %s was not read: this is a fault of sqlgate", c.ID)
	default:
		return []adapters.Observation{batch}, nil
	}
}

func count(n int64) *string {
	text := gate.CountNumber(n).String()
	return &text
}

// newCheckResult is the result of a check that is skipped for a reason.
func newCheckResult(c compile.Check, reason string) ledger.RuleResult {
	r := ledger.RuleResult{
		ID: c.ID, Scope: gate.ScopeCheck, Policy: c.Policy(), Status: ledger.StatusSkip,
		Description: c.Description, Pos: c.Pos, Expected: c.Expect(), Observed: reason,
	}
	if names := c.Params["column"].Names; len(names) == 1 {
		r.Column = names[0]
	}
	return r
}

// describeQueries reads what the queries of rules and checks give, by the ids of these.
func describeQueries(ctx context.Context, on adapters.Reader, p *compile.Plan) (map[string]compile.Relation, error) {
	out := map[string]compile.Relation{}
	for _, raw := range p.RawQueries() {
		rel, err := describeSQL(ctx, on, raw.SQL)
		if err == nil && raw.Columns > 0 && len(rel.Columns) != raw.Columns {
			err = &adapters.WarehouseError{Code: adapters.CodeSQL, Text: fmt.Sprintf("the query of a scalar has one column, not %d", len(rel.Columns))}
		}
		if err != nil {
			return nil, &placedError{pos: raw.Pos, err: fmt.Errorf("%s: %w", raw.Of, err)}
		}
		out[raw.ID] = rel
	}
	return out, nil
}

// prepareChecks has the warehouse bind the statements of the checks, and names
// the check that it refuses.
func prepareChecks(ctx context.Context, a adapters.DestinationAdapter, p *compile.Plan) error {
	for _, r := range slices.Concat(p.CheckReadings(), p.CheckRowReadings(p.Rejecting())) {
		err := a.Prepare(ctx, prepared(r))
		if err == nil {
			continue
		}
		for _, c := range p.Checks {
			for _, alone := range p.Alone(c) {
				if err := a.Prepare(ctx, prepared(alone)); err != nil {
					return ofCheck(c, err)
				}
			}
		}
		return err
	}
	return nil
}

// prepared is the statement of a reading with values of its types.
func prepared(r compile.Reading) adapters.Statement {
	return adapters.Statement{SQL: r.SQL, Args: adapters.RunValues{}.Args(r.Values)}
}

// ofCheck is an error with the check that it comes from.
func ofCheck(c compile.Check, err error) error {
	return &placedError{pos: c.Pos, err: fmt.Errorf("check %s: %w", c.ID, err)}
}

// checkResult is the result of one check: of several groups, of the worst. The
// groups that have no value are named.
func (e *execution) checkResult(ctx context.Context, on adapters.Reader, c compile.Check, groups []adapters.Observation) (ledger.RuleResult, error) {
	r := newCheckResult(c, "no rows")
	var worst *finding
	var without []string
	for _, o := range groups {
		r.JudgedRows += o.Judged
		v, err := c.Value(compile.Figures{Judged: o.Judged, Texts: o.Figures})
		if err != nil {
			return r, err
		}
		if v.None == "" && c.Past() != nil {
			if v, err = e.compared(ctx, on, c, v); err != nil {
				return r, err
			}
		}
		if v.None != "" {
			r.Observed = v.None
			without = append(without, e.groupText(c, o.Group))
			continue
		}
		f, err := e.find(c, v, o)
		if err != nil {
			return r, err
		}
		if worst == nil || f.worseThan(*worst) {
			worst = &f
		}
	}
	if len(c.GroupBy) > 0 && len(without) > 0 {
		r.Observed += " where " + groupsForPeople(without)
	}
	switch {
	case worst == nil:
	case len(without) > 0:
		r.Status, r.Observed = worst.status, worst.observed+"; "+r.Observed
	default:
		r.Status, r.Observed = worst.status, worst.observed
	}
	return r, nil
}

// groupsForPeople names a few of the groups, in order. Masked ones look alike.
func groupsForPeople(groups []string) string {
	const most = 3
	all := len(groups)
	slices.Sort(groups)
	groups = slices.Compact(groups)
	if len(groups) <= most {
		return strings.Join(groups, " or ")
	}
	return fmt.Sprintf("%s or … %d groups in all", strings.Join(groups[:most], " or "), all)
}

// finding is the verdict of a check on one group of rows.
type finding struct {
	status   ledger.Status
	excess   float64
	group    string
	observed string
}

// worseThan orders findings: by status, then by how far the value is out of
// bounds, then by group.
func (f finding) worseThan(other finding) bool {
	rank := []ledger.Status{ledger.StatusPass, ledger.StatusWarn, ledger.StatusFail}
	a, b := slices.Index(rank, f.status), slices.Index(rank, other.status)
	switch {
	case a != b:
		return a > b
	case f.excess != other.excess:
		return f.excess > other.excess
	default:
		return f.group < other.group
	}
}

func (e *execution) find(c compile.Check, v compile.Value, o adapters.Observation) (finding, error) {
	f := finding{status: ledger.StatusPass, excess: math.Inf(-1), group: e.groupText(c, o.Group), observed: v.Text}
	if f.group != "" {
		f.observed += " where " + f.group
	}
	for _, level := range []struct {
		bounds *gate.Bounds
		status ledger.Status
	}{{c.Fail, ledger.StatusFail}, {c.Warn, ledger.StatusWarn}} {
		if level.bounds == nil {
			continue
		}
		holds, excess, err := c.Judge(level.bounds, v, e.run.StartedAt)
		if err != nil {
			return f, err
		}
		if !holds {
			f.status, f.excess = level.status, excess
			return f, nil
		}
		f.excess = max(f.excess, excess)
	}
	return f, nil
}

// groupText names a group for people; values of masked columns are not shown.
func (e *execution) groupText(c compile.Check, group []*string) string {
	parts := make([]string, len(group))
	for i, value := range group {
		text := "NULL"
		if value != nil {
			text = *value
		}
		if col := e.gate.Column(c.GroupBy[i]); col != nil && col.Mask {
			text = "***"
		}
		parts[i] = c.GroupBy[i] + " = " + text
	}
	return strings.Join(parts, ", ")
}
