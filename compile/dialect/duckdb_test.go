package dialect_test

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	sq "github.com/Masterminds/squirrel"
	_ "github.com/duckdb/duckdb-go/v2"
	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

func openDuckDB(t testing.TB) *sql.DB {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// one runs a query that gives one value, as text.
func one(t testing.TB, db *sql.DB, query string) string {
	t.Helper()
	var s sql.NullString
	if err := db.QueryRow(query).Scan(&s); err != nil {
		t.Fatalf("%v\n%s", err, query)
	}
	if !s.Valid {
		return "NULL"
	}
	return s.String
}

var hostile = []string{
	"?", "??", "???", "'", "''", `"`, `""`, "`", `\`, `\\`, `\'`, `\n`, "$1", "@p", ":v", "a\nb", "\r\t", "\v\f\x01\x1b", "😀", "é́", "--", "/*", "*/", ";",
	"'; DROP TABLE t; --", "\u2028\u2029\u00a0", "%_", "${X}", "{{x}}",
}

func text(s string) ast.Literal {
	return ast.Literal{Text: s, Type: gate.Type{Kind: gate.KindString}}
}

// throughSquirrel puts SQL into a builder with a bound parameter behind it and
// takes it out again as the run does.
func throughSquirrel(t testing.TB, d dialect.Dialect, item string) string {
	t.Helper()
	query, _, err := sq.Select(dialect.Escape(item)).Where("1 = ?", 1).PlaceholderFormat(d.Placeholder()).ToSql()
	if err != nil {
		t.Fatal(err)
	}
	return query
}

func TestTextsSurviveSquirrel(t *testing.T) {
	parameter := map[string]string{"duckdb": "$1", "postgres": "$1", "bigquery": "@p1"}
	for _, name := range dialect.Names() {
		d, err := dialect.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range hostile {
			lit, err := d.Literal(text(s))
			if err != nil {
				t.Fatal(err)
			}
			for _, item := range []string{lit, d.Ident(s)} {
				if got, want := throughSquirrel(t, d, item), "SELECT "+item+" WHERE 1 = "+parameter[name]; got != want {
					t.Errorf("%s: got %s, want %s", name, got, want)
				}
			}
		}
	}
}

func TestDuckDBRoundTrip(t *testing.T) {
	db := openDuckDB(t)
	d := dialect.DuckDB{}
	for _, s := range hostile {
		lit, err := d.Literal(text(s))
		if err != nil {
			t.Fatal(err)
		}
		var value string
		if err := db.QueryRow(throughSquirrel(t, d, lit), 1).Scan(&value); err != nil || value != s {
			t.Errorf("literal %q came back as %q: %v", s, value, err)
		}
		checkIdent(t, db, s)
	}
}

// checkIdent reads an identifier back as the name of a table and of a column.
func checkIdent(t testing.TB, db *sql.DB, name string) {
	t.Helper()
	d := dialect.DuckDB{}
	rows, err := db.Query(throughSquirrel(t, d, "1 AS "+d.Ident(name)), 1)
	if err != nil {
		t.Fatalf("identifier %q: %v", name, err)
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err = errors.Join(err, rows.Err()); err != nil || len(columns) != 1 || columns[0] != name {
		t.Errorf("identifier %q came back as %q: %v", name, columns, err)
	}
}

func TestNULIsRefused(t *testing.T) {
	for _, name := range dialect.Names() {
		d, _ := dialect.ByName(name)
		if s, err := d.Literal(text("a\x00b")); err == nil {
			t.Errorf("%s prints a NUL as %q", name, s)
		}
		if s, err := d.Literal(text("a\xffb")); err == nil {
			t.Errorf("%s prints invalid UTF-8 as %q", name, s)
		}
		for _, bad := range []string{"", "a\x00b", "a\xffb"} {
			if d.CheckName(bad) == nil {
				t.Errorf("%s accepts the name %q", name, bad)
			}
		}
	}
}

func FuzzStringLiteral(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Add("a\x00b")
	f.Add("\xff")
	db := openDuckDB(f)
	f.Fuzz(func(t *testing.T, s string) {
		lit, err := dialect.DuckDB{}.Literal(text(s))
		if err != nil {
			if utf8.ValidString(s) && !strings.Contains(s, "\x00") {
				t.Fatalf("%q is refused: %v", s, err)
			}
			return
		}
		var value string
		if err := db.QueryRow("SELECT " + lit).Scan(&value); err != nil || value != s {
			t.Fatalf("%q came back as %q: %v", s, value, err)
		}
	})
}

func FuzzIdent(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Add("")
	db := openDuckDB(f)
	f.Fuzz(func(t *testing.T, s string) {
		if (dialect.DuckDB{}).CheckName(s) != nil {
			return
		}
		checkIdent(t, db, s)
	})
}

func TestDuckDBLiterals(t *testing.T) {
	db := openDuckDB(t)
	tests := []struct {
		kind gate.Kind
		text string
		want string // DuckDB's text of the value
		typ  string
	}{
		{gate.KindInt32, "-5", "-5", "INTEGER"},
		{gate.KindInt64, "9223372036854775807", "9223372036854775807", "BIGINT"},
		{gate.KindInt128, "-170141183460469231731687303715884105728", "-170141183460469231731687303715884105728", "HUGEINT"},
		{gate.KindUint64, "18446744073709551615", "18446744073709551615", "HUGEINT"},
		{gate.KindDecimal, "0.1", "0.1", "DECIMAL(2,1)"},
		{gate.KindDecimal, "99999999999999999999999999999999.999999", "99999999999999999999999999999999.999999", "DECIMAL(38,6)"},
		{gate.KindFloat64, "1e3", "1000.0", "DOUBLE"},
		{gate.KindFloat32, "0.1", "0.1", "FLOAT"},
		{gate.KindBool, "true", "true", "BOOLEAN"},
		{gate.KindDate, "2024-02-29", "2024-02-29", "DATE"},
		{gate.KindTime, "03:04:05.000001", "03:04:05.000001", "TIME"},
		{gate.KindTimestamp, "2024-02-29T03:04:05.5", "2024-02-29 03:04:05.5", "TIMESTAMP"},
		{gate.KindTimestamptz, "2024-02-29 03:04:05+02:00", "2024-02-29 01:04:05+00", "TIMESTAMP WITH TIME ZONE"},
		{gate.KindUUID, "00000000-0000-0000-0000-00000000000A", "00000000-0000-0000-0000-00000000000a", "UUID"},
		{gate.KindEnum, "it's", "it's", "VARCHAR"},
	}
	if _, err := db.Exec("SET TimeZone = 'UTC'"); err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		lit, err := dialect.DuckDB{}.Literal(ast.Literal{Text: tt.text, Type: gate.Type{Kind: tt.kind}})
		if err != nil {
			t.Errorf("%s %s: %v", tt.kind, tt.text, err)
			continue
		}
		if got := one(t, db, "SELECT CAST("+lit+" AS VARCHAR)"); got != tt.want {
			t.Errorf("%s is %s, want %s", lit, got, tt.want)
		}
		if got := one(t, db, "SELECT typeof("+lit+")"); got != tt.typ {
			t.Errorf("%s is of type %s, want %s", lit, got, tt.typ)
		}
	}
}

func TestLiteralsRefused(t *testing.T) {
	tests := []struct {
		kind gate.Kind
		text string
	}{
		{gate.KindInt32, "1; DROP TABLE t"},
		{gate.KindInt32, "0x10"},
		{gate.KindInt32, ""},
		{gate.KindInt8, "300"},
		{gate.KindDecimal, "1e3"},
		{gate.KindDecimal, "NaN"},
		{gate.KindFloat64, "1') OR ('"},
		{gate.KindFloat64, "NaN"},
		{gate.KindDate, "2023-02-29"},
		{gate.KindDate, "2024-01-01' OR '"},
		{gate.KindTime, "25:00:00"},
		{gate.KindTimestamp, "2024-01-01 00:00:00.1234567"},
		{gate.KindBool, "yes"},
		{gate.KindUUID, "x"},
		{gate.KindJSON, "{}"},
		{gate.KindBytes, "00"},
		{gate.KindList, "[]"},
		{gate.KindInterval, "1 day"},
	}
	for _, name := range dialect.Names() {
		d, _ := dialect.ByName(name)
		for _, tt := range tests {
			if s, err := d.Literal(ast.Literal{Text: tt.text, Type: gate.Type{Kind: tt.kind}}); err == nil {
				t.Errorf("%s prints the %s %q as %s", name, tt.kind, tt.text, s)
			}
		}
	}
	long := strings.Repeat("9", 40)
	if s, err := (dialect.DuckDB{}).Literal(ast.Literal{Text: long, Type: gate.Type{Kind: gate.KindDecimal}}); err == nil {
		t.Errorf("duckdb prints a decimal of 40 digits as %s, which is a double", s)
	}
}

func TestDuckDBPieces(t *testing.T) {
	db := openDuckDB(t)
	d := dialect.DuckDB{}
	if _, err := db.Exec(d.CreateTemp(`st"age`) + " SELECT 7 AS r, [2, 1000] AS l, CAST([] AS INTEGER[]) AS e"); err != nil {
		t.Fatal(err)
	}
	from := " FROM " + d.Temp(`st"age`)
	tests := []struct{ query, want string }{
		{"SELECT CAST(" + d.FailedList([]int{1, 2, 4000}, []string{"r = 7", "r = NULL", "r > 1"}) + " AS VARCHAR)" + from, "[1, 4000]"},
		{"SELECT CAST(" + d.FailedList(nil, nil) + " AS VARCHAR)" + from, "[]"},
		{"SELECT typeof(" + d.FailedList([]int{1}, []string{"FALSE"}) + ")" + from, "INTEGER[]"},
		{"SELECT string_agg(r || ':' || pos, ',' ORDER BY pos) FROM (" + d.Unnest([]string{"r"}, "l", d.Temp(`st"age`)) + ")", "7:2,7:1000"},
		{"SELECT count(*) FROM (" + d.Unnest(nil, "e", d.Temp(`st"age`)) + ")", "0"},
		{"SELECT CAST(" + d.RuleIDs([]string{"b", "a.it's?"}, []string{"r <> 7", "r = 7"}) + "[1] AS VARCHAR)" + from, "a.it's?"},
		{"SELECT typeof(" + d.RuleIDs([]string{"a"}, []string{"FALSE"}) + ")" + from, d.RuleIDsType()},
		{"SELECT CAST(" + d.KeyHash([]string{"NULL", "CAST('NaN' AS DOUBLE)"}, nil) + " = " + d.KeyHash([]string{"NULL", "CAST('NaN' AS DOUBLE)"}, nil) + " AS VARCHAR)", "true"},
		{"SELECT " + d.RowJSON("src", []string{`q"?`, "f", "n", "t"}) + ` FROM (SELECT 'x' AS "q""?", CAST('NaN' AS DOUBLE) AS f, NULL AS n, 'nan' AS t) AS src`, `{"q\"?":"x","f":"nan","n":null,"t":"nan"}`},
		{
			"SELECT " + d.RowJSON("src", []string{"d", "f", "j", "l"}) + ` FROM (SELECT 99999999999999999999999999999999999.999 AS d, CAST(3.4e38 AS FLOAT) AS f, CAST('{"a": 1e400}' AS JSON) AS j, ['a'] AS l) AS src`,
			`{"d":99999999999999999999999999999999999.999,"f":3.4e+38,"j":{"a":1e400},"l":["a"]}`,
		},
	}
	for _, tt := range tests {
		if got := one(t, db, tt.query); got != tt.want {
			t.Errorf("%s\ngives %s, want %s", tt.query, got, tt.want)
		}
	}
}

func TestDuckDBFiles(t *testing.T) {
	db := openDuckDB(t)
	d := dialect.DuckDB{}
	dir := t.TempDir()
	for _, ext := range []string{"parquet", "csv", "json"} {
		file := fmt.Sprintf("%s/it's %s.%s", dir, ext, ext)
		lit, _ := d.Literal(text(file))
		if _, err := db.Exec("COPY (SELECT 1 AS a UNION ALL SELECT 2) TO " + lit); err != nil {
			t.Fatal(err)
		}
		from, err := d.Files([]string{file, file})
		if err != nil {
			t.Fatal(err)
		}
		if got := one(t, db, "SELECT CAST(sum(a) AS VARCHAR) FROM "+from); got != "6" {
			t.Errorf("sum over %s is %s, want 6", from, got)
		}
	}
	for _, paths := range [][]string{nil, {"a.xlsx"}, {"a.csv", "b.json"}} {
		if from, err := d.Files(paths); err == nil {
			t.Errorf("files %q are read by %s", paths, from)
		}
	}
}

func TestDuckDBTypes(t *testing.T) {
	db := openDuckDB(t)
	d := dialect.DuckDB{}
	str, i32 := gate.Type{Kind: gate.KindString}, gate.Type{Kind: gate.KindInt32}
	types := []gate.Type{
		str, i32,
		{Kind: gate.KindBool},
		{Kind: gate.KindInt8},
		{Kind: gate.KindInt16},
		{Kind: gate.KindInt64},
		{Kind: gate.KindUint8},
		{Kind: gate.KindUint16},
		{Kind: gate.KindUint32},
		{Kind: gate.KindUint64},
		{Kind: gate.KindInt128},
		{Kind: gate.KindFloat32},
		{Kind: gate.KindFloat64},
		{Kind: gate.KindDecimal, Precision: 12, Scale: 4},
		{Kind: gate.KindDate},
		{Kind: gate.KindTime},
		{Kind: gate.KindTimestamp},
		{Kind: gate.KindTimestamptz},
		{Kind: gate.KindInterval},
		{Kind: gate.KindUUID},
		{Kind: gate.KindJSON},
		{Kind: gate.KindBytes},
		{Kind: gate.KindEnum, Values: []string{"a", "it's", `b"(,)`}},
		{Kind: gate.KindList, Elem: &i32},
		{Kind: gate.KindList, Elem: &gate.Type{Kind: gate.KindList, Elem: &str}},
		{Kind: gate.KindStruct, Fields: []gate.Field{{Name: "a", Type: i32}, {Name: `b "c", d)`, Type: gate.Type{Kind: gate.KindList, Elem: &str}}}},
	}
	for _, typ := range types {
		name, err := d.TypeName(typ)
		if err != nil {
			t.Errorf("%s: %v", typ, err)
			continue
		}
		native := one(t, db, "SELECT typeof(CAST(NULL AS "+name+"))")
		if diff := cmp.Diff(typ, d.LogicalType(native)); diff != "" {
			t.Errorf("%s as %s (-want +got):\n%s", name, native, diff)
		}
	}
	for _, native := range []string{"MAP(INTEGER, VARCHAR)", "UNION(a INTEGER, b VARCHAR)", "UHUGEINT", "BIT", "TIME WITH TIME ZONE", `"My(Type"`, "STRUCT(", "INTEGER[", "", "ENUM('a'"} {
		if got := d.LogicalType(native); got.Kind != gate.KindAny {
			t.Errorf("%s is %s, want any", native, got)
		}
	}
	for _, native := range []string{"TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS"} {
		if got := d.LogicalType(native); got.Kind != gate.KindTimestamp {
			t.Errorf("%s is %s, want timestamp", native, got)
		}
	}
}
