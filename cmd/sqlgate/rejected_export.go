package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/report"
)

type rejectedExportOptions struct {
	ledgerOptions
	rejectedFilter
	what   string
	format string
	file   string
}

func newRejectedExportCmd(a *app) *cobra.Command {
	var o rejectedExportOptions
	cmd := &cobra.Command{
		Use:   "export TABLE|GATE",
		Short: "Write rejected rows to a file or to stdout",
		Long: `Writes rejected rows as CSV, as a JSON array with a row on each line, or as Parquet.
In CSV, NULL is an empty field and an empty text is "". Masked columns are written as ***.`,
		Example: "  sqlgate rejected export orders --unresolved > to_fix.csv\n  sqlgate rejected export orders --format parquet --file rejected.parquet",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.what = args[0]
			return runRejectedExport(cmd, a, o)
		},
	}
	o.ledgerOptions.flags(cmd)
	o.rejectedFilter.flags(cmd)
	choiceVar(cmd.Flags(), &o.format, "format", "", "form of the rows", []string{"csv", "json", "parquet"}, nil)
	cmd.Flags().StringVar(&o.file, "file", "", "write to this file instead of stdout")
	return cmd
}

func runRejectedExport(cmd *cobra.Command, a *app, o rejectedExportOptions) error {
	if err := checkGiven(cmd, "file"); err != nil {
		return err
	}
	if o.format == "parquet" {
		if o.file == "" {
			return &usageError{msg: "parquet is not written to stdout", hint: "name a file with --file"}
		}
		if err := duckDBSupported(); err != nil {
			return err
		}
	}
	return a.useRejected(cmd, o.what, o.ledgerOptions, o.rejectedFilter, func(l *ledger.Ledger, t rejectedOf, filter ledger.RejectedFilter) error {
		read := func(w exporter) error {
			err := l.RejectedRead(cmd.Context(), t.table, filter, w.begin, func(row json.RawMessage) error {
				masked, err := maskRows([]json.RawMessage{row}, t.masked)
				if err != nil {
					return err
				}
				return w.row(masked[0])
			})
			if err != nil {
				return t.missing(err)
			}
			return w.end()
		}
		switch {
		case o.format == "parquet":
			return exportParquet(cmd.Context(), o.file, t.masked, read)
		case o.file == "":
			return read(o.exporter(a.out))
		default:
			return toFile(o.file, func(w io.Writer) error { return read(o.exporter(w)) })
		}
	})
}

// toFile writes a file that is there only once it is whole.
func toFile(path string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	if err := errors.Join(write(f), f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// exporter writes rows, which are JSON objects, in some form.
type exporter interface {
	begin(columns []compile.Column) error
	row(json.RawMessage) error
	end() error
}

func (o rejectedExportOptions) exporter(w io.Writer) exporter {
	if o.format == "json" {
		return &jsonExport{w: bufio.NewWriter(w)}
	}
	return &csvExport{w: bufio.NewWriter(w)}
}

// jsonExport writes an array with a row on each line.
type jsonExport struct {
	w    *bufio.Writer
	rows int
}

func (e *jsonExport) begin([]compile.Column) error {
	_, err := e.w.WriteString("[")
	return err
}

func (e *jsonExport) row(row json.RawMessage) error {
	separator := ",\n"
	if e.rows == 0 {
		separator = "\n"
	}
	e.rows++
	_, err := e.w.WriteString(separator + string(row))
	return err
}

func (e *jsonExport) end() error {
	_, err := e.w.WriteString("\n]\n")
	return errors.Join(err, e.w.Flush())
}

// csvExport writes CSV in which NULL differs from an empty text.
type csvExport struct {
	w       *bufio.Writer
	columns []compile.Column
}

func (e *csvExport) begin(columns []compile.Column) error {
	e.columns = columns
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = csvField(c.Name)
	}
	return e.line(names)
}

func (e *csvExport) row(row json.RawMessage) error {
	var values map[string]json.RawMessage
	if err := json.Unmarshal(row, &values); err != nil {
		return fmt.Errorf("a row cannot be written as CSV, since it holds what JSON has not: %s", row)
	}
	fields := make([]string, len(e.columns))
	for i, c := range e.columns {
		if v := values[c.Name]; len(v) > 0 && string(v) != "null" {
			fields[i] = csvField(report.Cell(v))
		}
	}
	return e.line(fields)
}

func (e *csvExport) line(fields []string) error {
	_, err := e.w.WriteString(strings.Join(fields, ",") + "\n")
	return err
}

func (e *csvExport) end() error { return e.w.Flush() }

func csvField(s string) string {
	if s != "" && !strings.ContainsAny(s, "\",\r\n") {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}

// exportParquet has an in-process DuckDB make a Parquet file of the rows as CSV,
// with the types of the columns where DuckDB has them, else as text.
func exportParquet(ctx context.Context, path string, masked map[string]bool, read func(exporter) error) (err error) {
	rows := path + ".csv.tmp"
	defer func() {
		if removeErr := os.Remove(rows); !errors.Is(removeErr, os.ErrNotExist) {
			err = errors.Join(err, removeErr)
		}
	}()
	var e *csvExport
	if err := toFile(rows, func(w io.Writer) error {
		e = &csvExport{w: bufio.NewWriter(w)}
		return read(e)
	}); err != nil {
		return err
	}
	db, err := openDuckDB(ctx, gate.Warehouse{Name: "export", Type: "duckdb", DuckDB: &gate.DuckDB{Path: ":memory:"}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	text := func(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
	var columns, values []string
	for _, c := range e.columns {
		columns = append(columns, text(c.Name)+": 'VARCHAR'")
		values = append(values, parquetValue(c, masked[strings.ToLower(c.Name)]))
	}
	made := path + ".tmp"
	copied := "COPY (SELECT " + strings.Join(values, ", ") + " FROM read_csv(" + text(rows) + ", header = true, delim = ',', quote = '\"', escape = '\"', nullstr = '', allow_quoted_nulls = false, strict_mode = true, columns = {" +
		strings.Join(columns, ", ") + "})) TO " + text(made) + " (FORMAT parquet)"
	if _, err := db.Exec(ctx, adapters.Statement{SQL: copied}); err != nil {
		return errors.Join(err, removeIfThere(made))
	}
	return os.Rename(made, path)
}

func removeIfThere(path string) error {
	if err := os.Remove(path); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// parquetValue is a column of the CSV in its own type.
func parquetValue(c compile.Column, masked bool) string {
	d := dialect.DuckDB{}
	x := d.Ident(c.Name)
	switch c.Type.Kind {
	case gate.KindAny, gate.KindUnknown, gate.KindString, gate.KindEnum, gate.KindBytes, gate.KindStruct, gate.KindJSON:
		return x
	case gate.KindList:
		x = "CAST(" + x + " AS JSON)"
	default:
	}
	t, err := d.TypeName(c.Type)
	if err != nil || masked {
		return d.Ident(c.Name)
	}
	return "CAST(" + x + " AS " + t + ") AS " + d.Ident(c.Name)
}
