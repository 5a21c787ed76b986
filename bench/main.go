//go:build cgo

// Command bench measures what a run costs against what can't be avoided:
// copying the rows once. In one process, on one DuckDB file, it takes in turn
// the copy, runs of sqlgate, a check, and a suite of single checks (a query
// per rule, then two filtered inserts), and prints a table of the medians. With
// -dsn it does so in a Postgres database.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/gate"
)

type config struct {
	rows        int64
	bad         int
	repeats     int
	key         string
	dir         string
	memoryLimit string
	threads     string
	dsn         string
}

func main() {
	var c config
	flag.Int64Var(&c.rows, "rows", 10_000_000, "rows of the batch")
	flag.IntVar(&c.bad, "bad", 1, "percent of bad rows, from 0 to 100")
	flag.IntVar(&c.repeats, "repeats", 5, "times that each is measured; the table has the medians")
	flag.StringVar(&c.key, "key", "id", "column of the unique rule: id (a sorted integer) or code (a text)")
	flag.StringVar(&c.dir, "dir", os.TempDir(), "directory of the database file; it should be on a disk")
	flag.StringVar(&c.memoryLimit, "memory-limit", "", "DuckDB's memory_limit, such as 2GB (default: DuckDB's own)")
	flag.StringVar(&c.threads, "threads", "", "DuckDB's threads (default: DuckDB's own)")
	flag.StringVar(&c.dsn, "dsn", "", "measure Postgres, in this empty database that the user owns, as a superuser (default: DuckDB)")
	flag.Parse()
	if err := c.check(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
	if err := run(context.Background(), c, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func (c config) check() error {
	switch {
	case flag.NArg() > 0:
		return fmt.Errorf("unexpected argument %s", flag.Arg(0))
	case c.rows < 1:
		return fmt.Errorf("-rows %d: it must be positive", c.rows)
	case c.bad < 0 || c.bad > 100:
		return fmt.Errorf("-bad %d: it is a percentage", c.bad)
	case c.repeats < 1:
		return fmt.Errorf("-repeats %d: it must be positive", c.repeats)
	case c.key != "id" && c.key != "code":
		return fmt.Errorf("-key %s: use id or code", c.key)
	}
	return nil
}

// run measures in a directory of its own, which it removes, and prints to out.
func run(ctx context.Context, c config, out io.Writer) (err error) {
	dir, err := os.MkdirTemp(c.dir, "sqlgate-bench-")
	if err != nil {
		return err
	}
	defer func() {
		if removeErr := os.RemoveAll(dir); err == nil {
			err = removeErr
		}
	}()
	project, err := loadProject(dir, c)
	if err != nil {
		return err
	}
	// The connection stays open, so that its cache is the same for all.
	e := c.engine()
	db, err := e.open(ctx, project.Warehouses[0])
	if err != nil {
		return err
	}
	defer func() {
		if closeErr := db.Close(); err == nil {
			err = closeErr
		}
	}()
	if err := isEmpty(ctx, db, e); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "making %d rows\n", c.rows)
	if _, err := db.Exec(ctx, statements(e.data(c.rows, c.bad)...)...); err != nil {
		return fmt.Errorf("make the data: %w", err)
	}
	defer func() {
		if _, clearErr := db.Exec(ctx, statements(append(dropResults(), e.clear...)...)...); err == nil {
			err = clearErr
		}
	}()
	b := &bench{engine: e, db: db, project: project, config: c}
	if err := b.measure(ctx); err != nil {
		return err
	}
	version, err := db.EngineVersion(ctx)
	if err != nil {
		return err
	}
	return b.print(out, version)
}

// isEmpty refuses a database with tables, since the benchmark makes and drops its own.
func isEmpty(ctx context.Context, db adapters.DestinationAdapter, e engine) error {
	if e.present == "" {
		return nil
	}
	var tables int64
	if err := db.Query(ctx, adapters.Statement{SQL: e.present}, func(scan adapters.Scan) error { return scan(&tables) }); err != nil {
		return err
	}
	if tables > 0 {
		return fmt.Errorf("the database has %d tables; give an empty one", tables)
	}
	return nil
}

// loadProject writes the measured gates and loads them.
func loadProject(dir string, c config) (*gate.Project, error) {
	if err := os.Mkdir(filepath.Join(dir, "gates"), 0o755); err != nil {
		return nil, err
	}
	e := c.engine()
	gates := map[string]string{
		"full": gateYAML("full", "source", c.key, gate.Quarantine, nil),
		"warn": gateYAML("warn", "source", c.key, gate.Warn, nil),
		"rows": gateYAML("rows", "source", "", gate.Quarantine, nil),
		"many": gateYAML("many", "source", c.key, gate.Quarantine, moreRules()),
	}
	maps.Copy(gates, e.gates)
	for name, text := range gates {
		if err := os.WriteFile(filepath.Join(dir, "gates", name+".yaml"), []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	project := fmt.Sprintf(`version: 1
warehouses:
  bench: %s
default_warehouse: bench
defaults: {on_failure: quarantine}
`, e.warehouse)
	if err := os.WriteFile(filepath.Join(dir, "sqlgate.yaml"), []byte(project), 0o644); err != nil {
		return nil, err
	}
	return gate.Load(gate.LoadOptions{ProjectDir: dir})
}
