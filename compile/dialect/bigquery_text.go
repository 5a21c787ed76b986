package dialect

import (
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func (BigQuery) plainText(x string, _ gate.Type) string { return x }

func (BigQuery) listedText(x string, _ gate.Type) string { return x }

func (BigQuery) ordered(x string, _ gate.Type) string { return x }

// likePattern needs no ESCAPE: the backslash is built in.
func (d BigQuery) likePattern(pattern string) (string, error) {
	return d.Literal(textLiteral(pattern))
}

func (d BigQuery) regexMatch(m ast.Match, x string) (string, error) {
	pattern, err := re2Pattern(m)
	if err != nil {
		return "", err
	}
	s, err := d.Literal(textLiteral(pattern))
	return "REGEXP_CONTAINS(" + x + ", " + s + ")", err
}

func (d BigQuery) regexGroup(pattern, x string) (string, error) {
	pattern, err := re2Pattern(ast.Match{Pattern: pattern})
	if err != nil {
		return "", err
	}
	s, err := d.Literal(textLiteral(pattern))
	return "REGEXP_EXTRACT(" + x + ", " + s + ")", err
}

func (BigQuery) textFunction(f ast.Func, args ...string) string {
	x := args[0]
	switch f {
	case ast.Length:
		return "CHAR_LENGTH(" + x + ")"
	case ast.Bytes:
		return "BYTE_LENGTH(" + x + ")"
	case ast.Trim, ast.LTrim, ast.RTrim:
		return strings.ToUpper(string(f)) + "(" + x + `, ' \t\n\v\f\r')`
	case ast.Substring:
		return "SUBSTR(" + strings.Join(args, ", ") + ")"
	case ast.Contains:
		return fmt.Sprintf("(STRPOS(%s, %s) > 0)", x, args[1])
	default:
		return strings.ToUpper(string(f)) + "(" + strings.Join(args, ", ") + ")"
	}
}

func (d BigQuery) lowerBeside(x string, _ []ast.Literal) string { return d.textFunction(ast.Lower, x) }

func (BigQuery) bytesLength(x string) string { return "BYTE_LENGTH(" + x + ")" }
