package compile

import (
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func buildJSONKeys(c *ruleContext) (meaning, error) {
	required, allowed := c.Params["required"].List, c.Params["allowed"].List
	expected := []string{"a JSON object"}
	if len(required) > 0 {
		expected = append(expected, "with the keys "+keysForPeople(required))
	}
	if len(allowed) > 0 {
		expected = append(expected, "with no other keys than "+keysForPeople(append(required[:len(required):len(required)], allowed...)))
	}
	return c.unary(strings.Join(expected, ", "), func(x ast.Node) ast.Node {
		keys := jsonKeys(x)
		terms := []ast.Node{ast.Not{X: ast.IsNull{X: keys}}}
		for _, key := range required {
			terms = append(terms, anyKey(keys, func(item ast.Node) ast.Node { return textIs(item, key.Text) }))
		}
		if len(allowed) > 0 {
			var list []ast.Literal
			for _, key := range append(required[:len(required):len(required)], allowed...) {
				list = append(list, textConstant(key.Text))
			}
			terms = append(terms, ast.Not{X: anyKey(keys, func(item ast.Node) ast.Node {
				return ast.Not{X: ast.In{X: item, List: list}}
			})})
		}
		return ast.And{Terms: terms}
	})
}

// jsonKeys are the keys of an object; NULL for what is none, malformed texts too.
func jsonKeys(x ast.Node) ast.Node {
	keys := ast.Apply(ast.JSONKeys, x)
	if ast.TypeOf(x).Kind == gate.KindJSON {
		return keys
	}
	return ast.Case{Whens: []ast.When{{If: ast.Apply(ast.IsJSON, x), Then: keys}}, Type: keys.Type}
}

func anyKey(keys ast.Node, cond func(item ast.Node) ast.Node) ast.Node {
	item := ast.Item{Name: "key", Type: gate.Type{Kind: gate.KindString}}
	return ast.AnyItem{List: keys, Name: item.Name, Cond: cond(item)}
}

func keysForPeople(keys []gate.Literal) string {
	var names []string
	for _, k := range keys {
		names = append(names, literalForPeople(k))
	}
	return fmt.Sprintf("(%s)", listForPeople(names))
}
