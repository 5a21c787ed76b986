package oracle

import (
	"fmt"
	"maps"
	"regexp"

	"github.com/sqlgate/sqlgate/compile/ast"
)

// Eval is the value of a predicate or expression over a row. The error is
// ErrRaises where an engine may raise one, and another where the node cannot be
// evaluated at all: raw SQL, an aggregate, a column that the row has not.
func Eval(n ast.Node, row Row) (Value, error) { return scope{row: row}.eval(n) }

// scope is what a node's columns, items and aggregates stand for.
type scope struct {
	row   Row
	items map[string]Value
	group []Row // nil: there are no aggregates
}

func (s scope) eval(n ast.Node) (Value, error) {
	switch n := n.(type) {
	case ast.Column:
		v, ok := s.row[n.Name]
		if !ok {
			return nil, fmt.Errorf("the row has no column %q", n.Name)
		}
		return v, nil
	case ast.Literal:
		return Constant(n.Type, n.Text)
	case ast.Null:
		return nil, nil
	case ast.And:
		return s.junction(n.Terms, false)
	case ast.Or:
		return s.junction(n.Terms, true)
	case ast.Not:
		b, err := s.truth(n.X)
		if err != nil || b == nil {
			return nil, err
		}
		return !b.(Bool), nil
	case ast.Compare:
		return s.compare(n)
	case ast.Distinct:
		l, r, err := s.pair(n.L, n.R)
		if err != nil {
			return nil, err
		}
		return distinct(l, r)
	case ast.IsNull:
		x, err := s.eval(n.X)
		return Bool(x == nil), err
	case ast.Is:
		b, err := s.truth(n.X)
		return Bool(b == Bool(n.Value)), err
	case ast.In:
		return s.in(n)
	case ast.Like:
		return s.onText(n.X, func(x string) (Value, error) { return Bool(like(n.Pattern, x)), nil })
	case ast.Match:
		return s.onText(n.X, func(x string) (Value, error) { return match(n.Pattern, n.Full, n.CaseInsensitive, x) })
	case ast.Extract:
		return s.onText(n.X, func(x string) (Value, error) { return extract(n.Pattern, x) })
	case ast.Arith:
		l, r, err := s.pair(n.L, n.R)
		if err != nil || l == nil || r == nil {
			return nil, err
		}
		return arith(n.Op, l, r, n.Type)
	case ast.Case:
		return s.branch(n)
	case ast.Cast:
		x, err := s.eval(n.X)
		if err != nil || x == nil {
			return nil, err
		}
		return cast(x, ast.TypeOf(n.X), n.Type)
	case ast.DateAdd:
		x, by, err := s.pair(n.X, n.N)
		if err != nil || x == nil || by == nil {
			return nil, err
		}
		return dateAdd(x, by, n.Unit)
	case ast.DateDiff:
		from, to, err := s.pair(n.From, n.To)
		if err != nil || from == nil || to == nil {
			return nil, err
		}
		return dateDiff(n.Unit, from, to)
	case ast.DateTrunc:
		x, err := s.eval(n.X)
		if err != nil || x == nil {
			return nil, err
		}
		return dateTrunc(n.Unit, x)
	case ast.AnyItem:
		return s.anyItem(n)
	case ast.Item:
		v, ok := s.items[n.Name]
		if !ok {
			return nil, fmt.Errorf("there is no item %q here", n.Name)
		}
		return v, nil
	case ast.Field:
		return s.field(n)
	case ast.Call:
		args := make([]Value, len(n.Args))
		for i, a := range n.Args {
			var err error
			if args[i], err = s.eval(a); err != nil {
				return nil, err
			}
		}
		return call(n, args)
	case ast.Aggregate:
		return s.aggregate(n)
	default:
		return nil, fmt.Errorf("the oracle does not evaluate a %T", n)
	}
}

// truth is a condition's value: nil, TRUE or FALSE.
func (s scope) truth(n ast.Node) (Value, error) {
	v, err := s.eval(n)
	if err != nil || v == nil {
		return nil, err
	}
	if _, ok := v.(Bool); !ok {
		return nil, fmt.Errorf("a %T is no condition", v)
	}
	return v, nil
}

func (s scope) pair(a, b ast.Node) (l, r Value, err error) {
	if l, err = s.eval(a); err != nil {
		return nil, nil, err
	}
	r, err = s.eval(b)
	return l, r, err
}

// junction is an OR where decisive is true, an AND where it is false: one
// decisive term decides, else one NULL makes it NULL. Engines may evaluate every
// term, so an error of one is an error of all.
func (s scope) junction(terms []ast.Node, decisive Bool) (Value, error) {
	var result Value = !decisive
	for _, t := range terms {
		b, err := s.truth(t)
		switch {
		case err != nil:
			return nil, err
		case b == decisive:
			result = decisive
		case b == nil && result != decisive:
			result = nil
		}
	}
	return result, nil
}

