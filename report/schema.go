package report

import (
	"encoding/json"
	"maps"

	"github.com/invopop/jsonschema"
)

const schemaHome = "https://github.com/sqlgate/sqlgate/"

// Schema is the JSON Schema of the documents that JSON writes.
func Schema() []byte {
	return schemaOf(document{}, "result", "What sqlgate prints with -o json, and last with -o jsonl: one object on the last line of stdout.")
}

// DiffSchema is the JSON Schema of the documents that DiffJSON writes.
func DiffSchema() []byte {
	return schemaOf(diffDocument{}, "diff", "What sqlgate runs diff prints with -o json.")
}

// HistorySchema is the JSON Schema of the documents that HistoryJSON writes.
func HistorySchema() []byte {
	return schemaOf(historyDocument{}, "report", "What sqlgate report prints with -o json.")
}

func schemaOf(document any, name, description string) []byte {
	s := reflector().Reflect(document)
	s.ID = jsonschema.ID(schemaHome + name + ".schema.json")
	s.Title = "sqlgate " + name
	s.Description = description
	return marshalSchema(s)
}

// EventSchema is the JSON Schema of the events that stand before the document in JSONL.
func EventSchema() []byte {
	root := &jsonschema.Schema{
		Version:     jsonschema.Version,
		ID:          schemaHome + "event.schema.json",
		Title:       "sqlgate event",
		Description: "A line that sqlgate run and sqlgate check print with -o jsonl. The last line is no event but the object of -o json.",
		Definitions: jsonschema.Definitions{},
	}
	for _, event := range []struct {
		name  string
		shape any
	}{
		{"run_started", runStarted{}},
		{"phase", phaseEntered{}},
		{"rule_result", ruleJudged{}},
		{"run_finished", runFinished{}},
	} {
		s := reflector().Reflect(event.shape)
		s.Properties.Set("event", &jsonschema.Schema{Type: "string", Const: event.name})
		maps.Copy(root.Definitions, s.Definitions)
		s.Version, s.Definitions = "", nil
		root.Definitions[event.name] = s
		root.OneOf = append(root.OneOf, &jsonschema.Schema{Ref: "#/$defs/" + event.name})
	}
	return marshalSchema(root)
}

func reflector() *jsonschema.Reflector {
	return &jsonschema.Reflector{Anonymous: true, ExpandedStruct: true}
}

func marshalSchema(s *jsonschema.Schema) []byte {
	b, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		panic("report: a schema does not marshal: " + err.Error())
	}
	return append(b, '\n')
}
