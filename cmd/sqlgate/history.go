package main

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/report"
)

type reportOptions struct {
	ledgerOptions
	gates []string
	since string
}

func newReportCmd(a *app) *cobra.Command {
	var o reportOptions
	cmd := &cobra.Command{
		Use:   "report [GATE...]",
		Short: "Print what the ledger says of the gates, as Markdown",
		Long: `Prints the state of each gate, its last runs, its worst rules and the share of rows
that was rejected on each day, from the ledger: as Markdown, or as JSON with -o json.
All gates of the warehouse are reported when none is named, also those that only the
ledger knows.`,
		Example: "  sqlgate report > quality.md\n  sqlgate report orders --since 7d -o json",
		RunE: func(cmd *cobra.Command, args []string) error {
			o.gates = args
			return runReport(cmd, a, o)
		},
	}
	o.flags(cmd)
	cmd.Flags().StringVar(&o.since, "since", "30d", "runs since then: an age such as 7d, or a date")
	return cmd
}

func runReport(cmd *cobra.Command, a *app, o reportOptions) error {
	since, err := parseMoment("since", o.since, a.now())
	if err != nil {
		return err
	}
	p, err := a.load()
	if err != nil {
		return err
	}
	if o.warehouse == "" {
		o.warehouse = warehouseOfGates(p, o.gates)
	}
	return a.useLedger(cmd.Context(), p, o.ledgerOptions, func(l *ledger.Ledger) error {
		h := report.History{SqlgateVersion: version(), Warehouse: o.warehouse, Since: since, Until: a.now(), Mask: a.out.mask}
		if h.Gates, err = gateHistories(cmd.Context(), p, l, o, h); err != nil {
			return err
		}
		if a.json() {
			return report.HistoryJSON(a.out.w, h)
		}
		return report.HistoryMarkdown(a.out, h)
	})
}

// warehouseOfGates is the warehouse of the first gate that the project knows, or
// the project's default.
func warehouseOfGates(p *gate.Project, names []string) string {
	for _, name := range names {
		if g := p.Gate(name); g != nil {
			return g.Warehouse
		}
	}
	return p.DefaultWarehouse
}

func gateHistories(ctx context.Context, p *gate.Project, l *ledger.Ledger, o reportOptions, h report.History) ([]report.GateHistory, error) {
	names, err := reportedGates(ctx, p, l, o)
	if err != nil {
		return nil, err
	}
	troubles, err := l.Troubles(ctx, h.Since)
	if err != nil {
		return nil, err
	}
	list := make([]report.GateHistory, len(names))
	for i, name := range names {
		g := report.GateHistory{Gate: name}
		if g.Runs, err = l.Runs(ctx, ledger.Filter{Gate: name, Since: h.Since}); err != nil {
			return nil, err
		}
		if g.Last, err = newest(ctx, l, ledger.Filter{Gate: name}); err != nil {
			return nil, err
		}
		for _, t := range troubles {
			if t.Gate == name {
				g.Troubles = append(g.Troubles, t)
			}
		}
		list[i] = g
	}
	return list, nil
}

// reportedGates are the named gates, or all of the ledger and of the warehouse in
// the project. A name that neither knows is an error.
func reportedGates(ctx context.Context, p *gate.Project, l *ledger.Ledger, o reportOptions) ([]string, error) {
	for _, name := range o.gates {
		g := p.Gate(name)
		if g != nil && g.Warehouse == o.warehouse {
			continue
		}
		err := hasRuns(ctx, p, l, name)
		if err != nil && g != nil {
			err = usagef("gate %s is of warehouse %s: report it by itself", name, g.Warehouse)
		}
		if err != nil {
			return nil, err
		}
	}
	if len(o.gates) > 0 {
		return slices.Compact(slices.Sorted(slices.Values(o.gates))), nil
	}
	names, err := l.Gates(ctx)
	if err != nil {
		return nil, err
	}
	for _, g := range p.Gates {
		if g.Warehouse == o.warehouse {
			names = append(names, g.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}
