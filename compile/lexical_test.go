package compile

import (
	"bufio"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// lexicalSection is texts that are read in one way, with what each gives.
type lexicalSection struct {
	file  string
	line  int
	typ   gate.Type
	cast  gate.Cast
	texts []string
	wants []string
}

// TestReading reads the texts of testdata/lexical on DuckDB.
func TestReading(t *testing.T) {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	for _, s := range lexicalSections(t) {
		t.Run(fmt.Sprintf("%s:%d", filepath.Base(s.file), s.line), func(t *testing.T) {
			got := readTexts(t, db, s)
			for i, text := range s.texts {
				if got[i] != s.wants[i] && strconv.Quote(got[i]) != s.wants[i] {
					t.Errorf("%s:%d: %q is read as %s, want %s", s.file, s.line+1+i, text, got[i], s.wants[i])
				}
			}
			if null := got[len(s.texts)]; null != "NULL" {
				t.Errorf("NULL is read as %s", null)
			}
		})
	}
}

// readTexts reads the texts of a section and NULL.
func readTexts(t *testing.T, db *sql.DB, s lexicalSection) []string {
	t.Helper()
	ok, value, err := reading(ast.Column{Name: "x", Type: gate.Type{Kind: gate.KindString}}, s.typ, s.cast)
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for i, text := range s.texts {
		rows = append(rows, fmt.Sprintf("(%d, %s)", i, duckdbText(text)))
	}
	rows = append(rows, fmt.Sprintf("(%d, NULL)", len(s.texts)))
	query := fmt.Sprintf("SELECT %s, CAST(%s AS VARCHAR) FROM (VALUES %s) AS batch(n, x) ORDER BY n",
		printFor(t, dialect.DuckDB{}, ok), printFor(t, dialect.DuckDB{}, value), strings.Join(rows, ", "))
	result, err := db.Query(query)
	if err != nil {
		t.Fatalf("%v\n%s", err, query)
	}
	defer func() { _ = result.Close() }()
	var out []string
	for result.Next() {
		var ok sql.NullBool
		var value sql.NullString
		if err := result.Scan(&ok, &value); err != nil {
			t.Fatal(err)
		}
		out = append(out, verdictOf(ok, value, len(out) == len(s.texts)))
	}
	if err := result.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// verdictOf is what a text was read as; null says that it was NULL itself.
func verdictOf(ok sql.NullBool, value sql.NullString, null bool) string {
	switch {
	case !ok.Valid && !null:
		return "neither valid nor invalid"
	case ok.Valid && !ok.Bool && value.Valid:
		return "invalid with the value " + value.String
	case ok.Valid && !ok.Bool:
		return "invalid"
	case !value.Valid:
		return "NULL"
	default:
		return value.String
	}
}

func printFor(t *testing.T, d dialect.Dialect, n ast.Node) string {
	t.Helper()
	s, err := d.Print(n)
	if err != nil {
		t.Fatalf("%s: %v", d.Name(), err)
	}
	return s
}

// duckdbText is a text as DuckDB writes it; a literal cannot hold NUL.
func duckdbText(s string) string {
	return "'" + strings.ReplaceAll(strings.ReplaceAll(s, "'", "''"), "\x00", "' || chr(0) || '") + "'"
}

func lexicalSections(t *testing.T) []lexicalSection {
	t.Helper()
	files, err := filepath.Glob("testdata/lexical/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	var all []lexicalSection
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(f)
		for n := 1; lines.Scan(); n++ {
			line := lines.Text()
			switch {
			case line == "" || strings.HasPrefix(line, "#"):
			case strings.HasPrefix(line, "["):
				all = append(all, lexicalHeader(t, file, n, line))
			default:
				quoted, err := strconv.QuotedPrefix(line)
				if err != nil {
					t.Fatalf("%s:%d: %v", file, n, err)
				}
				text, _ := strconv.Unquote(quoted)
				s := &all[len(all)-1]
				s.texts = append(s.texts, text)
				s.wants = append(s.wants, strings.TrimPrefix(line[len(quoted):], " "))
			}
		}
		if err := f.Close(); err != nil || lines.Err() != nil {
			t.Fatal(err, lines.Err())
		}
	}
	return all
}

// lexicalHeader reads a section's type and options: [date] format "%Y" nulls "-".
func lexicalHeader(t *testing.T, file string, n int, line string) lexicalSection {
	t.Helper()
	name, rest, _ := strings.Cut(line[1:], "]")
	typ, err := gate.ParseType(name)
	if err != nil {
		t.Fatalf("%s:%d: %v", file, n, err)
	}
	s := lexicalSection{file: file, line: n, typ: typ, cast: gate.Cast{Trim: true, Decimal: "."}}
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
		option, value, _ := strings.Cut(rest, " ")
		quoted, err := strconv.QuotedPrefix(value)
		if err != nil {
			t.Fatalf("%s:%d: %v", file, n, err)
		}
		rest = value[len(quoted):]
		value, _ = strconv.Unquote(quoted)
		switch option {
		case "format":
			s.cast.Formats = append(s.cast.Formats, value)
		case "nulls":
			s.cast.Nulls = append(s.cast.Nulls, value)
		case "trim":
			s.cast.Trim = value == "true"
		case "decimal":
			s.cast.Decimal = value
		case "group":
			s.cast.Group = value
		default:
			t.Fatalf("%s:%d: unknown option %s", file, n, option)
		}
	}
	return s
}
