package report

import (
	"encoding/json"

	"github.com/invopop/jsonschema"
)

// Schema is the JSON Schema of the documents that JSON writes.
func Schema() []byte {
	reflector := jsonschema.Reflector{Anonymous: true, ExpandedStruct: true}
	s := reflector.Reflect(document{})
	s.ID = "https://github.com/sqlgate/sqlgate/result.schema.json"
	s.Title = "sqlgate result"
	s.Description = "What sqlgate prints with -o json: one object on the last line of stdout."
	b, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		panic("report: the result schema does not marshal: " + err.Error())
	}
	return append(b, '\n')
}
