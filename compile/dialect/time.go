package dialect

import (
	"fmt"
	"strconv"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// times is where the dialects differ in dates and times. All that is asked of a
// timestamp with zone is asked in UTC, whatever the session's zone is. Parts of
// an infinite date, and differences from one, are NULL.
type times interface {
	// addTime adds n of a unit: months, days, hours, minutes or seconds.
	addTime(x operand, u ast.Unit, n operand) string
	// dateDiff counts the unit's boundaries between two values of one type.
	dateDiff(u ast.Unit, from, to operand) string
	dateTrunc(u ast.Unit, x operand) string
	datePart(f ast.Func, x operand) string
}

// step is a unit as so many of another one that every engine adds.
func step(u ast.Unit) (of ast.Unit, times int64) {
	switch u {
	case ast.Year:
		return ast.Month, 12
	case ast.Quarter:
		return ast.Month, 3
	case ast.Week:
		return ast.Day, 7
	default:
		return u, 1
	}
}

// belowDay reports whether a unit is part of a day.
func belowDay(u ast.Unit) bool { return u == ast.Second || u == ast.Minute || u == ast.Hour }

// checkUnit checks that values of a type are counted in a unit.
func checkUnit(u ast.Unit, t gate.Type) error {
	switch {
	case !isTemporalWithDate(t):
		return fmt.Errorf("a %s has no %s to count in", t, u)
	case t.Kind == gate.KindDate && belowDay(u):
		return fmt.Errorf("a date has no %s", u)
	}
	switch u {
	case ast.Second, ast.Minute, ast.Hour, ast.Day, ast.Week, ast.Month, ast.Quarter, ast.Year:
		return nil
	default:
		return fmt.Errorf("there is no unit %q of time", u)
	}
}

func (p printer) dateAdd(n ast.DateAdd) (string, error) {
	x, err := p.operand(n.X)
	if err != nil {
		return "", err
	}
	if err := checkUnit(n.Unit, x.typ); err != nil {
		return "", err
	}
	of, times := step(n.Unit)
	by, err := p.operand(multiplied(n.N, times))
	return p.addTime(x, of, by), err
}

// multiplied is an integer times another one.
func multiplied(n ast.Node, times int64) ast.Node {
	t := gate.Type{Kind: gate.KindInt64}
	if times == 1 {
		return n
	}
	if l, ok := n.(ast.Literal); ok {
		if v, err := strconv.ParseInt(l.Text, 10, 32); err == nil {
			return ast.Literal{Text: strconv.FormatInt(v*times, 10), Type: t}
		}
	}
	return ast.Arith{Op: ast.Mul, L: n, R: ast.Literal{Text: strconv.FormatInt(times, 10), Type: t}, Type: t}
}

func (p printer) dateDiff(n ast.DateDiff) (string, error) {
	from, err := p.operand(n.From)
	if err != nil {
		return "", err
	}
	to, err := p.operand(n.To)
	if err != nil {
		return "", err
	}
	if err := checkUnit(n.Unit, from.typ); err != nil {
		return "", err
	}
	if from.typ.Kind != to.typ.Kind {
		return "", fmt.Errorf("the difference of a %s and a %s is not defined", from.typ, to.typ)
	}
	return p.grammar.dateDiff(n.Unit, from, to), nil
}

func (p printer) dateTrunc(n ast.DateTrunc) (string, error) {
	x, err := p.operand(n.X)
	if err != nil {
		return "", err
	}
	if err := checkUnit(n.Unit, x.typ); err != nil {
		return "", err
	}
	return p.grammar.dateTrunc(n.Unit, x), nil
}
