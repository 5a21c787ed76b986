//go:build cgo

package runner_test

import (
	"context"
	"fmt"
	"testing/fstest"
	"time"

	"github.com/google/uuid"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/duckdb"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/runner"
)

// A program adds a rule of its own: an entry in the gate's table, from which
// the loader checks its parameters, and a predicate.
func Example_addedRule() {
	ctx := context.Background()
	spec := gate.RuleSpec{
		Name: "divides", Scope: gate.ScopeRow, Level: gate.LevelColumn, Main: "value",
		Params:      []gate.ParamSpec{{Name: "value", Kind: gate.ParamCount, Required: true, Description: "the number to divide"}},
		Applies:     []gate.Kind{gate.KindInt32, gate.KindInt64},
		Nulls:       true,
		Description: "The value divides a number.",
		Example:     "divides: 12",
	}
	int64s := gate.Type{Kind: gate.KindInt64}
	divides := compile.WithRule("divides", func(c compile.RuleContext) (compile.Predicate, error) {
		n := ast.Literal{Text: fmt.Sprint(c.Rule.Params["value"].Int), Type: int64s}
		rest := ast.Arith{Op: ast.Mod, L: n, R: c.Value, Type: int64s}
		zero := ast.Literal{Text: "0", Type: int64s}
		return compile.Predicate{Valid: ast.Compare{Op: ast.Eq, L: rest, R: zero}, Expected: "divides " + n.Text}, nil
	})

	project, err := gate.Load(gate.LoadOptions{Rules: []gate.RuleSpec{spec}, FS: fstest.MapFS{
		gate.ProjectFile: {Data: []byte("version: 1\nwarehouses: {w: {type: duckdb, path: ':memory:'}}\ndefault_warehouse: w\n")},
		"gates/boxes.yaml": {Data: []byte(`gate: boxes
source: {query: "SELECT * FROM (VALUES (3), (5), (NULL)) AS boxes(size)"}
columns:
  size: {type: int32, divides: {value: 12, nulls: fail}}
`)},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	r := &runner.Runner{
		Project: project, Compile: []compile.Option{divides}, Now: time.Now, NewID: func() string { return uuid.Must(uuid.NewV7()).String() },
		Open: func(ctx context.Context, w gate.Warehouse) (adapters.DestinationAdapter, error) {
			return duckdb.Open(ctx, w)
		},
	}
	run := r.Check(ctx, project.Gates[0], runner.Options{NoLedger: true})
	fmt.Println(run.Outcome)
	for _, rule := range run.Rules {
		fmt.Println(rule.ID, rule.Expected, rule.FailedRows)
	}
	// Output:
	// failed
	// column_schema the columns and types of the gate 0
	// size.divides divides 12 2
}
