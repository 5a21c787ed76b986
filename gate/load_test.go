package gate_test

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/gate"
)

var update = flag.Bool("update", false, "write the golden files")

const defaultProject = `warehouses:
  local: {type: duckdb, path: warehouse.duckdb}
  prod: {type: postgres, host: db}
default_warehouse: local
`

// TestErrors loads each folder of testdata/errors and compares all that is
// reported with want.txt.
func TestErrors(t *testing.T) {
	t.Parallel()
	dirs, err := filepath.Glob("testdata/errors/*")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			fsys, env := readCase(t, dir)
			got := report(gate.Load(gate.LoadOptions{Dir: "/project", FS: fsys, Env: env, Tests: true}))
			golden := filepath.Join(dir, "want.txt")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("reports (-want +got):\n%s", diff)
			}
		})
	}
}

// readCase makes a project of a folder: sqlgate.yaml or a default one, the
// other YAML files as gates, and the environment of the file env.
func readCase(t *testing.T, dir string) (fs.FS, func(string) (string, bool)) {
	t.Helper()
	fsys := fstest.MapFS{gate.ProjectFile: {Data: []byte(defaultProject)}}
	vars := map[string]string{}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case f.Name() == gate.ProjectFile:
			fsys[gate.ProjectFile] = &fstest.MapFile{Data: data}
		case f.Name() == "env":
			for line := range strings.Lines(string(data)) {
				name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
				vars[name] = value
			}
		case strings.HasPrefix(f.Name(), "tests_"):
			fsys["tests/"+f.Name()] = &fstest.MapFile{Data: data}
		case strings.HasSuffix(f.Name(), ".csv"):
			fsys[f.Name()] = &fstest.MapFile{Data: data}
		case strings.HasSuffix(f.Name(), ".yaml"):
			fsys["gates/"+f.Name()] = &fstest.MapFile{Data: data}
		}
	}
	return fsys, lookup(vars)
}

func lookup(vars map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		value, ok := vars[name]
		return value, ok
	}
}

func report(p *gate.Project, err error) string {
	if err != nil {
		return err.Error() + "\n"
	}
	var b strings.Builder
	for _, w := range p.Warnings {
		b.WriteString("warning: " + w.Detail() + "\n")
	}
	return b.String()
}

// loadOptions are those of one gate file in the default project.
func loadOptions(text string) gate.LoadOptions {
	return gate.LoadOptions{Dir: "/project", FS: fstest.MapFS{
		gate.ProjectFile: {Data: []byte(defaultProject)},
		"gates/g.yaml":   {Data: []byte(text)},
	}}
}

// loadGate loads one gate file in the default project.
func loadGate(t *testing.T, text string) *gate.Gate {
	t.Helper()
	p, err := gate.Load(loadOptions(text))
	if err != nil {
		t.Fatal(err)
	}
	return p.Gates[0]
}

// loadAny is loadGate with the rules that are not supported yet.
func loadAny(t *testing.T, text string) *gate.Gate {
	t.Helper()
	p, err := gate.Load(loadOptions(text))
	if err != nil {
		t.Fatal(err)
	}
	return p.Gates[0]
}
