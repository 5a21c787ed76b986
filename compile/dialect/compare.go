package dialect

import (
	"fmt"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// comparisons is where the dialects differ in comparing.
type comparisons interface {
	// nan says how the type's NaN compares.
	nan(t gate.Type) nanOrder
	isNaN(x string, t gate.Type) string
	// ordered is an operand of an inequality; texts are then ordered by code point.
	ordered(x string, t gate.Type) string
	// besideOther is an operand that is compared with another value: numbers of
	// different types then compare exactly, and as float64 where one is a float.
	besideOther(x, other operand) string
	// isDistinct is IS DISTINCT FROM, where NaN is equal to NaN.
	isDistinct(l, r operand) string
}

// nanOrder is how a NaN compares.
type nanOrder int

const (
	noNaN        nanOrder = iota // the type has none
	nanLargest                   // equal to itself and above everything
	nanUnordered                 // as IEEE 754 says
)

// compare prints a comparison or its negation with the meaning of ast.Compare
// for a NaN. Constants are never NaN.
func (p printer) compare(c ast.Compare, negated bool) (string, error) {
	if _, ok := c.L.(ast.Literal); ok {
		c = ast.Compare{Op: mirrored(c.Op), L: c.R, R: c.L}
	}
	equality := c.Op == ast.Eq || c.Op == ast.Ne
	left, right, err := p.sides(c.L, c.R, equality)
	if err != nil {
		return "", err
	}
	l, r := left.sql, right.sql
	ln, rn := p.nan(left.typ), p.nan(right.typ)
	if left.constant {
		ln = noNaN
	}
	if right.constant {
		rn = noNaN
	}
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
		nan := p.isNaN(r, right.typ)
		if guard.left {
			nan = p.isNaN(l, left.typ)
		}
		return guarded(c.Op, l, r, nan, right.constant, negated), nil
	}
	if negated {
		return fmt.Sprintf("%s %s %s", l, inverse(c.Op), r), nil
	}
	return plain, nil
}

func (p printer) isBounded(n ast.Node) bool {
	col, ok := n.(ast.Column)
	return ok && p.bounded[columnName{col.From, col.Name}]
}

// sides prints the operands of a comparison. A constant beside a float is one.
func (p printer) sides(l, r ast.Node, equality bool) (left, right operand, err error) {
	l, r = asFloat(l, ast.TypeOf(r)), asFloat(r, ast.TypeOf(l))
	if left, err = p.operand(l); err != nil {
		return left, right, err
	}
	if right, err = p.operand(r); err != nil {
		return left, right, err
	}
	left.sql, right.sql = p.side(left, right, equality), p.side(right, left, equality)
	if left.constant && right.constant && !equality {
		left.sql = p.ordered(left.sql, left.typ) // or the database's collation would order them
	}
	return left, right, nil
}

func asFloat(n ast.Node, other gate.Type) ast.Node {
	l, ok := n.(ast.Literal)
	if !ok || !other.IsFloat() || l.Type.IsFloat() || !l.Type.IsNumeric() {
		return n
	}
	return ast.Literal{Text: l.Text, Type: gate.Type{Kind: gate.KindFloat64}}
}

func (p printer) side(x, other operand, equality bool) string {
	x.sql = p.besideOther(x, other)
	if x.constant {
		return x.sql
	}
	if equality {
		return p.plainText(x.sql, x.typ)
	}
	return p.ordered(x.sql, x.typ)
}

func (p printer) distinct(n ast.Distinct) (string, error) {
	l, r, err := p.sides(n.L, n.R, true)
	if err != nil {
		return "", err
	}
	return p.isDistinct(l, r), nil
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
