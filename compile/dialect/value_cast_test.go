package dialect_test

import (
	"fmt"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func castNode(x ast.Node, t gate.Type) ast.Node { return ast.Cast{X: x, Type: t} }

func castCases(v *values) []valueCase {
	var cases []valueCase
	// Texts as the grammar of a cast admits them.
	for _, c := range []struct {
		t          gate.Type
		text, want string
	}{
		{boolType, "true", "true"},
		{boolType, "false", "false"},
		{int64Type, "9223372036854775807", "9223372036854775807"},
		{int64Type, "-9223372036854775808", "-9223372036854775808"},
		{int64Type, "+007", "7"},
		{int64Type, "-0", "0"},
		{int32Type, "-2147483648", "-2147483648"},
		{int8Type, "-128", "-128"},
		{uint8Type, "255", "255"},
		{uint8Type, "-0", "0"},
		{uint64Type, "18446744073709551615", "18446744073709551615"},
		{int128Type, "-170141183460469231731687303715884105728", "-170141183460469231731687303715884105728"},
		{sized(10, 2), "12345678.90", "12345678.9"},
		{sized(10, 2), "-.5", "-0.5"},
		{sized(10, 2), "+5.", "5"},
		{sized(10, 2), "0001.50000000000000000000000000000000000000000000", "1.5"},
		{sized(38, 38), "0.99999999999999999999999999999999999999", "0.99999999999999999999999999999999999999"},
		{sized(38, 0), "99999999999999999999999999999999999999", "99999999999999999999999999999999999999"},
		{float64Type, "1.5e3", "1500"},
		{float64Type, ".5", "0.5"},
		{float64Type, "5.", "5"},
		{float64Type, "+5.e+01", "50"},
		{float64Type, "-0", "0"},
		{float64Type, "NaN", "NaN"},
		{float64Type, "nan", "NaN"},
		{float64Type, "Infinity", "+Inf"},
		{float64Type, "-inf", "-Inf"},
		{float64Type, "+Inf", "+Inf"},
		{float64Type, "1.7976931348623157e308", "1.7976931348623157e+308"},
		{float64Type, "5e-324", "5e-324"},
		{float64Type, "0.1000000000000000055511151231257827021181583404541015625", "0.1"},
		{dateType, "0001-01-01", "0001-01-01"},
		{dateType, "9999-12-31", "9999-12-31"},
		{timeType, "23:59:59.999999", "23:59:59.999999"},
		{timeType, "00:00:00", "00:00:00"},
		{tsType, "2024-02-29 03:04:05.5", "2024-02-29 03:04:05.5"},
		{tsType, "0001-01-01 00:00:00", "0001-01-01 00:00:00"},
		{tzType, "2024-02-29 03:04:05.5+00", "2024-02-29 03:04:05.5+00"},
		{tzType, "9999-12-31 23:59:59.999999+00", "9999-12-31 23:59:59.999999+00"},
		{tzType, "2024-02-29 03:04:05+05:30", "2024-02-28 21:34:05+00"},
		{gate.Type{Kind: gate.KindUUID}, "123e4567-e89b-12d3-a456-426614174000", "123e4567-e89b-12d3-a456-426614174000"},
		{gate.Type{Kind: gate.KindEnum}, "it's", "it's"},
		{dateType, null, "NULL"},
	} {
		cases = append(cases, valueCase{name: fmt.Sprintf("%s of the text %q", c.t, c.text), node: castNode(v.of(stringType, c.text), c.t), want: c.want})
	}
	// Texts of values.
	for _, c := range []struct {
		t          gate.Type
		text, want string
	}{
		{boolType, "true", "true"},
		{int64Type, "-5", "-5"},
		{uint64Type, "18446744073709551615", "18446744073709551615"},
		{sized(10, 2), "1.5", "1.50"},
		{sized(2, 2), "-0.5", "-0.50"},
		{sized(38, 38), "0", "0.00000000000000000000000000000000000000"},
		{sized(5, 0), "7", "7"},
		{sized(12, 10), "1.5", "1.5000000000"},
		{dateType, "0987-01-02", "0987-01-02"},
		{timeType, "01:02:03.120000", "01:02:03.12"},
		{timeType, "01:02:00", "01:02:00"},
		{tsType, "2024-01-02 03:04:05.120000", "2024-01-02 03:04:05.12"},
		{tsType, "2024-01-02 00:00:00", "2024-01-02 00:00:00"},
		{tzType, "2024-01-02 03:04:05.000001+00", "2024-01-02 03:04:05.000001+00"},
		{gate.Type{Kind: gate.KindUUID}, "123E4567-E89B-12D3-A456-426614174000", "123e4567-e89b-12d3-a456-426614174000"},
		{int64Type, null, "NULL"},
	} {
		but := map[string]string{}
		if c.t.Kind == gate.KindUUID {
			but["bigquery"] = c.text // a text
		}
		cases = append(cases, valueCase{name: fmt.Sprintf("text of the %s %q", c.t, c.text), node: castNode(v.of(c.t, c.text), stringType), want: c.want, but: but})
	}
	everywhere := map[string]string{"duckdb": refused, "postgres": refused, "bigquery": refused}
	money := v.of(sized(10, 2), "1.50")
	late := v.of(tzType, "2024-03-10 23:30:00.25+00")
	return append(cases,
		valueCase{name: "text of a computed decimal", node: castNode(op(ast.Mul, money, money, decimalType), stringType), want: "2.2500"},
		valueCase{name: "text of a sum of decimals", node: castNode(op(ast.Sub, money, lit(sized(3, 2), "1.25"), decimalType), stringType), want: "0.25"},
		valueCase{name: "text of a number of days", node: castNode(ast.DateDiff{Unit: ast.Day, From: v.of(dateType, "2024-01-01"), To: v.of(dateType, "2024-01-03")}, stringType), want: "2"},
		valueCase{name: "date to timestamp", node: castNode(v.of(dateType, "2024-01-02"), tsType), want: "2024-01-02 00:00:00"},
		valueCase{name: "date to timestamptz", node: castNode(v.of(dateType, "2024-01-02"), tzType), want: "2024-01-02 00:00:00+00"},
		valueCase{name: "timestamp to date", node: castNode(v.of(tsType, "1969-12-31 23:59:59.9"), dateType), want: "1969-12-31"},
		valueCase{name: "timestamp to timestamptz", node: castNode(v.of(tsType, "2024-01-02 23:00:00"), tzType), want: "2024-01-02 23:00:00+00"},
		valueCase{name: "timestamptz to timestamp", node: castNode(late, tsType), want: "2024-03-10 23:30:00.25"},
		valueCase{name: "timestamptz to date", node: castNode(late, dateType), want: "2024-03-10"},
		valueCase{name: "integer to float", node: castNode(v.of(int64Type, "9007199254740993"), float64Type), want: "9.007199254740992e+15"},
		valueCase{name: "integer to decimal", node: castNode(v.of(int32Type, "12"), sized(12, 2)), want: "12"},
		valueCase{name: "decimal to wider decimal", node: castNode(money, sized(12, 4)), want: "1.5"},
		valueCase{name: "decimal to float", node: castNode(v.of(sized(38, 20), "0.12345678901234567890"), float64Type), want: "0.12345678901234568"},
		valueCase{name: "int8 to int64", node: castNode(v.of(int8Type, "-5"), int64Type), want: "-5"},
		valueCase{name: "null to decimal", node: castNode(ast.Null{Type: stringType}, sized(5, 2)), want: "NULL"},
		valueCase{name: "json of a text", node: call(ast.JSONValue, stringType, castNode(v.of(stringType, `{"a": "x"}`), gate.Type{Kind: gate.KindJSON}), text("$.a")), want: "x"},
		valueCase{name: "float to text", node: castNode(v.of(float64Type, "1"), stringType), but: everywhere},
		valueCase{name: "float to integer", node: castNode(v.of(float64Type, "1"), int64Type), but: everywhere},
		valueCase{name: "decimal to integer", node: castNode(money, int64Type), but: everywhere},
		valueCase{name: "decimal to fewer places", node: castNode(money, sized(10, 1)), but: everywhere},
		valueCase{name: "bool to integer", node: castNode(v.of(boolType, "true"), int64Type), but: everywhere},
		valueCase{name: "date to integer", node: castNode(v.of(dateType, "2024-01-02"), int64Type), but: everywhere},
	)
}
