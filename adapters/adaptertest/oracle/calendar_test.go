package oracle

import (
	"testing"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func TestDates(t *testing.T) {
	d := func(text string) ast.Node { return lit(gate.KindDate, text) }
	ts := func(text string) ast.Node { return lit(gate.KindTimestamp, text) }
	add := func(x ast.Node, n string, u ast.Unit) ast.Node { return ast.DateAdd{X: x, N: num(n), Unit: u} }
	diff := func(u ast.Unit, from, to ast.Node) ast.Node { return ast.DateDiff{Unit: u, From: from, To: to} }
	trunc := func(u ast.Unit, x ast.Node) ast.Node { return ast.DateTrunc{Unit: u, X: x} }
	value := func(n ast.Node) Value {
		v, err := Eval(n, nil)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	runEval(t, []evalCase{
		{"a month that is too short", add(d("2024-01-31"), "1", ast.Month), value(d("2024-02-29"))},
		{"a year later", add(d("2024-02-29"), "1", ast.Year), value(d("2025-02-28"))},
		{"quarters back", add(d("2024-01-31"), "-1", ast.Quarter), value(d("2023-10-31"))},
		{"weeks", add(d("2024-02-26"), "1", ast.Week), value(d("2024-03-04"))},
		{"hours over midnight", add(ts("2024-02-28 23:30:00.5"), "1", ast.Hour), value(ts("2024-02-29 00:30:00.5"))},
		{"infinity stays", add(col("forever"), "1", ast.Day), Date(Infinity)},
		{"years crossed", diff(ast.Year, d("2023-12-31"), d("2024-01-01")), Int(1)},
		{"days back", diff(ast.Day, ts("2024-01-01 00:00:00"), ts("2023-12-31 23:59:59")), Int(-1)},
		{"hours crossed", diff(ast.Hour, ts("2024-01-01 00:59:59"), ts("2024-01-01 01:00:00")), Int(1)},
		{"a week begins on Monday", diff(ast.Week, d("2024-03-03"), d("2024-03-04")), Int(1)},
		{"and ends on Sunday", diff(ast.Week, d("2024-03-04"), d("2024-03-10")), Int(0)},
		{"quarters crossed", diff(ast.Quarter, d("2023-12-31"), d("2024-04-01")), Int(2)},
		{"start of the week", trunc(ast.Week, d("2024-03-03")), value(d("2024-02-26"))},
		{"start of the week before 1970", trunc(ast.Week, d("1969-12-31")), value(d("1969-12-29"))},
		{"start of the hour before 1970", trunc(ast.Hour, ts("1969-12-31 23:59:59.5")), value(ts("1969-12-31 23:00:00"))},
		{"start of the quarter", trunc(ast.Quarter, d("2024-06-30")), value(d("2024-04-01"))},
		{"Monday", call1(ast.DayOfWeek, d("2024-03-04")), Int(1)},
		{"Sunday", call1(ast.DayOfWeek, d("1969-12-28")), Int(7)},
		{"year 1", call1(ast.YearOf, d("0001-01-01")), Int(1)},
		{"whole seconds", call1(ast.SecondOf, ts("2024-01-01 00:00:59.999999")), Int(59)},
		{"a part of infinity", call1(ast.YearOf, col("forever")), nil},
		{"hour of a time", call1(ast.HourOf, lit(gate.KindTime, "23:59:59")), Int(23)},
		{"a day's start", ast.Cast{X: d("2024-02-29"), Type: typ(gate.KindTimestamp)}, value(ts("2024-02-29 00:00:00"))},
		{"a timestamp's day before 1970", ast.Cast{X: ts("1969-12-31 23:59:59"), Type: typ(gate.KindDate)}, value(d("1969-12-31"))},
		{"an integer's text", ast.Cast{X: ast.Cast{X: num("-7"), Type: typ(gate.KindInt64)}, Type: typ(gate.KindString)}, Text("-7")},
	})
	for text, v := range map[string]Value{
		"0001-01-01": value(d("0001-01-01")), "9999-12-31": value(d("9999-12-31")), "infinity": Date(Infinity), "-infinity": Date(-Infinity),
	} {
		if got := FormatDate(v.(Date)); got != text {
			t.Errorf("FormatDate gives %s, want %s", got, text)
		}
	}
	if got := FormatTimestamp(value(ts("1969-12-31 23:59:59.5")).(Timestamp)); got != "1969-12-31 23:59:59.5" {
		t.Errorf("FormatTimestamp gives %s", got)
	}
}
