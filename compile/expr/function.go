package expr

import (
	"maps"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// Function documents a function of the language.
type Function struct {
	Name      string
	Signature string // such as round(x [, digits])
	Meaning   string
	Aggregate bool // stands only in conditions on groups
}

// Functions documents all functions, in a stable order.
func Functions() []Function {
	var list []Function
	for _, f := range table() {
		list = append(list, f.Function)
	}
	return list
}

// function is a function with the number of its arguments and what checks them.
type function struct {
	Function
	least, most int // arguments
	build       func(*checker, call) ast.Node
}

const manyArgs = 100

// functionsByName is never written to.
var functionsByName = byName(table())

func byName(list []function) map[string]function {
	m := make(map[string]function, len(list))
	for _, f := range list {
		m[f.Name] = f
	}
	return m
}

func table() []function {
	return slices.Concat(textFunctions(), valueFunctions(), numberFunctions(), dateFunctions(), aggregates())
}

// fn makes an entry; the name is what the signature begins with.
func fn(signature, meaning string, least, most int, build func(*checker, call) ast.Node) function {
	name, _, _ := strings.Cut(signature, "(")
	return function{Function: Function{Name: name, Signature: signature, Meaning: meaning}, least: least, most: most, build: build}
}

func (c *checker) call(n call) ast.Node {
	name := strings.ToLower(n.name.text)
	f, ok := c.functions[name]
	if !ok {
		c.unknownFunction(n, name)
		return nil
	}
	switch count := len(n.args); {
	case f.Aggregate:
		return c.aggregate(f, n)
	case n.star || n.distinct:
		c.fail(n.name.at, "", "* and DISTINCT stand in aggregates only")
		return nil
	case count < f.least || count > f.most:
		c.fail(n.name.at, "write "+f.Signature, "%s has %s", f.Name, arguments(count))
		return nil
	}
	return f.build(c, n)
}

func arguments(n int) string {
	switch n {
	case 0:
		return "no argument"
	case 1:
		return "one argument"
	default:
		return "too many arguments"
	}
}

func (c *checker) unknownFunction(n call, name string) {
	known := slices.Sorted(maps.Keys(c.functions))
	suggestion, hint := didYouMean(name, known), "functions: "+strings.Join(known, ", ")
	if other, ok := otherFunctions()[name]; ok {
		suggestion, hint = "", other
	}
	c.fail(n.name.at, hint, "unknown function '%s'%s", n.name.text, suggestion)
}

// otherFunctions are functions of other languages, and what to write for them.
func otherFunctions() map[string]string {
	const matches, contains, now, today, parts = "write matches(x, 'regex')", "write contains(x, 'part')", "write now()", "write today()", "write year(x), month(x), day(x), …"
	return map[string]string{
		"ifnull": "write coalesce(x, y)", "nvl": "write coalesce(x, y)", "isnull": "write x IS NULL",
		"if": "write CASE WHEN a THEN x ELSE y END", "iif": "write CASE WHEN a THEN x ELSE y END",
		"len": "write length(x)", "char_length": "write length(x)", "octet_length": "write bytes(x)",
		"substr": "write substring(x, start, length)", "left": "write substring(x, 1, n)", "concat": "write x || y",
		"position": contains, "strpos": contains, "instr": contains,
		"regexp_matches": matches, "regexp_like": matches, "regexp_contains": matches,
		"current_timestamp": now, "current_date": today, "getdate": now,
		"extract": parts, "date_part": parts, "datepart": parts,
		"dayofweek": "write dow(x): Monday is 1", "isfinite": "write is_finite(x)", "isnan": "write NOT is_finite(x)",
		"pow": "write power(x, y)", "ceiling": "write ceil(x)", "trunc": "write floor(x), or date_trunc('month', x)",
		"try_cast": "'cast:' on the column converts texts", "exists": "foreign_key looks rows up in another table",
	}
}

// texts are the arguments of a function of texts, as strings; nil where one is at fault.
func (c *checker) texts(f call) []ast.Node {
	nodes, ok := make([]ast.Node, len(f.args)), true
	for i, a := range f.args {
		nodes[i] = c.asText(c.firm(a), strings.ToLower(f.name.text))
		ok = ok && nodes[i] != nil
	}
	if !ok {
		return nil
	}
	return nodes
}

// ofTexts is a function all of whose arguments are texts.
func ofTexts(f ast.Func, t gate.Type) func(*checker, call) ast.Node {
	return func(c *checker, n call) ast.Node {
		args := c.texts(n)
		if args == nil {
			return nil
		}
		return ast.Call{Func: f, Args: args, Type: t}
	}
}

func textFunctions() []function {
	return []function{
		fn("lower(text)", "in lower case, by Unicode's full mapping", 1, 1, ofTexts(ast.Lower, stringType())),
		fn("upper(text)", "in upper case, by Unicode's full mapping", 1, 1, ofTexts(ast.Upper, stringType())),
		fn("trim(text)", "without white space (space, tab, line feed, vertical tab, form feed, carriage return) at both ends", 1, 1, ofTexts(ast.Trim, stringType())),
		fn("ltrim(text)", "without white space at the beginning", 1, 1, ofTexts(ast.LTrim, stringType())),
		fn("rtrim(text)", "without white space at the end", 1, 1, ofTexts(ast.RTrim, stringType())),
		fn("length(text)", "the number of characters (code points)", 1, 1, ofTexts(ast.Length, int64Type())),
		fn("bytes(x)", "the number of bytes of a text in UTF-8, or of bytes", 1, 1, (*checker).bytes),
		fn("substring(text, start [, length])", "the characters from start, which counts from 1, at most length of them; a start below 1 is 1, a negative length gives the empty text", 2, 3, (*checker).substring),
		fn("starts_with(text, prefix)", "the text begins with the prefix", 2, 2, ofTexts(ast.StartsWith, boolType())),
		fn("ends_with(text, suffix)", "the text ends with the suffix", 2, 2, ofTexts(ast.EndsWith, boolType())),
		fn("contains(text, part)", "the part occurs in the text", 2, 2, ofTexts(ast.Contains, boolType())),
		fn("replace(text, from, to)", "with every from replaced by to; an empty from changes nothing", 3, 3, ofTexts(ast.Replace, stringType())),
		fn("matches(text, 'regex')", "the regex (RE2 syntax) matches anywhere in the text", 2, 2, (*checker).matches),
		fn("json_value(json, 'path')", "the scalar at a path such as $.a.b, of a JSON value or a text of JSON, as a text; NULL where there is none", 2, 2, (*checker).jsonValue),
	}
}

func valueFunctions() []function {
	return []function{
		fn("coalesce(x, …)", "the first argument that is not NULL", 1, manyArgs, ofAlike(ast.Coalesce)),
		fn("nullif(x, y)", "NULL where x = y, else x", 2, 2, (*checker).nullIf),
		fn("greatest(x, …)", "the greatest argument; NULL where one is, else NaN where one is", 1, manyArgs, ofAlike(ast.Greatest)),
		fn("least(x, …)", "the least argument; NULL where one is, else NaN where one is", 1, manyArgs, ofAlike(ast.Least)),
		fn("list_length(list)", "the number of items of a list", 1, 1, (*checker).listLength),
	}
}

func numberFunctions() []function {
	return []function{
		fn("abs(x)", "without its sign", 1, 1, ofNumber(ast.Abs)),
		fn("round(x [, digits])", "rounded to so many decimals (none unless said), half away from zero; digits is written as a number", 1, 2, (*checker).round),
		fn("floor(x)", "the largest whole number that is not above x, in x's type", 1, 1, toWhole(ast.Floor)),
		fn("ceil(x)", "the smallest whole number that is not below x, in x's type", 1, 1, toWhole(ast.Ceil)),
		fn("sign(x)", "-1, 0 or 1, an int64; NULL of a NaN", 1, 1, ofNumber(ast.Sign)),
		fn("power(x, y)", "x to the power of y, a float64; NULL where that is not a real number", 2, 2, ofFloats(ast.Power)),
		fn("sqrt(x)", "the square root, a float64; NULL of a negative number", 1, 1, ofFloats(ast.Sqrt)),
		fn("mod(x, y)", "x % y", 2, 2, func(c *checker, n call) ast.Node {
			return c.arith(ast.Mod, n.name.at, c.firm(n.args[0]), c.firm(n.args[1]))
		}),
		fn("is_finite(x)", "x is neither NaN nor infinite, of floats, decimals, dates and timestamps", 1, 1, (*checker).isFinite),
	}
}

func dateFunctions() []function {
	clock := []gate.Kind{gate.KindTime, gate.KindTimestamp, gate.KindTimestamptz}
	return []function{
		fn("year(x)", "the year of a date or timestamp (of a timestamptz in UTC), an int64", 1, 1, datePart(ast.YearOf, dateKinds()...)),
		fn("month(x)", "the month, 1 to 12", 1, 1, datePart(ast.MonthOf, dateKinds()...)),
		fn("day(x)", "the day of the month", 1, 1, datePart(ast.DayOf, dateKinds()...)),
		fn("dow(x)", "the day of the week: Monday is 1, Sunday is 7", 1, 1, datePart(ast.DayOfWeek, dateKinds()...)),
		fn("hour(x)", "the hour of a time or timestamp, 0 to 23", 1, 1, datePart(ast.HourOf, clock...)),
		fn("minute(x)", "the minute", 1, 1, datePart(ast.MinuteOf, clock...)),
		fn("second(x)", "the whole second", 1, 1, datePart(ast.SecondOf, clock...)),
		fn("date_trunc('unit', x)", "the start of the unit that holds x, of x's type; a week begins on Monday", 2, 2, (*checker).dateTrunc),
		fn("date_add(x, INTERVAL 'n' UNIT)", "n units later, of x's type; in a month that is too short its last day", 2, 2, (*checker).dateAddCall),
		fn("date_diff('unit', from, to)", "the number of boundaries of the unit that lie between, negative where to is earlier", 3, 3, (*checker).dateDiff),
		fn("now()", "the run's start, a timestamptz: one value in the whole run", 0, 0, func(*checker, call) ast.Node { return ast.StartedAt() }),
		fn("today()", "the date of now() in UTC", 0, 0, func(*checker, call) ast.Node { return ast.Cast{X: ast.StartedAt(), Type: dateType()} }),
	}
}
