package gate

import (
	"errors"
	"fmt"
	"regexp/syntax"
	"strings"
)

// regex checks a pattern and reports with the place within it.
func (g *gateLoader) regex(n *node) bool {
	_, err := syntax.Parse(n.text, syntax.Perl)
	if err == nil {
		return true
	}
	offset, reason := 0, err.Error()
	var at *syntax.Error
	if errors.As(err, &at) {
		reason = string(at.Code)
		if i := strings.Index(n.text, at.Expr); at.Expr != "" && i >= 0 {
			offset = i
			reason += fmt.Sprintf(": %s", at.Expr)
		}
	}
	g.report(CodePattern, g.placesOf(n).at(n.pos, offset), "regexes have RE2 syntax, without look-around and back-references",
		"the regex does not parse at offset %d: %s", offset, reason)
	return false
}

// like checks a LIKE pattern: a backslash escapes the next character.
func (g *gateLoader) like(n *node) bool {
	trailing := len(n.text) - len(strings.TrimRight(n.text, `\`))
	if trailing%2 == 0 {
		return true
	}
	g.report(CodePattern, n.pos, `write \\ for a backslash`, "the LIKE pattern ends with a lone backslash, which escapes nothing")
	return false
}

// sqlValue checks raw SQL of a dialect, empty for all of them: an expression
// or a query.
func (g *gateLoader) sqlValue(n *node, dialect string, query bool) bool {
	g.commentBehind(n)
	check, hint := CheckSQL, "write one SQL expression"
	if query {
		check, hint = CheckQuery, "write one query"
	}
	if err := check(n.text, dialect); err != nil {
		g.report(CodeSQL, n.pos, hint, "the SQL %v", err)
		return false
	}
	return g.knownVars(n, dialect)
}

// commentBehind warns of text that YAML cuts off an unquoted value.
func (g *gateLoader) commentBehind(n *node) {
	if n.comment != "" && !n.quoted {
		g.warn(CodeComment, n.pos, "quote the value if the text belongs to it", "%q behind this SQL is a YAML comment and not part of it", "# "+n.comment)
	}
}

// dialect is the dialect of the gate's warehouse; empty where it has none.
func (g *gateLoader) dialect() string {
	if w := g.project.Warehouse(g.gate.Warehouse); w != nil {
		return w.Type
	}
	return ""
}

// CheckSQL checks that a text is one closed expression that can stand in
// parentheses: quotes, brackets and comments are closed, there is no ; and
// no comment to the end of a line. dialect is empty where it holds for all. It
// does not parse the expression; the warehouse does.
func CheckSQL(text, dialect string) error {
	s := sqlScanner{text: text, bigquery: dialect == "bigquery"}
	return s.scan()
}

// CheckQuery checks as CheckSQL does that a text can stand in parentheses as
// one query.
func CheckQuery(text, dialect string) error {
	s := sqlScanner{text: text, bigquery: dialect == "bigquery", query: true}
	return s.scan()
}

type sqlScanner struct {
	text     string
	query    bool // commas may stand outside of brackets
	bigquery bool // # begins a comment, and a backslash escapes in quotes
	pos      int
	open     []byte // closing brackets that are awaited
	tokens   int
}

func (s *sqlScanner) scan() error {
	for s.pos < len(s.text) {
		if err := s.next(); err != nil {
			return err
		}
	}
	if len(s.open) > 0 {
		return fmt.Errorf("lacks a closing %q", s.open[len(s.open)-1:])
	}
	if s.tokens == 0 {
		return errors.New("is empty")
	}
	return nil
}

func (s *sqlScanner) next() error {
	rest := s.text[s.pos:]
	c := rest[0]
	switch {
	case strings.HasPrefix(rest, "--"), s.bigquery && c == '#':
		return fmt.Errorf("holds a comment to the end of the line at offset %d; use /* */", s.pos)
	case strings.HasPrefix(rest, "/*"):
		return s.skipTo("*/", "comment")
	case strings.HasPrefix(rest, "$$"):
		return fmt.Errorf("holds $$ at offset %d; use '…' for texts", s.pos)
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		s.pos++
		return nil
	}
	s.tokens++
	switch c {
	case '\'', '"', '`':
		return s.skipQuoted(c)
	case ';':
		return fmt.Errorf("holds a ; at offset %d", s.pos)
	case ',':
		if len(s.open) == 0 && !s.query {
			return fmt.Errorf("is more than one expression: there is a comma at offset %d", s.pos)
		}
	case '(':
		s.open = append(s.open, ')')
	case '[':
		s.open = append(s.open, ']')
	case ')', ']':
		if len(s.open) == 0 || s.open[len(s.open)-1] != c {
			return fmt.Errorf("has a %q at offset %d that closes nothing", c, s.pos)
		}
		s.open = s.open[:len(s.open)-1]
	case 0:
		return fmt.Errorf("holds a NUL character at offset %d", s.pos)
	}
	s.pos++
	return nil
}

// skipQuoted moves behind the closing quote; a doubled quote is two texts in a row.
func (s *sqlScanner) skipQuoted(quote byte) error {
	for i := s.pos + 1; i < len(s.text); i++ {
		switch {
		case s.text[i] == '\\' && s.bigquery:
			i++
		case s.text[i] == quote:
			s.pos = i + 1
			return nil
		}
	}
	return fmt.Errorf("has a quote %c at offset %d that is not closed", quote, s.pos)
}

// skipTo moves behind the next end.
func (s *sqlScanner) skipTo(end, what string) error {
	i := strings.Index(s.text[s.pos+len(end):], end)
	if i < 0 {
		return fmt.Errorf("has a %s at offset %d that is not closed", what, s.pos)
	}
	s.pos += len(end) + i + len(end)
	return nil
}
