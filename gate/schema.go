package gate

import (
	"encoding/json"
	"fmt"

	"github.com/invopop/jsonschema"
)

// Schema is the JSON Schema of gate files, written from the tables that
// the loader checks them with.
func Schema() ([]byte, error) { return builtIn().Schema() }

// Schema is the JSON Schema of gate files with the table's rules.
func (t *RuleTable) Schema() ([]byte, error) {
	w := schemaWriter{named: map[string]*shape{nestedDef: nestedShape(t)}, defs: jsonschema.Definitions{}}
	return w.file("A sqlgate gate", gateShape(t))
}

// TestsSchema is the JSON Schema of files with tests of a gate.
func TestsSchema() ([]byte, error) {
	w := schemaWriter{defs: jsonschema.Definitions{}}
	return w.file("Tests of a sqlgate gate", testFileShape())
}

// ProjectSchema is the JSON Schema of the project file.
func ProjectSchema() ([]byte, error) {
	s := projectShape()
	s.object.key("warehouses").shape = mapOf(&shape{choices: warehouseShapes()})
	w := schemaWriter{defs: jsonschema.Definitions{}}
	return w.file("A sqlgate project", s)
}

func warehouseShapes() []*shape {
	var list []*shape
	for _, kind := range warehouseTypes() {
		list = append(list, warehouseShape(kind))
	}
	return list
}

// schemaWriter writes shapes as one JSON Schema; what is named is written once.
type schemaWriter struct {
	named map[string]*shape // shapes that others only name
	defs  jsonschema.Definitions
}

func (w *schemaWriter) file(title string, s *shape) ([]byte, error) {
	schema := w.schema(s)
	schema.Version = jsonschema.Version
	schema.Title = title
	if len(w.defs) > 0 {
		schema.Definitions = w.defs
	}
	data, err := json.MarshalIndent(schema, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write the JSON Schema: %w", err)
	}
	return append(data, '\n'), nil
}

// define writes a schema once and refers to it.
func (w *schemaWriter) define(name string, write func() *jsonschema.Schema) *jsonschema.Schema {
	if _, ok := w.defs[name]; !ok {
		w.defs[name] = nil // a schema may refer to itself
		w.defs[name] = write()
	}
	return &jsonschema.Schema{Ref: "#/$defs/" + name}
}

// schema is the shape as a JSON Schema.
func (w *schemaWriter) schema(s *shape) *jsonschema.Schema {
	switch def := s.def; {
	case def != "":
		if named, ok := w.named[s.def]; ok {
			s = named
		}
		return w.define(def, func() *jsonschema.Schema { return w.anyOf(s) })
	case s.isText():
		return w.define("text", func() *jsonschema.Schema { return w.anyOf(s) })
	default:
		return w.anyOf(s)
	}
}

// anyOf is the shape's forms, of which one fits.
func (w *schemaWriter) anyOf(s *shape) *jsonschema.Schema {
	forms := w.forms(s)
	if len(forms) == 1 {
		return forms[0]
	}
	return &jsonschema.Schema{AnyOf: forms}
}

func (w *schemaWriter) forms(s *shape) []*jsonschema.Schema {
	var forms []*jsonschema.Schema
	if s.scalar != noScalar {
		forms = append(forms, s.scalarSchema())
	}
	if s.list != nil {
		forms = append(forms, &jsonschema.Schema{Type: "array", Items: w.schema(s.list)})
	}
	if s.object != nil {
		forms = append(forms, w.object(s.object))
	}
	if s.values != nil {
		forms = append(forms, &jsonschema.Schema{Type: "object", AdditionalProperties: w.schema(s.values)})
	}
	for _, c := range s.choices {
		forms = append(forms, w.schema(c))
	}
	return forms
}

// isText reports whether the shape is any text and nothing else.
func (s *shape) isText() bool {
	anyText := s.scalar == textScalar && len(s.enum) == 0 || s.scalar == constantScalar
	return anyText && s.list == nil && s.object == nil && s.values == nil && s.choices == nil
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
		anyText := []*jsonschema.Schema{{Type: "string"}, {Type: "number"}, {Type: "boolean"}}
		if s.scalar == valueScalar {
			anyText = append(anyText, &jsonschema.Schema{Type: "null"})
		}
		return &jsonschema.Schema{AnyOf: anyText}
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

// object leaves out what is not supported yet.
func (w *schemaWriter) object(o *object) *jsonschema.Schema {
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
		s.Properties.Set(k.name, w.property(k))
		if k.required {
			s.Required = append(s.Required, k.name)
		}
	}
	return s
}

func (w *schemaWriter) property(k key) *jsonschema.Schema {
	write := func() *jsonschema.Schema {
		property := w.schema(k.shape)
		property.Description = k.doc
		return property
	}
	if k.def != "" {
		return w.define(k.def, write)
	}
	return write()
}
