package dialect

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// numbers is where the dialects differ in numbers.
type numbers interface {
	// toInteger, toDecimal and toFloat convert a number to an int64, a decimal or a float64.
	toInteger(x operand) string
	toDecimal(x operand) string
	toFloat(x operand) string
	// exact readies two decimals for an operation whose result must be exact, or
	// refuses where it cannot be.
	exact(op ast.ArithOp, l, r operand) (left, right string, err error)
	// modulo is the remainder of two int64 or two decimals, NULL where r is zero.
	modulo(l, r operand) string
	roundDecimal(x operand, places int) string
	// oneSize is a decimal among others of which one has that size, exactly.
	oneSize(x string, size digits) string
	// extreme is the greatest or least of values of one type.
	extreme(f ast.Func, args []operand) string
	// overflowing is a float that was computed of others: an error where it is not
	// finite though they are, which is a condition.
	overflowing(x, finite string) string
	isInf(x string, t gate.Type) string
	isFinite(x string, t gate.Type) string
}

// computedIn is the kind that numbers of a type are computed in: int64, decimal or float64.
func computedIn(t gate.Type) gate.Kind {
	switch {
	case t.IsFloat():
		return gate.KindFloat64
	case t.Kind == gate.KindDecimal, t.Kind == gate.KindUint64, t.Kind == gate.KindInt128:
		return gate.KindDecimal
	default:
		return gate.KindInt64
	}
}

// number prints a number as an int64, a decimal or a float64.
func (p printer) number(n ast.Node, kind gate.Kind) (operand, error) {
	switch x := n.(type) {
	case ast.Literal:
		n = ast.Literal{Text: x.Text, Type: gate.Type{Kind: kind}}
	case ast.Null:
		n = ast.Null{Type: gate.Type{Kind: kind}}
	}
	x, err := p.operand(n)
	if err != nil {
		return operand{}, err
	}
	switch kind {
	case gate.KindFloat64:
		if !x.constant {
			x.sql = p.toFloat(x)
		}
	case gate.KindDecimal:
		x.sql = p.toDecimal(x)
	default:
		_, x.loose = n.(ast.Call)
		x.sql = p.toInteger(x)
	}
	x.typ = gate.Type{Kind: kind}
	return x, nil
}

// arith prints an operation on two numbers.
func (p printer) arith(n ast.Arith) (string, error) {
	kind, whole := computedIn(n.Type), !p.inFloat
	p.inFloat = kind == gate.KindFloat64 && isFloatArith(n.L)
	l, err := p.number(n.L, kind)
	if err != nil {
		return "", err
	}
	p.inFloat = kind == gate.KindFloat64 && isFloatArith(n.R) && n.Op != ast.Div // an infinite divisor would leave no trace
	r, err := p.number(n.R, kind)
	if err != nil {
		return "", err
	}
	p.inFloat = false
	lit, constant := n.R.(ast.Literal)
	if constant && !l.constant && kind == gate.KindInt64 && isShort(lit.Text) {
		r.sql = lit.Text // beside an int64 it is one
	}
	if kind == gate.KindDecimal {
		if l.sql, r.sql, err = p.exact(n.Op, l, r); err != nil {
			return "", err
		}
	}
	divides := n.Op == ast.Div || n.Op == ast.Mod
	switch {
	case divides && constant && isZero(lit.Text):
		return p.null(r.typ)
	case n.Op == ast.Mod && kind == gate.KindFloat64:
		return "", fmt.Errorf("%s takes integers and decimals", n.Op)
	case n.Op == ast.Mod:
		return p.modulo(l, r), nil
	case n.Op == ast.Div && kind != gate.KindFloat64:
		return "", fmt.Errorf("%s divides floats, not values of the type %s", n.Op, n.Type)
	case n.Op == ast.Div:
		r.sql = nonzero(r)
	}
	sql := l.sql + " " + string(n.Op) + " " + r.sql
	if kind != gate.KindFloat64 || !whole {
		return sql, nil
	}
	operands, err := p.floatsOf(n)
	if len(operands) == 0 || err != nil {
		return sql, err
	}
	return p.overflowing(sql, p.allFinite(operands...)), nil
}

// allFinite is the condition that floats are finite.
func (p printer) allFinite(floats ...string) string {
	finite := make([]string, len(floats))
	for i, x := range floats {
		finite[i] = p.isFinite(x, gate.Type{Kind: gate.KindFloat64})
	}
	return strings.Join(finite, " AND ")
}

