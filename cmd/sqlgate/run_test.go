package main

import (
	"context"
	"io"
	"syscall"
	"testing"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/runner"
)

// TestSignalAfterCommit signals while the first gate's run commits.
func TestSignalAfterCommit(t *testing.T) {
	t.Parallel()
	first, second := &gate.Gate{Name: "first"}, &gate.Gate{Name: "second"}
	tests := []struct {
		name     string
		gates    []*gate.Gate
		failFast bool
		outcome  ledger.Outcome
		want     int
	}{
		{"the only gate", []*gate.Gate{first}, false, ledger.Split, 0},
		{"a gate is left", []*gate.Gate{first, second}, false, ledger.Split, 143},
		{"the last gate failed", []*gate.Gate{first}, true, ledger.Aborted, 1},
	}
	for _, tt := range tests {
		ctx, cancel := context.WithCancelCause(context.Background())
		calls := 0
		commits := func(*runner.Runner, context.Context, *gate.Gate, runner.Options) *ledger.Run {
			calls++
			cancel(&signalError{sig: syscall.SIGTERM})
			return &ledger.Run{Kind: ledger.KindRun, Outcome: tt.outcome}
		}
		a := newApp()
		a.out, a.errOut = &maskedWriter{w: io.Discard}, &maskedWriter{w: io.Discard}
		o := runOptions{failFast: tt.failFast}
		runs, stopped := a.runGates(ctx, &gate.Project{}, tt.gates, o, commits, a.newEvents(0), nil)
		if calls != 1 {
			t.Errorf("%s: %d gates were run; want 1", tt.name, calls)
		}
		if got := o.code(ctx, runs, stopped); got != tt.want {
			t.Errorf("%s: exit code %d; want %d", tt.name, got, tt.want)
		}
	}
}
