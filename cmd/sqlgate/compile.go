package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

type compileOptions struct {
	gate      string
	warehouse string
	dialect   string
	parting   parting
}

type compileOutput struct {
	header
	Gate    string `json:"gate"`
	Dialect string `json:"dialect"`
	SQL     string `json:"sql"`
}

func newCompileCmd(a *app) *cobra.Command {
	var o compileOptions
	cmd := &cobra.Command{
		Use:   "compile GATE",
		Short: "Print the SQL of a gate, offline",
		Long: `Prints the SQL that a run of the gate would execute, taking the source to have
the columns that the gate declares. sqlgate plan asks the warehouse instead.`,
		Example: "  sqlgate compile orders\n  sqlgate compile orders --dialect bigquery",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.gate = args[0]
			return runCompile(cmd, a, o)
		},
	}
	cmd.Flags().StringVarP(&o.warehouse, "warehouse", "w", "", "warehouse whose dialect to use")
	cmd.Flags().StringVar(&o.dialect, "dialect", "", "duckdb, postgres or bigquery (default: the warehouse's)")
	partitionFlag(cmd, &o.parting)
	return cmd
}

func runCompile(cmd *cobra.Command, a *app, o compileOptions) error {
	p, gates, err := a.loadGates(selection{names: []string{o.gate}}, o.warehouse)
	if err != nil {
		return err
	}
	g := gates[0]
	part, err := o.parting.readOne(g, true)
	if err != nil {
		return err
	}
	plan, err := compileOffline(p, g, o.dialect, part)
	if err != nil {
		return err
	}
	if a.json() {
		return a.printJSON(compileOutput{header: a.header(cmd), Gate: g.Name, Dialect: plan.Dialect.Name(), SQL: plan.SQL()})
	}
	_, err = io.WriteString(a.out, plan.SQL())
	return err
}

// compileAll compiles gates without their warehouses and reports what is wrong
// with each. What only a warehouse knows, its columns, is left to the run.
func compileAll(p *gate.Project, gates []*gate.Gate) error {
	var faults gateErrors
	for _, g := range gates {
		_, err := compileOffline(p, g, "", nil)
		var mismatch *compile.SchemaMismatchError
		var at *gateError
		switch {
		case err == nil || errors.As(err, &mismatch):
		case errors.As(err, &at):
			faults = append(faults, at)
		default:
			return err
		}
	}
	return faults.orNil()
}

// compileOffline compiles a gate without its warehouse, in the named dialect
// or, where that is empty, the warehouse's. A gate that needs a partition gets one
// where none is named: what can be wrong with it is the same for all.
func compileOffline(p *gate.Project, g *gate.Gate, name string, part gate.Partition) (*compile.Plan, error) {
	if part == nil && g.Mode == gate.ReplacePartition {
		part = g.NullPartition()
	}
	if name == "" {
		w, err := warehouse(p, g.Warehouse)
		if err != nil {
			return nil, err
		}
		name = w.Type
	}
	d, err := dialect.ByName(name)
	if err != nil {
		return nil, &usageError{msg: err.Error()}
	}
	plan, err := compile.Compile(g, d, compile.Input{Partition: part})
	if err != nil {
		return nil, &gateError{gate: g, err: err}
	}
	return plan, nil
}