func isFloatArith(n ast.Node) bool {
	a, ok := n.(ast.Arith)
	return ok && computedIn(a.Type) == gate.KindFloat64
}

// floatsOf are the floats that a computation begins with, beside constants and
// what was exact before.
func (p printer) floatsOf(n ast.Node) ([]string, error) {
	if a, ok := n.(ast.Arith); ok && isFloatArith(n) {
		left, err := p.floatsOf(a.L)
		if err != nil {
			return nil, err
		}
		right, err := p.floatsOf(a.R)
		return append(left, right...), err
	}
	if c, ok := n.(ast.Cast); ok && isExact(ast.TypeOf(c.X)) {
		return nil, nil
	}
	x, err := p.operand(n)
	if _, null := n.(ast.Null); null || x.constant || !x.typ.IsFloat() {
		return nil, err
	}
	return []string{x.sql}, err
}

// nonzero is a divisor, NULL where it is zero.
func nonzero(x operand) string {
	if x.constant {
		return x.sql
	}
	return "NULLIF(" + x.sql + ", 0)"
}

func isZero(digits string) bool {
	f, err := strconv.ParseFloat(digits, 64)
	return err == nil && f == 0
}

// isShort reports whether an integer has 32 bits.
func isShort(digits string) bool {
	_, err := strconv.ParseInt(digits, 10, 32)
	return err == nil
}

// numberCall prints a function of numbers.
func (p printer) numberCall(c ast.Call) (string, error) {
	t := ast.TypeOf(c.Args[0])
	kind := computedIn(t)
	switch c.Func {
	case ast.Neg:
		x, err := p.number(c.Args[0], kind)
		if strings.HasPrefix(x.sql, "-") {
			x.sql = parens(x.sql) // two would begin a comment
		}
		return parens("-" + x.sql), err
	case ast.Abs:
		x, err := p.number(c.Args[0], kind)
		return p.apply("abs", x.sql), err
	case ast.Floor, ast.Ceil:
		x, err := p.operand(c.Args[0])
		if t.IsInteger() {
			return x.sql, err
		}
		return p.apply(string(c.Func), x.sql), err
	case ast.Sign:
		return p.sign(c.Args[0])
	case ast.Round:
		return p.round(c, kind)
	case ast.Power:
		return p.power(c)
	default:
		x, err := p.number(c.Args[0], gate.KindFloat64)
		return fmt.Sprintf("CASE WHEN %s < 0 THEN NULL ELSE %s END", x.sql, p.apply("sqrt", x.sql)), err
	}
}

func (p printer) apply(function string, args ...string) string {
	return p.function(function) + parens(strings.Join(args, ", "))
}

func (p printer) sign(n ast.Node) (string, error) {
	x, err := p.operand(n)
	if err != nil {
		return "", err
	}
	name, err := p.TypeName(gate.Type{Kind: gate.KindInt64})
	sign := "CAST(" + p.apply("sign", x.sql) + " AS " + name + ")"
	if p.nan(x.typ) == noNaN || x.constant {
		return sign, err
	}
	return fmt.Sprintf("CASE WHEN NOT %s THEN %s END", p.isNaN(x.sql, x.typ), sign), err
}

// power leaves out what is not a real number: the root of a negative number, and
// the reciprocal of zero. That floor(y) < y is FALSE for a NaN.
func (p printer) power(c ast.Call) (string, error) {
	x, err := p.number(c.Args[0], gate.KindFloat64)
	if err != nil {
		return "", err
	}
	y, err := p.number(c.Args[1], gate.KindFloat64)
	power := p.overflowing(p.apply("power", x.sql, y.sql), p.allFinite(x.sql, y.sql))
	return fmt.Sprintf("CASE WHEN %s < 0 AND %s < %s OR %s = 0 AND %s < 0 THEN NULL ELSE %s END",
		x.sql, p.apply("floor", y.sql), y.sql, x.sql, y.sql, power), err
}

// The digits that Round takes: floats have exact powers of ten up to the 22nd.
const (
	maxFloatPlaces   = 22
	maxDecimalPlaces = 38
)

