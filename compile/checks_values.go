package compile

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// own is the verdict of a check with a demand of its own.
func own(_ *gate.Bounds, v Value, _ time.Time) (holds bool, excess float64, err error) {
	return !v.Broken, v.Number.Float(), nil
}

// buildDistinctValues counts the rows with other values than those listed, and
// the listed values that occur.
func buildDistinctValues(c *checkContext) (measure, error) {
	col, err := c.column()
	if err != nil {
		return measure{}, err
	}
	kind, list := c.listed()
	in := ast.In{X: col, List: list}
	among := ast.Case{Whens: []ast.When{{If: in, Then: col}}, Type: col.Type}
	integer := gate.Type{Kind: gate.KindInt64}
	words := map[string]string{"equal": "exactly", "contain": "among others", "subset": "only"}
	texts := make([]string, len(list))
	for i, l := range list {
		texts[i] = l.Text
	}
	m := measure{
		reads: []ast.Column{col},
		figures: []ast.Aggregate{
			{Func: ast.Count, X: col, Type: integer},
			countIf(ast.Not{X: in}),
			{Func: ast.Count, X: among, Distinct: true, Type: integer},
		},
		judge:   own,
		expects: words[kind] + " " + listForPeople(texts),
	}
	m.value = func(f Figures) (Value, error) {
		n, err := f.numbers()
		if err != nil || f.Judged == 0 {
			return f.none(), err
		}
		missing := gate.CountNumber(int64(len(list))).Minus(n[2])
		var faults []string
		v := Value{}
		if kind != "contain" && n[1].Sign() > 0 {
			v.Number = n[1]
			faults = append(faults, fmt.Sprintf("%s of %s values are others", n[1], n[0]))
		}
		if kind != "subset" && missing.Sign() > 0 {
			v.Number = v.Number.Plus(missing)
			faults = append(faults, fmt.Sprintf("%s of %d values do not occur", missing, len(list)))
		}
		switch v.Text, v.Broken = strings.Join(faults, "; "), len(faults) > 0; {
		case n[0].Sign() == 0:
			v.Text = noValues
		case !v.Broken:
			v.Text = n[2].String() + " of the values occur"
		}
		return v, nil
	}
	return m, nil
}

// listed are the parameter of the check that lists values, and these without repeats.
func (c *checkContext) listed() (kind string, list []ast.Literal) {
	for _, kind = range []string{"equal", "contain", "subset"} {
		p, ok := c.Params[kind]
		if !ok {
			continue
		}
		for _, l := range p.List {
			value := constant(l)
			same := func(m ast.Literal) bool { return gate.CompareLiterals(value.Type, m.Text, value.Text) == 0 }
			if !slices.ContainsFunc(list, same) {
				list = append(list, value)
			}
		}
		return kind, list
	}
	return "", nil
}

// finite is the column where it is not an infinite time, else NULL.
func finite(col ast.Column, then ast.Node) ast.Case {
	return ast.Case{Whens: []ast.When{{If: ast.Apply(ast.IsFinite, col), Then: then}}, Type: ast.TypeOf(then)}
}

// buildFreshness reads the latest time. Without any, the check fails.
func buildFreshness(c *checkContext) (measure, error) {
	col, err := c.column()
	if err != nil {
		return measure{}, err
	}
	zone, err := time.LoadLocation(c.Params["zone"].Text)
	if err != nil {
		return measure{}, err
	}
	masked := c.isMasked(col.Name)
	return measure{
		reads:   []ast.Column{col},
		figures: []ast.Aggregate{{Func: ast.Max, X: finite(col, col), Type: col.Type}},
		always:  true,
		value: func(f Figures) (Value, error) {
			if len(f.Texts) == 0 || f.Texts[0] == nil {
				return Value{Text: noValues, Broken: true}, nil
			}
			t, err := gate.ParseTime(*f.Texts[0])
			if err != nil {
				return Value{}, err
			}
			v := Value{Text: timeText(t, *f.Texts[0])}
			if col.Type.Kind != gate.KindTimestamptz {
				t = time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), zone)
			}
			if v.Number = gate.TimeNumber(t); masked {
				v.Text = stars
			}
			return v, nil
		},
		judge: func(b *gate.Bounds, v Value, started time.Time) (bool, float64, error) {
			if v.Broken {
				return false, float64(started.UnixMicro()), nil
			}
			late := gate.TimeNumber(before(started, *b.MaxAge)).Minus(v.Number)
			return late.Sign() <= 0, late.Float(), nil
		},
	}, nil
}

// before is a time less a length of time; a month that is too short gives its last day.
func before(t time.Time, d gate.Duration) time.Time {
	t = t.UTC()
	n := int(d.N)
	switch d.Unit {
	case "s":
		return t.Add(-time.Duration(d.N) * time.Second)
	case "m":
		return t.Add(-time.Duration(d.N) * time.Minute)
	case "h":
		return t.Add(-time.Duration(d.N) * time.Hour)
	case "d":
		return t.AddDate(0, 0, -n)
	case "w":
		return t.AddDate(0, 0, -7*n)
	case "y":
		n *= 12
	}
	first := time.Date(t.Year(), t.Month()-time.Month(n), 1, t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(t.Day(), last)-1)
}

// buildNoGaps numbers the steps and compares how many lie between the first and
// the last with how many have a value.
func buildNoGaps(c *checkContext) (measure, error) {
	col, err := c.column()
	if err != nil {
		return measure{}, err
	}
	every := c.Params["every"].Span
	integer := gate.Type{Kind: gate.KindInt64}
	var step ast.Node = ast.DateDiff{Unit: unitOf(every), From: startOfSteps(col.Type), To: col}
	if every.N > 1 {
		float := gate.Type{Kind: gate.KindFloat64}
		length := ast.Literal{Text: fmt.Sprint(every.N), Type: float}
		step = ast.Apply(ast.Floor, ast.Arith{Op: ast.Div, L: ast.Cast{X: step, Type: float}, R: length, Type: float})
	}
	step = finite(col, step)
	t := ast.TypeOf(step)
	return measure{
		reads: []ast.Column{col},
		figures: []ast.Aggregate{
			{Func: ast.Min, X: step, Type: t}, {Func: ast.Max, X: step, Type: t}, {Func: ast.Count, X: step, Distinct: true, Type: integer},
		},
		judge:   own,
		expects: "a value every " + every.String(),
		value: func(f Figures) (Value, error) {
			n, err := f.numbers()
			if err != nil || n == nil {
				return f.none(), err
			}
			all := n[1].Minus(n[0]).Plus(gate.CountNumber(1))
			missing := all.Minus(n[2])
			return Value{Number: missing, Text: fmt.Sprintf("%s of %s steps have no value", missing, all), Broken: missing.Sign() > 0}, nil
		},
	}, nil
}

// startOfSteps is the time from which steps are counted.
func startOfSteps(t gate.Type) ast.Literal {
	text := map[gate.Kind]string{gate.KindDate: "2000-01-01", gate.KindTimestamp: "2000-01-01 00:00:00", gate.KindTimestamptz: "2000-01-01 00:00:00+00"}[t.Kind]
	return ast.Literal{Text: text, Type: t}
}
