//go:build cgo

package main

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"
	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"sqlgate": main})
}

func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			data, err := filepath.Abs("testdata")
			e.Setenv("DATA", data)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits,
			"json":  jsonIs,
			"query": query,
			"runid": runID,
		},
	})
}

// exits CODE PROGRAM ARGS... runs a program that must end with that exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code program args...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("%s exited %d, want %d", strings.Join(args[1:], " "), got, want)
	}
}

// json FILE PATH VALUE compares a value of the JSON object on a file's last
// line; PATH is keys and indexes with dots between, len the length of a list.
func jsonIs(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: json file path value")
	}
	lines := strings.Split(strings.TrimRight(ts.ReadFile(args[0]), "\n"), "\n")
	var v any
	dec := json.NewDecoder(strings.NewReader(lines[len(lines)-1]))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		ts.Fatalf("last line of %s is not JSON: %v: %s", args[0], err, lines[len(lines)-1])
	}
	for key := range strings.SplitSeq(args[1], ".") {
		v = step(ts, v, key)
	}
	got := "null"
	if v != nil {
		got = fmt.Sprint(v)
	}
	if (got == args[2]) == neg {
		ts.Fatalf("%s is %s; want (negated: %t) %s", args[1], got, neg, args[2])
	}
}

func step(ts *testscript.TestScript, v any, key string) any {
	switch v := v.(type) {
	case map[string]any:
		child, ok := v[key]
		if !ok {
			ts.Fatalf("there is no key %q", key)
		}
		return child
	case []any:
		if key == "len" {
			return len(v)
		}
		i, err := strconv.Atoi(key)
		if err != nil || i >= len(v) {
			ts.Fatalf("there is no item %q of %d", key, len(v))
		}
		return v[i]
	default:
		ts.Fatalf("%v has no key %q", v, key)
		return nil
	}
}

// query FILE SQL [WANT] runs SQL on a DuckDB file and compares its first value.
func query(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: query file sql [want]")
	}
	db, err := sql.Open("duckdb", ts.MkAbs(args[0]))
	ts.Check(err)
	defer func() { ts.Check(db.Close()) }()
	if len(args) == 2 {
		_, err := db.Exec(args[1])
		ts.Check(err)
		return
	}
	var got any
	ts.Check(db.QueryRow(args[1]).Scan(&got))
	if fmt.Sprint(got) != args[2] {
		ts.Fatalf("%s gives %v, want %s", args[1], got, args[2])
	}
}

// runid VAR sets VAR to the id of the only split run in warehouse.duckdb.
func runID(ts *testscript.TestScript, _ bool, args []string) {
	db, err := sql.Open("duckdb", ts.MkAbs("warehouse.duckdb"))
	ts.Check(err)
	defer func() { ts.Check(db.Close()) }()
	var id string
	ts.Check(db.QueryRow("SELECT run_id FROM sqlgate.runs WHERE outcome = 'split'").Scan(&id))
	ts.Setenv(args[0], id)
}
