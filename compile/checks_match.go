package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// other is the relation that the batch is compared with, to stand after FROM.
func (c *checkContext) other() (string, error) {
	if table, ok := c.Params["table"]; ok {
		return c.dialect.Table(table.To.Table), nil
	}
	sql, err := c.sql("this check", c.Params, "query")
	return "(" + sql + "\n)", err
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
	from, err := c.other()
	if err != nil {
		return measure{}, err
	}
	margin := c.Params["tolerance"].Margin
	return measure{
		query: otherQuery{from: from + " AS other", figures: []string{"count(*)"}},
		judge: own, expects: "as many rows as " + c.otherName() + within(margin),
		value: func(f Figures) (Value, error) {
			theirs, err := f.number(0)
			return differ(gate.CountNumber(f.Judged), theirs, margin), err
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
	if !difference.IsFinite() || m == nil {
		return !difference.IsFinite() || difference.Sign() != 0
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

// differ compares a value with another.
func differ(ours, theirs gate.Number, m *gate.Margin) Value {
	v := Value{Number: ours.Minus(theirs).Abs(), Text: fmt.Sprintf("%s, the other %s", ours, theirs)}
	v.Broken = exceeds(v.Number, theirs, m) && ours.String() != theirs.String()
	return v
}

func buildAggregateMatch(c *checkContext) (measure, error) {
	fn := c.Params["fn"].Text
	m, err := c.aggregate(fn)
	if err != nil {
		return measure{}, err
	}
	from, err := c.other()
	if err != nil {
		return measure{}, err
	}
	col := m.reads[0]
	theirs := c.Params["other_column"].Text
	if theirs == "" {
		theirs = col.Name
	}
	figures, err := c.print(m.figures, nil)
	if err != nil {
		return measure{}, err
	}
	width := len(figures)
	m.query = otherQuery{
		from:    "(SELECT other." + c.dialect.Ident(theirs) + " AS " + c.dialect.Ident(col.Name) + " FROM " + from + " AS other) AS batch",
		figures: append(figures, "count(*)"),
	}
	value, margin := m.value, c.Params["tolerance"].Margin
	m.judge, m.expects = own, fn+" of "+c.otherName()+within(margin)
	m.value = func(f Figures) (Value, error) {
		ours, err := value(Figures{Judged: f.Judged, Texts: f.Texts[:width]})
		if err != nil {
			return Value{}, err
		}
		rows, err := f.number(2 * width)
		if err != nil {
			return Value{}, err
		}
		judged := int64(rows.Sign()) // whether there are any
		other, err := value(Figures{Judged: judged, Texts: f.Texts[width : 2*width]})
		switch {
		case err != nil:
			return Value{}, err
		case ours.None != "" && other.None != "":
			return ours, nil
		case ours.None != "" || other.None != "":
			return Value{Broken: true, Text: orNone(ours) + ", the other " + orNone(other)}, nil
		}
		v := differ(ours.Number, other.Number, margin)
		v.Text = ours.Text + ", the other " + other.Text
		return v, nil
	}
	return m, nil
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
	keys, columns []ast.Column
}

func (tableQuery) width() int { return 4 }

func (q tableQuery) sql(p *Plan, r relation) string {
	var here, there, keys, all []string
	add := func(columns []ast.Column, name string) {
		for i, c := range columns {
			as := fmt.Sprintf("%s_%d", name, i+1)
			here = append(here, "batch."+p.Dialect.Ident(c.Name)+" AS "+as)
			there = append(there, p.Dialect.Binary("other."+p.Dialect.Ident(c.Name), c.Type)+" AS "+as)
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
	keys, err := c.columns(c.Params["keys"].Names)
	if err != nil {
		return measure{}, err
	}
	names := c.Params["columns"].Names
	if names == nil {
		names = c.othersThan(c.Params["keys"].Names)
	}
	columns, err := c.columns(names)
	if err != nil {
		return measure{}, err
	}
	from, err := c.other()
	if err != nil {
		return measure{}, err
	}
	margin := c.Params["tolerance"].Margin
	return measure{
		reads: append(append([]ast.Column{}, keys...), columns...),
		query: tableQuery{from: from, keys: keys, columns: columns},
		judge: own, expects: "the rows of " + c.otherName() + within(margin),
		value: func(f Figures) (Value, error) {
			n, err := f.numbers()
			if err != nil || n == nil {
				return Value{None: noRows}, err
			}
			v := Value{Number: n[1].Plus(n[2]).Plus(n[3])}
			v.Broken = exceeds(v.Number, n[0], margin)
			v.Text = fmt.Sprintf("%s of %s keys differ: %s missing in the other, %s only there, %s with other values", v.Number, n[0], n[1], n[2], n[3])
			return v, nil
		},
	}, nil
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
