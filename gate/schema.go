package gate

import (
	"encoding/json"
	"fmt"

	"github.com/invopop/jsonschema"
)

// Schema is the JSON Schema of gate files, written from the tables that
// the loader checks them with.
func Schema() ([]byte, error) {
	return schemaFile("A sqlgate gate", gateShape())
}

// ProjectSchema is the JSON Schema of the project file.
func ProjectSchema() ([]byte, error) {
	s := projectShape()
	s.object.key("warehouses").shape = mapOf(&shape{choices: warehouseShapes()})
	return schemaFile("A sqlgate project", s)
}

func warehouseShapes() []*shape {
	var list []*shape
	for _, kind := range warehouseTypes() {
		list = append(list, warehouseShape(kind))
	}
	return list
}

func schemaFile(title string, s *shape) ([]byte, error) {
	schema := s.schema()
	schema.Version = jsonschema.Version
	schema.Title = title
	data, err := json.MarshalIndent(schema, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write the JSON Schema: %w", err)
	}
	return append(data, '\n'), nil
}

// schema is the shape as a JSON Schema.
func (s *shape) schema() *jsonschema.Schema {
	forms := s.forms()
	if len(forms) == 1 {
		return forms[0]
	}
	return &jsonschema.Schema{AnyOf: forms}
}

func (s *shape) forms() []*jsonschema.Schema {
	var forms []*jsonschema.Schema
	if s.scalar != noScalar {
		forms = append(forms, s.scalarSchema())
	}
	if s.list != nil {
		forms = append(forms, &jsonschema.Schema{Type: "array", Items: s.list.schema()})
	}
	if s.object != nil {
		forms = append(forms, s.object.schema())
	}
	if s.values != nil {
		forms = append(forms, &jsonschema.Schema{Type: "object", AdditionalProperties: s.values.schema()})
	}
	for _, c := range s.choices {
		forms = append(forms, c.schema())
	}
	return forms
}

// scalarSchema allows what YAML makes of an unquoted scalar: a text may look
// like a number or a bool.
func (s *shape) scalarSchema() *jsonschema.Schema {
	switch s.scalar {
	case boolScalar:
		return &jsonschema.Schema{Type: "boolean"}
	case countScalar:
		return &jsonschema.Schema{Type: "integer", Minimum: "0"}
	case percentScalar:
		return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{
			{Type: "number", Minimum: "0", Maximum: "100"},
			{Type: "string", Pattern: `^[0-9]+(\.[0-9]+)? ?%?$`},
		}}
	case numberScalar:
		return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{
			{Type: "number", Minimum: "0"},
			{Type: "string", Pattern: `^\+?([0-9]+(\.[0-9]*)?|\.[0-9]+)$`},
		}}
	case durationScalar:
		return &jsonschema.Schema{Type: "string", Pattern: durationForm.String()}
	default:
		if len(s.enum) > 0 {
			return &jsonschema.Schema{Enum: enumValues(s.enum)}
		}
		return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{{Type: "string"}, {Type: "number"}, {Type: "boolean"}}}
	}
}

// enumValues are the values as YAML reads them unquoted.
func enumValues(list []string) []any {
	var values []any
	for _, v := range list {
		values = append(values, v)
		if isDigits(v) {
			values = append(values, json.Number(v))
		}
	}
	return values
}

// schema leaves out what is not supported yet.
func (o *object) schema() *jsonschema.Schema {
	s := &jsonschema.Schema{
		Type:                 "object",
		Properties:           jsonschema.NewProperties(),
		PatternProperties:    map[string]*jsonschema.Schema{"^x-": jsonschema.TrueSchema},
		AdditionalProperties: jsonschema.FalseSchema,
	}
	s.Properties.Set("<<", jsonschema.TrueSchema)
	for _, k := range o.keys {
		if k.later {
			continue
		}
		property := k.shape.schema()
		property.Description = k.doc
		s.Properties.Set(k.name, property)
		if k.required {
			s.Required = append(s.Required, k.name)
		}
	}
	return s
}
