package compile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// other is what the batch is compared with: a table or a query.
type other struct {
	Relation
	known bool // its columns are known
	sql   string
}

func (c *checkContext) other() (other, error) {
	if table, ok := c.Params["table"]; ok {
		name := table.To.Table
		found, known := c.references[name.String()]
		if !known {
			found = Relation{Name: name, From: c.dialect.Table(name)}
		}
		return other{Relation: found, known: known}, nil
	}
	sql, err := c.sql("this check", c.Params, "query")
	found, known := c.queries[c.ID]
	found.From = "(" + sql + "\n)"
	return other{found, known, sql}, err
}

// column is the other's column of that name. Where the columns are not known it
// is taken to be of our column's type.
func (o other) column(name string, ours gate.Type) (Column, error) {
	if !o.known {
		return Column{Name: name, Type: ours}, nil
	}
	return o.Relation.column(name)
}

// otherQuery reads figures of another relation.
type otherQuery struct {
	from    string
	figures []string
}

func (q otherQuery) width() int { return len(q.figures) }

func (q otherQuery) sql(p *Plan, _ relation) string {
	return "SELECT " + strings.Join(p.figures(q.figures...), ", ") + " FROM " + q.from
}

func buildRowCountMatch(c *checkContext) (measure, error) {
	other, err := c.other()
	if err != nil {
		return measure{}, err
	}
	margin := c.Params["tolerance"].Margin
	return measure{
		query: otherQuery{from: other.From + " AS other", figures: []string{"count(*)"}}, sql: other.sql,
		judge: own, expects: "as many rows as " + c.otherName() + within(margin),
		value: func(f Figures) (Value, error) {
			theirs, err := f.number(0)
			return differ(gate.CountNumber(f.Judged), theirs, margin, false), err
		},
	}, nil
}

func (c *checkContext) otherName() string {
	if table, ok := c.Params["table"]; ok {
		return table.To.Table.String()
	}
	return "the query"
}

// within names a tolerance for people.
func within(m *gate.Margin) string {
	if m == nil {
		return ""
	}
	var parts []string
	if m.Value != nil {
		parts = append(parts, *m.Value)
	}
	if m.Percent != nil {
		parts = append(parts, m.Percent.String())
	}
	return " within " + strings.Join(parts, " and ")
}

// exceeds reports whether a difference is more than a tolerance (nil: none)
// allows beside a whole.
func exceeds(difference, whole gate.Number, m *gate.Margin) bool {
	if m == nil {
		return difference.Sign() != 0
	}
	if m.Value != nil {
		most, err := gate.ParseNumber(*m.Value)
		if err != nil || difference.Minus(most).Sign() > 0 {
			return true
		}
	}
	if m.Percent == nil {
		return false
	}
	most := whole.Abs().Times(m.Percent.Number()).Over(gate.CountNumber(100))
	return difference.Minus(most).Sign() > 0
}

// differ compares a value with another. Rough ones, which floats were computed
// to, are equal to twelve digits: their last ones depend on the order of the rows.
func differ(ours, theirs gate.Number, m *gate.Margin, rough bool) Value {
	v := Value{Number: ours.Minus(theirs).Abs(), Text: fmt.Sprintf("%s, the other %s", ours, theirs)}
	const digits = 1_000_000_000_000
	switch {
	case !ours.IsFinite() || !theirs.IsFinite():
		v.Broken = ours.String() != theirs.String()
	case rough && m == nil:
		v.Broken = v.Number.Times(gate.CountNumber(digits)).Minus(theirs.Abs()).Sign() > 0
	default:
		v.Broken = exceeds(v.Number, theirs, m)
	}
	return v
}

