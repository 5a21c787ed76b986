package expr

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// bad is a text with its faults, each as "offset: message" or with a hint
// "offset: message | hint".
type bad struct {
	text  string
	wants []string
}

func (b bad) check(t *testing.T, env Env) {
	t.Helper()
	n, err := Parse(b.text, env)
	var faults Errors
	if !errors.As(err, &faults) || n != nil {
		t.Errorf("%s\ngives %v and %v", b.text, n, err)
		return
	}
	for i, fault := range faults {
		got := fmt.Sprintf("%d: %s", fault.Offset, fault.Message)
		if i < len(b.wants) && strings.Contains(b.wants[i], " | ") {
			got += " | " + fault.Hint
		}
		if i >= len(b.wants) || got != b.wants[i] {
			t.Errorf("%s\n got %s", b.text, got)
		}
	}
	if len(faults) < len(b.wants) {
		t.Errorf("%s\nlacks %q", b.text, b.wants[len(faults):])
	}
}

func one(text, want string) bad { return bad{text, []string{want}} }

func TestFaultsOfTokens(t *testing.T) {
	for _, b := range []bad{
		one(``, `0: the expression is empty`),
		one(" \n\t", `0: the expression is empty`),
		one(`s = 'a`, `4: the quote ' is not closed | a quote within a text is doubled: 'it''s'`),
		one(`"s = 'a'`, `0: the quote " is not closed`),
		one(`n = 1; DROP TABLE t`, `5: unexpected ';' | an expression is one condition`),
		one(`n = 1 -- x`, `6: comments are not allowed | describe the rule with the key 'description'; the minus of a minus is written - -1`),
		one(`n = 1 /* x */`, `6: comments are not allowed`),
		one(`n = 1 # x`, `6: comments are not allowed`),
		one(`n--1 = 2`, `1: comments are not allowed`),
		one(`n = 1_000`, `4: the number 1 is followed by '_' | numbers are written as 1000, 12.5 or 1e3`),
		one(`n = 0x1F`, `4: the number 0 is followed by 'x'`),
		one(`n = 1e`, `4: the number 1 is followed by 'e'`),
		one(`n = 12. OR ok`, `4: the number 12. has no digit behind its point`),
		one(`n = 1.5.2`, `7: expected an operator, got 0.2`),
		one(`n == 1`, `2: unexpected '==' | write =`),
		one(`ok && ok`, `3: unexpected '&&' | write AND`),
		one(`!ok`, `0: unexpected '!' | write NOT, or <> for not equal`),
		one(`s::int > 1`, `1: unexpected '::' | write CAST(x AS type)`),
		one(`s ~ 'a'`, `2: unexpected '~' | write matches(x, 'regex')`),
		one(`n ^ 2 = 4`, `2: unexpected '^' | write power(x, y)`),
		one("`n` = 1", "0: unexpected '`' | names stand in double quotes"),
		one(`n = ANY [1]`, `8: unexpected '[' | lists are written in parentheses: x IN (1, 2)`),
		one(`s = “x”`, `4: unexpected '“' | texts stand in straight single quotes, names in straight double quotes`),
		one("n =\u00a01", `3: a no-break space | write an ordinary space`),
		one(`n = $1`, `4: unexpected '$'`),
		one(`n = ?`, `4: unexpected '?'`),
		one(`n = @p`, `4: unexpected '@'`),
		one(`s = '😀' 😀`, `11: unexpected '😀'`),
		one(`n = :load_id`, `4: unknown var ':load_id' | declare it in the gate file, such as vars: {load_id: {type: int64}}`),
		one(`n = : 1`, `4: unexpected ':'`),
		one("s = 'a\x00b'", `6: a NUL character | no warehouse stores it in a text`),
		one("s = 'a\xff'", `4: the text is not valid UTF-8`),
		one("s \xff", `2: the expression is not valid UTF-8`),
	} {
		b.check(t, testEnv())
	}
}

