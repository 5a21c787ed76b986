package compile

import (
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func buildRowCount(*checkContext) (measure, error) {
	return measure{value: func(f Figures) (Value, error) {
		n := gate.CountNumber(f.Judged)
		return Value{Number: n, Text: n.String()}, nil
	}}, nil
}

func buildNullRate(c *checkContext) (measure, error) {
	columns, err := c.keyColumns()
	if err != nil {
		return measure{}, err
	}
	var missing []ast.Node
	for _, col := range columns {
		missing = append(missing, ast.IsNull{X: col})
	}
	return measure{
		figures: []ast.Aggregate{countIf(ast.Or{Terms: missing})},
		reads:   columns,
		value: func(f Figures) (Value, error) {
			n, err := f.number(0)
			return f.rate(n, gate.CountNumber(f.Judged)), err
		},
	}, nil
}

// keyColumns are the column or the columns of the check.
func (c *checkContext) keyColumns() ([]ast.Column, error) {
	return c.columns(append(append([]string{}, c.Params["column"].Names...), c.Params["columns"].Names...))
}

func buildDistinctRate(c *checkContext) (measure, error) {
	return c.keys(func(distinct, _ gate.Number) gate.Number { return distinct })
}

func buildDuplicateRate(c *checkContext) (measure, error) {
	return c.keys(func(_, repeated gate.Number) gate.Number { return repeated })
}

// keys measures how often the values of a key occur.
func (c *checkContext) keys(part func(distinct, repeated gate.Number) gate.Number) (measure, error) {
	columns, err := c.keyColumns()
	if err != nil {
		return measure{}, err
	}
	return measure{
		reads: columns,
		query: keyQuery{columns},
		value: func(f Figures) (Value, error) {
			n, err := f.numbers()
			if err != nil || n == nil {
				return f.none(), err
			}
			return f.rate(part(n[0], n[1]), n[2]), nil
		},
	}, nil
}

// keyQuery reads how many values a key has, how many rows repeat one, and how
// many rows have one. A key with a NULL part is none.
type keyQuery struct{ columns []ast.Column }

func (keyQuery) width() int { return 3 }

func (q keyQuery) sql(p *Plan, r relation) string {
	keys := p.columnsSQL(q.columns)
	var known []string
	for _, k := range keys {
		known = append(known, k+" IS NOT NULL")
	}
	inner := "SELECT " + r.list(r.groups, "count(*) AS n") + " FROM " + r.from + where(r.guard, strings.Join(known, " AND ")) +
		" GROUP BY " + strings.Join(append(r.keys(), keys...), ", ")
	figures := p.figures("count(*)", "coalesce(sum(CASE WHEN n > 1 THEN n END), 0)", "sum(n)")
	return "SELECT " + r.list(r.names(), figures...) + " FROM (" + inner + ") AS counted" + r.groupedBy()
}

func buildRejectedRate(*checkContext) (measure, error) {
	return measure{
		source: FromCounts,
		value: func(f Figures) (Value, error) {
			n, err := f.number(0)
			return f.rate(n, gate.CountNumber(f.Judged)), err
		},
	}, nil
}

// countIf counts the rows for which a condition is TRUE.
func countIf(cond ast.Node) ast.Aggregate {
	one := ast.Literal{Text: "1", Type: gate.Type{Kind: gate.KindInt32}}
	return ast.Aggregate{
		Func: ast.Count, Type: gate.Type{Kind: gate.KindInt64},
		X: ast.Case{Whens: []ast.When{{If: cond, Then: one}}, Type: one.Type},
	}
}

// rate is a part in percent of the whole; there is none of nothing.
func (f Figures) rate(part, whole gate.Number) Value {
	if whole.Sign() == 0 {
		return f.none()
	}
	n := part.Times(gate.CountNumber(100)).Over(whole)
	return Value{Number: n, Text: fmt.Sprintf("%s%% (%s of %s)", n.Rounded(4), part, whole)}
}

// none is no value: for want of rows, or of values in them.
func (f Figures) none() Value {
	if f.Judged == 0 {
		return Value{None: noRows}
	}
	return Value{None: noValues}
}

// number is a figure that is a number; NULL counts as 0.
func (f Figures) number(i int) (gate.Number, error) {
	if f.Texts[i] == nil {
		return gate.Number{}, nil
	}
	return gate.ParseNumber(*f.Texts[i])
}

// numbers are all figures as numbers; nil where one is NULL.
func (f Figures) numbers() ([]gate.Number, error) {
	var out []gate.Number
	for _, text := range f.Texts {
		if text == nil {
			return nil, nil
		}
		n, err := gate.ParseNumber(*text)
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}
