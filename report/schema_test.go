package report_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/sqlgate/sqlgate/report"
)

// TestKeepsToTheSchemas holds every outcome's JSON and JSONL to the published schemas.
func TestKeepsToTheSchemas(t *testing.T) {
	document, event := schemaOf(t, report.Schema()), schemaOf(t, report.EventSchema())
	for name, e := range envelopes() {
		t.Run(name, func(t *testing.T) {
			valid(t, document, written(t, report.FormatJSON, e))
			lines := bytes.SplitAfter(written(t, report.FormatJSONL, e), []byte("\n"))
			lines = lines[:len(lines)-1] // what follows the last line's end
			last := len(lines) - 1
			for _, line := range lines[:last] {
				valid(t, event, line)
			}
			valid(t, document, lines[last])
			if event.Validate(decoded(t, lines[last])) == nil || last > 0 && document.Validate(decoded(t, lines[0])) == nil {
				t.Error("the schemas do not tell an event from the document")
			}
		})
	}
}

// TestSchemasAreStrict breaks documents and events in ways that must not pass.
func TestSchemasAreStrict(t *testing.T) {
	e := envelopes()["split"]
	line, _, _ := strings.Cut(string(e.Events), "\n")
	for _, tt := range []struct {
		schema  []byte
		text    []byte
		old, to string
	}{
		{report.Schema(), written(t, report.FormatJSON, e), `"outcome":"split"`, `"outcome":"divided"`},
		{report.Schema(), written(t, report.FormatJSON, e), `"mode":"append",`, ``},
		{report.Schema(), written(t, report.FormatJSON, e), `"failed_rows":10`, `"failed_rows":"10"`},
		{report.Schema(), written(t, report.FormatJSON, e), `"reason":null`, `"reason":null,"more":1`},
		{report.EventSchema(), []byte(line), `"event":"run_started"`, `"event":"run_begun"`},
		{report.EventSchema(), []byte(line), `"event_version":1,`, ``},
	} {
		broken := strings.Replace(string(tt.text), tt.old, tt.to, 1)
		if broken == string(tt.text) {
			t.Fatalf("there is no %s", tt.old)
		}
		if schemaOf(t, tt.schema).Validate(decoded(t, []byte(broken))) == nil {
			t.Errorf("with %q for %q it is still valid", tt.to, tt.old)
		}
	}
}

func schemaOf(t *testing.T, text []byte) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", decoded(t, text)); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// keeps holds a JSON document to a schema.
func keeps(t *testing.T, schema, document []byte) {
	t.Helper()
	valid(t, schemaOf(t, schema), document)
}

func valid(t *testing.T, s *jsonschema.Schema, text []byte) {
	t.Helper()
	if err := s.Validate(decoded(t, text)); err != nil {
		t.Errorf("%s\n%v", text, err)
	}
}

func decoded(t *testing.T, text []byte) any {
	t.Helper()
	if !json.Valid(text) {
		t.Fatalf("not one JSON value: %s", text)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}
