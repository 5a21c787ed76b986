package ast

// Columns are the columns that a node reads, in order of first use.
func Columns(n Node) []Column {
	type name struct{ from, name string }
	var out []Column
	seen := map[name]bool{}
	var walk func(Node)
	walk = func(n Node) {
		if c, ok := n.(Column); ok && !seen[name{c.From, c.Name}] {
			seen[name{c.From, c.Name}] = true
			out = append(out, c)
		}
		for _, child := range Children(n) {
			walk(child)
		}
	}
	walk(n)
	return out
}

// Children are the nodes directly within a node.
func Children(n Node) []Node {
	switch n := n.(type) {
	case And:
		return n.Terms
	case Or:
		return n.Terms
	case Not:
		return []Node{n.X}
	case Compare:
		return []Node{n.L, n.R}
	case Distinct:
		return []Node{n.L, n.R}
	case IsNull:
		return []Node{n.X}
	case Is:
		return []Node{n.X}
	case In:
		return []Node{n.X}
	case Like:
		return []Node{n.X}
	case Match:
		return []Node{n.X}
	case Extract:
		return []Node{n.X}
	case Arith:
		return []Node{n.L, n.R}
	case Case:
		var parts []Node
		for _, w := range n.Whens {
			parts = append(parts, w.If, w.Then)
		}
		return append(parts, optional(n.Else)...)
	case Cast:
		return []Node{n.X}
	case DateAdd:
		return []Node{n.X, n.N}
	case DateDiff:
		return []Node{n.From, n.To}
	case DateTrunc:
		return []Node{n.X}
	case AnyItem:
		return []Node{n.List, n.Cond}
	case Field:
		return []Node{n.X}
	case Call:
		return n.Args
	case Aggregate:
		return optional(n.X)
	default:
		return nil
	}
}

// optional is a node that may be left out.
func optional(n Node) []Node {
	if n == nil {
		return nil
	}
	return []Node{n}
}
