package main

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/gate"
)

//go:embed templates
var templates embed.FS

// demoMark begins the project file of a demo, so that a later init --demo
// knows it as its own.
const demoMark = "# Made by `sqlgate init --demo`."

// scaffold is a file of a new project and the template that fills it.
type scaffold struct{ path, template string }

type initOptions struct {
	dir  string
	demo bool
}

type initOutput struct {
	header
	Dir   string   `json:"dir"`
	Files []string `json:"files"`
}

func newInitCmd(a *app) *cobra.Command {
	var o initOptions
	cmd := &cobra.Command{
		Use:   "init [DIR]",
		Short: "Make a project: sqlgate.yaml, a gate and .gitignore",
		Long: `Makes a project in DIR (default: the working directory) and never overwrites a file.
With --demo it also makes warehouse.duckdb, whose table staging.orders holds a thousand
orders with faults in them. On a demo that it made before, it only fills staging.orders again.`,
		Example: "  sqlgate init\n  sqlgate init --demo demo && sqlgate run --project-dir demo",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.dir = "."
			if len(args) == 1 {
				o.dir = args[0]
			}
			return runInit(cmd, a, o)
		},
	}
	cmd.Flags().BoolVar(&o.demo, "demo", false, "add a DuckDB file with dirty orders")
	return cmd
}

func runInit(cmd *cobra.Command, a *app, o initOptions) error {
	files := []scaffold{
		{"sqlgate.yaml", "sqlgate.yaml"},
		{filepath.Join("gates", "orders.yaml"), "orders.yaml"},
		{filepath.Join("tests", "orders.yaml"), "orders_tests.yaml"},
		{".gitignore", "gitignore"},
	}
	if o.demo {
		if err := duckDBSupported(); err != nil {
			return err
		}
		files[0].template, files[1].template, files[2].template = "demo_sqlgate.yaml", "demo_orders.yaml", "demo_orders_tests.yaml"
	}

	again := o.demo && isDemo(o.dir)
	if !again {
		if err := refuseExisting(o, files); err != nil {
			return err
		}
	}
	made, err := writeMissing(o.dir, files)
	if err != nil {
		return err
	}
	if o.demo {
		if err := fillDemo(cmd.Context(), o.dir); err != nil {
			return err
		}
	}

	if a.json() {
		return a.printJSON(initOutput{header: a.header(cmd), Dir: o.dir, Files: made})
	}
	if a.quiet {
		return nil
	}
	return printInit(a, o, made, again)
}

// isDemo reports whether the directory holds a demo that init --demo made.
func isDemo(dir string) bool {
	content, err := os.ReadFile(filepath.Join(dir, "sqlgate.yaml"))
	return err == nil && bytes.HasPrefix(content, []byte(demoMark))
}

func refuseExisting(o initOptions, files []scaffold) error {
	paths := make([]string, 0, len(files)+1)
	for _, f := range files {
		paths = append(paths, f.path)
	}
	if o.demo {
		paths = append(paths, "warehouse.duckdb")
	}
	var there []string
	for _, path := range paths {
		_, err := os.Lstat(filepath.Join(o.dir, path))
		switch {
		case err == nil:
			there = append(there, path)
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
	}
	if len(there) == 0 {
		return nil
	}
	return &usageError{
		msg:  fmt.Sprintf("%s already holds %s; nothing was written", o.dir, strings.Join(there, ", ")),
		hint: "choose another directory, or remove what is there",
	}
}

// writeMissing writes the files that are not there and returns their paths.
func writeMissing(dir string, files []scaffold) ([]string, error) {
	made := []string{}
	for _, f := range files {
		content, err := templates.ReadFile("templates/" + f.template)
		if err != nil {
			return nil, err
		}
		path := filepath.Join(dir, f.path)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return nil, err
		}
		err = writeNew(path, content)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		made = append(made, f.path)
	}
	return made, nil
}

func writeNew(path string, content []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Close())
}

// fillDemo makes staging.orders anew in the demo's warehouse.
func fillDemo(ctx context.Context, dir string) error {
	script, err := templates.ReadFile("templates/demo.sql")
	if err != nil {
		return err
	}
	path, err := filepath.Abs(filepath.Join(dir, "warehouse.duckdb"))
	if err != nil {
		return err
	}
	db, err := openWarehouse(ctx, gate.Warehouse{Name: "local", Type: "duckdb", DuckDB: &gate.DuckDB{Path: path}})
	if err != nil {
		return err
	}
	var statements []adapters.Statement
	for sql := range strings.SplitSeq(string(script), ";\n") {
		if strings.TrimSpace(sql) != "" {
			statements = append(statements, adapters.Statement{SQL: sql})
		}
	}
	_, err = db.Exec(ctx, statements...)
	return errors.Join(err, db.Close())
}

func printInit(a *app, o initOptions, made []string, again bool) error {
	var b strings.Builder
	for _, path := range made {
		fmt.Fprintf(&b, "made %s\n", filepath.Join(o.dir, path))
	}
	next := "put your warehouse into sqlgate.yaml and your table into gates/orders.yaml, then run: sqlgate validate"
	switch {
	case again:
		fmt.Fprintf(&b, "filled staging.orders of the demo in %s again\n", o.dir)
	case o.demo:
		fmt.Fprintf(&b, "made %s with 1,000 orders in staging.orders\n", filepath.Join(o.dir, "warehouse.duckdb"))
	}
	if o.demo {
		next = "next: sqlgate run --project-dir " + o.dir
	}
	fmt.Fprintln(&b, next)
	_, err := a.errOut.Write([]byte(b.String()))
	return err
}
