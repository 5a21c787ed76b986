package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/runner"
)

type validateOptions struct {
	selection
	warehouse string
	connect   bool
}

type validateOutput struct {
	header
	Gates    int      `json:"gates"`
	Rules    int      `json:"rules"`
	Warnings []string `json:"warnings"`
}

func newValidateCmd(a *app) *cobra.Command {
	var o validateOptions
	cmd := &cobra.Command{
		Use:   "validate [GATE...]",
		Short: "Check the project's files",
		Long: `Checks all files of the project and reports every fault at once with its place.
With --connect it also asks the warehouse: columns, types, and the SQL of each rule.`,
		Example: "  sqlgate validate\n  sqlgate validate --connect orders",
		RunE: func(cmd *cobra.Command, args []string) error {
			o.names = args
			return runValidate(cmd, a, o)
		},
	}
	selectFlags(cmd, &o.selection, &o.warehouse)
	cmd.Flags().BoolVar(&o.connect, "connect", false, "ask the warehouse too; no row is read")
	return cmd
}

func runValidate(cmd *cobra.Command, a *app, o validateOptions) error {
	a.tests = true
	p, err := a.load()
	if err != nil {
		return err
	}
	gates, err := a.selectGates(p, nil, o.selection, o.warehouse)
	if err != nil {
		return err
	}
	if o.connect {
		if err := connectable(p, gates); err != nil {
			return err
		}
	}
	out := validateOutput{Gates: len(gates), Warnings: []string{}}
	for _, w := range p.Warnings {
		out.Warnings = append(out.Warnings, w.Error())
	}
	if err := compileAll(p, gates); err != nil {
		return err
	}
	var faults gateErrors
	r := a.runner(p, nil)
	for _, g := range gates {
		out.Rules += len(g.Rules) + len(g.Checks)
		if !o.connect {
			continue
		}
		options := runner.Options{NoMigrate: true}
		if g.Mode == gate.ReplacePartition {
			options.Partition = g.NullPartition()
		}
		if _, err := r.Preflight(cmd.Context(), g, options); err != nil {
			faults = append(faults, &gateError{gate: g, err: err})
		}
	}
	if err := faults.orNil(); err != nil {
		return err
	}
	if a.json() {
		out.header = a.header(cmd)
		return a.printJSON(out)
	}
	_, err = fmt.Fprintf(a.out, "OK: %s, %s\n", count(out.Gates, "gate"), count(out.Rules, "rule"))
	return err
}
