package main

import (
	"context"
	"fmt"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/postgres"
	"github.com/sqlgate/sqlgate/gate"
)

// supported says whether this binary can connect to the warehouse; the error
// is a usage error that says why not.
func supported(w gate.Warehouse) error {
	switch w.Type {
	case "duckdb":
		return duckDBSupported()
	case "postgres":
		return nil
	}
	return &usageError{
		msg:  fmt.Sprintf("%s: warehouse %q: connecting to %s is not supported yet by this version", w.Pos, w.Name, w.Type),
		hint: "use a duckdb or postgres warehouse; `sqlgate compile --dialect " + w.Type + "` prints the SQL",
	}
}

// openWarehouse connects to a supported warehouse.
func openWarehouse(ctx context.Context, w gate.Warehouse) (adapters.DestinationAdapter, error) {
	if err := supported(w); err != nil {
		return nil, err
	}
	if w.Type == "postgres" {
		return openPostgres(ctx, w)
	}
	return openDuckDB(ctx, w)
}

func openPostgres(ctx context.Context, w gate.Warehouse) (adapters.DestinationAdapter, error) {
	server, err := postgres.Open(ctx, w)
	if err != nil {
		return nil, err
	}
	return server, nil
}