func buildAggregateMatch(c *checkContext) (measure, error) {
	fn := c.Params["fn"].Text
	m, err := c.aggregate(fn)
	if err != nil {
		return measure{}, err
	}
	other, err := c.other()
	if err != nil {
		return measure{}, err
	}
	ours := m.reads[0]
	name := cmp.Or(c.Params["other_column"].Text, ours.Name)
	theirs, err := other.column(name, ours.Type)
	if err != nil {
		return measure{}, err
	}
	if needs := needed(fn, theirs.Type); needs != "" {
		return measure{}, fmt.Errorf("%s needs %s, and column %s of %s is %s", fn, needs, theirs.Name, c.otherName(), typeOf(theirs))
	}
	n := c.aggregateOf(fn, ast.Column{Name: theirs.Name, Type: theirs.Type})
	figures, err := c.print(n.figures, nil)
	if err != nil {
		return measure{}, err
	}
	quoted := c.dialect.Ident(theirs.Name)
	m.query = otherQuery{
		from:    "(SELECT " + theirs.judged(c.dialect, "other."+quoted) + " AS " + quoted + " FROM " + other.From + " AS other) AS batch",
		figures: append(figures, "count(*)"),
	}
	m.sql, m.judge, m.expects = other.sql, own, fn+" of "+c.otherName()+within(c.Params["tolerance"].Margin)
	m.value = c.matched(m, n, isRough(fn, ours.Type) || isRough(fn, theirs.Type))
	return m, nil
}

// matched holds our aggregate against theirs. The figures are those of ours,
// those of theirs and the number of their rows.
func (c *checkContext) matched(ours, theirs measure, rough bool) func(Figures) (Value, error) {
	width, margin := len(ours.figures), c.Params["tolerance"].Margin
	value := ours.value
	return func(f Figures) (Value, error) {
		a, err := value(Figures{Judged: f.Judged, Texts: f.Texts[:width]})
		if err != nil {
			return Value{}, err
		}
		rest := Figures{Texts: f.Texts[width:]}
		rows, err := rest.number(len(theirs.figures))
		if err != nil {
			return Value{}, err
		}
		b, err := theirs.value(Figures{Judged: int64(rows.Sign()), Texts: rest.Texts[:len(theirs.figures)]})
		text := orNone(a) + ", the other " + orNone(b)
		switch {
		case err != nil:
			return Value{}, err
		case a.None != "" && b.None != "":
			return a, nil
		case a.None != "" || b.None != "":
			return Value{Broken: true, Text: text}, nil
		}
		v := differ(a.Number, b.Number, margin, rough)
		if v.Broken && a.Text == b.Text && a.Text == a.Number.String() { // not masked
			text += " (they differ by " + v.Number.String() + ")"
		}
		v.Text = text
		return v, nil
	}
}

// needed is what an aggregate needs of another table's column whose type does
// not have it; empty: nothing.
func needed(fn string, t gate.Type) string {
	switch {
	case fn == "count":
		return ""
	case fn == "distinct_count" && !isKey(t):
		return "values that can be compared"
	case fn != "distinct_count" && !t.IsNumeric():
		return "numbers"
	default:
		return ""
	}
}

// isRough reports whether an aggregate is computed with floats.
func isRough(fn string, t gate.Type) bool {
	return fn == "stddev" || t.IsFloat() && (fn == "sum" || fn == "avg")
}

func orNone(v Value) string {
	if v.None != "" {
		return v.None
	}
	return v.Text
}

// tableQuery counts the keys of two relations, and of these the ones that only
// one has and those whose rows differ. NULL equals NULL, NaN equals NaN.
type tableQuery struct {
	from          string
	keys, columns []pair
}

// pair is a column of the batch and the other table's that it is compared with.
type pair struct {
	ours   ast.Column
	theirs Column
	common gate.Type
}

func (tableQuery) width() int { return 4 }

