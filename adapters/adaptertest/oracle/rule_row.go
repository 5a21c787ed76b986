package oracle

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// StartedAt is the name under which a row has the run's start, a Timestamp.
const StartedAt = "_sqlgate_started_at"

// startRules are the meanings of the rules that compare with the run's start.
func startRules() map[string]func(r rule, x Value, start Timestamp) (bool, error) {
	return map[string]func(r rule, x Value, start Timestamp) (bool, error){
		"not_in_future": func(r rule, x Value, start Timestamp) (bool, error) {
			return fromStart(ast.Le, x, start, r.span("tolerance"), 1)
		},
		"not_in_past": func(r rule, x Value, start Timestamp) (bool, error) {
			return fromStart(ast.Ge, x, start, r.span("tolerance"), -1)
		},
		"not_older_than": func(r rule, x Value, start Timestamp) (bool, error) {
			return fromStart(ast.Ge, x, start, r.span("max_age"), -1)
		},
	}
}

func (r rule) span(param string) gate.Duration { return r.Params[param].Span }

func unitOf(d gate.Duration) ast.Unit {
	units := map[string]ast.Unit{
		"s": ast.Second, "m": ast.Minute, "h": ast.Hour, "d": ast.Day, "w": ast.Week, "mo": ast.Month, "y": ast.Year, "": ast.Second,
	}
	return units[d.Unit]
}

// fromStart compares with the run's start moved by a length of time. A date
// compares with the day in UTC.
func fromStart(op ast.CompareOp, x Value, start Timestamp, by gate.Duration, sign int64) (bool, error) {
	limit, err := dateAdd(start, Int(sign*by.N), unitOf(by))
	if err != nil {
		return false, err
	}
	if _, ok := x.(Date); ok {
		limit = Date(floorDiv(int64(limit.(Timestamp)), microsPerDay))
	}
	return holds(op, x, limit)
}

// aligned reports whether a date or timestamp begins an interval, counted from
// midnight, from Monday, or from January.
func aligned(r rule, x Value) (bool, error) {
	m, finite, err := split(x)
	if err != nil || !finite {
		return false, err
	}
	span := r.span("value")
	clocks := map[ast.Unit]int64{ast.Second: microsPerSecond, ast.Minute: microsPerMinute, ast.Hour: microsPerHour}
	if size, ok := clocks[unitOf(span)]; ok {
		return m.clock%(size*span.N) == 0, nil
	}
	midnight := m.clock == 0
	switch unitOf(span) {
	case ast.Day:
		return midnight, nil
	case ast.Week:
		return midnight && m.weekday() == 1, nil
	case ast.Month:
		return midnight && m.day == 1 && (m.month-1)%span.N == 0, nil
	default:
		return midnight && m.day == 1 && m.month == 1, nil
	}
}

func uniqueItems(_ rule, x Value) (bool, error) {
	list := x.(List)
	n, err := callList(ast.ListUnique, list)
	return err == nil && Same(n, Int(int64(len(list)))), err
}

func multipleOf(r rule, x Value) (bool, error) {
	of, err := constant(r.Params["value"].Literal)
	n, exact := x.(Number)
	if err != nil || !exact {
		return false, err
	}
	if digits, _ := decimalDigits(n.Rat); digits > 38 {
		return false, ErrRaises
	}
	return new(big.Rat).Quo(n.Rat, of.(Number).Rat).IsInt(), nil
}

func decimalPlacesHold(r rule, x Value) (bool, error) {
	n, exact := x.(Number)
	if !exact {
		return false, nil
	}
	places, ok := decimalPlaces(n.Rat)
	return ok && int64(places) <= r.Params["max"].Int, nil
}

// castable judges a text; one that stands for NULL counts as NULL.
func (r rule) castable(x Value) (Verdict, error) {
	if x == nil {
		return verdictOf(!r.NullsFail), nil
	}
	v, ok := Convert(*r.Params["cast"].Cast, r.Params["type"].Type, string(x.(Text)))
	return verdictOf(ok && (v != nil || !r.NullsFail)), nil
}

// gateRules are the meanings of the rules on several columns of a row.
func gateRules() map[string]func(r rule, row Row) (Verdict, error) {
	return map[string]func(r rule, row Row) (Verdict, error){
		"compare":      compareColumns,
		"required_any": func(r rule, row Row) (Verdict, error) { return verdictOf(r.present(row) >= 1), nil },
		"required_all": func(r rule, row Row) (Verdict, error) {
			n := r.present(row)
			return verdictOf(n == 0 || n == len(r.Params["columns"].Names)), nil
		},
		"exclusive":  func(r rule, row Row) (Verdict, error) { return verdictOf(r.present(row) <= 1), nil },
		"sum_equals": sumEquals,
	}
}

// present counts the rule's columns that are not NULL.
func (r rule) present(row Row) int {
	n := 0
	for _, name := range r.Params["columns"].Names {
		if row[name] != nil {
			n++
		}
	}
	return n
}

func compareColumns(r rule, row Row) (Verdict, error) {
	left, right := row[r.Params["left"].Names[0]], row[r.Params["right"].Names[0]]
	if left == nil || right == nil {
		return verdictOf(!r.NullsFail), nil
	}
	ops := map[string]ast.CompareOp{"eq": ast.Eq, "ne": ast.Ne, "lt": ast.Lt, "le": ast.Le, "gt": ast.Gt, "ge": ast.Ge}
	valid, err := holds(ops[r.Params["op"].Text], left, right)
	return verdictOf(valid), err
}

func sumEquals(r rule, row Row) (Verdict, error) {
	names, equals := r.Params["columns"].Names, r.Params["equals"]
	var terms []Value
	for _, name := range slices.Concat(names, equals.Names) {
		if row[name] == nil {
			return verdictOf(!r.NullsFail), nil
		}
		terms = append(terms, row[name])
	}
	for _, v := range terms {
		if tooLarge(v) {
			return Invalid, nil
		}
	}
	if len(equals.Names) == 0 {
		n, err := constant(equals.Literal)
		if err != nil {
			return "", err
		}
		terms = append(terms, n)
	}
	tolerance, err := constant(r.Params["tolerance"].Literal)
	if err != nil {
		return "", err
	}
	if slices.ContainsFunc(terms, func(v Value) bool { _, ok := v.(Float); return ok }) {
		return r.sumFloats(terms, tolerance)
	}
	difference := new(big.Rat)
	for i, v := range terms {
		if i == len(terms)-1 {
			difference.Sub(difference, v.(Number).Rat)
		} else {
			difference.Add(difference, v.(Number).Rat)
		}
	}
	return verdictOf(difference.Abs(difference).Cmp(tolerance.(Number).Rat) <= 0), nil
}

// tooLarge reports whether a value is a float that no rule computes with.
func tooLarge(v Value) bool {
	f, ok := v.(Float)
	return ok && math.Abs(float64(f)) > 1e300
}

// sumFloats adds in the columns' order; the last term is what the sum shall be.
func (r rule) sumFloats(terms []Value, tolerance Value) (Verdict, error) {
	sum := terms[0]
	for i, v := range terms[1:] {
		op := ast.Add
		if i == len(terms)-2 {
			op = ast.Sub
		}
		var err error
		if sum, err = arithFloat(op, sum, v); err != nil {
			return "", err
		}
	}
	difference, err := toFloat(sum)
	if err != nil {
		return "", err
	}
	most, err := toFloat(tolerance)
	if err != nil {
		return "", fmt.Errorf("the tolerance: %w", err)
	}
	return verdictOf(math.Abs(difference) <= most), nil
}
