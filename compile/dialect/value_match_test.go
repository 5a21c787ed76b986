package dialect_test

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/sqlgate/sqlgate/compile/ast"
)

func matchPatterns() []string {
	return []string{
		``, `a`, `a.b`, `^b`, `a$`, `(?m)^b$`, `(?s)a.b`, `(?i)straSSe`, `\d+`, `\bfoo\b`, `[^a]`, `\s`, `a|ab`, `(?P<x>a)(?<y>b)`, `\Qa.b`, `\pL`, `\x{1F600}`, `[[:upper:]]`, `a{2,300}`, `(a*)*`, `\z`,
		`^ORD-\d{3}$`, `ORD-\d{3}`, `^[A-Z]{3}$`, `^[A-z]x$`, `^a$`, `^[^a]$`, `^\w\d$`, `^[_a-c]b$`, `^ab|b$`, `^a{0}b$`, `^a?b$`, `^.b$`, `^é$`,
		`'`, `"`, "`", `\\`, `\?`, `$1`, `@p`, `%_`, "\n", "a\nb", "😀", `^[^😀]$`, `[\x00-\x1f]`, `\x00`, `--`, `/\*`, `;`, `{{x}}`, `\B`, `\W`, `a??b`, `(?U)a+`, `[\d\-'"]`, `\pN`, `[^\x00-\x7F]`, `x{1000}`,
	}
}

func matchValues() []string {
	return append([]string{
		"", "a", "ab", "a\nb", "a.b", "foo bar", "xfoo", "STRASSE", "ſtraſſe", "5", "٣", " ", "\u00a0", "é", "É", "😀", "aa", "b", "a\n",
		"ORD-123", "ORD-12", "ORD-1234", "xORD-123", "ORD-12٣", "ord-123", "ABC", "ABC\n", "AbC", "_x", "[x", "`x", "Zx", "_1", "É1", "_b", "cb",
	}, hostile...)
}

// matchCases hold each engine to Go's regexp, which the loader checks patterns
// with: a case is a pattern, and its value a digit for each text.
func matchCases(v *values) []valueCase {
	var columns []ast.Node
	for _, s := range matchValues() {
		columns = append(columns, v.of(stringType, s))
	}
	var cases []valueCase
	for _, pattern := range matchPatterns() {
		for mode := range 4 {
			m := ast.Match{Pattern: pattern, Full: mode&1 > 0, CaseInsensitive: mode&2 > 0}
			if m.CaseInsensitive && !strings.ContainsFunc(pattern, unicode.IsLetter) {
				continue
			}
			re := regexp.MustCompile(goPattern(m))
			var digits []ast.Node
			var want strings.Builder
			for i, s := range matchValues() {
				m.X = columns[i]
				digits = append(digits, ast.Case{Whens: []ast.When{{If: m, Then: text("1")}}, Else: text("0"), Type: stringType})
				want.WriteString(map[bool]string{true: "1", false: "0"}[re.MatchString(s)])
			}
			cases = append(cases, valueCase{name: fmt.Sprintf("match %q full %t any case %t", pattern, m.Full, m.CaseInsensitive), node: call(ast.Concat, stringType, digits...), want: want.String()})
		}
	}
	return cases
}

func goPattern(m ast.Match) string {
	pattern := m.Pattern
	if m.Full {
		if strings.HasPrefix(pattern, `\Q`) {
			pattern += `\E`
		}
		pattern = `\A(?:` + pattern + `)\z`
	}
	if m.CaseInsensitive {
		pattern = "(?i)" + pattern
	}
	return pattern
}
