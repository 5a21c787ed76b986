package compile

import (
	"fmt"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// typed is the meaning of a value rule that depends on the type of the value.
func (c *ruleContext) typed(expected string, valid func(x ast.Node, t gate.Type) ast.Node) (meaning, error) {
	if c.x != nil && !ast.TypeOf(c.x).IsKnown() {
		return meaning{}, fmt.Errorf("the type of column %s is not known here; state it in the gate", c.Column)
	}
	return c.unary(expected, func(x ast.Node) ast.Node { return valid(x, ast.TypeOf(x)) })
}

// unitOf is the unit of a length of time.
func unitOf(d gate.Duration) ast.Unit {
	switch d.Unit {
	case "s":
		return ast.Second
	case "m":
		return ast.Minute
	case "h":
		return ast.Hour
	case "d":
		return ast.Day
	case "w":
		return ast.Week
	case "mo":
		return ast.Month
	default:
		return ast.Year
	}
}

// buildResolution takes an infinite value for one that is not aligned.
func buildResolution(c *ruleContext) (meaning, error) {
	span := c.Params["value"].Span
	return c.typed("aligned to "+span.String(), func(x ast.Node, t gate.Type) ast.Node {
		unit := unitOf(span)
		terms := append([]ast.Node{ast.Apply(ast.IsFinite, x)}, beginning(unit, x, t)...)
		if span.N > 1 {
			rest := arith(ast.Mod, unitsSince(unit, x), intConstant(span.N))
			terms = append(terms, ast.Compare{Op: ast.Eq, L: rest, R: intConstant(0)})
		}
		return ast.And{Terms: terms}
	})
}

// beginning are the tests that a unit begins at x. Of a date they look at its
// parts: its unit's start would be a timestamp, which the latest dates have none of.
func beginning(unit ast.Unit, x ast.Node, t gate.Type) []ast.Node {
	is := func(part ast.Func) ast.Node {
		return ast.Compare{Op: ast.Eq, L: ast.Apply(part, x), R: intConstant(1)}
	}
	switch {
	case t.Kind != gate.KindDate:
		return []ast.Node{ast.Compare{Op: ast.Eq, L: x, R: ast.DateTrunc{Unit: unit, X: x}}}
	case unit == ast.Week:
		return []ast.Node{is(ast.DayOfWeek)}
	case unit == ast.Month:
		return []ast.Node{is(ast.DayOf)}
	case unit == ast.Year:
		return []ast.Node{is(ast.MonthOf), is(ast.DayOf)}
	default:
		return nil
	}
}

// unitsSince counts the units since midnight, or the months since January.
func unitsSince(unit ast.Unit, x ast.Node) ast.Node {
	hours := ast.Apply(ast.HourOf, x)
	minutes := arith(ast.Add, arith(ast.Mul, hours, intConstant(60)), ast.Apply(ast.MinuteOf, x))
	switch unit {
	case ast.Month:
		return arith(ast.Sub, ast.Apply(ast.MonthOf, x), intConstant(1))
	case ast.Hour:
		return hours
	case ast.Minute:
		return minutes
	default:
		return arith(ast.Add, arith(ast.Mul, minutes, intConstant(60)), ast.Apply(ast.SecondOf, x))
	}
}

func buildNotInFuture(c *ruleContext) (meaning, error) {
	expected := "not after the run's start"
	span, ok := c.Params["tolerance"]
	if ok {
		expected = "at most " + span.Span.String() + " after the run's start"
	}
	return c.typed(expected, func(x ast.Node, t gate.Type) ast.Node {
		return ast.Compare{Op: ast.Le, L: x, R: started(span.Span.N, span.Span, t)}
	})
}

func buildNotInPast(c *ruleContext) (meaning, error) {
	expected := "not before the run's start"
	span, ok := c.Params["tolerance"]
	if ok {
		expected = "at most " + span.Span.String() + " before the run's start"
	}
	return c.notBefore(expected, span.Span)
}

func buildNotOlderThan(c *ruleContext) (meaning, error) {
	age := c.Params["max_age"].Span
	return c.notBefore(fmt.Sprintf("not older than %s at the run's start", age), age)
}

func (c *ruleContext) notBefore(expected string, age gate.Duration) (meaning, error) {
	return c.typed(expected, func(x ast.Node, t gate.Type) ast.Node {
		return ast.Compare{Op: ast.Ge, L: x, R: started(-age.N, age, t)}
	})
}

// started is the run's start moved by n units of a span, as a value of a type: a
// date is the day in UTC, a timestamp without zone the time in UTC.
func started(n int64, span gate.Duration, t gate.Type) ast.Node {
	var at ast.Node = ast.StartedAt()
	if n != 0 {
		at = ast.DateAdd{X: at, N: intConstant(n), Unit: unitOf(span)}
	}
	if t.Kind == gate.KindTimestamptz {
		return at
	}
	return ast.Cast{X: at, Type: t}
}
