package oracle

import (
	"encoding/json"
	"strings"
)

// isJSON reports whether a text is one JSON value by RFC 8259.
func isJSON(text string) bool { return json.Valid([]byte(text)) }

// decodeJSON keeps numbers as they are written.
func decodeJSON(text string) (value any, ok bool) {
	if !isJSON(text) {
		return nil, false
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	return value, d.Decode(&value) == nil
}

// jsonValue is the scalar at a path such as $.a.b as a text; NULL where there is none.
func jsonValue(text, path string) (Value, error) {
	v, ok := decodeJSON(text)
	if !ok {
		return nil, ErrRaises
	}
	for _, name := range strings.Split(strings.TrimPrefix(path, "$"), ".")[1:] {
		object, ok := v.(map[string]any)
		if !ok {
			return nil, nil
		}
		if v, ok = object[name]; !ok {
			return nil, nil
		}
	}
	switch v := v.(type) {
	case string:
		return Text(v), nil
	case json.Number:
		return Text(v.String()), nil
	case bool:
		if v {
			return Text("true"), nil
		}
		return Text("false"), nil
	default:
		return nil, nil
	}
}

// jsonKeys are the keys of a JSON object; NULL where the text is none.
func jsonKeys(text string) Value {
	v, ok := decodeJSON(text)
	object, isObject := v.(map[string]any)
	if !ok || !isObject {
		return nil
	}
	keys := List{}
	for name := range object {
		keys = append(keys, Text(name))
	}
	return keys
}
