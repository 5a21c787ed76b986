package runner

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// CodeAborted is the code of a batch that was not written, for what it is.
const CodeAborted = "SG401"

// mostNamed is how many rules or checks an abort names.
const mostNamed = 5

// aborted says why a batch was not written; nil of a run that was not aborted.
func aborted(run *ledger.Run, p *compile.Plan, vs []verdict, checks []ledger.RuleResult, counts adapters.Counts) *ledger.Error {
	if run.Outcome != ledger.Aborted {
		return nil
	}
	e := &ledger.Error{Code: CodeAborted, Pos: p.Gate.Pos}
	switch run.Reason {
	case ledger.ReasonRule:
		e.Message, e.Pos = failedRules(p.Rules, vs)
	case ledger.ReasonCheck:
		e.Message, e.Pos = failedChecks(checks)
	case ledger.ReasonRejectLimit:
		e.Message, e.Pos = brokenLimit(p.Gate.RejectLimit, counts.Rejected-counts.Superseded, run.RowsStaged), p.Gate.RejectLimit.Pos
	default:
		e.Message, e.Hint = "the batch has no row", "on_empty of the gate says what to make of that"
	}
	e.Message += "; nothing was written"
	return e
}

// failedRules names the fail rules with failing rows, and the first one's place.
func failedRules(rules []compile.Rule, vs []verdict) (said string, first gate.Pos) {
	var parts []string
	for i, r := range rules {
		if vs[i].policy != gate.Fail || vs[i].failed == 0 {
			continue
		}
		if len(parts) == 0 {
			first = r.Pos
		}
		parts = append(parts, fmt.Sprintf("%s failed on %d of %s", r.ID, vs[i].failed, rowsText(vs[i].judged)))
	}
	said = named(parts)
	if len(parts) > 1 {
		said += " (a row can fail several)"
	}
	return said, first
}

// failedChecks names the failed checks, and the first one's place.
func failedChecks(checks []ledger.RuleResult) (said string, first gate.Pos) {
	var parts []string
	for _, c := range checks {
		if c.Status != ledger.StatusFail {
			continue
		}
		if len(parts) == 0 {
			first = c.Pos
		}
		parts = append(parts, fmt.Sprintf("check %s found %s, expected %s", c.ID, c.Observed, c.Expected))
	}
	return named(parts), first
}

func named(parts []string) string {
	if more := len(parts) - mostNamed; more > 0 {
		parts = append(parts[:mostNamed:mostNamed], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(parts, "; ")
}

// brokenLimit says which limits of rejected rows a batch breaks, and by what share.
func brokenLimit(l *gate.Limit, rejected, staged int64) string {
	var allowed []string
	if l.Rows != nil && rejected > *l.Rows {
		allowed = append(allowed, "the "+rowsText(*l.Rows))
	}
	if l.Percent != nil && l.Percent.Exceeds(rejected, staged) {
		allowed = append(allowed, "the "+l.Percent.String())
	}
	return fmt.Sprintf("%d of %s would be rejected (%s), more than %s that reject_limit allows",
		rejected, rowsText(staged), share(rejected, staged, l), strings.Join(allowed, " and "))
}

// share is a percentage of rows with four decimals at most; one that only then
// is the limit's is said to be over it.
func share(part, whole int64, l *gate.Limit) string {
	s := strings.TrimRight(strings.TrimRight(strconv.FormatFloat(100*float64(part)/float64(whole), 'f', 4, 64), "0"), ".") + "%"
	if l.Percent != nil && l.Percent.Exceeds(part, whole) && s == l.Percent.String() {
		return "over " + s
	}
	return s
}

func rowsText(n int64) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
}
