package dialect_test

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/hex"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/sqlgate/sqlgate/adapters/adaptertest/pgtest"
	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// valueCase is a node and the text of its value, NULL or ERROR, on every engine.
type valueCase struct {
	name   string
	node   ast.Node
	want   string
	but    map[string]string // what a dialect gives otherwise; "refused": it refuses the node
	column string            // a name of a column that a dialect may refuse
	texts  []string          // the node is a condition on each of them, as batch.x
}

// refused says that a dialect refuses a node.
const refused = "refused"

// values are the columns of a batch of one row.
type values struct {
	columns []valueColumn
}

type valueColumn struct {
	ast.Column
	sql map[string]string // by dialect; empty: it has no such value
}

// of is a column with a value; the text is the engines' own, or null.
func (v *values) of(t gate.Type, text string) ast.Node {
	sql := map[string]string{}
	for _, name := range dialect.Names() {
		sql[name] = castTo(name, t, text)
	}
	return v.raw(t, sql)
}

// raw is a column with a value written in each dialect.
func (v *values) raw(t gate.Type, sql map[string]string) ast.Node {
	return v.named(fmt.Sprintf("c%d", len(v.columns)+1), t, sql)
}

func (v *values) named(name string, t gate.Type, sql map[string]string) ast.Node {
	c := ast.Column{Name: name, Type: t}
	v.columns = append(v.columns, valueColumn{c, sql})
	return c
}

const null = "\x00NULL"

func castTo(dialectName string, t gate.Type, text string) string {
	d, _ := dialect.ByName(dialectName)
	typ, err := d.TypeName(t)
	if err != nil {
		return ""
	}
	lit, _ := d.Literal(ast.Literal{Text: text, Type: gate.Type{Kind: gate.KindString}})
	if text == null {
		lit = "NULL"
	}
	if dialectName == "bigquery" && t.Kind == gate.KindJSON && text != null {
		return "PARSE_JSON(" + lit + ", wide_number_mode => 'round')"
	}
	return "CAST(" + lit + " AS " + typ + ")"
}

// used are the columns in a node's SQL.
func (v *values) used(d dialect.Dialect, sql string) []valueColumn {
	var out []valueColumn
	for _, c := range v.columns {
		if strings.Contains(sql, "batch."+d.Ident(c.Name)) {
			out = append(out, c)
		}
	}
	return out
}

func (v *values) row(d dialect.Dialect, columns []valueColumn) string {
	items := []string{"1 AS one"}
	for _, c := range columns {
		if s := c.sql[d.Name()]; s != "" && d.CheckName(c.Name) == nil {
			items = append(items, s+" AS "+d.Ident(c.Name))
		}
	}
	return "SELECT " + strings.Join(items, ", ")
}

// query prints a case as a text that the engine makes of its value.
func (c valueCase) query(d dialect.Dialect) (string, error) {
	n := c.node
	sql, err := d.Print(n)
	if err != nil {
		return "", err
	}
	if c.texts != nil {
		return digitsOver(d, sql, c.texts), nil
	}
	if ast.TypeOf(n).Kind == gate.KindTimestamptz {
		sql, err = d.Print(ast.Cast{X: n, Type: gate.Type{Kind: gate.KindString}})
	}
	typ, _ := d.TypeName(gate.Type{Kind: gate.KindString})
	return "CAST((" + sql + ") AS " + typ + ")", err
}

