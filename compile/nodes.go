package compile

import (
	"strconv"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func intConstant(n int64) ast.Literal {
	return ast.Literal{Text: strconv.FormatInt(n, 10), Type: gate.Type{Kind: gate.KindInt64}}
}

// intOf is the number of a text that holds digits, with or without a sign.
func intOf(text ast.Node) ast.Node {
	return ast.Cast{X: text, Type: gate.Type{Kind: gate.KindInt64}}
}

func arith(op ast.ArithOp, l, r ast.Node) ast.Node {
	return ast.Arith{Op: op, L: l, R: r, Type: gate.Type{Kind: gate.KindInt64}}
}

func textCall(f ast.Func, args ...ast.Node) ast.Node {
	return ast.Call{Func: f, Args: args, Type: gate.Type{Kind: gate.KindString}}
}

func concat(args ...ast.Node) ast.Node { return textCall(ast.Concat, args...) }

func substring(x ast.Node, start, length int64) ast.Node {
	return textCall(ast.Substring, x, intConstant(start), intConstant(length))
}

func lengthIs(x ast.Node, n int64) ast.Node {
	return ast.Compare{Op: ast.Eq, L: ast.Apply(ast.Length, x), R: intConstant(n)}
}

func textIs(x ast.Node, s string) ast.Node {
	return ast.Compare{Op: ast.Eq, L: x, R: textConstant(s)}
}

func boolConstant(b bool) ast.Literal {
	return ast.Literal{Text: strconv.FormatBool(b), Type: gate.Type{Kind: gate.KindBool}}
}