func (s scope) compare(n ast.Compare) (Value, error) {
	l, r, err := s.pair(n.L, n.R)
	if err != nil || l == nil || r == nil {
		return nil, err
	}
	holds, err := holds(n.Op, l, r)
	return Bool(holds), err
}

// holds compares two values that are not NULL. With a NaN only <> holds.
func holds(op ast.CompareOp, l, r Value) (bool, error) {
	order, ok, err := compare(l, r)
	if err != nil {
		return false, err
	}
	if !ok {
		return op == ast.Ne, nil
	}
	switch op {
	case ast.Eq:
		return order == 0, nil
	case ast.Ne:
		return order != 0, nil
	case ast.Lt:
		return order < 0, nil
	case ast.Le:
		return order <= 0, nil
	case ast.Gt:
		return order > 0, nil
	case ast.Ge:
		return order >= 0, nil
	default:
		return false, fmt.Errorf("unknown comparison %q", op)
	}
}

// distinct is IS DISTINCT FROM. Numbers of different kinds are compared as numbers.
func distinct(l, r Value) (Value, error) {
	if l == nil || r == nil || Same(l, r) {
		return Bool((l == nil) != (r == nil)), nil
	}
	switch l.(type) {
	case List, Struct:
		return Bool(true), nil
	}
	order, ok, err := compare(l, r)
	return Bool(!ok || order != 0), err
}

func (s scope) in(n ast.In) (Value, error) {
	x, err := s.eval(n.X)
	if err != nil || x == nil {
		return nil, err
	}
	found := false
	for _, l := range n.List {
		item, err := Constant(l.Type, l.Text)
		if err != nil {
			return nil, err
		}
		same, err := equal(x, item, n.CaseInsensitive)
		if err != nil {
			return nil, err
		}
		found = found || same
	}
	return Bool(found), nil
}

// equal compares two values that are not NULL by =, texts in lower case where ignoreCase.
func equal(l, r Value, ignoreCase bool) (bool, error) {
	if lt, ok := l.(Text); ok && ignoreCase {
		rt, ok := r.(Text)
		return ok && lower(string(lt)) == lower(string(rt)), nil
	}
	return holds(ast.Eq, l, r)
}

func (s scope) onText(n ast.Node, f func(string) (Value, error)) (Value, error) {
	x, err := s.eval(n)
	if err != nil || x == nil {
		return nil, err
	}
	text, ok := x.(Text)
	if !ok {
		return nil, fmt.Errorf("a %T is no text", x)
	}
	return f(string(text))
}

// match is a search; a full match spans the whole text.
func match(pattern string, full, ignoreCase bool, text string) (Value, error) {
	flags := ""
	if ignoreCase {
		flags = "(?i)"
	}
	re, err := regexp.Compile(flags + pattern)
	if err != nil {
		return nil, err
	}
	if !full {
		return Bool(re.MatchString(text)), nil
	}
	// With leftmost-longest matching, a match of the whole text is found at its
	// start if there is one, so nothing has to be put around the pattern.
	re.Longest()
	span := re.FindStringIndex(text)
	return Bool(span != nil && span[0] == 0 && span[1] == len(text)), nil
}

func extract(pattern, text string) (Value, error) {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, err
	}
	m := re.FindStringSubmatchIndex(text)
	if len(m) < 4 || m[2] < 0 {
		return nil, nil
	}
	return Text(text[m[2]:m[3]]), nil
}

func (s scope) branch(n ast.Case) (Value, error) {
	for _, w := range n.Whens {
		b, err := s.truth(w.If)
		if err != nil {
			return nil, err
		}
		if b == Bool(true) {
			return s.eval(w.Then)
		}
	}
	if n.Else == nil {
		return nil, nil
	}
	return s.eval(n.Else)
}

func (s scope) anyItem(n ast.AnyItem) (Value, error) {
	x, err := s.eval(n.List)
	if err != nil || x == nil {
		return nil, err
	}
	list, ok := x.(List)
	if !ok {
		return nil, fmt.Errorf("a %T is no list", x)
	}
	for _, item := range list {
		inner := scope{row: s.row, items: maps.Clone(s.items)}
		if inner.items == nil {
			inner.items = map[string]Value{}
		}
		inner.items[n.Name] = item
		b, err := inner.truth(n.Cond)
		if err != nil || b == Bool(true) {
			return b, err
		}
	}
	return Bool(false), nil
}

func (s scope) field(n ast.Field) (Value, error) {
	x, err := s.eval(n.X)
	if err != nil || x == nil {
		return nil, err
	}
	st, ok := x.(Struct)
	if !ok {
		return nil, fmt.Errorf("a %T is no struct", x)
	}
	v, ok := st[n.Name]
	if !ok {
		return nil, fmt.Errorf("the struct has no field %q", n.Name)
	}
	return v, nil
}
