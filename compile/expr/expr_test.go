package expr

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func TestVars(t *testing.T) {
	t.Parallel()
	env := testEnv()
	for name, k := range map[string]gate.Kind{"load_id": gate.KindInt64, "state": gate.KindString, "since": gate.KindDate} {
		env.Vars = append(env.Vars, ast.Var{Name: name, Type: gate.Type{Kind: k}})
	}
	for text, want := range map[string]string{
		"n = :load_id":                 "",
		"n=:load_id OR n<:load_id+1":   "",
		"s IN (:state, 'x')":           "",
		"d BETWEEN :since AND ts":      "offset 2: a date does not compare with a timestamp",
		"d >= :since AND d >= today()": "",
		"status = :state":              "",
		"contains(s, ':state')":        "",
		"s = :load_id":                 "offset 2: a string does not compare with an int64",
		"n = :lod_id":                  "offset 4: unknown var ':lod_id'; did you mean 'load_id'?",
		"s LIKE :state":                "offset 7: the pattern of a LIKE is a text in quotes",
		":load_id":                     "offset 0: expected a condition, got an int64",
		"n = :load_id::text":           "offset 12: unexpected '::'",
	} {
		_, err := Parse(text, env)
		if got := fmt.Sprint(err); err == nil && want != "" || err != nil && got != want {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}

// testEnv has a column of each type.
func testEnv() Env {
	kind := func(k gate.Kind) gate.Type { return gate.Type{Kind: k} }
	elem := kind(gate.KindString)
	columns := []struct {
		name string
		t    gate.Type
	}{
		{"i8", kind(gate.KindInt8)},
		{"n", kind(gate.KindInt32)},
		{"big", kind(gate.KindInt64)},
		{"u64", kind(gate.KindUint64)},
		{"whole", kind(gate.KindInteger)},
		{"amount", gate.Type{Kind: gate.KindDecimal, Precision: 10, Scale: 2}},
		{"dec", kind(gate.KindDecimal)},
		{"f", kind(gate.KindFloat64)},
		{"f32", kind(gate.KindFloat32)},
		{"s", kind(gate.KindString)},
		{"note", kind(gate.KindString)},
		{"status", gate.Type{Kind: gate.KindEnum, Values: []string{"new", "paid", "it's"}}},
		{"ok", kind(gate.KindBool)},
		{"d", kind(gate.KindDate)},
		{"tm", kind(gate.KindTime)},
		{"ts", kind(gate.KindTimestamp)},
		{"tz", kind(gate.KindTimestamptz)},
		{"span", kind(gate.KindInterval)},
		{"id", kind(gate.KindUUID)},
		{"j", kind(gate.KindJSON)},
		{"b", kind(gate.KindBytes)},
		{"l", gate.Type{Kind: gate.KindList, Elem: &elem}},
		{"unknown", gate.Type{}},
		{"thing", kind(gate.KindAny)},
		{"Order ID", kind(gate.KindInt64)},
		{`a"b`, kind(gate.KindInt32)},
		{"Größe", kind(gate.KindInt32)},
		{"dup", kind(gate.KindInt32)},
		{"DUP", kind(gate.KindInt32)},
		{"end", kind(gate.KindInt32)},
		{"date", kind(gate.KindDate)},
	}
	var env Env
	for _, c := range columns {
		env.Columns = append(env.Columns, ast.Column{Name: c.name, Type: c.t})
	}
	return env
}

func groupEnv() Env {
	env := testEnv()
	env.Aggregates, env.GroupBy = true, []string{"s", "d"}
	return env
}

type good struct{ text, want string }

func (g good) check(t *testing.T, env Env) {
	t.Helper()
	n, err := Parse(g.text, env)
	if err != nil {
		t.Errorf("%s\n%v", g.text, err)
		return
	}
	if got := printed(n); got != g.want {
		t.Errorf("%s\n got %s\nwant %s", g.text, got, g.want)
	}
	if ast.TypeOf(n).Kind != gate.KindBool {
		t.Errorf("%s is %s", g.text, ast.TypeOf(n))
	}
}

func TestConditions(t *testing.T) {
	for _, g := range conditions() {
		g.check(t, testEnv())
	}
}

// conditions are conditions on a row of testEnv, with the predicate that each means.
func conditions() []good {
	return slices.Concat(operators(), numbers(), textsAndDates(), choicesAndCasts())
}

func operators() []good {
	return []good{
		{`n = 5`, `(n = "5":int32)`},
		{`n != 5`, `(n <> "5":int32)`},
		{
			`n <> 5 AND n < 1 AND n <= 2 OR n > 3 OR n >= 4`,
			`or(and((n <> "5":int32), (n < "1":int32), (n <= "2":int32)), (n > "3":int32), (n >= "4":int32))`,
		},
		{`NOT ok AND ok`, `and(not(ok), ok)`},
		{`NOT n = 5`, `not((n = "5":int32))`},
		{`NOT NOT ok`, `not(not(ok))`},
		{`ok OR ok AND NOT (ok OR ok)`, `or(ok, and(ok, not(or(ok, ok))))`},
		{`(ok)`, `ok`},
		{`TRUE`, `"true":bool`},
		{`ok = FALSE`, `(ok = "false":bool)`},
		{`(n > 1) = (big > 1)`, `((n > "1":int32) = (big > "1":int64))`},
		{`n IS NULL`, `is_null(n)`},
		{`n IS NOT NULL`, `not(is_null(n))`},
		{`j IS NULL OR l IS NULL OR span IS NULL`, `or(is_null(j), is_null(l), is_null(span))`},
		{`(n = 1) IS TRUE`, `is_true((n = "1":int32))`},
		{`ok IS NOT FALSE`, `not(is_false(ok))`},
		{`n IS DISTINCT FROM big`, `distinct(n, big)`},
		{`n IS NOT DISTINCT FROM NULL`, `not(distinct(n, NULL:int32))`},
		{`NULL IS DISTINCT FROM d`, `distinct(NULL:date, d)`},
		{`f IS DISTINCT FROM n`, `distinct(f, cast(n):float64)`},
		{`n BETWEEN 1 AND 5 AND ok`, `and(and((n >= "1":int32), (n <= "5":int32)), ok)`},
		{`n NOT BETWEEN 1 AND 5`, `not(and((n >= "1":int32), (n <= "5":int32)))`},
		{`5 BETWEEN i8 AND big`, `and(("5":int8 >= i8), ("5":int64 <= big))`},
		{`d BETWEEN '2020-01-01' AND date_add(d, INTERVAL '1' DAY)`, `and((d >= "2020-01-01":date), (d <= date_add(d, "1":int64 day)))`},
		{`s IN ('a', 'b''c', '')`, `in(s, "a":string, "b'c":string, "":string)`},
		{`s NOT IN ('a')`, `not(in(s, "a":string))`},
		{`amount IN (1, 2.5)`, `in(amount, "1":decimal(10,2), "2.5":decimal(10,2))`},
		{`d IN (DATE '2020-01-01', '2020-01-02')`, `in(d, "2020-01-01":date, "2020-01-02":date)`},
		{`n IN (1, -2)`, `in(n, "1":int32, "-2":int32)`},
		{`n IN (1, 1.5)`, `or((n = "1":int32), (n = "1.5":decimal))`},
		{`n NOT IN (1, big)`, `not(or((n = "1":int32), (n = big)))`},
		{`5 IN (n, f)`, `or(("5":int32 = n), ("5":float64 = f))`},
		{`f IN (1, n)`, `or((f = "1":float64), (f = cast(n):float64))`},
		{`s LIKE 'a%\_'`, `like(s, "a%\\_")`},
		{`s NOT LIKE '%''%'`, `not(like(s, "%'%"))`},
		{`status LIKE 'p%'`, `like(status, "p%")`},
		{`s || 'x' || status = 'y'`, `(concat(s, "x":string, cast(status):string):string = "y":string)`},
		{"n\n=\r\n\t5", `(n = "5":int32)`},
		{`(n)=(5)and(ok)`, `and((n = "5":int32), ok)`},
	}
}

func numbers() []good {
	return []good{
		{`n = 1.5`, `(n = "1.5":decimal)`},
		{`i8 < 1000`, `(i8 < "1000":int64)`},
		{`i8 < 127`, `(i8 < "127":int8)`},
		{`u64 < 18446744073709551615`, `(u64 < "18446744073709551615":uint64)`},
		{`n = 99999999999999999999`, `(n = "99999999999999999999":decimal)`},
		{`big = -9223372036854775808`, `(big = "-9223372036854775808":int64)`},
		{`big = - 9223372036854775808`, `(big = "-9223372036854775808":int64)`},
		{`whole > 0`, `(whole > "0":integer)`},
		{`amount = 1e2`, `(amount = "100":decimal(10,2))`},
		{`amount = 12.5E-1`, `(amount = "1.25":decimal(10,2))`},
		{`amount = -.5`, `(amount = "-0.5":decimal(10,2))`},
		{`amount = 1e-3`, `(amount = "0.001":decimal)`},
		{`amount = 1e60`, `(cast(amount):float64 = "1e60":float64)`},
		{`amount > 0.001`, `(amount > "0.001":decimal)`},
		{`n = 1e3`, `(n = "1000":int32)`},
		{`f = 0.1`, `(f = "0.1":float64)`},
		{`f = 1e300`, `(f = "1e300":float64)`},
		{`f32 = 0.1`, `(f32 = "0.1":float32)`},
		{`f32 = 1e300`, `(cast(f32):float64 = "1e300":float64)`},
		{`f > n`, `(f > cast(n):float64)`},
		{`f32 > amount`, `(cast(f32):float64 > cast(amount):float64)`},
		{`n > big AND n > amount`, `and((n > big), (n > amount))`},
		{`1 = 1.0`, `("1":int64 = "1.0":decimal)`},
		{`1 < 1e0`, `(cast("1":int64):float64 < "1e0":float64)`},
		{`n + big * 2 - 1 = 3`, `(((n + (big * "2":int64):int64):int64 - "1":int64):int64 = "3":int64)`},
		{`n - 1 - 1 = 0`, `(((n - "1":int64):int64 - "1":int64):int64 = "0":int64)`},
		{`n * 1.5 > 1`, `((n * "1.5":decimal):decimal > "1":decimal)`},
		{`n * 1e1 > 1`, `((n * "10":int64):int64 > "1":int64)`},
		{`f32 * 0.1 > 1`, `((f32 * "0.1":float64):float64 > "1":float64)`},
		{`amount * n > 5`, `((amount * n):decimal > "5":decimal)`},
		{`amount * f > 5`, `((amount * f):float64 > "5":float64)`},
		{`n / 2 = 1`, `((n / "2":float64):float64 = "1":float64)`},
		{`amount / amount > 0.1`, `((amount / amount):float64 > "0.1":float64)`},
		{`n % 2 = 0`, `((n % "2":int64):int64 = "0":int64)`},
		{`mod(amount, 0.05) = 0`, `((amount % "0.05":decimal(10,2)):decimal = "0":decimal)`},
		{`-n > 5`, `(neg(cast(n):int64):int64 > "5":int64)`},
		{`-f32 > 5`, `(neg(cast(f32):float64):float64 > "5":float64)`},
		{`- -amount > 5`, `(neg(neg(amount):decimal(10,2)):decimal(10,2) > "5":decimal(10,2))`},
		{`+n = +5`, `(cast(n):int64 = "5":int64)`},
		{`abs(n) = 1`, `(abs(cast(n):int64):int64 = "1":int64)`},
		{`abs(f) = 1`, `(abs(f):float64 = "1":float64)`},
		{`round(amount, 1) = amount`, `(round(amount, "1":int64):decimal = amount)`},
		{`round(f32) = 1`, `(round(cast(f32):float64, "0":int64):float64 = "1":float64)`},
		{`round(n, 2) = 1`, `(cast(n):int64 = "1":int64)`},
		{`floor(amount) = 1`, `(floor(amount):decimal = "1":decimal)`},
		{`CEIL(f) = floor(big)`, `(ceil(f):float64 = cast(big):float64)`},
		{`sign(amount) = -1`, `(sign(amount):int64 = "-1":int64)`},
		{`power(n, 2) > 5`, `(power(cast(n):float64, "2":float64):float64 > "5":float64)`},
		{`sqrt(amount) > 1`, `(sqrt(cast(amount):float64):float64 > "1":float64)`},
		{`is_finite(f) AND is_finite(n) AND is_finite(ts)`, `and(is_finite(f):bool, is_finite(n):bool, is_finite(ts):bool)`},
	}
}

func textsAndDates() []good {
	return []good{
		{`status = 'paid' OR status <> s`, `or((status = "paid":enum), (status <> s))`},
		{`status < 'it''s'`, `(status < "it's":enum)`},
		{`id = '123E4567-e89b-12d3-a456-426614174000'`, `(id = "123e4567-e89b-12d3-a456-426614174000":uuid)`},
		{`b = b`, `(b = b)`},
		{`d > '2020-01-31'`, `(d > "2020-01-31":date)`},
		{`'2020-01-31' < d`, `("2020-01-31":date < d)`},
		{`d > date '2020-01-31'`, `(d > "2020-01-31":date)`},
		{`date > DATE '2020-01-31'`, `(date > "2020-01-31":date)`},
		{`tm > '12:00'`, `(tm > "12:00:00":time)`},
		{`tm > TIME '12:00'`, `(tm > "12:00:00":time)`},
		{`ts = '2020-01-01T10:00:00.5'`, `(ts = "2020-01-01 10:00:00.5":timestamp)`},
		{`tz = '2020-01-01T10:00:00+02:00'`, `(tz = "2020-01-01 08:00:00+00":timestamptz)`},
		{`tz = TIMESTAMPTZ '2020-01-01 10:00:00'`, `(tz = "2020-01-01 10:00:00+00":timestamptz)`},
		{`d + INTERVAL '3' DAY > today()`, `(date_add(d, "3":int64 day) > cast(_sqlgate_started_at):date)`},
		{`INTERVAL '3' month + d - interval '-1' Week > d`, `(date_add(date_add(d, "3":int64 month), "1":int64 week) > d)`},
		{`ts - INTERVAL ' 90 ' SECOND < ts`, `(date_add(ts, "-90":int64 second) < ts)`},
		{`date_add(tz, INTERVAL '2' HOUR) < now()`, `(date_add(tz, "2":int64 hour) < _sqlgate_started_at)`},
		{`date_diff('day', d, '2020-01-01') > 3`, `(date_diff(day, d, "2020-01-01":date) > "3":int64)`},
		{`date_diff('HOUR', ts, ts) = 0`, `(date_diff(hour, ts, ts) = "0":int64)`},
		{`date_trunc('month', d) = d`, `(date_trunc(month, d) = d)`},
		{`year(d) = 2020 AND hour(tm) = 1 AND dow(tz) = 7`, `and((year(d):int64 = "2020":int64), (hour(tm):int64 = "1":int64), (dow(tz):int64 = "7":int64))`},
		{`month(d) + day(d) + minute(ts) + second(ts) = 1`, `((((month(d):int64 + day(d):int64):int64 + minute(ts):int64):int64 + second(ts):int64):int64 = "1":int64)`},
		{`length(s) = bytes(status)`, `(length(s):int64 = bytes(cast(status):string):int64)`},
		{`bytes(b) < 3`, `(bytes(b):int64 < "3":int64)`},
		{`trim(ltrim(rtrim(lower(upper(s))))) = ''`, `(trim(ltrim(rtrim(lower(upper(s):string):string):string):string):string = "":string)`},
		{`substring(s, 2) = 'x'`, `(substring(s, "2":int64, "2147483647":int64):string = "x":string)`},
		{`substring(s, n, 3) = 'x'`, `(substring(s, cast(n):int64, "3":int64):string = "x":string)`},
		{`starts_with(s, 'a') AND ends_with(s, note) AND contains(s, '%')`, `and(starts_with(s, "a":string):bool, ends_with(s, note):bool, contains(s, "%":string):bool)`},
		{`replace(s, 'a', '') = s`, `(replace(s, "a":string, "":string):string = s)`},
		{`matches(s, '^\d{3}''$')`, `match(s, "^\\d{3}'$")`},
		{`matches(status, '(?i)p')`, `match(status, "(?i)p")`},
		{`json_value(j, '$.a.b_1') = json_value(s, '$.x')`, `(json_value(j, "$.a.b_1":string):string = json_value(s, "$.x":string):string)`},
		{`list_length(l) > 0`, `(list_length(l):int64 > "0":int64)`},
		{`"Order ID" = 1 AND "order id" = 2`, `and((Order ID = "1":int64), (Order ID = "2":int64))`},
		{`"a""b" = 1 AND größe = 1 AND dup = DUP`, `and((a"b = "1":int32), (Größe = "1":int32), (dup = DUP))`},
		{`"end" = 1`, `(end = "1":int32)`},
		{`s = '?$1@p%_\"` + "\n" + `😀'`, `(s = "?$1@p%_\\\"\n😀":string)`},
	}
}

func choicesAndCasts() []good {
	return []good{
		{`CASE WHEN ok THEN 1 ELSE 2.5 END > n`, `(case(when ok then "1":decimal else "2.5":decimal):decimal > n)`},
		{`CASE WHEN ok THEN n WHEN n = 1 THEN big END = 1`, `(case(when ok then cast(n):int64 when (n = "1":int32) then big else nil):int64 = "1":int64)`},
		{`CASE WHEN ok THEN n ELSE f END = 1`, `(case(when ok then cast(n):float64 else f):float64 = "1":float64)`},
		{`CASE n WHEN 1 THEN 'a' WHEN 2 THEN status ELSE NULL END = 'b'`, `(case(when (n = "1":int32) then "a":string when (n = "2":int32) then cast(status):string else NULL:string):string = "b":string)`},
		{`CASE WHEN ok THEN n > 1 ELSE TRUE END`, `case(when ok then (n > "1":int32) else "true":bool):bool`},
		{`coalesce(n, 0) = 0`, `(coalesce(n, "0":int32):int32 = "0":int32)`},
		{`coalesce(i8, 1000) = 0`, `(coalesce(cast(i8):int64, "1000":int64):int64 = "0":int64)`},
		{`coalesce(NULL, amount, 1.005) = 0`, `(coalesce(NULL:decimal, amount, "1.005":decimal):decimal = "0":decimal)`},
		{`coalesce(d, '2020-01-01') = d`, `(coalesce(d, "2020-01-01":date):date = d)`},
		{`coalesce('a', s) = 'a'`, `(coalesce("a":string, s):string = "a":string)`},
		{`nullif(n, 0) = 1`, `(nullif(n, "0":int32):int32 = "1":int32)`},
		{`nullif(status, 'paid') = s`, `(nullif(cast(status):string, "paid":enum):string = s)`},
		{`greatest(n, big, 1.5) > 2`, `(greatest(n, big, "1.5":decimal):decimal > "2":decimal)`},
		{`least(f32, 1, n) > 2`, `(least(cast(f32):float64, "1":float64, cast(n):float64):float64 > "2":float64)`},
		{`greatest(status, s) > 'a'`, `(greatest(cast(status):string, s):string > "a":string)`},
		{`CAST(n AS string) = 'x'`, `(cast(n):string = "x":string)`},
		{`CAST(n AS INT64) = 1`, `(cast(n):int64 = "1":int64)`},
		{`CAST(n AS int32) = 1`, `(n = "1":int32)`},
		{`CAST(n AS decimal( 12 , 2 )) = 1`, `(cast(n):decimal(12,2) = "1":decimal(12,2))`},
		{`CAST(amount AS decimal(12,4)) = 1`, `(cast(amount):decimal(12,4) = "1":decimal(12,4))`},
		{`CAST(dec AS float64) = 1`, `(cast(dec):float64 = "1":float64)`},
		{`CAST(d AS TIMESTAMP) = CAST(tz AS timestamp)`, `(cast(d):timestamp = cast(tz):timestamp)`},
		{`CAST(ts AS date) = CAST(tz AS date)`, `(cast(ts):date = cast(tz):date)`},
		{`CAST(ok AS int32) = 1`, `(case(when ok then "1":int32 when not(ok) then "0":int32 else nil):int32 = "1":int32)`},
		{`CAST(ok AS string) = CAST(status AS string)`, `(cast(ok):string = cast(status):string)`},
		{`CAST(NULL AS date) IS DISTINCT FROM d`, `distinct(NULL:date, d)`},
		{`CAST('2020-01-01' AS date) = d`, `("2020-01-01":date = d)`},
		{`CAST('7' AS int64) = CAST(1e1 AS int8)`, `("7":int64 = "10":int8)`},
		{`CAST(7 AS string) = 'x'`, `("7":string = "x":string)`},
	}
}

func TestAggregates(t *testing.T) {
	for _, g := range []good{
		{`count(*) > 1`, `(count(nil):int64 > "1":int64)`},
		{`COUNT(DISTINCT status) = count(n)`, `(count(distinct status):int64 = count(n):int64)`},
		{`sum(amount) = max(amount)`, `(sum(amount):decimal = max(amount):decimal(10,2))`},
		{`sum(n) + sum(f) > 0`, `((sum(cast(n):int64):int64 + sum(f):float64):float64 > "0":float64)`},
		{`sum(CASE WHEN ok THEN 1 ELSE 0 END) = count(*)`, `(sum(case(when ok then "1":int64 else "0":int64):int64):int64 = count(nil):int64)`},
		{`avg(amount) < 3`, `(avg(cast(amount):float64):float64 < "3":float64)`},
		{`min(status) = 'paid' AND max(d) = d AND s = 'x'`, `and((min(cast(status):string):string = "paid":string), (max(d):date = d), (s = "x":string))`},
		{`bool_and(n > 1) OR bool_or(ok)`, `or(bool_and((n > "1":int32)):bool, bool_or(ok):bool)`},
	} {
		g.check(t, groupEnv())
	}
}

func TestParseKeepsNoState(t *testing.T) {
	env := testEnv()
	first, err := Parse(`n > 5 AND s LIKE 'a%'`, env)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Parse(`n > 5 AND s LIKE 'a%'`, env)
	if err != nil || printed(first) != printed(again) {
		t.Errorf("got %s, %v, want %s", printed(again), err, printed(first))
	}
}

func TestLargeExpressions(t *testing.T) {
	repeat := func(s, sep string, n int) string { return strings.TrimSuffix(strings.Repeat(s+sep, n), sep) }
	for _, c := range []struct {
		name, text string
		want       string // of the fault; empty: it is fine
	}{
		{"many terms", repeat("n > 5", " OR ", 1000), ""},
		{"parentheses", strings.Repeat("(", 99) + "ok" + strings.Repeat(")", 99), ""},
		{"too many parentheses", strings.Repeat("(", 100_000) + "ok", "the expression is nested more than 100 deep"},
		{"too many NOTs", strings.Repeat("NOT ", 100_000) + "ok", "the expression is nested more than 100 deep"},
		{"too many signs", strings.Repeat("- ", 100_000) + "n = 1", "the expression is nested more than 100 deep"},
		{"too many CASEs", strings.Repeat("CASE ", 100_000), "the expression is nested more than 100 deep"},
		{"too many calls", strings.Repeat("abs(", 100_000), "the expression is nested more than 100 deep"},
		{"a sum", "n = " + repeat("n", " + ", 201), ""},
		{"too long a sum", "n = " + repeat("n", " + ", 202), "more than 200 operators in a row"},
		{"a long list", "n IN (" + repeat("1", ",", 10_000) + ")", ""},
		{"too long a list", "n IN (" + repeat("1", ",", 10_001) + ")", "the list has 10001 values; at most 10000"},
		{"a part that is written twice, again and again", nestedBetween(40), "the expression is too large"},
		{"too long a text", repeat("ok", " AND ", 200_000), "the expression is longer than 1048576 bytes"},
		{"too many terms", repeat("n=n", " AND ", 30_000), "the expression is too large"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse(c.text, testEnv())
			var fault *Error
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want != "" && (!errors.As(err, &fault) || fault.Message != c.want):
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

// nestedBetween doubles its x at each level.
func nestedBetween(levels int) string {
	text := "n"
	for range levels {
		text = fmt.Sprintf("CASE WHEN %s BETWEEN 1 AND 2 THEN 1 ELSE 2 END", text)
	}
	return text + " = 1"
}

func TestFunctionsAreDocumented(t *testing.T) {
	for _, f := range Functions() {
		if f.Meaning == "" || !strings.HasPrefix(f.Signature, f.Name+"(") {
			t.Errorf("function %q lacks a signature or a meaning", f.Name)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`status <> 'paid' OR amount > 0`, `n NOT BETWEEN -1 AND 1e3`, `s IN ('a','b') AND NOT ok IS TRUE`, `"a""b" % 2 = 0`,
		`CASE n WHEN 1 THEN d ELSE today() END > DATE '2020-01-01' + INTERVAL '3' DAY`, `matches(s, '(a|b)+$')`, `s LIKE '\`,
		`CAST(NULL AS decimal(10,2)) IS NOT DISTINCT FROM amount`, `count(DISTINCT n) = count(*)`, `'`, `"`, `n = .5e+`, `n -- x`, `:v`,
		`coalesce(NULL, NULL) = 1`, `((((`, `n IN ()`, `date_diff('day', '2020-01-01', d) > 0`, "s = '\x00'", "s = '\xff'", `n = 1 = 1`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, env := range []Env{testEnv(), groupEnv(), {}} {
			n, err := Parse(text, env)
			if err == nil {
				if n == nil || ast.TypeOf(n).Kind != gate.KindBool || printed(n) == "" {
					t.Fatalf("%q gives %v", text, n)
				}
				continue
			}
			var faults Errors
			if n != nil || !errors.As(err, &faults) || len(faults) == 0 {
				t.Fatalf("%q gives %v and %v", text, n, err)
			}
			for _, fault := range faults {
				if fault.Offset < 0 || fault.Offset > len(text) || fault.Message == "" {
					t.Fatalf("%q: fault at %d: %q", text, fault.Offset, fault.Message)
				}
			}
		}
	})
}
