package dialect

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// documents is where the dialects differ in JSON, which all of them are given as
// a text. Of a repeated key the first counts. A number is the text as it is
// written.
type documents interface {
	// jsonText is the text of a value of the type json; strict says that it is JSON
	// by RFC 8259.
	jsonText(x string) (text string, strict bool)
	// isJSON is whether a text is JSON by RFC 8259; it never raises an error.
	isJSON(x string) string
	// jsonValue is the scalar that the keys lead to in a text that is readable;
	// NULL where there is none.
	jsonValue(x string, keys []string) string
	// jsonKeys are the keys of the object that a readable text is, each once and
	// in order; NULL where it is none.
	jsonKeys(x string) string
}

// jsonPath is a path of keys such as $.a.b; $ alone is the whole.
var jsonPath = regexp.MustCompile(`^\$(\.[A-Za-z_][A-Za-z0-9_]*)*$`)

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

func (p printer) jsonCall(c ast.Call) (string, error) {
	x, err := p.operand(c.Args[0])
	if err != nil {
		return "", err
	}
	if err := checkRow(c.Args[0]); err != nil {
		return "", err
	}
	text, strict := p.plainText(x.sql, x.typ), false
	if x.typ.Kind == gate.KindJSON {
		text, strict = p.jsonText(x.sql)
	}
	switch {
	case c.Func == ast.IsJSON && strict:
		return constantly(x.sql, true), nil
	case c.Func == ast.IsJSON:
		return p.isJSON(text), nil
	}
	value := p.jsonKeys(text)
	if c.Func == ast.JSONValue {
		path, _ := c.Args[1].(ast.Literal)
		if !jsonPath.MatchString(path.Text) {
			return "", fmt.Errorf("the path %q of json_value is not $ and names, such as $.a.b", path.Text)
		}
		value = p.jsonValue(text, strings.Split(path.Text, ".")[1:])
	}
	readable, err := p.regexMatch(ast.Match{Pattern: jsonReadable}, text)
	value = "CASE WHEN " + readable + " THEN " + value + " END"
	if strict {
		return value, err
	}
	return "CASE WHEN " + p.isJSON(text) + " THEN " + value + " END", err
}
