package dialect

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// texts is where the dialects differ in texts.
type texts interface {
	// plainText is an operand of a text's equality, LIKE, regex or function.
	plainText(x string, t gate.Type) string
	// listedText is an operand of IN beside constants.
	listedText(x string, t gate.Type) string
	// likePattern is what follows LIKE, for a pattern in which a backslash stands only before %, _ and itself.
	likePattern(pattern string) (string, error)
	regexMatch(m ast.Match, x string) (string, error)
	// regexGroup is the text of the only group of a pattern at its first match.
	regexGroup(pattern, x string) (string, error)
	// textFunction applies a function to texts, and for Substring to a start from
	// 1 and a length from 0 that are within 32 bits.
	textFunction(f ast.Func, args ...string) string
	// lowerBeside is a text in lower case that is compared with constants.
	lowerBeside(x string, constants []ast.Literal) string
	bytesLength(x string) string
}

func textLiteral(s string) ast.Literal {
	return ast.Literal{Text: s, Type: gate.Type{Kind: gate.KindString}}
}

func (p printer) textOperand(n ast.Node) (string, error) {
	x, err := p.operand(n)
	return p.plainText(x.sql, x.typ), err
}

func (p printer) textOperands(nodes []ast.Node) ([]string, error) {
	out := make([]string, len(nodes))
	for i, n := range nodes {
		var err error
		if out[i], err = p.textOperand(n); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (p printer) in(n ast.In, word string) (string, error) {
	if len(n.List) == 0 {
		x, err := p.operand(n.X)
		return constantly(x.sql, word == "NOT IN"), err
	}
	x, err := p.inOperand(n)
	if err != nil {
		return "", err
	}
	items := make([]string, len(n.List))
	for i, l := range n.List {
		if items[i], err = p.inItem(asFloat(l, ast.TypeOf(n.X)), n.CaseInsensitive); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%s %s (%s)", x, word, strings.Join(items, ", ")), nil
}

func (p printer) inOperand(n ast.In) (string, error) {
	x, err := p.operand(n.X)
	if err != nil {
		return "", err
	}
	if n.CaseInsensitive {
		return p.lowerBeside(p.plainText(x.sql, x.typ), n.List), nil
	}
	for _, l := range n.List {
		if isExact(x.typ) && isExact(l.Type) {
			continue // every dialect compares a number of a type with the type's constants
		}
		if sql := p.besideOther(x, operand{typ: l.Type, constant: true}); sql != x.sql {
			x.sql = sql
			break
		}
	}
	return p.listedText(x.sql, x.typ), nil
}

func (p printer) inItem(n ast.Node, caseInsensitive bool) (string, error) {
	if caseInsensitive {
		return p.lower(n)
	}
	return p.print(n)
}

// lower prints a text in lower case; that of ASCII is known.
func (p printer) lower(n ast.Node) (string, error) {
	if l, ok := n.(ast.Literal); ok && isASCII(l.Text) {
		return p.Literal(textLiteral(strings.ToLower(l.Text)))
	}
	x, err := p.textOperand(n)
	if l, ok := n.(ast.Literal); ok {
		return p.lowerBeside(x, []ast.Literal{l}), err
	}
	return p.textFunction(ast.Lower, x), err
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > 127 })
}

func (p printer) like(n ast.Like, not string) (string, error) {
	x, err := p.patternOperand(n.X, n.Pattern)
	if err != nil {
		return "", err
	}
	pattern, err := plainLike(n.Pattern)
	if err != nil {
		return "", err
	}
	s, err := p.likePattern(pattern)
	return x + " " + not + "LIKE " + s, err
}

// plainLike drops the backslashes before ordinary characters, about which the
// engines disagree.
func plainLike(pattern string) (string, error) {
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

// patternOperand prints what a pattern is matched with. A pattern that no text
// holds is refused, and not read as another one.
func (p printer) patternOperand(n ast.Node, pattern string) (string, error) {
	if _, err := p.Literal(textLiteral(pattern)); err != nil {
		return "", err
	}
	return p.textOperand(n)
}

func (p printer) match(n ast.Match) (string, error) {
	x, err := p.patternOperand(n.X, n.Pattern)
	if err != nil {
		return "", err
	}
	return p.regexMatch(n, x)
}

func (p printer) extract(n ast.Extract) (string, error) {
	x, err := p.patternOperand(n.X, n.Pattern)
	if err != nil {
		return "", err
	}
	if err := checkGroup(n.Pattern); err != nil {
		return "", err
	}
	return p.regexGroup(n.Pattern, x)
}

// textCall prints a function whose arguments are texts.
func (p printer) textCall(c ast.Call) (string, error) {
	args, err := p.textOperands(c.Args)
	if err != nil {
		return "", err
	}
	if c.Func == ast.Concat {
		return parens(strings.Join(args, " || ")), nil
	}
	return p.textFunction(c.Func, args...), nil
}

func (p printer) length(c ast.Call) (string, error) {
	if ast.TypeOf(c.Args[0]).Kind == gate.KindList {
		return p.listCall(ast.Apply(ast.ListLength, c.Args[0]))
	}
	x, err := p.textOperand(c.Args[0])
	return p.textFunction(ast.Length, x), err
}

func (p printer) bytes(c ast.Call) (string, error) {
	x, err := p.operand(c.Args[0])
	if err != nil {
		return "", err
	}
	if x.typ.Kind == gate.KindBytes {
		return p.bytesLength(x.sql), nil
	}
	return p.textFunction(ast.Bytes, p.plainText(x.sql, x.typ)), nil
}

func (p printer) substring(c ast.Call) (string, error) {
	x, err := p.textOperand(c.Args[0])
	if err != nil {
		return "", err
	}
	start, err := p.within(c.Args[1], 1)
	if err != nil {
		return "", err
	}
	length, err := p.within(c.Args[2], 0)
	return p.textFunction(ast.Substring, x, start, length), err
}

// within prints an integer, moved into the range from least to the largest of 32 bits.
func (p printer) within(n ast.Node, least int64) (string, error) {
	if l, ok := n.(ast.Literal); ok {
		v, err := strconv.ParseInt(l.Text, 10, 64)
		if err != nil {
			return "", fmt.Errorf("the place %q in a text is no integer", l.Text)
		}
		return fmt.Sprint(min(max(v, least), math.MaxInt32)), nil
	}
	x, err := p.operand(n)
	return fmt.Sprintf("CASE WHEN %s < %d THEN %d WHEN %s > %d THEN %d ELSE %s END", x.sql, least, least, x.sql, math.MaxInt32, math.MaxInt32, x.sql), err
}
