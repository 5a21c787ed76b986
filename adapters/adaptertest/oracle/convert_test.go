package oracle

import (
	"testing"

	"github.com/sqlgate/sqlgate/gate"
)

func mustType(t *testing.T, text string) gate.Type {
	t.Helper()
	typ, err := gate.ParseType(text)
	if err != nil {
		t.Fatal(err)
	}
	return typ
}

func TestConvert(t *testing.T) {
	plain := gate.Cast{Trim: true}
	german := gate.Cast{Trim: true, Decimal: ",", Group: "."}
	tests := []struct {
		typ  string
		cast gate.Cast
		text string
		want string // the value's key, or empty: it does not convert
	}{
		{"string", plain, " a ", key(Text("a"))},
		{"string", gate.Cast{}, " a ", key(Text(" a "))},
		{"string", plain, "", key(Text(""))},
		{"int8", plain, "", key(nil)},
		{"int8", gate.Cast{}, " ", ""},
		{"int8", gate.Cast{Trim: true, Nulls: []string{"N/A"}}, " N/A\n", key(nil)},
		{"int8", plain, "+0127", key(Int(127))},
		{"int8", plain, "-128", key(Int(-128))},
		{"int8", plain, "128", ""},
		{"uint8", plain, "-0", key(Int(0))},
		{"uint8", plain, "-1", ""},
		{"int64", plain, "1.0", ""},
		{"int64", plain, "1e3", ""},
		{"int64", plain, "1_000", ""},
		{"int64", plain, "0x1F", ""},
		{"int64", plain, "١", ""},
		{"int64", german, "1.234.567", key(Int(1234567))},
		{"int64", german, "1234.567", ""},
		{"int64", german, "1.23", ""},
		{"int64", german, "1234567", key(Int(1234567))},
		{"decimal(5,2)", plain, "001.500", key(Decimal("1.5"))},
		{"decimal(5,2)", plain, "1.505", ""},
		{"decimal(5,2)", plain, "1000", ""},
		{"decimal(5,2)", plain, ".5", key(Decimal("0.5"))},
		{"decimal(5,2)", plain, "5.", key(Int(5))},
		{"decimal(5,2)", plain, ".", ""},
		{"decimal(5,2)", german, "1,5", key(Decimal("1.5"))},
		{"decimal(5,2)", german, "1.5", ""},
		{"float64", plain, "1e5", key(Float(1e5))},
		{"float64", plain, "1e400", ""},
		{"float64", plain, "1e-400", ""},
		{"float64", plain, "-iNf", key(-inf)},
		{"float64", plain, "NaN", key(nan)},
		{"float64", plain, "-NaN", ""},
		{"float32", plain, "1e39", ""},
		{"bool", plain, "T", key(yes)},
		{"bool", plain, "FALSE", key(no)},
		{"bool", plain, "yes", ""},
		{"date", plain, "2024-02-29", key(Date(19782))},
		{"date", plain, "2023-02-29", ""},
		{"date", plain, "2024-2-9", ""},
		{"date", plain, "20240229", ""},
		{"date", plain, "now", ""},
		{"time", plain, "23:59", key(Time(86340 * 1e6))},
		{"time", plain, "24:00", ""},
		{"time", plain, "23:59:59.1234567", ""},
		{"time", plain, "00:00:00.1234560", key(Time(123456))},
		{"timestamp", plain, "1970-01-02", key(Timestamp(86400 * 1e6))},
		{"timestamp", plain, "1970-01-01T00:00:01", key(Timestamp(1e6))},
		{"timestamp", plain, "1970-01-01 00:00:01Z", ""},
		{"timestamptz", plain, "1970-01-01 01:00:00 +0100", key(Timestamp(0))},
		{"timestamptz", plain, "1970-01-01 00:00", key(Timestamp(0))},
		{"timestamptz", plain, "1970-01-01 00:00+16:00", ""},
		{"timestamptz", plain, "0001-01-01 00:00+01", ""},
		{"uuid", plain, "123E4567-e89b-12d3-a456-426614174000", key(UUID("123e4567-e89b-12d3-a456-426614174000"))},
		{"uuid", plain, "123e4567e89b12d3a456426614174000", ""},
		{"json", plain, `{"a": "\u00e9"}`, key(Text(`{"a": "\u00e9"}`))},
		{"json", plain, `"\u0000"`, ""},
		{"json", plain, `"\ud83d\ude00"`, key(Text(`"\ud83d\ude00"`))},
		{"json", plain, `"\ud83d"`, ""},
		{"date", gate.Cast{Trim: true, Formats: []string{"%d/%m/%Y", "%b %d, %Y"}}, "1/2/2024", key(Date(19754))},
		{"date", gate.Cast{Trim: true, Formats: []string{"%d/%m/%Y", "%b %d, %Y"}}, "FEB 1, 2024", key(Date(19754))},
		{"date", gate.Cast{Trim: true, Formats: []string{"%d/%m/%Y"}}, "2024-02-01", ""},
		{"date", gate.Cast{Trim: true, Formats: []string{"%d/%m/%Y"}}, "31/4/2024", ""},
		{"date", gate.Cast{Trim: true, Formats: []string{"%d/%m/%Y"}}, "1/2/24", ""},
		{"date", gate.Cast{Trim: true, Formats: []string{"%Y%m%d"}}, "2024021", ""},
		{"date", gate.Cast{Trim: true, Formats: []string{"%Y-%j"}}, "2023-366", ""},
		{"date", gate.Cast{Trim: true, Formats: []string{"%Y-%j"}}, "2024-60", key(Date(19782))},
		{"date", gate.Cast{Trim: true, Formats: []string{"%d.%m.%y"}}, "1.1.69", key(Date(-365))},
		{"date", gate.Cast{Trim: true, Formats: []string{"%d.%m.%y"}}, "1.1.68", key(Date(35794))},
		{"time", gate.Cast{Trim: true, Formats: []string{"%I%p"}}, "12am", key(Time(0))},
		{"time", gate.Cast{Trim: true, Formats: []string{"%I%p"}}, "12PM", key(Time(43200 * 1e6))},
		{"time", gate.Cast{Trim: true, Formats: []string{"%I%p"}}, "13PM", ""},
		{"time", gate.Cast{Trim: true, Formats: []string{"%H:%M:%S.%f"}}, "0:00:00.5", key(Time(500000))},
		{"timestamptz", gate.Cast{Trim: true, Formats: []string{"%Y-%m-%d %H:%M%z"}}, "1970-01-01 01:00+01", key(Timestamp(0))},
	}
	for _, tt := range tests {
		v, ok := Convert(tt.cast, mustType(t, tt.typ), tt.text)
		if ok != (tt.want != "") || ok && key(v) != tt.want {
			t.Errorf("%s %+v %q is %s, %t; want %s", tt.typ, tt.cast, tt.text, key(v), ok, tt.want)
		}
	}
}

