package adaptertest

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// integer is a term of whole numbers, an int64 where it is computed.
func (e *expressions) integer(depth int) (term, bool) {
	int64s := kind(gate.KindInt64)
	if depth > 0 && chance(e.Rand, 60) {
		switch e.IntN(7) {
		case 0, 1:
			a, aOK := e.integer(depth - 1)
			b, bOK := e.integer(depth - 1)
			return e.arith(a, b, int64s, ast.Add, ast.Sub, ast.Mul, ast.Mod), aOK && bOK
		case 2:
			a, ok := e.integer(depth - 1)
			return e.unary(a, int64s), ok
		case 3:
			t, ok := e.text(depth - 1)
			return apply(pick(e.Rand, []ast.Func{ast.Length, ast.Bytes}), int64s, t), ok
		case 4:
			return e.datePart(depth)
		case 5:
			return e.dateDiff(depth)
		default:
			c, _, ok := e.column(func(t gate.Type) bool { return t.Kind == gate.KindList })
			return apply(ast.ListLength, int64s, c), ok
		}
	}
	c, i, ok := e.column(func(t gate.Type) bool { return t.IsInteger() && t.Kind != gate.KindInt128 })
	if !ok || chance(e.Rand, 40) {
		return e.literal(int64s, i-bit(!ok)), true
	}
	return c, true
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// arith computes with two terms of a type.
func (e *expressions) arith(a, b term, t gate.Type, ops ...ast.ArithOp) term {
	op := pick(e.Rand, ops)
	if b.text == "0" && (op == ast.Mod || op == ast.Div) {
		op = ast.Add
	}
	return term{"(" + a.text + " " + string(op) + " " + b.text + ")", ast.Arith{Op: op, L: a.node, R: b.node, Type: t}}
}

// unary is a function of one number, of the number's type.
func (e *expressions) unary(a term, t gate.Type) term {
	switch e.IntN(4) {
	case 0:
		return term{"(- " + a.text + ")", ast.Call{Func: ast.Neg, Args: []ast.Node{a.node}, Type: t}}
	case 1:
		return apply(ast.Sign, kind(gate.KindInt64), a)
	default:
		return apply(ast.Abs, t, a)
	}
}

func (e *expressions) decimal(depth int) (term, bool) {
	decimals := kind(gate.KindDecimal)
	isSmall := func(t gate.Type) bool { return t.Kind == gate.KindDecimal && t.Precision < 20 }
	if depth > 0 && chance(e.Rand, 60) {
		a, ok := e.decimal(depth - 1)
		if !ok {
			return a, false
		}
		switch e.IntN(5) {
		case 0, 1:
			b, ok := e.decimal(depth - 1)
			return e.arith(a, b, decimals, ast.Add, ast.Sub, ast.Mul, ast.Mod), ok
		case 2:
			digits := e.Int64N(4)
			rounded := ast.Call{Func: ast.Round, Args: []ast.Node{a.node, ast.Literal{Text: strconv.FormatInt(digits, 10), Type: kind(gate.KindInt64)}}, Type: decimals}
			return term{fmt.Sprintf("round(%s, %d)", a.text, digits), rounded}, true
		case 3:
			return apply(pick(e.Rand, []ast.Func{ast.Floor, ast.Ceil}), decimals, a), true
		default:
			return apply(ast.Abs, decimals, a), true
		}
	}
	c, i, ok := e.column(isSmall)
	if !ok || chance(e.Rand, 40) {
		t := decimals
		if ok {
			t = c.typ()
		}
		return e.literal(t, i-bit(!ok)), true
	}
	return c, true
}

func (e *expressions) float(depth int) (term, bool) {
	floats := kind(gate.KindFloat64)
	if depth > 0 && chance(e.Rand, 60) {
		a, ok := e.float(depth - 1)
		if !ok {
			return a, false
		}
		switch e.IntN(7) {
		case 0, 1:
			b, ok := e.float(depth - 1)
			return e.arith(a, b, floats, ast.Add, ast.Sub, ast.Mul, ast.Div), ok
		case 2:
			b, ok := e.integer(depth - 1)
			b.node = asFloat(b.node)
			return e.arith(a, b, floats, ast.Div), ok && b.text != "0"
		case 3:
			return apply(pick(e.Rand, []ast.Func{ast.Floor, ast.Ceil, ast.Abs}), floats, a), true
		case 4:
			return apply(ast.Sqrt, floats, a), true
		case 5:
			b, ok := e.float(depth - 1)
			return apply(pick(e.Rand, []ast.Func{ast.Greatest, ast.Least}), floats, a, b), ok
		default:
			return apply(ast.Sign, kind(gate.KindInt64), a), true
		}
	}
	c, i, ok := e.column(gate.Type.IsFloat)
	if !ok || chance(e.Rand, 30) {
		return e.literal(floats, i-bit(!ok)), true
	}
	if c.typ().Kind == gate.KindFloat32 {
		c.node = asFloat(c.node)
	}
	return c, true
}

func (e *expressions) text(depth int) (term, bool) {
	strs := kind(gate.KindString)
	if depth > 0 && chance(e.Rand, 60) {
		a, ok := e.text(depth - 1)
		if !ok {
			return a, false
		}
		switch e.IntN(8) {
		case 0:
			return apply(pick(e.Rand, []ast.Func{ast.Lower, ast.Upper}), strs, a), true
		case 1:
			return apply(pick(e.Rand, []ast.Func{ast.Trim, ast.LTrim, ast.RTrim}), strs, a), true
		case 2:
			start, length := e.small(), e.small()
			return apply(ast.Substring, strs, a, start, length), true
		case 3:
			from, to := e.literal(strs, -1), e.literal(strs, -1)
			return apply(ast.Replace, strs, a, from, to), true
		case 4:
			b, ok := e.text(depth - 1)
			return term{"(" + a.text + " || " + b.text + ")", ast.Call{Func: ast.Concat, Args: []ast.Node{a.node, b.node}, Type: strs}}, ok
		case 5:
			b, ok := e.text(depth - 1)
			return apply(pick(e.Rand, []ast.Func{ast.Coalesce, ast.NullIf, ast.Greatest, ast.Least}), strs, a, b), ok
		case 6:
			n, ok := e.integer(0)
			return term{"CAST(" + n.text + " AS string)", ast.Cast{X: n.node, Type: strs}}, ok && strings.HasPrefix(n.text, `"`)
		default:
			return e.Case(1, func() (term, bool) { return e.text(0) }, strs), true
		}
	}
	c, i, ok := e.column(func(t gate.Type) bool { return t.Kind == gate.KindString })
	if !ok || chance(e.Rand, 30) {
		return e.literal(strs, i-bit(!ok)), true
	}
	return c, true
}

func (e *expressions) small() term {
	return constantTerm(strconv.FormatInt(e.Int64N(8)-2, 10), kind(gate.KindInt64))
}

// onText is a condition on a text.
func (e *expressions) onText(depth int) (term, bool) {
	x, ok := e.text(depth)
	if !ok {
		return x, false
	}
	for _, i := range e.reads {
		if e.columns[i].typ.Kind == gate.KindString {
			return e.pattern(x, &e.columns[i].hints), true
		}
	}
	return e.pattern(x, &hints{}), true
}

func (e *expressions) pattern(x term, h *hints) term {
	bools := kind(gate.KindBool)
	switch e.IntN(3) {
	case 0:
		pattern := randomLike(e.Rand)
		h.texts = append(h.texts, func(r *rand.Rand) string { return likeSample(r, pattern) })
		return e.negated(x.text, "LIKE "+sqlQuoted(pattern), ast.Like{X: x.node, Pattern: pattern})
	case 1:
		pattern := randomRegex(e.Rand)
		h.texts = append(h.texts, func(r *rand.Rand) string { return regexSample(r, pattern) })
		return term{"matches(" + x.text + ", " + sqlQuoted(pattern) + ")", ast.Match{X: x.node, Pattern: pattern}}
	default:
		return apply(pick(e.Rand, []ast.Func{ast.StartsWith, ast.EndsWith, ast.Contains}), bools, x, e.literal(kind(gate.KindString), -1))
	}
}

func (e *expressions) temporal(k gate.Kind) func(depth int) (term, bool) {
	return func(depth int) (term, bool) {
		if depth > 0 && k != gate.KindTime && chance(e.Rand, 50) {
			return e.shifted(k, depth)
		}
		c, i, ok := e.column(func(t gate.Type) bool { return t.Kind == k })
		switch {
		case k == gate.KindTimestamptz && chance(e.Rand, 20):
			return term{"now()", ast.StartedAt()}, true
		case k == gate.KindDate && chance(e.Rand, 20):
			return term{"today()", ast.Cast{X: ast.StartedAt(), Type: kind(k)}}, true
		case !ok || chance(e.Rand, 30):
			return e.literal(kind(k), i-bit(!ok)), true
		}
		return c, true
	}
}

// units are the units that a kind has.
func units(k gate.Kind) []ast.Unit {
	days := []ast.Unit{ast.Day, ast.Week, ast.Month, ast.Quarter, ast.Year}
	if k == gate.KindDate {
		return days
	}
	return append(days, ast.Second, ast.Minute, ast.Hour)
}

func (e *expressions) shifted(k gate.Kind, depth int) (term, bool) {
	x, ok := e.temporal(k)(depth - 1)
	unit := pick(e.Rand, units(k))
	switch {
	case !ok:
		return x, false
	case chance(e.Rand, 50):
		return term{fmt.Sprintf("date_trunc('%s', %s)", unit, x.text), ast.DateTrunc{Unit: unit, X: x.node}}, true
	case k == gate.KindDate && chance(e.Rand, 20), k == gate.KindTimestamp && chance(e.Rand, 20):
		other := map[gate.Kind]gate.Kind{gate.KindDate: gate.KindTimestamp, gate.KindTimestamp: gate.KindDate}[k]
		y, ok := e.temporal(other)(depth - 1)
		return term{fmt.Sprintf("CAST(%s AS %s)", y.text, k), ast.Cast{X: y.node, Type: kind(k)}}, ok
	}
	n := e.Int64N(61) - 30
	sign, by := "+", n
	if chance(e.Rand, 50) {
		sign, by = "-", -n
	}
	shifted := ast.DateAdd{X: x.node, N: ast.Literal{Text: strconv.FormatInt(by, 10), Type: kind(gate.KindInt64)}, Unit: unit}
	return term{fmt.Sprintf("(%s %s INTERVAL '%d' %s)", x.text, sign, n, strings.ToUpper(string(unit))), shifted}, true
}

func (e *expressions) datePart(depth int) (term, bool) {
	k := pick(e.Rand, []gate.Kind{gate.KindDate, gate.KindTimestamp, gate.KindTimestamptz, gate.KindTime})
	x, ok := e.temporal(k)(depth - 1)
	parts := []ast.Func{ast.YearOf, ast.MonthOf, ast.DayOf, ast.DayOfWeek, ast.HourOf, ast.MinuteOf, ast.SecondOf}
	switch k {
	case gate.KindDate:
		parts = parts[:4]
	case gate.KindTime:
		parts = parts[4:]
	}
	return apply(pick(e.Rand, parts), kind(gate.KindInt64), x), ok
}

func (e *expressions) dateDiff(depth int) (term, bool) {
	k := pick(e.Rand, []gate.Kind{gate.KindDate, gate.KindTimestamp, gate.KindTimestamptz})
	from, fromOK := e.temporal(k)(depth - 1)
	to, toOK := e.temporal(k)(depth - 1)
	unit := pick(e.Rand, units(k))
	return term{fmt.Sprintf("date_diff('%s', %s, %s)", unit, from.text, to.text), ast.DateDiff{Unit: unit, From: from.node, To: to.node}}, fromOK && toOK
}
