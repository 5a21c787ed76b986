package expr

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxText bounds a text, in bytes.
const maxText = 1 << 20

// tokenKind is what a token is.
type tokenKind int

const (
	endToken    tokenKind = iota
	wordToken             // a keyword, or a bare name
	nameToken             // a name in double quotes
	numberToken           // digits, with or without point and exponent
	textToken             // in single quotes
	varToken              // a name behind a colon
	symbolToken
)

// token is one piece of a text.
type token struct {
	kind tokenKind
	at   int    // of its first byte
	end  int    // behind its last byte
	text string // as written; of names and texts what the quotes hold
}

// is reports whether the token is a keyword, which is in upper case here, or a symbol.
func (t token) is(text string) bool {
	switch t.kind {
	case wordToken:
		return strings.EqualFold(t.text, text)
	case symbolToken:
		return t.text == text
	default:
		return false
	}
}

// describe names the token in messages.
func (t token) describe() string {
	switch t.kind {
	case endToken:
		return "the end"
	case nameToken:
		return `"` + short(t.text) + `"`
	case textToken:
		return "'" + short(t.text) + "'"
	case varToken:
		return ":" + short(t.text)
	default:
		return t.text
	}
}

// short is a text for a message: on one line, and cut where it is long.
func short(s string) string {
	const most = 40
	runes := []rune(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s))
	if len(runes) <= most {
		return string(runes)
	}
	return string(runes[:most]) + "…"
}

// inner is the offset in the expression of a byte of what the token's quotes
// hold, in which a doubled quote is one.
func (t token) inner(offset int) int {
	return t.at + 1 + offset + strings.Count(t.text[:offset], "'")
}

// scanner makes tokens.
type scanner struct {
	text   string
	pos    int
	tokens []token
}

// scan makes the tokens of a text; the last one is the end.
func scan(text string) ([]token, *Error) {
	if len(text) > maxText {
		return nil, errorAt(0, "put long lists into a table and use foreign_key", "the expression is longer than %d bytes", maxText)
	}
	s := scanner{text: text}
	for {
		s.skipSpace()
		if s.pos == len(text) {
			s.add(endToken, s.pos, "")
			return s.tokens, nil
		}
		if err := s.next(); err != nil {
			return nil, err
		}
	}
}

func (s *scanner) skipSpace() {
	for s.pos < len(s.text) && strings.IndexByte(" \t\r\n", s.text[s.pos]) >= 0 {
		s.pos++
	}
}

// add makes a token of what stands between the position and end, and moves there.
func (s *scanner) add(kind tokenKind, end int, text string) {
	s.tokens = append(s.tokens, token{kind: kind, at: s.pos, end: end, text: text})
	s.pos = end
}

func (s *scanner) next() *Error {
	rest := s.text[s.pos:]
	r, _ := utf8.DecodeRuneInString(rest)
	switch {
	case r == '\'':
		return s.quoted('\'', textToken)
	case r == '"':
		return s.quoted('"', nameToken)
	case isDigit(rest[0]), rest[0] == '.' && len(rest) > 1 && isDigit(rest[1]):
		return s.number()
	case isNameStart(r):
		end := s.pos + len(rest)
		if i := strings.IndexFunc(rest, func(r rune) bool { return !isNamePart(r) }); i >= 0 {
			end = s.pos + i
		}
		s.add(wordToken, end, s.text[s.pos:end])
		return nil
	}
	return s.symbol(rest, r)
}

// quoted scans a text or a name; within it, a doubled quote is one.
func (s *scanner) quoted(quote byte, kind tokenKind) *Error {
	var b strings.Builder
	for i := s.pos + 1; i < len(s.text); i++ {
		c := s.text[i]
		switch {
		case c == 0:
			return errorAt(i, "no warehouse stores it in a text", "a NUL character")
		case c == quote && i+1 < len(s.text) && s.text[i+1] == quote:
			i++
		case c == quote:
			if !utf8.ValidString(b.String()) {
				return errorAt(s.pos, "", "the text is not valid UTF-8")
			}
			s.add(kind, i+1, b.String())
			return nil
		}
		b.WriteByte(c)
	}
	return errorAt(s.pos, "a quote within a text is doubled: 'it''s'", "the quote %c is not closed", quote)
}

