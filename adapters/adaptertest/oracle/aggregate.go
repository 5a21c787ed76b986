package oracle

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// aggregate computes over the rows of the scope's group.
func (s scope) aggregate(n ast.Aggregate) (Value, error) {
	if s.group == nil {
		return nil, errors.New("an aggregate has no group here")
	}
	if n.X == nil {
		return Int(int64(len(s.group))), nil
	}
	var xs []Value
	seen := map[string]bool{}
	for _, row := range s.group {
		x, err := scope{row: row}.eval(n.X)
		if err != nil {
			return nil, err
		}
		if x == nil || n.Distinct && seen[key(x)] {
			continue
		}
		seen[key(x)] = true
		xs = append(xs, x)
	}
	switch {
	case n.Func == ast.Count:
		return Int(int64(len(xs))), nil
	case len(xs) == 0:
		return nil, nil
	}
	switch n.Func {
	case ast.Sum:
		return sum(xs, n.Type)
	case ast.Avg:
		total, err := sum(xs, gate.Type{Kind: gate.KindFloat64})
		if err != nil {
			return nil, err
		}
		return total.(Float) / Float(len(xs)), nil
	case ast.Min, ast.Max:
		return best(n.Func, xs)
	case ast.BoolAnd, ast.BoolOr:
		for _, x := range xs {
			if x == Bool(n.Func == ast.BoolOr) {
				return x, nil
			}
		}
		return Bool(n.Func == ast.BoolAnd), nil
	default:
		return nil, fmt.Errorf("unknown aggregate %s", n.Func)
	}
}

// sum adds up. Floats are added only where the order does not matter.
func sum(xs []Value, t gate.Type) (Value, error) {
	if !t.IsFloat() {
		total := new(big.Rat)
		for _, x := range xs {
			n, ok := x.(Number)
			if !ok {
				return nil, ErrRaises
			}
			if _, err := fits(n.Rat, t); err != nil {
				return nil, err
			}
			total.Add(total, n.Rat)
		}
		return fits(total, t)
	}
	total := 0.0
	for _, x := range xs {
		f, err := toFloat(x)
		if err != nil {
			return nil, err
		}
		if math.Abs(f) > 1<<40 || f*1024 != math.Trunc(f*1024) {
			return nil, fmt.Errorf("the sum depends on the order: %w", ErrRaises)
		}
		total += f
	}
	return Float(total), nil
}

// best is the least or the greatest value. Engines differ about a NaN.
func best(f ast.AggFunc, xs []Value) (Value, error) {
	op := ast.Lt
	if f == ast.Max {
		op = ast.Gt
	}
	found := xs[0]
	for _, x := range xs {
		if isNaN(x) {
			return nil, fmt.Errorf("the %s of a NaN: %w", f, ErrRaises)
		}
		ahead, err := holds(op, x, found)
		if err != nil {
			return nil, err
		}
		if ahead {
			found = x
		}
	}
	return found, nil
}
