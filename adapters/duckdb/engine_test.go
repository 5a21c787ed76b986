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
	adaptertest.Run(t, engine(func(t *testing.T) string { return filepath.Join(t.TempDir(), "w.duckdb") }), filepath.Join("..", "..", "testdata", "conformance"))
}

func TestProperty(t *testing.T) { adaptertest.Property(t, engine(inMemory), 2, 1) }

func TestMachine(t *testing.T) {
	t.Parallel()
	adaptertest.Machine(t, engine(inMemory), 8)
}

func inMemory(*testing.T) string { return ":memory:" }

// engine is DuckDB with a database of its own at a path for each project.
func engine(path func(*testing.T) string) adaptertest.Engine {
	return adaptertest.Engine{
		Name:      "duckdb",
		Warehouse: func(t *testing.T) string { return "{type: duckdb, path: '" + path(t) + "'}" },
		Open: func(ctx context.Context, w gate.Warehouse) (adapters.DestinationAdapter, error) {
			return duckdb.Open(ctx, w)
		},
	}
}
