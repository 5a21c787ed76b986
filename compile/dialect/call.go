package dialect

import (
	"fmt"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// call prints a function.
func (p printer) call(c ast.Call) (string, error) {
	if err := checkArity(c); err != nil {
		return "", err
	}
	switch c.Func {
	case ast.Length:
		return p.length(c)
	case ast.ListLength, ast.ListUnique:
		return p.listCall(c)
	case ast.Bytes:
		return p.bytes(c)
	case ast.Substring:
		return p.substring(c)
	case ast.Lower:
		return p.lower(c.Args[0])
	case ast.Trim, ast.LTrim, ast.RTrim, ast.Upper, ast.StartsWith, ast.EndsWith, ast.Contains, ast.Replace, ast.Concat:
		return p.textCall(c)
	case ast.Coalesce:
		args, err := p.alike(c.Args, c.Type)
		return p.apply("coalesce", sqlOf(args)...), err
	case ast.NullIf:
		return p.choice(nullIf(c))
	case ast.Greatest, ast.Least:
		return p.extremes(c)
	case ast.Neg, ast.Abs, ast.Floor, ast.Ceil, ast.Round, ast.Sign, ast.Power, ast.Sqrt:
		return p.numberCall(c)
	case ast.IsNaN, ast.IsInf, ast.IsFinite:
		return p.finiteness(c)
	case ast.YearOf, ast.MonthOf, ast.DayOf, ast.HourOf, ast.MinuteOf, ast.SecondOf, ast.DayOfWeek:
		x, err := p.operand(c.Args[0])
		return p.datePart(c.Func, x), err
	case ast.IsJSON, ast.JSONKeys, ast.JSONValue:
		return p.jsonCall(c)
	default:
		return "", &UnsupportedError{Feature: "the function " + string(c.Func), Dialect: p.Name(), Reason: "it is unknown"}
	}
}

// checkArity checks the number of a function's arguments.
func checkArity(c ast.Call) error {
	least, most := 1, 1
	switch c.Func {
	case ast.Substring, ast.Replace:
		least, most = 3, 3
	case ast.StartsWith, ast.EndsWith, ast.Contains, ast.NullIf, ast.Power, ast.Round, ast.JSONValue:
		least, most = 2, 2
	case ast.Concat, ast.Coalesce, ast.Greatest, ast.Least:
		most = len(c.Args)
	default:
	}
	if n := len(c.Args); n < least || n > most {
		return fmt.Errorf("the function %s takes %d arguments, not %d", c.Func, least, n)
	}
	return nil
}

// nullIf is NullIf as a choice, in which a NaN is equal to none.
func nullIf(c ast.Call) ast.Case {
	x, y := c.Args[0], c.Args[1]
	return ast.Case{
		Whens: []ast.When{{If: ast.Compare{Op: ast.Eq, L: x, R: y}, Then: ast.Null{Type: ast.TypeOf(x)}}},
		Else:  x,
		Type:  ast.TypeOf(x),
	}
}

// constantly prints a value that is NULL where x is, for a question whose
// answer the type knows.
func constantly(x string, value bool) string {
	return fmt.Sprintf("CASE WHEN %s IS NOT NULL THEN %s END", x, boolText(value))
}

func boolText(value bool) string {
	if value {
		return "TRUE"
	}
	return "FALSE"
}

func isTemporalWithDate(t gate.Type) bool {
	return t.Kind == gate.KindDate || t.Kind == gate.KindTimestamp || t.Kind == gate.KindTimestamptz
}
