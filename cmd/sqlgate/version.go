package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sqlgate/sqlgate/gate"
)

// release is the version that the linker sets for a release build.
var release = ""

// version is sqlgate's own version: of the release, of the module, or devel.
func version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}

type versionOutput struct {
	header
	Go     string  `json:"go"`
	DuckDB *string `json:"duckdb"`
}

func newVersionCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the versions of sqlgate, Go and DuckDB",
		Example: "  sqlgate version",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			out := versionOutput{header: a.header(cmd), Go: runtime.Version()}
			engine := "none (built without cgo)"
			if duckDBSupported() == nil {
				var err error
				if engine, err = duckDBVersion(cmd.Context()); err != nil {
					return err
				}
				out.DuckDB = &engine
			}
			if a.json() {
				return a.printJSON(out)
			}
			_, err := fmt.Fprintf(a.out, "sqlgate %s\ngo      %s\nduckdb  %s\n", version(), runtime.Version(), engine)
			return err
		},
	}
}

// duckDBVersion asks an empty database in memory.
func duckDBVersion(ctx context.Context) (version string, err error) {
	db, err := openWarehouse(ctx, gate.Warehouse{Name: "memory", Type: "duckdb", DuckDB: &gate.DuckDB{Path: ":memory:"}})
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	version, err = db.EngineVersion(ctx)
	return strings.TrimPrefix(version, "DuckDB "), err
}
