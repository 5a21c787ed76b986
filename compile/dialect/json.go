package dialect

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// documents is where the dialects differ in JSON, which all of them are given as
// a text. Of a repeated key the first counts. A number is the text as it is
// written.
type documents interface {
	// jsonText is the text of a value of the type json.
	jsonText(x string) string
	// isJSON is whether a text is JSON by RFC 8259; it never raises an error.
	isJSON(x string) string
	// jsonValue is the scalar at a path in a text that is readable; NULL where there is none.
	jsonValue(x string, path []jsonStep) (string, error)
	// jsonKeys are the keys of the object that a readable text is, each once and
	// in order; NULL where it is none.
	jsonKeys(x string) string
}

// jsonStep goes into a JSON value: to a key of an object, or to an item of an array.
type jsonStep struct {
	key   string
	index int
	item  bool // the index counts
}

var jsonStepForm = regexp.MustCompile(`^(?:\.([A-Za-z_][A-Za-z0-9_-]*)|\."([^"\\*\x00-\x1f]+)"|\[([0-9]{1,9})\])`)

// Regexes of RE2 that take JSON apart.
const (
	// jsonReadable is a text without escapes that are no character, or NUL, which
	// is in no text of Postgres.
	jsonReadable = `^(?s:[^\\]|\\[^u]|\\u(?:` +
		`000[1-9A-Fa-f]|00[1-9A-Fa-f][0-9A-Fa-f]|0[1-9A-Fa-f][0-9A-Fa-f]{2}|` +
		`[1-9A-Ca-cE-Fe-f][0-9A-Fa-f]{3}|[Dd][0-7][0-9A-Fa-f]{2}|` +
		`[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}))*$`
	jsonEscape = `\\(?:u[0-9A-Fa-f]{4}|["\\/bfnrt])`
	// jsonString is a text whose escapes were taken out.
	jsonString = `"[^"\\\x00-\x1f]*"`
	// jsonNumber is a number behind what is none.
	jsonNumber = `((?:"(?:[^"\\]|\\.)*"|[^"0-9-])*)(-?[0-9][-+0-9.eE]*)?`
)

// parseJSONPath reads a path such as $.a."b c"[0].
func parseJSONPath(path string) ([]jsonStep, error) {
	rest, ok := strings.CutPrefix(path, "$")
	if !ok {
		return nil, fmt.Errorf("the JSON path %q does not begin with $", path)
	}
	var steps []jsonStep
	for rest != "" {
		m := jsonStepForm.FindStringSubmatch(rest)
		if m == nil {
			return nil, fmt.Errorf("the JSON path %q does not go on at %q: a step is .name, .\"name\" or [0]", path, rest)
		}
		step := jsonStep{key: m[1] + m[2], item: m[3] != ""}
		step.index, _ = strconv.Atoi(m[3])
		steps = append(steps, step)
		rest = rest[len(m[0]):]
	}
	return steps, nil
}

// jsonPath prints a path with its keys in quotes.
func jsonPath(steps []jsonStep) string {
	var b strings.Builder
	b.WriteByte('$')
	for _, s := range steps {
		if s.item {
			fmt.Fprintf(&b, "[%d]", s.index)
			continue
		}
		b.WriteString(`."` + s.key + `"`)
	}
	return b.String()
}

func (p printer) jsonCall(c ast.Call) (string, error) {
	x, err := p.operand(c.Args[0])
	if err != nil {
		return "", err
	}
	text := p.plainText(x.sql, x.typ)
	if x.typ.Kind == gate.KindJSON {
		text = p.jsonText(x.sql)
	}
	if c.Func == ast.IsJSON {
		return p.isJSON(text), nil
	}
	value := p.jsonKeys(text)
	if c.Func == ast.JSONValue {
		path, ok := c.Args[1].(ast.Literal)
		if !ok {
			return "", fmt.Errorf("the path of json_value is a constant")
		}
		steps, err := parseJSONPath(path.Text)
		if err != nil {
			return "", err
		}
		if value, err = p.jsonValue(text, steps); err != nil {
			return "", err
		}
	}
	readable, err := p.regexMatch(ast.Match{Pattern: jsonReadable}, text)
	return fmt.Sprintf("CASE WHEN %s THEN CASE WHEN %s THEN %s END END", p.isJSON(text), readable, value), err
}
