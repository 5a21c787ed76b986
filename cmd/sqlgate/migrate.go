package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
)

type migrateOutput struct {
	header
	Schema  string `json:"schema"`
	Applied int    `json:"applied"`
	Version int    `json:"version"`
}

func newMigrateCmd(a *app) *cobra.Command {
	var warehouseName string
	cmd := &cobra.Command{
		Use:     "migrate",
		Short:   "Make or upgrade the ledger's tables",
		Long:    "Makes or upgrades the ledger's tables. Other commands do so themselves unless told --no-migrate.",
		Example: "  sqlgate migrate\n  sqlgate migrate --warehouse prod",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runMigrate(cmd, a, warehouseName)
		},
	}
	cmd.Flags().StringVarP(&warehouseName, "warehouse", "w", "", "warehouse that holds the ledger (default: the project's)")
	return cmd
}

func runMigrate(cmd *cobra.Command, a *app, warehouseName string) (err error) {
	p, err := a.load()
	if err != nil {
		return err
	}
	ctx := cmd.Context()
	db, l, err := a.ledger(ctx, p, warehouseName)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()

	out := migrateOutput{Schema: l.Schema}
	if out.Applied, err = l.Migrate(ctx); err != nil {
		return err
	}
	if out.Version, err = l.Version(ctx); err != nil {
		return err
	}
	if a.json() {
		out.header = a.header(cmd)
		return a.printJSON(out)
	}
	_, err = fmt.Fprintf(a.out, "ledger %s has version %d (%d migrations applied now)\n", out.Schema, out.Version, out.Applied)
	return err
}
