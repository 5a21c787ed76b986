package dialect

import (
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func (DuckDB) plainText(x string, _ gate.Type) string { return x }

func (DuckDB) listedText(x string, _ gate.Type) string { return x }

// ordered takes enums as texts: among themselves they are ordered as declared.
func (DuckDB) ordered(x string, t gate.Type) string {
	if t.Kind == gate.KindEnum {
		return "CAST(" + x + " AS VARCHAR)"
	}
	return x
}

// likePattern adds the escape only where one is used: without it DuckDB searches
// for plain prefixes and substrings. It makes the end of a prefix's range by the
// next character, and fails after the two that have none.
func (d DuckDB) likePattern(pattern string) (string, error) {
	s, err := d.Literal(textLiteral(pattern))
	if strings.ContainsAny(pattern, "\\\ud7ff\U0010ffff") {
		s += ` ESCAPE '\'`
	}
	return s, err
}

func (d DuckDB) regexMatch(m ast.Match, x string) (string, error) {
	if places, ok := sequence(m); ok {
		s, err := d.Literal(textLiteral(globPattern(places)))
		return "(" + x + " GLOB " + s + ")", err
	}
	pattern, err := d.regex(m)
	return "regexp_matches(" + x + ", " + pattern + ")", err
}

// regex prints a pattern such that DuckDB's optimizer leaves its meaning.
func (d DuckDB) regex(m ast.Match) (string, error) {
	pattern, err := re2Pattern(m)
	if err != nil {
		return "", err
	}
	if rewrittenWrong(pattern) {
		pattern = closed("(", pattern, ")")
	}
	return d.Literal(textLiteral(pattern))
}

// regexGroup looks for the match first, since without one regexp_extract gives
// the empty text.
func (d DuckDB) regexGroup(pattern, x string) (string, error) {
	s, err := d.regex(ast.Match{Pattern: pattern})
	return fmt.Sprintf("CASE WHEN regexp_matches(%s, %s) THEN regexp_extract(%s, %s, 1) END", x, s, x, s), err
}

func (d DuckDB) textFunction(f ast.Func, args ...string) string {
	x := args[0]
	switch f {
	case ast.Bytes:
		return "strlen(" + x + ")"
	case ast.Trim, ast.LTrim, ast.RTrim:
		return string(f) + "(" + x + `, E' \t\n\x0b\x0c\r')`
	case ast.Lower:
		return d.lowerText(x)
	case ast.Upper:
		return d.upperText(x)
	default:
		return string(f) + "(" + strings.Join(args, ", ") + ")"
	}
}

func (DuckDB) bytesLength(x string) string { return "octet_length(" + x + ")" }

// Unicode's cased and case-ignorable characters, between which a final sigma stands.
const (
	casedClass     = `\p{Lu}\p{Ll}\p{Lt}ªºⅠ-ⅿⒶ-ⓩ🄰-🅉🅐-🅩🅰-🆉`
	ignorableClass = `\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}` + "'.:\u00b7\u0387\u055f\u05f4\u2018\u2019\u2024\u2027\ufe13\ufe52\ufe55\uff07\uff0e\uff1a"
)

// lowerText evens out what DuckDB's lower maps one to one and Unicode does not:
// the İ, and the Σ at the end of a word.
func (d DuckDB) lowerText(x string) string {
	final := fmt.Sprintf(`([%s][%s]*)Σ([%s]*(?:[^%s%s]|$))`, casedClass, ignorableClass, ignorableClass, casedClass, ignorableClass)
	full := fmt.Sprintf(`lower(regexp_replace(replace(%s, 'İ', 'i̇'), %s, '\1ς\2', 'g'))`, x, d.quote(final))
	return onlyBeyondASCII(x, "lower("+x+")", full)
}

// lowerBeside minds the Σ only where it can be equal to a constant.
func (d DuckDB) lowerBeside(x string, constants []ast.Literal) string {
	for _, l := range constants {
		if strings.ContainsAny(l.Text, "Σσς") {
			return d.lowerText(x)
		}
	}
	return "lower(replace(" + x + ", 'İ', 'i̇'))"
}

// upperText evens out what DuckDB's upper maps one to one and Unicode does not.
func (DuckDB) upperText(x string) string {
	full := x
	special := strings.Fields(specialUpper)
	for i := 0; i < len(special); i += 2 {
		full = "replace(" + full + ", '" + special[i] + "', '" + special[i+1] + "')"
	}
	return onlyBeyondASCII(x, "upper("+x+")", "upper("+full+")")
}

// onlyBeyondASCII takes the plain expression for texts of ASCII, which have as
// many bytes as characters.
func onlyBeyondASCII(x, plain, full string) string {
	return fmt.Sprintf("CASE WHEN strlen(%s) = length(%s) THEN %s ELSE %s END", x, x, plain, full)
}
