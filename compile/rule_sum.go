package compile

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func buildSumEquals(c *ruleContext) (meaning, error) {
	names := c.Params["columns"].Names
	equals := c.Params["equals"]
	cols, err := c.columns(slices.Concat(names, equals.Names))
	if err != nil {
		return meaning{}, err
	}
	t, err := sumType(cols)
	if err != nil {
		return meaning{}, err
	}
	tolerance := numberOf(c.Params["tolerance"].Literal, t)
	exact := strings.Trim(tolerance.Text, "0.") == ""
	if t.IsFloat() && exact {
		return meaning{}, errors.New("floats are not added exactly; state a tolerance")
	}
	m := meaning{expected: fmt.Sprintf("%s = %s", strings.Join(names, " + "), equals.Literal.Text)}
	for _, col := range cols {
		m.operands = append(m.operands, col)
	}
	sum, right := m.operands[0], ast.Node(numberOf(equals.Literal, t))
	for _, x := range m.operands[1:len(names)] {
		sum = ast.Arith{Op: ast.Add, L: sum, R: x, Type: t}
	}
	if len(equals.Names) > 0 {
		right = cols[len(names)]
		m.expected += equals.Names[0]
	}
	if exact {
		m.valid = ast.Compare{Op: ast.Eq, L: sum, R: right}
		return m, nil
	}
	difference := ast.Apply(ast.Abs, ast.Arith{Op: ast.Sub, L: sum, R: right, Type: t})
	m.valid = ast.Compare{Op: ast.Le, L: difference, R: tolerance}
	if t.IsFloat() {
		m.valid = summable(m.operands, m.valid)
	}
	m.expected += " ± " + tolerance.Text
	return m, nil
}

// summable is FALSE where a float is so large that adding to it might raise an
// error, else valid.
func summable(operands []ast.Node, valid ast.Node) ast.Node {
	var large []ast.Node
	for _, x := range operands {
		if t := ast.TypeOf(x); t.IsFloat() {
			large = append(large, tooLarge(x))
		}
	}
	return ast.Case{
		Whens: []ast.When{{If: ast.Or{Terms: large}, Then: boolConstant(false)}},
		Else:  valid,
		Type:  gate.Type{Kind: gate.KindBool},
	}
}

// sumType is the type that numbers are added in: decimals where all are exact.
func sumType(cols []ast.Column) (gate.Type, error) {
	t := gate.Type{Kind: gate.KindDecimal}
	for _, col := range cols {
		if !col.Type.IsKnown() {
			return t, fmt.Errorf("the type of column %s is not known here; state it in the gate", col.Name)
		}
		if col.Type.IsFloat() {
			t.Kind = gate.KindFloat64
		}
	}
	return t, nil
}

// numberOf is a number of the gate in the type that it is computed with.
func numberOf(l gate.Literal, t gate.Type) ast.Literal {
	return ast.Literal{Text: l.Text, Type: t}
}
