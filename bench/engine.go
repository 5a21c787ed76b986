//go:build cgo

package main

import (
	"context"
	"fmt"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/duckdb"
	"github.com/sqlgate/sqlgate/adapters/postgres"
	"github.com/sqlgate/sqlgate/gate"
)

// engine is a warehouse that is measured.
type engine struct {
	name      string
	warehouse string // of the project file
	open      func(context.Context, gate.Warehouse) (adapters.DestinationAdapter, error)
	data      func(rows int64, badPercent int) []string
	gates     map[string]string // YAML by name, beside those of both engines
	present   string            // SQL: how many tables the database has before; empty: it is a new one
	clear     []string          // SQL that removes what the benchmark leaves
}

func (c config) engine() engine {
	if c.dsn != "" {
		return engine{
			name:      "Postgres",
			warehouse: fmt.Sprintf("{type: postgres, dsn: %q}", c.dsn),
			open: func(ctx context.Context, w gate.Warehouse) (adapters.DestinationAdapter, error) {
				return postgres.Open(ctx, w)
			},
			data:  postgresData,
			gates: map[string]string{"indexed": gateYAML("indexed", "indexed", "id", gate.Quarantine, nil)},
			present: "SELECT count(*) FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace " +
				"WHERE n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')",
			clear: []string{"DROP TABLE source, indexed", "DROP SCHEMA sqlgate CASCADE"},
		}
	}
	settings := ""
	if c.memoryLimit != "" {
		settings += fmt.Sprintf("memory_limit: %q, ", c.memoryLimit)
	}
	if c.threads != "" {
		settings += fmt.Sprintf("threads: %q, ", c.threads)
	}
	return engine{
		name:      "DuckDB",
		warehouse: fmt.Sprintf("{type: duckdb, path: bench.duckdb, settings: {%s}}", settings),
		open: func(ctx context.Context, w gate.Warehouse) (adapters.DestinationAdapter, error) {
			return duckdb.Open(ctx, w)
		},
		data: duckdbData,
	}
}
