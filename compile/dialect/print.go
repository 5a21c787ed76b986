package dialect

import (
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// grammar is where the dialects differ in printing a predicate. Texts of SQL that
// go in are atoms (see isAtom), and so are those that come out, but for the
// operands of a comparison.
type grammar interface {
	Name() string
	Ident(name string) string
	Literal(l ast.Literal) (string, error)
	TypeName(t gate.Type) (string, error)
	// function is the name of a function that all dialects have.
	function(name string) string
	// boolAggregate is the name of BoolAnd or BoolOr.
	boolAggregate(f ast.AggFunc) string
	comparisons
	numbers
	texts
	times
	nesting
	documents
	casts
}

// printer prints nodes in a dialect.
type printer struct {
	grammar
	// bounded are the columns that a sibling in the same conjunction holds below
	// a constant, which no NaN is.
	bounded map[columnName]bool
	// inFloat says that the node is an operand of a float's computation, which is
	// looked at as a whole.
	inFloat bool
}

type columnName struct{ from, name string }

func printNode(g grammar, n ast.Node) (string, error) {
	return printer{grammar: g}.print(n)
}

func (p printer) print(n ast.Node) (string, error) {
	sql, err := p.printNode(n)
	if err != nil {
		return "", err
	}
	return sql, checkSize(sql)
}

func (p printer) printNode(n ast.Node) (string, error) {
	switch n := n.(type) {
	case ast.Column:
		return p.column(n), nil
	case ast.Literal:
		return p.Literal(n)
	case ast.Var:
		return p.variable(n)
	case ast.Null:
		return p.null(n.Type)
	case ast.And:
		return p.join(n.Terms, " AND ", "TRUE", false)
	case ast.Or:
		return p.join(n.Terms, " OR ", "FALSE", false)
	case ast.Not:
		return p.negation(n.X)
	case ast.Compare:
		return p.compare(n, false)
	case ast.Distinct:
		return p.distinct(n)
	case ast.IsNull:
		return p.isNull(n.X, false)
	case ast.Is:
		return p.is(n)
	case ast.In:
		return p.in(n, "IN")
	case ast.Like:
		return p.like(n, "")
	case ast.Match:
		return p.match(n)
	case ast.Extract:
		return p.extract(n)
	case ast.Arith:
		return p.arith(n)
	case ast.Case:
		return p.choice(n)
	case ast.Cast:
		return p.cast(n)
	case ast.DateAdd:
		return p.dateAdd(n)
	case ast.DateDiff:
		return p.dateDiff(n)
	case ast.DateTrunc:
		return p.dateTrunc(n)
	case ast.AnyItem:
		return p.anyItem(n)
	case ast.Item:
		return p.item(itemAlias(n.Name)), nil
	case ast.Field:
		return p.field(n)
	case ast.Call:
		return p.call(n)
	case ast.Aggregate:
		return p.aggregate(n)
	case ast.Raw:
		return parens(n.SQL), nil
	default:
		return "", fmt.Errorf("dialect %s cannot print a %T", p.Name(), n)
	}
}

func (p printer) column(c ast.Column) string {
	if c.From != "" {
		return p.Ident(c.From) + "." + p.Ident(c.Name)
	}
	return "batch." + p.Ident(c.Name)
}

// null prints NULL in its type.
func (p printer) null(t gate.Type) (string, error) {
	if !t.IsKnown() {
		return "NULL", nil
	}
	if t.Kind == gate.KindDecimal && t.Precision == 0 {
		t.Precision, t.Scale = 1, 1 // the size that widens no other one
	}
	name, err := p.castName(t)
	return "CAST(NULL AS " + name + ")", err
}

func (p printer) is(n ast.Is) (string, error) {
	x, err := p.operand(n.X)
	if n.Value {
		return x.sql + " IS TRUE", err
	}
	return x.sql + " IS FALSE", err
}

// choice prints a Case, whose results get one type.
func (p printer) choice(n ast.Case) (string, error) {
	results := make([]ast.Node, 0, len(n.Whens)+1)
	for _, w := range n.Whens {
		results = append(results, w.Then)
	}
	if n.Else != nil {
		results = append(results, n.Else)
	}
	values, err := p.alike(results, n.Type)
	if err != nil {
		return "", err
	}
	if len(n.Whens) == 0 {
		return otherwise(values), nil
	}
	var b strings.Builder
	b.WriteString("CASE")
	for i, w := range n.Whens {
		cond, err := p.print(w.If)
		if err != nil {
			return "", err
		}
		b.WriteString(" WHEN " + cond + " THEN " + values[i].sql)
	}
	if n.Else != nil {
		b.WriteString(" ELSE " + values[len(values)-1].sql)
	}
	b.WriteString(" END")
	return b.String(), nil
}

// otherwise is the result of a Case without branches.
func otherwise(values []operand) string {
	if len(values) == 0 {
		return "NULL"
	}
	return values[0].sql
}

// alike prints values that must have one type: numbers of several kinds are
// converted, and so are enums beside texts.
func (p printer) alike(nodes []ast.Node, t gate.Type) ([]operand, error) {
	mixed := false
	for _, n := range nodes {
		_, null := n.(ast.Null)
		mixed = mixed || !null && ast.TypeOf(n).Kind != t.Kind
	}
	out := make([]operand, len(nodes))
	for i, n := range nodes {
		var err error
		if out[i], err = p.alikeOne(n, t, mixed); err != nil {
			return nil, err
		}
	}
	for i := range out {
		switch {
		case t.IsNumeric() && computedIn(t) == gate.KindDecimal:
			out[i].sql = p.oneSize(out[i].sql, widest(nodes))
		case t.Kind == gate.KindTimestamp:
			out[i].sql = p.besideOther(out[i], operand{typ: t})
		}
	}
	return out, nil
}

func (p printer) alikeOne(n ast.Node, t gate.Type, mixed bool) (operand, error) {
	if _, null := n.(ast.Null); !null && mixed && t.IsNumeric() {
		return p.number(n, computedIn(t))
	}
	x, err := p.operand(n)
	if mixed && t.IsText() {
		x.sql = p.plainText(x.sql, x.typ)
	}
	return x, err
}

// negation prints NOT x, pushed inwards as far as it goes: engines stop early
// in a disjunction of plain comparisons, but not below a NOT.
func (p printer) negation(x ast.Node) (string, error) {
	switch x := x.(type) {
	case ast.Not:
		return p.print(x.X)
	case ast.And:
		return p.join(x.Terms, " OR ", "FALSE", true)
	case ast.Or:
		return p.join(x.Terms, " AND ", "TRUE", true)
	case ast.Compare:
		return p.compare(x, true)
	case ast.IsNull:
		return p.isNull(x.X, true)
	case ast.In:
		return p.in(x, "NOT IN")
	case ast.Like:
		return p.like(x, "NOT ")
	case ast.Match:
		s, err := p.print(x)
		return "NOT " + s, err
	default:
		o, err := p.operand(x)
		return "NOT " + o.sql, err
	}
}

// join prints a conjunction or disjunction; negate negates each term.
func (p printer) join(terms []ast.Node, word, empty string, negate bool) (string, error) {
	if len(terms) == 0 {
		return empty, nil
	}
	if len(terms) > 1 && (word == " OR ") == negate {
		p.bounded = boundedColumns(terms)
	}
	texts := make([]string, len(terms))
	for i, t := range terms {
		if negate {
			t = ast.Not{X: t}
		}
		s, err := p.print(t)
		if err != nil {
			return "", err
		}
		if len(terms) > 1 && !standsIn(t, word) {
			s = parens(s)
		}
		texts[i] = s
	}
	return strings.Join(texts, word), nil
}

// standsIn reports whether a printed node may stand among terms joined by word
// without parentheses.
func standsIn(n ast.Node, word string) bool {
	switch n := n.(type) {
	case ast.Not:
		switch x := n.X.(type) {
		case ast.And:
			return allStandIn(x.Terms, word, " OR ", true)
		case ast.Or:
			return allStandIn(x.Terms, word, " AND ", true)
		case ast.Not:
			return standsIn(x.X, word)
		default:
			return true
		}
	case ast.And:
		return allStandIn(n.Terms, word, " AND ", false)
	case ast.Or:
		return allStandIn(n.Terms, word, " OR ", false)
	default:
		return true
	}
}

// allStandIn is standsIn of terms that are joined by a word of their own, which
// a single term does not show.
func allStandIn(terms []ast.Node, word, own string, negate bool) bool {
	if len(terms) != 1 {
		return word == own
	}
	if negate {
		return standsIn(ast.Not{X: terms[0]}, word)
	}
	return standsIn(terms[0], word)
}

// boundedColumns are the columns that one of the terms holds at or below a constant.
func boundedColumns(terms []ast.Node) map[columnName]bool {
	out := map[columnName]bool{}
	for _, t := range terms {
		c, ok := t.(ast.Compare)
		if !ok || (c.Op != ast.Le && c.Op != ast.Lt) {
			continue
		}
		col, isColumn := c.L.(ast.Column)
		if _, isLiteral := c.R.(ast.Literal); isColumn && isLiteral {
			out[columnName{col.From, col.Name}] = true
		}
	}
	return out
}

func parens(s string) string { return "(" + s + ")" }

// cteStandard begins a common table expression of DuckDB and Postgres.
func cteStandard(name string, materialized bool) string {
	if materialized {
		return name + " AS MATERIALIZED"
	}
	return name + " AS NOT MATERIALIZED"
}
