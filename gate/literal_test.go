package gate_test

import (
	"strings"
	"testing"

	"github.com/sqlgate/sqlgate/gate"
)

func TestCheckLiteral(t *testing.T) {
	t.Parallel()
	tests := []struct{ typ, text, want string }{ // want empty: refused
		{"int8", "-128", "-128"},
		{"int8", "128", ""},
		{"int64", "+007", "7"},
		{"int64", "9223372036854775808", ""},
		{"uint64", "18446744073709551615", "18446744073709551615"},
		{"int128", "-170141183460469231731687303715884105728", "-170141183460469231731687303715884105728"},
		{"int128", "170141183460469231731687303715884105728", ""},
		{"integer", "1_000", ""},
		{"decimal(5,2)", "-001.50", "-1.50"},
		{"decimal(5,2)", "1.500", "1.50"},
		{"decimal(5,2)", "1.505", ""},
		{"decimal(5,2)", "999.99", "999.99"},
		{"decimal(5,2)", "1000", ""},
		{"decimal(5,2)", "1e2", ""},
		{"decimal(2,2)", "0.25", "0.25"},
		{"decimal", "-0", "0"},
		{"float64", "1e3", "1e3"},
		{"float32", "1e39", ""},
		{"float64", "Infinity", ""},
		{"bool", "TRUE", "true"},
		{"bool", "on", ""},
		{"date", "2024-02-29", "2024-02-29"},
		{"date", "2023-02-29", ""},
		{"date", "2023-2-9", ""},
		{"time", "23:59", "23:59:00"},
		{"time", "23:59:59.120", "23:59:59.12"},
		{"time", "24:00:00", ""},
		{"timestamp", "2020-01-02", "2020-01-02 00:00:00"},
		{"timestamp", "2020-01-02T03:04:05.600", "2020-01-02 03:04:05.6"},
		{"timestamp", "2020-01-02 03:04:05Z", ""},
		{"timestamptz", "2020-01-01 00:30:00.5+01:30", "2019-12-31 23:00:00.5+00"},
		{"timestamptz", "2020-01-01T00:00:00-05", "2020-01-01 05:00:00+00"},
		{"timestamptz", "2020-01-01", "2020-01-01 00:00:00+00"},
		{"uuid", "123E4567-e89b-12d3-a456-426614174000", "123e4567-e89b-12d3-a456-426614174000"},
		{"uuid", "123e4567e89b12d3a456426614174000", ""},
		{"string", " as is ", " as is "},
		{"json", "{}", ""},
	}
	for _, tt := range tests {
		typ, err := gate.ParseType(tt.typ)
		if err != nil {
			t.Fatal(err)
		}
		got, err := gate.CheckLiteral(typ, tt.text, false)
		if (err == nil) != (tt.want != "") || got != tt.want {
			t.Errorf("%s %q: got %q, %v; want %q", tt.typ, tt.text, got, err, tt.want)
		}
		if err != nil {
			continue
		}
		if again, err := gate.CheckLiteral(typ, got, false); err != nil || again != got {
			t.Errorf("%s: canonical %q is no fixed point: %q, %v", tt.typ, got, again, err)
		}
	}
}

func TestParseType(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"string", "bool", "int8", "uint64", "int128", "integer", "float", "decimal", "decimal(10,2)", "date", "timestamptz",
		"interval", "json", "bytes", "any", "list(int64)", "list(list(string))", `struct(a int64, "b c" list(decimal(3,1)))`,
	} {
		typ, err := gate.ParseType(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if typ.String() != text {
			t.Errorf("%s comes back as %s", text, typ)
		}
	}
	if typ, err := gate.ParseType(" decimal( 10 , 0 ) "); err != nil || typ.String() != "decimal(10,0)" {
		t.Errorf("spaces: got %s, %v", typ, err)
	}
	for _, text := range []string{"", "decimal(", "decimal(0,0)", "list()", "struct()", "int64 x", "Decimal", strings.Repeat("list(", 50)} {
		if typ, err := gate.ParseType(text); err == nil {
			t.Errorf("%q is accepted as %s", text, typ)
		}
	}
}

