package main

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/runner"
)

func never() bool { return false }

// TestScheduleBegins has tasks end one by one, in an order of the test's own, and
// looks at what begins after each.
func TestScheduleBegins(t *testing.T) {
	t.Parallel()
	// 0 ← 2 ← 4, 1 ← 3, 5 on its own.
	before := [][]int{{}, {}, {0}, {1}, {0, 2}, {}}
	begins, ends := make(chan int), make([]chan struct{}, len(before))
	for i := range ends {
		ends[i] = make(chan struct{})
	}
	done := make(chan []bool)
	go func() {
		done <- schedule(2, before, never, func(task int) {
			begins <- task
			<-ends[task]
		})
	}()
	two := []int{<-begins, <-begins}
	slices.Sort(two)
	if !slices.Equal(two, []int{0, 1}) {
		t.Errorf("first %v; want 0 and 1", two)
	}
	// The dependents of 1 and of 0 begin though the other is under way: there are no levels.
	for _, step := range []struct{ ends, begins int }{{1, 3}, {3, 5}, {0, 2}, {5, -1}, {2, 4}} {
		close(ends[step.ends])
		if step.begins < 0 {
			continue
		}
		if got := <-begins; got != step.begins {
			t.Errorf("after %d ended, %d begins; want %d", step.ends, got, step.begins)
		}
	}
	close(ends[4])
	if begun := <-done; slices.Contains(begun, false) {
		t.Errorf("begun: %v", begun)
	}
}

func TestScheduleHalts(t *testing.T) {
	t.Parallel()
	halted := false
	begun := schedule(1, make([][]int, 3), func() bool { return halted }, func(task int) { halted = task == 1 })
	if !slices.Equal(begun, []bool{true, true, false}) {
		t.Errorf("begun: %v", begun)
	}
}

// TestGatesRunAtOnce has runs wait for each other, so that it hangs where they do
// not overlap, and the last gate end first.
func TestGatesRunAtOnce(t *testing.T) {
	t.Parallel()
	gates := []*gate.Gate{{Name: "a"}, {Name: "b"}, {Name: "c"}}
	var all sync.WaitGroup
	all.Add(len(gates))
	ended := map[string]chan struct{}{"a": make(chan struct{}), "b": make(chan struct{}), "c": make(chan struct{})}
	do := func(r *runner.Runner, _ context.Context, g *gate.Gate, _ runner.Options) *ledger.Run {
		run := &ledger.Run{RunID: g.Name, Gate: g.Name, Kind: ledger.KindRun, Outcome: ledger.Passed}
		r.Begin(g, run)
		r.Progress(runner.Progress{RunID: g.Name, Gate: g.Name, Phase: runner.PhaseStage})
		all.Done()
		all.Wait()
		if next := map[string]string{"a": "b", "b": "c"}[g.Name]; next != "" {
			<-ended[next]
		}
		close(ended[g.Name])
		return run
	}
	a := newApp()
	a.out, a.errOut = &maskedWriter{w: io.Discard}, &maskedWriter{w: io.Discard}
	runs, stopped := a.runGates(t.Context(), &gate.Project{Gates: gates}, gates, runOptions{jobs: 3}, do, a.newEvents(0), nil)
	var names []string
	for _, run := range runs {
		names = append(names, run.Gate)
	}
	if diff := cmp.Diff([]string{"a", "b", "c"}, names); diff != "" || stopped {
		t.Errorf("stopped %t, %s", stopped, diff)
	}
}

// told is a follower that waits for the end of one gate's run.
type told struct {
	gate  string
	ended chan struct{}
}

func (t told) begin(*gate.Gate, *ledger.Run) {}

func (t told) end(run *ledger.Run) {
	if run.Gate == t.gate {
		close(t.ended)
	}
}

func (t told) close(context.Context) {}

// TestFailFastAtOnce has one of two runs under way fail: the other ends, and the
// rest is named.
func TestFailFastAtOnce(t *testing.T) {
	t.Parallel()
	gates := []*gate.Gate{{Name: "fails"}, {Name: "ends"}, {Name: "unrun"}, {Name: "unrun_too"}}
	failed := told{gate: "fails", ended: make(chan struct{})}
	var both sync.WaitGroup
	both.Add(2)
	do := func(_ *runner.Runner, _ context.Context, g *gate.Gate, _ runner.Options) *ledger.Run {
		both.Done()
		both.Wait()
		if g.Name == "fails" {
			return &ledger.Run{Gate: g.Name, Kind: ledger.KindRun, Outcome: ledger.Aborted}
		}
		<-failed.ended
		return &ledger.Run{Gate: g.Name, Kind: ledger.KindRun, Outcome: ledger.Passed}
	}
	a := newApp()
	var messages bytes.Buffer
	a.out, a.errOut = &maskedWriter{w: io.Discard}, &maskedWriter{w: &messages}
	runs, _ := a.runGates(t.Context(), &gate.Project{Gates: gates}, gates, runOptions{jobs: 2, failFast: true}, do, a.newEvents(0), []follower{failed})
	if len(runs) != 2 || runs[0].Outcome != ledger.Aborted || runs[1].Outcome != ledger.Passed {
		t.Errorf("runs: %+v", runs)
	}
	if want := "--fail-fast: not run: 2 gates (unrun, unrun_too)"; !strings.Contains(messages.String(), want) {
		t.Errorf("told: %s; want %s", messages.String(), want)
	}
}
