package oracle

import (
	"errors"
	"math"
	"testing"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func typ(k gate.Kind) gate.Type { return gate.Type{Kind: k} }

func lit(k gate.Kind, text string) ast.Literal { return ast.Literal{Text: text, Type: typ(k)} }

func str(text string) ast.Literal { return lit(gate.KindString, text) }

func num(text string) ast.Literal { return lit(gate.KindInt64, text) }

// col is a column whose value is that of the row of the test.
func col(name string) ast.Column { return ast.Column{Name: name} }

func call1(f ast.Func, args ...ast.Node) ast.Node {
	return ast.Call{Func: f, Args: args, Type: typ(gate.KindDecimal)}
}

var (
	yes, no = Bool(true), Bool(false)
	nan     = Float(math.NaN())
	inf     = Float(math.Inf(1))
)

func testRow() Row {
	return Row{
		"null": nil, "t": yes, "f": no, "nan": nan, "inf": inf, "one": Int(1), "big": Decimal("9223372036854775807"),
		"half": Float(0.5), "text": Text("Aé😀"), "empty": Text(""), "forever": Date(Infinity),
		"list": List{Int(1), nil, nil}, "st": Struct{"a": Int(7)}, "json": Text(`{"a": {"b": "x", "c": null}, "n": 1.50}`),
	}
}

type evalCase struct {
	name string
	node ast.Node
	want Value
}

func runEval(t *testing.T, tests []evalCase) {
	t.Helper()
	for _, tt := range tests {
		got, err := Eval(tt.node, testRow())
		if err != nil || !Same(got, tt.want) {
			t.Errorf("%s is %v (%v), want %v", tt.name, got, err, tt.want)
		}
	}
}

func TestLogic(t *testing.T) {
	terms := func(names ...string) []ast.Node {
		var out []ast.Node
		for _, n := range names {
			out = append(out, col(n))
		}
		return out
	}
	runEval(t, []evalCase{
		{"empty and", ast.And{}, yes},
		{"empty or", ast.Or{}, no},
		{"false and null", ast.And{Terms: terms("null", "f")}, no},
		{"true and null", ast.And{Terms: terms("t", "null")}, nil},
		{"true or null", ast.Or{Terms: terms("null", "t")}, yes},
		{"false or null", ast.Or{Terms: terms("f", "null")}, nil},
		{"not null", ast.Not{X: col("null")}, nil},
		{"null is null", ast.IsNull{X: col("null")}, yes},
		{"null is true", ast.Is{X: col("null"), Value: true}, no},
		{"null is false", ast.Is{X: col("null")}, no},
		{"false is false", ast.Is{X: col("f")}, yes},
		{"null of a type", ast.Null{Type: typ(gate.KindInt64)}, nil},
		{"case of null goes on", ast.Case{Whens: []ast.When{{If: col("null"), Then: num("1")}, {If: col("t"), Then: num("2")}}}, Int(2)},
		{"case without else", ast.Case{Whens: []ast.When{{If: col("f"), Then: num("1")}}}, nil},
	})
}

func TestComparison(t *testing.T) {
	compare := func(op ast.CompareOp, l, r string) ast.Node { return ast.Compare{Op: op, L: col(l), R: col(r)} }
	runEval(t, []evalCase{
		{"null = 1", compare(ast.Eq, "null", "one"), nil},
		{"nan = nan", compare(ast.Eq, "nan", "nan"), no},
		{"nan <> nan", compare(ast.Ne, "nan", "nan"), yes},
		{"nan > 0.5", compare(ast.Gt, "nan", "half"), no},
		{"0.5 < nan", compare(ast.Lt, "half", "nan"), no},
		{"not nan > 0.5", ast.Not{X: compare(ast.Gt, "nan", "half")}, yes},
		{"inf > 0.5", compare(ast.Gt, "inf", "half"), yes},
		{"1 > 0.5", compare(ast.Gt, "one", "half"), yes},
		{"nan is distinct from nan", ast.Distinct{L: col("nan"), R: col("nan")}, no},
		{"null is distinct from null", ast.Distinct{L: col("null"), R: col("null")}, no},
		{"null is distinct from 1", ast.Distinct{L: col("null"), R: col("one")}, yes},
		{"1 is distinct from 1.0", ast.Distinct{L: col("one"), R: lit(gate.KindFloat64, "1.0")}, no},
		{"texts by code point", ast.Compare{Op: ast.Lt, L: str("\uffff"), R: str("😀")}, yes},
		{"a prefix is before", ast.Compare{Op: ast.Lt, L: str("a"), R: str("a ")}, yes},
		{"null in", ast.In{X: col("null"), List: []ast.Literal{num("1")}}, nil},
		{"nan in", ast.In{X: col("nan"), List: []ast.Literal{lit(gate.KindFloat64, "1")}}, no},
		{"in nothing", ast.In{X: col("one")}, no},
		{"in any case", ast.In{X: str("ΟΔΟΣ"), List: []ast.Literal{str("οδος")}, CaseInsensitive: true}, yes},
	})
}

func TestPatterns(t *testing.T) {
	like := func(text, pattern string) ast.Node { return ast.Like{X: str(text), Pattern: pattern} }
	runEval(t, []evalCase{
		{"like nothing", like("", ""), yes},
		{"like any text", like("a\nb", "a%b"), yes},
		{"one character", like("😀", "_"), yes},
		{"not two", like("e\u0301", "_"), no},
		{"escaped", like("100%", `100\%`), yes},
		{"escaped is itself", like("1000", `100\%`), no},
		{"escaped backslash", like(`a\`, `a\\`), yes},
		{"idle escape", like("ab", `a\b`), yes},
		{"case counts", like("A", "a"), no},
		{"trailing space counts", like("a ", "a"), no},
		{"null", ast.Like{X: col("null"), Pattern: "%"}, nil},
		{"search", ast.Match{X: str("xay"), Pattern: "a"}, yes},
		{"full", ast.Match{X: str("xay"), Pattern: "a", Full: true}, no},
		{"full takes the longest", ast.Match{X: str("ab"), Pattern: "a|ab", Full: true}, yes},
		{"full of an end that is not the text's", ast.Match{X: str("a\n"), Pattern: "a", Full: true}, no},
		{"any case", ast.Match{X: str("K"), Pattern: "K", CaseInsensitive: true}, yes},
		{"extract", ast.Extract{X: str("a-12-3"), Pattern: "-([0-9]+)"}, Text("12")},
		{"extract of nothing", ast.Extract{X: str("a"), Pattern: "-([0-9]+)"}, nil},
		{"extract of a group that is not there", ast.Extract{X: str("b"), Pattern: "(a)?b"}, nil},
	})
}

func TestNumbers(t *testing.T) {
	arith := func(op ast.ArithOp, l, r ast.Node, k gate.Kind) ast.Node {
		return ast.Arith{Op: op, L: l, R: r, Type: typ(k)}
	}
	dec := func(text string) ast.Node { return lit(gate.KindDecimal, text) }
	flo := func(text string) ast.Node { return lit(gate.KindFloat64, text) }
	round := func(x, digits string) ast.Node { return call1(ast.Round, dec(x), num(digits)) }
	runEval(t, []evalCase{
		{"decimals are exact", arith(ast.Add, dec("0.1"), dec("0.2"), gate.KindDecimal), Decimal("0.3")},
		{"division", arith(ast.Div, num("1"), num("2"), gate.KindFloat64), Float(0.5)},
		{"division by zero", arith(ast.Div, num("1"), num("0"), gate.KindFloat64), nil},
		{"remainder by zero", arith(ast.Mod, num("1"), num("0"), gate.KindInt64), nil},
		{"remainder has the sign of the dividend", arith(ast.Mod, num("-7"), num("3"), gate.KindInt64), Int(-1)},
		{"remainder of decimals", arith(ast.Mod, dec("-7.5"), dec("2"), gate.KindDecimal), Decimal("-1.5")},
		{"null", arith(ast.Add, col("null"), num("1"), gate.KindInt64), nil},
		{"half away from zero", round("2.5", "0"), Int(3)},
		{"half away from zero below", round("-2.5", "0"), Int(-3)},
		{"to digits", round("1.005", "2"), Decimal("1.01")},
		{"floor", call1(ast.Floor, dec("-1.5")), Int(-2)},
		{"ceil", call1(ast.Ceil, dec("-1.5")), Int(-1)},
		{"sign", call1(ast.Sign, flo("-0.5")), Int(-1)},
		{"sign of nan", call1(ast.Sign, col("nan")), nil},
		{"sqrt", call1(ast.Sqrt, flo("4")), Float(2)},
		{"sqrt below zero", call1(ast.Sqrt, flo("-1")), nil},
		{"power", call1(ast.Power, flo("-2"), flo("3")), Float(-8)},
		{"power that is not real", call1(ast.Power, flo("-2"), flo("0.5")), nil},
		{"greatest with null", call1(ast.Greatest, num("1"), col("null")), nil},
		{"greatest with nan", call1(ast.Greatest, flo("1"), col("nan")), nan},
		{"least with nan", call1(ast.Least, col("nan"), flo("1")), nan},
		{"least", call1(ast.Least, num("2"), num("1")), Int(1)},
		{"coalesce", call1(ast.Coalesce, col("null"), num("1")), Int(1)},
		{"nullif of equals", call1(ast.NullIf, num("1"), num("1")), nil},
		{"nullif of null", call1(ast.NullIf, num("1"), col("null")), Int(1)},
		{"an infinite date", call1(ast.IsInf, col("forever")), yes},
		{"a number is finite", call1(ast.IsFinite, col("one")), yes},
	})
	for _, n := range []ast.Node{
		arith(ast.Add, col("big"), num("1"), gate.KindInt64),
		arith(ast.Mul, flo("1e308"), flo("10"), gate.KindFloat64),
		call1(ast.Power, flo("10"), flo("400")),
	} {
		if v, err := Eval(n, testRow()); !errors.Is(err, ErrRaises) {
			t.Errorf("%+v is %v (%v), want an error of the engine", n, v, err)
		}
	}
}

func TestTexts(t *testing.T) {
	sub := func(start, length string) ast.Node {
		return call1(ast.Substring, str("añb😀"), num(start), num(length))
	}
	runEval(t, []evalCase{
		{"characters", call1(ast.Length, col("text")), Int(3)},
		{"bytes", call1(ast.Bytes, col("text")), Int(7)},
		{"trim", call1(ast.Trim, str(" \t\n\v\f\ra\u00a0 ")), Text("a\u00a0")},
		{"ltrim", call1(ast.LTrim, str(" a ")), Text("a ")},
		{"rtrim", call1(ast.RTrim, str(" a ")), Text(" a")},
		{"substring", sub("2", "2"), Text("ñb")},
		{"a start below 1 begins at 1", sub("-5", "2"), Text("añ")},
		{"a negative length", sub("1", "-1"), Text("")},
		{"beyond the end", sub("9", "2"), Text("")},
		{"replace", call1(ast.Replace, str("aaa"), str("aa"), str("b")), Text("ba")},
		{"replace nothing", call1(ast.Replace, str("a"), str(""), str("b")), Text("a")},
		{"concat", call1(ast.Concat, str("a"), str("b")), Text("ab")},
		{"concat with null", call1(ast.Concat, str("a"), col("null")), nil},
		{"starts with nothing", call1(ast.StartsWith, col("empty"), str("")), yes},
		{"contains", call1(ast.Contains, str("a%b"), str("%")), yes},
		{"json value", call1(ast.JSONValue, col("json"), str("$.a.b")), Text("x")},
		{"json null", call1(ast.JSONValue, col("json"), str("$.a.c")), nil},
		{"json object is no scalar", call1(ast.JSONValue, col("json"), str("$.a")), nil},
		{"json number", call1(ast.JSONValue, col("json"), str("$.n")), Text("1.50")},
		{"is json", call1(ast.IsJSON, str("[1,]")), no},
		{"items", call1(ast.ListLength, col("list")), Int(3)},
		{"NULL items are one value", call1(ast.ListUnique, col("list")), Int(2)},
		{"field", ast.Field{X: col("st"), Name: "a"}, Int(7)},
		{"field of null", ast.Field{X: col("null"), Name: "a"}, nil},
		{"any item", ast.AnyItem{List: col("list"), Name: "x", Cond: ast.IsNull{X: ast.Item{Name: "x"}}}, yes},
		{"any item of null", ast.AnyItem{List: col("null"), Name: "x", Cond: ast.And{}}, nil},
	})
}

func TestUnknownNodes(t *testing.T) {
	for _, n := range []ast.Node{ast.Raw{SQL: "1"}, ast.Aggregate{Func: ast.Count}, col("none"), ast.Item{Name: "x"}} {
		if v, err := Eval(n, testRow()); err == nil {
			t.Errorf("%T is %v, want an error", n, v)
		}
	}
}

func TestAggregates(t *testing.T) {
	x := ast.Column{Name: "x"}
	rows := func(xs ...Value) []Row {
		out := []Row{}
		for _, v := range xs {
			out = append(out, Row{"x": v})
		}
		return out
	}
	tests := []struct {
		name string
		agg  ast.Aggregate
		rows []Row
		want Value
	}{
		{"rows", ast.Aggregate{Func: ast.Count}, rows(nil, Int(1)), Int(2)},
		{"values", ast.Aggregate{Func: ast.Count, X: x}, rows(nil, Int(1), Int(1)), Int(2)},
		{"different values", ast.Aggregate{Func: ast.Count, X: x, Distinct: true}, rows(nil, nan, nan, Int(1)), Int(2)},
		{"sum", ast.Aggregate{Func: ast.Sum, X: x, Type: typ(gate.KindDecimal)}, rows(Decimal("0.1"), nil, Decimal("0.2")), Decimal("0.3")},
		{"sum of nothing", ast.Aggregate{Func: ast.Sum, X: x, Type: typ(gate.KindInt64)}, rows(nil), nil},
		{"mean", ast.Aggregate{Func: ast.Avg, X: x}, rows(Int(1), Int(2), nil), Float(1.5)},
		{"least", ast.Aggregate{Func: ast.Min, X: x}, rows(Text("b"), nil, Text("B")), Text("B")},
		{"greatest", ast.Aggregate{Func: ast.Max, X: x}, rows(Int(1), Int(3), Int(2)), Int(3)},
		{"all", ast.Aggregate{Func: ast.BoolAnd, X: x}, rows(yes, nil), yes},
		{"not all", ast.Aggregate{Func: ast.BoolAnd, X: x}, rows(yes, no), no},
		{"some", ast.Aggregate{Func: ast.BoolOr, X: x}, rows(no, yes), yes},
		{"none", ast.Aggregate{Func: ast.BoolOr, X: x}, rows(nil), nil},
	}
	for _, tt := range tests {
		got, err := scope{group: tt.rows}.eval(tt.agg)
		if err != nil || !Same(got, tt.want) {
			t.Errorf("%s is %v (%v), want %v", tt.name, got, err, tt.want)
		}
	}
}
