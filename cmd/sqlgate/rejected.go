package main

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/report"
)

type rejectedListOutput struct {
	header
	Tables []rejectedTable `json:"tables"`
}

type rejectedTable struct {
	Table      string     `json:"table"`
	Exists     bool       `json:"exists"`
	Rows       int64      `json:"rows"`
	Unresolved int64      `json:"unresolved"`
	LastRunID  *string    `json:"last_run_id"`
	LastRunAt  *time.Time `json:"last_run_at"`
}

type rejectedShowOutput struct {
	header
	Table   string            `json:"table"`
	Columns []string          `json:"columns"`
	Rows    []json.RawMessage `json:"rows"`
}

func newRejectedCmd(a *app) *cobra.Command {
	return group("rejected", "List, show, export and tidy rejected rows", "  sqlgate rejected list\n  sqlgate rejected show orders --limit 5",
		newRejectedListCmd(a), newRejectedShowCmd(a), newRejectedExportCmd(a), newRejectedPurgeCmd(a), newRejectedRotateCmd(a))
}

func newRejectedListCmd(a *app) *cobra.Command {
	var o ledgerOptions
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the rejected tables with their rows",
		Example: "  sqlgate rejected list",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runRejectedList(cmd, a, o)
		},
	}
	o.flags(cmd)
	return cmd
}

func runRejectedList(cmd *cobra.Command, a *app, o ledgerOptions) error {
	return a.withLedger(cmd.Context(), o, func(p *gate.Project, l *ledger.Ledger) error {
		var tables []gate.TableName
		for _, g := range p.Gates {
			if !g.Rejected.Table.IsZero() && (o.warehouse == "" || g.Warehouse == o.warehouse) {
				tables = append(tables, g.Rejected.Table)
			}
		}
		list, err := l.RejectedList(cmd.Context(), tables...)
		if err != nil {
			return err
		}
		if !a.json() {
			return report.RejectedTable(a.out, list, a.tableOptions())
		}
		out := rejectedListOutput{header: a.header(cmd), Tables: []rejectedTable{}}
		for _, t := range list {
			item := rejectedTable{Table: t.Table.String(), Exists: t.Exists, Rows: t.Rows, Unresolved: t.Unresolved, LastRunID: orNull(t.LastRunID)}
			if !t.LastRunAt.IsZero() {
				item.LastRunAt = &t.LastRunAt
			}
			out.Tables = append(out.Tables, item)
		}
		return a.printJSON(out)
	})
}

// rejectedFilter chooses rejected rows.
type rejectedFilter struct {
	run        string
	rule       string
	partition  string
	since      string
	unresolved bool
	resolved   bool
}

func (o *rejectedFilter) flags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&o.run, "run", "", "only rows that this run rejected")
	flags.StringVar(&o.rule, "rule", "", "only rows that failed this rule")
	flags.StringVar(&o.partition, "partition", "", "only rows that a run of this partition rejected, such as day=2026-01-31")
	flags.StringVar(&o.since, "since", "", "only rows rejected since: an age such as 7d, a date, or a time")
	flags.BoolVar(&o.unresolved, "unresolved", false, "only rows that are neither replayed nor superseded")
	flags.BoolVar(&o.resolved, "resolved", false, "only rows that are replayed or superseded")
}

// read is the filter; the run's id may be cut short.
func (o *rejectedFilter) read(cmd *cobra.Command, a *app, l *ledger.Ledger) (f ledger.RejectedFilter, err error) {
	for _, name := range []string{"run", "rule", "partition", "since"} {
		if err := checkGiven(cmd, name); err != nil {
			return f, err
		}
	}
	if o.unresolved && o.resolved {
		return f, usagef("--unresolved and --resolved exclude each other")
	}
	f = ledger.RejectedFilter{Rule: o.rule, Partition: o.partition, Unresolved: o.unresolved, Resolved: o.resolved}
	if f.Since, err = parseMoment("since", o.since, a.now()); err != nil {
		return f, err
	}
	f.RunID, err = fullRunID(cmd.Context(), l, o.run)
	return f, err
}

