package gate_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sqlgate/sqlgate/gate"
)

func TestCheckSQL(t *testing.T) {
	t.Parallel()
	const everywhere = "postgres duckdb bigquery"
	tests := []struct{ text, dialects, want string }{
		{"a = 1", everywhere, ""},
		{"a = 'it''s; -- (fine' AND \"b;\" > 0 /* ok */", everywhere, ""},
		{"x = {'a': 1, 'b': [2, 3]}", everywhere, ""},
		{"a$b > 0", everywhere, ""},
		{"", everywhere, "is empty"},
		{" /* nothing */\n", everywhere, "is empty"},
		{"a, b", everywhere, "is more than one expression: there is a comma at offset 1"},
		{"a) OR (b", everywhere, "has a ')' at offset 1 that closes nothing"},
		{"f(a]", everywhere, "has a ']' at offset 3 that closes nothing"},
		{"f(a[1]", everywhere, `lacks a closing ")"`},
		{"{'a': 1", everywhere, `lacks a closing "}"`},
		{"a; b", everywhere, "holds a ; at offset 1"},
		{"a = \x00", everywhere, "holds a NUL character at offset 4"},
		{"a -- b", everywhere, "holds a comment to the end of the line at offset 2; use /* */"},
		{"a = 'b", everywhere, "has a quote ' at offset 4 that is not closed"},
		{`a = "b`, everywhere, `has a quote " at offset 4 that is not closed`},
		{"a /* b", everywhere, "has a comment at offset 2 that is not closed"},
		{"a /*/", everywhere, "has a comment at offset 2 that is not closed"},
		{"a = $$;$$", everywhere, "holds $$ at offset 4; use '…' for texts"},
		{"a = $t$ ) $t$", everywhere, "holds $t$ at offset 4; use '…' for texts"},
		{"f(a)$t$ ) $t$", everywhere, "holds $t$ at offset 4; use '…' for texts"},
		{"a = $1", everywhere, "holds the parameter $1 at offset 4; declare it in vars and write :name"},

		// A backslash escapes in E'…' and on BigQuery.
		{`a = E'it\'s ;'`, "postgres duckdb", ""},
		{`a = e'\\'`, "postgres duckdb", ""},
		{`a = E'\'`, "postgres duckdb", "has a quote ' at offset 5 that is not closed"},
		{`type'\'`, "postgres duckdb", ""},
		{`a = '\'`, "postgres duckdb", ""},
		{`a = '\'`, "bigquery", "has a quote ' at offset 4 that is not closed"},
		{`a = '\';'`, "bigquery", ""},
		{`a = r'\';'`, "bigquery", ""},

		{"a = '''it's ;'''", "bigquery", ""},
		{`a = """say "a" ;"""`, "bigquery", ""},
		{`a = """say ""`, "bigquery", `has a quote " at offset 4 that is not closed`},
		{"`a;` > 0", "bigquery", ""},
		{"`a > 0", "bigquery", "has a quote ` at offset 0 that is not closed"},
		{"a ` '`' b", "postgres duckdb", ""},
		{"a = 1 # b", "bigquery", "holds a comment to the end of the line at offset 6; use /* */"},
		{"a # b", "postgres duckdb", ""},

		// Comments nest but on BigQuery.
		{"a /* b /* c */", "postgres duckdb", "has a comment at offset 2 that is not closed"},
		{"a /* b /* c */ */", "postgres duckdb", ""},
		{"a /* b /* c */", "bigquery", ""},
	}
	for _, test := range tests {
		for _, dialect := range []string{"postgres", "duckdb", "bigquery"} {
			if !slices.Contains(strings.Fields(test.dialects), dialect) {
				continue
			}
			got := ""
			if err := gate.CheckSQL(test.text, dialect); err != nil {
				got = err.Error()
			}
			if got != test.want {
				t.Errorf("%s: %s: got %q, want %q", dialect, test.text, got, test.want)
			}
		}
	}
	if err := gate.CheckQuery("SELECT a, b FROM t", ""); err != nil {
		t.Error(err)
	}
	if gate.CheckQuery("SELECT a FROM t; SELECT b", "") == nil {
		t.Error("two queries are taken for one")
	}
}
