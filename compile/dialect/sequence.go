package dialect

import (
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
)

// Most patterns in use are like ^ORD-\d{8}$: closed at both ends, with a fixed
// sequence of characters and classes between. Engines have something cheaper
// for them than a regular expression.

// class is the characters that may stand at a place, as pairs of ends of ranges.
type class []rune

// plain reports whether it is a single character.
func (c class) plain() bool { return len(c) == 2 && c[0] == c[1] }

// chars are the characters, each once.
func (c class) chars() string {
	var b strings.Builder
	for i := 0; i < len(c); i += 2 {
		for r := c[i]; r <= c[i+1]; r++ {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// longestSequence bounds the SQL text; a regular expression is shorter.
const longestSequence = 100

// sequence is what a text must consist of to match, where the pattern is such
// a sequence of plain ASCII characters.
func sequence(m ast.Match) (places []class, ok bool) {
	if m.CaseInsensitive {
		return nil, false
	}
	re, err := syntax.Parse(m.Pattern, syntax.Perl)
	if err != nil {
		return nil, false
	}
	re = re.Simplify()
	parts := []*syntax.Regexp{re}
	if re.Op == syntax.OpConcat {
		parts = re.Sub
	}
	if !m.Full {
		last := len(parts) - 1
		if last < 1 || parts[0].Op != syntax.OpBeginText || parts[last].Op != syntax.OpEndText {
			return nil, false
		}
		parts = parts[1:last]
	}
	for _, part := range parts {
		if places, ok = appendPlaces(places, part); !ok {
			return nil, false
		}
	}
	return places, len(places) > 0 && len(places) <= longestSequence
}

func appendPlaces(places []class, re *syntax.Regexp) (all []class, ok bool) {
	switch re.Op {
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if places, ok = appendPlaces(places, sub); !ok {
				return nil, false
			}
		}
		return places, true
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			if !isAlphanumeric(r) && !strings.ContainsRune(" -_./:,;@#%+=~", r) {
				return nil, false
			}
			places = append(places, class{r, r})
		}
		return places, re.Flags&syntax.FoldCase == 0
	case syntax.OpCharClass:
		return append(places, class(re.Rune)), len(re.Rune) > 0 && !slices.ContainsFunc(re.Rune, func(r rune) bool { return !isAlphanumeric(r) })
	default:
		return nil, false
	}
}

func isAlphanumeric(r rune) bool {
	return '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' || r == '_'
}

// globPattern is the GLOB pattern of a sequence.
func globPattern(places []class) string {
	var b strings.Builder
	for _, c := range places {
		if c.plain() {
			b.WriteRune(c[0])
			continue
		}
		b.WriteByte('[')
		for i := 0; i < len(c); i += 2 {
			b.WriteRune(c[i])
			if c[i] != c[i+1] {
				b.WriteByte('-')
				b.WriteRune(c[i+1])
			}
		}
		b.WriteByte(']')
	}
	return b.String()
}

// prefixAndRun splits a sequence into plain characters and a run of one class
// that neither end of them is in, so that the run's characters trimmed off a text
// leave just the prefix.
func prefixAndRun(places []class) (prefix string, run class, ok bool) {
	n := slices.IndexFunc(places, func(c class) bool { return !c.plain() })
	if n < 0 {
		return "", nil, false
	}
	for _, c := range places[:n] {
		prefix += string(c[0])
	}
	run = places[n]
	for _, c := range places[n:] {
		if !slices.Equal(c, run) {
			return "", nil, false
		}
	}
	chars := run.chars()
	return prefix, run, n == 0 || !strings.ContainsRune(chars, places[0][0]) && !strings.ContainsRune(chars, places[n-1][0])
}
