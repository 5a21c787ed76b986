package dialect_test

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/dialect"
)

func matchPatterns() []string {
	return []string{
		``, `a`, `a.b`, `^b`, `a$`, `(?m)^b$`, `(?s)a.b`, `(?i)straSSe`, `\d+`, `\bfoo\b`, `[^a]`, `\s`, `a|ab`, `(?P<x>a)(?<y>b)`, `\Qa.b`, `\pL`, `\x{1F600}`, `[[:upper:]]`, `a{2,300}`, `(a*)*`, `\z`,
		`^ORD-\d{3}$`, `ORD-\d{3}`, `^[A-Z]{3}$`, `^[A-z]x$`, `^a$`, `^[^a]$`, `^\w\d$`, `^[_a-c]b$`, `^ab|b$`, `^a{0}b$`, `^a?b$`, `^.b$`, `^é$`, `^A[A-Z]{2}$`, `^AB[A-Z]{1}$`, `^\d{1}$`, `^b[A-Z]\d$`, `^_[0-9]$`, `^[A-z]{2}$`,
		`'`, `"`, "`", `\\`, `\?`, `$1`, `@p`, `%_`, "\n", "a\nb", "😀", `^[^😀]$`, `[\x00-\x1f]`, `\x00`, `--`, `/\*`, `;`, `{{x}}`, `\B`, `\W`, `a??b`, `(?U)a+`, `[\d\-'"]`, `\pN`, `[^\x00-\x7F]`, `x{1000}`,
	}
}

func matchTexts() []string {
	return append([]string{
		"", "a", "ab", "a\nb", "a.b", "foo bar", "xfoo", "STRASSE", "ſtraſſe", "5", "٣", " ", "\u00a0", "é", "É", "😀", "aa", "b", "a\n",
		"ORD-123", "ORD-12", "ORD-1234", "xORD-123", "ORD-12٣", "ord-123", "ABC", "ABC\n", "AbC", "_x", "[x", "`x", "Zx", "_1", "É1", "_b", "cb", "ABB", "ABBB", "AA", "12", "_12", "bA1", `\[`, "A\u0301", "AB ", " AB",
	}, hostile...)
}

// matchCases hold each engine to Go's regexp, which the loader checks patterns
// with: the value of a case is a digit for each text.
func matchCases(*values) []valueCase {
	texts := matchTexts()
	var cases []valueCase
	for _, pattern := range matchPatterns() {
		for mode := range 4 {
			m := ast.Match{X: ast.Column{Name: "x", Type: stringType}, Pattern: pattern, Full: mode&1 > 0, CaseInsensitive: mode&2 > 0}
			re := regexp.MustCompile(goPattern(m))
			var want strings.Builder
			for _, s := range texts {
				want.WriteString(map[bool]string{true: "1", false: "0"}[re.MatchString(s)])
			}
			cases = append(cases, valueCase{
				name: fmt.Sprintf("match %q full %t any case %t", pattern, m.Full, m.CaseInsensitive),
				node: m, want: want.String(), texts: texts,
			})
		}
	}
	return cases
}

// digitsOver is a query of a digit for each text, by a condition on batch.x.
func digitsOver(d dialect.Dialect, condition string, texts []string) string {
	bigquery := d.Name() == "bigquery"
	rows := make([]string, len(texts))
	for i, s := range texts {
		l, _ := d.Literal(text(s))
		rows[i] = fmt.Sprintf("(%d, %s)", i, l)
		if bigquery {
			rows[i] = fmt.Sprintf("STRUCT(%d AS n, %s AS x)", i, l)
		}
	}
	from := "(VALUES " + strings.Join(rows, ", ") + ") AS batch(n, x)"
	if bigquery {
		from = "UNNEST([" + strings.Join(rows, ", ") + "]) AS batch"
	}
	return "(SELECT string_agg(CASE WHEN " + condition + " THEN '1' ELSE '0' END, '' ORDER BY n) FROM " + from + ")"
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
