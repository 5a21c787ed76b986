package gate_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/sqlgate/sqlgate/gate"
)

func TestCodes(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, c := range gate.Codes() {
		if seen[c.Code] || c.Cause == "" || c.Cure == "" {
			t.Errorf("code %+v is there twice or incomplete", c)
		}
		seen[c.Code] = true
	}
	files, err := filepath.Glob("testdata/errors/*/want.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	for code := range seen {
		if code == gate.CodeNoProject || code == gate.CodeUnreadable { // these need a disk
			continue
		}
		if code == gate.CodeExpression { // compile reports it
			continue
		}
		if !strings.Contains(all.String(), "["+code+"]") {
			t.Errorf("no case reports %s", code)
		}
	}
}

func TestRuleTable(t *testing.T) {
	t.Parallel()
	names, keys := map[string]bool{}, map[string]bool{}
	for _, r := range gate.Rules() {
		if names[r.Name] || keys[r.Key] {
			t.Errorf("%s is there twice", r.Name)
		}
		names[r.Name], keys[r.Key] = true, true
		if r.Description == "" || r.Scope == "" || r.Level == "" {
			t.Errorf("%s is incomplete", r.Name)
		}
		if r.Main != "" && r.Param(r.Main) == nil {
			t.Errorf("%s: its main parameter %s is not a parameter", r.Name, r.Main)
		}
		for _, p := range r.Params {
			if p.Description == "" || p.Required && (p.Default != "" || p.DefaultList != nil) || (p.Kind == gate.ParamEnum) != (len(p.Enum) > 0) {
				t.Errorf("%s.%s: %+v", r.Name, p.Name, p)
			}
			if p.Default != "" && len(p.Enum) > 0 && !slices.Contains(p.Enum, p.Default) {
				t.Errorf("%s.%s: the default is not one of the values", r.Name, p.Name)
			}
		}
		if !r.Nests() {
			if keys := gate.DoubledKeys(r); len(keys) > 0 {
				t.Errorf("%s: keys %v are there twice", r.Name, keys)
			}
		}
		loadExample(t, r)
	}
}

// loadExample loads the example of a rule on a column that it applies to.
func loadExample(t *testing.T, r gate.RuleSpec) {
	t.Helper()
	columns := "columns:\n  order_id: {}\n  line: {}\n  ordered_at: {}\n  shipped_at: {}\n  email: {}\n  phone: {}\n  net: {}\n  tax: {}\n  total: {}\n"
	text := head + columns + "rules:\n  " + r.Example + "\n"
	switch {
	case r.Name == "primary_key":
		text = head + columns + r.Example + "\n"
	case r.Level == gate.LevelColumn:
		text = head + "columns:\n  c:\n    type: " + exampleType(r.Name) + "\n    " + r.Example + "\n"
	}
	g := loadAny(t, text)
	if r.Nests() {
		return
	}
	if len(g.Rules) != 1 || g.Rules[0].Kind != r.Name {
		t.Errorf("the example of %s makes %v", r.Name, g.Rules)
		return
	}
	for _, p := range r.Params {
		if _, ok := g.Rules[0].Params[p.Name]; !ok && (p.Required || p.Default != "") {
			t.Errorf("%s: parameter %s is not filled", r.Name, p.Name)
		}
	}
}

// exampleType is the type of the column that the example of a rule stands on.
func exampleType(rule string) string {
	switch rule {
	case "cast":
		return "int64"
	case "items":
		return "list(string)"
	case "fields":
		return "struct(city string, zip string)"
	default:
		return "any"
	}
}

func FuzzLoad(f *testing.F) {
	files, err := filepath.Glob("testdata/errors/*/*.yaml")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, fsys := range []fstest.MapFS{
			{gate.ProjectFile: {Data: []byte(defaultProject)}, "gates/g.yaml": {Data: data}},
			{gate.ProjectFile: {Data: data}, "gates/g.yaml": {Data: []byte(head)}},
		} {
			p, err := gate.Load(gate.LoadOptions{Dir: "/project", FS: fsys})
			if broken := p == nil || len(p.Broken.Gates)+len(p.Broken.Warehouses) > 0; broken != (err != nil) {
				t.Fatalf("project %v with error %v", p, err)
			}
			if p != nil {
				if _, err := json.Marshal(p); err != nil {
					t.Fatal(err)
				}
				for _, g := range p.Gates {
					if _, err := g.Bind(nil); err != nil {
						t.Fatalf("loaded and not bound: %v", err)
					}
				}
			}
		}
	})
}
