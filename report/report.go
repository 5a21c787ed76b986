// Package report shows runs to people and machines: tables for a terminal, one
// JSON document for schedulers, and the exit code.
package report

import (
	"cmp"
	"slices"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// The exit codes of runs.
const (
	exitPassed      = 0
	exitData        = 1
	exitConfig      = 2
	exitWarehouse   = 3
	exitInterrupted = 130
	exitTerminated  = 143
)

// ExitCode is the exit code of runs together: a signal beats all, then the
// warehouse's failure (3), then what the project has wrong (2), then a gate
// that failed on its data (1).
func ExitCode(runs []*ledger.Run) int {
	code := exitPassed
	for _, r := range runs {
		code = max(code, exitCode(r))
	}
	return code
}

func exitCode(r *ledger.Run) int {
	if r.Kind == ledger.KindReplay && r.Outcome == ledger.NoValidRows {
		return exitPassed // rows that fail again were rejected before
	}
	switch r.Outcome {
	case ledger.Passed, ledger.Split:
		return exitPassed
	case ledger.Skipped:
		if r.Reason != ledger.ReasonAlreadyCompleted || r.CompletedResult == "" {
			return exitPassed
		}
		return exitCode(&ledger.Run{Outcome: r.CompletedResult})
	case ledger.Aborted, ledger.NoValidRows, ledger.SchemaMismatch, ledger.Failed:
		return exitData
	case ledger.Interrupted:
		if r.Reason == ledger.ReasonTerminated {
			return exitTerminated
		}
		return exitInterrupted
	case ledger.Errored:
		if r.Error != nil && r.Error.IsConfig() {
			return exitConfig
		}
	}
	return exitWarehouse
}

// Outcomes are all outcomes of runs.
func Outcomes() []ledger.Outcome {
	return []ledger.Outcome{
		ledger.Passed, ledger.Split, ledger.NoValidRows, ledger.Aborted, ledger.SchemaMismatch,
		ledger.Skipped, ledger.Errored, ledger.Interrupted, ledger.Failed,
	}
}

// fate is what became of rows.
type fate struct {
	name string
	rows int64
}

func fates(r *ledger.Run) []fate {
	return []fate{
		{"staged", r.RowsStaged},
		{"passed", r.RowsPassed},
		{"rejected", r.RowsRejected},
		{"superseded", r.RowsSuperseded},
		{"warned", r.RowsWarned},
	}
}

// inOrder returns the results as reports list them: column_schema first, then
// by position.
func inOrder(rules []ledger.RuleResult) []ledger.RuleResult {
	return slices.SortedStableFunc(slices.Values(rules), func(a, b ledger.RuleResult) int {
		return cmp.Or(cmp.Compare(schemaRank(a), schemaRank(b)), cmp.Compare(a.Position, b.Position))
	})
}

func schemaRank(r ledger.RuleResult) int {
	if r.Scope == gate.ScopeSchema {
		return 0
	}
	return 1
}
