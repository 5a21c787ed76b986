package oracle

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
)

// call applies a function to its arguments.
func call(n ast.Call, args []Value) (Value, error) {
	if n.Func == ast.Coalesce {
		for _, a := range args {
			if a != nil {
				return a, nil
			}
		}
		return nil, nil
	}
	if n.Func == ast.NullIf {
		return nullIf(args[0], args[1])
	}
	for _, a := range args {
		if a == nil {
			return nil, nil
		}
	}
	switch x := args[0].(type) {
	case Text:
		return callText(n, string(x), args[1:])
	case List:
		return callList(n.Func, x)
	case Date, Time, Timestamp:
		return callTemporal(n.Func, args)
	case Number, Float:
		return callNumber(n, args)
	case Bytes:
		if n.Func == ast.Bytes {
			return Int(int64(len(x))), nil
		}
	}
	return callAny(n.Func, args)
}

func nullIf(x, y Value) (Value, error) {
	if x == nil || y == nil {
		return x, nil
	}
	same, err := holds(ast.Eq, x, y)
	if err != nil || same {
		return nil, err
	}
	return x, nil
}

// callAny applies the functions of values of every kind.
func callAny(f ast.Func, args []Value) (Value, error) {
	switch f {
	case ast.IsNaN:
		return Bool(isNaN(args[0])), nil
	case ast.IsInf:
		return Bool(isInf(args[0])), nil
	case ast.IsFinite:
		return Bool(isFinite(args[0])), nil
	case ast.Greatest:
		return extreme(ast.Gt, args)
	case ast.Least:
		return extreme(ast.Lt, args)
	default:
		return nil, fmt.Errorf("the function %s does not take a %T", f, args[0])
	}
}

// extreme is the greatest or least argument; NaN where one is.
func extreme(better ast.CompareOp, args []Value) (Value, error) {
	best := args[0]
	for _, a := range args {
		if isNaN(a) {
			return a, nil
		}
		ahead, err := holds(better, a, best)
		if err != nil {
			return nil, err
		}
		if ahead {
			best = a
		}
	}
	return best, nil
}

func callText(n ast.Call, x string, args []Value) (Value, error) {
	var texts []string
	for _, a := range args {
		if t, ok := a.(Text); ok {
			texts = append(texts, string(t))
		}
	}
	switch n.Func {
	case ast.Replace:
		return Text(replace(x, texts[0], texts[1])), nil
	case ast.Concat:
		return Text(x + strings.Join(texts, "")), nil
	case ast.StartsWith:
		return Bool(strings.HasPrefix(x, texts[0])), nil
	case ast.EndsWith:
		return Bool(strings.HasSuffix(x, texts[0])), nil
	case ast.Contains:
		return Bool(strings.Contains(x, texts[0])), nil
	case ast.Substring:
		start, length := int64(1), int64(math.MaxInt64)
		for i, to := range []*int64{&start, &length} {
			if i < len(args) {
				*to = args[i].(Number).Num().Int64()
			}
		}
		return Text(substring(x, start, length)), nil
	case ast.Length:
		return Int(characters(x)), nil
	case ast.Bytes:
		return Int(int64(len(x))), nil
	case ast.Trim:
		return Text(strings.Trim(x, whiteSpace)), nil
	case ast.LTrim:
		return Text(strings.TrimLeft(x, whiteSpace)), nil
	case ast.RTrim:
		return Text(strings.TrimRight(x, whiteSpace)), nil
	case ast.Lower:
		return Text(lower(x)), nil
	case ast.Upper:
		return Text(upper(x)), nil
	case ast.IsJSON:
		return Bool(isJSON(x)), nil
	case ast.JSONValue:
		return jsonValue(x, texts[0])
	case ast.JSONKeys:
		return jsonKeys(x), nil
	default:
		return callAny(n.Func, append([]Value{Text(x)}, args...))
	}
}

func callList(f ast.Func, x List) (Value, error) {
	switch f {
	case ast.ListLength:
		return Int(int64(len(x))), nil
	case ast.ListUnique:
		seen := map[string]bool{}
		for _, item := range x {
			seen[key(item)] = true
		}
		return Int(int64(len(seen))), nil
	default:
		return nil, fmt.Errorf("the function %s does not take a list", f)
	}
}

