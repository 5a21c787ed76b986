package compile

import (
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func buildJSONKeys(c *ruleContext) (meaning, error) {
	required, allowed := c.Params["required"].List, c.Params["allowed"].List
	known := slices.Concat(required, allowed)
	expected := []string{"a JSON object"}
	if len(required) > 0 {
		expected = append(expected, "with the keys "+keysForPeople(required))
	}
	if len(allowed) > 0 {
		expected = append(expected, "with no other keys than "+keysForPeople(known))
	}
	return c.unary(strings.Join(expected, ", "), func(x ast.Node) ast.Node {
		keys := ast.Apply(ast.JSONKeys, x)
		var terms []ast.Node
		for _, key := range required {
			terms = append(terms, anyKey(keys, func(item ast.Node) ast.Node { return textIs(item, key.Text) }))
		}
		if len(allowed) > 0 {
			terms = append(terms, ast.Not{X: anyKey(keys, func(item ast.Node) ast.Node {
				return ast.Not{X: ast.In{X: item, List: textConstants(known)}}
			})})
		}
		return ast.Is{X: ast.And{Terms: terms}, Value: true} // what is no object has no keys: NULL
	})
}

func anyKey(keys ast.Node, cond func(item ast.Node) ast.Node) ast.Node {
	item := ast.Item{Name: "key", Type: gate.Type{Kind: gate.KindString}}
	return ast.AnyItem{List: keys, Name: item.Name, Cond: cond(item)}
}

func textConstants(list []gate.Literal) []ast.Literal {
	var texts []ast.Literal
	for _, l := range list {
		texts = append(texts, textConstant(l.Text))
	}
	return texts
}

func keysForPeople(keys []gate.Literal) string {
	var names []string
	for _, k := range keys {
		names = append(names, literalForPeople(k))
	}
	return "(" + listForPeople(names) + ")"
}
