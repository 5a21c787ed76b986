package compile

import (
	"errors"
	"fmt"

	"github.com/sqlgate/sqlgate/compile/ast"
)

func buildCompare(c *ruleContext) (meaning, error) {
	op, err := compareOp(c.Params["op"].Text)
	if err != nil {
		return meaning{}, err
	}
	names := append(append([]string{}, c.Params["left"].Names...), c.Params["right"].Names...)
	if len(names) != 2 {
		return meaning{}, errors.New("compare needs one column on each side")
	}
	cols, err := c.columns(names)
	if err != nil {
		return meaning{}, err
	}
	l, r := cols[0], cols[1]
	return meaning{
		valid:    ast.Compare{Op: op, L: l, R: r},
		operands: []ast.Node{l, r},
		expected: fmt.Sprintf("%s %s %s", l.Name, op, r.Name),
	}, nil
}

// compareOp is the operator of a keyword of the gate file.
func compareOp(word string) (ast.CompareOp, error) {
	switch word {
	case "eq":
		return ast.Eq, nil
	case "ne":
		return ast.Ne, nil
	case "lt":
		return ast.Lt, nil
	case "le":
		return ast.Le, nil
	case "gt":
		return ast.Gt, nil
	case "ge":
		return ast.Ge, nil
	default:
		return "", fmt.Errorf("unknown comparison %q: it is one of eq, ne, lt, le, gt, ge", word)
	}
}
