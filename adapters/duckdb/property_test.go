package duckdb_test

import (
	"context"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/adaptertest"
	"github.com/sqlgate/sqlgate/adapters/duckdb"
	"github.com/sqlgate/sqlgate/gate"
)

// TestProperty runs random gates over random rows. PROPERTY_TIME (such as 1h)
// runs it for so long in place of a fixed number of gates, PROPERTY_SEED from
// another seed.
func TestProperty(t *testing.T) {
	seed, limit := uint64(1), time.Duration(0)
	var err error
	if s := os.Getenv("PROPERTY_SEED"); s != "" {
		if seed, err = strconv.ParseUint(s, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	if s := os.Getenv("PROPERTY_TIME"); s != "" {
		if limit, err = time.ParseDuration(s); err != nil {
			t.Fatal(err)
		}
	}
	end := time.Now().Add(limit)
	adaptertest.Property(t, adaptertest.Engine{
		Name:      "duckdb",
		Warehouse: func(*testing.T) string { return "{type: duckdb, path: ':memory:'}" },
		Open: func(ctx context.Context, w gate.Warehouse) (adapters.DestinationAdapter, error) {
			return duckdb.Open(ctx, w)
		},
	}, seed, func(gate int) bool {
		if limit > 0 {
			return time.Now().Before(end)
		}
		return gate < 100
	})
}
