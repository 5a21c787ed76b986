package adaptertest

import (
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func (w *writer) groupExpressionParams() ([]string, bool) {
	by, ok := w.some(1, 2, w.of(isKey))
	if !ok {
		return nil, false
	}
	e := expressions{Rand: w.Rand, columns: w.draft.columns}
	t := e.groupCondition(1)
	w.reads = append(w.reads, e.reads...)
	w.draft.expressions[t.text] = t.node
	return []string{"group_by: " + by, "expression: " + yamlText(t.text)}, true
}

// groupCondition is a condition over aggregates.
func (e *expressions) groupCondition(depth int) term {
	if depth > 0 && chance(e.Rand, 40) {
		a, b := parens(e.groupCondition(depth-1)), parens(e.groupCondition(depth-1))
		if chance(e.Rand, 50) {
			return term{a.text + " AND " + b.text, ast.And{Terms: []ast.Node{a.node, b.node}}}
		}
		return term{a.text + " OR " + b.text, ast.Or{Terms: []ast.Node{a.node, b.node}}}
	}
	for {
		if t, ok := e.aggregateCondition(); ok {
			return t
		}
	}
}

func (e *expressions) aggregateCondition() (term, bool) {
	int64s, decimals, floats := kind(gate.KindInt64), kind(gate.KindDecimal), kind(gate.KindFloat64)
	switch e.IntN(7) {
	case 0:
		return e.comparison(term{"count(*)", ast.Aggregate{Func: ast.Count, Type: int64s}}, e.small()), true
	case 1:
		c, _, ok := e.column(isKey)
		distinct := chance(e.Rand, 50)
		text := "count(" + c.text + ")"
		if distinct {
			text = "count(DISTINCT " + c.text + ")"
		}
		return e.comparison(term{text, ast.Aggregate{Func: ast.Count, X: c.node, Distinct: distinct, Type: int64s}}, e.small()), ok
	case 2:
		x, ok := e.integer(1)
		l := term{"sum(" + x.text + ")", ast.Aggregate{Func: ast.Sum, X: x.node, Type: int64s}}
		return e.comparison(l, e.literal(int64s, -1)), ok
	case 3:
		x, ok := e.decimal(0)
		l := term{"sum(" + x.text + ")", ast.Aggregate{Func: ast.Sum, X: x.node, Type: decimals}}
		return e.comparison(l, e.literal(decimals, -1)), ok
	case 4:
		x, ok := e.integer(0)
		l := term{"avg(" + x.text + ")", ast.Aggregate{Func: ast.Avg, X: asFloat(x.node), Type: floats}}
		return e.comparison(l, e.literal(floats, -1)), ok
	case 5:
		x := e.condition(1)
		f := pick(e.Rand, []ast.AggFunc{ast.BoolAnd, ast.BoolOr})
		return term{string(f) + "(" + x.text + ")", ast.Aggregate{Func: f, X: x.node, Type: kind(gate.KindBool)}}, true
	default:
		l, r, ok := e.two(0)
		f := pick(e.Rand, []ast.AggFunc{ast.Min, ast.Max})
		if !ok || strings.HasPrefix(r.text, `"`) {
			return term{}, false
		}
		if _, constant := r.node.(ast.Literal); !constant {
			return term{}, false
		}
		return e.comparison(term{string(f) + "(" + l.text + ")", ast.Aggregate{Func: f, X: l.node, Type: l.typ()}}, r), true
	}
}
