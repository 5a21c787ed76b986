package main

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/report"
)

// ledgerOptions are the flags of commands that read the ledger.
type ledgerOptions struct {
	warehouse string
	noMigrate bool
}

func (o *ledgerOptions) flags(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&o.warehouse, "warehouse", "w", "", "warehouse whose ledger to read (default: the project's)")
	cmd.Flags().BoolVar(&o.noMigrate, "no-migrate", false, "do not make or upgrade the ledger's tables; fail where they are missing or old")
}

// withLedger calls f with the project's ledger, after it has recorded the runs
// that ended without doing so themselves.
func (a *app) withLedger(ctx context.Context, o ledgerOptions, f func(*gate.Project, *ledger.Ledger) error) error {
	p, err := a.load()
	if err != nil {
		return err
	}
	return a.useLedger(ctx, p, o, func(l *ledger.Ledger) error { return f(p, l) })
}

type runsListOptions struct {
	ledgerOptions
	gate    string
	outcome string
	since   string
	until   string
	limit   int
}

func newRunsCmd(a *app) *cobra.Command {
	return group("runs", "List, show and compare the runs that the ledger has", "  sqlgate runs list --gate orders\n  sqlgate runs show last\n  sqlgate runs diff",
		newRunsListCmd(a), newRunsShowCmd(a), newRunsDiffCmd(a))
}

func newRunsListCmd(a *app) *cobra.Command {
	var o runsListOptions
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List runs, newest first",
		Example: "  sqlgate runs list\n  sqlgate runs list --gate orders --outcome aborted --since 7d",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runRunsList(cmd, a, o)
		},
	}
	o.flags(cmd)
	cmd.Flags().StringVar(&o.gate, "gate", "", "only runs of this gate")
	cmd.Flags().StringVar(&o.outcome, "outcome", "", "only runs that ended so, such as aborted")
	cmd.Flags().StringVar(&o.since, "since", "", "only runs since then: an age such as 7d, or a date")
	cmd.Flags().StringVar(&o.until, "until", "", "only runs before then: an age such as 7d, or a date")
	cmd.Flags().IntVar(&o.limit, "limit", 20, "at most so many runs; 0: all")
	return cmd
}

func runRunsList(cmd *cobra.Command, a *app, o runsListOptions) error {
	filter := ledger.Filter{Gate: o.gate, Outcome: ledger.Outcome(o.outcome), Limit: o.limit}
	if o.limit < 0 {
		return usagef("--limit %d: it can't be negative", o.limit)
	}
	if err := checkOutcome(o.outcome); err != nil {
		return err
	}
	var err error
	if filter.Since, err = parseMoment("since", o.since, a.now()); err != nil {
		return err
	}
	if filter.Until, err = parseMoment("until", o.until, a.now()); err != nil {
		return err
	}
	if !filter.Until.IsZero() && !filter.Since.Before(filter.Until) {
		return usagef("--since %s is not before --until %s", o.since, o.until)
	}
	return a.withGateLedger(cmd.Context(), o.ledgerOptions, o.gate, func(_ *gate.Project, l *ledger.Ledger) error {
		runs, err := l.Runs(cmd.Context(), filter)
		if err != nil {
			return err
		}
		if a.json() {
			return a.printRuns(cmd, runs, 0)
		}
		return report.RunsTable(a.out, runs, a.tableOptions())
	})
}

func checkOutcome(s string) error {
	known := report.Outcomes()
	if s == "" || slices.Contains(known, ledger.Outcome(s)) {
		return nil
	}
	names := make([]string, len(known))
	for i, outcome := range known {
		names[i] = string(outcome)
	}
	return usagef("--outcome %q: use one of %s", s, strings.Join(names, ", "))
}

// parseMoment reads a flag's age before now, date, or time with its zone; zero
// where it is not given.
func parseMoment(flag, s string, now time.Time) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	if age, err := parseAge(s); err == nil {
		return now.Add(-age), nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, nil
		}
	}
	return time.Time{}, usagef("--%s %q: write an age such as 7d or 12h, a date such as 2026-01-31 (UTC), or a time such as 2026-01-31T06:00:00Z", flag, s)
}

func newRunsShowCmd(a *app) *cobra.Command {
	var o runOfOptions
	var samples int
	cmd := &cobra.Command{
		Use:   "show ID|last",
		Short: "Show one run with its rules",
		Long: `Shows one run with the results of its rules. The beginning of the id is enough where
only one run has it; last is the newest run, with --gate that of the gate.`,
		Example: "  sqlgate runs show 01934c5e\n  sqlgate runs show last --gate orders",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkSamples(samples); err != nil {
				return err
			}
			return a.withGateLedger(cmd.Context(), o.ledgerOptions, o.gate, func(p *gate.Project, l *ledger.Ledger) error {
				run, err := runNamed(cmd.Context(), l, args[0], o.gate)
				if err != nil {
					return err
				}
				nameSourceColumns(run, p.Gate(run.Gate))
				if a.json() {
					return a.printRuns(cmd, []ledger.Run{*run}, samples)
				}
				return report.RunDetail(a.out, run, a.withSamples(samples))
			})
		},
	}
	o.flags(cmd)
	samplesFlag(cmd, &samples)
	return cmd
}

