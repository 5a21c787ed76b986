package compile

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// ruleContext is a rule with what its constructor may look at.
type ruleContext struct {
	*gate.Rule
	gateContext
	x     ast.Node   // the value that a rule on a column judges
	lists []ast.Node // the lists around it, outermost first
}

// reach follows the rule's way from its column to the value that it judges.
func (c *ruleContext) reach() error {
	if c.Column == "" {
		return nil
	}
	col, err := c.named(c.Column)
	if err != nil {
		return err
	}
	c.x = col
	for _, step := range c.Within {
		t := ast.TypeOf(c.x)
		switch {
		case step.Field == "" && t.Kind == gate.KindList:
			c.lists = append(c.lists, c.x)
			c.x = ast.Item{Name: itemName(len(c.lists)), Type: *t.Elem}
		case step.Field != "" && t.Kind == gate.KindStruct:
			i := slices.IndexFunc(t.Fields, func(f gate.Field) bool { return f.Name == step.Field })
			if i < 0 {
				return fmt.Errorf("the struct %s has no field %q", c.Column, step.Field)
			}
			c.x = ast.Field{X: c.x, Name: step.Field, Type: t.Fields[i].Type}
		default:
			return fmt.Errorf("the type of column %s is not known to its items and fields; state it in the gate", c.Column)
		}
	}
	return nil
}

func itemName(depth int) string { return fmt.Sprintf("item%d", depth) }

// inLists is the test for a row one of whose items is invalid; NULL has none.
func (c *ruleContext) inLists(invalid ast.Node) ast.Node {
	for i := len(c.lists); i > 0; i-- {
		list := c.lists[i-1]
		invalid = ast.And{Terms: []ast.Node{
			ast.Not{X: ast.IsNull{X: list}},
			ast.AnyItem{List: list, Name: itemName(i), Cond: invalid},
		}}
	}
	return invalid
}

// ruleColumns are the columns of a parameter, or the rule's own column.
func (c *ruleContext) ruleColumns(param string) ([]ast.Column, error) {
	named := c.Params[param].Names
	if len(named) == 0 && c.Column != "" {
		named = []string{c.Column}
	}
	if len(named) == 0 {
		return nil, fmt.Errorf("the rule needs %s", param)
	}
	return c.columns(named)
}

// flag is a boolean parameter, or what it is where it is absent.
func (c *ruleContext) flag(name string, absent bool) bool {
	p, ok := c.Params[name]
	if !ok {
		return absent
	}
	return p.Bool
}

// unary is the meaning of a value rule on one value.
func (c *ruleContext) unary(expected string, valid func(ast.Node) ast.Node) (meaning, error) {
	if c.x == nil {
		return meaning{}, errors.New("the rule stands on no column")
	}
	return meaning{valid: valid(c.x), operands: []ast.Node{c.x}, expected: expected}, nil
}

// constant is a literal of the gate as a node. One without a type is a text.
func constant(l gate.Literal) ast.Literal {
	t := l.Type
	if !t.IsKnown() {
		t = gate.Type{Kind: gate.KindString}
	}
	return ast.Literal{Text: l.Text, Type: t}
}

func textConstant(s string) ast.Literal {
	return ast.Literal{Text: s, Type: gate.Type{Kind: gate.KindString}}
}

// listForPeople joins values and cuts a long list.
func listForPeople(values []string) string {
	const most = 10
	if len(values) <= most {
		return strings.Join(values, ", ")
	}
	return fmt.Sprintf("%s, … %d in all", strings.Join(values[:most], ", "), len(values))
}
