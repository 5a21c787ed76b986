package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sqlgate/sqlgate/ledger"
)

type rejectedPurgeOutput struct {
	header
	Table  string `json:"table"`
	Purged int64  `json:"purged"`
}

type rejectedPurgeOptions struct {
	ledgerOptions
	gate      string
	olderThan string
	run       string
	resolved  bool
	yes       bool
}

func newRejectedPurgeCmd(a *app) *cobra.Command {
	var o rejectedPurgeOptions
	cmd := &cobra.Command{
		Use:   "purge GATE",
		Short: "Delete rejected rows",
		Long: `Deletes rejected rows by age, by run, or those that are resolved. Without a filter it
applies the gate's retention. It says how many rows and asks, unless told --yes.`,
		Example: "  sqlgate rejected purge orders --older-than 90d\n  sqlgate rejected purge orders --resolved --yes",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.gate = args[0]
			return runRejectedPurge(cmd, a, o)
		},
	}
	o.flags(cmd)
	cmd.Flags().StringVar(&o.olderThan, "older-than", "", "only rows rejected so long ago, such as 90d")
	cmd.Flags().StringVar(&o.run, "run", "", "only rows that this run rejected")
	cmd.Flags().BoolVar(&o.resolved, "resolved", false, "only rows that are replayed or superseded")
	cmd.Flags().BoolVar(&o.yes, "yes", false, "do not ask")
	return cmd
}

func runRejectedPurge(cmd *cobra.Command, a *app, o rejectedPurgeOptions) error {
	p, err := a.load()
	if err != nil {
		return err
	}
	t, err := rejectedOfGate(p, o.gate, o.warehouse)
	if err != nil {
		return err
	}
	filter, err := o.filter(t)
	if err != nil {
		return err
	}
	o.warehouse = t.warehouse
	ctx := cmd.Context()
	return a.useLedger(ctx, p, o.ledgerOptions, func(l *ledger.Ledger) error {
		if filter.RunID, err = fullRunID(ctx, l, o.run); err != nil {
			return err
		}
		n, err := l.RejectedCount(ctx, t.table, filter)
		if err != nil {
			return t.missing(err)
		}
		if n > 0 && !o.yes {
			if err := a.confirm(fmt.Sprintf("Delete %s of %s?", count(n, "row"), t.table)); err != nil {
				return err
			}
		}
		if n > 0 {
			if n, err = l.RejectedPurge(ctx, t.table, filter); err != nil {
				return err
			}
		}
		if a.json() {
			return a.printJSON(rejectedPurgeOutput{header: a.header(cmd), Table: t.table.String(), Purged: n})
		}
		_, err = fmt.Fprintf(a.out, "deleted %s of %s\n", count(n, "row"), t.table)
		return err
	})
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
