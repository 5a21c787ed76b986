package dialect

import (
	"fmt"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// operand is a printed argument, such that an operator can stand beside it.
type operand struct {
	sql      string
	typ      gate.Type
	size     digits // of an integer or decimal
	constant bool   // a literal: neither NULL nor NaN
	loose    bool   // an integer of the size that the engine's function gives
}

func (p printer) operand(n ast.Node) (operand, error) {
	sql, err := p.print(n)
	if err != nil {
		return operand{}, err
	}
	if !isAtom(n) {
		sql = parens(sql)
	}
	_, constant := n.(ast.Literal)
	return operand{sql: sql, typ: ast.TypeOf(n), size: sizeOf(n), constant: constant}, nil
}

// isAtom reports whether a printed node can stand beside an operator: it is a
// name, a constant, a call, a CASE … END or in parentheses.
func isAtom(n ast.Node) bool {
	switch n.(type) {
	case ast.Column, ast.Literal, ast.Var, ast.Null, ast.Item, ast.Field, ast.Raw, ast.Call, ast.Case, ast.Cast,
		ast.Extract, ast.AnyItem, ast.DateAdd, ast.DateDiff, ast.DateTrunc, ast.Aggregate:
		return true
	default:
		return false
	}
}

// sqlOf are the texts of operands.
func sqlOf(operands []operand) []string {
	out := make([]string, len(operands))
	for i, o := range operands {
		out[i] = o.sql
	}
	return out
}

// maxSQL bounds a printed node: it has room for ten thousand constants, but what
// evens out a warehouse holds an operand several times, so that nesting multiplies.
const maxSQL = 8 << 20

func checkSize(sql string) error {
	if len(sql) > maxSQL {
		return fmt.Errorf("the condition makes more than %d bytes of SQL: divide it into several rules", maxSQL)
	}
	return nil
}
