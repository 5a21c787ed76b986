package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sqlgate/sqlgate/adapters"
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
	Bytes     *int64            `json:"bytes_processed"` // null: the warehouse does not bill them
	Costs     []planCost        `json:"costs"`
	SQL       string            `json:"sql"`
}

type planCost struct {
	Step  string `json:"step"`
	Bytes int64  `json:"bytes_processed"`
}

func newPlanCmd(a *app) *cobra.Command {
	var o planOptions
	cmd := &cobra.Command{
		Use:   "plan [GATE...]",
		Short: "Print what a run would do: strategy, tables to be made, SQL",
		Long:  "Connects, reads the tables' columns, prepares every rule and prints what a run would execute. It reads no row and writes nothing. On BigQuery it says how many bytes the statements would process that read more than what the run itself has made.",
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
	item := planItem{
		Gate: g.Name, Warehouse: g.Warehouse,
		Strategy: string(plan.Strategy), Why: plan.Why,
		DDL: orEmpty(plan.DDL()), Dropped: orEmpty(plan.DroppedColumns), Vars: shown, Costs: []planCost{}, SQL: plan.SQL(),
	}
	if plan.Costs != nil {
		item.Bytes = new(int64)
	}
	for _, c := range plan.Costs {
		*item.Bytes += c.Bytes
		item.Costs = append(item.Costs, planCost(c))
	}
	return item
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
	fmt.Fprintf(&b, "tables     %s\n", tablesToMake(p.DDL))
	if p.Bytes != nil {
		fmt.Fprintf(&b, "bytes      %s\n", p.bytesText())
	}
	b.WriteString("\n")
	b.WriteString(p.SQL)
	return b.String()
}

func tablesToMake(ddl []string) string {
	if len(ddl) == 0 {
		return "none to make or change"
	}
	return fmt.Sprintf("%d statements make or change them (below, \"create tables\")", len(ddl))
}

// bytesText is what a run processes at most, and what for.
func (p planItem) bytesText() string {
	text := adapters.BytesText(*p.Bytes)
	var steps []string
	for _, c := range p.Costs {
		steps = append(steps, c.Step+" "+adapters.BytesText(c.Bytes))
	}
	if len(steps) > 0 {
		text += ": " + strings.Join(steps, ", ")
	}
	return text
}
