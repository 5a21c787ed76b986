package main

import (
	"testing"

	"github.com/sqlgate/sqlgate/ledger"
)

func TestRunsCode(t *testing.T) {
	t.Parallel()
	split := &ledger.Run{Outcome: ledger.Split, RowsRejected: 1}
	warned := &ledger.Run{Outcome: ledger.Passed, Rules: []ledger.RuleResult{{Status: ledger.StatusWarn}}}
	skipped := &ledger.Run{Outcome: ledger.Skipped, Reason: ledger.ReasonNoRows}
	aborted := &ledger.Run{Outcome: ledger.Aborted}
	failedCheck := &ledger.Run{Kind: ledger.KindCheck, Outcome: ledger.Failed}
	errored := &ledger.Run{Outcome: ledger.Errored}
	tests := []struct {
		name   string
		runs   []*ledger.Run
		failOn string
		skip   int
		want   int
	}{
		{"split passes", []*ledger.Run{split}, "error", 0, 0},
		{"rejected", []*ledger.Run{split}, "rejected", 0, 1},
		{"rejected ignores warnings", []*ledger.Run{warned}, "rejected", 0, 0},
		{"warn", []*ledger.Run{warned}, "warn", 0, 1},
		{"warn includes rejected", []*ledger.Run{split}, "warn", 0, 1},
		{"never keeps a run's failure", []*ledger.Run{aborted}, "never", 0, 1},
		{"never forgives a check", []*ledger.Run{failedCheck}, "never", 0, 0},
		{"never keeps errors", []*ledger.Run{failedCheck, errored}, "never", 0, 3},
		{"3 beats 1", []*ledger.Run{errored, aborted}, "error", 0, 3},
		{"all skipped", []*ledger.Run{skipped, skipped}, "error", 99, 99},
		{"some skipped", []*ledger.Run{skipped, split}, "error", 99, 0},
		{"skipped and failed", []*ledger.Run{skipped, aborted}, "error", 99, 1},
	}
	for _, tt := range tests {
		if got := runsCode(tt.runs, runOptions{failOn: tt.failOn, skippedExit: tt.skip}); got != tt.want {
			t.Errorf("%s: exit code %d; want %d", tt.name, got, tt.want)
		}
	}
}
