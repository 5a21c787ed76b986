package report

import (
	"encoding/json"

	"github.com/invopop/jsonschema"
)

// Schema is the JSON Schema of the documents that JSON writes.
func Schema() []byte {
	return schemaOf(document{}, "result", "What sqlgate prints with -o json: one object on the last line of stdout.")
}

// DiffSchema is the JSON Schema of the documents that DiffJSON writes.
func DiffSchema() []byte {
	return schemaOf(diffDocument{}, "diff", "What sqlgate runs diff prints with -o json.")
}

func schemaOf(document any, name, description string) []byte {
	reflector := jsonschema.Reflector{Anonymous: true, ExpandedStruct: true}
	s := reflector.Reflect(document)
	s.ID = jsonschema.ID("https://github.com/sqlgate/sqlgate/" + name + ".schema.json")
	s.Title = "sqlgate " + name
	s.Description = description
	b, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		panic("report: the result schema does not marshal: " + err.Error())
	}
	return append(b, '\n')
}
