package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

type rejectedPurgeOutput struct {
	header
	Purged int64         `json:"purged"`
	Tables []purgedTable `json:"tables"`
}

type purgedTable struct {
	Table  string `json:"table"`
	Purged int64  `json:"purged"`
}

type rejectedPurgeOptions struct {
	ledgerOptions
	olderThan string
	run       string
	resolved  bool
	yes       bool
}

func newRejectedPurgeCmd(a *app) *cobra.Command {
	var o rejectedPurgeOptions
	cmd := &cobra.Command{
		Use:   "purge [GATE]",
		Short: "Delete rejected rows",
		Long: `Deletes rejected rows of a gate, also from the tables that were rotated, by age, by
run, or those that are resolved. Without a filter it applies the gate's retention, and
without a gate that of every gate which has one. It says how many rows and asks, unless
told --yes.`,
		Example: "  sqlgate rejected purge --yes\n  sqlgate rejected purge orders --older-than 90d\n  sqlgate rejected purge orders --resolved --yes",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runRejectedPurge(cmd, a, o, args)
		},
	}
	o.flags(cmd)
	cmd.Flags().StringVar(&o.olderThan, "older-than", "", "only rows rejected so long ago, such as 90d")
	cmd.Flags().StringVar(&o.run, "run", "", "only rows that this run rejected")
	cmd.Flags().BoolVar(&o.resolved, "resolved", false, "only rows that are replayed or superseded")
	cmd.Flags().BoolVar(&o.yes, "yes", false, "do not ask")
	return cmd
}

func runRejectedPurge(cmd *cobra.Command, a *app, o rejectedPurgeOptions, gates []string) error {
	if err := errors.Join(checkGiven(cmd, "older-than"), checkGiven(cmd, "run")); err != nil {
		return err
	}
	p, err := a.load()
	if err != nil {
		return err
	}
	all := len(gates) == 0
	if all {
		if gates, err = o.retaining(p); err != nil {
			return err
		}
	}
	purged := []purgedTable{}
	for _, name := range gates {
		t, err := rejectedOfGate(p, name, o.warehouse)
		if err != nil {
			return err
		}
		tables, err := a.purge(cmd, p, o, t)
		if err != nil {
			return err
		}
		if len(tables) == 0 && !all {
			return t.missing(adapters.ErrTableNotFound)
		}
		purged = append(purged, tables...)
	}
	if a.json() {
		out := rejectedPurgeOutput{header: a.header(cmd), Tables: purged}
		for _, t := range purged {
			out.Purged += t.Purged
		}
		return a.printJSON(out)
	}
	for _, t := range purged {
		if _, err := fmt.Fprintf(a.out, "deleted %s of %s\n", count(t.Purged, "row"), t.Table); err != nil {
			return err
		}
	}
	return nil
}

// retaining are the gates with a retention, for a command that names none.
func (o rejectedPurgeOptions) retaining(p *gate.Project) ([]string, error) {
	if o.olderThan != "" || o.run != "" || o.resolved {
		return nil, usagef("--older-than, --run and --resolved need a gate; the project's gates are: %s", gateNames(p))
	}
	var names []string
	for _, g := range p.Gates {
		if g.Rejected.Retention != "" && (o.warehouse == "" || g.Warehouse == o.warehouse) {
			names = append(names, g.Name)
		}
	}
	if len(names) == 0 {
		return nil, &usageError{msg: "no gate says how long its rejected rows are kept", hint: "set rejected.retention, such as 90d, or name a gate and which of its rows to delete"}
	}
	return names, nil
}

// purge deletes the chosen rows of a rejected table and of those that it was
// rotated to.
func (a *app) purge(cmd *cobra.Command, p *gate.Project, o rejectedPurgeOptions, t rejectedOf) (purged []purgedTable, err error) {
	filter, err := o.filter(t)
	if err != nil {
		return nil, err
	}
	o.warehouse = t.warehouse
	ctx := cmd.Context()
	err = a.useLedger(ctx, p, o.ledgerOptions, func(l *ledger.Ledger) error {
		if filter.RunID, err = fullRunID(ctx, l, o.run); err != nil {
			return err
		}
		tables, err := l.Rotated(ctx, t.table)
		if err != nil {
			return err
		}
		if _, err := l.Adapter.Describe(ctx, t.table); err == nil {
			tables = append([]gate.TableName{t.table}, tables...)
		} else if !errors.Is(err, adapters.ErrTableNotFound) {
			return err
		}
		for _, table := range tables {
			n, unresolved, err := l.RejectedCount(ctx, table, filter)
			if err != nil {
				return err
			}
			if n > 0 && !o.yes {
				if err := a.confirm(fmt.Sprintf("Delete %s of %s, %d of them unresolved?", count(n, "row"), table, unresolved)); err != nil {
					return err
				}
			}
			if n > 0 {
				if n, err = l.RejectedPurge(ctx, table, filter); err != nil {
					return err
				}
			}
			purged = append(purged, purgedTable{table.String(), n})
		}
		return nil
	})
	return purged, err
}

// filter is what the flags choose or, without any, what the retention says.
func (o rejectedPurgeOptions) filter(t rejectedOf) (ledger.PurgeFilter, error) {
	f := ledger.PurgeFilter{ResolvedOnly: o.resolved}
	age := o.olderThan
	if age == "" && o.run == "" && !o.resolved {
		age = t.retention
		if age == "" {
			return f, &usageError{
				msg:  "nothing says which rows of " + t.table.String() + " to delete",
				hint: "give --older-than, --run or --resolved, or set rejected.retention in the gate",
			}
		}
	}
	if age == "" {
		return f, nil
	}
	d, err := parseAge(age)
	f.OlderThan = d
	return f, err
}

// confirm asks a person; nil means yes.
func (a *app) confirm(question string) error {
	unasked := &usageError{msg: question + " There is no terminal to ask on; nothing was done", hint: "say --yes"}
	if !isTerminal(a.in) {
		return unasked
	}
	fmt.Fprintf(a.errOut, "%s [y/N] ", question)
	answer, err := bufio.NewReader(a.in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	case "":
		if err != nil {
			return unasked
		}
	}
	return usagef("not confirmed; nothing was done")
}
