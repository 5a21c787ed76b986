package expr

import (
	"strconv"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func (c *checker) binary(n binary) ast.Node {
	if !isComparison(n.op) {
		return c.arithmetic(n)
	}
	op := ast.CompareOp(n.op.text)
	if n.op.text == "!=" {
		op = ast.Ne
	}
	return c.compare(op, n.op.at, c.firm(n.l), c.firm(n.r))
}

// compare compares two values; at is the place of the operator.
func (c *checker) compare(op ast.CompareOp, at int, l, r value) ast.Node {
	l, r = c.pair(at, l, r)
	if !l.ok() || !r.ok() {
		return nil
	}
	if t := l.typ(); op != ast.Eq && op != ast.Ne && !isOrdered(t) {
		c.fail(at, "it has = and <> only", "values of the type %s have no order", t)
		return nil
	}
	return ast.Compare{Op: op, L: l.node, R: r.node}
}

// pair makes two values comparable. Integers and decimals of different types
// compare exactly as they are, and so do texts; beside a float each number is a
// float64.
func (c *checker) pair(at int, l, r value) (value, value) {
	if !l.ok() || !r.ok() {
		return value{}, value{}
	}
	switch {
	case l.form != firm && r.form == firm:
		l = c.beside(l, r.typ())
	case r.form != firm && l.form == firm:
		r = c.beside(r, l.typ())
	}
	if !l.ok() || !r.ok() {
		return value{}, value{}
	}
	t, ok := commonType(l.typ(), r.typ())
	if !ok {
		hint := mismatchHint(l.typ(), r.typ())
		if l.form == numberForm && r.typ().IsText() || r.form == numberForm && l.typ().IsText() {
			hint = "a text is written in quotes"
		}
		c.fail(at, hint, "%s does not compare with %s", l.describe(), r.describe())
		return value{}, value{}
	}
	if t.IsFloat() {
		l.node, r.node = as(l.node, t), as(r.node, t)
	}
	return l, r
}

func (c *checker) distinct(n distinct) ast.Node {
	l, r := c.check(n.l), c.check(n.r)
	switch {
	case l.form == nullForm && r.form == nullForm:
		l = c.firm(n.l)
	case l.form == nullForm && r.ok():
		l.node, l.form = ast.Null{Type: r.typ()}, firm
	case r.form == nullForm && l.ok():
		r.node, r.form = ast.Null{Type: l.typ()}, firm
	}
	l, r = c.pair(n.op.at, l, r)
	if !l.ok() || !r.ok() {
		return nil
	}
	return negated(ast.Distinct{L: l.node, R: r.node}, n.not)
}

func (c *checker) between(n between) ast.Node {
	x := c.firm(n.x)
	low := c.compare(ast.Ge, n.op.at, x, c.firm(n.low))
	high := c.compare(ast.Le, n.op.at, x, c.firm(n.high))
	if low == nil || high == nil {
		return nil
	}
	return negated(ast.And{Terms: []ast.Node{low, high}}, n.not)
}

// in compares with each item, as a list where all items are constants of x's type.
func (c *checker) in(n in) ast.Node {
	x := c.firm(n.x)
	var equal []ast.Node
	var constants []ast.Literal
	for _, item := range n.list {
		e, ok := c.compare(ast.Eq, item.start(), x, c.firm(item)).(ast.Compare)
		if !ok {
			continue
		}
		equal = append(equal, e)
		if l, ok := e.R.(ast.Literal); ok && x.form == firm && isOf(l, x.typ()) {
			constants = append(constants, l)
		}
	}
	switch len(n.list) {
	case len(constants):
		return negated(ast.In{X: x.node, List: constants}, n.not)
	case len(equal):
		return negated(ast.Or{Terms: equal}, n.not)
	default:
		return nil
	}
}

// isOf reports whether a constant is a value of a type.
func isOf(l ast.Literal, t gate.Type) bool {
	return l.Type.Kind == t.Kind && l.Type.Precision == t.Precision && l.Type.Scale == t.Scale
}

func (c *checker) arithmetic(n binary) ast.Node {
	_, left := n.l.(interval)
	_, right := n.r.(interval)
	if left || right {
		return c.shift(n)
	}
	return c.arith(ast.ArithOp(n.op.text), n.op.at, c.firm(n.l), c.firm(n.r))
}

// arith computes with two numbers; at is the place of the operator.
func (c *checker) arith(op ast.ArithOp, at int, l, r value) ast.Node {
	if !l.ok() || !r.ok() {
		return nil
	}
	if l.typ().IsTemporal() || r.typ().IsTemporal() {
		hint := "x + INTERVAL '3' DAY is three days later"
		if l.typ().IsTemporal() && r.typ().IsTemporal() {
			hint = "date_diff('day', a, b) is the number of days from a to b"
		}
		c.fail(at, hint, "%s does not compute with %s and %s", op, l.describe(), r.describe())
		return nil
	}
	leftOK, rightOK := c.isNumber(l, string(op)), c.isNumber(r, string(op))
	if !leftOK || !rightOK {
		return nil
	}
	t := float64Type()
	if op != ast.Div {
		l, r, t = computedAlike(l, r)
	} else {
		l, r = c.beside(l, t), c.beside(r, t)
	}
	if op == ast.Mod && t.IsFloat() {
		c.fail(at, "it takes integers and decimals", "%% has no remainder of a float")
		return nil
	}
	if d, ok := r.node.(ast.Literal); ok && (op == ast.Div || op == ast.Mod) && isZero(d.Text) {
		c.fail(r.at, "a division by zero gives NULL", "the divisor is zero")
		return nil
	}
	return ast.Arith{Op: op, L: l.node, R: r.node, Type: t}
}

// computedAlike gives numbers the type of the other, and says the type in which
// both are computed with.
func computedAlike(l, r value) (value, value, gate.Type) {
	lt, rt := computed(l.typ()), computed(r.typ())
	switch {
	case l.form == numberForm && r.form == firm:
		l = numberBeside(l, rt)
	case r.form == numberForm && l.form == firm:
		r = numberBeside(r, lt)
	}
	t, _ := commonType(computed(l.typ()), computed(r.typ()))
	return l, r, unsized(t)
}

func isZero(digits string) bool {
	f, err := strconv.ParseFloat(digits, 64)
	return err == nil && f == 0
}
