package dialect_test

import (
	"errors"
	"flag"
	"fmt"
	goast "go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

var update = flag.Bool("update", false, "rewrite the golden files")

type namedNode struct {
	name string
	node ast.Node
}

// functionNodes have each function over columns of their types.
func functionNodes() []namedNode {
	col := func(name string, t gate.Type) ast.Node { return ast.Column{Name: name, Type: t} }
	i, f, d, s := col("i", int64Type), col("f", float64Type), col("d", sized(10, 2)), col("s", stringType)
	t, y := col("t", stringType), col("y", float64Type)
	list, doc := col("l", listOf(float64Type)), col("j", gate.Type{Kind: gate.KindJSON})
	ts := col("ts", tsType)
	var nodes []namedNode
	add := func(f ast.Func, node ast.Node) { nodes = append(nodes, namedNode{string(f), node}) }
	for _, fn := range []ast.Func{ast.Length, ast.Bytes, ast.Trim, ast.LTrim, ast.RTrim, ast.Lower, ast.Upper, ast.IsJSON, ast.JSONKeys} {
		add(fn, ast.Apply(fn, s))
	}
	for _, fn := range []ast.Func{ast.ListLength, ast.ListUnique} {
		add(fn, ast.Apply(fn, list))
	}
	for _, fn := range []ast.Func{ast.StartsWith, ast.EndsWith, ast.Contains} {
		add(fn, call(fn, boolType, s, t))
	}
	for _, fn := range []ast.Func{ast.Neg, ast.Abs, ast.Floor, ast.Ceil, ast.Sign} {
		add(fn, ast.Apply(fn, d))
	}
	for _, fn := range []ast.Func{ast.Sqrt, ast.IsNaN, ast.IsInf, ast.IsFinite, ast.Sign} {
		add(fn, ast.Apply(fn, f))
	}
	for _, fn := range []ast.Func{ast.Greatest, ast.Least, ast.NullIf, ast.Coalesce, ast.Power} {
		add(fn, call(fn, float64Type, f, y))
	}
	for _, fn := range []ast.Func{ast.YearOf, ast.MonthOf, ast.DayOf, ast.HourOf, ast.MinuteOf, ast.SecondOf, ast.DayOfWeek} {
		add(fn, ast.Apply(fn, ts))
	}
	add(ast.Substring, call(ast.Substring, stringType, s, i, integer("3")))
	add(ast.Replace, call(ast.Replace, stringType, s, t, text("'")))
	add(ast.Concat, call(ast.Concat, stringType, s, text("-"), t))
	add(ast.Round, round(f, 2))
	add(ast.Round, round(d, 1))
	add(ast.JSONValue, call(ast.JSONValue, stringType, doc, text("$.a.b")))
	return nodes
}

// otherNodes have each node that is no function.
func otherNodes() []namedNode {
	col := func(name string, t gate.Type) ast.Node { return ast.Column{Name: name, Type: t} }
	i, f, d, s, b := col("i", int64Type), col("f", float64Type), col("d", sized(10, 2)), col("s", stringType), col("b", boolType)
	day, ts, tz := col("day", dateType), col("ts", tsType), col("tz", tzType)
	list := col("l", listOf(int64Type))
	person := structOf(gate.Field{Name: "name", Type: stringType})
	positive := compare(ast.Gt, f, lit(float64Type, "0"))
	return []namedNode{
		{"Column of another relation", ast.Column{From: "other", Name: `a"b`, Type: int64Type}},
		{"Column of the run's start", ast.StartedAt()},
		{"Literal", lit(sized(3, 2), "0.10")},
		{"Var", ast.Not{X: ast.IsNull{X: ast.Var{Name: "load_id", Type: sized(10, 2)}}}},
		{"Null", ast.Null{Type: sized(10, 2)}},
		{"Null without a type", ast.Null{}},
		{"And", ast.And{Terms: []ast.Node{b, positive}}},
		{"Or", ast.Or{Terms: []ast.Node{b, positive}}},
		{"Not", ast.Not{X: b}},
		{"Compare floats", compare(ast.Lt, f, col("y", float64Type))},
		{"Compare a float32", compare(ast.Eq, col("r", float32Type), d)},
		{"Compare texts", compare(ast.Lt, s, text("a"))},
		{"Distinct", ast.Distinct{L: f, R: col("y", float64Type)}},
		{"IsNull", ast.IsNull{X: s}},
		{"IsNull of a struct", ast.IsNull{X: col("p", person)}},
		{"Is", ast.Is{X: positive, Value: true}},
		{"In any case", ast.In{X: s, List: []ast.Literal{text("a"), text("ΟΣ")}, CaseInsensitive: true}},
		{"Like", ast.Like{X: s, Pattern: `10\%_`}},
		{"Match", ast.Match{X: s, Pattern: `^it's (\d+)\?`}},
		{"Extract", ast.Extract{X: s, Pattern: `^([0-9]{4})-[0-9]{2}$`}},
		{"Arith of integers", op(ast.Add, i, integer("1"), int64Type)},
		{"Arith of int32", op(ast.Mul, col("small", int32Type), i, int64Type)},
		{"Arith of decimals", op(ast.Mul, d, i, decimalType)},
		{"Arith, a division", op(ast.Div, i, d, float64Type)},
		{"Arith, a remainder", op(ast.Mod, i, col("k", int64Type), int64Type)},
		{"Arith, a remainder of decimals", op(ast.Mod, d, lit(sized(2, 2), "0.05"), decimalType)},
		{"Case", ast.Case{Whens: []ast.When{{If: b, Then: i}}, Else: d, Type: decimalType}},
		{"Cast of a text", castNode(s, sized(10, 2))},
		{"Cast to a text", castNode(tz, stringType)},
		{"Cast of a decimal to a text", castNode(d, stringType)},
		{"Cast to a date", castNode(tz, dateType)},
		{"DateAdd to a date", ast.DateAdd{X: day, N: i, Unit: ast.Week}},
		{"DateAdd to a timestamptz", ast.DateAdd{X: tz, N: integer("1"), Unit: ast.Quarter}},
		{"DateDiff of dates", ast.DateDiff{Unit: ast.Week, From: day, To: col("later", dateType)}},
		{"DateDiff of timestamps", ast.DateDiff{Unit: ast.Hour, From: ts, To: col("later", tsType)}},
		{"DateTrunc", ast.DateTrunc{Unit: ast.Week, X: tz}},
		{"AnyItem and Item", anyItem(list, "i", func(item ast.Node) ast.Node { return compare(ast.Eq, item, i) })},
		{"Field", ast.Field{X: col("p", person), Name: "name", Type: stringType}},
		{"Call", ast.Apply(ast.Length, s)},
		{"Aggregate, a sum", ast.Aggregate{Func: ast.Sum, X: i, Type: int64Type}},
		{"Aggregate, distinct", ast.Aggregate{Func: ast.Count, X: s, Distinct: true, Type: int64Type}},
		{"Aggregate, a mean", ast.Aggregate{Func: ast.Avg, X: d, Type: float64Type}},
		{"Aggregate, the least", ast.Aggregate{Func: ast.Min, X: f, Type: float64Type}},
		{"Aggregate of conditions", ast.Aggregate{Func: ast.BoolAnd, X: positive, Type: boolType}},
		{"Raw", ast.Raw{SQL: "a > 0"}},
	}
}

func TestNodesGolden(t *testing.T) {
	for _, name := range dialect.Names() {
		d, _ := dialect.ByName(name)
		var b strings.Builder
		for _, n := range append(otherNodes(), functionNodes()...) {
			sql, err := d.Print(n.node)
			if err != nil {
				sql = "-- " + err.Error()
			}
			sql, _ = dialect.Bind(d, sql, 0)
			fmt.Fprintf(&b, "-- %s\n%s;\n", n.name, sql)
		}
		file := filepath.Join("testdata", "nodes", name+".sql")
		if *update {
			if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), b.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
}

// TestEveryNodeIsGolden reads the nodes and functions from their source.
func TestEveryNodeIsGolden(t *testing.T) {
	shown := map[string]bool{}
	for _, n := range otherNodes() {
		for _, word := range strings.FieldsFunc(n.name, func(r rune) bool { return r == ' ' || r == ',' }) {
			shown[word] = true
		}
	}
	for _, n := range functionNodes() {
		shown[n.name] = true
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", "ast", "ast.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, decl := range file.Decls {
		for _, name := range append(nodesOf(decl), functionsOf(decl)...) {
			found++
			if !shown[name] {
				t.Errorf("%s has no golden text", name)
			}
		}
	}
	if found < 60 {
		t.Errorf("only %d nodes and functions are found", found)
	}
}

// nodesOf is the receiver of a method node().
func nodesOf(decl goast.Decl) []string {
	f, ok := decl.(*goast.FuncDecl)
	if !ok || f.Name.Name != "node" || f.Recv == nil {
		return nil
	}
	return []string{f.Recv.List[0].Type.(*goast.Ident).Name}
}

// functionsOf are the values of the constants of the type Func.
func functionsOf(decl goast.Decl) []string {
	g, ok := decl.(*goast.GenDecl)
	if !ok || g.Tok != token.CONST {
		return nil
	}
	var names []string
	for _, spec := range g.Specs {
		v := spec.(*goast.ValueSpec)
		if typ, ok := v.Type.(*goast.Ident); !ok || typ.Name != "Func" {
			continue
		}
		name, _ := strconv.Unquote(v.Values[0].(*goast.BasicLit).Value)
		names = append(names, name)
	}
	return names
}

// TestWhatNoTextHoldsIsRefused puts a NUL and bytes that are no UTF-8 wherever a
// text can stand.
func TestWhatNoTextHoldsIsRefused(t *testing.T) {
	s := ast.Column{Name: "s", Type: stringType}
	for _, bad := range []string{"a\x00b", "a\xffb"} {
		nodes := map[string]ast.Node{
			"literal":    text(bad),
			"comparison": compare(ast.Eq, s, text(bad)),
			"like":       ast.Like{X: s, Pattern: bad},
			"in":         ast.In{X: s, List: []ast.Literal{text("a"), text(bad)}},
			"in lower":   ast.In{X: s, List: []ast.Literal{text(bad)}, CaseInsensitive: true},
			"replace":    call(ast.Replace, stringType, s, text("a"), text(bad)),
			"match":      ast.Match{X: s, Pattern: bad},
			"extract":    ast.Extract{X: s, Pattern: "^(" + bad + ")$"},
		}
		for _, name := range dialect.Names() {
			d, _ := dialect.ByName(name)
			for what, n := range nodes {
				sql, err := d.Print(n)
				var unsupported *dialect.UnsupportedError
				if !errors.As(err, &unsupported) || unsupported.Reason == "" {
					t.Errorf("%s: a %s of %q is %q, %v", name, what, bad, sql, err)
				}
			}
		}
	}
}

func TestSizeIsBounded(t *testing.T) {
	var n ast.Node = ast.Column{Name: "f", Type: float64Type}
	for range 40 {
		n = round(n, 2)
	}
	for _, name := range dialect.Names() {
		d, _ := dialect.ByName(name)
		if _, err := d.Print(n); err == nil || !strings.Contains(err.Error(), "divide it") {
			t.Errorf("%s prints forty roundings in one: %v", name, err)
		}
	}
}