func (q tableQuery) sql(p *Plan, r relation) string {
	var here, there, keys, all []string
	add := func(pairs []pair, name string) {
		for i, c := range pairs {
			as := fmt.Sprintf("%s_%d", name, i+1)
			here = append(here, p.cast("batch."+p.Dialect.Ident(c.ours.Name), c.ours.Type, c.common)+" AS "+as)
			there = append(there, p.cast(c.theirs.judged(p.Dialect, "other."+p.Dialect.Ident(c.theirs.Name)), c.theirs.Type, c.common)+" AS "+as)
			all = append(all, as)
		}
	}
	add(q.keys, "key")
	keys = append(keys, all...)
	add(q.columns, "part")
	both := "SELECT " + strings.Join(here, ", ") + ", 1 AS here, 0 AS there FROM " + r.from + where(r.guard) +
		" UNION ALL SELECT " + strings.Join(there, ", ") + ", 0, 1 FROM " + q.from + " AS other"
	rows := "SELECT " + strings.Join(keys, ", ") + ", sum(here) AS here, sum(there) AS there FROM (" + both + ") AS both_sides GROUP BY " + strings.Join(all, ", ")
	byKey := "SELECT " + strings.Join(keys, ", ") + ", sum(here) AS here, sum(there) AS there, max(CASE WHEN here <> there THEN 1 ELSE 0 END) AS differs FROM (" + rows + ") AS rows_of_keys GROUP BY " + strings.Join(keys, ", ")
	number := func(cond string) string { return "count(CASE WHEN " + cond + " THEN 1 END)" }
	figures := p.figures("count(*)", number("there = 0"), number("here = 0"), number("here > 0 AND there > 0 AND differs = 1"))
	return "SELECT " + strings.Join(figures, ", ") + " FROM (" + byKey + ") AS keys_of_both"
}

func buildTableMatch(c *checkContext) (measure, error) {
	names := c.Params["columns"].Names
	if names == nil {
		names = c.othersThan(c.Params["keys"].Names)
	}
	other, err := c.other()
	if err != nil {
		return measure{}, err
	}
	keys, err := c.pairs(other, c.Params["keys"].Names)
	if err != nil {
		return measure{}, err
	}
	columns, err := c.pairs(other, names)
	if err != nil {
		return measure{}, err
	}
	m := measure{query: tableQuery{from: other.From, keys: keys, columns: columns}, judge: own}
	for _, p := range slices.Concat(keys, columns) {
		m.reads = append(m.reads, p.ours)
	}
	margin := c.Params["tolerance"].Margin
	m.expects = "the rows of " + c.otherName() + within(margin)
	m.value = func(f Figures) (Value, error) {
		n, err := f.numbers()
		if err != nil || n == nil {
			return Value{None: noRows}, err
		}
		v := Value{Number: n[1].Plus(n[2]).Plus(n[3])}
		v.Broken = exceeds(v.Number, n[0], margin)
		v.Text = fmt.Sprintf("%s of %s keys differ: %s missing in the other, %s only there, %s with other values", v.Number, n[0], n[1], n[2], n[3])
		return v, nil
	}
	return m, nil
}

// pairs are columns of the gate with those of the same names of another table.
func (c *checkContext) pairs(other other, names []string) ([]pair, error) {
	var out []pair
	for _, name := range names {
		ours, err := c.named(name)
		if err != nil {
			return nil, err
		}
		theirs, err := other.column(name, ours.Type)
		if err != nil {
			return nil, err
		}
		t, ok := common(ours.Type, theirs.Type)
		switch {
		case !ok:
			return nil, notComparable(name, ours.Type, c.otherName()+"."+theirs.Name, theirs.Type)
		case !isKey(ours.Type) || !isKey(theirs.Type):
			return nil, fmt.Errorf("column %s is of type %s, whose values cannot be compared; name the columns to be compared under columns", name, ours.Type)
		}
		out = append(out, pair{ours, theirs, t})
	}
	return out, nil
}

// othersThan are the gate's columns without those.
func (c *checkContext) othersThan(names []string) []string {
	var out []string
	for _, col := range c.all {
		if !slices.Contains(names, col.Name) {
			out = append(out, col.Name)
		}
	}
	return out
}
