package adaptertest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/sqlgate/sqlgate/gate"
)

// Engines write the same value in different forms; what a case wants is in one.

var (
	jsonPart  = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|-?[0-9]+(?:\.[0-9]+)?|\s+`)
	timestamp = regexp.MustCompile(`^("\d{4}-\d\d-\d\d)T`)
)

// plainJSON is a JSON text without blanks, its decimals without trailing zeros.
func plainJSON(text json.RawMessage) string {
	return string(jsonPart.ReplaceAllFunc(text, func(part []byte) []byte {
		switch s := string(part); {
		case s == `"NaN"`:
			return []byte(`"nan"`)
		case s[0] == '"':
			return timestamp.ReplaceAll(part, []byte("$1 "))
		case strings.TrimSpace(s) == "":
			return nil
		default:
			return []byte(plainNumber(s))
		}
	}))
}

// plainText is a value of a column as text, of a list its JSON.
func plainText(text string, kind gate.Kind) string {
	switch kind {
	case gate.KindFloat32, gate.KindFloat64:
		return plainNumber(strings.ToLower(text))
	case gate.KindList:
		return plainList(text)
	default:
		return text
	}
}

func plainNumber(text string) string {
	if !strings.Contains(text, ".") {
		return text
	}
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

func plainList(text string) string {
	var items []any
	if err := json.Unmarshal([]byte(text), &items); err != nil {
		return plainJSON(json.RawMessage(text))
	}
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = fmt.Sprint(item)
	}
	return "[" + strings.Join(texts, ", ") + "]"
}
