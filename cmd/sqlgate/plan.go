package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/runner"
)

type planOptions struct {
	selection
	warehouse string
	where     string
	parting   parting
	vars      vars
}

type planOutput struct {
	header
	Plans []planItem `json:"plans"`
}

type planItem struct {
	Gate      string            `json:"gate"`
	Warehouse string            `json:"warehouse"`
	Strategy  string            `json:"strategy"`
	Why       string            `json:"why"`
	DDL       []string          `json:"ddl"`
	Dropped   []string          `json:"dropped_columns"`
	Vars      map[string]string `json:"vars"`
	SQL       string            `json:"sql"`
}

func newPlanCmd(a *app) *cobra.Command {
	var o planOptions
	cmd := &cobra.Command{
		Use:   "plan [GATE...]",
		Short: "Print what a run would do: strategy, tables to be made, SQL",
		Long:  "Connects, reads the tables' columns, prepares every rule and prints what a run would execute. It reads no row and writes nothing.",
		Example: "  sqlgate plan orders\n" +
			"  sqlgate plan --select tag:sales -o json",
		RunE: func(cmd *cobra.Command, args []string) error {
			o.names = args
			return runPlan(cmd, a, o)
		},
	}
	selectFlags(cmd, &o.selection, &o.warehouse)
	cmd.Flags().StringVar(&o.where, "where", "", "further filter of the source, SQL of the warehouse")
	partitionFlag(cmd, &o.parting)
	varFlag(cmd, &o.vars)
	settingFlags(cmd)
	return cmd
}

func runPlan(cmd *cobra.Command, a *app, o planOptions) error {
	if err := errors.Join(checkGiven(cmd, "where"), checkGiven(cmd, "partition")); err != nil {
		return err
	}
	p, gates, err := a.loadGates(o.selection, o.warehouse)
	if err != nil {
		return err
	}
	if err := applySettings(cmd, gates); err != nil {
		return err
	}
	if err := connectable(p, gates); err != nil {
		return err
	}
	if err := checkWhere(o.where, p, gates); err != nil {
		return err
	}
	if err := o.vars.read(p, gates); err != nil {
		return err
	}
	if err := o.parting.read(gates, true); err != nil {
		return err
	}
	out := planOutput{Plans: []planItem{}}
	r := a.runner(p, nil)
	for _, g := range gates {
		part, err := o.parting.readOne(g, true)
		if err != nil {
			return err
		}
		plan, err := r.Preflight(cmd.Context(), g, runner.Options{Where: o.where, Partition: part, NoMigrate: true})
		if err != nil {
			return &gateError{gate: g, err: err}
		}
		out.Plans = append(out.Plans, newPlanItem(g, plan, o.vars))
	}
	if a.json() {
		out.header = a.header(cmd)
		return a.printJSON(out)
	}
	for i, item := range out.Plans {
		if i > 0 {
			fmt.Fprintln(a.out)
		}
		if _, err := fmt.Fprint(a.out, item.text()); err != nil {
			return err
		}
	}
	return nil
}

func newPlanItem(g *gate.Gate, plan *runner.Plan, given vars) planItem {
	values, _ := g.VarValues(given.of(g)) // they were read before
	shown := g.ShownVars(values)
	if shown == nil {
		shown = map[string]string{}
	}
	return planItem{
		Gate: g.Name, Warehouse: g.Warehouse,
		Strategy: string(plan.Strategy), Why: plan.Why,
		DDL: orEmpty(plan.DDL()), Dropped: orEmpty(plan.DroppedColumns), Vars: shown, SQL: plan.SQL(),
	}
}

func (p planItem) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "gate       %s\nwarehouse  %s\nstrategy   %s: %s\n", p.Gate, p.Warehouse, p.Strategy, p.Why)
	if len(p.Dropped) > 0 {
		fmt.Fprintf(&b, "dropped    %s (columns of the source that the target has not)\n", strings.Join(p.Dropped, ", "))
	}
	if len(p.Vars) > 0 {
		fmt.Fprintf(&b, "vars       %s\n", (&ledger.Run{Vars: p.Vars}).VarsText())
	}
	fmt.Fprintf(&b, "tables     %s\n\n", tablesToMake(p.DDL))
	b.WriteString(p.SQL)
	return b.String()
}

func tablesToMake(ddl []string) string {
	if len(ddl) == 0 {
		return "none to make or change"
	}
	return fmt.Sprintf("%d statements make or change them (below, \"create tables\")", len(ddl))
}
