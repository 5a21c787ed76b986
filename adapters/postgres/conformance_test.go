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
	server := pgtest.Start(t)
	adaptertest.Run(t, adaptertest.Engine{
		Name:      "postgres",
		Warehouse: func(t *testing.T) string { return "{type: postgres, dsn: '" + server.Database(t) + "'}" },
		Open: func(ctx context.Context, w gate.Warehouse) (adapters.DestinationAdapter, error) {
			return postgres.Open(ctx, w)
		},
	}, filepath.Join("..", "..", "testdata", "conformance"))
}
