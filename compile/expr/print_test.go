package expr

import (
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
)

// printed shows a node with all its types: calls as f(x, y), and of a constant
// or a computed value the type behind a colon.
func printed(n ast.Node) string {
	switch n := n.(type) {
	case nil:
		return "nil"
	case ast.Column:
		return n.Name
	case ast.Var:
		return ":" + n.Name
	case ast.Literal:
		return fmt.Sprintf("%q:%s", n.Text, n.Type)
	case ast.Null:
		return fmt.Sprintf("NULL:%s", n.Type)
	case ast.And:
		return list("and", n.Terms...)
	case ast.Or:
		return list("or", n.Terms...)
	case ast.Not:
		return list("not", n.X)
	case ast.Compare:
		return fmt.Sprintf("(%s %s %s)", printed(n.L), n.Op, printed(n.R))
	case ast.Distinct:
		return list("distinct", n.L, n.R)
	case ast.IsNull:
		return list("is_null", n.X)
	case ast.Is:
		return list(fmt.Sprintf("is_%t", n.Value), n.X)
	case ast.In:
		nodes := []ast.Node{n.X}
		for _, l := range n.List {
			nodes = append(nodes, l)
		}
		return list("in", nodes...)
	case ast.Like:
		return fmt.Sprintf("like(%s, %q)", printed(n.X), n.Pattern)
	case ast.Match:
		return fmt.Sprintf("match(%s, %q)", printed(n.X), n.Pattern)
	case ast.Arith:
		return fmt.Sprintf("(%s %s %s):%s", printed(n.L), n.Op, printed(n.R), n.Type)
	case ast.Case:
		var b strings.Builder
		for _, w := range n.Whens {
			fmt.Fprintf(&b, "when %s then %s ", printed(w.If), printed(w.Then))
		}
		return fmt.Sprintf("case(%selse %s):%s", b.String(), printed(n.Else), n.Type)
	case ast.Cast:
		return fmt.Sprintf("cast(%s):%s", printed(n.X), n.Type)
	case ast.DateAdd:
		return fmt.Sprintf("date_add(%s, %s %s)", printed(n.X), printed(n.N), n.Unit)
	case ast.DateDiff:
		return fmt.Sprintf("date_diff(%s, %s, %s)", n.Unit, printed(n.From), printed(n.To))
	case ast.DateTrunc:
		return fmt.Sprintf("date_trunc(%s, %s)", n.Unit, printed(n.X))
	case ast.Call:
		return list(string(n.Func), n.Args...) + ":" + n.Type.String()
	case ast.Aggregate:
		word := ""
		if n.Distinct {
			word = "distinct "
		}
		return fmt.Sprintf("%s(%s%s):%s", n.Func, word, printed(n.X), n.Type)
	default:
		return fmt.Sprintf("%T", n)
	}
}

func list(name string, nodes ...ast.Node) string {
	texts := make([]string, len(nodes))
	for i, n := range nodes {
		texts[i] = printed(n)
	}
	return name + "(" + strings.Join(texts, ", ") + ")"
}
