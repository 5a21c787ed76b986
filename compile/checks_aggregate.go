package compile

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func buildAggregate(c *checkContext) (measure, error) {
	return c.aggregate(c.Params["fn"].Text)
}

// aggregate measures an aggregate of the check's column.
func (c *checkContext) aggregate(fn string) (measure, error) {
	col, err := c.column()
	if err != nil {
		return measure{}, err
	}
	return c.aggregateOf(fn, col), nil
}

func (c *checkContext) aggregateOf(fn string, col ast.Column) measure {
	m := measure{reads: []ast.Column{col}}
	float := gate.Type{Kind: gate.KindFloat64}
	one := func(f ast.AggFunc, x ast.Node, t gate.Type) {
		m.figures = append(m.figures, ast.Aggregate{Func: f, X: x, Type: t})
	}
	count := func() { one(ast.Count, col, gate.Type{Kind: gate.KindInt64}) }
	switch fn {
	case "min":
		one(ast.Min, col, col.Type)
	case "max":
		one(ast.Max, col, col.Type)
	case "sum":
		one(ast.Sum, summed(col), col.Type)
	case "avg":
		if col.Type.IsFloat() {
			one(ast.Avg, col, float)
			break
		}
		one(ast.Sum, summed(col), col.Type)
		count()
	case "stddev":
		one(ast.StdDev, col, float)
	case "count":
		count()
	case "distinct_count":
		m.figures = []ast.Aggregate{{Func: ast.Count, X: col, Distinct: true, Type: gate.Type{Kind: gate.KindInt64}}}
	case "median":
		m.query = quantileQuery{column: col, q: "0.5"}
	default:
		m.query = quantileQuery{column: col, q: c.Params["q"].Literal.Text}
	}
	m.value = aggregateValue(fn, col.Type, m.query, c.isMasked(c.Params["column"].Names[0]))
	return m
}

// summed is a number whose sum is exact and has room.
func summed(col ast.Node) ast.Node {
	if !ast.TypeOf(col).IsInteger() {
		return col
	}
	return ast.Cast{X: col, Type: gate.Type{Kind: gate.KindDecimal, Precision: 38}}
}

// aggregateValue is what the figures of an aggregate mean.
func aggregateValue(fn string, t gate.Type, query figureQuery, masked bool) func(Figures) (Value, error) {
	return func(f Figures) (Value, error) {
		if f.Judged == 0 || f.Texts[0] == nil {
			return f.none(), nil
		}
		var v Value
		var err error
		switch {
		case t.IsTemporal() && (fn == "min" || fn == "max"):
			v, err = timeValue(*f.Texts[0])
		default:
			v, err = numberValue(f, query)
		}
		if masked && fn != "count" && fn != "distinct_count" {
			v.Text = stars
		}
		return v, err
	}
}

func numberValue(f Figures, query figureQuery) (Value, error) {
	numbers, err := f.numbers()
	if err != nil || numbers == nil {
		return f.none(), err
	}
	n := numbers[0]
	switch q, ok := query.(quantileQuery); {
	case ok:
		n, err = q.interpolate(numbers)
	case len(numbers) == 2: // sum and count
		n = n.Over(numbers[1])
	}
	return Value{Number: n, Text: n.String()}, err
}

// timeValue is a date or timestamp; infinite ones are beyond every other.
func timeValue(text string) (Value, error) {
	switch text {
	case "infinity":
		return Value{Number: gate.FloatNumber(math.Inf(1)), Text: text}, nil
	case "-infinity":
		return Value{Number: gate.FloatNumber(math.Inf(-1)), Text: text}, nil
	}
	t, err := gate.ParseTime(text)
	if err != nil {
		return Value{}, err
	}
	return Value{Number: gate.TimeNumber(t), Text: timeText(t, text)}, nil
}

// timeText is a time in one form, whichever warehouse gave its text.
func timeText(t time.Time, text string) string {
	switch {
	case !strings.Contains(text, ":"):
		return t.Format(time.DateOnly)
	case strings.ContainsAny(text[10:], "+-Z"):
		return t.Format("2006-01-02 15:04:05.999999999Z07:00")
	default:
		return t.Format("2006-01-02 15:04:05.999999999")
	}
}

// quantileQuery reads the two neighbours between which a quantile lies, and the
// number of values. The values keep their type, so that the result is exact.
type quantileQuery struct {
	column ast.Column
	q      string // a decimal from 0 to 1
}

func (quantileQuery) width() int { return 3 }

func (q quantileQuery) sql(p *Plan, r relation) string {
	x := "batch." + p.Dialect.Ident(q.column.Name)
	over := strings.TrimSpace(r.partition())
	ranked := fmt.Sprintf("SELECT %s, row_number() OVER (%s) - 1 AS rank, count(*) OVER (%s) AS n FROM %s",
		r.list(r.groups, x+" AS x"), strings.TrimSpace(over+" ORDER BY "+p.Dialect.Ordered(x, q.column.Type)), over, r.from+where(r.guard, x+" IS NOT NULL"))
	place := "(" + p.number(q.q) + " * (n - 1))"
	at := func(f string) string { return fmt.Sprintf("max(CASE WHEN rank = %s(%s) THEN x END)", f, place) }
	figures := p.figures(at("floor"), at("ceil"), "max(n)")
	return "SELECT " + r.list(r.names(), figures...) + " FROM (" + ranked + ") AS ranked" + r.groupedBy()
}

// interpolate is the quantile between two neighbours of n values (type 7 of
// Hyndman and Fan, the default of most statistics packages).
func (q quantileQuery) interpolate(figures []gate.Number) (gate.Number, error) {
	low, high, n := figures[0], figures[1], figures[2]
	share, err := gate.ParseNumber(q.q)
	if err != nil {
		return gate.Number{}, err
	}
	place := share.Times(n.Minus(gate.CountNumber(1)))
	between := place.Minus(place.Floor())
	if between.Sign() == 0 {
		return low, nil
	}
	return low.Plus(high.Minus(low).Times(between)), nil
}
