package duckdb_test

import (
	"context"
	"testing"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/adaptertest"
	"github.com/sqlgate/sqlgate/adapters/duckdb"
	"github.com/sqlgate/sqlgate/gate"
)

func TestProperty(t *testing.T) {
	adaptertest.Property(t, adaptertest.Engine{
		Name:      "duckdb",
		Warehouse: func(*testing.T) string { return "{type: duckdb, path: ':memory:'}" },
		Open: func(ctx context.Context, w gate.Warehouse) (adapters.DestinationAdapter, error) {
			return duckdb.Open(ctx, w)
		},
	}, 2, 1)
}
