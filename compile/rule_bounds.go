package compile

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// buildBound makes the constructor of a rule that compares with a constant.
func buildBound(op ast.CompareOp) ruleBuilder {
	return func(c *ruleContext) (meaning, error) {
		l := c.Params["value"].Literal
		return c.unary(string(op)+" "+literalForPeople(l), func(x ast.Node) ast.Node {
			return ast.Compare{Op: op, L: x, R: constant(l)}
		})
	}
}

// buildSign makes the constructor of a rule that compares with zero.
func buildSign(op ast.CompareOp) ruleBuilder {
	return func(c *ruleContext) (meaning, error) {
		return c.unary(string(op)+" 0", func(x ast.Node) ast.Node {
			zero := ast.Literal{Text: "0", Type: ast.TypeOf(x)}
			if !zero.Type.IsKnown() {
				zero.Type = gate.Type{Kind: gate.KindInt64}
			}
			return ast.Compare{Op: op, L: x, R: zero}
		})
	}
}

func buildRange(c *ruleContext) (meaning, error) {
	low, high := ast.Ge, ast.Le
	switch c.Params["inclusive"].Text {
	case "left":
		high = ast.Lt
	case "right":
		low = ast.Gt
	case "neither":
		low, high = ast.Gt, ast.Lt
	}
	type bound struct {
		op ast.CompareOp
		l  gate.Literal
	}
	var bounds []bound
	if p, ok := c.Params["min"]; ok {
		bounds = append(bounds, bound{low, p.Literal})
	}
	if p, ok := c.Params["max"]; ok {
		bounds = append(bounds, bound{high, p.Literal})
	}
	if len(bounds) == 0 {
		return meaning{}, errors.New("a range needs min, max or both")
	}
	var expected []string
	for _, b := range bounds {
		expected = append(expected, fmt.Sprintf("%s %s", b.op, literalForPeople(b.l)))
	}
	within := strings.Join(expected, " and ")
	negate := c.flag("negate", false)
	if negate {
		within = "not (" + within + ")"
	}
	return c.unary(within, func(x ast.Node) ast.Node {
		var terms []ast.Node
		for _, b := range bounds {
			terms = append(terms, ast.Compare{Op: b.op, L: x, R: constant(b.l)})
		}
		if negate {
			return ast.Not{X: ast.And{Terms: terms}}
		}
		return ast.And{Terms: terms}
	})
}

// literalForPeople shows a literal as a gate file writes it: in quotes where it
// is empty or holds a control character.
func literalForPeople(l gate.Literal) string {
	if l.Text == "" {
		return "''"
	}
	if strings.ContainsFunc(l.Text, unicode.IsControl) {
		return strconv.Quote(l.Text)
	}
	return l.Text
}
