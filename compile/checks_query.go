package compile

import (
	"errors"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

func buildQuery(c *checkContext) (measure, error) {
	sql, err := c.sql("this check", c.Params, "sql")
	if err != nil {
		return measure{}, err
	}
	expect := c.Params["expect"].Text
	m := measure{source: FromQuery, sql: sql, scalar: expect == "scalar", value: rowsValue}
	switch expect {
	case "scalar":
		m.value, m.judge = scalarValue, unlessBroken
		if c.namesMasked(sql) {
			m.value = hidden(scalarValue)
		}
	case "empty":
		zero := "0"
		m.judge = judgeBy(gate.Bounds{Max: &zero})
		m.expects = "no row"
	default:
		if c.bare() {
			one := "1"
			m.judge = judgeBy(gate.Bounds{Min: &one})
			m.expects = "a row"
		}
	}
	return m, nil
}

// countAll is the one * that stands for no column.
var countAll = regexp.MustCompile(`count\s*\(\s*\*\s*\)`)

// namesMasked reports whether SQL of the warehouse has the name of a masked
// column in it, or a * that may stand for it, so that its value may be one of
// that column.
func (c *checkContext) namesMasked(sql string) bool {
	sql = strings.ToLower(sql)
	all := strings.Contains(countAll.ReplaceAllString(sql, ""), "*")
	return slices.ContainsFunc(c.gate.Columns, func(col gate.Column) bool {
		return col.Mask && (all || strings.Contains(sql, strings.ToLower(col.Name)) || strings.Contains(sql, strings.ToLower(col.SourceColumn)))
	})
}

// hidden is a value that people are not shown.
func hidden(value func(Figures) (Value, error)) func(Figures) (Value, error) {
	return func(f Figures) (Value, error) {
		v, err := value(f)
		if v.Text != "" && !v.Broken {
			v.Text = stars
		}
		return v, err
	}
}

// bare reports whether the check states no operators.
func (c *checkContext) bare() bool {
	for _, b := range []*gate.Bounds{c.Warn, c.Fail} {
		if b != nil && b.String() != "" {
			return false
		}
	}
	return true
}

func rowsValue(f Figures) (Value, error) {
	n, err := f.number(0)
	return Value{Number: n, Text: n.String() + " rows"}, err
}

// scalarValue is the one value of a query. A query of no row or of several, or
// of NULL, fails: what it was to measure is not there. Of NULL over an empty
// batch it has no value, as an aggregate.
func scalarValue(f Figures) (Value, error) {
	rows, err := f.number(0)
	switch {
	case err != nil:
		return Value{}, err
	case rows.Sign() == 0:
		return Value{Text: "no row", Broken: true}, nil
	case rows.Minus(gate.CountNumber(1)).Sign() != 0:
		return Value{Text: rows.String() + " rows", Broken: true}, nil
	case f.Texts[1] == nil && f.Judged == 0:
		return f.none(), nil
	case f.Texts[1] == nil:
		return Value{Text: "NULL", Broken: true}, nil
	}
	n, err := gate.ParseNumber(*f.Texts[1])
	if err != nil {
		return Value{}, errors.New("the query's value is not a number")
	}
	return Value{Number: n, Text: n.String()}, nil
}

// judgeBy judges by bounds of the check's own.
func judgeBy(own gate.Bounds) judge {
	return func(_ *gate.Bounds, v Value, started time.Time) (bool, float64, error) {
		return byOperators(&own, v, started)
	}
}

// unlessBroken judges by operators a value that is not broken by itself.
func unlessBroken(b *gate.Bounds, v Value, started time.Time) (bool, float64, error) {
	if v.Broken {
		return false, math.Inf(1), nil
	}
	return byOperators(b, v, started)
}

// rawReading is the statement that counts the rows of a raw query and, for a
// scalar, reads its value.
func (p *Plan) rawReading(c Check, with string) Reading {
	query := "SELECT " + p.texts([]string{"count(*)"})[0] + " FROM (" + c.sql + "\n) AS result"
	slots := []Slot{{Check: c.Index}}
	if c.scalar {
		value := p.texts([]string{"value"})[0]
		query = "SELECT " + p.texts([]string{"count(*)"})[0] + ", max(" + value + ") FROM " + p.Dialect.NamedColumns(c.sql, "result", []string{"value"})
		slots = append(slots, Slot{Check: c.Index})
	}
	sql, values := p.Bind(p.finish(with+dialect.Escape(query)), p.BatchValues()...)
	return Reading{Name: "check " + c.ID, SQL: sql, Values: values, Slots: slots}
}

// rawChecks are the checks that read SQL of the warehouse.
func (p *Plan) rawChecks() []Check {
	return slices.DeleteFunc(slices.Clone(p.Checks), func(c Check) bool { return c.sql == "" })
}

// RawQuery is the query of a check or row_query, with what it sees, to be
// described.
type RawQuery struct {
	ID      string
	Of      string // names the rule or check for people
	Pos     gate.Pos
	SQL     string
	Columns int // that it must have; 0: any
}

// RawQueries are the queries of the warehouse's SQL that rules and checks
// compare the batch with.
func (p *Plan) RawQueries() []RawQuery {
	var out []RawQuery
	seen := p.forDescription().standaloneBatch(false)
	described := func(sql string) string {
		return p.finish(seen + "\n" + dialect.Escape("SELECT * FROM ("+sql+"\n) AS result"))
	}
	for _, r := range p.Rules {
		if q, ok := r.set.(*rowQuery); ok {
			out = append(out, RawQuery{ID: r.ID, Of: "rule " + r.ID, Pos: r.Pos, SQL: described(q.sql)})
		}
	}
	for _, c := range p.rawChecks() {
		columns := 0
		if c.scalar {
			columns = 1
		}
		out = append(out, RawQuery{ID: c.ID, Of: "check " + c.ID, Pos: c.Pos, SQL: described(c.sql), Columns: columns})
	}
	return out
}
