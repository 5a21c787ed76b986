package main

import (
	"context"
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
	limit   int
}

func newRunsCmd(a *app) *cobra.Command {
	return group("runs", "List and show the runs that the ledger has", "  sqlgate runs list --gate orders\n  sqlgate runs show 0193",
		newRunsListCmd(a), newRunsShowCmd(a))
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
	if o.since != "" {
		since, err := parseSince(o.since, a.now())
		if err != nil {
			return err
		}
		filter.Since = since
	}
	return a.withLedger(cmd.Context(), o.ledgerOptions, func(_ *gate.Project, l *ledger.Ledger) error {
		runs, err := l.Runs(cmd.Context(), filter)
		if err != nil {
			return err
		}
		if a.json() {
			return a.printRuns(cmd, runs)
		}
		return report.RunsTable(a.out, runs, a.tableOptions())
	})
}

func checkOutcome(s string) error {
	switch ledger.Outcome(s) {
	case "", ledger.Passed, ledger.Split, ledger.NoValidRows, ledger.Aborted, ledger.SchemaMismatch,
		ledger.Skipped, ledger.Errored, ledger.Interrupted, ledger.Failed:
		return nil
	}
	return usagef("--outcome %q: use one of passed, split, no_valid_rows, aborted, schema_mismatch, skipped, errored, interrupted, failed", s)
}

// parseSince reads an age before now, a date, or a time with its zone.
func parseSince(s string, now time.Time) (time.Time, error) {
	if age, err := parseAge(s); err == nil {
		return now.Add(-age), nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, nil
		}
	}
	return time.Time{}, usagef("--since %q: write an age such as 7d or 12h, a date such as 2026-01-31 (UTC), or a time such as 2026-01-31T06:00:00Z", s)
}

func newRunsShowCmd(a *app) *cobra.Command {
	var o ledgerOptions
	cmd := &cobra.Command{
		Use:     "show ID",
		Short:   "Show one run with its rules",
		Long:    "Shows one run with the results of its rules. The beginning of the id is enough where only one run has it.",
		Example: "  sqlgate runs show 01934c5e",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withLedger(cmd.Context(), o, func(_ *gate.Project, l *ledger.Ledger) error {
				run, err := l.RunByID(cmd.Context(), args[0])
				if err != nil {
					return err
				}
				if a.json() {
					return a.printRuns(cmd, []ledger.Run{*run})
				}
				return report.RunDetail(a.out, run, a.tableOptions())
			})
		},
	}
	o.flags(cmd)
	return cmd
}