func TestFormats(t *testing.T) {
	tests := map[string]struct{ good, bad []string }{
		"email":         {[]string{"a@b.co", "a.b+c@x-y.org"}, []string{"", "a@b", "a..b@x.org", "a@b@c.de", "é@x.org", "a@x.1a", "a@x.org\n"}},
		"uuid":          {[]string{"00000000-0000-0000-0000-000000000000"}, []string{"", "00000000000000000000000000000000"}},
		"url":           {[]string{"http://x", "https://u:p@x.org:8080/a?b=c#d", "http://[::1]:80/"}, []string{"http://", "//x", "http://x y", "http://x:65536", "http://x/%4", "http://é"}},
		"ipv4":          {[]string{"0.0.0.0", "255.255.255.255"}, []string{"256.0.0.0", "01.1.1.1", "1.1.1"}},
		"ipv6":          {[]string{"::", "1::8", "::ffff:1.2.3.4", "1:2:3:4:5:6:7::"}, []string{"1::2::3", "fe80::1%eth0", "1:2:3:4:5:6:7", "1.1.1.1"}},
		"hostname":      {[]string{"x", "a-b.c1"}, []string{"", "-a", "a.1", "a..b", "x."}},
		"date":          {[]string{"2000-02-29"}, []string{"1900-02-29", "2000-2-29"}},
		"timestamp":     {[]string{"2000-02-29T00:00Z", "2000-02-29 23:59:59.5 -03"}, []string{"2000-02-29", "2000-02-29T24:00", "2000-02-29T23:59:60Z"}},
		"time":          {[]string{"00:00"}, []string{"24:00", "1:00", "12:00Z"}},
		"json":          {[]string{"1", " {} "}, []string{"", "NaN", "{a:1}"}},
		"country_code":  {[]string{"DE"}, []string{"de", "UK", "DEU"}},
		"currency_code": {[]string{"EUR"}, []string{"DEM", "eur"}},
		"e164":          {[]string{"+12"}, []string{"+1", "+012", "12"}},
		"hex":           {[]string{"", "aF"}, []string{"a", "0x"}},
		"base64":        {[]string{"", "QQ=="}, []string{"QQ", "QR==", "QQ==\n"}},
		"luhn":          {[]string{"79927398713", "18", "00"}, []string{"79927398710", "0", ""}},
	}
	for _, f := range gate.Formats() {
		for _, x := range tests[f.Name].good {
			if ok, err := formatted(f.Name, x); err != nil || !ok {
				t.Errorf("%q should be a %s (%v)", x, f.Name, err)
			}
		}
		for _, x := range tests[f.Name].bad {
			if ok, err := formatted(f.Name, x); err != nil || ok {
				t.Errorf("%q should be no %s (%v)", x, f.Name, err)
			}
		}
		if len(tests[f.Name].good) == 0 || len(tests[f.Name].bad) == 0 {
			t.Errorf("the format %s has no case", f.Name)
		}
	}
}
