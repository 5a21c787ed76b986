package gate_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/gate"
)

func TestSQLVars(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a = :x":                         "x",
		":x":                             "x",
		"a=:x AND b>:y_2+:x":             "x y_2 x",
		"(:x)":                           "x",
		"f(a, :x)":                       "x",
		"a::int = :x":                    "x",
		"a :: int":                       "",
		":x::int":                        "x",
		"':x'":                           "",
		"'it''s :x' || :y":               "y",
		`":x" = :y`:                      "y",
		`"a"":x" = :y`:                   "y",
		"/* :x */ :y":                    "y",
		"/* /* :x */ :y */ :z":           "z",
		"1 -- :x\n+ :y":                  "y",
		"1 -- :x":                        "",
		"$$ :x $$ || :y":                 "y",
		"$tag$ :x $$ ' $tag$ || :y":      "y",
		"f(a)$$ :x $$ = :y":              "y",
		"a ` :x":                         "x",
		"a$b$ = :x":                      "x",
		`E'\':x' || :y`:                  "y",
		`e'\\' || :x`:                    "x",
		`'\' || :x`:                      "x",
		`E'\' :x \' :y'`:                 "",
		"a[1:2]":                         "",
		"a[1:n]":                         "",
		"a[:n]":                          "",
		"a[(:n):(:m)]":                   "n m",
		"a[f(:n)]":                       "n",
		"a[1] = :x":                      "x",
		"{'k':v}":                        "",
		"{k:v, l: :x}":                   "",
		"{k: (:x)}":                      "x",
		"b:x":                            "",
		"f(a):x":                         "",
		"x := 1":                         "",
		"a ? :x":                         "x",
		":1":                             "",
		": x":                            "",
		":":                              "",
		"'unclosed :x":                   "",
		"/* unclosed :x":                 "",
		"a ] :x":                         "x",
		"a ) AND b = :x":                 "x",
		"größe = :größe":                 "größe",
		"12:30":                          "",
		"':x' :y ':z'":                   "y",
		"TIMESTAMP '2020-01-01 10:00:a'": "",
	} {
		if got := uses(text, "postgres"); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		`'\':x' || :y`:        "y",
		"# :x\n:y":            "y",
		"'''a ' :x ''' || :y": "y",
		`"":x`:                "",
		"/* /* :x */ :y":      "y",
		"`:x` = :y":           "y",
		`r'\':x' || :y`:       "y",
	} {
		if got := uses(text, "bigquery"); got != want {
			t.Errorf("bigquery: %s: got %q, want %q", text, got, want)
		}
	}
}

func uses(text, dialect string) string {
	var names []string
	for _, use := range gate.SQLVars(text, dialect) {
		names = append(names, use.Name)
		if text[use.At:use.End] != ":"+use.Name {
			return "a wrong place: " + text[use.At:use.End]
		}
	}
	return strings.Join(names, " ")
}

func FuzzSQLVars(f *testing.F) {
	f.Add("a = :x AND $a$ b $a$ /* ' */ [1:2]", "postgres")
	f.Add("'''\\' :x", "bigquery")
	f.Fuzz(func(t *testing.T, text, dialect string) {
		end := 0
		for _, use := range gate.SQLVars(text, dialect) {
			if use.At < end || use.End > len(text) || text[use.At:use.End] != ":"+use.Name || use.Name == "" {
				t.Fatalf("%q: %+v", text, use)
			}
			end = use.End
		}
	})
}

func TestVarValues(t *testing.T) {
	t.Parallel()
	seven := "7"
	g := &gate.Gate{Name: "g", Vars: []gate.Var{
		{Name: "load_id", Type: gate.Type{Kind: gate.KindInt64}, Default: &seven},
		{Name: "day", Type: gate.Type{Kind: gate.KindDate}},
		{Name: "pin", Type: gate.Type{Kind: gate.KindInt64}, Mask: true},
	}}
	values, err := g.VarValues(map[string]string{"day": "2026-01-02", "pin": "+0042"})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"load_id": "7", "day": "2026-01-02", "pin": "42"}
	if diff := cmp.Diff(want, values); diff != "" {
		t.Error(diff)
	}
	want["pin"] = "***"
	if diff := cmp.Diff(want, g.ShownVars(values)); diff != "" {
		t.Error(diff)
	}

	_, err = g.VarValues(map[string]string{"load": "1", "load_id": "x", "pin": "s3cret"})
	var errs gate.Errors
	if !errors.As(err, &errs) {
		t.Fatalf("got %v", err)
	}
	var got []string
	for _, e := range errs {
		got = append(got, e.Message)
	}
	wantErrs := []string{
		"gate 'g' has no var 'load'",
		"--var load_id=x is not of the var's type int64: an integer is written in digits, such as 42",
		"var 'day' of gate 'g' has no value",
		"--var pin=*** is not of the var's type int64: an integer is written in digits, such as 42",
	}
	if diff := cmp.Diff(wantErrs, got); diff != "" {
		t.Error(diff)
	}
}
