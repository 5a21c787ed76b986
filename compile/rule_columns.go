package compile

import (
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func buildRequiredAny(c *ruleContext) (meaning, error) {
	return c.presence("at least one of (%s) is not null", func(null, present []ast.Node) ast.Node {
		return ast.Or{Terms: present}
	})
}

func buildRequiredAll(c *ruleContext) (meaning, error) {
	return c.presence("all of (%s) are null or none is", func(null, present []ast.Node) ast.Node {
		return ast.Or{Terms: []ast.Node{ast.And{Terms: present}, ast.And{Terms: null}}}
	})
}

func buildExclusive(c *ruleContext) (meaning, error) {
	return c.presence("at most one of (%s) is not null", func(null, present []ast.Node) ast.Node {
		one := func(p ast.Node) ast.Node {
			return ast.Case{
				Whens: []ast.When{{If: p, Then: intConstant(1)}},
				Else:  intConstant(0),
				Type:  gate.Type{Kind: gate.KindInt64},
			}
		}
		count := one(present[0])
		for _, p := range present[1:] {
			count = arith(ast.Add, count, one(p))
		}
		return ast.Compare{Op: ast.Le, L: count, R: intConstant(1)}
	})
}

// presence is the meaning of a rule on which columns are NULL.
func (c *ruleContext) presence(expected string, valid func(null, present []ast.Node) ast.Node) (meaning, error) {
	names := c.Params["columns"].Names
	cols, err := c.columns(names)
	if err != nil {
		return meaning{}, err
	}
	var null, present []ast.Node
	for _, col := range cols {
		null = append(null, ast.IsNull{X: col})
		present = append(present, ast.Not{X: ast.IsNull{X: col}})
	}
	return meaning{valid: valid(null, present), expected: fmt.Sprintf(expected, strings.Join(names, ", "))}, nil
}
