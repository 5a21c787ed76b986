package dialect

import (
	"strconv"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// digits are the most digits that a number has before and after its point.
type digits struct {
	whole, scale int
	known        bool
}

func (d digits) precision() int { return d.whole + d.scale }

// sizeOf is the size of a number that is an integer or a decimal.
func sizeOf(n ast.Node) digits {
	switch n := n.(type) {
	case ast.Literal:
		whole, scale := digitCounts(n.Text)
		return digits{max(whole, 1), scale, true}
	case ast.Arith:
		return arithSize(n.Op, sizeOf(n.L), sizeOf(n.R))
	case ast.Case:
		results := make([]ast.Node, 0, len(n.Whens)+1)
		for _, w := range n.Whens {
			results = append(results, w.Then)
		}
		if n.Else != nil {
			results = append(results, n.Else)
		}
		return widest(results)
	case ast.Call:
		return callSize(n)
	default:
		return typeSize(ast.TypeOf(n))
	}
}

func typeSize(t gate.Type) digits {
	switch {
	case t.Kind == gate.KindDecimal:
		return digits{t.Precision - t.Scale, t.Scale, t.Precision > 0}
	case t.Kind == gate.KindInteger:
		return digits{whole: gate.KindInt64.IntegerDigits(), known: true}
	case t.IsInteger():
		return digits{whole: t.Kind.IntegerDigits(), known: true}
	default:
		return digits{}
	}
}

func arithSize(op ast.ArithOp, l, r digits) digits {
	known := l.known && r.known
	switch op {
	case ast.Mul:
		return digits{l.whole + r.whole, l.scale + r.scale, known}
	case ast.Mod:
		return digits{max(l.whole, r.whole), max(l.scale, r.scale), known}
	default:
		return digits{max(l.whole, r.whole) + 1, max(l.scale, r.scale), known}
	}
}

func callSize(c ast.Call) digits {
	switch c.Func {
	case ast.Neg, ast.Abs:
		return sizeOf(c.Args[0])
	case ast.Floor, ast.Ceil:
		return roundedSize(sizeOf(c.Args[0]), 0)
	case ast.Round:
		return roundedSize(sizeOf(c.Args[0]), placesOf(c.Args[1]))
	case ast.Coalesce, ast.Greatest, ast.Least, ast.NullIf:
		return widest(c.Args)
	default:
		return typeSize(c.Type)
	}
}

// roundedSize is the size of a number of that size that is rounded to so many places.
func roundedSize(d digits, places int) digits {
	return digits{d.whole + 1, min(d.scale, max(places, 0)), d.known}
}

func widest(nodes []ast.Node) digits {
	all := digits{known: len(nodes) > 0}
	for _, n := range nodes {
		if _, null := n.(ast.Null); null {
			continue
		}
		d := sizeOf(n)
		all = digits{max(all.whole, d.whole), max(all.scale, d.scale), all.known && d.known}
	}
	return all
}

// placesOf is the number of places that Round leaves.
func placesOf(n ast.Node) int {
	l, _ := n.(ast.Literal)
	places, err := strconv.Atoi(l.Text)
	if err != nil {
		return maxDecimalPlaces
	}
	return places
}
