package runner_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sqlgate/sqlgate/gate"
)

// TestEveryCheckHasCases holds that the conformance cases show each kind of
// check passing, failing, warning and over an empty batch, and where that can
// be by groups, with NULLs and with exact decimals: checks that show these are
// tagged so.
func TestEveryCheckHasCases(t *testing.T) {
	t.Parallel()
	shown := map[string]map[string]bool{}
	files, err := filepath.Glob(filepath.Join("..", "testdata", "conformance", "*check*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		addShown(t, file, shown)
	}
	for _, spec := range gate.Checks() {
		want := []string{"pass", "fail", "warn", "empty"}
		if spec.Groups {
			want = append(want, "group")
		}
		if !slices.Contains([]string{"row_count_match", "rejected_rate", "schema", "row_count_change"}, spec.Name) {
			want = append(want, "nulls")
		}
		if !slices.Contains([]string{"row_count", "row_count_match", "freshness", "no_gaps", "schema"}, spec.Name) {
			want = append(want, "decimals")
		}
		for _, what := range want {
			if !shown[spec.Name][what] {
				t.Errorf("check %s has no conformance case for: %s", spec.Name, what)
			}
		}
	}
}

func addShown(t *testing.T, file string, shown map[string]map[string]bool) {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	byID := map[string][]*gate.Check{} // the gates of a case may share ids
	want := ""
	for _, f := range archive.Files {
		switch {
		case f.Name == "want":
			want = string(f.Data)
		case strings.HasSuffix(f.Name, ".yaml"):
			for _, c := range checksOf(t, f.Data) {
				byID[c.ID] = append(byID[c.ID], c)
			}
		}
	}
	staged := ""
	for line := range strings.Lines(want) {
		words := strings.Fields(line)
		if len(words) > 1 && words[0] == "staged" {
			staged = words[1]
		}
		if !strings.HasPrefix(line, "  ") || len(words) < 3 {
			continue
		}
		for _, c := range byID[words[0]] {
			s := shown[c.Kind]
			if s == nil {
				s = map[string]bool{}
				shown[c.Kind] = s
			}
			s[words[2]] = true
			s["empty"] = s["empty"] || staged == "0"
			s["group"] = s["group"] || len(c.GroupBy) > 0 && strings.Contains(line, " where ")
			for _, tag := range c.Tags {
				s[tag] = true
			}
		}
	}
}

func checksOf(t *testing.T, yaml []byte) []*gate.Check {
	t.Helper()
	dir := t.TempDir()
	for name, data := range map[string][]byte{
		"sqlgate.yaml":    []byte("version: 1\nwarehouses:\n  w: {type: duckdb, path: w.duckdb}\ndefault_warehouse: w\n"),
		"gates/gate.yaml": yaml,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p, err := gate.Load(gate.LoadOptions{ProjectDir: dir, Env: func(string) (string, bool) { return "", false }})
	if err != nil {
		t.Fatal(err)
	}
	return p.Gates[0].Checks
}
