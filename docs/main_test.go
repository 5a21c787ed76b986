//go:build cgo

// Package docs_test holds the documentation to the program: its generated
// pages are what the code says, its snippets load, run and print what they show.
package docs_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the generated pages and the outputs in the pages anew")

// root is the repository's root, seen from this package.
const root = ".."

// sqlgate is the program under test.
var sqlgate string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "sqlgate-docs")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(dir) }()
	sqlgate = filepath.Join(dir, "sqlgate")
	build := exec.Command("go", "build", "-o", sqlgate, "./cmd/sqlgate")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build sqlgate: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}
