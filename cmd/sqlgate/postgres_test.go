//go:build cgo

package main

import (
	"context"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/sqlgate/sqlgate/adapters/adaptertest/pgtest"
)

// TestPostgresScripts runs the scripts that need a server: DATABASE_URL is a
// database of each script's own.
func TestPostgresScripts(t *testing.T) {
	server := pgtest.Start(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/postgres",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("DATABASE_URL", server.Database(t))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits,
			"json":  jsonIs,
			"pg":    pgQuery,
		},
	})
}

// pg SQL [WANT] runs SQL on the script's database and compares its first value.
func pgQuery(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: pg sql [want]")
	}
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, ts.Getenv("DATABASE_URL"))
	ts.Check(err)
	defer func() { ts.Check(conn.Close(ctx)) }()
	if len(args) == 1 {
		_, err := conn.Exec(ctx, args[0])
		ts.Check(err)
		return
	}
	var got any
	ts.Check(conn.QueryRow(ctx, args[0]).Scan(&got))
	if fmt.Sprint(got) != args[1] {
		ts.Fatalf("%s gives %v, want %s", args[0], got, args[1])
	}
}
