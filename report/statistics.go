package report

import (
	"encoding/json"
	"strconv"

	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/ledger"
)

type statisticsObject struct {
	Column             string                  `json:"column"`
	Group              compile.StatisticsGroup `json:"group" jsonschema:"enum=numeric,enum=temporal,enum=string,enum=boolean"`
	Count              int64                   `json:"count" jsonschema_description:"Values, NULLs left out."`
	NullCount          int64                   `json:"null_count"`
	Mean               *float64                `json:"mean" jsonschema:"nullable"`
	Std                *float64                `json:"std" jsonschema:"nullable" jsonschema_description:"Standard deviation of a sample."`
	Min                *string                 `json:"min" jsonschema:"nullable" jsonschema_description:"Exact, as text."`
	P50                *float64                `json:"p50" jsonschema:"nullable" jsonschema_description:"Median."`
	Max                *string                 `json:"max" jsonschema:"nullable" jsonschema_description:"Exact, as text."`
	Span               *string                 `json:"span" jsonschema:"nullable" jsonschema_description:"From min to max."`
	NUnique            *int64                  `json:"n_unique" jsonschema:"nullable"`
	NUniqueApproximate *bool                   `json:"n_unique_approximate" jsonschema:"nullable"`
	MinLen             *int64                  `json:"min_len" jsonschema:"nullable"`
	MaxLen             *int64                  `json:"max_len" jsonschema:"nullable"`
	NEmpty             *int64                  `json:"n_empty" jsonschema:"nullable"`
	NTrue              *int64                  `json:"n_true" jsonschema:"nullable"`
	NFalse             *int64                  `json:"n_false" jsonschema:"nullable"`
	TrueRate           *float64                `json:"true_rate" jsonschema:"nullable"`
}

func statistics(columns []compile.ColumnStatistics) []statisticsObject {
	out := make([]statisticsObject, len(columns))
	for i, c := range columns {
		out[i] = statisticsObject{
			Column: c.Column, Group: c.Group, Count: c.Count, NullCount: c.NullCount,
			Mean: c.Mean, Std: c.Std, Min: orNull(c.Min), P50: c.P50, Max: orNull(c.Max), Span: orNull(c.Span),
			NUnique: c.NUnique, NUniqueApproximate: c.NUniqueApproximate, MinLen: c.MinLen, MaxLen: c.MaxLen, NEmpty: c.NEmpty,
			NTrue: c.NTrue, NFalse: c.NFalse, TrueRate: c.TrueRate,
		}
	}
	return out
}

// figure is a column of a group's table.
type figure struct {
	title string
	text  func(compile.ColumnStatistics) string
}

// groupTable is the table of a group's columns.
type groupTable struct {
	group   compile.StatisticsGroup
	figures []figure
}

func groupTables() []groupTable {
	return []groupTable{
		{compile.NumericColumn, []figure{
			{"MEAN", func(c compile.ColumnStatistics) string { return decimal(c.Mean) }},
			{"STD", func(c compile.ColumnStatistics) string { return decimal(c.Std) }},
			{"MIN", func(c compile.ColumnStatistics) string { return printable(c.Min) }},
			{"P50", func(c compile.ColumnStatistics) string { return decimal(c.P50) }},
			{"MAX", func(c compile.ColumnStatistics) string { return printable(c.Max) }},
		}},
		{compile.TemporalColumn, []figure{
			{"MIN", func(c compile.ColumnStatistics) string { return printable(c.Min) }},
			{"MAX", func(c compile.ColumnStatistics) string { return printable(c.Max) }},
			{"SPAN", func(c compile.ColumnStatistics) string { return printable(c.Span) }},
		}},
		{compile.StringColumn, []figure{
			{"UNIQUE", unique},
			{"MIN_LEN", func(c compile.ColumnStatistics) string { return integer(c.MinLen) }},
			{"MAX_LEN", func(c compile.ColumnStatistics) string { return integer(c.MaxLen) }},
			{"EMPTY", func(c compile.ColumnStatistics) string { return integer(c.NEmpty) }},
		}},
		{compile.BooleanColumn, []figure{
			{"TRUE", func(c compile.ColumnStatistics) string { return integer(c.NTrue) }},
			{"FALSE", func(c compile.ColumnStatistics) string { return integer(c.NFalse) }},
			{"TRUE_RATE", func(c compile.ColumnStatistics) string { return decimal(c.TrueRate) }},
		}},
	}
}

// unique has a tilde before an estimate.
func unique(c compile.ColumnStatistics) string {
	if c.NUniqueApproximate != nil && *c.NUniqueApproximate {
		return "~" + integer(c.NUnique)
	}
	return integer(c.NUnique)
}

func integer(n *int64) string {
	if n == nil {
		return ""
	}
	return number(*n)
}

func decimal(f *float64) string {
	if f == nil {
		return ""
	}
	return strconv.FormatFloat(*f, 'f', -1, 64)
}

// measured prints what the settings statistics and row_sample gather.
func (p *printer) measured(r *ledger.Run) {
	p.statistics(r)
	p.rowSample("Sample of the passed rows", r.PassedSample)
	p.rowSample("Sample of the rejected rows", r.RejectedSample)
}

// statistics prints a table for each group of columns.
func (p *printer) statistics(r *ledger.Run) {
	for _, of := range groupTables() {
		columns := []column{{title: "COLUMN"}, {"COUNT", true}, {"NULLS", true}}
		for _, f := range of.figures {
			columns = append(columns, column{f.title, true})
		}
		var rows [][]string
		for _, c := range r.Statistics {
			if c.Group != of.group {
				continue
			}
			row := []string{printable(c.Column), number(c.Count), number(c.NullCount)}
			for _, f := range of.figures {
				row = append(row, f.text(c))
			}
			rows = append(rows, row)
		}
		if len(rows) > 0 {
			p.printf("\nStatistics of %s columns\n", of.group)
			p.table("  ", columns, rows)
		}
	}
}

// rowSample prints rows as JSON, one a line, where samples may be shown.
func (p *printer) rowSample(title string, rows []json.RawMessage) {
	if rows = rows[:min(len(rows), p.Samples)]; len(rows) == 0 {
		return
	}
	p.printf("\n%s\n", title)
	for _, row := range rows {
		p.printf("  %s\n", printable(string(row)))
	}
}