func TestFaultsOfGrammar(t *testing.T) {
	for _, b := range []bad{
		one(`n = `, `4: expected a value, got the end`),
		one(`n`+"\n=", `3: expected a value, got the end`),
		one(`= 1`, `0: expected a value, got =`),
		one(`n = 1 n`, `6: expected an operator, got n`),
		one(`n 'a'`, `2: unexpected 'a' after n | before a text stand only DATE, TIME, TIMESTAMP, TIMESTAMPTZ and INTERVAL`),
		one(`s = E'a'`, `5: unexpected 'a' after E`),
		one(`s = 'a' 'b'`, `8: expected an operator, got 'b'`),
		one(`(n = 1`, `6: expected an operator or ), got the end`),
		one(`n = 1)`, `5: expected an operator, got )`),
		one(`n = ()`, `5: expected a value, got )`),
		one(`n < 5 < 6`, `6: comparisons do not chain | write a < b AND b < c, or use parentheses`),
		one(`n = 1 IS TRUE`, `6: comparisons do not chain`),
		one(`n IS NULL = ok`, `10: comparisons do not chain`),
		one(`n = 1 NOT IN (2)`, `6: comparisons do not chain`),
		one(`ok AND OR ok`, `7: expected a value, got OR | a column of that name is written "or"`),
		one(`end = 3`, `0: expected a value, got end | a column of that name is written "end"`),
		one(`n = NOT ok`, `4: expected a value, got NOT`),
		one(`n NOT 5`, `6: expected BETWEEN, IN or LIKE, got 5`),
		one(`n IS 5`, `5: expected NULL, TRUE, FALSE or DISTINCT FROM, got 5`),
		one(`n IS DISTINCT 5`, `14: expected FROM, got 5`),
		one(`n BETWEEN 1`, `11: expected AND, got the end`),
		one(`n BETWEEN 1 OR 2`, `12: expected AND, got OR`),
		one(`n IN 1`, `5: expected (, got 1`),
		one(`n IN ()`, `5: the list is empty`),
		one(`n IN (1,)`, `8: expected a value, got )`),
		one(`n IN (1 2)`, `8: expected , or ), got 2`),
		one(`s IN (SELECT s FROM t)`, `6: an expression has no subqueries | foreign_key looks rows up in another table`),
		one(`EXISTS (SELECT 1)`, `8: an expression has no subqueries`),
		one(`t.n = 1`, `1: unexpected . | a column is named alone, without its table`),
		one(`s ILIKE 'a'`, `2: there is no operator ILIKE | write lower(x) LIKE 'a%'`),
		one(`s NOT SIMILAR TO 'a'`, `6: there is no operator SIMILAR`),
		one(`s LIKE 'a' ESCAPE '!'`, `11: there is no operator ESCAPE | the escape character is \`),
		one(`n DIV 2 = 1`, `2: there is no operator DIV | write floor(x / y)`),
		one(`extract(year FROM d) = 2020`, `13: expected , or ), got FROM | arguments are separated by commas; the parts of a date are year(x), month(x), day(x), …`),
		one(`CASE END = 1`, `5: expected a value, got END`),
		one(`CASE n ELSE 1 END = 1`, `7: expected WHEN, got ELSE`),
		one(`CASE WHEN ok ELSE 1 END = 1`, `13: expected THEN, got ELSE`),
		one(`CASE WHEN ok THEN 1 = 1`, `23: expected END, got the end`),
		one(`CAST(n, int64) = 1`, `6: expected AS, got ,`),
		one(`CAST(n AS decimal(10,2) = 1`, `27: expected ), got the end`),
		one(`d + INTERVAL '3' > d`, `17: expected a unit after INTERVAL, got > | write INTERVAL '3' DAY`),
		one(`count(DISTINCT) = 1`, `0: count is an aggregate, and this is a condition on one row | group_expression judges groups of rows`),
		one(`row_number() OVER (PARTITION BY n) = 1`, `13: there is no operator OVER | group_expression judges groups of rows`),
	} {
		b.check(t, testEnv())
	}
}

func TestFaultsOfNames(t *testing.T) {
	few := testEnv()
	few.Columns = few.Columns[:2]
	one(`x = 1`, `0: unknown column 'x' | columns: i8, n`).check(t, few)
	one(`'' = ""`, `5: unknown column '' | columns: i8, n`).check(t, few)
	one(`x = 1`, `0: unknown column 'x' | list it under columns`).check(t, Env{})
	for _, b := range []bad{
		one("\"a  b\nc\" = 1", `0: unknown column 'a  b c'`),
		one(`n = '`+strings.Repeat("x", 41)+`'`, `4: the text '`+strings.Repeat("x", 40)+`…' stands beside an int32`),
		{`amoutn > 0 AND n = 1 OR statsu = 'a'`, []string{
			"0: unknown column 'amoutn'; did you mean 'amount'? | columns: i8, n, big, u64, whole, amount, dec, f, f32, s, note, status, ok, d, tm, ts, tz, span, id, j, …",
			"24: unknown column 'statsu'; did you mean 'status'?",
		}},
		one(`Dup = 1`, `0: 'Dup' is one of several columns: dup, DUP | write it in the exact case, in double quotes`),
		one(`unknown IS NULL`, `0: the type of column 'unknown' is not known | state its type in the gate`),
		one(`thing = 1`, `0: the type of column 'thing' is not known`),
		one(`lengt(s) > 3`, `0: unknown function 'lengt'; did you mean 'length'?`),
		one(`IFNULL(n, 0) = 0`, `0: unknown function 'IFNULL' | write coalesce(x, y)`),
		one(`current_date() > d`, `0: unknown function 'current_date' | write today()`),
		one(`regexp_like(s, 'a')`, `0: unknown function 'regexp_like' | write matches(x, 'regex')`),
		one(`round() = 1`, `0: round has no argument | write round(x [, digits])`),
		one(`lower(s, s) = 'a'`, `0: lower has too many arguments | write lower(text)`),
		one(`nullif(n) = 1`, `0: nullif has one argument | write nullif(x, y)`),
		one(`now(1) = tz`, `0: now has one argument | write now()`),
		one(`lower(*) = 'a'`, `0: * and DISTINCT stand in aggregates only`),
		one(`lower(DISTINCT s) = 'a'`, `0: * and DISTINCT stand in aggregates only`),
	} {
		b.check(t, testEnv())
	}
}

func TestFaultsOfTypes(t *testing.T) {
	const dates = "a date, timestamp or timestamptz"
	for _, b := range []bad{
		one(`n`, `0: expected a condition, got an int32 | compare it with something`),
		one(`'a'`, `0: expected a condition, got the text 'a'`),
		one(`NULL`, `0: NULL here makes the result NULL, whatever the row holds | x IS NULL tests for it`),
		{`n AND s`, []string{`0: expected a condition, got an int32`, `6: expected a condition, got a string`}},
		one(`NOT n`, `4: expected a condition, got an int32`),
		one(`n IS TRUE`, `0: expected a condition, got an int32`),
		one(`s = 5`, `2: a string does not compare with the number 5 | a text is written in quotes`),
		one(`n = '5'`, `4: the text '5' stands beside an int32 | write the number without quotes`),
		one(`n = s`, `2: an int32 does not compare with a string | CAST(x AS string) makes a text of an integer; 'cast:' on a column makes a number of a text`),
		one(`amount = s`, `7: a decimal(10,2) does not compare with a string | 'cast:' on the column makes values of texts`),
		one(`'a' = 5`, `4: the text 'a' does not compare with the number 5`),
		one(`ok = 'true'`, `5: the text 'true' stands beside a bool | write TRUE or FALSE without quotes`),
		one(`ok = 1`, `3: a bool does not compare with the number 1`),
		one(`ok > FALSE`, `3: values of the type bool have no order | it has = and <> only`),
		one(`id < id`, `3: values of the type uuid have no order`),
		one(`id = 'x'`, `5: the text 'x' is not a uuid: a uuid is written as 123e4567-e89b-12d3-a456-426614174000`),
		one(`b < b`, `2: values of the type bytes have no order`),
		one(`b = 'x'`, `4: the text 'x' stands beside a bytes`),
		one(`j = j`, `2: a json does not compare with a json | json_value(x, '$.name') is a text`),
		one(`j = 'x'`, `4: the text 'x' stands beside a json | json_value(x, '$.name') is a text`),
		one(`l = l`, `2: a list(string) does not compare with a list(string) | list_length(x) is a number`),
		one(`span = span`, `5: an interval does not compare with an interval | IS NULL is all that such a value has`),
		one(`status = 'payd'`, `9: the text 'payd' is no value of the enum; did you mean 'paid'? | the enum's values are new, paid, it's`),
		one(`d = '2020-13-01'`, `4: the text '2020-13-01' is not a date: a date is written as 2020-01-31, and must exist`),
		one(`d = DATE '31.01.2020'`, `9: '31.01.2020' is not a date: a date is written as 2020-01-31, and must exist`),
		one(`d = ts`, `2: a date does not compare with a timestamp | CAST(x AS date) is the day of a timestamp, CAST(d AS timestamp) the start of a day`),
		one(`ts >= now()`, `3: a timestamp does not compare with a timestamptz | CAST(x AS timestamp) is a timestamptz in UTC`),
		one(`ts = DATE '2020-01-01'`, `3: a timestamp does not compare with a date`),
		one(`d = 5`, `2: a date does not compare with the number 5`),
		one(`s = NULL`, `4: NULL here makes the result NULL, whatever the row holds`),
		one(`n IN (1, NULL)`, `9: NULL here makes the result NULL, whatever the row holds`),
		one(`NULL IS DISTINCT FROM NULL`, `0: NULL here makes the result NULL, whatever the row holds`),
		{`n IN ('a', 1, s)`, []string{`6: the text 'a' stands beside an int32`, `14: an int32 does not compare with a string`}},
		{`n BETWEEN 'a' AND s`, []string{`10: the text 'a' stands beside an int32`, `2: an int32 does not compare with a string`}},
		one(`n LIKE 'a'`, `0: LIKE takes a text, got an int32 | CAST(x AS string) makes a text of an integer`),
		one(`s LIKE note`, `7: the pattern of a LIKE is a text in quotes | starts_with, ends_with and contains take any text`),
		one(`s LIKE 'it''s\'`, `13: the LIKE pattern ends with a lone backslash, which escapes nothing | write \\ for a backslash`),
		one(`matches(s, 'it''s (?=b')`, `18: the regex does not parse: invalid or unsupported Perl syntax: (?= | regexes have RE2 syntax, without look-around and back-references`),
		one(`matches(s, note)`, `11: the regex of matches is a text in quotes`),
		one(`n + s = 2`, `4: + takes a number, got a string | 'cast:' on the column makes numbers of texts`),
		one(`n + '2' = 2`, `4: + takes a number, got the text '2' | write the number without quotes`),
		one(`n + ok = 2`, `4: + takes a number, got a bool`),
		one(`-s = 2`, `1: - takes a number, got a string`),
		one(`n + NULL = 2`, `4: NULL here makes the result NULL, whatever the row holds`),
		one(`f % 2 = 0`, `2: % has no remainder of a float | it takes integers and decimals`),
		one(`n / 0 = 1`, `4: the divisor is zero | a division by zero gives NULL`),
		one(`mod(n, 0.00) = 1`, `7: the divisor is zero`),
		one(`n = 1e400`, `4: the number 1e400 is out of the range of float64`),
		one(`d - d > 3`, `2: - does not compute with a date and a date | date_diff('day', a, b) is the number of days from a to b`),
		one(`d + 3 > d`, `2: + does not compute with a date and the number 3 | x + INTERVAL '3' DAY is three days later`),
		one(`n || 'a' = s`, `0: || takes a text, got an int32`),
		one(`INTERVAL '3' DAY = n`, `0: an INTERVAL stands only beside + and - and in date_add`),
		one(`d * INTERVAL '3' DAY = d`, `2: an INTERVAL is added to a date or taken away from it | x + INTERVAL '3' DAY, x - INTERVAL '3' DAY`),
		one(`INTERVAL '3' DAY - d = d`, `17: an INTERVAL is added to a date or taken away from it`),
		one(`d + INTERVAL '3' DAYS > d`, `17: unknown unit 'DAYS'; did you mean 'day'? | units: second, minute, hour, day, week, month, quarter, year`),
		one(`d + INTERVAL '3 days' DAY > d`, `13: an INTERVAL has a whole number in quotes and a unit behind it | write INTERVAL '3' DAY`),
		one(`d + INTERVAL '3' HOUR > d`, `0: a date has no hour | CAST(x AS timestamp) is the start of the day`),
		one(`d + INTERVAL '10001' YEAR > d`, `13: an INTERVAL is at most 10,000 years`),
		one(`n + INTERVAL '3' DAY > d`, `0: an INTERVAL is added to a date, timestamp or timestamptz, got an int32`),
		one(`'2020-01-01' + INTERVAL '3' DAY > d`, `0: an INTERVAL is added to a date, timestamp or timestamptz, got the text '2020-01-01' | write DATE '2020-01-31' or TIMESTAMP '2020-01-31 23:59:59'`),
		one(`date_add(d, 3) > d`, `12: date_add takes an INTERVAL | write date_add(x, INTERVAL '3' DAY)`),
		one(`date_diff(day, d, d) = 1`, `10: the unit is a text in quotes | as in date_diff('day', …)`),
		one(`date_diff('day', d, ts) = 1`, `20: date_diff takes two of one type, got a date and a timestamp`),
		one(`date_diff('minute', d, d) = 1`, `20: a date has no minute`),
		{`date_diff('dya', s, d) = 1`, []string{`10: unknown unit 'dya'; did you mean 'day'?`, `17: date_diff takes ` + dates + `, got a string`}},
		one(`date_trunc('hour', d) = d`, `19: a date has no hour`),
		one(`year(s) = 2020`, `5: year takes `+dates+`, got a string | 'cast:' on the column makes dates of texts`),
		one(`hour(d) = 1`, `5: hour takes a time, timestamp or timestamptz, got a date`),
		one(`length(l) > 0`, `7: length takes a text, got a list(string) | list_length(x) is a number`),
		one(`list_length(s) > 0`, `12: list_length takes a list, got a string | length(x) counts the characters of a text`),
		one(`substring(s, '1') = 'a'`, `13: the start of substring is an integer, got the text '1'`),
		one(`substring(s, 1, f) = 'a'`, `16: the length of substring is an integer, got a float64`),
		one(`round(f, n) = 1`, `9: the digits of round are a number from 0 to 15 | as in round(x, 2)`),
		one(`round(f, -1) = 1`, `9: the digits of round are a number from 0 to 15`),
		one(`round(f, 1.5) = 1`, `9: the digits of round are a number from 0 to 15`),
		one(`is_finite(s)`, `10: is_finite takes a number, date or timestamp, got a string`),
		one(`json_value(j, '$[0]') = 'x'`, `14: json_value has no path '$[0]' | a path is $ and names of letters, digits and underscores: '$.address.city'`),
		one(`json_value(j, s) = 'x'`, `14: the path of json_value is a text in quotes`),
		one(`json_value(n, '$.a') = 'x'`, `11: json_value takes a text, got an int32`),
		one(`greatest(n, NULL) = 1`, `12: NULL here makes the result NULL, whatever the row holds`),
		one(`greatest(n, s) = 1`, `12: greatest has a string beside an int32`),
		one(`least(ok, ok)`, `0: values of the type bool have no order`),
		one(`coalesce(n, 'a') = 1`, `12: the text 'a' stands beside an int32`),
		one(`coalesce(d, ts) = d`, `12: coalesce has a timestamp beside a date`),
		one(`CASE WHEN ok THEN 1 ELSE 'a' END = 1`, `25: the text 'a' stands beside an int64`),
		one(`CASE WHEN n THEN 1 END = 1`, `10: expected a condition, got an int32`),
		one(`CASE n WHEN 'a' THEN 1 END = 1`, `12: the text 'a' stands beside an int32`),
		one(`CASE n WHEN NULL THEN 1 END = 1`, `12: NULL here makes the result NULL, whatever the row holds`),
		one(`CASE WHEN ok THEN NULL END = 1`, `18: CASE holds nothing but NULL and has no type | CAST(NULL AS type) gives it one`),
		one(`CASE WHEN ok THEN j END = 1`, `18: CASE does not take a json | json_value(x, '$.name') is a text`),
	} {
		b.check(t, testEnv())
	}
}

