// Package expr is the expression language of rules: one SQL condition that
// means the same on every warehouse. docs/expressions.md describes it.
//
// The walk: scan makes tokens of a text (scan.go), the parser a syntax tree
// (parse.go, primary.go), and the checker gives each part its type and makes
// the nodes of the predicate (check.go and what it calls).
package expr

import (
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// Env is what an expression may name. A column is found by its exact name, else
// ignoring case where that is unambiguous.
type Env struct {
	Columns    []ast.Column
	Vars       []ast.Var
	Aggregates bool     // aggregates may occur; a column outside of them must then be one of GroupBy
	GroupBy    []string // names of Columns
}

// Error is one fault of an expression.
type Error struct {
	Offset  int    // in the text, in bytes: where the offending token begins
	Message string // what is wrong, in one line
	Hint    string // what to do; empty: the message says it
}

func (e *Error) Error() string { return fmt.Sprintf("offset %d: %s", e.Offset, e.Message) }

// Errors are the faults of one expression, in the order in which they were found.
type Errors []*Error

// Error is the faults, one on each line.
func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, one := range e {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the faults.
func (e Errors) Unwrap() []error {
	list := make([]error, len(e))
	for i, one := range e {
		list[i] = one
	}
	return list
}

// Parse makes a predicate of the text of a condition: a node that is TRUE, FALSE
// or NULL for a row, or with Env.Aggregates for a group. Its error is an Errors.
// A text that is not well formed has one fault; one that is has each fault of
// its names and types.
func Parse(text string, env Env) (ast.Node, error) {
	tokens, err := scan(text)
	if err != nil {
		return nil, Errors{err}
	}
	p := parser{text: text, tokens: tokens}
	tree, err := p.parse()
	if err != nil {
		return nil, Errors{err}
	}
	c := checker{env: env, functions: functionsByName}
	n := c.condition(tree)
	if n == nil {
		return nil, c.errs
	}
	if !small(n) {
		c.fail(tree.start(), "split it into several rules", "the expression is too large")
	}
	if len(c.errs) > 0 {
		return nil, c.errs
	}
	return n, nil
}

func errorAt(at int, hint, format string, args ...any) *Error {
	return &Error{Offset: at, Message: fmt.Sprintf(format, args...), Hint: hint}
}

// didYouMean is "; did you mean 'x'?" where a candidate is near, else empty.
func didYouMean(s string, candidates []string) string {
	if near := gate.Nearest(s, candidates); near != "" {
		return "; did you mean '" + near + "'?"
	}
	return ""
}
