package compile

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// Option adds to what Compile knows.
type Option func(*extensions) error

// extensions are the constructors of rules that a program adds.
type extensions map[string]ruleBuilder

// RuleContext is what the constructor of an added rule looks at.
type RuleContext struct {
	// Rule has the parameters that the rule's entry in the gate's table
	// describes, checked by the loader.
	Rule *gate.Rule
	// Value is the value that a rule on a column judges, or on its items or
	// fields; nil at gate level.
	Value ast.Node
	// Columns are the gate's columns with their types.
	Columns []ast.Column
}

// Predicate is what an added rule means.
type Predicate struct {
	Valid    ast.Node // TRUE or NULL for a valid row; `nulls: fail` makes NULL invalid
	Expected string   // the constraint for people, such as "an even number"
}

// WithRule gives the row rules of a kind their meaning. The kind has its entry
// in the gate's table by gate.LoadOptions.Rules. The predicate is made of nodes,
// so it means the same on every warehouse.
//
// A kind that Compile knows already, a predicate without Valid and one with
// ast.Raw in it are errors of Compile.
func WithRule(kind string, build func(RuleContext) (Predicate, error)) Option {
	return func(e *extensions) error {
		if ruleBuilders()[kind] != nil || (*e)[kind] != nil {
			return fmt.Errorf("a rule of the kind %q is there already", kind)
		}
		(*e)[kind] = func(c *ruleContext) (meaning, error) {
			p, err := build(RuleContext{Rule: c.Rule, Value: c.x, Columns: c.all})
			if err != nil {
				return meaning{}, err
			}
			if holdsRaw(p.Valid) {
				return meaning{}, errors.New("its predicate holds SQL of the warehouse; that is for rules of the kind sql")
			}
			return meaning{valid: p.Valid, nullable: true, expected: p.Expected}, nil
		}
		return nil
	}
}

func holdsRaw(n ast.Node) bool {
	_, raw := n.(ast.Raw)
	return raw || slices.ContainsFunc(ast.Children(n), holdsRaw)
}

// builders are the constructors of all rules, with those of the options.
func builders(options []Option) (map[string]ruleBuilder, error) {
	added := extensions{}
	for _, option := range options {
		if err := option(&added); err != nil {
			return nil, err
		}
	}
	all := ruleBuilders()
	for kind, build := range added {
		all[kind] = build
	}
	return all, nil
}
