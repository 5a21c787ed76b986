package dialect_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

func TestByName(t *testing.T) {
	for _, name := range dialect.Names() {
		d, err := dialect.ByName(name)
		if err != nil || d.Name() != name {
			t.Errorf("ByName(%s) gives %v, %v", name, d, err)
		}
	}
	_, err := dialect.ByName("mysql")
	if err == nil || err.Error() != `unknown dialect "mysql": it is one of duckdb, postgres, bigquery` {
		t.Errorf("got %v", err)
	}
}

func TestPrint(t *testing.T) {
	i := ast.Column{Name: "i", Type: gate.Type{Kind: gate.KindInt32}}
	f := ast.Column{Name: "f", Type: gate.Type{Kind: gate.KindFloat64}}
	s := ast.Column{Name: "s", Type: gate.Type{Kind: gate.KindString}}
	one := ast.Literal{Text: "1", Type: i.Type}
	half := ast.Literal{Text: "0.5", Type: f.Type}
	gt := ast.Compare{Op: ast.Gt, L: i, R: one}
	isNull := ast.IsNull{X: s}
	and := ast.And{Terms: []ast.Node{gt, isNull}}
	or := ast.Or{Terms: []ast.Node{gt, isNull}}
	tests := []struct {
		name                       string
		node                       ast.Node
		duckdb, postgres, bigquery string
	}{
		{"empty and", ast.And{}, "TRUE", "TRUE", "TRUE"},
		{"empty or", ast.Or{}, "FALSE", "FALSE", "FALSE"},
		{"not empty and", ast.Not{X: ast.And{}}, "FALSE", "FALSE", "FALSE"},
		{"double not", ast.Not{X: ast.Not{X: gt}}, `batch."i" > 1`, `batch."i" > 1`, "batch.`i` > 1"},
		{"or in and", ast.And{Terms: []ast.Node{or, gt}}, `(batch."i" > 1 OR batch."s" IS NULL) AND batch."i" > 1`, `(batch."i" > 1 OR batch."s" IS NULL) AND batch."i" > 1`, "(batch.`i` > 1 OR batch.`s` IS NULL) AND batch.`i` > 1"},
		{"not and in and", ast.And{Terms: []ast.Node{ast.Not{X: and}, gt}}, `(batch."i" <= 1 OR batch."s" IS NOT NULL) AND batch."i" > 1`, `(batch."i" <= 1 OR batch."s" IS NOT NULL) AND batch."i" > 1`, "(batch.`i` <= 1 OR batch.`s` IS NOT NULL) AND batch.`i` > 1"},
		{"or in and of one in and", ast.And{Terms: []ast.Node{gt, ast.And{Terms: []ast.Node{or}}}}, `batch."i" > 1 AND (batch."i" > 1 OR batch."s" IS NULL)`, `batch."i" > 1 AND (batch."i" > 1 OR batch."s" IS NULL)`, "batch.`i` > 1 AND (batch.`i` > 1 OR batch.`s` IS NULL)"},
		{"not and in or of one in and", ast.And{Terms: []ast.Node{gt, ast.Or{Terms: []ast.Node{ast.Not{X: and}}}}}, `batch."i" > 1 AND (batch."i" <= 1 OR batch."s" IS NOT NULL)`, `batch."i" > 1 AND (batch."i" <= 1 OR batch."s" IS NOT NULL)`, "batch.`i` > 1 AND (batch.`i` <= 1 OR batch.`s` IS NOT NULL)"},
		{"order of constants", ast.Compare{Op: ast.Lt, L: text("a"), R: text("B")}, `'B' > 'a'`, `'B' COLLATE "C" > 'a'`, `'B' > 'a'`},
		{"is null of a predicate", ast.IsNull{X: gt}, `(batch."i" > 1) IS NULL`, `(batch."i" > 1) IS NULL`, "(batch.`i` > 1) IS NULL"},
		{"constant first", ast.Compare{Op: ast.Le, L: half, R: f}, `(batch."f" >= CAST('0.5' AS DOUBLE) AND NOT isnan(batch."f"))`, `(batch."f" >= CAST('0.5' AS double precision) AND NOT (batch."f" = CAST('NaN' AS double precision)))`, "batch.`f` >= CAST('0.5' AS FLOAT64)"},
		{"bounded above", ast.And{Terms: []ast.Node{ast.Compare{Op: ast.Ge, L: f, R: half}, ast.Compare{Op: ast.Lt, L: f, R: half}}}, `batch."f" >= CAST('0.5' AS DOUBLE) AND batch."f" < CAST('0.5' AS DOUBLE)`, `batch."f" >= CAST('0.5' AS double precision) AND batch."f" < CAST('0.5' AS double precision)`, "batch.`f` >= CAST('0.5' AS FLOAT64) AND batch.`f` < CAST('0.5' AS FLOAT64)"},
		{"bounded in another branch", ast.Or{Terms: []ast.Node{ast.Compare{Op: ast.Ge, L: f, R: half}, ast.Compare{Op: ast.Lt, L: f, R: half}}}, `(batch."f" >= CAST('0.5' AS DOUBLE) AND NOT isnan(batch."f")) OR batch."f" < CAST('0.5' AS DOUBLE)`, `(batch."f" >= CAST('0.5' AS double precision) AND NOT (batch."f" = CAST('NaN' AS double precision))) OR batch."f" < CAST('0.5' AS double precision)`, "batch.`f` >= CAST('0.5' AS FLOAT64) OR batch.`f` < CAST('0.5' AS FLOAT64)"},
		{"float beside integer", ast.Compare{Op: ast.Eq, L: f, R: i}, `batch."f" = batch."i"`, `batch."f" = batch."i"`, "batch.`f` = batch.`i`"},
		{"empty in", ast.In{X: s}, `CASE WHEN batch."s" IS NOT NULL THEN FALSE END`, `CASE WHEN batch."s" IS NOT NULL THEN FALSE END`, "CASE WHEN batch.`s` IS NOT NULL THEN FALSE END"},
		{"like drops idle escapes", ast.Like{X: s, Pattern: `a\b\\`}, `batch."s" LIKE 'ab\\' ESCAPE '\'`, `batch."s" LIKE 'ab\\'`, "batch.`s` LIKE 'ab\\\\\\\\'"},
		{"raw", ast.Not{X: ast.Raw{SQL: "a OR b"}}, "NOT (a OR b)", "NOT (a OR b)", "NOT (a OR b)"},
	}
	for _, tt := range tests {
		for name, want := range map[string]string{"duckdb": tt.duckdb, "postgres": tt.postgres, "bigquery": tt.bigquery} {
			d, _ := dialect.ByName(name)
			got, err := d.Print(tt.node)
			if err != nil || got != want {
				t.Errorf("%s on %s:\n%s\nwant\n%s\n%v", tt.name, name, got, want, err)
			}
		}
	}
}

