package adaptertest

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/sqlgate/sqlgate/adapters/adaptertest/oracle"
	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// term is a part of an expression: its text and the node that it means.
type term struct {
	text string
	node ast.Node
}

func (t term) typ() gate.Type { return ast.TypeOf(t.node) }

// expressions writes random expressions over a draft's columns.
type expressions struct {
	*rand.Rand
	columns []draftColumn
	reads   []int // columns that were used
}

func kind(k gate.Kind) gate.Type { return gate.Type{Kind: k} }

// column is a random column of one of the kinds; it is not ok where there is none.
func (e *expressions) column(fits func(gate.Type) bool) (t term, at int, ok bool) {
	for _, i := range e.Perm(len(e.columns)) {
		c := e.columns[i]
		if fits(c.typ) {
			e.reads = append(e.reads, i)
			return term{quotedName(e.Rand, c.name), ast.Column{Name: c.name, Type: c.typ}}, i, true
		}
	}
	return term{}, 0, false
}

func quotedName(r *rand.Rand, name string) string {
	if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == "" && chance(r, 50) {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

func sqlQuoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// call is a function of one type applied to terms.
func apply(f ast.Func, result gate.Type, args ...term) term {
	texts, nodes := make([]string, len(args)), make([]ast.Node, len(args))
	for i, a := range args {
		texts[i], nodes[i] = a.text, a.node
	}
	return term{string(f) + "(" + strings.Join(texts, ", ") + ")", ast.Call{Func: f, Args: nodes, Type: result}}
}

func parens(t term) term { return term{"(" + t.text + ")", t.node} }

// condition is a random condition.
func (e *expressions) condition(depth int) term {
	if depth > 0 && chance(e.Rand, 45) {
		return e.compound(depth)
	}
	for {
		if t, ok := e.simple(depth); ok {
			return t
		}
	}
}

func (e *expressions) compound(depth int) term {
	a, b := parens(e.condition(depth-1)), parens(e.condition(depth-1))
	switch e.IntN(6) {
	case 0:
		return term{"NOT " + a.text, ast.Not{X: a.node}}
	case 1:
		return term{a.text + " AND " + b.text, ast.And{Terms: []ast.Node{a.node, b.node}}}
	case 2:
		return term{a.text + " OR " + b.text, ast.Or{Terms: []ast.Node{a.node, b.node}}}
	case 3:
		value := chance(e.Rand, 50)
		return e.negated(a.text+" IS", strings.ToUpper(strconv.FormatBool(value)), ast.Is{X: a.node, Value: value})
	case 4:
		c := e.Case(depth, func() (term, bool) { return e.condition(0), true }, kind(gate.KindBool))
		return c
	default:
		return e.negated(a.text+" IS", "NULL", ast.IsNull{X: a.node})
	}
}

// negated puts NOT between two texts, or not.
func (e *expressions) negated(before, after string, n ast.Node) term {
	if chance(e.Rand, 40) {
		return term{before + " NOT " + after, ast.Not{X: n}}
	}
	return term{before + " " + after, n}
}

// Case is a CASE whose results are those of one kind.
func (e *expressions) Case(depth int, result func() (term, bool), t gate.Type) term {
	n := ast.Case{Type: t}
	text := "CASE"
	for range 1 + e.IntN(2) {
		cond := e.condition(depth - 1)
		then, _ := result()
		text += " WHEN " + cond.text + " THEN " + then.text
		n.Whens = append(n.Whens, ast.When{If: cond.node, Then: then.node})
	}
	if chance(e.Rand, 60) {
		other, _ := result()
		text += " ELSE " + other.text
		n.Else = other.node
	}
	return term{text + " END", n}
}

// simple is a condition on values; it is not ok where the draft has no column for it.
func (e *expressions) simple(depth int) (term, bool) {
	switch e.IntN(8) {
	case 0:
		c, _, ok := e.column(func(gate.Type) bool { return true })
		return e.negated(c.text+" IS", "NULL", ast.IsNull{X: c.node}), ok
	case 1:
		c, _, ok := e.column(func(t gate.Type) bool { return t.Kind == gate.KindBool })
		return c, ok
	case 2:
		return e.onText(depth)
	case 3:
		return e.among()
	case 4:
		c, _, ok := e.column(func(t gate.Type) bool {
			return t.IsFloat() || t.Kind == gate.KindDecimal || t.Kind == gate.KindDate || t.Kind == gate.KindTimestamp || t.Kind == gate.KindTimestamptz
		})
		return apply(ast.IsFinite, kind(gate.KindBool), c), ok
	default:
		l, r, ok := e.two(depth)
		if !ok {
			return term{}, false
		}
		return e.comparison(l, r), true
	}
}

// two are terms that compare.
func (e *expressions) two(depth int) (l, r term, ok bool) {
	generators := []func(int) (term, bool){e.integer, e.decimal, e.float, e.text, e.text, e.temporal(gate.KindDate), e.temporal(gate.KindTimestamp), e.temporal(gate.KindTimestamptz), e.temporal(gate.KindTime)}
	i := e.IntN(len(generators))
	l, ok = generators[i](depth)
	if !ok {
		return l, r, false
	}
	if i < 3 {
		i = e.IntN(3) // numbers of all kinds compare
	}
	r, ok = generators[i](depth)
	return l, r, ok && (!isExact(l) || !isExact(r) || commonDigits(l.typ(), r.typ()) <= 38)
}

func isExact(t term) bool { return t.typ().IsNumeric() && !t.typ().IsFloat() }

func (e *expressions) comparison(l, r term) term {
	if l.typ().IsFloat() != r.typ().IsFloat() && l.typ().IsNumeric() {
		l.node, r.node = asFloat(l.node), asFloat(r.node)
	}
	switch e.IntN(5) {
	case 0:
		word := "IS DISTINCT FROM"
		n := ast.Node(ast.Distinct{L: l.node, R: r.node})
		if chance(e.Rand, 50) {
			word, n = "IS NOT DISTINCT FROM", ast.Not{X: n}
		}
		return term{l.text + " " + word + " " + r.text, n}
	case 1:
		low := ast.Compare{Op: ast.Ge, L: l.node, R: r.node}
		high := ast.Compare{Op: ast.Le, L: l.node, R: r.node}
		return e.negated(l.text, "BETWEEN "+r.text+" AND "+r.text, ast.And{Terms: []ast.Node{low, high}})
	default:
		op := pick(e.Rand, []ast.CompareOp{ast.Eq, ast.Ne, ast.Lt, ast.Le, ast.Gt, ast.Ge})
		return term{l.text + " " + string(op) + " " + r.text, ast.Compare{Op: op, L: l.node, R: r.node}}
	}
}

func asFloat(n ast.Node) ast.Node { return ast.Cast{X: n, Type: kind(gate.KindFloat64)} }

// among is an IN of a column.
func (e *expressions) among() (term, bool) {
	c, i, ok := e.column(func(t gate.Type) bool {
		return t.IsInteger() || t.Kind == gate.KindString || t.IsFloat() || t.Kind == gate.KindDate
	})
	if !ok {
		return c, false
	}
	var texts []string
	var list []ast.Literal
	for range 1 + e.IntN(3) {
		l := e.literal(c.typ(), i)
		texts, list = append(texts, l.text), append(list, l.node.(ast.Literal))
	}
	return e.negated(c.text, "IN ("+strings.Join(texts, ", ")+")", ast.In{X: c.node, List: list}), true
}

// literal is a constant of a type, which the values of a column (-1: none) will meet.
func (e *expressions) literal(t gate.Type, column int) term {
	hint := func(v oracle.Value) {
		if column >= 0 {
			e.columns[column].hints.values = append(e.columns[column].hints.values, v)
		}
	}
	switch {
	case t.IsInteger():
		low, high := limits(t)
		n := e.Int64N(41) - 20
		if low.Sign() == 0 {
			n = max(n, 0)
		}
		if high.IsInt64() {
			n = min(n, high.Int64())
		}
		hint(oracle.Int(n))
		return constantTerm(strconv.FormatInt(n, 10), kind(gate.KindInt64))
	case t.Kind == gate.KindDecimal:
		text := strconv.FormatFloat(float64(e.IntN(2001)-1000)/100, 'f', 2, 64)
		if t.Precision == 0 || t.Scale >= 2 && t.Precision-t.Scale >= 2 {
			hint(oracle.Decimal(text))
		}
		return constantTerm(text, kind(gate.KindDecimal))
	case t.IsFloat():
		f := float64(e.IntN(201)-100) / 8
		hint(oracle.Float(f))
		return constantTerm(strconv.FormatFloat(f, 'f', -1, 64), kind(gate.KindFloat64))
	case t.IsText():
		text := randomText(e.Rand)
		hint(oracle.Text(text))
		return term{sqlQuoted(text), ast.Literal{Text: text, Type: kind(gate.KindString)}}
	default:
		return e.temporalLiteral(t.Kind, hint)
	}
}

// constantTerm is a number, negative ones in parentheses.
func constantTerm(text string, t gate.Type) term {
	n := ast.Literal{Text: text, Type: t}
	if strings.HasPrefix(text, "-") {
		return term{"(" + text + ")", n}
	}
	return term{text, n}
}

func (e *expressions) temporalLiteral(k gate.Kind, hint func(oracle.Value)) term {
	for {
		v := valueMaker{Rand: e.Rand}.any(kind(k))
		text, err := gate.CheckLiteral(kind(k), temporalText(v), true)
		if err != nil {
			continue
		}
		hint(v)
		return term{fmt.Sprintf("%s '%s'", strings.ToUpper(string(k)), text), ast.Literal{Text: text, Type: kind(k)}}
	}
}
