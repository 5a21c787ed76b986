//go:build cgo

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/sqlgate/sqlgate/adapters/adaptertest/pgtest"
)

// TestPureGo builds sqlgate without cgo and runs the scripts with it.
func TestPureGo(t *testing.T) {
	server := pgtest.Start(t)
	dir := t.TempDir()
	build := exec.CommandContext(t.Context(), "go", "build", "-o", filepath.Join(dir, "sqlgate"), ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/purego",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("DATABASE_URL", server.Database(t))
			e.Setenv("PATH", dir+string(filepath.ListSeparator)+e.Getenv("PATH"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits,
			"json":  jsonIs,
			"pg":    pgQuery,
		},
	})
}