func TestPrintRefuses(t *testing.T) {
	s := ast.Column{Name: "s", Type: gate.Type{Kind: gate.KindString}}
	nodes := map[string]ast.Node{
		"lone backslash": ast.Like{X: s, Pattern: `a\`},
		"bad regex":      ast.Match{X: s, Pattern: `(`},
		"look-ahead":     ast.Match{X: s, Pattern: `(?=a)`},
		"NUL in a list":  ast.In{X: s, List: []ast.Literal{text("\x00")}},
		"no node":        nil,
		"deep":           ast.And{Terms: []ast.Node{ast.Not{X: ast.Like{X: s, Pattern: `\`}}}},
		"bad function":   ast.Apply("soundex", s),
	}
	for name, n := range nodes {
		for _, dialectName := range dialect.Names() {
			d, _ := dialect.ByName(dialectName)
			if got, err := d.Print(n); err == nil {
				t.Errorf("%s on %s prints %s", name, dialectName, got)
			}
		}
	}
}

func TestPostgresRegex(t *testing.T) {
	tests := []struct{ pattern, want string }{
		{``, `(?:)`},
		{`a.c`, `a[^\n]c`},
		{`(?s).`, `.`},
		{`^a+?b*$`, `\Aa+b*\Z`},
		{`(?m)^a$`, `(?<![^\n])a(?![^\n])`},
		{`(ab)*c?`, `(?:ab)*c?`},
		{`(?:a*)?`, `(?:a*)?`},
		{`(?:a{2}){3}`, `(?:a{2}){3}`},
		{`x{600}`, `x{255}x{255}x{90}`},
		{`x{2,300}`, `x{2}x{0,255}x{0,43}`},
		{`x{300,}`, `x{255}x{45}x*`},
		{`\d\W`, `[0-9][\u0001-\/\:-\@\[-\^\` + "`" + `\{-\U0010FFFF]`},
		{`(?i)k`, "[Kk\u212A]"},
		{`a|b|cd`, `(?:[a-b]|cd)`},
		{`\x00`, `(?!)`},
		{`[\x00-\x1f]`, `[\u0001-\u001F]`},
		{`'?$1`, `\'?\Z1`},
		{`(?:^a)*`, `(?:\Aa)*`},
		{`(?:^)*`, `(?:\A)*`},
	}
	for _, tt := range tests {
		got, err := dialect.Postgres{}.Print(ast.Match{X: text("x"), Pattern: tt.pattern})
		want := `'x' COLLATE "C" ~ '` + strings.ReplaceAll(tt.want, "'", "''") + "'"
		if err != nil || got != want {
			t.Errorf("%s is %s, want %s (%v)", tt.pattern, got, want, err)
		}
	}
}

func TestCheckName(t *testing.T) {
	tests := []struct {
		dialect, name string
		ok            bool
	}{
		{"duckdb", strings.Repeat("x", 1000), true},
		{"postgres", strings.Repeat("x", 63), true},
		{"postgres", strings.Repeat("x", 64), false},
		{"postgres", strings.Repeat("é", 32), false},
		{"postgres", `a"b`, true},
		{"bigquery", strings.Repeat("é", 300), true},
		{"bigquery", strings.Repeat("x", 301), false},
		{"bigquery", "with space", true},
		{"bigquery", "a.b", false},
		{"bigquery", "a`b", false},
		{"bigquery", "_table_x", false},
		{"bigquery", "a\nb", false},
	}
	for _, tt := range tests {
		d, _ := dialect.ByName(tt.dialect)
		err := d.CheckName(tt.name)
		if (err == nil) != tt.ok {
			t.Errorf("%s: name %q: %v", tt.dialect, tt.name, err)
		}
		var unsupported *dialect.UnsupportedError
		if err != nil && (!errors.As(err, &unsupported) || unsupported.Dialect != tt.dialect) {
			t.Errorf("%s: name %q: %v is no UnsupportedError", tt.dialect, tt.name, err)
		}
	}
}

func TestIdentAndTable(t *testing.T) {
	table := gate.TableName{Parts: []string{`a"b`, "c`d", `e\f`}}
	for name, want := range map[string]string{
		"duckdb":   "\"a\"\"b\".\"c`d\".\"e\\f\"",
		"postgres": "\"a\"\"b\".\"c`d\".\"e\\f\"",
		"bigquery": "`a\"b`.`c\\`d`.`e\\\\f`",
	} {
		d, _ := dialect.ByName(name)
		if got := d.Table(table); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

func TestBigQueryNumbers(t *testing.T) {
	tests := []struct {
		kind       gate.Kind
		text, want string
	}{
		{gate.KindInt64, "42", "42"},
		{gate.KindUint64, "18446744073709551615", "NUMERIC '18446744073709551615'"},
		{gate.KindDecimal, "0.1", "NUMERIC '0.1'"},
		{gate.KindDecimal, "0.1234567891", "BIGNUMERIC '0.1234567891'"},
		{gate.KindFloat64, "1e3", "CAST('1e3' AS FLOAT64)"},
	}
	for _, tt := range tests {
		got, err := dialect.BigQuery{}.Literal(ast.Literal{Text: tt.text, Type: gate.Type{Kind: tt.kind}})
		if err != nil || got != tt.want {
			t.Errorf("%s %s is %s, want %s (%v)", tt.kind, tt.text, got, tt.want, err)
		}
	}
}

func TestLogicalTypes(t *testing.T) {
	list := func(t gate.Type) gate.Type { return gate.Type{Kind: gate.KindList, Elem: &t} }
	kind := func(k gate.Kind) gate.Type { return gate.Type{Kind: k} }
	decimal := func(p, s int) gate.Type { return gate.Type{Kind: gate.KindDecimal, Precision: p, Scale: s} }
	tests := []struct {
		dialect, native string
		want            gate.Type
		length          int
	}{
		{"postgres", "text", kind(gate.KindString), 0},
		{"postgres", "character varying(10)", kind(gate.KindString), 10},
		{"postgres", "character(3)", kind(gate.KindString), 3},
		{"postgres", "numeric", decimal(0, 0), 0},
		{"postgres", "numeric(12,4)", decimal(12, 4), 0},
		{"postgres", "numeric(2,-3)", kind(gate.KindAny), 0},
		{"postgres", "double precision", kind(gate.KindFloat64), 0},
		{"postgres", "timestamp(3) with time zone", kind(gate.KindTimestamptz), 0},
		{"postgres", "timestamp without time zone", kind(gate.KindTimestamp), 0},
		{"postgres", "time with time zone", kind(gate.KindAny), 0},
		{"postgres", "integer[]", list(kind(gate.KindInt32)), 0},
		{"postgres", "character varying(5)[]", list(kind(gate.KindString)), 0},
		{"postgres", `shop."My Type"`, kind(gate.KindAny), 0},
		{"postgres", "jsonb", kind(gate.KindJSON), 0},
		{"bigquery", "STRING(10)", kind(gate.KindString), 10},
		{"bigquery", "STRING", kind(gate.KindString), 0},
		{"bigquery", "INT64", kind(gate.KindInt64), 0},
		{"bigquery", "NUMERIC", decimal(38, 9), 0},
		{"bigquery", "NUMERIC(10, 2)", decimal(10, 2), 0},
		{"bigquery", "BIGNUMERIC", decimal(76, 38), 0},
		{"bigquery", "DATETIME", kind(gate.KindTimestamp), 0},
		{"bigquery", "TIMESTAMP", kind(gate.KindTimestamptz), 0},
		{"bigquery", "ARRAY<STRUCT<a INT64, b ARRAY<STRING>>>", list(gate.Type{Kind: gate.KindStruct, Fields: []gate.Field{
			{Name: "a", Type: kind(gate.KindInt64)}, {Name: "b", Type: list(kind(gate.KindString))},
		}}), 0},
		{"bigquery", "RANGE<DATE>", kind(gate.KindAny), 0},
		{"bigquery", "GEOGRAPHY", kind(gate.KindAny), 0},
		{"duckdb", "DECIMAL(18,3)", decimal(18, 3), 0},
		{"duckdb", "INTEGER[3]", list(kind(gate.KindInt32)), 0},
	}
	for _, tt := range tests {
		d, _ := dialect.ByName(tt.dialect)
		if diff := cmp.Diff(tt.want, d.LogicalType(tt.native)); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", tt.dialect, tt.native, diff)
		}
		if got := d.MaxLength(tt.native); got != tt.length {
			t.Errorf("%s %s has length %d, want %d", tt.dialect, tt.native, got, tt.length)
		}
	}
}

func TestTypeNames(t *testing.T) {
	str := gate.Type{Kind: gate.KindString}
	tests := []struct {
		typ                        gate.Type
		duckdb, postgres, bigquery string // empty: refused
	}{
		{gate.Type{Kind: gate.KindUint64}, "UBIGINT", "numeric(20,0)", "NUMERIC"},
		{gate.Type{Kind: gate.KindInteger}, "BIGINT", "bigint", "INT64"},
		{gate.Type{Kind: gate.KindDecimal, Precision: 10, Scale: 2}, "DECIMAL(10,2)", "numeric(10,2)", "NUMERIC(10,2)"},
		{gate.Type{Kind: gate.KindDecimal, Precision: 38, Scale: 20}, "DECIMAL(38,20)", "numeric(38,20)", "BIGNUMERIC(38,20)"},
		{gate.Type{Kind: gate.KindDecimal}, "DECIMAL(38,10)", "numeric", "BIGNUMERIC"},
		{gate.Type{Kind: gate.KindTimestamptz}, "TIMESTAMPTZ", "timestamptz", "TIMESTAMP"},
		{gate.Type{Kind: gate.KindEnum, Values: []string{"a", "it's"}}, "ENUM('a', 'it''s')", "text", "STRING"},
		{gate.Type{Kind: gate.KindList, Elem: &str}, "VARCHAR[]", "text[]", "ARRAY<STRING>"},
		{gate.Type{Kind: gate.KindStruct, Fields: []gate.Field{{Name: "a b", Type: str}}}, `STRUCT("a b" VARCHAR)`, "", "STRUCT<`a b` STRING>"},
		{gate.Type{Kind: gate.KindAny}, "", "", ""},
		{gate.Type{}, "", "", ""},
		{gate.Type{Kind: gate.KindList}, "", "", ""},
	}
	for _, tt := range tests {
		for name, want := range map[string]string{"duckdb": tt.duckdb, "postgres": tt.postgres, "bigquery": tt.bigquery} {
			d, _ := dialect.ByName(name)
			got, err := d.TypeName(tt.typ)
			if got != want || (err == nil) != (want != "") {
				t.Errorf("%s of %s is %q, want %q (%v)", tt.typ, name, got, want, err)
			}
		}
	}
}
