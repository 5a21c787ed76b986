package dialect_test

import (
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func jsonCases(v *values) []valueCase {
	var cases []valueCase
	valid := func(doc, want string, but map[string]string) {
		cases = append(cases, valueCase{name: fmt.Sprintf("is_json of %.40q", doc), node: ast.Apply(ast.IsJSON, v.of(stringType, doc)), want: want, but: but})
	}
	for _, doc := range []string{
		`{}`, `[]`, `null`, `true`, `0`, `-0`, `1e5`, `1.5E-3`, `""`, `"a"`, "\" \u007f\u00a0😀\"", `"\u00e9\n\"\\\/"`, `"\ud83d\ude00"`, `"\ud800"`, `"\u0000"`,
		` { "a" : [ 1 , { "b" : null } ] } `, "\t\n\r1\r\n\t", `{"a":1,"a":2}`, `{"":0}`, `1e999`, `123456789012345678901234567890`, `[[[[[[[[[[]]]]]]]]]]`,
		`"nan, inf ,]"`, `["\"",",]"]`, `{"NaN":"Infinity"}`, `{"a\\":1}`, `[1,"2",true,[],{}]`, strings.Repeat("[", 200) + strings.Repeat("]", 200),
	} {
		valid(doc, "true", nil)
	}
	for _, doc := range []string{
		``, ` `, `{`, `}`, `[1,]`, `{"a":1,}`, `[,1]`, `[1 2]`, `{"a" 1}`, `{"a":}`, `{a:1}`, `{1:2}`, `{'a':1}`, `'a'`, `NaN`, `[NaN]`, `nan`, `Infinity`, `-Infinity`, `[inf]`,
		`01`, `00`, `1.`, `.5`, `+1`, `-`, `--1`, `0x1F`, `1e`, `1e+`, `TRUE`, `nul`, `nulll`, `truefalse`, `1 2`, `"a" "b"`, `"a`, `a"`, `"`, `"""`, `"\x41"`, `"\u12"`, `"\"`, `\"a\"`,
		"\"\n\"", "\"\t\"", "\"\x01\"", "\v1", "\u00a01", "\ufeff1", "[1\u00a0]", "{}{}", "[]]", "[[]", `{"a":1}x`, "// c\n1", `/* c */1`, "[\"\n\"]", "[\"\t\t\"]", "\x01", "[\x01]",
		`["a]`, `[tr ue]`, `[1.2.3]`, `{"a":1 "b":2}`, `{"a","b"}`, `[1:2]`, `1,2`, `,`, `:`, `{"a":"b":"c"}`, `["a""b"]`, "[\"\x01\",\"\x01\"]", `[S]`, `[v]`, `{"a":[1,{"b":[}]}`,
	} {
		valid(doc, "false", nil)
	}
	valid(null, "NULL", nil)

	value := func(doc, path, want string) {
		x := v.of(stringType, doc)
		cases = append(cases, valueCase{name: fmt.Sprintf("json_value %s of %.60q", path, doc), node: call(ast.JSONValue, stringType, x, text(path)), want: want})
	}
	for _, c := range []struct{ doc, path, want string }{
		{`{"a":{"b":"x"}}`, `$.a.b`, `x`},
		{` {"a" : "x"} `, `$.a`, `x`},
		{`{"a":1}`, `$.a`, `1`},
		{`{"a":-0}`, `$.a`, `-0`},
		{`{"a":1.50}`, `$.a`, `1.50`},
		{`{"a":1e2}`, `$.a`, `1e2`},
		{`{"a":1E+400}`, `$.a`, `1E+400`},
		{`{"a":123456789012345678901234567890}`, `$.a`, `123456789012345678901234567890`},
		{`{"a":true}`, `$.a`, `true`},
		{`{"a":false}`, `$.a`, `false`},
		{`{"a":null}`, `$.a`, `NULL`},
		{`{"a":{}}`, `$.a`, `NULL`},
		{`{"a":[1]}`, `$.a`, `NULL`},
		{`{"a":"x"}`, `$.b`, `NULL`},
		{`{"a":"x"}`, `$.a.b`, `NULL`},
		{`[1]`, `$.a`, `NULL`},
		{`{"a.b":"x"}`, `$.a.b`, `NULL`},
		{`{"A_1":{"_":{"b9":"deep"}}}`, `$.A_1._.b9`, `deep`},
		{`"x"`, `$`, `x`},
		{` 5 `, `$`, `5`},
		{`{"a":"x","a":"y"}`, `$.a`, `x`},
		{`{"a":"é\"\\\/\n😀\ud83d\ude00"}`, `$.a`, "é\"\\/\n😀😀"},
		{`{"a":"5 and \"6\""}`, `$.a`, `5 and "6"`},
		{`{"a":""}`, `$.a`, ``},
		{`{"A":"x"}`, `$.a`, `NULL`},
		{`{"a":1,}`, `$.a`, `NULL`},
		{`{"a":NaN}`, `$.a`, `NULL`},
		{`bad`, `$.a`, `NULL`},
		{``, `$`, `NULL`},
		{`{"a":"\u0000"}`, `$.a`, `NULL`},
		{`{"a":1,"b":"\ud800"}`, `$.a`, `NULL`},
		{`{"a":"\\u0000"}`, `$.a`, `\u0000`},
		{null, `$.a`, `NULL`},
	} {
		value(c.doc, c.path, c.want)
	}
	doc := v.of(gate.Type{Kind: gate.KindJSON}, `{"a": {"b": "x"}, "n": 12, "l": [1]}`)
	keys := func(x ast.Node) ast.Node { return ast.Apply(ast.JSONKeys, x) }
	has := func(x ast.Node, key string) ast.Node {
		return anyItem(keys(x), "key", func(i ast.Node) ast.Node { return compare(ast.Eq, i, text(key)) })
	}
	count := func(doc string) ast.Node { return ast.Apply(ast.ListLength, keys(v.of(stringType, doc))) }
	return append(cases,
		valueCase{name: "json_value of json", node: call(ast.JSONValue, stringType, doc, text("$.a.b")), want: "x"},
		valueCase{name: "json_value of a number in json", node: call(ast.JSONValue, stringType, doc, text("$.n")), want: "12"},
		valueCase{name: "json_value of a list in json", node: call(ast.JSONValue, stringType, doc, text("$.l")), want: "NULL"},
		valueCase{name: "is_json of json", node: ast.Apply(ast.IsJSON, doc), want: "true"},
		valueCase{name: "json_keys", node: count(`{"a":1,"b":{"c":2}}`), want: "2"},
		valueCase{name: "json_keys of json", node: ast.Apply(ast.ListLength, keys(doc)), want: "3"},
		valueCase{name: "json_keys, each once", node: count(`{"a":1,"a":2}`), want: "1"},
		valueCase{name: "json_keys of no keys", node: count(`{}`), want: "0"},
		valueCase{name: "json_keys of a list", node: count(`[1]`), want: "NULL"},
		valueCase{name: "json_keys of a number", node: count(`1`), want: "NULL"},
		valueCase{name: "json_keys of null", node: count(`null`), want: "NULL"},
		valueCase{name: "json_keys of no JSON", node: count(`bad`), want: "NULL"},
		valueCase{name: "json_keys of NULL", node: count(null), want: "NULL"},
		valueCase{name: "json_keys of a key that is no text", node: count(`{"\u0000":1}`), want: "NULL"},
		valueCase{name: "any key", node: has(doc, "l"), want: "true"},
		valueCase{name: "no key", node: has(doc, "b"), want: "false"},
		valueCase{name: "any hostile key", node: has(v.of(stringType, `{"it's \"?\\ .$1":1,"":2}`), `it's "?\ .$1`), want: "true"},
		valueCase{name: "an empty key", node: has(v.of(stringType, `{"it's \"?\\ .$1":1,"":2}`), ""), want: "true"},
		valueCase{name: "a quoted key", node: has(v.of(stringType, `{"\"x\"":1}`), `"x"`), want: "true"},
	)
}
