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
