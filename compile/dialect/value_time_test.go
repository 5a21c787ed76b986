package dialect_test

import (
	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

var (
	dateType = gate.Type{Kind: gate.KindDate}
	timeType = gate.Type{Kind: gate.KindTime}
	tsType   = gate.Type{Kind: gate.KindTimestamp}
	tzType   = gate.Type{Kind: gate.KindTimestamptz}
)

func timeCases(v *values) []valueCase {
	d := func(text string) ast.Node { return v.of(dateType, text) }
	ts := func(text string) ast.Node { return v.of(tsType, text) }
	tz := func(text string) ast.Node { return v.of(tzType, text) }
	add := func(x ast.Node, n string, u ast.Unit) ast.Node { return ast.DateAdd{X: x, N: integer(n), Unit: u} }
	diff := func(u ast.Unit, from, to ast.Node) ast.Node { return ast.DateDiff{Unit: u, From: from, To: to} }
	trunc := func(u ast.Unit, x ast.Node) ast.Node { return ast.DateTrunc{Unit: u, X: x} }
	leap, none := d("2024-01-31"), d(null)
	endless := v.raw(dateType, map[string]string{"duckdb": "CAST('infinity' AS DATE)", "postgres": "CAST('infinity' AS date)", "bigquery": "CAST(NULL AS DATE)"})
	never := v.raw(tsType, map[string]string{"duckdb": "CAST('-infinity' AS TIMESTAMP)", "postgres": "CAST('-infinity' AS timestamp)", "bigquery": "CAST(NULL AS DATETIME)"})
	ever := v.raw(tzType, map[string]string{"duckdb": "CAST('infinity' AS TIMESTAMPTZ)", "postgres": "CAST('infinity' AS timestamptz)", "bigquery": "CAST(NULL AS TIMESTAMP)"})
	bc := v.raw(dateType, map[string]string{"duckdb": "CAST('0001-01-01 (BC)' AS DATE)", "postgres": "CAST('0001-01-01 BC' AS date)", "bigquery": "CAST(NULL AS DATE)"})
	nanos := v.raw(gate.Type{Kind: gate.KindTimestamp, Precision: 9}, map[string]string{
		"duckdb": "CAST('2024-01-31 00:00:00' AS TIMESTAMP_NS)", "postgres": "CAST('2024-01-31 00:00:00' AS timestamp)", "bigquery": "DATETIME '2024-01-31 00:00:00'",
	})
	far := ts("9999-12-31 00:00:00")
	late := tz("2024-03-10 23:30:00.25+00")
	infinite := map[string]string{"bigquery": "NULL"}
	n := v.of(int64Type, "2")
	return []valueCase{
		{name: "date + 1 day", node: add(leap, "1", ast.Day), want: "2024-02-01"},
		{name: "date - 1 day", node: add(leap, "-31", ast.Day), want: "2023-12-31"},
		{name: "date + 1 month", node: add(leap, "1", ast.Month), want: "2024-02-29"},
		{name: "date + 13 months", node: add(leap, "13", ast.Month), want: "2025-02-28"},
		{name: "date - 2 months", node: add(leap, "-2", ast.Month), want: "2023-11-30"},
		{name: "date + 1 quarter", node: add(leap, "1", ast.Quarter), want: "2024-04-30"},
		{name: "date + 1 week", node: add(leap, "1", ast.Week), want: "2024-02-07"},
		{name: "leap day + 1 year", node: add(d("2024-02-29"), "1", ast.Year), want: "2025-02-28"},
		{name: "date + n days", node: ast.DateAdd{X: leap, N: n, Unit: ast.Day}, want: "2024-02-02"},
		{name: "date + n weeks", node: ast.DateAdd{X: leap, N: n, Unit: ast.Week}, want: "2024-02-14"},
		{name: "date + n years", node: ast.DateAdd{X: leap, N: op(ast.Add, n, integer("1"), int64Type), Unit: ast.Year}, want: "2027-01-31"},
		{name: "date + null", node: ast.DateAdd{X: leap, N: v.of(int64Type, null), Unit: ast.Day}, want: "NULL"},
		{name: "null + 1 day", node: add(none, "1", ast.Day), want: "NULL"},
		{name: "date + too much", node: ast.DateAdd{X: leap, N: v.of(int64Type, "9223372036854775807"), Unit: ast.Day}, want: "ERROR"},
		{name: "infinite date + 1 day", node: add(endless, "1", ast.Day), want: "infinity", but: infinite},
		{name: "infinite date + 1 month", node: add(endless, "1", ast.Month), want: "infinity", but: infinite},
		{name: "timestamp + 90 minutes", node: add(ts("2024-02-28 23:00:00.5"), "90", ast.Minute), want: "2024-02-29 00:30:00.5"},
		{name: "timestamp + n hours", node: ast.DateAdd{X: ts("2024-02-28 23:00:00"), N: n, Unit: ast.Hour}, want: "2024-02-29 01:00:00"},
		{name: "timestamp + n seconds", node: ast.DateAdd{X: ts("2024-02-28 23:59:59.25"), N: n, Unit: ast.Second}, want: "2024-02-29 00:00:01.25"},
		{name: "timestamp - 1 second", node: add(ts("1970-01-01 00:00:00"), "-1", ast.Second), want: "1969-12-31 23:59:59"},
		{name: "timestamp + 1 month", node: add(ts("2024-01-31 01:02:03"), "1", ast.Month), want: "2024-02-29 01:02:03"},
		{name: "infinite timestamp + 1 hour", node: add(never, "1", ast.Hour), want: "-infinity", but: infinite},
		{name: "timestamptz + 1 day", node: add(late, "1", ast.Day), want: "2024-03-11 23:30:00.25+00"},
		{name: "timestamptz + 1 month", node: add(tz("2024-01-31 23:30:00+00"), "1", ast.Month), want: "2024-02-29 23:30:00+00"},
		{name: "timestamptz + 45 minutes", node: add(late, "45", ast.Minute), want: "2024-03-11 00:15:00.25+00"},
		{name: "infinite timestamptz + 1 day", node: add(ever, "1", ast.Day), want: "infinity", but: infinite},

		{name: "days", node: diff(ast.Day, d("2024-02-28"), d("2024-03-01")), want: "2"},
		{name: "days back", node: diff(ast.Day, d("2024-03-01"), d("2024-02-28")), want: "-2"},
		{name: "days of timestamps", node: diff(ast.Day, ts("2024-01-01 23:59:59"), ts("2024-01-02 00:00:00")), want: "1"},
		{name: "days of timestamps within one", node: diff(ast.Day, ts("2024-01-01 00:00:00"), ts("2024-01-01 23:59:59")), want: "0"},
		{name: "days of timestamptz", node: diff(ast.Day, tz("2024-01-01 20:00:00+00"), tz("2024-01-01 23:59:59+00")), want: "0"},
		{name: "weeks from Sunday to Monday", node: diff(ast.Week, d("2024-01-07"), d("2024-01-08")), want: "1"},
		{name: "weeks from Monday to Sunday", node: diff(ast.Week, d("2024-01-08"), d("2024-01-14")), want: "0"},
		{name: "weeks back before 1970", node: diff(ast.Week, d("1969-12-29"), d("1969-12-28")), want: "-1"},
		{name: "weeks of timestamps", node: diff(ast.Week, ts("1969-12-28 23:59:59"), ts("1970-01-05 00:00:00")), want: "2"},
		{name: "months", node: diff(ast.Month, d("2023-12-31"), d("2024-01-01")), want: "1"},
		{name: "months back", node: diff(ast.Month, d("2024-03-01"), d("2022-12-31")), want: "-15"},
		{name: "quarters", node: diff(ast.Quarter, d("2023-12-31"), d("2024-04-01")), want: "2"},
		{name: "years", node: diff(ast.Year, ts("2023-12-31 23:59:59"), ts("2024-01-01 00:00:00")), want: "1"},
		{name: "hours", node: diff(ast.Hour, ts("2024-01-01 01:59:59.9"), ts("2024-01-01 02:00:00")), want: "1"},
		{name: "hours before 1970", node: diff(ast.Hour, ts("1969-12-31 23:59:59"), ts("1970-01-01 01:00:00")), want: "2"},
		{name: "hours back", node: diff(ast.Hour, ts("2024-01-01 02:00:00"), ts("2024-01-01 01:59:59")), want: "-1"},
		{name: "minutes", node: diff(ast.Minute, tz("2024-01-01 00:00:59+00"), tz("2024-01-01 00:01:00+00")), want: "1"},
		{name: "seconds before 1970", node: diff(ast.Second, ts("1969-12-31 23:59:58.9"), ts("1969-12-31 23:59:59.1")), want: "1"},
		{name: "seconds within one", node: diff(ast.Second, ts("1969-12-31 23:59:58.1"), ts("1969-12-31 23:59:58.9")), want: "0"},
		{name: "difference from null", node: diff(ast.Day, none, leap), want: "NULL"},
		{name: "difference from infinity", node: diff(ast.Day, endless, leap), want: "NULL"},
		{name: "weeks from infinity", node: diff(ast.Week, leap, endless), want: "NULL"},
		{name: "years from infinity", node: diff(ast.Year, never, ts("2024-01-01 00:00:00")), want: "NULL"},
		{name: "hours from infinity", node: diff(ast.Hour, ever, late), want: "NULL"},

		{name: "week of a date", node: trunc(ast.Week, d("2024-01-07")), want: "2024-01-01"},
		{name: "month of a date", node: trunc(ast.Month, leap), want: "2024-01-01"},
		{name: "quarter of a date", node: trunc(ast.Quarter, d("2024-06-30")), want: "2024-04-01"},
		{name: "day of a date", node: trunc(ast.Day, leap), want: "2024-01-31"},
		{name: "month of infinity", node: trunc(ast.Month, endless), want: "infinity", but: infinite},
		{name: "hour of a timestamp", node: trunc(ast.Hour, ts("1969-12-31 23:59:59.9")), want: "1969-12-31 23:00:00"},
		{name: "week of a timestamp", node: trunc(ast.Week, ts("1970-01-01 12:00:00")), want: "1969-12-29 00:00:00"},
		{name: "second of a timestamp", node: trunc(ast.Second, ts("1969-12-31 23:59:59.9")), want: "1969-12-31 23:59:59"},
		{name: "day of a timestamptz", node: trunc(ast.Day, late), want: "2024-03-10 00:00:00+00"},
		{name: "year of a timestamptz", node: trunc(ast.Year, late), want: "2024-01-01 00:00:00+00"},
		{name: "week of an infinite timestamptz", node: trunc(ast.Week, ever), want: "infinity", but: infinite},

		{name: "nanoseconds beside a late constant", node: compare(ast.Le, nanos, lit(nanos.(ast.Column).Type, "9999-12-31 00:00:00")), want: "true"},
		{name: "nanoseconds beside a late timestamp", node: compare(ast.Gt, far, nanos), want: "true"},
		{name: "nanoseconds among late constants", node: ast.In{X: nanos, List: []ast.Literal{lit(tsType, "9999-12-31 00:00:00"), lit(tsType, "2024-01-31 00:00:00")}}, want: "true"},
		{name: "nanoseconds or a late timestamp", node: call(ast.Greatest, tsType, nanos, far), want: "9999-12-31 00:00:00"},
		{name: "nanoseconds become a timestamp", node: ast.Cast{X: nanos, Type: tsType}, want: "2024-01-31 00:00:00"},
		{name: "year before the year 1", node: ast.Apply(ast.YearOf, bc), want: "0", but: infinite},
		{name: "years from before the year 1", node: diff(ast.Year, bc, d("0001-01-01")), want: "1", but: infinite},
		{name: "months from before the year 1", node: diff(ast.Month, bc, d("0001-01-01")), want: "12", but: infinite},
		{name: "quarters from before the year 1", node: diff(ast.Quarter, d("0001-01-01"), bc), want: "-4", but: infinite},
		{name: "year", node: ast.Apply(ast.YearOf, leap), want: "2024"},
		{name: "month", node: ast.Apply(ast.MonthOf, late), want: "3"},
		{name: "day", node: ast.Apply(ast.DayOf, late), want: "10"},
		{name: "hour", node: ast.Apply(ast.HourOf, late), want: "23"},
		{name: "minute", node: ast.Apply(ast.MinuteOf, ts("2024-01-01 01:02:03")), want: "2"},
		{name: "second", node: ast.Apply(ast.SecondOf, ts("1969-12-31 23:59:59.999")), want: "59"},
		{name: "second of a time", node: ast.Apply(ast.SecondOf, v.of(timeType, "01:02:03.9")), want: "3"},
		{name: "hour of a time", node: ast.Apply(ast.HourOf, v.of(timeType, "23:02:03.9")), want: "23"},
		{name: "dow of Monday", node: ast.Apply(ast.DayOfWeek, d("2024-01-01")), want: "1"},
		{name: "dow of Saturday", node: ast.Apply(ast.DayOfWeek, d("2024-01-06")), want: "6"},
		{name: "dow of Sunday", node: ast.Apply(ast.DayOfWeek, late), want: "7"},
		{name: "year of null", node: ast.Apply(ast.YearOf, none), want: "NULL"},
		{name: "year of infinity", node: ast.Apply(ast.YearOf, endless), want: "NULL"},
		{name: "dow of infinity", node: ast.Apply(ast.DayOfWeek, ever), want: "NULL"},
		{name: "second of -infinity", node: ast.Apply(ast.SecondOf, never), want: "NULL"},
		{name: "is_inf of a date", node: ast.Apply(ast.IsInf, endless), want: "true", but: infinite},
		{name: "is_finite of a timestamp", node: ast.Apply(ast.IsFinite, never), want: "false", but: infinite},
		{name: "is_nan of a date", node: ast.Apply(ast.IsNaN, leap), want: "false"},
		{name: "greatest of dates", node: call(ast.Greatest, dateType, leap, d("2024-02-01")), want: "2024-02-01"},
		{name: "the run's start", node: ast.IsNull{X: v.raw(tzType, map[string]string{"duckdb": "now()", "postgres": "now()", "bigquery": "CURRENT_TIMESTAMP()"})}, want: "false"},
	}
}
