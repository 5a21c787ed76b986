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
	dsn := pgtest.Start(t).Database(t)
	adaptertest.Machine(t, adaptertest.Engine{
		Name:      "postgres",
		Warehouse: func(*testing.T) string { return "{type: postgres, dsn: '" + dsn + "'}" },
		Open: func(ctx context.Context, w gate.Warehouse) (adapters.DestinationAdapter, error) {
			return postgres.Open(ctx, w)
		},
	}, 8)
}
