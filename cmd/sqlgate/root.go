package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/sqlgate/sqlgate/report"
)

// execute runs one command line and returns the exit code.
func execute(ctx context.Context, a *app, args []string) int {
	a.args = args
	root := newRootCmd(a)
	root.SetArgs(args)
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.errOut)

	cmd, err := root.ExecuteContextC(ctx)
	if err != nil && !a.parsed {
		err = &flagError{err}
	}
	code := exitCode(ctx, err)
	var reported *exitError
	if err == nil || errors.As(err, &reported) {
		return code
	}
	a.printError(cmd, err, code)
	return code
}

func newRootCmd(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "sqlgate",
		Short: "A data-quality gate that runs inside the warehouse",
		Long: `sqlgate splits the rows of a staging table inside the warehouse: the good ones go
to the target, the bad ones to <target>_rejected with the rules they failed.

Exit codes: 0 passed, 1 a gate failed on its data, 2 could not start (usage,
configuration), 3 the warehouse failed or is locked, 130/143 interrupted.`,
		Example:       "  sqlgate init --demo demo\n  sqlgate run --project-dir demo",
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			a.parsed = true
			return setFromEnv(cmd, a.env)
		},
	}
	flags := root.PersistentFlags()
	flags.StringVar(&a.projectDir, "project-dir", "", "directory of sqlgate.yaml (default: found by walking up)")
	choiceVar(flags, &a.output, "output", "o", outputUsage, report.Formats()[:2], report.Formats()[2:])
	flags.BoolVarP(&a.quiet, "quiet", "q", false, "only results and errors")
	flags.BoolVarP(&a.verbose, "verbose", "v", false, "tell each phase, and print statistics and sampled rows")
	choiceVar(flags, &a.logFormat, "log-format", "", "form of messages on stderr", []string{"text", "json"}, nil)
	choiceVar(flags, &a.color, "color", "", "colour the output", []string{"auto", "always", "never"}, nil)

	root.AddCommand(
		newInitCmd(a), newValidateCmd(a), newCompileCmd(a), newPlanCmd(a), newRunCmd(a), newCheckCmd(a), newTestCmd(a), newReplayCmd(a),
		newRunsCmd(a), newRejectedCmd(a), newReportCmd(a), newListCmd(a), newRulesCmd(a), newMigrateCmd(a), newVersionCmd(a),
	)
	return root
}

const outputUsage = "form of the results"

// group is a command that only holds others.
func group(use, short, example string, children ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use: use, Short: short, Example: example,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(children...)
	return cmd
}
