package report

import (
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// column is a column of a grid; numbers stand to the right.
type column struct {
	title  string
	number bool
}

// grid prints rows under a header, each line after indent and without trailing
// spaces, cut at the terminal's width.
func (o Options) grid(w io.Writer, indent string, columns []column, rows [][]string) error {
	t := filled(columns, rows)
	t.SetStyle(plain(o.Width - len(indent)))
	var b strings.Builder
	for line := range strings.Lines(t.Render() + "\n") {
		b.WriteString(strings.TrimRight(indent+line, " \n") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// filled is a table of the rows under a header.
func filled(columns []column, rows [][]string) table.Writer {
	t := table.NewWriter()
	header := make(table.Row, len(columns))
	configs := make([]table.ColumnConfig, len(columns))
	for i, c := range columns {
		header[i] = c.title
		configs[i] = table.ColumnConfig{Number: i + 1}
		if c.number {
			configs[i].Align, configs[i].AlignHeader = text.AlignRight, text.AlignRight
		}
	}
	t.AppendHeader(header)
	t.SetColumnConfigs(configs)
	for _, row := range rows {
		cells := make(table.Row, len(row))
		for i, cell := range row {
			cells[i] = cell
		}
		t.AppendRow(cells)
	}
	return t
}

func plain(width int) table.Style {
	s := table.StyleDefault
	s.Options = table.OptionsNoBordersAndSeparators
	s.Box.PaddingLeft = ""
	s.Box.PaddingRight = "  "
	s.Box.UnfinishedRow = "…"
	s.Format.Header = text.FormatDefault
	s.Size.WidthMax = max(width, 0)
	return s
}
