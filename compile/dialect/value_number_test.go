package dialect_test

import (
	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

var (
	boolType    = gate.Type{Kind: gate.KindBool}
	int8Type    = gate.Type{Kind: gate.KindInt8}
	int32Type   = gate.Type{Kind: gate.KindInt32}
	int64Type   = gate.Type{Kind: gate.KindInt64}
	uint8Type   = gate.Type{Kind: gate.KindUint8}
	uint64Type  = gate.Type{Kind: gate.KindUint64}
	int128Type  = gate.Type{Kind: gate.KindInt128}
	float32Type = gate.Type{Kind: gate.KindFloat32}
	float64Type = gate.Type{Kind: gate.KindFloat64}
	decimalType = gate.Type{Kind: gate.KindDecimal}
	stringType  = gate.Type{Kind: gate.KindString}
)

func sized(precision, scale int) gate.Type {
	return gate.Type{Kind: gate.KindDecimal, Precision: precision, Scale: scale}
}

func lit(t gate.Type, text string) ast.Literal { return ast.Literal{Text: text, Type: t} }

func integer(text string) ast.Literal { return lit(int64Type, text) }

func op(op ast.ArithOp, l, r ast.Node, t gate.Type) ast.Node {
	return ast.Arith{Op: op, L: l, R: r, Type: t}
}

func call(f ast.Func, t gate.Type, args ...ast.Node) ast.Node {
	return ast.Call{Func: f, Args: args, Type: t}
}

func compare(op ast.CompareOp, l, r ast.Node) ast.Node { return ast.Compare{Op: op, L: l, R: r} }

// logicCases are the comparisons and connectives, above all with NULL and NaN.
func logicCases(v *values) []valueCase {
	nan, one, none := v.of(float64Type, "NaN"), v.of(float64Type, "1"), v.of(float64Type, null)
	nan2, inf := v.of(float64Type, "NaN"), v.of(float64Type, "Infinity")
	small := v.of(float32Type, "0.1")
	big := v.of(float32Type, "16777216")
	i, nothing := v.of(int64Type, "5"), v.of(int64Type, null)
	yes, no, unknown := v.of(boolType, "true"), v.of(boolType, "false"), v.of(boolType, null)
	huge, wide := v.of(int128Type, "170141183460469231731687303715884105727"), v.of(sized(38, 10), "-9999999999999999999999999999.9999999999")
	all := v.of(sized(38, 38), "-0.99999999999999999999999999999999999999")
	noBigQuery := map[string]string{"bigquery": "ERROR"}
	long := v.of(sized(38, 2), "123456789012345678901234567890.12")
	longFloat := v.of(float64Type, "123456789012345678901234567890.12")
	return []valueCase{
		{name: "nan = nan", node: compare(ast.Eq, nan, nan2), want: "false"},
		{name: "nan <> nan", node: compare(ast.Ne, nan, nan2), want: "true"},
		{name: "nan < 1", node: compare(ast.Lt, nan, one), want: "false"},
		{name: "nan >= 1", node: compare(ast.Ge, nan, one), want: "false"},
		{name: "1 <= nan", node: compare(ast.Le, one, nan), want: "false"},
		{name: "not nan < 1", node: ast.Not{X: compare(ast.Lt, nan, one)}, want: "true"},
		{name: "not nan = 1", node: ast.Not{X: compare(ast.Eq, nan, one)}, want: "true"},
		{name: "nan > constant", node: compare(ast.Gt, nan, lit(float64Type, "1")), want: "false"},
		{name: "constant < nan", node: compare(ast.Lt, lit(float64Type, "1"), nan), want: "false"},
		{name: "nan > null", node: compare(ast.Gt, nan, none), want: "NULL"},
		{name: "inf > 1", node: compare(ast.Gt, inf, one), want: "true"},
		{name: "nan distinct nan", node: ast.Distinct{L: nan, R: nan2}, want: "false"},
		{name: "nan distinct 1", node: ast.Distinct{L: nan, R: one}, want: "true"},
		{name: "nan distinct null", node: ast.Distinct{L: nan, R: none}, want: "true"},
		{name: "null distinct nan", node: ast.Distinct{L: none, R: nan}, want: "true"},
		{name: "null distinct null", node: ast.Distinct{L: none, R: ast.Null{Type: float64Type}}, want: "false"},
		{name: "null distinct constant", node: ast.Distinct{L: none, R: lit(float64Type, "1")}, want: "true"},
		{name: "5 distinct 5", node: ast.Distinct{L: i, R: integer("5")}, want: "false"},
		{name: "nan in", node: ast.In{X: nan, List: []ast.Literal{lit(float64Type, "1")}}, want: "false"},
		{name: "nan not in", node: ast.Not{X: ast.In{X: nan, List: []ast.Literal{lit(float64Type, "1")}}}, want: "true"},
		{name: "null in", node: ast.In{X: none, List: []ast.Literal{lit(float64Type, "1")}}, want: "NULL"},
		{name: "null in nothing", node: ast.In{X: none}, want: "NULL"},
		{name: "float32 = float64", node: compare(ast.Eq, small, lit(float64Type, "0.1")), want: "false", but: map[string]string{"bigquery": "true"}},
		{name: "float32 = decimal", node: compare(ast.Eq, small, lit(sized(2, 1), "0.1")), want: "false", but: map[string]string{"bigquery": "true"}},
		{name: "float32 = float32", node: compare(ast.Eq, small, lit(float32Type, "0.1")), want: "true"},
		{name: "float32 in decimals", node: ast.In{X: small, List: []ast.Literal{lit(sized(2, 1), "0.1")}}, want: "false", but: map[string]string{"bigquery": "true"}},
		{name: "float32 beside a large integer", node: compare(ast.Eq, big, v.of(int64Type, "16777217")), want: "false"},
		{name: "float32 distinct a large integer", node: ast.Distinct{L: big, R: v.of(int64Type, "16777217")}, want: "true"},
		{name: "decimal beside a float", node: compare(ast.Eq, long, longFloat), want: "true"},
		{name: "decimals that no decimal holds both", node: compare(ast.Lt, wide, v.of(sized(38, 2), "-9999999999999999999999999999.99")), want: "true"},
		{name: "decimals that no decimal holds both are equal", node: compare(ast.Eq, v.of(sized(38, 20), "-1.5"), v.of(sized(38, 2), "-1.5")), want: "true"},
		{name: "a wide decimal and null", node: compare(ast.Lt, wide, v.of(sized(38, 2), null)), want: "NULL"},
		{name: "a wide decimal is distinct from null", node: ast.Distinct{L: wide, R: v.of(sized(38, 2), null)}, want: "true"},
		{name: "int128 beside a decimal", node: compare(ast.Gt, huge, wide), want: "true", but: noBigQuery},
		{name: "int128 beside a constant", node: compare(ast.Lt, huge, lit(sized(2, 1), "2.5")), want: "false", but: noBigQuery},
		{name: "decimals without whole digits", node: compare(ast.Lt, all, v.of(int64Type, "-1")), want: "false"},
		{name: "decimals without whole digits beside a constant", node: compare(ast.Gt, all, integer("-1")), want: "true"},
		{name: "a constant that no decimal of the type is", node: compare(ast.Gt, wide, lit(decimalType, "99999999999999999999999999999")), want: "false"},
		{name: "is true of null", node: ast.Is{X: unknown, Value: true}, want: "false"},
		{name: "is false of null", node: ast.Is{X: unknown}, want: "false"},
		{name: "is false of false", node: ast.Is{X: no}, want: "true"},
		{name: "is true of a comparison", node: ast.Is{X: compare(ast.Gt, i, nothing), Value: true}, want: "false"},
		{name: "null and false", node: ast.And{Terms: []ast.Node{unknown, no}}, want: "false"},
		{name: "null or true", node: ast.Or{Terms: []ast.Node{unknown, yes}}, want: "true"},
		{name: "not null and true", node: ast.Not{X: ast.And{Terms: []ast.Node{unknown, yes}}}, want: "NULL"},
		{name: "bound of another relation", node: ast.And{Terms: []ast.Node{
			compare(ast.Ge, nan, lit(float64Type, "0")), compare(ast.Le, one, lit(float64Type, "9")),
		}}, want: "false"},
		{name: "case takes what is true", node: ast.Case{Whens: []ast.When{{If: unknown, Then: integer("1")}, {If: yes, Then: integer("2")}}, Type: int64Type}, want: "2"},
		{name: "case without else", node: ast.Case{Whens: []ast.When{{If: no, Then: i}}, Type: int64Type}, want: "NULL"},
		{name: "case of several numbers", node: ast.Case{Whens: []ast.When{{If: no, Then: i}}, Else: lit(sized(3, 1), "2.5"), Type: float64Type}, want: "2.5"},
		{name: "case with null", node: ast.Case{Whens: []ast.When{{If: yes, Then: ast.Null{Type: decimalType}}}, Else: lit(sized(3, 1), "2.5"), Type: decimalType}, want: "NULL"},
		{name: "case without branches", node: ast.Case{Else: i, Type: int64Type}, want: "5"},
		{name: "coalesce", node: call(ast.Coalesce, int64Type, nothing, i), want: "5"},
		{name: "coalesce of several numbers", node: call(ast.Coalesce, float64Type, nothing, lit(sized(3, 1), "2.5")), want: "2.5"},
		{name: "nullif equal", node: call(ast.NullIf, int64Type, i, integer("5")), want: "NULL"},
		{name: "nullif other", node: call(ast.NullIf, int64Type, i, integer("6")), want: "5"},
		{name: "nullif of nan", node: call(ast.NullIf, float64Type, nan, nan2), want: "NaN"},
		{name: "nullif of null", node: call(ast.NullIf, int64Type, nothing, i), want: "NULL"},
		{name: "nullif with null", node: call(ast.NullIf, int64Type, i, nothing), want: "5"},
		{name: "greatest", node: call(ast.Greatest, float64Type, one, inf), want: "+Inf"},
		{name: "greatest with null", node: call(ast.Greatest, float64Type, one, none), want: "NULL"},
		{name: "greatest with nan", node: call(ast.Greatest, float64Type, one, nan), want: "NaN"},
		{name: "least with nan", node: call(ast.Least, float64Type, nan, one), want: "NaN"},
		{name: "least with nan and null", node: call(ast.Least, float64Type, nan, none), want: "NULL"},
		{name: "least of constants", node: call(ast.Least, int64Type, integer("3"), i), want: "3"},
		{name: "least of several numbers", node: call(ast.Least, float64Type, i, lit(sized(3, 1), "2.5")), want: "2.5"},
		{name: "least of one", node: call(ast.Least, float64Type, nan), want: "NaN"},
	}
}

// numberCases are the arithmetic and functions of integers and floats.
func numberCases(v *values) []valueCase {
	least, most := v.of(int64Type, "-9223372036854775808"), v.of(int64Type, "9223372036854775807")
	seven, zero, minus, none := v.of(int64Type, "7"), v.of(int64Type, "0"), v.of(int64Type, "-1"), v.of(int64Type, null)
	i8, u8, i32 := v.of(int8Type, "-128"), v.of(uint8Type, "200"), v.of(int32Type, "2147483647")
	u64 := v.of(uint64Type, "18446744073709551615")
	i128 := v.of(int128Type, "-170141183460469231731687303715884105727")
	f, nan, inf, fzero := v.of(float64Type, "2.5"), v.of(float64Type, "NaN"), v.of(float64Type, "Infinity"), v.of(float64Type, "0")
	negative, huge, fnone := v.of(float64Type, "-8"), v.of(float64Type, "1e308"), v.of(float64Type, null)
	f1 := func(text string) ast.Node { return v.of(float64Type, text) }
	power := func(x, y ast.Node) ast.Node { return call(ast.Power, float64Type, x, y) }
	return []valueCase{
		{name: "add", node: op(ast.Add, seven, integer("3"), int64Type), want: "10"},
		{name: "add null", node: op(ast.Add, seven, none, int64Type), want: "NULL"},
		{name: "subtract a negative", node: op(ast.Sub, seven, integer("-3"), int64Type), want: "10"},
		{name: "nested", node: op(ast.Mul, op(ast.Sub, seven, integer("3"), int64Type), op(ast.Sub, seven, op(ast.Sub, seven, integer("3"), int64Type), int64Type), int64Type), want: "12"},
		{name: "int64 overflows", node: op(ast.Add, most, integer("1"), int64Type), want: "ERROR"},
		{name: "int32 is widened", node: op(ast.Mul, i32, i32, int64Type), want: "4611686014132420609"},
		{name: "constants are widened", node: op(ast.Mul, integer("2147483647"), integer("2147483647"), int64Type), want: "4611686014132420609"},
		{name: "int8 is widened", node: op(ast.Sub, i8, integer("1"), int64Type), want: "-129"},
		{name: "unsigned goes below zero", node: op(ast.Sub, u8, integer("201"), int64Type), want: "-1"},
		{name: "length is widened", node: op(ast.Mul, ast.Apply(ast.Length, v.of(stringType, "abcd")), integer("1000000000"), int64Type), want: "4000000000"},
		{name: "mod", node: op(ast.Mod, seven, integer("3"), int64Type), want: "1"},
		{name: "mod of a negative", node: op(ast.Mod, integer("-7"), v.of(int64Type, "3"), int64Type), want: "-1"},
		{name: "mod by a negative", node: op(ast.Mod, seven, integer("-3"), int64Type), want: "1"},
		{name: "mod by zero", node: op(ast.Mod, seven, zero, int64Type), want: "NULL"},
		{name: "mod by a constant zero", node: op(ast.Mod, seven, integer("0"), int64Type), want: "NULL"},
		{name: "least mod -1", node: op(ast.Mod, least, minus, int64Type), want: "0"},
		{name: "least mod constant -1", node: op(ast.Mod, least, integer("-1"), int64Type), want: "0"},
		{name: "mod by null", node: op(ast.Mod, seven, none, int64Type), want: "NULL"},
		{name: "divide", node: op(ast.Div, seven, integer("2"), float64Type), want: "3.5"},
		{name: "divide by zero", node: op(ast.Div, seven, zero, float64Type), want: "NULL"},
		{name: "divide by a float zero", node: op(ast.Div, f, fzero, float64Type), want: "NULL"},
		{name: "divide by negative zero", node: op(ast.Div, f, f1("-0.0"), float64Type), want: "NULL"},
		{name: "divide zero by zero", node: op(ast.Div, fzero, fzero, float64Type), want: "NULL"},
		{name: "divide a decimal", node: op(ast.Div, v.of(sized(10, 2), "1.00"), lit(sized(1, 0), "3"), float64Type), want: "0.3333333333333333"},
		{name: "divide a long decimal", node: op(ast.Div, v.of(sized(38, 10), "1234567890123456789.0123456789"), v.of(int64Type, "1"), float64Type), want: "1.2345678901234568e+18"},
		{name: "divide by nan", node: op(ast.Div, f, nan, float64Type), want: "NaN"},
		{name: "divide by infinity", node: op(ast.Div, f, inf, float64Type), want: "0"},
		{name: "a sum with infinity", node: op(ast.Add, op(ast.Mul, inf, f, float64Type), huge, float64Type), want: "+Inf"},
		{name: "a float overflows within a difference", node: op(ast.Sub, op(ast.Mul, huge, huge, float64Type), op(ast.Mul, huge, huge, float64Type), float64Type), want: "ERROR"},
		{name: "a divisor overflows", node: op(ast.Div, f, op(ast.Mul, huge, lit(float64Type, "10"), float64Type), float64Type), want: "ERROR"},
		{name: "float overflows", node: op(ast.Mul, huge, huge, float64Type), want: "ERROR"},
		{name: "infinity less infinity", node: op(ast.Sub, inf, inf, float64Type), want: "NaN"},
		{name: "float and integer", node: op(ast.Add, f, seven, float64Type), want: "9.5"},
		{name: "float32 is widened", node: op(ast.Mul, v.of(float32Type, "16777216"), v.of(float32Type, "16777215"), float64Type), want: "2.8147495993344e+14"},
		{name: "int128 as float", node: op(ast.Add, i128, lit(float64Type, "0"), float64Type), want: "-1.7014118346046923e+38"},
		{name: "neg", node: ast.Apply(ast.Neg, seven), want: "-7"},
		{name: "neg of a negative constant", node: ast.Apply(ast.Neg, integer("-5")), want: "5"},
		{name: "neg twice", node: ast.Apply(ast.Neg, ast.Apply(ast.Neg, seven)), want: "7"},
		{name: "neg of unsigned", node: ast.Apply(ast.Neg, u8), want: "-200"},
		{name: "neg of int8", node: ast.Apply(ast.Neg, i8), want: "128"},
		{name: "neg of the least", node: ast.Apply(ast.Neg, least), want: "ERROR"},
		{name: "neg of uint64", node: ast.Apply(ast.Neg, u64), want: "-18446744073709551615"},
		{name: "neg of nan", node: ast.Apply(ast.Neg, nan), want: "NaN"},
		{name: "abs", node: ast.Apply(ast.Abs, minus), want: "1"},
		{name: "abs of int8", node: ast.Apply(ast.Abs, i8), want: "128"},
		{name: "abs of the least", node: ast.Apply(ast.Abs, least), want: "ERROR"},
		{name: "abs of null", node: ast.Apply(ast.Abs, none), want: "NULL"},
		{name: "floor of an integer", node: ast.Apply(ast.Floor, most), want: "9223372036854775807"},
		{name: "floor", node: ast.Apply(ast.Floor, v.of(float64Type, "-2.5")), want: "-3"},
		{name: "ceil", node: ast.Apply(ast.Ceil, f), want: "3"},
		{name: "ceil of infinity", node: ast.Apply(ast.Ceil, inf), want: "+Inf"},
		{name: "ceil of nan", node: ast.Apply(ast.Ceil, nan), want: "NaN"},
		{name: "sign", node: ast.Apply(ast.Sign, negative), want: "-1"},
		{name: "sign of zero", node: ast.Apply(ast.Sign, zero), want: "0"},
		{name: "sign of infinity", node: ast.Apply(ast.Sign, inf), want: "1"},
		{name: "sign of nan", node: ast.Apply(ast.Sign, nan), want: "NULL"},
		{name: "sign of null", node: ast.Apply(ast.Sign, fnone), want: "NULL"},
		{name: "sign of a decimal", node: ast.Apply(ast.Sign, v.of(sized(5, 2), "-0.01")), want: "-1"},
		{name: "sqrt", node: ast.Apply(ast.Sqrt, f1("2.25")), want: "1.5"},
		{name: "sqrt of a negative", node: ast.Apply(ast.Sqrt, negative), want: "NULL"},
		{name: "sqrt of -infinity", node: ast.Apply(ast.Sqrt, f1("-Infinity")), want: "NULL"},
		{name: "sqrt of nan", node: ast.Apply(ast.Sqrt, nan), want: "NaN"},
		{name: "sqrt of infinity", node: ast.Apply(ast.Sqrt, inf), want: "+Inf"},
		{name: "sqrt of an integer", node: ast.Apply(ast.Sqrt, v.of(int64Type, "9")), want: "3"},
		{name: "power", node: power(f1("2"), f1("10")), want: "1024"},
		{name: "power of a root of a negative", node: power(negative, f1("0.5")), want: "NULL"},
		{name: "power of a negative", node: power(negative, f1("3")), want: "-512"},
		{name: "power zero to -1", node: power(fzero, f1("-1")), want: "NULL"},
		{name: "power zero to zero", node: power(fzero, fzero), want: "1"},
		{name: "power -infinity to 0.5", node: power(f1("-Infinity"), f1("0.5")), want: "NULL"},
		{name: "power -2 to infinity", node: power(f1("-2"), inf), want: "+Inf"},
		{name: "power nan", node: power(nan, f1("2")), want: "NaN"},
		{name: "power -2 to nan", node: power(f1("-2"), nan), want: "NaN"},
		{name: "power nan to zero", node: power(nan, fzero), want: "1"},
		{name: "power overflows", node: power(f1("10"), f1("400")), want: "ERROR"},
		{name: "power of null", node: power(fnone, f1("2")), want: "NULL"},
		{name: "is_nan", node: ast.Apply(ast.IsNaN, nan), want: "true"},
		{name: "is_nan of an integer", node: ast.Apply(ast.IsNaN, seven), want: "false"},
		{name: "is_nan of null", node: ast.Apply(ast.IsNaN, fnone), want: "NULL"},
		{name: "is_inf", node: ast.Apply(ast.IsInf, f1("-Infinity")), want: "true"},
		{name: "is_finite", node: ast.Apply(ast.IsFinite, f), want: "true"},
		{name: "is_finite of nan", node: ast.Apply(ast.IsFinite, nan), want: "false"},
		{name: "is_finite of infinity", node: ast.Apply(ast.IsFinite, inf), want: "false"},
		{name: "is_finite of null", node: ast.Apply(ast.IsFinite, none), want: "NULL"},
	}
}
