package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// selectFlags are the flags of commands that work on several gates.
func selectFlags(cmd *cobra.Command, s *selection, warehouse *string) {
	flags := cmd.Flags()
	flags.StringVarP(warehouse, "warehouse", "w", "", "warehouse to use instead of each gate's own")
	flags.StringArrayVarP(&s.selects, "select", "s", nil, "gates to take: tag:x, a name, or a glob over file paths (repeatable)")
	flags.StringArrayVar(&s.exclude, "exclude", nil, "gates to leave out, as in --select (repeatable)")
}

// loadGates loads the project and selects its gates, those first that others
// depend on; each has a warehouse that this binary can connect to or compile for.
// Faults of gates and warehouses that are not used are warnings.
func (a *app) loadGates(s selection, warehouseName string) (*gate.Project, []*gate.Gate, error) {
	p, fault := a.loadSound()
	if p == nil {
		return nil, nil, fault
	}
	gates, err := a.selectGates(p, fault, s, warehouseName)
	return p, gates, err
}

// selectGates selects gates of a project; fault is what Load said of it.
func (a *app) selectGates(p *gate.Project, fault error, s selection, warehouseName string) ([]*gate.Gate, error) {
	all := *p
	all.Gates = slices.Concat(p.Gates, p.Broken.Gates)
	gates, err := s.gates(&all)
	if err != nil {
		// A file at fault may be that of the gate which is not there.
		return nil, cmp.Or(fault, err)
	}
	for _, g := range gates {
		if slices.ContainsFunc(p.Broken.Gates, func(b *gate.Gate) bool { return b == g || b.Name == g.Name }) {
			return nil, fault
		}
	}
	if gates, err = withWarehouse(p, p.InOrder(gates), warehouseName); err != nil {
		return nil, err
	}
	for _, g := range gates {
		if slices.Contains(p.Broken.Warehouses, g.Warehouse) {
			return nil, fault
		}
	}
	a.warnOfBroken(p)
	return gates, nil
}

// warnOfBroken tells of the faults that do not matter to a command.
func (a *app) warnOfBroken(p *gate.Project) {
	const more = " has faults and is not used; `sqlgate validate` shows them"
	for _, g := range p.Broken.Gates {
		a.warn(g.File + more)
	}
	for _, name := range p.Broken.Warehouses {
		a.warn("warehouse " + name + more)
	}
}

// connectable refuses gates whose warehouse this binary cannot connect to.
func connectable(p *gate.Project, gates []*gate.Gate) error {
	for _, g := range gates {
		w, err := warehouse(p, g.Warehouse)
		if err != nil {
			return err
		}
		if err := supported(w); err != nil {
			return err
		}
	}
	return nil
}

// useLedger opens the ledger, brings it up to date, records the runs that ended
// without doing so themselves, and calls f.
func (a *app) useLedger(ctx context.Context, p *gate.Project, o ledgerOptions, f func(*ledger.Ledger) error) (err error) {
	db, l, err := a.ledger(ctx, p, o.warehouse)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()

	if o.noMigrate {
		err = l.Check(ctx)
	} else {
		_, err = l.Migrate(ctx)
	}
	if err != nil {
		return err
	}
	swept, err := l.SweepInterrupted(ctx, nil)
	if err != nil {
		return err
	}
	if swept > 0 {
		a.warn(fmt.Sprintf("%d runs ended without a record and are now recorded as interrupted", swept))
	}
	return f(l)
}
