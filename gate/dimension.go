package gate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Dimension is a column of the gate by which rows are parted: each part has one
// value, or one span of time. NULL is in no part, nor is a value outside of
// Values, nor a time outside of the years 1 to 9999.
type Dimension struct {
	Name   string
	Column string
	Type   Type      // of the column
	Grain  Grain     // of dates and times, always; of others empty
	Values []Literal // the values that are parts; nil: all are
	Pos    Pos
}

// Grain is the span of time that is a part.
type Grain string

// The grains.
const (
	Hour    Grain = "hour"
	Day     Grain = "day"
	Week    Grain = "week" // begins on Monday
	Month   Grain = "month"
	Quarter Grain = "quarter"
	Year    Grain = "year"
)

func grains() []string {
	return []string{string(Hour), string(Day), string(Week), string(Month), string(Quarter), string(Year)}
}

func dimensionShape() *shape {
	s := objectOf("a dimension",
		key{name: "column", doc: "A column of the gate whose type is stated.", shape: text(), required: true},
		key{name: "grain", doc: "The span of time that is a partition; default day for a date.", shape: oneOf(grains()...)},
		key{name: "values", doc: "The values that are partitions; default all.", shape: listOf(&shape{scalar: constantScalar})},
	)
	s.scalar = textScalar
	return s
}

// dimensionKinds are the kinds of columns by which rows are parted: those whose
// equal values are the same value.
func dimensionKinds() []Kind {
	return slices.Concat(integerKinds(), timeKinds(), []Kind{KindString, KindEnum, KindBool, KindUUID})
}

// partitionBy reads by what rows are parted. The gate's columns are known.
func (g *gateLoader) partitionBy(root *node) {
	n := root.get("partition_by")
	if g.gate.Mode == ReplacePartition && n == nil && !slices.Contains(root.lost, "partition_by") {
		g.report(CodeMissingKey, root.get("mode").pos, "such as partition_by: {day: {column: order_date, grain: day}}", "mode: replace_partition needs the key 'partition_by'")
	}
	if n == nil {
		return
	}
	if len(n.entries) == 0 {
		g.report(CodeInvalidValue, n.pos, "", "'partition_by' has no dimension")
	}
	for _, e := range n.entries {
		if !isName(e.key.text) {
			g.report(CodeName, e.key.pos, nameHint, "dimension '%s' is not a name", e.key.text)
			continue
		}
		if d, ok := g.dimension(e.key, e.value); ok {
			g.gate.PartitionBy = append(g.gate.PartitionBy, d)
		}
	}
	g.keysAreParted()
}

// keysAreParted refuses to compare with rows of the target that a run of any
// partition replaces.
func (g *gateLoader) keysAreParted() {
	if g.gate.Mode != ReplacePartition {
		return
	}
	for _, r := range g.gate.Rules {
		scope, columns := r.Params["scope"], r.Params[columnsParam].Names
		outside := slices.ContainsFunc(g.gate.PartitionBy, func(d Dimension) bool { return !slices.Contains(columns, d.Column) })
		if scope.Text == "target" && !outside {
			g.report(CodeConflict, scope.Pos, "scope: batch compares the rows of the batch",
				"mode: replace_partition leaves no row of the target in place that has the key of a row of the batch, so that scope: target compares with none")
		}
	}
}

func (g *gateLoader) dimension(name, n *node) (Dimension, bool) {
	column := n
	if n.kind == mapNode {
		if column = n.get("column"); column == nil {
			return Dimension{}, false // it is reported
		}
	}
	d := Dimension{Name: name.text, Column: column.text, Grain: Grain(n.get("grain").string()), Pos: name.pos}
	c := g.gate.Column(d.Column)
	if c == nil {
		g.unknownColumn(column)
		return d, false
	}
	d.Type = c.Type
	isTime := slices.Contains(timeKinds(), c.Type.Kind)
	switch {
	case !c.Type.IsKnown():
		g.report(CodeRuleType, column.pos, "state its type under columns", "dimension '%s' needs the type of column '%s'", d.Name, d.Column)
		return d, false
	case !applies(dimensionKinds(), c.Type):
		g.report(CodeRuleType, column.pos, "a dimension is of: "+kindList(dimensionKinds()), "rows cannot be parted by column '%s' of type %s", d.Column, c.Type)
		return d, false
	case d.Grain != "" && !isTime:
		g.report(CodeConflict, n.get("grain").pos, "remove it", "'grain' is of dates and times, not of column '%s' of type %s", d.Column, c.Type)
		return d, false
	case d.Grain == "" && c.Type.Kind == KindDate:
		d.Grain = Day
	case d.Grain == "" && isTime:
		g.report(CodeMissingKey, column.pos, "such as grain: day", "dimension '%s' of type %s needs the key 'grain'", d.Name, c.Type)
		return d, false
	case d.Grain == Hour && c.Type.Kind == KindDate:
		g.report(CodeRuleType, n.get("grain").pos, "use day, week, month, quarter or year", "a date has no hours")
		return d, false
	}
	return d, g.dimensionValues(&d, n.get("values"))
}

