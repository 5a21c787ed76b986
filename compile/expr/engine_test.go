package expr

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/sqlgate/sqlgate/adapters/adaptertest/oracle"
	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// samples are rows of testEnv's columns; a column that a row lacks is NULL.
func samples() []map[string]string {
	return []map[string]string{
		{},
		{
			"i8": "5", "n": "1", "big": "5", "u64": "7", "whole": "3", "amount": "1.25", "dec": "2.5", "f": "1.5", "f32": "0.1",
			"s": "a_x%", "note": "x", "status": "paid", "ok": "true", "d": "2020-01-31", "tm": "12:34:56", "ts": "2020-01-31 12:34:56.5", "tz": "2020-01-31 23:34:56+00",
			"id": "123e4567-e89b-12d3-a456-426614174000", "j": `{"a": {"b_1": "x"}, "x": 1}`, "b": "ab", "l": "a",
			"Order ID": "1", `a"b`: "1", "Größe": "1", "dup": "1", "DUP": "1", "end": "1", "date": "2021-02-03",
		},
		{
			"i8": "-128", "n": "-2147483648", "big": "2", "u64": "18446744073709551615", "whole": "0", "amount": "-0.05", "dec": "0", "f": "NaN", "f32": "NaN",
			"s": "", "note": "", "status": "it's", "ok": "false", "d": "0001-01-01", "tm": "00:00:00", "ts": "1999-12-31 23:59:59", "tz": "2000-01-01 00:00:00+00",
			"id": "00000000-0000-0000-0000-000000000000", "j": `[]`, "b": "", "l": "",
			"Order ID": "2", `a"b`: "0", "Größe": "0", "dup": "0", "DUP": "1", "end": "0", "date": "1999-12-31",
		},
		{"f": "Infinity", "f32": "-Infinity", "n": "2", "big": "1", "ok": "true", "s": "?$1@p%_\\\"\n😀", "note": "😀", "d": "2020-02-29", "amount": "2.5", "dec": "2.5", "j": `{"x": null}`},
	}
}

// TestConditionsOnDuckDB holds DuckDB's answers against the oracle's.
func TestConditionsOnDuckDB(t *testing.T) {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("SET TimeZone = 'UTC'"); err != nil {
		t.Fatal(err)
	}
	env := testEnv()
	env.Columns = append(env.Columns, ast.StartedAt())
	for i, sample := range samples() {
		sample[ast.StartedAt().Name] = "2026-01-02 03:04:05+00"
		columns := make([]string, len(env.Columns))
		row := oracle.Row{}
		for j, c := range env.Columns {
			text, has := sample[c.Name]
			columns[j] = duckdbValue(t, c.Type, text, has) + " AS " + dialect.DuckDB{}.Ident(c.Name)
			row[c.Name] = oracleValue(t, c.Type, text, has)
		}
		if _, err := db.Exec("CREATE OR REPLACE TABLE batch AS SELECT " + strings.Join(columns, ", ")); err != nil {
			t.Fatal(err)
		}
		for _, g := range conditions() {
			want, got, query := answers(t, db, g.text, row)
			if want != got {
				t.Errorf("row %d: %s is %s, want %s\n%s", i, g.text, got, want, query)
			}
		}
	}
}

// answers are the oracle's and DuckDB's; both raise where the oracle says that an engine may.
func answers(t *testing.T, db *sql.DB, text string, row oracle.Row) (want, got, query string) {
	t.Helper()
	n, err := Parse(text, testEnv())
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	printed, err := dialect.DuckDB{}.Print(n)
	if err != nil {
		t.Errorf("%s\n%v", text, err)
		return "", "", ""
	}
	query = "SELECT " + printed + " FROM batch"
	var answer sql.NullBool
	failure := db.QueryRow(query).Scan(&answer)
	value, err := oracle.Eval(n, row)
	if errors.Is(err, oracle.ErrRaises) {
		t.Logf("an engine may raise an error for %s; DuckDB: %v", text, failure)
		return "", "", ""
	}
	if err != nil {
		t.Errorf("%s\n%v", text, err)
		return "", "", ""
	}
	want = "NULL"
	if value != nil {
		want = fmt.Sprint(value)
	}
	if failure != nil {
		return want, failure.Error(), query
	}
	if !answer.Valid {
		return want, "NULL", query
	}
	return want, fmt.Sprint(answer.Bool), query
}

func duckdbValue(t *testing.T, typ gate.Type, text string, has bool) string {
	t.Helper()
	native := "INTEGER"
	if typ.IsKnown() {
		var err error
		if native, err = (dialect.DuckDB{}).TypeName(typ); err != nil {
			t.Fatal(err)
		}
	}
	switch {
	case !has:
		return "CAST(NULL AS " + native + ")"
	case typ.Kind == gate.KindList:
		return "['" + text + "']"
	default:
		return "CAST('" + strings.ReplaceAll(text, "'", "''") + "' AS " + native + ")"
	}
}

func oracleValue(t *testing.T, typ gate.Type, text string, has bool) oracle.Value {
	t.Helper()
	if !has {
		return nil
	}
	if typ.Kind == gate.KindList {
		return oracle.List{oracle.Text(text)}
	}
	v, err := oracle.Constant(typ, text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestConditionsPrint holds that each dialect prints what the language makes.
func TestConditionsPrint(t *testing.T) {
	for _, name := range dialect.Names() {
		d, err := dialect.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range conditions() {
			n, err := Parse(g.text, testEnv())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := d.Print(n); err != nil {
				t.Errorf("%s: %s\n%v", name, g.text, err)
			}
		}
	}
}
