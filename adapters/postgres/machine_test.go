package postgres_test

import (
	"context"
	"testing"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/adaptertest"
	"github.com/sqlgate/sqlgate/adapters/adaptertest/pgtest"
	"github.com/sqlgate/sqlgate/adapters/postgres"
	"github.com/sqlgate/sqlgate/gate"
)

func TestMachine(t *testing.T) {
	t.Parallel()
	server := pgtest.Start(t)
	adaptertest.Machine(t, adaptertest.Engine{
		Name:      "postgres",
		Warehouse: func(t *testing.T) string { return "{type: postgres, dsn: '" + server.Database(t) + "'}" },
		Open: func(ctx context.Context, w gate.Warehouse) (adapters.DestinationAdapter, error) {
			return postgres.Open(ctx, w)
		},
	}, 8)
}
