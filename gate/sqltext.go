package gate

import (
	"errors"
	"fmt"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// CheckSQL checks that a text is one closed expression that can stand in
// parentheses: quotes, brackets and comments are closed, there is no ;, no
// comment to the end of a line and no parameter. The dialect says what texts and comments look
// like; empty, it is that of DuckDB and Postgres. It does not parse the
// expression; the warehouse does.
func CheckSQL(text, dialect string) error { return checkSQL(text, dialect, false) }

// CheckQuery checks as CheckSQL does that a text can stand in parentheses as
// one query.
func CheckQuery(text, dialect string) error { return checkSQL(text, dialect, true) }

// checkSQL checks an expression or a query, in which commas may stand outside of
// brackets.
func checkSQL(text, dialect string, query bool) error {
	var open brackets
	empty := true
	for t := range sqlTokens(text, dialect) {
		piece := text[t.at:t.end]
		switch {
		case t.kind == sqlLineComment:
			return fmt.Errorf("holds a comment to the end of the line at offset %d; use /* */", t.at)
		case t.kind == sqlDollarQuoted:
			return fmt.Errorf("holds %s at offset %d; use '…' for texts", dollarTag(piece), t.at)
		case t.kind == sqlWord && piece[0] == '$':
			return fmt.Errorf("holds the parameter %s at offset %d; declare it in vars and write :name", piece, t.at)
		case t.kind == sqlComment && !t.closed:
			return fmt.Errorf("has a comment at offset %d that is not closed", t.at)
		case t.kind == sqlQuoted && !t.closed:
			return fmt.Errorf("has a quote %c at offset %d that is not closed", text[t.quote], t.quote)
		case piece == ";":
			return fmt.Errorf("holds a ; at offset %d", t.at)
		case piece == "\x00":
			return fmt.Errorf("holds a NUL character at offset %d", t.at)
		case piece == "," && open == "" && !query:
			return fmt.Errorf("is more than one expression: there is a comma at offset %d", t.at)
		case !open.next(piece):
			return fmt.Errorf("has a %q at offset %d that closes nothing", piece[0], t.at)
		}
		empty = empty && (t.kind == sqlSpace || t.kind == sqlComment)
	}
	switch {
	case open != "":
		return fmt.Errorf("lacks a closing %q", closing[open.innermost()])
	case empty:
		return errors.New("is empty")
	}
	return nil
}

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
	var found []VarUse
	var open brackets
	var before sqlToken
	for t := range sqlTokens(text, dialect) {
		piece := text[t.at:t.end]
		open.next(piece)
		if t.kind == sqlColonName && !before.operand(text) && strings.IndexByte("[{", open.innermost()) < 0 {
			found = append(found, VarUse{Name: piece[1:], At: t.at, End: t.end})
		}
		before = t
	}
	return found
}

// brackets are those that are open, the innermost last.
type brackets string

// closing is the bracket that closes each.
var closing = map[byte]string{'(': ")", '[': "]", '{': "}"}

// innermost is the last that was opened, or 0.
func (b brackets) innermost() byte {
	if b == "" {
		return 0
	}
	return b[len(b)-1]
}

// next takes a piece of SQL. It reports false for a bracket that closes nothing.
func (b *brackets) next(piece string) bool {
	switch piece {
	case "(", "[", "{":
		*b += brackets(piece)
	case ")", "]", "}":
		if closing[b.innermost()] != piece {
			return false
		}
		*b = (*b)[:len(*b)-1]
	}
	return true
}

type sqlKind int

const (
	sqlSymbol sqlKind = iota // one character, or several colons
	sqlSpace
	sqlWord         // a name, a keyword or a number
	sqlColonName    // :name
	sqlQuoted       // a text or a name in quotes
	sqlDollarQuoted // a text in $$ or $tag$
	sqlComment
	sqlLineComment
)

// sqlToken is a piece of a text of SQL, text[at:end].
type sqlToken struct {
	kind    sqlKind
	at, end int
	quote   int  // of quoted ones, where the quote begins, behind the E of E'…'
	closed  bool // quotes and comments have their end
}

// operand reports whether the piece ends a name, a value or brackets.
func (t sqlToken) operand(text string) bool {
	switch t.kind {
	case sqlWord, sqlColonName, sqlQuoted, sqlDollarQuoted:
		return true
	case sqlSymbol:
		return t.end > t.at && strings.IndexByte(")]}", text[t.at]) >= 0
	}
	return false
}

