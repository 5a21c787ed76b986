package compile

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// StatisticsGroup is the family of types whose columns have the same figures.
type StatisticsGroup string

// The groups. Columns of other types have no statistics.
const (
	NumericColumn  StatisticsGroup = "numeric"
	TemporalColumn StatisticsGroup = "temporal"
	StringColumn   StatisticsGroup = "string"
	BooleanColumn  StatisticsGroup = "boolean"
)

// ColumnStatistics are the figures of a column over the rows that a run wrote;
// those of other groups, and what has no value, are nil or empty. Min, Max and
// Span are exact texts, the other figures are rounded to four places, half away
// from zero. Of a masked column Min, Max and Span are *** and Mean, Std and P50 nil.
type ColumnStatistics struct {
	Column    string
	Group     StatisticsGroup
	Count     int64 // values, NULLs left out
	NullCount int64

	Min, Max       string
	Mean, Std, P50 *float64 // none over a value that is not finite or too large
	Span           string   // from Min to Max, such as "3 days 04:05:06"

	NUnique            *int64
	NUniqueApproximate *bool
	MinLen, MaxLen     *int64 // characters
	NEmpty             *int64

	NTrue, NFalse *int64
	TrueRate      *float64 // of the values
}

// statisticsPlaces are the decimals of computed figures.
const statisticsPlaces = 4

// stars stand for a value of a masked column.
const stars = "***"

// statistic is a column with the figures to read of it, printed: first the number
// of its values.
type statistic struct {
	column      string
	group       StatisticsGroup
	typ         gate.Type
	masked      bool
	approximate bool     // its number of distinct values
	summed      bool     // its mean is an exact sum by the number of values
	looksAt     []string // columns of the passed rows, or computed of them
	figures     []string
}

// mostFigures bounds the columns of a statement below what Postgres allows.
const mostFigures = 1500

// StatisticsReading is a statement that reads the figures of columns over the
// rows that pass, in one row of texts.
type StatisticsReading struct {
	SQL     string
	Values  []RunValue // that it binds, in order
	columns []statistic
}

// compileStatistics prints the figures of the columns that the plan writes.
func (p *Plan) compileStatistics() error {
	for _, m := range p.Columns {
		i := slices.IndexFunc(p.batch, func(c batchColumn) bool { return c.name == m.From })
		s := statistic{column: m.To, typ: p.batch[i].typ}
		if col := p.Gate.Column(m.From); col != nil {
			s.masked = col.Mask
		}
		switch {
		case s.typ.IsNumeric():
			s.group = NumericColumn
		case s.typ.IsTemporal():
			s.group = TemporalColumn
		case s.typ.IsText():
			s.group = StringColumn
		case s.typ.Kind == gate.KindBool:
			s.group = BooleanColumn
		default:
			continue
		}
		if err := s.print(p.Dialect, ast.Column{Name: m.From, Type: s.typ}, i); err != nil {
			return fmt.Errorf("statistics of column %s: %w", m.To, err)
		}
		p.statistics = append(p.statistics, s)
	}
	return nil
}

// print sets the figures of the i-th column. Of a masked column no value leaves
// the warehouse.
func (s *statistic) print(d dialect.Dialect, col ast.Column, i int) error {
	var err error
	print := func(n ast.Node) string {
		text, printErr := d.Print(n)
		err = errors.Join(err, printErr)
		return text
	}
	figure := func(f ast.AggFunc, x ast.Node) {
		s.figures = append(s.figures, print(ast.Aggregate{Func: f, X: x, Type: ast.TypeOf(x)}))
	}
	figure(ast.Count, col)
	s.looksAt = []string{print(col) + " AS " + d.Ident(col.Name)}
	switch s.group {
	case NumericColumn:
		if s.masked {
			break
		}
		measured := ast.Column{Name: fmt.Sprintf("_sqlgate_measured_%d", i+1), Type: col.Type}
		float := ast.Column{Name: fmt.Sprintf("_sqlgate_float_%d", i+1), Type: gate.Type{Kind: gate.KindFloat64}}
		finite := measurable(col)
		s.looksAt = append(s.looksAt,
			print(ast.Case{Whens: []ast.When{{If: finite, Then: col}}, Type: col.Type})+" AS "+d.Ident(measured.Name),
			print(ast.Case{Whens: []ast.When{{If: finite, Then: ast.Cast{X: col, Type: float.Type}}}, Type: float.Type})+" AS "+d.Ident(float.Name))
		figure(ast.Min, col)
		figure(ast.Max, col)
		figure(ast.Count, measured)
		if s.summed = hasExactSum(col.Type); s.summed {
			figure(ast.Sum, summed(measured))
		} else {
			s.figures = append(s.figures, "avg("+print(float)+")")
		}
		low, high := d.Middle(print(measured))
		s.figures = append(s.figures, "stddev_samp("+print(float)+")", low, high)
	case TemporalColumn:
		if !s.masked {
			figure(ast.Min, col)
			figure(ast.Max, col)
		}
	case StringColumn:
		length := ast.Apply(ast.Length, col)
		figure(ast.Min, length)
		figure(ast.Max, length)
		s.figures = append(s.figures, "count(CASE WHEN "+print(length)+" = 0 THEN 1 END)")
		var unique string
		unique, s.approximate = d.CountUnique(print(col), col.Type)
		s.figures = append(s.figures, unique)
	case BooleanColumn:
		s.figures = append(s.figures, "count(CASE WHEN "+print(col)+" THEN 1 END)")
	}
	return err
}

