//go:build cgo

package main

import (
	"context"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/duckdb"
	"github.com/sqlgate/sqlgate/gate"
)

// duckDBSupported says whether this binary has DuckDB in it.
func duckDBSupported() error { return nil }

func openDuckDB(ctx context.Context, w gate.Warehouse) (adapters.DestinationAdapter, error) {
	return opened(duckdb.Open(ctx, w))
}
