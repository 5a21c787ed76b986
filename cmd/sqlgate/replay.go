package main

import (
	"github.com/spf13/cobra"

	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/runner"
)

func newReplayCmd(a *app) *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "replay GATE",
		Short: "Judge the unresolved rejected rows of a gate again",
		Long: `Judges the unresolved rows of the gate's rejected table by the rules as they are now,
once they were fixed there or the rules were. Rows that pass go to the target, by upsert
where the gate does so and else appended, and are marked as replayed; the others stay,
with the rules that they fail now. Rows that stay are no failure: the exit code is 0.`,
		Example: "  sqlgate replay orders\n  sqlgate replay orders --where \"region = 'eu'\" --dry-run",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.names, o.replays = args, true
			return runReplay(cmd, a, o)
		},
	}
	o.judgeFlags(cmd, a)
	partitionFlag(cmd, &o.parting)
	flags := cmd.Flags()
	flags.StringVarP(&o.warehouse, "warehouse", "w", "", "warehouse to use instead of the gate's own")
	flags.StringVar(&o.rejectedBy, "run", "", "only rows that this run rejected")
	flags.StringVar(&o.where, "where", "", "only rows of this condition over the rejected table's columns, SQL of the warehouse")
	flags.BoolVar(&o.dryRun, "dry-run", false, "say what a replay would do, and change nothing")
	return cmd
}

func runReplay(cmd *cobra.Command, a *app, o runOptions) error {
	if err := checkGiven(cmd, "run"); err != nil {
		return err
	}
	p, err := a.load()
	if err != nil {
		return err
	}
	t, err := rejectedOfGate(p, o.names[0], o.warehouse)
	if err != nil {
		return err
	}
	if o.rejectedBy != "" {
		err := a.useLedger(cmd.Context(), p, ledgerOptions{warehouse: t.warehouse}, func(l *ledger.Ledger) (err error) {
			o.rejectedBy, err = fullRunID(cmd.Context(), l, o.rejectedBy)
			return err
		})
		if err != nil {
			return err
		}
	}
	return runRuns(cmd, a, o, (*runner.Runner).Replay)
}
