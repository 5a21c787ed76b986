package main

import (
	"github.com/spf13/cobra"

	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
)

type listOptions struct {
	selection
	warehouse string
}

type listOutput struct {
	header
	Gates []listGate `json:"gates"`
}

type listGate struct {
	Gate        string     `json:"gate"`
	Description *string    `json:"description"`
	Owner       *string    `json:"owner"`
	Tags        []string   `json:"tags"`
	Warehouse   string     `json:"warehouse"`
	Source      string     `json:"source"`
	Target      *string    `json:"target"`
	Rejected    *string    `json:"rejected"`
	Mode        *string    `json:"mode"`
	File        string     `json:"file"`
	Rules       []listRule `json:"rules"`
}

type listRule struct {
	ID          string  `json:"id"`
	Column      *string `json:"column"`
	Scope       string  `json:"scope"`
	Policy      string  `json:"policy"`
	Blocking    bool    `json:"blocking"` // a failure would stop the run
	Expected    string  `json:"expected"`
	Description *string `json:"description"`
}

func newListCmd(a *app) *cobra.Command {
	var o listOptions
	cmd := &cobra.Command{
		Use:     "list [GATE...]",
		Short:   "List the gates with their rules and checks, offline",
		Example: "  sqlgate list\n  sqlgate list -o json --select tag:sales",
		RunE: func(cmd *cobra.Command, args []string) error {
			o.names = args
			return runList(cmd, a, o)
		},
	}
	selectFlags(cmd, &o.selection, &o.warehouse)
	return cmd
}

func runList(cmd *cobra.Command, a *app, o listOptions) error {
	p, gates, err := a.loadGates(o.selection, o.warehouse)
	if err != nil {
		return err
	}
	out := listOutput{Gates: make([]listGate, 0, len(gates))}
	for _, g := range gates {
		item, err := newListGate(p, g)
		if err != nil {
			return err
		}
		out.Gates = append(out.Gates, item)
	}
	if a.json() {
		out.header = a.header(cmd)
		return a.printJSON(out)
	}
	var rows [][]string
	for _, g := range out.Gates {
		for _, r := range g.Rules {
			rows = append(rows, []string{g.Gate, r.ID, r.Scope, r.Policy, r.Expected, orBlank(r.Description)})
		}
	}
	return a.printTable([]string{"GATE", "RULE", "SCOPE", "POLICY", "EXPECTED", "DESCRIPTION"}, rows)
}

func newListGate(p *gate.Project, g *gate.Gate) (listGate, error) {
	plan, err := compileOffline(p, g, "", nil)
	if err != nil {
		return listGate{}, err
	}
	item := listGate{
		Gate: g.Name, Description: orNull(g.Description), Owner: orNull(g.Owner), Tags: orEmpty(g.Tags),
		Warehouse: g.Warehouse, Source: g.Source.String(), Target: orNull(g.Target.String()),
		Rejected: orNull(g.Rejected.Table.String()), Mode: orNull(string(g.Mode)), File: g.Pos.File, Rules: []listRule{},
	}
	for _, r := range plan.Rules {
		item.Rules = append(item.Rules, listRule{
			ID: r.ID, Column: orNull(r.Column), Scope: string(r.Scope), Policy: string(r.Policy),
			Blocking: blocks(g, r.Policy), Expected: r.Expected, Description: orNull(r.Description),
		})
	}
	for _, c := range plan.Checks {
		item.Rules = append(item.Rules, newListCheck(c))
	}
	return item, nil
}

// blocks reports whether a failing row of a rule would end the gate with exit
// code 1: a check-only gate has nowhere to put rows.
func blocks(g *gate.Gate, policy gate.Policy) bool {
	return policy == gate.Fail || g.CheckOnly() && policy == gate.Quarantine
}

func newListCheck(c compile.Check) listRule {
	return listRule{
		ID: c.ID, Scope: string(gate.ScopeCheck), Policy: string(c.Policy()), Blocking: c.Policy() == gate.Fail,
		Expected: c.Expect(), Description: orNull(c.Description),
	}
}

func orBlank(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