type rejectedShowOptions struct {
	ledgerOptions
	rejectedFilter
	what  string
	limit int
}

func newRejectedShowCmd(a *app) *cobra.Command {
	var o rejectedShowOptions
	cmd := &cobra.Command{
		Use:     "show TABLE|GATE",
		Short:   "Show rejected rows with the rules they failed",
		Example: "  sqlgate rejected show orders\n  sqlgate rejected show analytics.orders_rejected --rule amount.min --limit 5 -o json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.what = args[0]
			return runRejectedShow(cmd, a, o)
		},
	}
	o.ledgerOptions.flags(cmd)
	o.rejectedFilter.flags(cmd)
	cmd.Flags().IntVar(&o.limit, "limit", 20, "at most so many rows; 0: all")
	return cmd
}

func runRejectedShow(cmd *cobra.Command, a *app, o rejectedShowOptions) error {
	if o.limit < 0 {
		return usagef("--limit %d: it can't be negative", o.limit)
	}
	return a.useRejected(cmd, o.what, o.ledgerOptions, o.rejectedFilter, func(l *ledger.Ledger, t rejectedOf, filter ledger.RejectedFilter) error {
		filter.Limit = o.limit
		found, err := l.RejectedShow(cmd.Context(), t.table, filter)
		if err != nil {
			return t.missing(err)
		}
		rows, err := maskRows(found.Rows, t.masked)
		if err != nil {
			return err
		}
		if a.json() {
			return a.printJSON(rejectedShowOutput{header: a.header(cmd), Table: t.table.String(), Columns: orEmpty(found.Columns), Rows: rows})
		}
		return report.RejectedRows(a.out, ledger.RejectedRows{Columns: found.Columns, Rows: rows}, a.tableOptions())
	})
}

// useRejected calls f with the rejected table that is named, and what chooses among
// its rows.
func (a *app) useRejected(cmd *cobra.Command, what string, o ledgerOptions, chosen rejectedFilter, f func(*ledger.Ledger, rejectedOf, ledger.RejectedFilter) error) error {
	p, err := a.load()
	if err != nil {
		return err
	}
	t, err := findRejected(p, what, o.warehouse)
	if err != nil {
		return err
	}
	o.warehouse = t.warehouse
	return a.useLedger(cmd.Context(), p, o, func(l *ledger.Ledger) error {
		filter, err := chosen.read(cmd, a, l)
		if err != nil {
			return err
		}
		if chosen.rule != "" {
			if err := knownRule(cmd.Context(), p, l, t, chosen.rule); err != nil {
				return err
			}
		}
		return f(l, t, filter)
	})
}

// knownRule refuses a rule that neither a gate of the table has nor a run of it had.
func knownRule(ctx context.Context, p *gate.Project, l *ledger.Ledger, t rejectedOf, rule string) error {
	known, err := l.RulesOf(ctx, t.table)
	if err != nil {
		return err
	}
	for _, g := range p.Gates {
		if g.CheckOnly() || !mayBe(g.Rejected.Table, t.table) {
			continue
		}
		plan, err := compileOffline(p, g, "", nil)
		if err != nil {
			return err
		}
		for _, r := range plan.Rules {
			known = append(known, r.ID)
		}
	}
	if slices.Contains(known, rule) {
		return nil
	}
	slices.Sort(known)
	return unknownf("rule", rule, slices.Compact(known), "no rule %q has rejected rows into %s", rule, t.table)
}

// fullRunID is the id of the run that begins so; empty stays empty.
func fullRunID(ctx context.Context, l *ledger.Ledger, prefix string) (string, error) {
	if prefix == "" {
		return "", nil
	}
	run, err := l.RunByID(ctx, prefix)
	if err != nil {
		return "", err
	}
	return run.RunID, nil
}
