package gate

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// VarUse is a place in a text of SQL where a var stands: text[At:End] is :Name.
type VarUse struct {
	Name    string
	At, End int
}

// SQLVars finds the vars in SQL of a warehouse. A var is a colon and a name
// behind it: a letter or underscore, then letters, digits and underscores. There
// are none in texts, quoted names and comments, and a colon is none of a var
// behind another colon (a cast), a name, a number or a closing bracket, nor where
// the innermost open bracket is [ or { (a slice, a struct); in parentheses there
// it is one again. The dialect says what texts and comments look like; empty, it
// is that of DuckDB and Postgres.
func SQLVars(text, dialect string) []VarUse {
	s := varScanner{text: text, bigquery: dialect == "bigquery"}
	for s.pos < len(text) {
		s.next()
	}
	return s.found
}

type varScanner struct {
	text     string
	bigquery bool // # begins a comment, and a backslash escapes in quotes
	pos      int
	operand  bool // the byte before the position ends a name, a number, a quoted text or brackets
	open     []byte
	found    []VarUse
}

func (s *varScanner) next() {
	rest := s.text[s.pos:]
	c := rest[0]
	after := s.operand
	s.operand = false
	switch {
	case strings.HasPrefix(rest, "--"), s.bigquery && c == '#':
		s.skip(rest, "\n")
	case strings.HasPrefix(rest, "/*"):
		s.comment()
	case c == '\'', c == '"', c == '`':
		s.quoted(c, s.bigquery)
	case c == '$' && !after && dollarTag(rest) != "":
		tag := dollarTag(rest)
		s.pos += len(tag)
		s.skip(s.text[s.pos:], tag)
		s.operand = true
	case c == '(' || c == '[' || c == '{':
		s.open = append(s.open, c)
		s.pos++
	case c == ')' || c == ']' || c == '}':
		s.open = s.open[:max(len(s.open)-1, 0)]
		s.operand = true
		s.pos++
	case c == ':':
		s.colon(rest, after)
	default:
		s.word(rest)
	}
}

// colon is a var's, or not.
func (s *varScanner) colon(rest string, after bool) {
	colons := len(rest) - len(strings.TrimLeft(rest, ":"))
	name := nameAt(rest[colons:])
	if colons > 1 || name == "" || after || strings.HasSuffix(string(s.open), "[") || strings.HasSuffix(string(s.open), "{") {
		s.pos += colons
		return
	}
	s.found = append(s.found, VarUse{Name: name, At: s.pos, End: s.pos + 1 + len(name)})
	s.pos += 1 + len(name)
	s.operand = true
}

// word moves behind a name, a number or one other character. E'…' is a text with
// escapes.
func (s *varScanner) word(rest string) {
	n := strings.IndexFunc(rest, func(r rune) bool { return !isWordPart(r) })
	if n < 0 {
		n = len(rest)
	}
	if n == 0 {
		_, size := utf8.DecodeRuneInString(rest)
		s.pos += size
		return
	}
	s.pos += n
	s.operand = true
	if strings.EqualFold(rest[:n], "e") && strings.HasPrefix(rest[n:], "'") && !s.bigquery {
		s.quoted('\'', true)
	}
}

// quoted moves behind the closing quote; a doubled quote is two texts in a row.
// BigQuery has texts in three quotes too.
func (s *varScanner) quoted(quote byte, escapes bool) {
	closing := string(quote)
	if triple := strings.Repeat(closing, 3); s.bigquery && quote != '`' && strings.HasPrefix(s.text[s.pos:], triple) {
		closing = triple
	}
	s.operand = true
	for i := s.pos + len(closing); i < len(s.text); i++ {
		switch {
		case s.text[i] == '\\' && escapes:
			i++
		case strings.HasPrefix(s.text[i:], closing):
			s.pos = i + len(closing)
			return
		}
	}
	s.pos = len(s.text)
}

// comment moves behind a comment, which nests but on BigQuery.
func (s *varScanner) comment() {
	depth := 0
	for ; s.pos < len(s.text); s.pos++ {
		switch rest := s.text[s.pos:]; {
		case strings.HasPrefix(rest, "/*") && (depth == 0 || !s.bigquery):
			depth++
			s.pos++
		case strings.HasPrefix(rest, "*/"):
			depth--
			s.pos++
		}
		if depth == 0 {
			s.pos++
			return
		}
	}
}

// skip moves behind the next end.
func (s *varScanner) skip(rest, end string) {
	if i := strings.Index(rest, end); i >= 0 {
		s.pos += i + len(end)
		return
	}
	s.pos = len(s.text)
}

// dollarTag is the $tag$ that a text begins with, or empty.
func dollarTag(rest string) string {
	name := nameAt(rest[1:])
	if strings.HasPrefix(rest[1+len(name):], "$") {
		return rest[:len(name)+2]
	}
	return ""
}

// nameAt is the name that a text begins with, or empty.
func nameAt(text string) string {
	for i, r := range text {
		letter := r == '_' || unicode.IsLetter(r)
		if !letter && (i == 0 || !unicode.IsDigit(r)) {
			return text[:i]
		}
	}
	return text
}

// isWordPart reports whether a character can be within a name; a dollar can.
func isWordPart(r rune) bool {
	return r == '_' || r == '$' || r > unicode.MaxASCII || unicode.IsLetter(r) || unicode.IsDigit(r)
}
