package main

import (
	"context"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/bigquery"
	"github.com/sqlgate/sqlgate/adapters/postgres"
	"github.com/sqlgate/sqlgate/gate"
)

// supported says whether this binary can connect to the warehouse; the error
// is a usage error that says why not.
func supported(w gate.Warehouse) error {
	if w.Type == "duckdb" {
		return duckDBSupported()
	}
	return nil
}

// openWarehouse connects to a supported warehouse.
func openWarehouse(ctx context.Context, w gate.Warehouse) (adapters.DestinationAdapter, error) {
	if err := supported(w); err != nil {
		return nil, err
	}
	switch w.Type {
	case "postgres":
		return opened(postgres.Open(ctx, w))
	case "bigquery":
		return opened(bigquery.Open(ctx, w))
	default:
		return openDuckDB(ctx, w)
	}
}

// opened is an adapter as what is asked of all; an error comes without one.
func opened[A adapters.DestinationAdapter](a A, err error) (adapters.DestinationAdapter, error) {
	if err != nil {
		return nil, err
	}
	return a, nil
}
