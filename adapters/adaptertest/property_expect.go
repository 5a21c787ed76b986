package adaptertest

import (
	"math/big"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/adapters/adaptertest/oracle"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// expected is what becomes of a run and its rows.
type expected struct {
	outcome    ledger.Outcome
	reason     string
	policies   map[string]gate.Policy // of each rule, after what it tolerates
	failing    int                    // rows that fail a rule which is not tolerated as warn
	passed     []int
	rejected   map[int][]string // row to the rules that it fails
	superseded map[int]bool
	counts     counts
}

// counts are the numbers of rows in a run's record.
type counts struct{ staged, passed, rejected, superseded, warned int64 }

// writes reports whether rows reach the target.
func (e expected) writes() bool { return e.outcome == ledger.Passed || e.outcome == ledger.Split }

// isFailure reports whether the outcome is a failure.
func (e expected) isFailure() bool {
	return e.outcome == ledger.Aborted || e.outcome == ledger.NoValidRows
}

// expect says what becomes of the rows by their verdicts.
func (j *judgement) expect() expected {
	rows := len(j.Converted)
	e := expected{policies: map[string]gate.Policy{}, rejected: map[int][]string{}, superseded: map[int]bool{}}
	aborted := false
	for _, r := range j.gate.Rules {
		failed, judged, _ := count(j.Verdicts[r.ID])
		e.policies[r.ID] = r.Policy
		if r.Tolerate != nil && tolerates(r.Tolerate, failed, judged) {
			e.policies[r.ID] = r.Tolerate.Then
		}
		aborted = aborted || failed > 0 && e.policies[r.ID] == gate.Fail
	}
	for i := range rows {
		failures := j.Failures(j.gate, i)
		has := func(p gate.Policy) bool {
			return slices.ContainsFunc(failures, func(id string) bool { return e.policies[id] == p })
		}
		if has(gate.Quarantine) || has(gate.Fail) {
			e.failing++
		}
		switch {
		case has(gate.Quarantine):
			e.rejected[i] = failures
			for id, lost := range j.Lost {
				if lost[i] && e.policies[id] == gate.Quarantine {
					e.superseded[i] = true
				}
			}
			continue
		case len(failures) > 0:
			e.counts.warned++
		}
		e.passed = append(e.passed, i)
	}
	rejected, superseded := int64(len(e.rejected)), int64(len(e.superseded))
	switch limit := j.gate.RejectLimit; {
	case aborted:
		e.outcome, e.reason = ledger.Aborted, ledger.ReasonRule
	case rows == 0:
		e.outcome, e.reason = ledger.Skipped, ledger.ReasonNoRows
	case limit != nil && exceeds(*limit, rejected-superseded, int64(rows)):
		e.outcome, e.reason = ledger.Aborted, ledger.ReasonRejectLimit
	case len(e.passed) == 0:
		e.outcome = ledger.NoValidRows
	case rejected > 0:
		e.outcome = ledger.Split
	default:
		e.outcome = ledger.Passed
	}
	if e.outcome == ledger.Aborted || rows == 0 {
		e.passed, e.rejected, e.superseded, e.counts = nil, nil, nil, counts{}
	}
	e.counts.staged, e.counts.passed = int64(rows), int64(len(e.passed))
	e.counts.rejected, e.counts.superseded = int64(len(e.rejected)), int64(len(e.superseded))
	return e
}

// keepsAny reports whether a rule leaves it to the engine which row it keeps.
func (j *judgement) keepsAny() bool {
	return slices.ContainsFunc(j.gate.Rules, func(r *gate.Rule) bool { return r.Params["keep"].Text == "any" })
}

func count(verdicts []oracle.Verdict) (failed, judged, unknown int64) {
	for _, v := range verdicts {
		switch v {
		case oracle.Invalid:
			failed, judged = failed+1, judged+1
		case oracle.Valid:
			judged++
		case oracle.Unknown:
			unknown++
		case oracle.NotJudged:
		}
	}
	return failed, judged, unknown
}

// tolerates reports whether so few rows fail that both limits hold; the one in
// percent only counts from so many judged rows on.
func tolerates(t *gate.Tolerate, failed, judged int64) bool {
	limit := t.Limit
	if judged < t.MinRows {
		limit.Percent = nil
	}
	return !exceeds(limit, failed, judged)
}

// exceeds reports whether part of whole is beyond one of the limits.
func exceeds(l gate.Limit, part, whole int64) bool {
	if l.Rows != nil && part > *l.Rows {
		return true
	}
	if l.Percent == nil || whole == 0 {
		return false
	}
	most := oracle.Decimal(strings.TrimSuffix(l.Percent.String(), "%"))
	return big.NewRat(100*part, whole).Cmp(most.Rat) > 0
}
