package duckdb_test

import (
	"context"
	"testing"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/adaptertest"
	"github.com/sqlgate/sqlgate/adapters/duckdb"
	"github.com/sqlgate/sqlgate/gate"
)

func TestMachine(t *testing.T) {
	t.Parallel()
	adaptertest.Machine(t, adaptertest.Engine{
		Name:      "duckdb",
		Warehouse: func(*testing.T) string { return "{type: duckdb, path: ':memory:'}" },
		Open: func(ctx context.Context, w gate.Warehouse) (adapters.DestinationAdapter, error) {
			return duckdb.Open(ctx, w)
		},
	}, 8)
}
