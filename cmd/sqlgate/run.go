package main

import (
	"context"
	"errors"
	"fmt"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/report"
	"github.com/sqlgate/sqlgate/runner"
)

// runOptions are the flags of run, check and replay.
type runOptions struct {
	selection
	parting     parting
	vars        vars
	warehouse   string
	outputFiles []string
	jobs        int
	failFast    bool
	failOn      string
	skippedExit int

	batchID     string
	force       bool
	where       string
	samples     int
	timeout     time.Duration
	lockTimeout time.Duration
	noMigrate   bool
	noLedger    bool
	on          string
	writes      bool   // it is run, not check
	replays     bool   // it is replay
	rejectedBy  string // of replay: a run's id
	dryRun      bool   // of replay
}

const outputFileFlag = "output-file"

// longestBatchID is what fits into a primary key with gate and partition.
const longestBatchID = 1000

// runFlags are the flags that run and check share.
func (o *runOptions) runFlags(cmd *cobra.Command, a *app) {
	selectFlags(cmd, &o.selection, &o.warehouse)
	o.judgeFlags(cmd, a)
	flags := cmd.Flags()
	flags.IntVar(&o.jobs, "jobs", 1, "how many gates to run at once")
	flags.BoolVar(&o.failFast, "fail-fast", false, "begin no gate or partition after the first that does not exit 0")
	choiceVar(flags, &o.failOn, "fail-on", "", "what exits 1 besides failed gates; never: of a check, not even those", []string{"error", "rejected", "warn", "never"}, nil)
	flags.StringVar(&o.where, "where", "", "further filter of the source, SQL of the warehouse")
}

// judgeFlags are the flags of everything that judges rows.
func (o *runOptions) judgeFlags(cmd *cobra.Command, a *app) {
	flags := cmd.Flags()
	choiceVar(flags, &a.output, "output", "o", outputUsage, report.Formats(), nil)
	flags.StringArrayVar(&o.outputFiles, outputFileFlag, nil, "also write a report: kind=path with a kind of --output, or prometheus (repeatable)")
	varFlag(cmd, &o.vars)
	samplesFlag(cmd, &o.samples)
	settingFlags(cmd)
	flags.DurationVar(&o.timeout, "timeout", 0, "give up on a gate after so long (default: never)")
	flags.DurationVar(&o.lockTimeout, "lock-timeout", time.Minute, "how long to wait for another run on the same target")
	flags.BoolVar(&o.noMigrate, "no-migrate", false, "do not make or upgrade the ledger's tables; fail where they are missing or old")
}

func newRunCmd(a *app) *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "run [GATE...]",
		Short: "Split the rows of each gate's source into target and rejected",
		Long: `Runs the named gates, or all. The rows that pass go to the target, those that fail
quarantine rules to the rejected table, in one transaction with the ledger's record.
With --partitions each partition has a run of its own; one that fails does not stop the rest.
With --jobs several gates run at once; the partitions of a gate never do.`,
		Example: "  sqlgate run\n  sqlgate run orders --batch-id 2026-01-31\n  sqlgate run orders --partition day=2026-01-31\n" +
			"  sqlgate run orders --partitions day=2026-01-01..2026-01-31 --resume\n  sqlgate run --select tag:sales -o json --output-file junit=report.xml",
		RunE: func(cmd *cobra.Command, args []string) error {
			o.names, o.writes = args, true
			return runRuns(cmd, a, o, (*runner.Runner).Run)
		},
	}
	o.runFlags(cmd, a)
	partitionsFlags(cmd, &o.parting)
	cmd.Flags().StringVar(&o.batchID, "batch-id", "", "name of the batch; a batch id completes once")
	cmd.Flags().BoolVar(&o.force, "force", false, "run a completed batch id again: append writes its rows twice, the other modes replace what it wrote")
	cmd.Flags().IntVar(&o.skippedExit, "skipped-exit-code", 0, "exit code where every gate was skipped")
	return cmd
}

// judge is Runner.Run, Runner.Check or Runner.Replay.
type judge func(*runner.Runner, context.Context, *gate.Gate, runner.Options) *ledger.Run

func runRuns(cmd *cobra.Command, a *app, o runOptions, do judge) (err error) {
	// That nobody reads what is written is an error of the report, not the end of a run.
	signal.Ignore(syscall.SIGPIPE)
	files, err := parseOutputFiles(o.outputFiles)
	if err != nil {
		return err
	}
	defer func() {
		var reported *exitError
		if err != nil && !errors.As(err, &reported) {
			err = errors.Join(err, a.writeFailure(cmd, files, err))
		}
	}()

	if err := errors.Join(o.check(), checkGiven(cmd, "batch-id"), checkGiven(cmd, "where"), checkGiven(cmd, "partition"), checkGiven(cmd, "partitions")); err != nil {
		return err
	}
	p, gates, err := a.loadGates(o.selection, o.warehouse)
	if err != nil {
		return err
	}
	if err := applySettings(cmd, gates); err != nil {
		return err
	}
	if err := connectable(p, gates); err != nil {
		return err
	}
	if err := checkWhere(o.where, p, gates); err != nil {
		return err
	}
	if err := o.vars.read(p, gates); err != nil {
		return err
	}
	if err := o.parting.read(gates, o.writes); err != nil {
		return err
	}
	if err := compileAll(p, gates); err != nil {
		return err
	}
	events := a.newEvents(o.samples)
	var followers []follower
	if !o.replays { // what a load brought is not told anew by its rejected rows
		followers = a.followers(p)
	}
	runs, stopped := a.runGates(cmd.Context(), p, gates, o, do, events, followers)
	for _, f := range followers {
		f.close(cmd.Context())
	}
	return a.report(cmd, o, files, runs, stopped, events)
}