// The largest numbers that means and deviations are computed of, so that no
// warehouse overflows: floats whose squares are floats, and of decimals without a
// precision those that have one on every warehouse.
const (
	largestFloat   = "1e150"
	largestDecimal = "99999999999999999999999999999999999999"
)

// measurable is the condition that a number can be computed with.
func measurable(col ast.Column) ast.Node {
	largest := ast.Literal{Text: largestDecimal, Type: col.Type}
	switch {
	case col.Type.IsInteger():
		return ast.Not{X: ast.IsNull{X: col}}
	case col.Type.IsFloat():
		largest = ast.Literal{Text: largestFloat, Type: gate.Type{Kind: gate.KindFloat64}}
	case col.Type.Precision > 0:
		return ast.Apply(ast.IsFinite, col)
	}
	return ast.And{Terms: []ast.Node{
		ast.Apply(ast.IsFinite, col),
		ast.Compare{Op: ast.Le, L: ast.Apply(ast.Abs, col), R: largest},
	}}
}

// hasExactSum reports whether exact sums of such numbers have room for ten billion rows.
func hasExactSum(t gate.Type) bool {
	return t.IsInteger() && t.Kind != gate.KindInt128 || t.Kind == gate.KindDecimal && t.Precision <= 28
}

// Statistics are the statements that read the statistics of the rows that fail
// no rejecting rule: one for all columns, unless there are hundreds of them. None
// where the gate's settings want none.
func (p *Plan) Statistics(rejecting []int) []StatisticsReading {
	var out []StatisticsReading
	for rest := p.statistics; len(rest) > 0; {
		n, figures, columns := 0, []string{"count(*)"}, []string(nil)
		for n < len(rest) && len(figures)+len(rest[n].figures) <= mostFigures {
			figures = append(figures, rest[n].figures...)
			columns = append(columns, rest[n].looksAt...)
			n++
		}
		query := strings.TrimSuffix(p.batchCTE(), "\n") + ",\n" + p.passed(p.temp(stageTable), rejecting) + "\n" +
			dialect.Escape("SELECT "+lines(numbered(p.texts(figures)))+"\nFROM (SELECT "+lines(columns)+" FROM "+passedTable+" AS batch) AS batch")
		sql, values := p.Bind(p.finish(query), p.BatchValues()...)
		out = append(out, StatisticsReading{SQL: sql, Values: values, columns: rest[:n]})
		rest = rest[n:]
	}
	return out
}

// Width is the number of texts that the statement gives.
func (r StatisticsReading) Width() int {
	n := 1
	for _, c := range r.columns {
		n += len(c.figures)
	}
	return n
}

// Statistics are what the texts of the statement's row mean.
func (r StatisticsReading) Statistics(texts []*string) ([]ColumnStatistics, error) {
	rows, err := parseCount(texts[0])
	if err != nil {
		return nil, err
	}
	texts = texts[1:]
	var out []ColumnStatistics
	for _, c := range r.columns {
		s, err := c.read(texts[:len(c.figures)])
		if err != nil {
			return nil, fmt.Errorf("statistics of column %s: %w", c.column, err)
		}
		s.NullCount = *rows - s.Count
		out = append(out, s)
		texts = texts[len(c.figures):]
	}
	return out, nil
}

