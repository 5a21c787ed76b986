package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/report"
	"github.com/sqlgate/sqlgate/runner"
)

// schedule calls do for tasks, of which up to jobs are under way at once. A task
// begins as soon as those before it have ended and there is room, the first of
// them first; where it halts, none begins any more. It returns when those under
// way have ended, and says which had begun.
func schedule(jobs int, before [][]int, halted func() bool, do func(task int)) (begun []bool) {
	begun, ended := make([]bool, len(before)), make([]bool, len(before))
	running, ends := 0, make(chan int)
	for {
		for task := range before {
			if running == jobs || halted() {
				break
			}
			if begun[task] || slices.ContainsFunc(before[task], func(b int) bool { return !ended[b] }) {
				continue
			}
			begun[task] = true
			running++
			go func() {
				do(task)
				ends <- task
			}()
		}
		if running == 0 {
			return begun
		}
		ended[<-ends] = true
		running--
	}
}

// gateRuns are the runs of a command's gates. What they tell, and what several of
// them share, is within progress.tell.
type gateRuns struct {
	app       *app
	project   *gate.Project
	gates     []*gate.Gate
	options   runOptions
	do        judge
	runner    *runner.Runner
	progress  *progress
	events    *report.Events
	followers []follower

	records  [][]*ledger.Run // by gate
	left     []int           // partitions that were not begun, by gate
	failed   map[string]bool // gates, of a run that writes
	failFast atomic.Bool     // a run failed, and no other begins
}

// follower tells another system of runs. It never changes a run, and what fails
// is a warning.
type follower interface {
	begin(*gate.Gate, *ledger.Run)
	end(*ledger.Run)
	// close tells the rest. It comes before the report: schedulers that merge the
	// streams read the last line, which must be no warning.
	close(ctx context.Context)
}

// followers are those that the environment asks for.
func (a *app) followers(p *gate.Project) []follower {
	var list []follower
	if feed := a.newLineage(p); feed != nil {
		list = append(list, feed)
	}
	if messages := a.newPipes(p); messages != nil {
		list = append(list, messages)
	}
	return list
}

// runGates runs the gates, several at once where the options say so, and the
// partitions of each one after the other. It returns their records in the order of
// the gates. A signal, or the first failure with --fail-fast, leaves the rest
// unrun; stopped says that a signal did.
func (a *app) runGates(ctx context.Context, p *gate.Project, gates []*gate.Gate, o runOptions, do judge, events *report.Events, followers []follower) (runs []*ledger.Run, stopped bool) {
	s := &gateRuns{
		app: a, project: p, gates: gates, options: o, do: do, progress: a.newProgress(), events: events, followers: followers,
		records: make([][]*ledger.Run, len(gates)), left: make([]int, len(gates)), failed: map[string]bool{},
	}
	s.runner = a.runner(p, s.entered)
	s.runner.Begin = s.began
	s.progress.begin()
	begun := schedule(max(o.jobs, 1), p.Before(gates), func() bool { return s.halted(ctx) }, func(i int) { s.run(ctx, i) })
	s.progress.end()

	left := s.unrun(begun)
	stopped = left != "" && ctx.Err() != nil
	switch {
	case stopped:
		a.warn("stopped: not run: " + left)
	case left != "":
		a.warn("--fail-fast: not run: " + left)
	}
	return slices.Concat(s.records...), stopped
}

func (s *gateRuns) halted(ctx context.Context) bool { return ctx.Err() != nil || s.failFast.Load() }

