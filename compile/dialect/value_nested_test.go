package dialect_test

import (
	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func listOf(t gate.Type) gate.Type { return gate.Type{Kind: gate.KindList, Elem: &t} }

func structOf(fields ...gate.Field) gate.Type {
	return gate.Type{Kind: gate.KindStruct, Fields: fields}
}

// list is a column of a list of items.
func (v *values) list(t gate.Type, items ...string) ast.Node {
	sql := map[string]string{}
	for dialectName, brackets := range map[string][2]string{"duckdb": {"[", "]"}, "postgres": {"ARRAY[", "]"}, "bigquery": {"[", "]"}} {
		s := brackets[0]
		for i, item := range items {
			if i > 0 {
				s += ", "
			}
			s += castTo(dialectName, t, item)
		}
		sql[dialectName] = s + brackets[1]
	}
	if len(items) == 0 {
		for dialectName := range sql {
			sql[dialectName] = map[string]string{"duckdb": "CAST([] AS VARCHAR[])", "postgres": "CAST('{}' AS text[])", "bigquery": "CAST([] AS ARRAY<STRING>)"}[dialectName]
		}
	}
	return v.raw(listOf(t), sql)
}

func anyItem(list ast.Node, name string, cond func(item ast.Node) ast.Node) ast.Node {
	return ast.AnyItem{List: list, Name: name, Cond: cond(ast.Item{Name: name, Type: *ast.TypeOf(list).Elem})}
}

func nestedCases(v *values) []valueCase {
	numbers := v.list(int64Type, "1", "2", "3")
	holes := v.list(int64Type, "1", null, null, "1")
	words := v.list(stringType, "a", "B", "it's ?", "b")
	empty := v.list(stringType)
	nans := v.list(float64Type, "NaN", "NaN", "0.0", "-0.0", null)
	nothing := v.raw(listOf(stringType), map[string]string{"duckdb": "CAST(NULL AS VARCHAR[])", "postgres": "CAST(NULL AS text[])", "bigquery": "CAST(NULL AS ARRAY<STRING>)"})
	two := v.of(int64Type, "2")
	person := structOf(gate.Field{Name: "first name", Type: stringType}, gate.Field{Name: "age", Type: int64Type})
	one := v.raw(person, map[string]string{
		"duckdb":   `{'first name': 'Zoë', 'age': CAST(7 AS BIGINT)}`,
		"postgres": "CAST(ROW('Zoë', 7) AS person)", // postgresTypes
		"bigquery": "STRUCT('Zoë' AS `first name`, 7 AS age)",
	})
	people := v.raw(listOf(person), map[string]string{
		"duckdb":   `[{'first name': 'Zoë', 'age': CAST(7 AS BIGINT)}, NULL]`,
		"postgres": "ARRAY[CAST(ROW('Zoë', 7) AS person), NULL]",
		"bigquery": "[STRUCT('Zoë' AS `first name`, 7 AS age), NULL]",
	})
	nested := v.raw(listOf(listOf(int64Type)), map[string]string{"duckdb": "[[1, 2], [3, 3]]"})
	flat := map[string]string{"postgres": refused, "bigquery": refused}
	is := func(text string) func(ast.Node) ast.Node {
		return func(item ast.Node) ast.Node { return compare(ast.Eq, item, lit(ast.TypeOf(item), text)) }
	}
	isNull := func(item ast.Node) ast.Node { return ast.IsNull{X: item} }
	return []valueCase{
		{name: "list_length", node: ast.Apply(ast.ListLength, holes), want: "4"},
		{name: "length of a list", node: ast.Apply(ast.Length, words), want: "4"},
		{name: "list_length of nothing", node: ast.Apply(ast.ListLength, empty), want: "0"},
		{name: "list_length of null", node: ast.Apply(ast.ListLength, nothing), want: "NULL"},
		{name: "list_unique", node: ast.Apply(ast.ListUnique, numbers), want: "3"},
		{name: "list_unique with nulls", node: ast.Apply(ast.ListUnique, holes), want: "2"},
		{name: "list_unique of nan and zeros", node: ast.Apply(ast.ListUnique, nans), want: "3"},
		{name: "list_unique of texts", node: ast.Apply(ast.ListUnique, words), want: "4"},
		{name: "list_unique of nothing", node: ast.Apply(ast.ListUnique, empty), want: "0"},
		{name: "list_unique of null", node: ast.Apply(ast.ListUnique, nothing), want: "NULL"},
		{name: "list_unique in arithmetic", node: op(ast.Sub, ast.Apply(ast.ListUnique, holes), integer("3"), int64Type), want: "-1"},
		{name: "any item", node: anyItem(numbers, "i", is("2")), want: "true"},
		{name: "no item", node: anyItem(numbers, "i", is("9")), want: "false"},
		{name: "any hostile item", node: anyItem(words, "i", is("it's ?")), want: "true"},
		{name: "any item of nothing", node: anyItem(empty, "i", isNull), want: "false"},
		{name: "any item of null", node: anyItem(nothing, "i", isNull), want: "NULL"},
		{name: "any null item", node: anyItem(holes, "i", isNull), want: "true"},
		{name: "any item that is a column", node: anyItem(numbers, "c1", func(i ast.Node) ast.Node { return compare(ast.Eq, i, two) }), want: "true"},
		{name: "items of a hostile name", node: anyItem(numbers, "batch?\"`'", is("2")), want: "true"},
		{name: "items of two lists", node: anyItem(numbers, "i", func(i ast.Node) ast.Node {
			return anyItem(holes, "j", func(j ast.Node) ast.Node { return ast.Is{X: compare(ast.Gt, j, i), Value: true} })
		}), want: "false"},
		{name: "items of one name", node: anyItem(numbers, "i", func(ast.Node) ast.Node {
			return anyItem(words, "i", is("a"))
		}), want: "true"},
		{name: "items matched", node: anyItem(words, "i", func(i ast.Node) ast.Node { return ast.Match{X: i, Pattern: `^it's \?$`} }), want: "true"},
		{name: "items in any case", node: anyItem(words, "i", func(i ast.Node) ast.Node {
			return ast.In{X: i, List: []ast.Literal{text("A")}, CaseInsensitive: true}
		}), want: "true"},
		{name: "not any item", node: ast.Not{X: anyItem(numbers, "i", is("2"))}, want: "false"},
		{name: "lists of lists", node: anyItem(nested, "i", func(i ast.Node) ast.Node {
			return compare(ast.Eq, ast.Apply(ast.ListUnique, i), integer("1"))
		}), want: "true", but: flat},
		{name: "field", node: ast.Field{X: one, Name: "first name", Type: stringType}, want: "Zoë"},
		{name: "field of an item", node: anyItem(people, "i", func(i ast.Node) ast.Node {
			return ast.Is{X: compare(ast.Gt, ast.Field{X: i, Name: "age", Type: int64Type}, integer("6")), Value: true}
		}), want: "true"},
		{name: "null item of structs", node: anyItem(people, "i", isNull), want: "true"},
	}
}