func (s *scanner) number() *Error {
	const hint = "numbers are written as 1000, 12.5 or 1e3"
	end := s.digits(s.pos)
	if end < len(s.text) && s.text[end] == '.' {
		point := end
		if end = s.digits(point + 1); end == point+1 {
			return errorAt(s.pos, hint, "the number %s has no digit behind its point", s.text[s.pos:end])
		}
	}
	if e := end; e < len(s.text) && (s.text[e] == 'e' || s.text[e] == 'E') {
		e++
		if e < len(s.text) && (s.text[e] == '+' || s.text[e] == '-') {
			e++
		}
		if after := s.digits(e); after > e {
			end = after
		}
	}
	if r, _ := utf8.DecodeRuneInString(s.text[end:]); isNamePart(r) {
		return errorAt(s.pos, hint, "the number %s is followed by %q", s.text[s.pos:end], r)
	}
	digits := s.text[s.pos:end]
	if digits[0] == '.' {
		digits = "0" + digits
	}
	s.add(numberToken, end, digits)
	return nil
}

// digits is the place behind the digits at pos.
func (s *scanner) digits(pos int) int {
	for pos < len(s.text) && isDigit(s.text[pos]) {
		pos++
	}
	return pos
}

func (s *scanner) symbol(rest string, r rune) *Error {
	for _, known := range []string{"<>", "!=", "<=", ">=", "||"} {
		if strings.HasPrefix(rest, known) {
			s.add(symbolToken, s.pos+2, known)
			return nil
		}
	}
	for _, f := range foreign {
		if strings.HasPrefix(rest, f.text) {
			return errorAt(s.pos, f.hint, "%s", f.message)
		}
	}
	if r == ':' {
		return s.variable(rest)
	}
	if strings.ContainsRune("=<>+-*/%(),.", r) {
		s.add(symbolToken, s.pos+1, string(r))
		return nil
	}
	if r == utf8.RuneError {
		return errorAt(s.pos, "", "the expression is not valid UTF-8")
	}
	return errorAt(s.pos, "", "unexpected %q", r)
}

func (s *scanner) variable(rest string) *Error {
	if r, _ := utf8.DecodeRuneInString(rest[1:]); !isNameStart(r) {
		return errorAt(s.pos, "", "unexpected ':'")
	}
	name := rest[1:]
	if i := strings.IndexFunc(name, func(r rune) bool { return !isNamePart(r) }); i >= 0 {
		name = name[:i]
	}
	s.add(varToken, s.pos+1+len(name), name)
	return nil
}

// foreignText is what other languages write.
type foreignText struct{ text, message, hint string }

const (
	noComments = "describe the rule with the key 'description'"
	straight   = "texts stand in straight single quotes, names in straight double quotes"
)

// foreign is never written to.
var foreign = []foreignText{
	{"--", "comments are not allowed", noComments + "; the minus of a minus is written - -1"},
	{"/*", "comments are not allowed", noComments},
	{"#", "comments are not allowed", noComments},
	{";", "unexpected ';'", "an expression is one condition"},
	{"==", "unexpected '=='", "write ="},
	{"&&", "unexpected '&&'", "write AND"},
	{"!", "unexpected '!'", "write NOT, or <> for not equal"},
	{"::", "unexpected '::'", "write CAST(x AS type)"},
	{"~", "unexpected '~'", "write matches(x, 'regex')"},
	{"^", "unexpected '^'", "write power(x, y)"},
	{"`", "unexpected '`'", "names stand in double quotes"},
	{"[", "unexpected '['", "lists are written in parentheses: x IN (1, 2)"},
	{"‘", "unexpected '‘'", straight},
	{"’", "unexpected '’'", straight},
	{"“", "unexpected '“'", straight},
	{"”", "unexpected '”'", straight},
	{"\u00a0", "a no-break space", "write an ordinary space"},
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isNameStart(r rune) bool { return r == '_' || unicode.IsLetter(r) }

func isNamePart(r rune) bool {
	return isNameStart(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}
