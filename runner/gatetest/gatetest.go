// Package gatetest runs the tests of a project's gates from go test.
package gatetest

import (
	"context"
	"os"
	"testing"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/duckdb"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/runner/fixture"
)

// Run runs the tests of the named gates, or of all, of the project in a
// directory, each as a subtest GATE/TEST. A project or a gate without tests fails.
func Run(t *testing.T, dir string, gates ...string) {
	t.Helper()
	RunProject(t, gate.LoadOptions{ProjectDir: dir, Env: os.LookupEnv}, nil, gates...)
}

// RunProject is Run for a project that is loaded and compiled with options, such
// as rules of a program's own.
func RunProject(t *testing.T, load gate.LoadOptions, options []compile.Option, gates ...string) {
	t.Helper()
	load.Tests = true
	project, err := gate.Load(load)
	if err != nil {
		t.Fatal(err)
	}
	selected := project.Gates
	if len(gates) > 0 {
		selected = nil
	}
	for _, name := range gates {
		g := project.Gate(name)
		if g == nil || len(g.Tests) == 0 {
			t.Fatalf("the project has no gate %s with tests", name)
		}
		selected = append(selected, g)
	}
	suite := fixture.Suite{Project: project, Compile: options, Open: open}
	results, err := suite.Run(t.Context(), selected)
	if err != nil {
		t.Fatal(err)
	}
	if len(results) == 0 {
		t.Fatal("the project's gates have no tests")
	}
	for i := range results {
		r := &results[i]
		t.Run(r.Gate.Name+"/"+r.Test.Name, func(t *testing.T) {
			if !r.Passed() {
				t.Errorf("%s:%d\n%s", r.Test.Pos.File, r.Test.Pos.Line, r)
			}
		})
	}
}

func open(ctx context.Context, w gate.Warehouse) (adapters.DestinationAdapter, error) {
	db, err := duckdb.Open(ctx, w)
	if err != nil {
		return nil, err
	}
	return db, nil
}
