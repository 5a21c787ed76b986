package gate_test

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/sqlgate/sqlgate/gate"
)

// schema is the part of JSON Schema that the written schemas use.
type schema struct {
	Type                 string
	Enum                 []any
	Pattern              string
	Minimum              *float64
	Required             []string
	Properties           map[string]*schema
	PatternProperties    map[string]*schema
	AdditionalProperties *schema
	Items                *schema
	AnyOf                []*schema
	Ref                  string             `json:"$ref"`
	Defs                 map[string]*schema `json:"$defs"`
	never                bool
	defs                 map[string]*schema // of the whole
}

// link gives a schema and all within it what they can refer to.
func (s *schema) link(defs map[string]*schema) {
	if s == nil || s.defs != nil {
		return
	}
	s.defs = defs
	for _, list := range []map[string]*schema{s.Properties, s.PatternProperties, s.Defs} {
		for _, sub := range list {
			sub.link(defs)
		}
	}
	for _, sub := range append(s.AnyOf, s.AdditionalProperties, s.Items) {
		sub.link(defs)
	}
}

func (s *schema) UnmarshalJSON(data []byte) error {
	if string(data) == "true" || string(data) == "false" {
		s.never = string(data) == "false"
		return nil
	}
	type plain schema
	return json.Unmarshal(data, (*plain)(s))
}

// check says what of a value the schema refuses, or is empty.
func (s *schema) check(v any, at string) string {
	if s.never {
		return at + " is not allowed"
	}
	if s.Ref != "" {
		return s.defs[strings.TrimPrefix(s.Ref, "#/$defs/")].check(v, at)
	}
	if len(s.AnyOf) > 0 && !slices.ContainsFunc(s.AnyOf, func(o *schema) bool { return o.check(v, at) == "" }) {
		var reasons []string
		for _, o := range s.AnyOf {
			reasons = append(reasons, o.check(v, at))
		}
		return strings.Join(reasons, " or ")
	}
	if len(s.Enum) > 0 && !slices.ContainsFunc(s.Enum, func(e any) bool { return reflect.DeepEqual(e, v) }) {
		return fmt.Sprintf("%s: %v is not one of %v", at, v, s.Enum)
	}
	kinds := map[string]bool{"": true}
	switch v := v.(type) {
	case map[string]any:
		kinds["object"] = true
		if s.Type == "object" {
			return s.checkObject(v, at)
		}
	case []any:
		kinds["array"] = true
		for i, item := range v {
			if s.Items != nil {
				if reason := s.Items.check(item, fmt.Sprintf("%s[%d]", at, i)); reason != "" {
					return reason
				}
			}
		}
	case string:
		kinds["string"] = true
		if s.Pattern != "" && !regexp.MustCompile(s.Pattern).MatchString(v) {
			return at + " does not match"
		}
	case float64:
		kinds["number"], kinds["integer"] = true, v == float64(int64(v))
		if s.Minimum != nil && v < *s.Minimum {
			return at + " is too small"
		}
	case bool:
		kinds["boolean"] = true
	case nil:
		kinds["null"] = true
	}
	if !kinds[s.Type] {
		return fmt.Sprintf("%s: %T is not of type %s", at, v, s.Type)
	}
	return ""
}

func (s *schema) checkObject(v map[string]any, at string) string {
	for _, name := range s.Required {
		if _, ok := v[name]; !ok {
			return at + " lacks " + name
		}
	}
	for name, value := range v {
		sub := s.AdditionalProperties
		for pattern, p := range s.PatternProperties {
			if regexp.MustCompile(pattern).MatchString(name) {
				sub = p
			}
		}
		if p := s.Properties[name]; p != nil {
			sub = p
		}
		if sub == nil {
			continue
		}
		if reason := sub.check(value, at+"."+name); reason != "" {
			return reason
		}
	}
	return ""
}