func TestFaultsOfCasts(t *testing.T) {
	for _, b := range []bad{
		one(`CAST(n AS varchar) = 'x'`, `10: unknown type "varchar"; did you mean "string"?`),
		one(`CAST(n AS decimal) = 1`, `10: a value cannot be cast to the type decimal | name one type, such as int64, float64 or decimal(18,2)`),
		one(`CAST(n AS list(int64)) = 1`, `10: a value cannot be cast to the type list(int64)`),
		one(`CAST(big AS int32) = 1`, `0: not every int64 is an int32 | round, floor and ceil make whole numbers; numbers of different types compare without a CAST`),
		one(`CAST(u64 AS int64) = 1`, `0: not every uint64 is an int64`),
		one(`CAST(n AS uint64) = 1`, `0: not every int32 is a uint64`),
		one(`CAST(n AS float32) = 1`, `0: not every int32 is a float32`),
		one(`CAST(n AS decimal(11,2)) = 1`, `0: not every int32 is a decimal(11,2)`),
		one(`CAST(amount AS int64) = 1`, `0: not every decimal(10,2) is an int64`),
		one(`CAST(amount AS decimal(11,4)) = 1`, `0: not every decimal(10,2) is a decimal(11,4)`),
		one(`CAST(floor(amount) AS decimal(18,2)) = 1`, `0: not every decimal is a decimal(18,2)`),
		one(`CAST(amount AS string) = '1'`, `0: not every decimal(10,2) is a string`),
		one(`CAST(f AS string) = '1'`, `0: not every float64 is a string`),
		one(`CAST(f AS float32) = 1`, `0: not every float64 is a float32`),
		one(`CAST(s AS int64) = 1`, `0: not every string is an int64 | 'cast:' on the column converts texts and rejects those that do not convert`),
		one(`CAST(s AS date) = d`, `0: not every string is a date`),
		one(`CAST(d AS string) = s`, `0: not every date is a string | year(x), month(x) and day(x) are numbers`),
		one(`CAST(ts AS timestamptz) = tz`, `0: not every timestamp is a timestamptz | a date becomes a timestamp, a timestamp a date, a timestamptz (in UTC) either`),
		one(`CAST(n AS bool)`, `0: not every int32 is a bool`),
		one(`CAST('x' AS int64) = 1`, `5: the text 'x' is not an int64`),
		one(`CAST(300 AS int8) = 1`, `5: the number 300 is not an int8`),
		one(`CAST(1.5 AS string) = '1'`, `5: the number 1.5 is not a string`),
		one(`CAST(1 AS date) = d`, `5: the number 1 is not a date`),
		one(`CAST('{}' AS json) IS NULL`, `5: the text '{}' is not a json`),
	} {
		b.check(t, testEnv())
	}
}

