package adaptertest

import (
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"
)

// letters are what random texts and patterns are made of: few, so that texts
// meet patterns and each other, and hostile.
func letters() []string {
	return []string{
		"a", "b", "c", "A", "B", "a", "b", "0", "1", "9", " ", "-", "_", "%", ".", "'", `"`, `\`, "\n", "\t", "\r", "?", "$1", "@p", "{", "}", "/*", "--", ";",
		"ß", "ẞ", "İ", "ı", "i", "I", "Σ", "σ", "ς", "ſ", "s", "K", "k", "é", "É", "e\u0301", "ﬁ", "ǆ", "中", "😀", "👩\u200d👩\u200d👧", "\u00a0", "\u0085", "\u2028", "\u200b", "\ufeff", "\x01", "\x7f", "\U0010ffff", "\ufffd",
	}
}

// wholeTexts are texts that mean something to someone.
func wholeTexts() []string {
	return []string{
		"", "", " ", "\t\n", "\u00a0", "N/A", "n/a", "NULL", "null", "None", "-", "NaN", "Infinity", "-inf", "true", "TRUE", "t", "0", "1", "-0", "1e3", "0x1F", "1_000", "1,000.50",
		"2024-02-29", "2023-02-29", "now", "ORD-00012345", "it's", `a"b`, `a\b`, `\`, `\\`, `%`, `_`, `''`, `$$`, "?", "{}", "[1, null]", `{"a": {"b": 1}}`, "a@b.co", "ΣΑΣ", "ΟΔΟΣ", "İstanbul", "STRASSE", "straße", strings.Repeat("a", 300),
	}
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// chance is true so many times in a hundred.
func chance(r *rand.Rand, percent int) bool { return r.IntN(100) < percent }

// randomText is a text without NUL.
func randomText(r *rand.Rand) string {
	if chance(r, 30) {
		return pick(r, wholeTexts())
	}
	return textOf(r, r.IntN(6))
}

func textOf(r *rand.Rand, parts int) string {
	var b strings.Builder
	for range parts {
		b.WriteString(pick(r, letters()))
	}
	return b.String()
}

// textOfLength is a text of so many characters.
func textOfLength(r *rand.Rand, n int64) string {
	var b strings.Builder
	for i := int64(0); i < n; i++ {
		c, _ := utf8.DecodeRuneInString(pick(r, letters()))
		b.WriteRune(c)
	}
	return b.String()
}

// mutated is a text close to s.
func mutated(r *rand.Rand, s string) string {
	runes := []rune(s)
	at := r.IntN(len(runes) + 1)
	switch r.IntN(8) {
	case 0:
		return strings.ToUpper(s)
	case 1:
		return strings.ToLower(s)
	case 2:
		return string(runes[:at])
	case 3:
		return s + pick(r, letters())
	case 4:
		return pick(r, letters()) + s
	case 5:
		return string(runes[:at]) + pick(r, letters()) + string(runes[at:])
	case 6:
		return s + " "
	default:
		return s
	}
}

// randomLike is a LIKE pattern that the loader accepts.
func randomLike(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(5) {
		switch r.IntN(8) {
		case 0, 1:
			b.WriteByte('%')
		case 2:
			b.WriteByte('_')
		case 3:
			b.WriteString(`\` + pick(r, []string{"%", "_", `\`, "a", "😀"}))
		default:
			b.WriteString(strings.ReplaceAll(pick(r, letters()), `\`, `\\`))
		}
	}
	return b.String()
}

// likeSample is a text near a LIKE pattern.
func likeSample(r *rand.Rand, pattern string) string {
	var b strings.Builder
	escaped := false
	for _, c := range pattern {
		switch {
		case escaped:
			b.WriteRune(c)
			escaped = false
		case c == '\\':
			escaped = true
		case c == '%':
			b.WriteString(textOf(r, r.IntN(3)))
		case c == '_':
			b.WriteString(textOfLength(r, 1))
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// randomRegex is a pattern that the loader accepts.
func randomRegex(r *rand.Rand) string {
	for {
		p := regexPart(r, 3)
		if chance(r, 30) {
			p = "^" + p
		}
		if chance(r, 30) {
			p += "$"
		}
		if chance(r, 15) {
			p = pick(r, []string{"(?i)", "(?s)", "(?m)", "(?U)", "(?-s)", "(?im)"}) + p
		}
		if _, err := regexp.Compile(p); err == nil {
			return p
		}
	}
}

func regexPart(r *rand.Rand, depth int) string {
	if depth == 0 {
		return regexAtom(r)
	}
	switch r.IntN(10) {
	case 0, 1, 2:
		return regexPart(r, depth-1) + regexPart(r, depth-1)
	case 3:
		return regexPart(r, depth-1) + "|" + regexPart(r, depth-1)
	case 4:
		return pick(r, []string{"(", "(?:", "(?P<n>", "(?i:", "(?s:"}) + regexPart(r, depth-1) + ")"
	case 5, 6:
		return "(?:" + regexPart(r, depth-1) + ")" + pick(r, []string{"*", "+", "?", "*?", "{2}", "{1,3}", "{0,2}?", "{2,}"})
	default:
		return regexAtom(r)
	}
}

func regexAtom(r *rand.Rand) string {
	if chance(r, 50) {
		return regexp.QuoteMeta(pick(r, letters()))
	}
	return pick(r, []string{
		".", `\d`, `\w`, `\s`, `\D`, `\W`, `\S`, "[a-c]", "[^a]", "[^a-z]", "[[:alpha:]]", "[^[:space:]]", `[\d-]`, `[]a]`, "[ß-ſ]", "[Σ😀]", `\b`, `\B`, "^", "$", `\A`, `\z`,
		`\pL`, `\PL`, `\p{Greek}`, `\p{Lu}`, `\x41`, `\x{1F600}`, `\t`, `\n`, `\Qa.b\E`, `\.`, "a+", "[0-9]{2}", "(?i)k", "",
	})
}

// regexSample is a text that a pattern matches, but for its anchors.
func regexSample(r *rand.Rand, pattern string) string {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return ""
	}
	var b strings.Builder
	sampleRegex(r, re.Simplify(), &b)
	return b.String()
}

func sampleRegex(r *rand.Rand, re *syntax.Regexp, b *strings.Builder) {
	times := 1
	switch re.Op {
	case syntax.OpLiteral:
		for _, c := range re.Rune {
			if re.Flags&syntax.FoldCase != 0 && chance(r, 50) {
				c = unicode.SimpleFold(c)
			}
			b.WriteRune(c)
		}
		return
	case syntax.OpCharClass:
		if len(re.Rune) > 1 {
			i := r.IntN(len(re.Rune)/2) * 2
			b.WriteRune(re.Rune[i] + r.Int32N(min(re.Rune[i+1]-re.Rune[i], 40)+1))
		}
		return
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteString(pick(r, letters()))
		return
	case syntax.OpAlternate:
		sampleRegex(r, pick(r, re.Sub), b)
		return
	case syntax.OpStar, syntax.OpQuest:
		times = r.IntN(2)
	case syntax.OpPlus:
		times = 1 + r.IntN(2)
	default:
	}
	for range times {
		for _, sub := range re.Sub {
			sampleRegex(r, sub, b)
		}
	}
}