// nameSourceColumns says which columns of the samples the rules look at, as the
// gate has them today; the ledger does not keep it.
func nameSourceColumns(run *ledger.Run, g *gate.Gate) {
	if g == nil {
		return
	}
	for i := range run.Rules {
		if c := g.Column(run.Rules[i].Column); c != nil {
			run.Rules[i].SourceColumn = c.SourceColumn
		}
	}
}

// runOfOptions are the flags of commands that look at single runs.
type runOfOptions struct {
	ledgerOptions
	gate string
}

func (o *runOfOptions) flags(cmd *cobra.Command) {
	o.ledgerOptions.flags(cmd)
	cmd.Flags().StringVar(&o.gate, "gate", "", "the gate whose last run is meant")
}

// last names the newest run.
const last = "last"

// runNamed is the run of that id or beginning of one, or the last of the gate;
// of any where none is named.
func runNamed(ctx context.Context, l *ledger.Ledger, name, gateName string) (*ledger.Run, error) {
	if name != last {
		return l.RunByID(ctx, name)
	}
	run, err := newest(ctx, l, ledger.Filter{Gate: gateName})
	if err == nil && run == nil {
		err = usagef("the ledger has no runs yet")
	}
	return run, err
}

// newest is the newest run that a filter chooses; nil: none.
func newest(ctx context.Context, l *ledger.Ledger, f ledger.Filter) (*ledger.Run, error) {
	f.Limit = 1
	runs, err := l.Runs(ctx, f)
	if err != nil || len(runs) == 0 {
		return nil, err
	}
	return l.RunByID(ctx, runs[0].RunID)
}

func newRunsDiffCmd(a *app) *cobra.Command {
	var o runOfOptions
	cmd := &cobra.Command{
		Use:   "diff [[BEFORE] AFTER]",
		Short: "Show what differs between two runs of a gate",
		Long: `Shows the rules that changed, appeared or vanished between two runs of a gate, and
how their rows differ. Without BEFORE the run is compared with the gate's run before
it; without AFTER that is the last run, with --gate that of the gate. Runs are named
as in runs show.`,
		Example: "  sqlgate runs diff --gate orders\n  sqlgate runs diff 01934c5e last -o json",
		Args:    cobra.MaximumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runRunsDiff(cmd, a, o, args)
		},
	}
	o.flags(cmd)
	return cmd
}

func runRunsDiff(cmd *cobra.Command, a *app, o runOfOptions, args []string) error {
	return a.withGateLedger(cmd.Context(), o.ledgerOptions, o.gate, func(_ *gate.Project, l *ledger.Ledger) error {
		before, after, err := runsToCompare(cmd.Context(), l, o.gate, args)
		if err != nil {
			return err
		}
		if before.Gate != after.Gate {
			return usagef("run %s is of gate %s, run %s of gate %s: only runs of one gate can be compared", before.RunID, before.Gate, after.RunID, after.Gate)
		}
		d := report.Diff{SqlgateVersion: version(), Before: before, After: after, Mask: a.out.mask}
		if a.json() {
			return report.DiffJSON(a.out.w, d)
		}
		return report.DiffTable(a.out, d, a.tableOptions())
	})
}

func runsToCompare(ctx context.Context, l *ledger.Ledger, gateName string, args []string) (before, after *ledger.Run, err error) {
	name := last
	if len(args) > 0 {
		name = args[len(args)-1]
	}
	if after, err = runNamed(ctx, l, name, gateName); err != nil {
		return nil, nil, err
	}
	if len(args) == 2 {
		before, err = runNamed(ctx, l, args[0], gateName)
		return before, after, err
	}
	before, err = newest(ctx, l, ledger.Filter{Gate: after.Gate, Until: after.StartedAt})
	if err == nil && before == nil {
		err = usagef("run %s is the first of gate %s: there is none to compare it with", after.RunID, after.Gate)
	}
	return before, after, err
}

// withGateLedger is withLedger for what concerns one gate: the ledger of the
// gate's warehouse, unless another is named. A gate that is neither in the
// project nor in the ledger is an error; an empty name is any gate.
func (a *app) withGateLedger(ctx context.Context, o ledgerOptions, name string, f func(*gate.Project, *ledger.Ledger) error) error {
	p, err := a.load()
	if err != nil {
		return err
	}
	g := p.Gate(name)
	if g != nil && o.warehouse == "" {
		o.warehouse = g.Warehouse
	}
	return a.useLedger(ctx, p, o, func(l *ledger.Ledger) error {
		if name != "" && g == nil {
			if err := hasRuns(ctx, p, l, name); err != nil {
				return err
			}
		}
		return f(p, l)
	})
}

// hasRuns refuses a gate that the ledger does not know; the project may have lost it.
func hasRuns(ctx context.Context, p *gate.Project, l *ledger.Ledger, name string) error {
	known, err := l.Gates(ctx)
	if err != nil || slices.Contains(known, name) {
		return err
	}
	for _, g := range p.Gates {
		known = append(known, g.Name)
	}
	slices.Sort(known)
	return unknownf("gate", name, slices.Compact(known), "no gate %q in the project, and none in the ledger", name)
}

// unknownf says that a name means nothing, with the nearest that does.
func unknownf(kind, name string, known []string, format string, args ...any) error {
	e := usagef(format, args...)
	if near := gate.Nearest(name, known); near != "" {
		e.hint = "did you mean " + near + "?"
	} else if len(known) > 0 {
		e.hint = kind + "s: " + strings.Join(known, ", ")
	}
	return e
}
