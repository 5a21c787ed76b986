package main

import (
	"context"
	"errors"
	"fmt"

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

// loadGates loads the project and selects its gates; each has a warehouse that
// this binary can connect to or compile for.
func (a *app) loadGates(s selection, warehouseName string) (*gate.Project, []*gate.Gate, error) {
	p, err := a.load()
	if err != nil {
		return nil, nil, err
	}
	gates, err := s.gates(p)
	if err != nil {
		return nil, nil, err
	}
	gates, err = withWarehouse(p, gates, warehouseName)
	return p, gates, err
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
