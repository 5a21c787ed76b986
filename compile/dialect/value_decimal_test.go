package dialect_test

import (
	"fmt"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func round(x ast.Node, digits int) ast.Node {
	return call(ast.Round, ast.TypeOf(x), x, integer(fmt.Sprint(digits)))
}

func roundingCases(v *values) []valueCase {
	f := func(text string) ast.Node { return v.of(float64Type, text) }
	d := func(text string) ast.Node { return v.of(sized(6, 3), text) }
	return []valueCase{
		{name: "round 2.5", node: round(f("2.5"), 0), want: "3"},
		{name: "round -2.5", node: round(f("-2.5"), 0), want: "-3"},
		{name: "round 0.5", node: round(f("0.5"), 0), want: "1"},
		{name: "round below a half", node: round(f("0.49999999999999994"), 0), want: "0"},
		{name: "round 1.4999999999999998", node: round(f("1.4999999999999998"), 0), want: "1"},
		{name: "round 4503599627370495.5", node: round(f("4503599627370495.5"), 0), want: "4.503599627370496e+15"},
		{name: "round 4503599627370497", node: round(f("4503599627370497"), 0), want: "4.503599627370497e+15"},
		{name: "round -0.4", node: round(f("-0.4"), 0), want: "0"},
		{name: "round nan", node: round(f("NaN"), 2), want: "NaN"},
		{name: "round infinity", node: round(f("-Infinity"), 2), want: "-Inf"},
		{name: "round null", node: round(f(null), 2), want: "NULL"},
		{name: "round 1.115 to 2", node: round(f("1.115"), 2), want: "1.12"},
		{name: "round 1.005 to 2", node: round(f("1.005"), 2), want: "1"},
		{name: "round -2.675 to 2", node: round(f("-2.675"), 2), want: "-2.68"},
		{name: "round 0.285 to 2", node: round(f("0.285"), 2), want: "0.28"},
		{name: "round 1e300 to 2", node: round(f("1e300"), 2), want: "1e+300"},
		{name: "round 0.1234567890123456 to 22", node: round(f("0.1234567890123456"), 22), want: "0.1234567890123456"},
		{name: "round 1250 to -2", node: round(f("1250"), -2), want: "1300"},
		{name: "round -1250 to -2", node: round(f("-1250"), -2), want: "-1300"},
		{name: "round 49 to -2", node: round(f("49"), -2), want: "0"},
		{name: "round 5e-324 to -2", node: round(f("5e-324"), -2), want: "0"},
		{name: "round 5e-324 to 2", node: round(f("5e-324"), 2), want: "0"},
		{name: "round float32", node: compare(ast.Eq, round(v.of(float32Type, "0.16"), 1), lit(float32Type, "0.2")), want: "true"},
		{name: "round a decimal", node: round(d("2.500"), 0), want: "3"},
		{name: "round a negative decimal", node: round(d("-2.500"), 0), want: "-3"},
		{name: "round a decimal to 2", node: round(d("2.675"), 2), want: "2.68"},
		{name: "round a decimal to more places", node: round(d("2.675"), 9), want: "2.675"},
		{name: "round a decimal up", node: round(d("999.999"), 1), want: "1000"},
		{name: "round a decimal to -1", node: round(d("995.000"), -1), want: "1000"},
		{name: "round a decimal to -3", node: round(d("500.000"), -3), want: "1000"},
		{name: "round a decimal to -4", node: round(d("999.999"), -4), want: "0"},
		{name: "round a whole decimal", node: round(v.of(sized(2, 0), "55"), -2), want: "100"},
		{name: "round an integer", node: round(v.of(int64Type, "12345"), 2), want: "12345"},
		{name: "round an integer to -2", node: round(v.of(int64Type, "-12350"), -2), want: "-12400"},
		{name: "round an int8 to -2", node: round(v.of(int8Type, "127"), -1), want: "130"},
		{name: "round a large integer", node: round(v.of(int64Type, "9223372036854775807"), -1), want: "ERROR"},
		{name: "floor of a decimal", node: ast.Apply(ast.Floor, d("-0.001")), want: "-1"},
		{name: "ceil of a decimal", node: ast.Apply(ast.Ceil, v.of(sized(3, 1), "99.9")), want: "100"},
	}
}

func decimalCases(v *values) []valueCase {
	money := v.of(sized(10, 2), "12345678.90")
	tiny := v.of(sized(38, 20), "0.00000000000000000001")
	numeric := v.of(sized(38, 9), "0.000000001")
	long := v.of(sized(38, 10), "1234567890123456789012345678.0000000001")
	if1 := v.of(int64Type, "3")
	unlike := map[string]string{"duckdb": refused, "bigquery": refused}
	mod := func(x, y ast.Node) ast.Node { return op(ast.Mod, x, y, decimalType) }
	return []valueCase{
		{name: "add decimals", node: op(ast.Add, money, lit(sized(2, 2), "0.01"), decimalType), want: "12345678.91"},
		{name: "add an integer to a decimal", node: op(ast.Add, money, integer("1"), decimalType), want: "12345679.9"},
		{name: "add a column of integers to a decimal", node: op(ast.Add, money, if1, decimalType), want: "12345681.9"},
		{name: "multiply decimals", node: op(ast.Mul, money, money, decimalType), want: "152415787501905.21"},
		{name: "add decimals of 18 digits", node: op(ast.Add, v.of(sized(18, 0), "999999999999999999"), lit(sized(1, 0), "1"), decimalType), want: "1000000000000000000"},
		{name: "add long decimals and multiply", node: op(ast.Mul, op(ast.Add, v.of(sized(18, 2), "9999999999999999.99"), v.of(sized(18, 2), "9999999999999999.99"), decimalType), lit(sized(2, 1), "1.5"), decimalType), want: "29999999999999999.97"},
		{name: "products are exact", node: op(ast.Mul, numeric, numeric, decimalType), want: "0.000000000000000001"},
		{name: "products that are too fine", node: op(ast.Mul, tiny, tiny, decimalType), want: "0.0000000000000000000000000000000000000001", but: unlike},
		{name: "constant decimals", node: op(ast.Mul, lit(decimalType, "100000"), lit(decimalType, "100000"), decimalType), want: "10000000000"},
		{name: "add floats and decimals", node: op(ast.Add, money, v.of(float64Type, "0.5"), float64Type), want: "1.23456794e+07"},
		{name: "mod of decimals", node: mod(v.of(sized(5, 2), "5.50"), lit(sized(3, 2), "2.25")), want: "1"},
		{name: "mod of a negative decimal", node: mod(v.of(sized(5, 2), "-5.50"), lit(sized(3, 2), "2.25")), want: "-1"},
		{name: "mod of decimals by zero", node: mod(money, v.of(sized(5, 2), "0.00")), want: "NULL"},
		{name: "mod of long decimals", node: mod(long, lit(sized(2, 2), "0.01")), want: "0.0000000001"},
		{name: "mod of a long decimal by a fine one", node: mod(v.of(sized(38, 10), "1.5000000000"), lit(sized(20, 20), "0.00000000000000000007")), want: "0.00000000000000000003"},
		{name: "mod of a decimal by an integer", node: mod(money, if1), want: "0.9"},
		{name: "mod of uint64", node: op(ast.Mod, v.of(uint64Type, "18446744073709551615"), integer("10"), decimalType), want: "5"},
		{name: "neg of a decimal", node: ast.Apply(ast.Neg, money), want: "-12345678.9"},
		{name: "abs of a decimal", node: ast.Apply(ast.Abs, v.of(sized(4, 2), "-0.05")), want: "0.05"},
		{name: "greatest of decimals", node: call(ast.Greatest, decimalType, money, lit(sized(12, 4), "12345678.9001")), want: "12345678.9001"},
		{name: "case of decimals and integers", node: ast.Case{Whens: []ast.When{{If: lit(boolType, "true"), Then: if1}}, Else: money, Type: decimalType}, want: "3"},
		{name: "case of a long and a fine decimal", node: ast.Case{Whens: []ast.When{{If: lit(boolType, "false"), Then: v.of(sized(38, 0), "7")}}, Else: v.of(sized(20, 9), "2.000000001"), Type: decimalType}, want: "2.000000001"},
		{name: "greatest of a product and a fine decimal", node: call(ast.Least, decimalType, op(ast.Mul, if1, if1, decimalType), v.of(sized(20, 9), "2.25")), want: "2.25"},
		{name: "coalesce of a long decimal and a constant", node: call(ast.Coalesce, decimalType, v.of(sized(38, 0), null), lit(sized(5, 4), "2.2501")), want: "2.2501"},
		{name: "neg of a null decimal", node: ast.Apply(ast.Neg, ast.Null{Type: decimalType}), want: "NULL"},
		{name: "coalesce of null and the finest decimal", node: call(ast.Coalesce, decimalType, ast.Null{Type: decimalType}, v.of(sized(38, 38), "0.00000000000000000000000000000000000001")), want: "0.00000000000000000000000000000000000001"},
		{name: "coalesce of null and the longest decimal", node: call(ast.Coalesce, decimalType, ast.Null{Type: decimalType}, v.of(sized(38, 0), "99999999999999999999999999999999999999")), want: "99999999999999999999999999999999999999"},
		{name: "mod of a decimal by a constant zero", node: ast.Apply(ast.Neg, mod(money, lit(decimalType, "0"))), want: "NULL"},
		{name: "is_finite of a decimal", node: ast.Apply(ast.IsFinite, money), want: "true"},
		{name: "compare decimals of several scales", node: compare(ast.Lt, money, lit(sized(12, 4), "12345678.9001")), want: "true"},
		{name: "sums of constants", node: op(ast.Sub, op(ast.Add, lit(decimalType, "0.1"), lit(decimalType, "0.2"), decimalType), lit(decimalType, "0.3"), decimalType), want: "0"},
	}
}

// aggregateCases aggregate the batch's one row.
func aggregateCases(v *values) []valueCase {
	agg := func(f ast.AggFunc, x ast.Node, t gate.Type) ast.Node { return ast.Aggregate{Func: f, X: x, Type: t} }
	i, none := v.of(int64Type, "3"), v.of(int64Type, null)
	most := v.of(int64Type, "9223372036854775807")
	nan := v.of(float64Type, "NaN")
	yes := v.of(boolType, "true")
	d := v.of(sized(10, 2), "1.50")
	return []valueCase{
		{name: "count(*)", node: ast.Aggregate{Func: ast.Count, Type: int64Type}, want: "1"},
		{name: "count of null", node: agg(ast.Count, none, int64Type), want: "0"},
		{name: "count distinct nan", node: ast.Aggregate{Func: ast.Count, X: nan, Distinct: true, Type: int64Type}, want: "1"},
		{name: "sum of integers", node: agg(ast.Sum, i, int64Type), want: "3"},
		{name: "sum of nothing", node: agg(ast.Sum, none, int64Type), want: "NULL"},
		{name: "sum of a large integer plus one", node: op(ast.Add, agg(ast.Sum, most, int64Type), integer("1"), int64Type), want: "ERROR"},
		{name: "sum of decimals", node: agg(ast.Sum, d, decimalType), want: "1.5"},
		{name: "avg of integers", node: agg(ast.Avg, i, float64Type), want: "3"},
		{name: "avg of a large integer", node: agg(ast.Avg, most, float64Type), want: "9.223372036854776e+18"},
		{name: "avg of decimals", node: agg(ast.Avg, d, float64Type), want: "1.5"},
		{name: "avg of nothing", node: agg(ast.Avg, none, float64Type), want: "NULL"},
		{name: "min of nan", node: agg(ast.Min, nan, float64Type), want: "NaN"},
		{name: "max of text", node: agg(ast.Max, v.of(stringType, "é"), stringType), want: "é"},
		{name: "max of bool", node: agg(ast.Max, yes, boolType), want: "true"},
		{name: "bool_and", node: agg(ast.BoolAnd, yes, boolType), want: "true"},
		{name: "stddev of one value", node: agg(ast.StdDev, i, float64Type), want: "NULL"},
		{name: "stddev of one nan", node: agg(ast.StdDev, nan, float64Type), want: "NULL"},
		{name: "stddev of nothing", node: agg(ast.StdDev, none, float64Type), want: "NULL"},
		{name: "aggregates in a comparison", node: compare(ast.Eq, agg(ast.Sum, i, int64Type), agg(ast.Max, i, int64Type)), want: "true"},
		{name: "aggregates in a case", node: ast.Case{Whens: []ast.When{{If: compare(ast.Gt, agg(ast.Max, nan, float64Type), lit(float64Type, "1")), Then: integer("1")}}, Else: integer("2"), Type: int64Type}, want: "2"},
		{name: "sum of a case", node: agg(ast.Sum, ast.Case{Whens: []ast.When{{If: yes, Then: integer("1")}}, Else: integer("0"), Type: int64Type}, int64Type), want: "1"},
	}
}
