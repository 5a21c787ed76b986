package duckdb_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/adaptertest"
	"github.com/sqlgate/sqlgate/adapters/duckdb"
	"github.com/sqlgate/sqlgate/gate"
)

func TestConformance(t *testing.T) {
	adaptertest.Run(t, adaptertest.Engine{
		Name: "duckdb",
		Warehouse: func(t *testing.T) string {
			return "{type: duckdb, path: '" + filepath.Join(t.TempDir(), "w.duckdb") + "'}"
		},
		Open: func(ctx context.Context, w gate.Warehouse) (adapters.DestinationAdapter, error) {
			return duckdb.Open(ctx, w)
		},
	}, filepath.Join("..", "..", "testdata", "conformance"))
}
