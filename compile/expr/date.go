package expr

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// unit is a unit of time with how many of it make 10,000 years.
type unit struct {
	ast.Unit
	most int64
}

func units() []unit {
	const years, days = 10_000, 3_652_425
	return []unit{
		{ast.Second, days * 24 * 60 * 60},
		{ast.Minute, days * 24 * 60},
		{ast.Hour, days * 24},
		{ast.Day, days},
		{ast.Week, days / 7},
		{ast.Month, years * 12},
		{ast.Quarter, years * 4},
		{ast.Year, years},
	}
}

// unit finds a unit by its name in any case.
func (c *checker) unit(at int, word string) (unit, bool) {
	var names []string
	for _, u := range units() {
		if strings.EqualFold(word, string(u.Unit)) {
			return u, true
		}
		names = append(names, string(u.Unit))
	}
	c.fail(at, "units: "+strings.Join(names, ", "), "unknown unit '%s'%s", short(word), didYouMean(word, names))
	return unit{}, false
}

// unitArg is a unit as the first argument of a function.
func (c *checker) unitArg(f call) (ast.Unit, bool) {
	t, ok := f.args[0].(text)
	if !ok || t.kind != "" {
		c.fail(f.args[0].start(), "as in "+f.name.text+"('day', …)", "the unit is a text in quotes")
		return "", false
	}
	u, ok := c.unit(t.at, t.text)
	return u.Unit, ok
}

// shift adds an interval to a date, or takes it away.
func (c *checker) shift(n binary) ast.Node {
	x, by := n.l, n.r
	if _, first := n.l.(interval); first && n.op.text == "+" {
		x, by = n.r, n.l
	}
	span, ok := by.(interval)
	if !ok || n.op.text != "+" && n.op.text != "-" {
		c.fail(n.op.at, "x + INTERVAL '3' DAY, x - INTERVAL '3' DAY", "an INTERVAL is added to a date or taken away from it")
		return nil
	}
	return c.dateAdd(c.firm(x), span, n.op.text == "-")
}

func (c *checker) dateAdd(x value, by interval, back bool) ast.Node {
	n, err := strconv.ParseInt(strings.TrimSpace(by.amount.text), 10, 64)
	if err != nil {
		c.fail(by.amount.at, "write INTERVAL '3' DAY", "an INTERVAL has a whole number in quotes and a unit behind it")
		return nil
	}
	u, ok := c.unit(by.unit.at, by.unit.text)
	if !ok {
		return nil
	}
	if n > u.most || n < -u.most {
		c.fail(by.amount.at, "", "an INTERVAL is at most 10,000 years")
		return nil
	}
	if back {
		n = -n
	}
	if !c.isDate(x, "an INTERVAL is added to") || !c.hasUnit(x, u.Unit) {
		return nil
	}
	return ast.DateAdd{X: x.node, N: intLiteral(n), Unit: u.Unit}
}

// isDate reports whether a value is a date or a timestamp; a fault where it is not.
func (c *checker) isDate(v value, what string) bool {
	if !v.ok() {
		return false
	}
	if slices.Contains(dateKinds(), v.typ().Kind) {
		return true
	}
	c.fail(v.at, dateHint(v), "%s a date, timestamp or timestamptz, got %s", what, v.describe())
	return false
}

// dateHint says how to come from a text to a date.
func dateHint(v value) string {
	switch {
	case v.form == textForm:
		return "write DATE '2020-01-31' or TIMESTAMP '2020-01-31 23:59:59'"
	case v.typ().IsText():
		return "'cast:' on the column makes dates of texts"
	default:
		return ""
	}
}

func dateKinds() []gate.Kind {
	return []gate.Kind{gate.KindDate, gate.KindTimestamp, gate.KindTimestamptz}
}

// hasUnit reports whether a date or timestamp has the unit; a fault where it has not.
func (c *checker) hasUnit(v value, u ast.Unit) bool {
	if v.typ().Kind != gate.KindDate || !slices.Contains([]ast.Unit{ast.Second, ast.Minute, ast.Hour}, u) {
		return true
	}
	c.fail(v.at, "CAST(x AS timestamp) is the start of the day", "a date has no %s", u)
	return false
}

func (c *checker) dateTrunc(f call) ast.Node {
	u, ok := c.unitArg(f)
	x := c.firm(f.args[1])
	if !c.isDate(x, "date_trunc takes") || !ok || !c.hasUnit(x, u) {
		return nil
	}
	return ast.DateTrunc{Unit: u, X: x.node}
}

func (c *checker) dateAddCall(f call) ast.Node {
	x := c.firm(f.args[0])
	by, ok := f.args[1].(interval)
	if !ok {
		c.fail(f.args[1].start(), "write date_add(x, INTERVAL '3' DAY)", "date_add takes an INTERVAL")
		return nil
	}
	return c.dateAdd(x, by, false)
}

func (c *checker) dateDiff(f call) ast.Node {
	u, ok := c.unitArg(f)
	from, to := c.firm(f.args[1]), c.firm(f.args[2])
	switch {
	case from.form == textForm && to.ok():
		from = c.beside(from, to.typ())
	case to.form == textForm && from.ok():
		to = c.beside(to, from.typ())
	}
	fromOK, toOK := c.isDate(from, "date_diff takes"), c.isDate(to, "date_diff takes")
	if !fromOK || !toOK || !ok {
		return nil
	}
	if from.typ().Kind != to.typ().Kind {
		c.fail(to.at, mismatchHint(from.typ(), to.typ()), "date_diff takes two of one type, got %s and %s", from.describe(), to.describe())
		return nil
	}
	if !c.hasUnit(from, u) {
		return nil
	}
	return ast.DateDiff{Unit: u, From: from.node, To: to.node}
}

// datePart is a function of a part of a date or time.
func datePart(f ast.Func, kinds ...gate.Kind) func(*checker, call) ast.Node {
	return func(c *checker, n call) ast.Node {
		x := c.firm(n.args[0])
		if !x.ok() {
			return nil
		}
		if !slices.Contains(kinds, x.typ().Kind) {
			c.fail(x.at, dateHint(x), "%s takes %s, got %s", f, kindList(kinds), x.describe())
			return nil
		}
		return ast.Apply(f, x.node)
	}
}

func kindList(kinds []gate.Kind) string {
	words := make([]string, len(kinds))
	for i, k := range kinds {
		words[i] = string(k)
	}
	last := len(words) - 1
	return "a " + strings.Join(words[:last], ", ") + " or " + words[last]
}
