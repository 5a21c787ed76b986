package compile

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/expr"
	"github.com/sqlgate/sqlgate/gate"
)

// buildExpression makes the rule of a condition in the expression language,
// which passes where it is NULL.
func buildExpression(c *ruleContext) (meaning, error) {
	if len(c.Within) > 0 {
		return meaning{}, errors.New("an expression judges rows, not items or fields; state it on the column or on the gate")
	}
	p := c.Params["expression"]
	valid, err := c.condition(p, c.env())
	if err != nil {
		return meaning{}, err
	}
	return meaning{valid: valid, nullable: true, expected: strings.Join(strings.Fields(p.Text), " ")}, nil
}

// where is the rule's where; nil where it has none.
func (c *ruleContext) where() (ast.Node, error) {
	if c.Where == nil {
		return nil, nil
	}
	return c.condition(*c.Where, c.env())
}

// env is what a condition on a row may name.
func (c *ruleContext) env() expr.Env { return expr.Env{Columns: c.all, Vars: c.vars} }

// condition is what the text of a parameter means. Its error is gate.Errors
// with the place of each fault in the file.
func (c *ruleContext) condition(p gate.Param, env expr.Env) (ast.Node, error) {
	n, err := expr.Parse(p.Text, env)
	return n, placed(err, p, "rule "+c.ID, func(at gate.Pos, fault error) error { return &RuleError{ID: c.ID, Pos: at, Err: fault} })
}

// placed gives the faults of an expression their places in the file, and what
// they belong to.
func placed(err error, p gate.Param, of string, wrap func(gate.Pos, error) error) error {
	var found expr.Errors
	if !errors.As(err, &found) {
		return err
	}
	faults := make(gate.Errors, len(found))
	for i, f := range found {
		faults[i] = p.Fault(gate.CodeExpression, f.Offset, of+": "+f.Message, f.Hint)
		faults[i].Err = wrap(faults[i].Pos, f)
	}
	return faults
}

// bothErrors are the faults of two expressions together; else the first error.
func bothErrors(a, b error) error {
	var first, second gate.Errors
	if errors.As(a, &first) && errors.As(b, &second) {
		return slices.Concat(first, second)
	}
	return cmp.Or(a, b)
}