func TestFaultsOfAggregates(t *testing.T) {
	for _, b := range []bad{
		one(`sum(n) > big`, `9: column 'big' stands outside of an aggregate | group by it, or take its min or max`),
		one(`sum(max(n)) > 1`, `4: an aggregate stands within another`),
		one(`sum(*) > 1`, `0: sum takes one argument | write sum(x)`),
		one(`count() > 1`, `0: count takes one argument | write count(x)`),
		one(`sum(n, big) > 1`, `0: sum takes one argument`),
		one(`sum(s) > 1`, `4: sum takes a number, got a string`),
		one(`avg(d) > 1`, `4: avg takes a number, got a date`),
		one(`max(ok)`, `4: values of the type bool have no order`),
		one(`max(DISTINCT n) > 1`, `0: DISTINCT changes nothing in max`),
		one(`count(DISTINCT j) > 1`, `15: values of the type json cannot be told apart`),
		one(`bool_and(n)`, `9: bool_and takes a condition, got an int32`),
	} {
		b.check(t, groupEnv())
	}
	one(`sum(n) > 5`, `0: sum is an aggregate, and this is a condition on one row | group_expression judges groups of rows`).check(t, testEnv())
}

func TestErrorsAreJoined(t *testing.T) {
	_, err := Parse(`foo = 1 AND bar = 2`, Env{})
	if want := "offset 0: unknown column 'foo'\noffset 12: unknown column 'bar'"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	var fault *Error
	if !errors.As(err, &fault) || fault.Offset != 0 {
		t.Errorf("got %v", fault)
	}
}
