package expr

import (
	"errors"
	"math"
	"regexp"
	regex "regexp/syntax"
	"strconv"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func (c *checker) bytes(f call) ast.Node {
	x := c.firm(f.args[0])
	if x.ok() && x.typ().Kind == gate.KindBytes {
		return ast.Apply(ast.Bytes, x.node)
	}
	text := c.asText(x, "bytes")
	if text == nil {
		return nil
	}
	return ast.Apply(ast.Bytes, text)
}

func (c *checker) substring(f call) ast.Node {
	text := c.asText(c.firm(f.args[0]), "substring")
	start := c.integer(f.args[1], "the start of substring")
	var length ast.Node = intLiteral(math.MaxInt32)
	if len(f.args) > 2 {
		length = c.integer(f.args[2], "the length of substring")
	}
	if text == nil || start == nil || length == nil {
		return nil
	}
	return ast.Call{Func: ast.Substring, Args: []ast.Node{text, start, length}, Type: stringType()}
}

// integer is an integer as an int64.
func (c *checker) integer(n syntax, what string) ast.Node {
	v := c.firm(n)
	if !v.ok() {
		return nil
	}
	if !v.typ().IsInteger() {
		c.fail(v.at, "", "%s is an integer, got %s", what, v.describe())
		return nil
	}
	return as(v.node, int64Type())
}

func (c *checker) matches(f call) ast.Node {
	x := c.patternOperand(c.firm(f.args[0]), "matches")
	pattern, ok := f.args[1].(text)
	if !ok || pattern.kind != "" {
		c.fail(f.args[1].start(), "starts_with, ends_with and contains take any text", "the regex of matches is a text in quotes")
		return nil
	}
	if _, err := regex.Parse(pattern.text, regex.Perl); err != nil {
		offset, reason := patternFault(pattern.text, err)
		c.fail(pattern.inner(offset), "regexes have RE2 syntax, without look-around and back-references", "the regex does not parse: %s", reason)
		return nil
	}
	if x == nil {
		return nil
	}
	return ast.Match{X: x, Pattern: pattern.text}
}

// patternFault is the offset in the pattern of a fault, and its reason.
func patternFault(pattern string, err error) (int, string) {
	var at *regex.Error
	if !errors.As(err, &at) {
		return 0, err.Error()
	}
	reason := string(at.Code)
	if at.Expr == "" {
		return 0, reason
	}
	return max(strings.Index(pattern, at.Expr), 0), reason + ": " + at.Expr
}

var jsonPath = regexp.MustCompile(`^\$(\.[A-Za-z_][A-Za-z0-9_]*)+$`)

func (c *checker) jsonValue(f call) ast.Node {
	x := c.firm(f.args[0])
	json := x.node
	if x.ok() && x.typ().Kind != gate.KindJSON {
		json = c.asText(x, "json_value")
	}
	path, ok := f.args[1].(text)
	if !ok || path.kind != "" {
		c.fail(f.args[1].start(), "as in json_value(x, '$.name')", "the path of json_value is a text in quotes")
		return nil
	}
	if !jsonPath.MatchString(path.text) {
		c.fail(path.at, "a path is $ and names of letters, digits and underscores: '$.address.city'", "json_value has no path '%s'", short(path.text))
		return nil
	}
	if json == nil {
		return nil
	}
	pathText := ast.Literal{Text: path.text, Type: stringType()}
	return ast.Call{Func: ast.JSONValue, Args: []ast.Node{json, pathText}, Type: stringType()}
}

func (c *checker) nullIf(f call) ast.Node {
	x, y := c.pair(f.name.at, c.firm(f.args[0]), c.firm(f.args[1]))
	if !x.ok() || !y.ok() {
		return nil
	}
	node := x.node
	if x.typ().Kind == gate.KindEnum {
		node = ast.Cast{X: node, Type: stringType()}
	}
	return ast.Call{Func: ast.NullIf, Args: []ast.Node{node, y.node}, Type: ast.TypeOf(node)}
}

// ofAlike is a function whose arguments have one type, which is the result's.
func ofAlike(f ast.Func) func(*checker, call) ast.Node {
	return func(c *checker, n call) ast.Node {
		check := c.firm
		if f == ast.Coalesce {
			check = c.check
		}
		values, ok := c.all(check, n.args...)
		if !ok {
			return nil
		}
		t, args := c.alike(values, string(f))
		if args == nil {
			return nil
		}
		if f != ast.Coalesce && !isOrdered(t) {
			c.fail(n.name.at, "", "values of the type %s have no order", t)
			return nil
		}
		return ast.Call{Func: f, Args: args, Type: t}
	}
}

func (c *checker) listLength(f call) ast.Node {
	x := c.firm(f.args[0])
	if !x.ok() {
		return nil
	}
	if x.typ().Kind != gate.KindList {
		hint := ""
		if x.typ().IsText() {
			hint = "length(x) counts the characters of a text"
		}
		c.fail(x.at, hint, "list_length takes a list, got %s", x.describe())
		return nil
	}
	return ast.Apply(ast.ListLength, x.node)
}

// ofNumber is a function of a number.
func ofNumber(f ast.Func) func(*checker, call) ast.Node {
	return func(c *checker, n call) ast.Node {
		x := c.asNumber(c.firm(n.args[0]), string(f))
		if x == nil {
			return nil
		}
		return ast.Apply(f, x)
	}
}

// toWhole is a function that makes whole numbers, of the argument's type.
func toWhole(f ast.Func) func(*checker, call) ast.Node {
	return func(c *checker, n call) ast.Node {
		return rounded(f, c.asNumber(c.firm(n.args[0]), string(f)))
	}
}

// rounded applies a function that rounds. An integer stays as it is; a decimal
// may need a digit more before the point, so its size is not known.
func rounded(f ast.Func, x ast.Node, digits ...ast.Node) ast.Node {
	if x == nil || ast.TypeOf(x).IsInteger() {
		return x
	}
	return ast.Call{Func: f, Args: append([]ast.Node{x}, digits...), Type: unsized(ast.TypeOf(x))}
}

// unsized is a type without the size of a decimal.
func unsized(t gate.Type) gate.Type {
	if t.Kind == gate.KindDecimal {
		return decimalType()
	}
	return t
}

func ofFloats(f ast.Func) func(*checker, call) ast.Node {
	return func(c *checker, n call) ast.Node {
		args, ok := make([]ast.Node, len(n.args)), true
		for i, a := range n.args {
			args[i] = c.asFloat(c.firm(a), string(f))
			ok = ok && args[i] != nil
		}
		if !ok {
			return nil
		}
		return ast.Call{Func: f, Args: args, Type: float64Type()}
	}
}

// maxDigits are the decimals that round can leave.
const maxDigits = 15

func (c *checker) round(f call) ast.Node {
	x := c.asNumber(c.firm(f.args[0]), "round")
	digits := 0
	if len(f.args) > 1 {
		n, ok := f.args[1].(number)
		var err error
		if ok {
			digits, err = strconv.Atoi(n.text)
		}
		if !ok || err != nil || n.negative || digits > maxDigits {
			c.fail(f.args[1].start(), "as in round(x, 2)", "the digits of round are a number from 0 to %d", maxDigits)
			return nil
		}
	}
	return rounded(ast.Round, x, intLiteral(int64(digits)))
}

func (c *checker) isFinite(f call) ast.Node {
	x := c.firm(f.args[0])
	if !x.ok() {
		return nil
	}
	t := x.typ()
	if !t.IsNumeric() && (!t.IsTemporal() || t.Kind == gate.KindTime) {
		c.fail(x.at, "", "is_finite takes a number, date or timestamp, got %s", x.describe())
		return nil
	}
	return ast.Apply(ast.IsFinite, x.node)
}