// sqlTokens are the pieces of SQL, one behind the other, as the warehouse itself
// would tell them apart.
func sqlTokens(text, dialect string) iter.Seq[sqlToken] {
	return func(yield func(sqlToken) bool) {
		s := sqlScanner{text: text, bigquery: dialect == "bigquery"}
		for at := 0; at < len(text); {
			t := s.token(at)
			if !yield(t) {
				return
			}
			at = t.end
		}
	}
}

type sqlScanner struct {
	text     string
	bigquery bool // # begins a comment, comments do not nest, a backslash escapes in quotes, quotes can be three, ` is one
}

// token is the piece that begins there.
func (s sqlScanner) token(at int) sqlToken {
	rest := s.text[at:]
	c := rest[0]
	switch {
	case strings.IndexByte(" \t\n\r\f\v", c) >= 0:
		return sqlToken{kind: sqlSpace, at: at, end: at + 1}
	case strings.HasPrefix(rest, "--"), s.bigquery && c == '#':
		return s.until(sqlLineComment, at, 0, "\n")
	case strings.HasPrefix(rest, "/*"):
		return s.comment(at)
	case c == '\'', c == '"', s.bigquery && c == '`':
		return s.quoted(at, at, s.bigquery)
	case dollarTag(rest) != "":
		tag := dollarTag(rest)
		return s.until(sqlDollarQuoted, at, len(tag), tag)
	case c == ':':
		return colons(rest, at)
	}
	n := strings.IndexFunc(rest, func(r rune) bool { return !isWordPart(r) })
	switch {
	case n < 0:
		n = len(rest)
	case n == 0:
		_, size := utf8.DecodeRuneInString(rest)
		return sqlToken{kind: sqlSymbol, at: at, end: at + size}
	case strings.EqualFold(rest[:n], "e") && rest[n] == '\'' && !s.bigquery:
		return s.quoted(at, at+n, true)
	}
	return sqlToken{kind: sqlWord, at: at, end: at + n}
}

// until is a piece that ends with the next end behind its beginning.
func (s sqlScanner) until(kind sqlKind, at, beginning int, end string) sqlToken {
	t := sqlToken{kind: kind, at: at, end: len(s.text)}
	if i := strings.Index(s.text[at+beginning:], end); i >= 0 {
		t.end, t.closed = at+beginning+i+len(end), true
	}
	return t
}

// comment nests but on BigQuery.
func (s sqlScanner) comment(at int) sqlToken {
	depth := 0
	for i := at; i < len(s.text); i++ {
		switch rest := s.text[i:]; {
		case strings.HasPrefix(rest, "/*") && (depth == 0 || !s.bigquery):
			depth++
			i++
		case strings.HasPrefix(rest, "*/"):
			depth--
			i++
		}
		if depth == 0 {
			return sqlToken{kind: sqlComment, at: at, end: i + 1, closed: true}
		}
	}
	return sqlToken{kind: sqlComment, at: at, end: len(s.text)}
}

// quoted is a text or a name whose quote is there. A doubled quote is two texts
// in a row.
func (s sqlScanner) quoted(at, quote int, escapes bool) sqlToken {
	t := sqlToken{kind: sqlQuoted, at: at, end: len(s.text), quote: quote}
	mark := s.text[quote : quote+1]
	if three := strings.Repeat(mark, 3); s.bigquery && mark != "`" && strings.HasPrefix(s.text[quote:], three) {
		mark = three
	}
	for i := quote + len(mark); i < len(s.text); i++ {
		switch {
		case s.text[i] == '\\' && escapes:
			i++
		case strings.HasPrefix(s.text[i:], mark):
			t.end, t.closed = i+len(mark), true
			return t
		}
	}
	return t
}

// colons are one with a name, one alone, or several.
func colons(rest string, at int) sqlToken {
	n := len(rest) - len(strings.TrimLeft(rest, ":"))
	if name := nameAt(rest[n:]); n == 1 && name != "" {
		return sqlToken{kind: sqlColonName, at: at, end: at + 1 + len(name)}
	}
	return sqlToken{kind: sqlSymbol, at: at, end: at + n}
}

// dollarTag is the $tag$ that a text begins with, or empty.
func dollarTag(rest string) string {
	if rest[0] != '$' {
		return ""
	}
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