func (s *statistic) read(texts []*string) (ColumnStatistics, error) {
	out := ColumnStatistics{Column: s.column, Group: s.group}
	n, err := parseCount(texts[0])
	if err != nil {
		return out, err
	}
	out.Count = *n
	texts = texts[1:]
	switch {
	case s.masked && (s.group == NumericColumn || s.group == TemporalColumn):
		if out.Count > 0 {
			out.Min, out.Max = stars, stars
		}
		if out.Count > 0 && s.group == TemporalColumn {
			out.Span = stars
		}
	case s.group == NumericColumn:
		err = s.readNumeric(&out, texts)
	case s.group == TemporalColumn:
		out.Min, out.Max, out.Span = extent(texts[0], texts[1], s.typ)
	case s.group == StringColumn:
		for i, figure := range []**int64{&out.MinLen, &out.MaxLen, &out.NEmpty, &out.NUnique} {
			if *figure, err = parseCount(texts[i]); err != nil {
				return out, err
			}
		}
		out.NUniqueApproximate = &s.approximate
	default:
		if out.NTrue, err = parseCount(texts[0]); err != nil {
			return out, err
		}
		rest := out.Count - *out.NTrue
		out.NFalse = &rest
		if out.Count > 0 {
			out.TrueRate = computed(gate.CountNumber(*out.NTrue).Over(gate.CountNumber(out.Count)))
		}
	}
	return out, err
}

func (s *statistic) readNumeric(out *ColumnStatistics, texts []*string) error {
	if out.Count == 0 {
		return nil
	}
	out.Min, out.Max = numberText(*texts[0], s.typ), numberText(*texts[1], s.typ)
	measured, err := parseCount(texts[2])
	if err != nil || *measured < out.Count {
		return err
	}
	numbers := make([]gate.Number, len(texts))
	for i := 3; i < len(texts); i++ {
		if texts[i] == nil {
			continue
		}
		if numbers[i], err = gate.ParseNumber(*texts[i]); err != nil {
			return err
		}
	}
	mean, std, low, high := numbers[3], numbers[4], numbers[5], numbers[6]
	if s.summed {
		mean = mean.Over(gate.CountNumber(out.Count))
	}
	out.Mean = computed(mean)
	if texts[4] != nil { // more than one value
		out.Std = computed(std)
	}
	out.P50 = computed(low.Plus(high).Over(gate.CountNumber(2)))
	return nil
}

// computed is a computed figure; it is finite.
func computed(n gate.Number) *float64 {
	f, _ := strconv.ParseFloat(n.Rounded(statisticsPlaces), 64) // digits and a point
	return &f
}

func parseCount(text *string) (*int64, error) {
	if text == nil {
		return nil, nil
	}
	n, err := strconv.ParseInt(*text, 10, 64)
	return &n, err
}

// numberText is a number in one form, whichever warehouse gave its text.
func numberText(text string, t gate.Type) string {
	f, err := strconv.ParseFloat(text, 64)
	switch {
	case err == nil && math.IsNaN(f):
		return "NaN"
	case err == nil && math.IsInf(f, 0) && strings.Contains(strings.ToLower(text), "inf"):
		return strings.TrimPrefix(strconv.FormatFloat(f, 'g', -1, 64), "+") + "inity"
	case err != nil || !t.IsFloat():
		return text
	case f == 0:
		return "0"
	case math.Abs(f) < 1e-6 || math.Abs(f) >= 1e21:
		return strconv.FormatFloat(f, 'e', -1, 64)
	default:
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
}

// extent is the least and greatest of dates or times, and what lies between
// them. Of what is infinite or beyond the years that are read there is no span.
func extent(least, greatest *string, t gate.Type) (low, high, span string) {
	if least == nil || greatest == nil {
		return "", "", ""
	}
	low, from, okLow := moment(*least, t)
	high, to, okHigh := moment(*greatest, t)
	if okLow && okHigh {
		span = spanText(from, to, t)
	}
	return low, high, span
}

func moment(text string, t gate.Type) (string, time.Time, bool) {
	if t.Kind == gate.KindTime {
		at, err := time.Parse(time.TimeOnly, text)
		return text, at, err == nil
	}
	at, err := gate.ParseTime(text)
	if err != nil {
		return text, at, false
	}
	return timeText(at, text), at, true
}

// spanText is a span as warehouses print intervals: days, and the time where
// there is one. Seconds are counted apart from days, since a duration holds only
// 292 years.
func spanText(from, to time.Time, t gate.Type) string {
	seconds, nanoseconds := to.Unix()-from.Unix(), to.Nanosecond()-from.Nanosecond()
	if nanoseconds < 0 {
		seconds, nanoseconds = seconds-1, nanoseconds+1e9
	}
	const day = 24 * 60 * 60
	days, rest := seconds/day, seconds%day
	clock := time.Unix(rest, int64(nanoseconds)).UTC().Format("15:04:05.999999999")
	word := "days"
	if days == 1 {
		word = "day"
	}
	switch {
	case t.Kind == gate.KindDate:
		return fmt.Sprintf("%d %s", days, word)
	case days == 0:
		return clock
	case rest == 0 && nanoseconds == 0:
		return fmt.Sprintf("%d %s", days, word)
	default:
		return fmt.Sprintf("%d %s %s", days, word, clock)
	}
}
