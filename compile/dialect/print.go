package dialect

import (
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// grammar is where the dialects differ in printing a predicate. The texts x
// are printed operands: a column, a constant, a call, or in parentheses.
type grammar interface {
	Name() string
	Ident(name string) string
	Literal(l ast.Literal) (string, error)
	// nan says how the type's NaN compares.
	nan(t gate.Type) nanOrder
	isNaN(x string, t gate.Type) string
	// text is an operand of a text's equality, LIKE or regex.
	text(x string, t gate.Type) string
	// ordered is an operand of an inequality; texts are then ordered by code point.
	ordered(x string, t gate.Type) string
	call(f ast.Func, x string, t gate.Type) (string, error)
	// like is what follows LIKE, for a pattern in which a backslash stands only before %, _ and itself.
	like(pattern string) (string, error)
	match(m ast.Match, x string) (string, error)
}

// nanOrder is how a NaN compares.
type nanOrder int

const (
	noNaN        nanOrder = iota // the type has none
	nanLargest                   // equal to itself and above everything
	nanUnordered                 // as IEEE 754 says
)

// printer prints nodes in a dialect.
type printer struct {
	grammar
	// bounded are the columns that a sibling in the same conjunction holds below
	// a constant, which no NaN is.
	bounded map[string]bool
}

func printNode(g grammar, n ast.Node) (string, error) {
	return printer{grammar: g}.print(n)
}

func (p printer) print(n ast.Node) (string, error) {
	switch n := n.(type) {
	case ast.Column:
		if n.From != "" {
			return p.Ident(n.From) + "." + p.Ident(n.Name), nil
		}
		return "batch." + p.Ident(n.Name), nil
	case ast.Literal:
		return p.Literal(n)
	case ast.And:
		return p.join(n.Terms, " AND ", "TRUE", false)
	case ast.Or:
		return p.join(n.Terms, " OR ", "FALSE", false)
	case ast.Not:
		return p.negation(n.X)
	case ast.Compare:
		return p.compare(n, false)
	case ast.IsNull:
		return p.suffix(n.X, " IS NULL")
	case ast.In:
		return p.in(n, "IN")
	case ast.Like:
		return p.like(n, "")
	case ast.Match:
		x, err := p.textOperand(n.X)
		if err != nil {
			return "", err
		}
		return p.match(n, x)
	case ast.Call:
		x, err := p.operand(n.Args[0])
		if err != nil {
			return "", err
		}
		return p.call(n.Func, x, ast.TypeOf(n.Args[0]))
	case ast.Is:
		if n.Value {
			return p.suffix(n.X, " IS TRUE")
		}
		return p.suffix(n.X, " IS FALSE")
	case ast.Raw:
		return parens(n.SQL), nil
	default:
		return "", fmt.Errorf("dialect %s cannot print a %T", p.Name(), n)
	}
}

// negation prints NOT x, pushed inwards as far as it goes: engines stop early
// in a disjunction of plain comparisons, but not below a NOT.
func (p printer) negation(x ast.Node) (string, error) {
	switch x := x.(type) {
	case ast.Not:
		return p.print(x.X)
	case ast.And:
		return p.join(x.Terms, " OR ", "FALSE", true)
	case ast.Or:
		return p.join(x.Terms, " AND ", "TRUE", true)
	case ast.Compare:
		return p.compare(x, true)
	case ast.IsNull:
		return p.suffix(x.X, " IS NOT NULL")
	case ast.In:
		return p.in(x, "NOT IN")
	case ast.Like:
		return p.like(x, "NOT ")
	case ast.Match:
		s, err := p.print(x)
		return "NOT " + s, err
	default:
		s, err := p.operand(x)
		return "NOT " + s, err
	}
}

// join prints a conjunction or disjunction; negate negates each term.
func (p printer) join(terms []ast.Node, word, empty string, negate bool) (string, error) {
	if len(terms) == 0 {
		return empty, nil
	}
	if len(terms) > 1 && (word == " OR ") == negate {
		p.bounded = boundedColumns(terms)
	}
	texts := make([]string, len(terms))
	for i, t := range terms {
		if negate {
			t = ast.Not{X: t}
		}
		s, err := p.print(t)
		if err != nil {
			return "", err
		}
		if len(terms) > 1 && !standsIn(t, word) {
			s = parens(s)
		}
		texts[i] = s
	}
	return strings.Join(texts, word), nil
}

// standsIn reports whether a printed node may stand among terms joined by word
// without parentheses.
func standsIn(n ast.Node, word string) bool {
	switch n := n.(type) {
	case ast.Not:
		switch x := n.X.(type) {
		case ast.And:
			return word == " OR "
		case ast.Or:
			return word == " AND "
		case ast.Not:
			return standsIn(x.X, word)
		default:
			return true
		}
	case ast.And:
		return word == " AND "
	case ast.Or:
		return word == " OR "
	default:
		return true
	}
}

// boundedColumns are the columns that one of the terms holds at or below a constant.
func boundedColumns(terms []ast.Node) map[string]bool {
	out := map[string]bool{}
	for _, t := range terms {
		c, ok := t.(ast.Compare)
		if !ok || (c.Op != ast.Le && c.Op != ast.Lt) {
			continue
		}
		col, isColumn := c.L.(ast.Column)
		if _, isLiteral := c.R.(ast.Literal); isColumn && isLiteral {
			out[col.Name] = true
		}
	}
	return out
}

func (p printer) suffix(x ast.Node, suffix string) (string, error) {
	s, err := p.operand(x)
	return s + suffix, err
}

// operand prints a node so that an operator can stand beside it.
func (p printer) operand(n ast.Node) (string, error) {
	s, err := p.print(n)
	if err != nil {
		return "", err
	}
	switch n.(type) {
	case ast.Column, ast.Literal, ast.Call, ast.Raw:
		return s, nil
	default:
		return parens(s), nil
	}
}

func (p printer) textOperand(n ast.Node) (string, error) {
	s, err := p.operand(n)
	return p.text(s, ast.TypeOf(n)), err
}

func (p printer) in(n ast.In, word string) (string, error) {
	x, err := p.textOperand(n.X)
	if err != nil {
		return "", err
	}
	if len(n.List) == 0 {
		return constantly(x, word == "NOT IN"), nil
	}
	fold := func(s string) (string, error) { return s, nil }
	if n.CaseInsensitive {
		fold = func(s string) (string, error) { return p.call(ast.Lower, s, gate.Type{Kind: gate.KindString}) }
	}
	if x, err = fold(x); err != nil {
		return "", err
	}
	items := make([]string, len(n.List))
	for i, l := range n.List {
		s, err := p.Literal(l)
		if err != nil {
			return "", err
		}
		if items[i], err = fold(s); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%s %s (%s)", x, word, strings.Join(items, ", ")), nil
}

func (p printer) like(n ast.Like, not string) (string, error) {
	x, err := p.textOperand(n.X)
	if err != nil {
		return "", err
	}
	pattern, err := likePattern(n.Pattern)
	if err != nil {
		return "", err
	}
	s, err := p.grammar.like(pattern)
	return x + " " + not + "LIKE " + s, err
}

// likePattern drops the backslashes before ordinary characters, about which
// the engines disagree.
func likePattern(pattern string) (string, error) {
	var b strings.Builder
	escaped := false
	for _, r := range pattern {
		if r == '\\' && !escaped {
			escaped = true
			continue
		}
		if escaped && strings.ContainsRune(`%_\`, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		escaped = false
	}
	if escaped {
		return "", fmt.Errorf(`the LIKE pattern %q ends with a backslash that escapes nothing; write \\ for a backslash`, pattern)
	}
	return b.String(), nil
}

func parens(s string) string { return "(" + s + ")" }

// cteStandard begins a common table expression of DuckDB and Postgres.
func cteStandard(name string, materialized bool) string {
	if materialized {
		return name + " AS MATERIALIZED"
	}
	return name + " AS NOT MATERIALIZED"
}
