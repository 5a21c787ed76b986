package compile

import (
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// steps is a set rule that compares each value with the one before it in an
// order of the rows. Rows without a value take no part.
type steps struct {
	column    ast.Column
	partition []ast.Column
	orderBy   []ast.Column
	broken    string // a condition over the columns value and earlier of the relation steps
}

// The columns of the relation over which a step is judged.
const (
	stepRelation  = "steps"
	valueColumn   = "_sqlgate_value"
	earlierColumn = "_sqlgate_earlier"
)

func (s *steps) value() ast.Column {
	return ast.Column{From: stepRelation, Name: valueColumn, Type: s.column.Type}
}

func (s *steps) earlier() ast.Column {
	return ast.Column{From: stepRelation, Name: earlierColumn, Type: s.column.Type}
}

// judge prints the condition that a step is broken, for one that is valid.
func (s *steps) judge(c *ruleContext, valid ast.Node) (err error) {
	s.broken, err = c.dialect.Print(ast.And{Terms: []ast.Node{ast.Not{X: ast.IsNull{X: s.earlier()}}, ast.Not{X: valid}}})
	return err
}

func (c *ruleContext) steps() (*steps, error) {
	columns, err := c.ruleColumns("column")
	if err != nil {
		return nil, err
	}
	s := &steps{column: columns[0]}
	if s.partition, err = c.columns(c.Params["partition_by"].Names); err != nil {
		return nil, err
	}
	if s.orderBy, err = c.columns(c.Params["order_by"].Names); err != nil {
		return nil, err
	}
	return s, nil
}

func buildMonotonic(c *ruleContext) (meaning, error) {
	s, err := c.steps()
	if err != nil {
		return meaning{}, err
	}
	op, how := ast.Ge, c.Params["direction"].Text
	if how == "decreasing" {
		op = ast.Le
	}
	if c.flag("strict", false) {
		op = strictly(op)
		how = "strictly " + how
	}
	if err := s.judge(c, ast.Compare{Op: op, L: s.value(), R: s.earlier()}); err != nil {
		return meaning{}, err
	}
	return meaning{set: s, expected: fmt.Sprintf("%s %s by %s", s.column.Name, how, strings.Join(names(s.orderBy), ", "))}, nil
}

func strictly(op ast.CompareOp) ast.CompareOp {
	if op == ast.Ge {
		return ast.Gt
	}
	return ast.Lt
}

func buildSequential(c *ruleContext) (meaning, error) {
	s, err := c.steps()
	if err != nil {
		return meaning{}, err
	}
	interval := c.Params["interval"]
	next, text, err := s.next(interval)
	if err != nil {
		return meaning{}, err
	}
	if err := s.judge(c, ast.Compare{Op: ast.Eq, L: s.value(), R: next}); err != nil {
		return meaning{}, err
	}
	return meaning{set: s, expected: fmt.Sprintf("%s in steps of %s by %s", s.column.Name, text, strings.Join(names(s.orderBy), ", "))}, nil
}

// next is the value that follows the earlier one.
func (s *steps) next(interval gate.Param) (ast.Node, string, error) {
	t := s.column.Type
	switch {
	case t.IsTemporal() && interval.Span.N > 0:
		return ast.DateAdd{X: s.earlier(), N: intConstant(interval.Span.N), Unit: unitOf(interval.Span)}, interval.Span.String(), nil
	case t.IsInteger() && interval.Literal.Text != "":
		step := constant(interval.Literal)
		step.Type = gate.Type{Kind: gate.KindInt64}
		return ast.Arith{Op: ast.Add, L: s.earlier(), R: step, Type: step.Type}, interval.Literal.Text, nil
	case t.Kind == gate.KindDecimal && interval.Literal.Text != "":
		step := constant(interval.Literal)
		return ast.Arith{Op: ast.Add, L: s.earlier(), R: step, Type: gate.Type{Kind: gate.KindDecimal}}, interval.Literal.Text, nil
	default:
		return nil, "", fmt.Errorf("the interval does not fit column %s of type %s: a number for numbers, a length of time such as 1d for dates and timestamps", s.column.Name, t)
	}
}

func (s *steps) reads() []string {
	return append(append([]string{s.column.Name}, names(s.partition)...), names(s.orderBy)...)
}

func (s *steps) find(p *Plan, r Rule) []named {
	x := "batch." + p.Dialect.Ident(s.column.Name)
	earlier := "lag(" + x + ") OVER (" + p.partition(s.partition) + "ORDER BY " + p.order(s.orderBy, false) + ")"
	compared := "SELECT " + p.row() + ", " + x + " AS " + p.Dialect.Ident(valueColumn) + ", " + earlier + " AS " + p.Dialect.Ident(earlierColumn) +
		" " + p.compared(r, x+" IS NOT NULL")
	return []named{{foundTable(r.Position), "SELECT " + p.Dialect.Ident(rowColumn) + " FROM (" + compared + ") AS " + p.Dialect.Ident(stepRelation) + " WHERE " + s.broken}}
}