func readSchema(t *testing.T, write func() ([]byte, error)) *schema {
	t.Helper()
	data, err := write()
	if err != nil {
		t.Fatal(err)
	}
	s := &schema{}
	if err := json.Unmarshal(data, s); err != nil {
		t.Fatal(err)
	}
	s.link(s.Defs)
	return s
}

// document reads YAML as an editor does, into JSON's values.
func document(t *testing.T, text string) any {
	t.Helper()
	data, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestGateSchema(t *testing.T) {
	t.Parallel()
	s := readSchema(t, gate.Schema)
	example, err := os.ReadFile("testdata/orders.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		string(example),
		"gate: a\ntarget: t\nmode: append\nx-mine: {any: [1]}\nsource: {files: [a, b]}\nrejected: {rule_columns: true}\nreject_limit: {percent: 5%, rows: 3}\n",
		head + "columns:\n  a: {unique: true, on_failure: {default: warn}, rules: [{name: r, min: 3}, {nulls: fail, range: {min: 1, max: 2}}]}\n",
		head + "primary_key: [a, b]\nrules:\n  - {name: u, unique: {columns: [a, b], null_keys: equal}}\n  - sql: {duckdb: a > 0}\n",
		head + "checks:\n  - {name: c, row_count: {warn: {between: [1, 5]}}}\n",
		"gate: a\nsource: s\ntarget: t\nmode: upsert\nupsert: {key: [a], newer_by: b}\npartition_by: {d: day, r: {column: r, values: [1, eu]}}\n",
		head + "tests:\n  - name: t\n    given: {source: [{a: 1, b: null, c: [1, {d: x}]}], target: t.csv, tables: {t: {rows: [], types: {a: int64}}}}\n" +
			"    expect: {outcome: split, passed: p.csv, rejected: [{row: {a: 1}, rules: r}], failing: [], checks: {c: warn}}\n",
	} {
		if reason := s.check(document(t, text), "gate"); reason != "" {
			t.Errorf("refused: %s\n%s", reason, text)
		}
	}
	for _, text := range []string{
		head + "colunms: {}\n",
		"gate: a\nsource: s\ntarget: t\nmode: merge\n",
		head + "partition_by: {d: {grain: day}}\n",
		head + "tests: [{name: a, given: {source: []}}]\n",
		head + "columns: {a: {minimum: 1}}\n",
		head + "columns: {a: {min: {value: 1, wher: x}}}\n",
		head + "columns: {a: {max_length: -1}}\n",
		head + "columns: {a: {regex: {pattern: x, match: fully}}}\n",
		head + "rules: [{min: 1}]\n",
		head + "checks: [{row_count: {least: 1}}]\n",
		"source: s\n",
	} {
		if reason := s.check(document(t, text), "gate"); reason == "" {
			t.Errorf("accepted:\n%s", text)
		}
	}
}

func TestProjectSchema(t *testing.T) {
	t.Parallel()
	s := readSchema(t, gate.ProjectSchema)
	const good = `version: 1
warehouses:
  local: {type: duckdb, path: warehouse.duckdb, settings: {threads: 4}}
  prod:  {type: postgres, dsn: "${DATABASE_URL}"}
  bq:    {type: bigquery, project: acme, dataset: analytics, location: EU, maximum_bytes_billed: 100GB}
default_warehouse: local
gates: gates/*.yaml
defaults: {on_failure: quarantine, owner: data-team}
ledger: {schema: sqlgate}
settings: {max_failure_samples: 5}
`
	if reason := s.check(document(t, good), "project"); reason != "" {
		t.Errorf("refused: %s", reason)
	}
	for _, text := range []string{
		"warehouses: {a: {type: duckdb, pth: x}}\n",
		"warehouses: {a: {type: duckdb, path: x, dsn: y}}\n",
		"warehouses: {}\nsettings: {samples: 1}\n",
		"gates: x\n",
	} {
		if reason := s.check(document(t, text), "project"); reason == "" {
			t.Errorf("accepted:\n%s", text)
		}
	}
}