func (o *runOptions) check() error {
	switch {
	case o.jobs < 1 && !o.replays:
		return usagef("--jobs %d: at least one gate runs at a time", o.jobs)
	case o.timeout < 0:
		return usagef("--timeout %s: it can't be negative", o.timeout)
	case o.lockTimeout < 0:
		return usagef("--lock-timeout %s: it can't be negative", o.lockTimeout)
	case !utf8.ValidString(o.batchID) || len(o.batchID) > longestBatchID:
		return usagef("--batch-id: use UTF-8 text of up to %d bytes", longestBatchID)
	case o.skippedExit < 0 || o.skippedExit > 255:
		return usagef("--skipped-exit-code %d: use 0 to 255", o.skippedExit)
	}
	return checkSamples(o.samples)
}

func samplesFlag(cmd *cobra.Command, n *int) {
	cmd.Flags().IntVar(n, "include-samples", 0, "put up to so many failing rows of each rule, and sampled rows, into the report")
}

func checkSamples(n int) error {
	if n < 0 {
		return usagef("--include-samples %d: it can't be negative", n)
	}
	return nil
}

// newEvents tells what runs do: on stdout as they do it where -o is jsonl.
func (a *app) newEvents(samples int) *report.Events {
	events := &report.Events{Now: a.now, IncludeSamples: samples, Mask: a.out.mask}
	if a.output == string(report.FormatJSONL) {
		events.Live = a.out.w
	}
	return events
}

// code is the exit code of runs; stopped says that a signal left gates unrun.
// A signal beats all where it cost something, a run or a gate. One that came
// when every run had ended changes nothing: 130 and 143 promise that what was
// interrupted wrote nothing.
func (o *runOptions) code(ctx context.Context, runs []*ledger.Run, stopped bool) int {
	interrupted := slices.ContainsFunc(runs, func(r *ledger.Run) bool { return r.Outcome == ledger.Interrupted })
	var sig *signalError
	if (interrupted || stopped) && errors.As(context.Cause(ctx), &sig) {
		return sig.exitCode()
	}
	return runsCode(runs, *o)
}

// checkGiven refuses a flag that is given but blank, as an unset variable makes it.
func checkGiven(cmd *cobra.Command, name string) error {
	f := cmd.Flags().Lookup(name)
	if f == nil || !f.Changed || strings.TrimSpace(f.Value.String()) != "" {
		return nil
	}
	return &usageError{msg: "--" + name + " is given, but empty", hint: "is a variable of the calling script unset?"}
}

// checkWhere refuses a filter that is no closed expression in the SQL of each
// gate's warehouse.
func checkWhere(where string, p *gate.Project, gates []*gate.Gate) error {
	if where == "" {
		return nil
	}
	for _, g := range gates {
		w, err := warehouse(p, g.Warehouse)
		if err != nil {
			return err
		}
		if err := gate.CheckSQL(where, w.Type); err != nil {
			return usagef("--where %q %v", where, err)
		}
		for _, use := range gate.SQLVars(where, w.Type) {
			if g.Var(use.Name) == nil {
				return usagef("--where %q: gate %s has no var :%s", where, g.Name, use.Name)
			}
		}
	}
	return nil
}

// report prints the runs, writes the output files and returns the exit code as
// an error. The runs have ended: a report that can't be written is told, and is
// the exit code where they went well.
func (a *app) report(cmd *cobra.Command, o runOptions, files []outputFile, runs []*ledger.Run, stopped bool, events *report.Events) error {
	code := o.code(cmd.Context(), runs, stopped)
	e := a.envelope(cmd, code, nil, runs, o.samples)
	var untold error
	e.Events, untold = events.Lines()
	// The files come first, so that stdout's last line has the exit code, and is the
	// last line also where a scheduler merges the streams.
	e.ExitCode = a.reported(code, errors.Join(untold, a.writeFiles(files, e)))
	return exitWith(a.reported(e.ExitCode, a.printReport(e)))
}

// reported is the exit code after an attempt to report, whose error it tells.
func (a *app) reported(code int, err error) int {
	if err == nil {
		return code
	}
	fmt.Fprintln(a.errOut, "error: write the report:", err)
	if code == exitOK {
		return exitConfig
	}
	return code
}

func (a *app) writeFailure(cmd *cobra.Command, files []outputFile, failure error) error {
	return a.writeFiles(files, a.envelope(cmd, exitCode(cmd.Context(), failure), failure, nil, 0))
}