func (p printer) round(c ast.Call, kind gate.Kind) (string, error) {
	l, ok := c.Args[1].(ast.Literal)
	if !ok {
		return "", fmt.Errorf("the digits of round are a constant")
	}
	places, err := strconv.Atoi(l.Text)
	most := maxDecimalPlaces
	if kind == gate.KindFloat64 {
		most = maxFloatPlaces
	}
	if err != nil || places > most || places < -most {
		return "", fmt.Errorf("the digits of round are an integer from -%d to %d, not %s", most, most, l.Text)
	}
	if kind == gate.KindFloat64 {
		return p.roundFloat(c, places)
	}
	if kind == gate.KindInt64 && places >= 0 {
		x, err := p.operand(c.Args[0])
		return x.sql, err
	}
	x, err := p.number(c.Args[0], gate.KindDecimal)
	if err != nil {
		return "", err
	}
	rounded := p.roundDecimal(x, places)
	if kind == gate.KindInt64 {
		rounded = p.toInteger(operand{sql: rounded, typ: gate.Type{Kind: gate.KindDecimal}})
	}
	return rounded, nil
}

// roundFloat rounds by arithmetic that every engine does alike. A number that has
// no place below the last one stays as it is. 0.49999999999999994 is the float
// below 0.5, which lifts what is at least half, and nothing else, to the next
// whole number.
func (p printer) roundFloat(c ast.Call, places int) (string, error) {
	x, err := p.number(c.Args[0], gate.KindFloat64)
	if err != nil {
		return "", err
	}
	const whole = 1 << 52 // floats from here on have no decimals
	bound, err := p.floatConstant(whole / math.Pow10(places))
	if err != nil {
		return "", err
	}
	half, err := p.Literal(ast.Literal{Text: "0.49999999999999994", Type: gate.Type{Kind: gate.KindFloat64}})
	if err != nil {
		return "", err
	}
	scale, err := p.floatConstant(math.Pow10(max(places, -places)))
	if err != nil {
		return "", err
	}
	scaled, back, small := x.sql, "", ""
	switch {
	case places > 0:
		scaled, back = x.sql+" * "+scale, " / "+scale
	case places < 0:
		scaled, back = x.sql+" / "+scale, " * "+scale
		small = fmt.Sprintf(" WHEN %s < 1 THEN 0", p.apply("abs", x.sql)) // Postgres refuses quotients that are too small
	}
	sql := fmt.Sprintf("CASE%s WHEN %s < %s THEN %s%s ELSE %s END", small, p.apply("abs", x.sql), bound,
		p.apply("trunc", fmt.Sprintf("%s + %s * %s", scaled, p.apply("sign", x.sql), half)), back, x.sql)
	if c.Type.Kind != gate.KindFloat32 {
		return sql, nil
	}
	name, err := p.TypeName(c.Type)
	return "CAST(" + sql + " AS " + name + ")", err
}

func (p printer) floatConstant(f float64) (string, error) {
	return p.Literal(ast.Literal{Text: strconv.FormatFloat(f, 'g', -1, 64), Type: gate.Type{Kind: gate.KindFloat64}})
}

// finiteness prints IsNaN, IsInf and IsFinite.
func (p printer) finiteness(c ast.Call) (string, error) {
	x, err := p.operand(c.Args[0])
	if err != nil {
		return "", err
	}
	if c.Func == ast.IsInf {
		return p.isInf(x.sql, x.typ), nil
	}
	if c.Func == ast.IsFinite {
		return p.isFinite(x.sql, x.typ), nil
	}
	if x.typ.IsKnown() && p.nan(x.typ) == noNaN {
		return constantly(x.sql, false), nil
	}
	return p.isNaN(x.sql, x.typ), nil
}

// extremes prints Greatest and Least.
func (p printer) extremes(c ast.Call) (string, error) {
	args, err := p.alike(c.Args, c.Type)
	if err != nil {
		return "", err
	}
	for i := range args {
		args[i].sql = p.ordered(args[i].sql, args[i].typ)
	}
	return p.extreme(c.Func, args), nil
}

// extremeOfAll is the greatest or least of values for an engine that passes over
// NULLs and holds NaN above everything.
func extremeOfAll(g grammar, f ast.Func, args []operand) string {
	var present, nans []string
	for _, a := range args {
		if a.constant {
			continue
		}
		present = append(present, a.sql+" IS NOT NULL")
		if f == ast.Least && g.nan(a.typ) == nanLargest {
			nans = append(nans, "WHEN "+g.isNaN(a.sql, a.typ)+" THEN "+a.sql+" ")
		}
	}
	value := string(f) + parens(strings.Join(sqlOf(args), ", "))
	if len(nans) > 0 {
		value = "CASE " + strings.Join(nans, "") + "ELSE " + value + " END"
	}
	if len(present) == 0 {
		return value
	}
	return "CASE WHEN " + strings.Join(present, " AND ") + " THEN " + value + " END"
}