// run runs a gate whose dependencies have ended.
func (s *gateRuns) run(ctx context.Context, i int) {
	g, o := s.gates[i], s.options
	options := runner.Options{
		BatchID: o.batchID, Force: o.force, Where: o.where, LockTimeout: o.lockTimeout, Timeout: o.timeout,
		NoLedger: o.noLedger, NoMigrate: o.noMigrate, On: o.on, Samples: o.samples, Resume: o.parting.resume,
		RejectedBy: o.rejectedBy, DryRun: o.dryRun, Vars: o.vars.of(g),
	}
	seen := map[string]bool{}
	parts := s.parts(ctx, g, options)
	for j, part := range parts {
		if j > 0 && s.halted(ctx) {
			s.left[i] = len(parts) - j
			return
		}
		title := part.title(g, j, len(parts))
		run := part.ended
		if run == nil {
			options.Partition = part.partition
			s.progress.start(i, g.Name, title)
			run = s.do(s.runner, ctx, g, options)
			s.progress.finish(g.Name)
		}
		newWarnings(run, seen)
		s.records[i] = append(s.records[i], run)
		s.progress.tell(func() {
			s.ended(g, run, part.ended == nil)
			s.app.tell(run, title, len(parts) > 1)
		})
	}
}

// parts are the runs of a gate: the record of one that is not run, where a gate
// failed on which it depends.
func (s *gateRuns) parts(ctx context.Context, g *gate.Gate, options runner.Options) []part {
	var failed *gate.Dependency
	s.progress.tell(func() { failed = failedDependency(s.project, g, s.failed) })
	if failed != nil {
		return []part{{ended: s.runner.SkippedFor(g, options, *failed)}}
	}
	return s.options.parting.parts(ctx, s.runner, g, options)
}

// entered is told of each phase of a run.
func (s *gateRuns) entered(phase runner.Progress) {
	s.progress.tell(func() {
		s.progress.update(phase)
		s.events.Phase(phase.Gate, phase.RunID, string(phase.Phase), phase.Rows)
		s.app.logger().Debug(string(phase.Phase), "gate", phase.Gate, "rows", phase.Rows)
	})
}

// began is told of each run before it does anything.
func (s *gateRuns) began(g *gate.Gate, run *ledger.Run) {
	s.progress.tell(func() {
		for _, f := range s.followers {
			f.begin(g, run)
		}
	})
}

// ended takes down what a record means for the others; ran says that it is of a
// run of now.
func (s *gateRuns) ended(g *gate.Gate, run *ledger.Run, ran bool) {
	if ran {
		for _, f := range s.followers {
			f.end(run)
		}
		if s.options.failFast && runCode(run, s.options.failOn) != exitOK {
			s.failFast.Store(true)
		}
	}
	s.events.Finished(run)
	if s.options.writes && (run.Reason == ledger.ReasonDependencyFailed || report.ExitCode([]*ledger.Run{run}) != exitOK) {
		s.failed[g.Name] = true
	}
}

// failedDependency is a dependency of a gate that did not do its work; nil: there
// is none. What a gate that is not run depends on counts as well.
func failedDependency(p *gate.Project, g *gate.Gate, failed map[string]bool) *gate.Dependency {
	for i, d := range g.DependsOn {
		other := p.Gate(d.Gate)
		if failed[d.Gate] || other != nil && failedDependency(p, other, failed) != nil {
			return &g.DependsOn[i]
		}
	}
	return nil
}

// unrun says what is left; empty: nothing.
func (s *gateRuns) unrun(begun []bool) string {
	var left, names []string
	for i, g := range s.gates {
		if s.left[i] > 0 {
			left = append(left, count(s.left[i], "partition")+" of "+g.Name)
		}
		if !begun[i] {
			names = append(names, g.Name)
		}
	}
	if len(names) > 0 {
		left = append(left, fmt.Sprintf("%s (%s)", count(len(names), "gate"), strings.Join(names, ", ")))
	}
	return strings.Join(left, " and ")
}

// tell logs a run's warnings, and of one of several partitions how it ended.
func (a *app) tell(run *ledger.Run, title string, several bool) {
	for _, w := range run.Warnings {
		a.logger().Warn(w, "gate", run.Gate)
	}
	if several {
		a.logger().Info(title+": "+string(run.Outcome), "staged", run.RowsStaged, "passed", run.RowsPassed, "rejected", run.RowsRejected)
	}
}
