package postgres_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/adaptertest"
	"github.com/sqlgate/sqlgate/adapters/adaptertest/pgtest"
	"github.com/sqlgate/sqlgate/adapters/postgres"
	"github.com/sqlgate/sqlgate/gate"
)

func TestConformance(t *testing.T) {
	adaptertest.Run(t, engine(t), filepath.Join("..", "..", "testdata", "conformance"))
}

func TestProperty(t *testing.T) { adaptertest.Property(t, engine(t), 2, 1) }

func TestMachine(t *testing.T) {
	t.Parallel()
	adaptertest.Machine(t, engine(t), 8)
}

// engine is Postgres with a database of its own for each project.
func engine(t *testing.T) adaptertest.Engine {
	t.Helper()
	server := pgtest.Start(t)
	return adaptertest.Engine{
		Name:      "postgres",
		Warehouse: func(t *testing.T) string { return "{type: postgres, dsn: '" + server.Database(t) + "'}" },
		Open: func(ctx context.Context, w gate.Warehouse) (adapters.DestinationAdapter, error) {
			return postgres.Open(ctx, w)
		},
	}
}
