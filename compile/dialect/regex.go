package dialect

import (
	"fmt"
	"regexp/syntax"
	"strings"
	"unicode"

	"github.com/sqlgate/sqlgate/compile/ast"
)

// re2Pattern is the pattern of a match for an engine that is RE2 itself.
func re2Pattern(m ast.Match) (string, error) {
	re, err := syntax.Parse(m.Pattern, syntax.Perl)
	if err != nil {
		return "", fmt.Errorf("the pattern does not parse: %w", err)
	}
	p := m.Pattern
	if named(re) {
		p = ungrouped(re).String() // RE2 knows only one of Go's two forms of a named group
	}
	if m.Full {
		p = closed("^(?:", p, ")$")
	}
	if m.CaseInsensitive {
		p = "(?i)" + p
	}
	return p, nil
}

// closed puts a pattern between two others; a \Q that the pattern leaves open
// would swallow what follows.
func closed(before, pattern, after string) string {
	if _, err := syntax.Parse(before+pattern+after, syntax.Perl); err != nil {
		return before + pattern + `\E` + after
	}
	return before + pattern + after
}

// rewrittenWrong reports whether DuckDB's optimizer, which turns patterns of
// literals and wildcards into LIKE, would change what the pattern matches: it
// overlooks empty parts and anchors that do not stand at their end. It leaves
// groups as they are.
func rewrittenWrong(pattern string) bool {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil || re.Op != syntax.OpConcat {
		return false
	}
	wrong := false
	for i, sub := range re.Sub {
		switch sub.Op {
		case syntax.OpLiteral, syntax.OpAnyChar, syntax.OpStar:
		case syntax.OpBeginText:
			wrong = wrong || i > 0
		case syntax.OpEndText:
			wrong = wrong || i < len(re.Sub)-1
		case syntax.OpEmptyMatch:
			wrong = true
		default:
			return false
		}
	}
	return wrong
}

// ungrouped makes the named groups of a pattern anonymous.
func ungrouped(re *syntax.Regexp) *syntax.Regexp {
	re.Name = ""
	for _, sub := range re.Sub {
		ungrouped(sub)
	}
	return re
}

// arePattern prints a match's pattern as an advanced regular expression of
// Postgres that depends on no collation.
func arePattern(m ast.Match) (string, error) {
	flags := syntax.Perl
	if m.CaseInsensitive {
		flags |= syntax.FoldCase
	}
	re, err := syntax.Parse(m.Pattern, flags)
	if err != nil {
		return "", fmt.Errorf("the pattern does not parse: %w", err)
	}
	var b strings.Builder
	if m.Full {
		b.WriteString(`\A`)
	}
	writeARE(&b, re, m.Full)
	if m.Full {
		b.WriteString(`\Z`)
	}
	return b.String(), nil
}

const (
	areNever   = `(?!)`
	areWord    = `[0-9A-Z_a-z]`
	areMaxRune = unicode.MaxRune
	areRepeat  = 255 // the largest count of a repetition
)

// writeARE writes a node; atom says that something may follow that binds tighter
// than concatenation and alternation.
func writeARE(b *strings.Builder, re *syntax.Regexp, atom bool) {
	switch re.Op {
	case syntax.OpNoMatch:
		b.WriteString(areNever)
	case syntax.OpEmptyMatch:
		b.WriteString(`(?:)`)
	case syntax.OpLiteral:
		writeARELiteral(b, re, atom)
	case syntax.OpCharClass:
		writeAREClass(b, re.Rune)
	case syntax.OpAnyCharNotNL:
		b.WriteString(`[^\n]`)
	case syntax.OpAnyChar:
		b.WriteString(`.`)
	case syntax.OpBeginLine:
		writeAREGroup(b, `(?<![^\n])`, atom)
	case syntax.OpEndLine:
		writeAREGroup(b, `(?![^\n])`, atom)
	case syntax.OpBeginText:
		writeAREGroup(b, `\A`, atom)
	case syntax.OpEndText:
		writeAREGroup(b, `\Z`, atom)
	case syntax.OpWordBoundary:
		b.WriteString(`(?:(?<=` + areWord + `)(?!` + areWord + `)|(?<!` + areWord + `)(?=` + areWord + `))`)
	case syntax.OpNoWordBoundary:
		b.WriteString(`(?:(?<=` + areWord + `)(?=` + areWord + `)|(?<!` + areWord + `)(?!` + areWord + `))`)
	case syntax.OpCapture:
		writeARE(b, re.Sub[0], true)
	case syntax.OpStar:
		writeARERepeat(b, re.Sub[0], 0, -1)
	case syntax.OpPlus:
		writeARERepeat(b, re.Sub[0], 1, -1)
	case syntax.OpQuest:
		writeARERepeat(b, re.Sub[0], 0, 1)
	case syntax.OpRepeat:
		if atom {
			b.WriteString(`(?:`)
		}
		writeARERepeat(b, re.Sub[0], re.Min, re.Max)
		if atom {
			b.WriteString(`)`)
		}
	case syntax.OpConcat:
		if atom {
			b.WriteString(`(?:`)
		}
		for _, sub := range re.Sub {
			writeARE(b, sub, sub.Op == syntax.OpAlternate)
		}
		if atom {
			b.WriteString(`)`)
		}
	case syntax.OpAlternate:
		b.WriteString(`(?:`)
		for i, sub := range re.Sub {
			if i > 0 {
				b.WriteByte('|')
			}
			writeARE(b, sub, false)
		}
		b.WriteString(`)`)
	}
}