func TestPercent(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]gate.Percent{"5%": 5_000_000, "5": 5_000_000, "0.5%": 500_000, "0": 0, "1": 1_000_000, "2.25": 2_250_000, "100%": 100_000_000, "0.000001%": 1} {
		if got, err := gate.ParsePercent(text); err != nil || got != want {
			t.Errorf("%s: got %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"0.5", "0.01", "101", "-1", "abc", "", "%", "1.0000001%", "1e1"} {
		if got, err := gate.ParsePercent(text); err == nil {
			t.Errorf("%q is accepted as %s", text, got)
		}
	}
	if got := gate.Percent(2_250_000).String(); got != "2.25%" {
		t.Errorf("String: %s", got)
	}
}

func TestPercentExceeds(t *testing.T) {
	t.Parallel()
	const large = int64(9_000_000_000_000_000_000)
	tests := []struct {
		percent     gate.Percent
		part, whole int64
		want        bool
	}{
		{5_000_000, 5, 100, false},
		{5_000_000, 6, 100, true},
		{33_333_333, 1, 3, true},
		{33_333_334, 1, 3, false},
		{0, 0, 10, false},
		{0, 1, large, true},
		{50_000_000, large / 2, large, false},
		{50_000_000, large/2 + 1, large, true},
		{5_000_000, 0, 0, false},
	}
	for _, tt := range tests {
		if got := tt.percent.Exceeds(tt.part, tt.whole); got != tt.want {
			t.Errorf("%d of %d exceeds %s: got %v", tt.part, tt.whole, tt.percent, got)
		}
	}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	s := func(v string) *string { return &v }
	tests := []struct {
		bounds  gate.Bounds
		text    string
		holds   []string
		refuses []string
	}{
		{gate.Bounds{Min: s("1")}, ">= 1", []string{"1", "1.0000000000000000001"}, []string{"0", "0.9999999999999999999"}},
		{gate.Bounds{Max: s("0.1")}, "<= 0.1", []string{"0.1", "-5"}, []string{"0.10000000000000000001"}},
		{gate.Bounds{Between: &[2]string{"1", "5"}}, "between 1 and 5", []string{"1", "5"}, []string{"0", "6"}},
		{gate.Bounds{Min: s("1"), Max: s("9"), NotEquals: s("4")}, ">= 1 and <= 9 and <> 4", []string{"3"}, []string{"4", "10"}},
		{gate.Bounds{Equals: s("3")}, "= 3", []string{"3", "3.0"}, []string{"2"}},
	}
	for _, tt := range tests {
		if tt.bounds.String() != tt.text {
			t.Errorf("String: got %q, want %q", tt.bounds.String(), tt.text)
		}
		for _, v := range tt.holds {
			if !holds(t, tt.bounds, v) {
				t.Errorf("%s: %s does not hold", tt.text, v)
			}
		}
		for _, v := range tt.refuses {
			if holds(t, tt.bounds, v) {
				t.Errorf("%s: %s holds", tt.text, v)
			}
		}
	}
}

func holds(t *testing.T, b gate.Bounds, value string) bool {
	t.Helper()
	n, err := gate.ParseNumber(value)
	if err != nil {
		t.Fatal(err)
	}
	ok, err := b.Holds(n)
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

func TestParseTableName(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"orders": "orders", "a.b.c": "a|b|c", `"a.b".c`: "a.b|c", `s."it""s"`: `s|it"s`, "`my-project`.d.t": "my-project|d|t", "Order Lines": "Order Lines",
	} {
		got, err := gate.ParseTableName(text)
		if err != nil || strings.Join(got.Parts, "|") != want {
			t.Errorf("%s: got %q, %v", text, got.Parts, err)
		}
	}
	for _, text := range []string{"", ".", "a.", ".a", "a..b", "a.b.c.d", `"a`, `"a"b`, `""`, " a", "a .b"} {
		if got, err := gate.ParseTableName(text); err == nil {
			t.Errorf("%q is accepted as %q", text, got.Parts)
		}
	}
}
