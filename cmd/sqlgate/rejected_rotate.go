package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sqlgate/sqlgate/ledger"
)

type rejectedRotateOutput struct {
	header
	Table   string `json:"table"`
	Renamed string `json:"renamed"`
}

func newRejectedRotateCmd(a *app) *cobra.Command {
	var o ledgerOptions
	cmd := &cobra.Command{
		Use:     "rotate GATE",
		Short:   "Rename a rejected table, so that the next run starts a new one",
		Example: "  sqlgate rejected rotate orders",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runRejectedRotate(cmd, a, o, args[0])
		},
	}
	o.flags(cmd)
	return cmd
}

func runRejectedRotate(cmd *cobra.Command, a *app, o ledgerOptions, name string) error {
	p, err := a.load()
	if err != nil {
		return err
	}
	t, err := rejectedOfGate(p, name, o.warehouse)
	if err != nil {
		return err
	}
	o.warehouse = t.warehouse
	return a.useLedger(cmd.Context(), p, o, func(l *ledger.Ledger) error {
		renamed, err := l.RejectedRotate(cmd.Context(), t.table, a.now())
		if err != nil {
			return t.missing(err)
		}
		if a.json() {
			return a.printJSON(rejectedRotateOutput{header: a.header(cmd), Table: t.table.String(), Renamed: renamed})
		}
		_, err = fmt.Fprintf(a.out, "renamed %s to %s; the next run starts a new one\n", t.table, renamed)
		return err
	})
}