func (g *gateLoader) dimensionValues(d *Dimension, n *node) bool {
	if n == nil {
		for _, v := range d.Type.Values { // of an enum
			d.Values = append(d.Values, Literal{Text: v, Type: d.Type})
		}
		return true
	}
	if d.Grain != "" {
		g.report(CodeConflict, n.pos, "remove it", "dimension '%s' has spans of time, not 'values'", d.Name)
		return false
	}
	if len(n.items) == 0 {
		g.report(CodeInvalidValue, n.pos, "", "the list of values is empty")
		return false
	}
	for _, item := range n.items {
		value, err := CheckLiteral(d.Type, item.text, item.quoted)
		if err != nil {
			g.report(CodeLiteral, item.pos, "", "%q is not a value of column '%s' of type %s: %v", item.text, d.Column, d.Type, err)
			return false
		}
		if d.has(value) {
			g.report(CodeInvalidValue, item.pos, "", "the value %q is here twice", item.text)
			return false
		}
		d.Values = append(d.Values, Literal{Text: value, Quoted: item.quoted, Type: d.Type, Pos: item.pos})
	}
	return true
}

func (d *Dimension) has(value string) bool {
	return slices.ContainsFunc(d.Values, func(l Literal) bool { return l.Text == value })
}

// HasOther reports whether a value that is not NULL can be in no part.
func (d *Dimension) HasOther() bool { return d.Grain != "" || d.Values != nil }

// value is the canonical text of a part's value: of a span of time the shortest
// that names it, such as 2026-01.
func (d *Dimension) value(text string) (string, error) {
	if d.Grain != "" {
		start, err := d.parseSpan(text)
		return d.spanName(start), err
	}
	value, err := CheckLiteral(d.Type, text, true)
	if err != nil {
		return "", err
	}
	if d.Values != nil && !d.has(value) {
		var known []string
		for _, l := range d.Values {
			known = append(known, l.Text)
		}
		return "", fmt.Errorf("the values are %s; %s=%s selects the rows that have another", strings.Join(known, ", "), d.Name, otherWord)
	}
	return value, nil
}

// compare orders two values of parts.
func (d *Dimension) compare(a, b string) int {
	if d.Grain != "" {
		return cmp.Compare(a, b)
	}
	return CompareLiterals(d.Type, a, b)
}

// spanForms are the ways in which the start of a span is written, shortest first.
func spanForms(g Grain) []string {
	switch g {
	case Hour:
		return []string{"2006-01-02T15", "2006-01-02 15", "2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02 15:04:05+00"}
	case Month:
		return []string{"2006-01", time.DateOnly}
	case Quarter:
		return []string{"2006-01", time.DateOnly}
	case Year:
		return []string{"2006", time.DateOnly}
	default:
		return []string{time.DateOnly}
	}
}

// parseSpan reads the start of a span.
func (d *Dimension) parseSpan(text string) (time.Time, error) {
	var year, quarter int
	if n, _ := fmt.Sscanf(text, "%4d-Q%1d", &year, &quarter); n == 2 && d.Grain == Quarter && len(text) == 7 && quarter >= 1 && quarter <= 4 && year > 0 {
		return time.Date(year, time.Month(3*quarter-2), 1, 0, 0, 0, 0, time.UTC), nil
	}
	for _, form := range spanForms(d.Grain) {
		at, err := time.Parse(form, text)
		if err != nil || at.Year() < 1 {
			continue
		}
		if start := d.startOf(at); !start.Equal(at) {
			return at, fmt.Errorf("no %s begins there; the one that holds it is %s", d.Grain, d.spanName(start))
		}
		return at, nil
	}
	return time.Time{}, fmt.Errorf("a %s is written as %s", d.Grain, d.spanName(d.startOf(time.Date(2026, 1, 6, 0, 0, 0, 0, time.UTC))))
}

// startOf is the start of the span that holds a time.
func (d *Dimension) startOf(t time.Time) time.Time {
	year, month, day := t.Date()
	switch d.Grain {
	case Hour:
		return t.Truncate(time.Hour)
	case Week:
		day -= (int(t.Weekday()) + 6) % 7
	case Month:
		day = 1
	case Quarter:
		month, day = (month-1)/3*3+1, 1
	case Year:
		month, day = 1, 1
	case Day:
	}
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// after is the start of the next span.
func (d *Dimension) after(start time.Time) time.Time {
	switch d.Grain {
	case Hour:
		return start.Add(time.Hour)
	case Week:
		return start.AddDate(0, 0, 7)
	case Month:
		return start.AddDate(0, 1, 0)
	case Quarter:
		return start.AddDate(0, 3, 0)
	case Year:
		return start.AddDate(1, 0, 0)
	default:
		return start.AddDate(0, 0, 1)
	}
}

func (d *Dimension) spanName(start time.Time) string {
	if d.Grain == Quarter {
		return fmt.Sprintf("%04d-Q%d", start.Year(), (start.Month()+2)/3)
	}
	return start.Format(spanForms(d.Grain)[0])
}

// Span is the span of time of a part's value, [from, before), as literals of the
// column's type; before is empty where the span ends with the year 9999.
func (d *Dimension) Span(value string) (from, before string, err error) {
	start, err := d.parseSpan(value)
	if err != nil {
		return "", "", err
	}
	end := d.after(start)
	if end.Year() > 9999 {
		return d.literal(start), "", nil
	}
	return d.literal(start), d.literal(end), nil
}

// Ends are the first and the last value that a span of time can hold.
func (d *Dimension) Ends() (first, last string) {
	first = d.literal(time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC))
	return first, d.literal(time.Date(9999, 12, 31, 23, 59, 59, 999999000, time.UTC))
}

func (d *Dimension) literal(t time.Time) string {
	switch d.Type.Kind {
	case KindDate:
		return t.Format(time.DateOnly)
	case KindTimestamptz:
		return t.Format("2006-01-02 15:04:05.999999+00")
	default:
		return t.Format("2006-01-02 15:04:05.999999")
	}
}
