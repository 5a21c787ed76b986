package dialect

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// compare prints a comparison or its negation with the meaning of ast.Compare
// for a NaN. Constants are never NaN.
func (p printer) compare(c ast.Compare, negated bool) (string, error) {
	if _, ok := c.L.(ast.Literal); ok {
		c = ast.Compare{Op: mirrored(c.Op), L: c.R, R: c.L}
	}
	l, err := p.side(c.Op, c.L)
	if err != nil {
		return "", err
	}
	r, err := p.side(c.Op, c.R)
	if err != nil {
		return "", err
	}
	_, constant := c.R.(ast.Literal)
	lt, rt := ast.TypeOf(c.L), ast.TypeOf(c.R)
	ln, rn := p.nan(lt), p.nan(rt)
	if constant {
		rn = noNaN
	}
	equality := c.Op == ast.Eq || c.Op == ast.Ne
	plain := fmt.Sprintf("%s %s %s", l, c.Op, r)

	switch {
	case ln == nanUnordered || rn == nanUnordered:
		if negated && !equality {
			return "NOT " + parens(plain), nil
		}
	case ln == nanLargest || rn == nanLargest:
		guard := nanGuard(c.Op, ln, rn)
		if guard == nil || (guard.left && p.isBounded(c.L)) {
			break
		}
		nan := p.isNaN(r, rt)
		if guard.left {
			nan = p.isNaN(l, lt)
		}
		return guarded(c.Op, l, r, nan, constant, negated), nil
	}
	if negated {
		return fmt.Sprintf("%s %s %s", l, inverse(c.Op), r), nil
	}
	return plain, nil
}

func (p printer) isBounded(n ast.Node) bool {
	col, ok := n.(ast.Column)
	return ok && p.bounded[col.Name]
}

func (p printer) side(op ast.CompareOp, n ast.Node) (string, error) {
	s, err := p.operand(n)
	if err != nil {
		return "", err
	}
	if _, ok := n.(ast.Literal); ok {
		return s, nil
	}
	if op == ast.Eq || op == ast.Ne {
		return p.text(s, ast.TypeOf(n)), nil
	}
	return p.ordered(s, ast.TypeOf(n)), nil
}

// guard is the side whose NaN makes an engine that puts NaN above everything
// answer otherwise than ast.Compare says.
type guard struct{ left bool }

func nanGuard(op ast.CompareOp, l, r nanOrder) *guard {
	switch op {
	case ast.Lt, ast.Le:
		if r != noNaN {
			return &guard{left: false}
		}
	case ast.Gt, ast.Ge:
		if l != noNaN {
			return &guard{left: true}
		}
	default:
		if l != noNaN && r != noNaN {
			return &guard{left: true}
		}
	}
	return nil
}

// guarded prints a comparison that is FALSE, or for <> TRUE, where nan holds.
// Beside a column it must stay NULL where that column is NULL.
func guarded(op ast.CompareOp, l, r, nan string, constant, negated bool) string {
	holds := (op == ast.Ne) != negated // what a NaN gives
	if negated {
		op = inverse(op)
	}
	test := fmt.Sprintf("%s %s %s AND NOT %s", l, op, r, nan)
	if holds {
		test = fmt.Sprintf("%s %s %s OR %s", l, op, r, nan)
	}
	if constant {
		return parens(test)
	}
	return fmt.Sprintf("CASE WHEN %s IS NOT NULL AND %s IS NOT NULL THEN %s END", l, r, test)
}

func inverse(op ast.CompareOp) ast.CompareOp {
	switch op {
	case ast.Eq:
		return ast.Ne
	case ast.Ne:
		return ast.Eq
	case ast.Lt:
		return ast.Ge
	case ast.Le:
		return ast.Gt
	case ast.Gt:
		return ast.Le
	default:
		return ast.Lt
	}
}

// mirrored is the operator with its sides swapped.
func mirrored(op ast.CompareOp) ast.CompareOp {
	switch op {
	case ast.Lt:
		return ast.Gt
	case ast.Le:
		return ast.Ge
	case ast.Gt:
		return ast.Lt
	case ast.Ge:
		return ast.Le
	default:
		return op
	}
}

// constantly prints a value that is NULL where x is, for a question whose
// answer the type knows.
func constantly(x string, value bool) string {
	return fmt.Sprintf("CASE WHEN %s IS NOT NULL THEN %s END", x, strings.ToUpper(strconv.FormatBool(value)))
}

func isTemporalWithDate(t gate.Type) bool {
	return t.Kind == gate.KindDate || t.Kind == gate.KindTimestamp || t.Kind == gate.KindTimestamptz
}