// writeAREGroup writes a constraint, in a group where a quantifier may follow,
// which a bare constraint refuses.
func writeAREGroup(b *strings.Builder, s string, atom bool) {
	if atom {
		s = `(?:` + s + `)`
	}
	b.WriteString(s)
}

// writeARERepeat repeats a node from low to high times, -1 without end, in
// steps that Postgres allows.
func writeARERepeat(b *strings.Builder, re *syntax.Regexp, low, high int) {
	var atomText strings.Builder
	writeARE(&atomText, re, true)
	atom := atomText.String()
	if quantified(re) {
		atom = `(?:` + atom + `)`
	}
	switch {
	case low == 0 && high == 0:
		b.WriteString(`(?:)`)
	case low == 0 && high < 0:
		b.WriteString(atom + `*`)
	case low == 1 && high < 0:
		b.WriteString(atom + `+`)
	case low == 0 && high == 1:
		b.WriteString(atom + `?`)
	case high < 0:
		writeARECounts(b, atom, low, "")
		b.WriteString(atom + `*`)
	default:
		writeARECounts(b, atom, low, "")
		writeARECounts(b, atom, high-low, "0,")
	}
}

// writeARECounts writes an atom with counts that add up to n; from is empty for
// exactly so many times, and "0," for at most so many.
func writeARECounts(b *strings.Builder, atom string, n int, from string) {
	for ; n > 0; n -= areRepeat {
		fmt.Fprintf(b, `%s{%s%d}`, atom, from, min(n, areRepeat))
	}
}

// quantified reports whether a node ends in a quantifier when it is printed as an atom.
func quantified(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest:
		return true
	case syntax.OpCapture:
		return quantified(re.Sub[0])
	default:
		return false
	}
}

func writeARELiteral(b *strings.Builder, re *syntax.Regexp, atom bool) {
	group := atom && len(re.Rune) > 1
	if group {
		b.WriteString(`(?:`)
	}
	for _, r := range re.Rune {
		if re.Flags&syntax.FoldCase == 0 || unicode.SimpleFold(r) == r {
			writeARERune(b, r)
			continue
		}
		b.WriteByte('[')
		writeARERune(b, r)
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			writeARERune(b, f)
		}
		b.WriteByte(']')
	}
	if group {
		b.WriteByte(')')
	}
}

// writeAREClass writes a class of ranges. Postgres orders them by code point.
// NUL is left out, since no text of Postgres holds one.
func writeAREClass(b *strings.Builder, ranges []rune) {
	var class strings.Builder
	for i := 0; i+1 < len(ranges); i += 2 {
		lo, hi := max(ranges[i], 1), min(ranges[i+1], areMaxRune)
		if lo > hi {
			continue
		}
		writeARERune(&class, lo)
		if hi > lo {
			class.WriteByte('-')
			writeARERune(&class, hi)
		}
	}
	if class.Len() == 0 {
		b.WriteString(areNever)
		return
	}
	b.WriteString(`[` + class.String() + `]`)
}

func writeARERune(b *strings.Builder, r rune) {
	switch {
	case r == 0:
		b.WriteString(areNever)
	case r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)):
		b.WriteRune(r)
	case r > ' ' && r < unicode.MaxASCII:
		b.WriteString(`\` + string(r))
	case r == ' ':
		b.WriteByte(' ')
	case r > 0xFFFF:
		fmt.Fprintf(b, `\U%08X`, r)
	case unicode.IsLetter(r):
		b.WriteRune(r)
	default:
		fmt.Fprintf(b, `\u%04X`, r)
	}
}

// named reports whether a pattern has a named group.
func named(re *syntax.Regexp) bool {
	for _, name := range re.CapNames() {
		if name != "" {
			return true
		}
	}
	return false
}