// normal is a text of an engine in one form for all engines.
func normal(t gate.Type, text string) string {
	if text == "NULL" || text == "ERROR" {
		return text
	}
	switch {
	case t.IsFloat():
		f, err := strconv.ParseFloat(strings.Replace(text, "-nan", "nan", 1), 64)
		if err != nil {
			return text
		}
		return strconv.FormatFloat(f+0, 'g', -1, 64)
	case t.Kind == gate.KindDecimal:
		r, ok := new(big.Rat).SetString(text)
		if !ok {
			return text
		}
		s := r.FloatString(40)
		return strings.TrimRight(strings.TrimRight(s, "0"), ".")
	case t.Kind == gate.KindTimestamp && strings.Contains(text, "."):
		return strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// allCases are the cases of all tables over one batch.
func allCases() (*values, []valueCase) {
	v := &values{}
	var all []valueCase
	for _, table := range []func(*values) []valueCase{
		logicCases, numberCases, roundingCases, decimalCases, aggregateCases, textCases, caseCases, regexCases, matchCases,
		timeCases, jsonCases, nestedCases, castCases,
	} {
		all = append(all, table(v)...)
	}
	return v, all
}

// checkValues evaluates all cases; eval gives the engine's text of each query, in order.
func checkValues(t *testing.T, d dialect.Dialect, eval func(v *values, queries []string) []string) {
	t.Helper()
	v, cases := allCases()
	var queries []string
	var asked []valueCase
	names := map[string]bool{}
	for _, c := range cases {
		if names[c.name] {
			t.Errorf("two cases are named %q", c.name)
		}
		names[c.name] = true
		if c.column != "" && d.CheckName(c.column) != nil {
			continue // the column cannot be there
		}
		sql, err := c.query(d)
		switch want := c.but[d.Name()]; {
		case err != nil && want != refused:
			t.Errorf("%s: %v", c.name, err)
		case err == nil && want == refused:
			t.Errorf("%s is printed as %s, and should be refused", c.name, sql)
		case err == nil:
			queries, asked = append(queries, sql), append(asked, c)
		}
	}
	got := eval(v, queries)
	for i, c := range asked {
		want, ok := c.but[d.Name()]
		if !ok {
			want = c.want
		}
		if value := normal(ast.TypeOf(c.node), got[i]); value != want {
			t.Errorf("%s is %s, want %s\n%s", c.name, value, want, queries[i])
		}
	}
}

func TestValuesOnDuckDB(t *testing.T) {
	db := openDuckDB(t)
	d := dialect.DuckDB{}
	checkValues(t, d, func(v *values, queries []string) []string {
		// Nothing may depend on the session's zone.
		for _, q := range []string{"SET TimeZone = 'Asia/Kolkata'", "CREATE TEMP TABLE batch AS " + v.row(d, v.columns)} {
			if _, err := db.Exec(q); err != nil {
				t.Fatalf("%v\n%s", err, q)
			}
		}
		out := make([]string, len(queries))
		for i, q := range queries {
			var s sql.NullString
			err := db.QueryRow("SELECT " + q + " FROM batch").Scan(&s)
			switch {
			case err != nil:
				t.Logf("%v\n%s", err, q)
				out[i] = "ERROR"
			case !s.Valid:
				out[i] = "NULL"
			default:
				out[i] = s.String
			}
		}
		return out
	})
}

// postgresTypes makes the types of structs, which Postgres has by name only.
const postgresTypes = `CREATE TYPE person AS ("first name" text, age bigint)`

func TestValuesOnPostgres(t *testing.T) {
	ctx := t.Context()
	conn, err := pgx.Connect(ctx, pgtest.Start(t).Database(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := conn.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	if _, err := conn.Exec(ctx, postgresTypes); err != nil {
		t.Fatal(err)
	}
	d := dialect.Postgres{}
	checkValues(t, d, func(v *values, queries []string) []string {
		for _, q := range []string{"SET TimeZone = 'Asia/Kolkata'", "DROP TABLE IF EXISTS pg_temp.batch", "CREATE TEMP TABLE batch AS " + v.row(d, v.columns)} {
			if _, err := conn.Exec(ctx, q); err != nil {
				t.Fatalf("%v\n%s", err, q)
			}
		}
		out := make([]string, len(queries))
		for i, q := range queries {
			var value *string
			switch err := conn.QueryRow(ctx, "SELECT "+q+" FROM batch").Scan(&value); {
			case err != nil:
				t.Logf("%v\n%s", err, q)
				out[i] = "ERROR"
			case value == nil:
				out[i] = "NULL"
			default:
				out[i] = *value
			}
		}
		return out
	})
}

// TestValuesOnGoogleSQL runs by the command that SQLGATE_TEST_GOOGLESQL names,
// such as testdata/googlesql/evaluate: it reads one expression of the type STRING
// from each line and answers with a line of its value in hex, or NULL, or ERROR
// and a reason.
func TestValuesOnGoogleSQL(t *testing.T) {
	command := os.Getenv("SQLGATE_TEST_GOOGLESQL")
	if command == "" {
		t.Skip("SQLGATE_TEST_GOOGLESQL names no command that evaluates GoogleSQL, such as testdata/googlesql/evaluate, which needs Maven and Java 17")
	}
	d := dialect.BigQuery{}
	checkValues(t, d, func(v *values, queries []string) []string {
		var script bytes.Buffer
		for _, q := range queries {
			fmt.Fprintf(&script, "(SELECT %s FROM (%s) AS batch)\n", q, v.row(d, v.used(d, q)))
		}
		cmd := exec.Command(command)
		cmd.Stdin = &script
		answer, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		lines := bufio.NewScanner(bytes.NewReader(answer))
		for lines.Scan() {
			value, _, failed := strings.Cut(lines.Text(), " ")
			if failed {
				t.Logf("%s\n%s", lines.Text(), queries[len(out)])
			}
			if text, err := hex.DecodeString(value); err == nil {
				value = string(text)
			}
			out = append(out, value)
		}
		if len(out) != len(queries) {
			t.Fatalf("%d answers to %d questions", len(out), len(queries))
		}
		return out
	})
}