func callNumber(n ast.Call, args []Value) (Value, error) {
	x := args[0]
	switch n.Func {
	case ast.Neg:
		return onNumber(x, func(r *big.Rat) *big.Rat { return new(big.Rat).Neg(r) }, func(f float64) float64 { return -f }, n.Type)
	case ast.Abs:
		return onNumber(x, func(r *big.Rat) *big.Rat { return new(big.Rat).Abs(r) }, math.Abs, n.Type)
	case ast.Floor:
		return onNumber(x, floor, math.Floor, n.Type)
	case ast.Ceil:
		ceil := func(r *big.Rat) *big.Rat {
			below := floor(new(big.Rat).Neg(r))
			return below.Neg(below)
		}
		return onNumber(x, ceil, math.Ceil, n.Type)
	case ast.Round:
		digits := int64(0)
		if len(args) > 1 {
			digits = args[1].(Number).Num().Int64()
		}
		if _, ok := x.(Float); ok && digits != 0 {
			return roundFloat(x.(Float), digits)
		}
		return onNumber(x, func(r *big.Rat) *big.Rat { return roundHalfAway(r, digits) }, math.Round, n.Type)
	case ast.Sign:
		return sign(x)
	case ast.Power:
		return power(x, args[1])
	case ast.Sqrt:
		return sqrt(x)
	default:
		return callAny(n.Func, args)
	}
}

// roundFloat rounds the exact value of a float.
func roundFloat(x Float, digits int64) (Value, error) {
	if !isFinite(x) {
		return x, nil
	}
	f, _ := roundHalfAway(new(big.Rat).SetFloat64(float64(x)), digits).Float64()
	return Float(f), nil
}

func callTemporal(f ast.Func, args []Value) (Value, error) {
	parts := map[ast.Func]func(moment) int64{
		ast.YearOf: func(m moment) int64 { return m.year }, ast.MonthOf: func(m moment) int64 { return m.month },
		ast.DayOf: func(m moment) int64 { return m.day }, ast.DayOfWeek: moment.weekday,
		ast.HourOf:   func(m moment) int64 { return m.clock / microsPerHour },
		ast.MinuteOf: func(m moment) int64 { return m.clock / microsPerMinute % 60 },
		ast.SecondOf: func(m moment) int64 { return m.clock / microsPerSecond % 60 },
	}
	part, ok := parts[f]
	if !ok {
		return callAny(f, args)
	}
	m, finite, err := split(args[0])
	if err != nil || !finite {
		return nil, err
	}
	return Int(part(m)), nil
}

func dateAdd(x, by Value, u ast.Unit) (Value, error) {
	n, ok := by.(Number)
	if !ok || !n.IsInt() {
		return nil, fmt.Errorf("a %T is no integer", by)
	}
	m, finite, err := split(x)
	if err != nil {
		return nil, err
	}
	if !finite {
		return x, nil
	}
	if !n.Num().IsInt64() {
		return nil, ErrRaises
	}
	if m, err = m.plus(n.Num().Int64(), u); err != nil {
		return nil, err
	}
	if m.year < 1 || m.year > 9999 {
		return nil, ErrRaises
	}
	return join(m, x), nil
}

func dateDiff(u ast.Unit, from, to Value) (Value, error) {
	a, aFinite, err := split(from)
	if err != nil {
		return nil, err
	}
	b, bFinite, err := split(to)
	if err != nil || !aFinite || !bFinite {
		return nil, err
	}
	first, err := a.ordinal(u)
	if err != nil {
		return nil, err
	}
	last, err := b.ordinal(u)
	return Int(last - first), err
}

func dateTrunc(u ast.Unit, x Value) (Value, error) {
	m, finite, err := split(x)
	if err != nil {
		return nil, err
	}
	if !finite {
		return x, nil
	}
	if m, err = m.start(u); err != nil {
		return nil, err
	}
	return join(m, x), nil
}
