//go:build !cgo

package main

import (
	"context"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/gate"
)

func duckDBSupported() error {
	return &usageError{
		msg:  "this sqlgate was built without cgo and has no DuckDB in it",
		hint: "build it with CGO_ENABLED=1 and a C compiler",
	}
}

func openDuckDB(context.Context, gate.Warehouse) (adapters.DestinationAdapter, error) {
	return nil, duckDBSupported()
}
