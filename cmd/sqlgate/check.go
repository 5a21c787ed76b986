package main

import (
	"github.com/spf13/cobra"

	"github.com/sqlgate/sqlgate/runner"
)

func newCheckCmd(a *app) *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "check [GATE...]",
		Short: "Evaluate the gates and write no row",
		Long: `Evaluates the named gates, or all, and writes neither target nor rejected. A row that
fails a fail or a quarantine rule makes the check fail with exit code 1.`,
		Example: "  sqlgate check orders\n  sqlgate check --no-ledger --include-samples 3 -o json",
		RunE: func(cmd *cobra.Command, args []string) error {
			o.names = args
			return runRuns(cmd, a, o, (*runner.Runner).Check)
		},
	}
	o.runFlags(cmd, a)
	partitionFlag(cmd, &o.parting)
	cmd.Flags().BoolVar(&o.noLedger, "no-ledger", false, "do not record the check")
	cmd.Flags().StringVar(&o.on, "on", "source", "what to evaluate: source, target, or a table with the gate's columns")
	return cmd
}
