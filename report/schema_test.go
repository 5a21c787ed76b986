package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/report"
)

func TestSchemasAreCurrent(t *testing.T) {
	for file, got := range map[string][]byte{
		"result.schema.json": report.Schema(),
		"diff.schema.json":   report.DiffSchema(),
	} {
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s (run with -update to accept):\n%s", file, diff)
		}
	}
}

// keeps holds a JSON document to a schema.
func keeps(t *testing.T, schemaText, documentText []byte) {
	t.Helper()
	var s schema
	if err := json.Unmarshal(schemaText, &s); err != nil {
		t.Fatal(err)
	}
	var doc any
	if err := json.Unmarshal(documentText, &doc); err != nil {
		t.Fatal(err)
	}
	if err := s.check(&s, doc, "$"); err != nil {
		t.Error(err)
	}
}

// Every object of a document has exactly the keys that the schema requires,
// and every value one of the types that it allows.
func TestDocumentsKeepToTheSchema(t *testing.T) {
	var s schema
	if err := json.Unmarshal(report.Schema(), &s); err != nil {
		t.Fatal(err)
	}
	for name, r := range outcomes() {
		t.Run(name, func(t *testing.T) {
			e := envelope(r)
			e.Error = &ledger.Error{Code: "SG001", Message: "no"}
			var out bytes.Buffer
			if err := report.JSON(&out, e); err != nil {
				t.Fatal(err)
			}
			var doc any
			if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
				t.Fatal(err)
			}
			if err := s.check(&s, doc, "$"); err != nil {
				t.Error(err)
			}
		})
	}
}

// schema is as much of JSON Schema as the result's schema uses.
type schema struct {
	Ref        string             `json:"$ref"`
	Defs       map[string]*schema `json:"$defs"`
	OneOf      []*schema          `json:"oneOf"`
	Type       string             `json:"type"`
	Enum       []any              `json:"enum"`
	Properties map[string]*schema `json:"properties"`
	Required   []string           `json:"required"`
	Items      *schema            `json:"items"`
}

// UnmarshalJSON reads the schema true as one that allows everything.
func (s *schema) UnmarshalJSON(b []byte) error {
	if string(b) == "true" {
		return nil
	}
	type plain schema
	return json.Unmarshal(b, (*plain)(s))
}

func (s *schema) check(root *schema, value any, path string) error {
	if s.Ref != "" {
		return root.Defs[strings.TrimPrefix(s.Ref, "#/$defs/")].check(root, value, path)
	}
	if len(s.OneOf) > 0 {
		var err error
		for _, one := range s.OneOf {
			if err = one.check(root, value, path); err == nil {
				return nil
			}
			if value != nil && one.Type != "null" {
				return err
			}
		}
		return err
	}
	if s.Type != "" && !hasType(value, s.Type) {
		return fmt.Errorf("%s: %v is no %s", path, value, s.Type)
	}
	if len(s.Enum) > 0 && !slices.Contains(s.Enum, value) {
		return fmt.Errorf("%s: %v is none of %v", path, value, s.Enum)
	}
	switch v := value.(type) {
	case map[string]any:
		if s.Properties == nil {
			return nil
		}
		keys := slices.Sorted(maps.Keys(v))
		if diff := cmp.Diff(slices.Sorted(slices.Values(s.Required)), keys); diff != "" {
			return fmt.Errorf("%s: keys differ:\n%s", path, diff)
		}
		for _, k := range keys {
			if err := s.Properties[k].check(root, v[k], path+"."+k); err != nil {
				return err
			}
		}
	case []any:
		for i, item := range v {
			if err := s.Items.check(root, item, fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
	}
	return nil
}

func hasType(value any, name string) bool {
	switch v := value.(type) {
	case nil:
		return name == "null"
	case string:
		return name == "string"
	case bool:
		return name == "boolean"
	case float64:
		return name == "number" || name == "integer" && v == float64(int64(v))
	case []any:
		return name == "array"
	case map[string]any:
		return name == "object"
	default:
		return false
	}
}
