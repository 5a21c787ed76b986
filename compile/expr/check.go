package expr

import (
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// checker gives the parts of a syntax tree their types and makes nodes of them.
type checker struct {
	env       Env
	errs      Errors
	functions map[string]function // by name
	grouped   bool                // within an aggregate
}

// form is how firm a value's type is.
type form int

const (
	firm       form = iota
	numberForm      // a number: it takes the type of what it stands beside
	textForm        // a text: it becomes a date, enum … beside one
	nullForm        // NULL
)

// value is a checked part. The zero value is a part at fault, which has been reported.
type value struct {
	node ast.Node
	at   int // where it begins
	form form
}

func (v value) ok() bool { return v.node != nil }

func (v value) typ() gate.Type { return ast.TypeOf(v.node) }

// describe names the value's type in messages.
func (v value) describe() string {
	switch v.form {
	case nullForm:
		return "NULL"
	case textForm:
		return "the text '" + short(v.node.(ast.Literal).Text) + "'"
	case numberForm:
		return "the number " + v.node.(ast.Literal).Text
	default:
		return typeName(v.typ())
	}
}

// typeName is a type with its article.
func typeName(t gate.Type) string {
	s := t.String()
	if strings.ContainsAny(s[:1], "aeio") {
		return "an " + s
	}
	return "a " + s
}

// fail reports a fault; its result is the value at fault.
func (c *checker) fail(at int, hint, format string, args ...any) value {
	c.errs = append(c.errs, errorAt(at, hint, format, args...))
	return value{}
}

// condition checks a part that is TRUE, FALSE or NULL; nil where it is at fault.
func (c *checker) condition(n syntax) ast.Node {
	v := c.firm(n)
	if v.ok() && v.typ().Kind != gate.KindBool {
		c.fail(v.at, "compare it with something", "expected a condition, got %s", v.describe())
		return nil
	}
	return v.node
}

// firm checks a part that is not NULL itself.
func (c *checker) firm(n syntax) value {
	v := c.check(n)
	if v.form == nullForm {
		return c.fail(v.at, "x IS NULL tests for it", "NULL here makes the result NULL, whatever the row holds")
	}
	return v
}

// all checks several parts; it is not ok where one is at fault.
func (c *checker) all(check func(syntax) value, parts ...syntax) ([]value, bool) {
	values, ok := make([]value, len(parts)), true
	for i, n := range parts {
		values[i] = check(n)
		ok = ok && values[i].ok()
	}
	return values, ok
}

func (c *checker) check(n syntax) value {
	v := value{at: n.start()}
	switch n := n.(type) {
	case name:
		return c.column(n)
	case variable:
		return c.variable(n)
	case number:
		return c.number(n)
	case text:
		return c.text(n)
	case boolean:
		v.node = boolLiteral(n.value)
	case null:
		v.node, v.form = ast.Null{}, nullForm
	case interval:
		return c.fail(n.at, "x + INTERVAL '3' DAY, or date_add(x, INTERVAL '3' DAY)", "an INTERVAL stands only beside + and - and in date_add")
	case junction:
		v.node = c.junction(n)
	case unary:
		v.node = c.unary(n)
	case binary:
		v.node = c.binary(n)
	case test:
		v.node = c.test(n)
	case distinct:
		v.node = c.distinct(n)
	case between:
		v.node = c.between(n)
	case in:
		v.node = c.in(n)
	case like:
		v.node = c.like(n)
	case choice:
		v.node = c.choice(n)
	case cast:
		return c.cast(n)
	case call:
		v.node = c.call(n)
	}
	return v
}

// column finds a column by its exact name, else ignoring case.
func (c *checker) column(n name) value {
	found := c.named(n.text)
	switch len(found) {
	case 0:
		names := make([]string, len(c.env.Columns))
		for i, col := range c.env.Columns {
			names[i] = col.Name
		}
		return c.fail(n.at, columnsHint(names), "unknown column '%s'%s", short(n.text), didYouMean(n.text, names))
	case 1:
	default:
		return c.fail(n.at, "write it in the exact case, in double quotes", "'%s' is one of several columns: %s, %s", short(n.text), found[0].Name, found[1].Name)
	}
	col := found[0]
	switch {
	case !col.Type.IsKnown():
		return c.fail(n.at, "state its type in the gate", "the type of column '%s' is not known", col.Name)
	case c.env.Aggregates && !c.grouped && !slices.Contains(c.env.GroupBy, col.Name):
		return c.fail(n.at, "group by it, or take its min or max", "column '%s' stands outside of an aggregate", col.Name)
	}
	return value{node: col, at: n.at}
}

// variable finds a var by its name.
func (c *checker) variable(n variable) value {
	names := make([]string, len(c.env.Vars))
	for i, v := range c.env.Vars {
		if v.Name == n.text {
			return value{node: v, at: n.at}
		}
		names[i] = v.Name
	}
	hint := "vars: " + strings.Join(names, ", ")
	if len(names) == 0 {
		hint = "declare it in the gate file, such as vars: {" + short(n.text) + ": {type: int64}}"
	}
	return c.fail(n.at, hint, "unknown var ':%s'%s", short(n.text), didYouMean(n.text, names))
}

// named are the columns that a name can mean.
func (c *checker) named(name string) []ast.Column {
	var found []ast.Column
	for _, col := range c.env.Columns {
		if col.Name == name {
			return []ast.Column{col}
		}
		if strings.EqualFold(col.Name, name) {
			found = append(found, col)
		}
	}
	return found
}

func columnsHint(names []string) string {
	const most = 20
	if len(names) == 0 {
		return "list it under columns"
	}
	hint := "columns: " + strings.Join(names[:min(most, len(names))], ", ")
	if len(names) > most {
		hint += ", …"
	}
	return hint
}

func (c *checker) junction(n junction) ast.Node {
	if n.word == "||" {
		return c.concat(n)
	}
	terms, ok := make([]ast.Node, len(n.terms)), true
	for i, t := range n.terms {
		terms[i] = c.condition(t)
		ok = ok && terms[i] != nil
	}
	switch {
	case !ok:
		return nil
	case n.word == "AND":
		return ast.And{Terms: terms}
	default:
		return ast.Or{Terms: terms}
	}
}

func (c *checker) concat(n junction) ast.Node {
	args, ok := make([]ast.Node, len(n.terms)), true
	for i, t := range n.terms {
		v := c.firm(t)
		args[i] = c.asText(v, "||")
		ok = ok && args[i] != nil
	}
	if !ok {
		return nil
	}
	return ast.Call{Func: ast.Concat, Args: args, Type: stringType()}
}

func (c *checker) unary(n unary) ast.Node {
	if n.op.is("NOT") {
		x := c.condition(n.x)
		if x == nil {
			return nil
		}
		return ast.Not{X: x}
	}
	x := c.asNumber(c.firm(n.x), n.op.text)
	switch {
	case x == nil || n.op.is("+"):
		return x
	default:
		return ast.Apply(ast.Neg, x)
	}
}

func (c *checker) test(n test) ast.Node {
	var x ast.Node
	if n.what == "NULL" {
		v := c.firm(n.x)
		if !v.ok() {
			return nil
		}
		x = ast.IsNull{X: v.node}
	} else {
		cond := c.condition(n.x)
		if cond == nil {
			return nil
		}
		x = ast.Is{X: cond, Value: n.what == "TRUE"}
	}
	return negated(x, n.not)
}

func negated(x ast.Node, not bool) ast.Node {
	if not {
		return ast.Not{X: x}
	}
	return x
}

func (c *checker) like(n like) ast.Node {
	x := c.patternOperand(c.firm(n.x), "LIKE")
	pattern, ok := n.pattern.(text)
	if !ok || pattern.kind != "" {
		c.fail(n.pattern.start(), "starts_with, ends_with and contains take any text", "the pattern of a LIKE is a text in quotes")
		return nil
	}
	if trailing := len(pattern.text) - len(strings.TrimRight(pattern.text, `\`)); trailing%2 == 1 {
		c.fail(pattern.inner(len(pattern.text)-1), `write \\ for a backslash`, "the LIKE pattern ends with a lone backslash, which escapes nothing")
		return nil
	}
	if x == nil {
		return nil
	}
	return negated(ast.Like{X: x, Pattern: pattern.text}, n.not)
}

// patternOperand is the text that a pattern is held against.
func (c *checker) patternOperand(v value, what string) ast.Node {
	if v.ok() && v.typ().Kind == gate.KindEnum {
		return v.node
	}
	return c.asText(v, what)
}

func (c *checker) choice(n choice) ast.Node {
	var whens []ast.Node
	var operand value
	if n.operand != nil {
		operand = c.firm(n.operand)
	}
	results := []syntax{}
	for _, b := range n.branches {
		if n.operand == nil {
			whens = append(whens, c.condition(b.when))
		} else {
			whens = append(whens, c.compare(ast.Eq, b.when.start(), operand, c.firm(b.when)))
		}
		results = append(results, b.then)
	}
	if n.other != nil {
		results = append(results, n.other)
	}
	values, ok := c.all(c.check, results...)
	if !ok || slices.Contains(whens, nil) {
		return nil
	}
	t, nodes := c.alike(values, "CASE")
	if nodes == nil {
		return nil
	}
	out := ast.Case{Type: t}
	for i, w := range whens {
		out.Whens = append(out.Whens, ast.When{If: w, Then: nodes[i]})
	}
	if n.other != nil {
		out.Else = nodes[len(nodes)-1]
	}
	return out
}
