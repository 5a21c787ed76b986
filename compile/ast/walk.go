package ast

// Columns are the columns that a node reads, in order of first use.
func Columns(n Node) []Column {
	var out []Column
	type name struct{ from, name string }
	seen := map[name]bool{}
	var walk func(Node)
	all := func(nodes ...Node) {
		for _, n := range nodes {
			if n != nil {
				walk(n)
			}
		}
	}
	walk = func(n Node) {
		switch n := n.(type) {
		case Column:
			key := name{n.From, n.Name}
			if !seen[key] {
				seen[key] = true
				out = append(out, n)
			}
		case And:
			all(n.Terms...)
		case Or:
			all(n.Terms...)
		case Not:
			all(n.X)
		case Compare:
			all(n.L, n.R)
		case Distinct:
			all(n.L, n.R)
		case IsNull:
			all(n.X)
		case Is:
			all(n.X)
		case In:
			all(n.X)
		case Like:
			all(n.X)
		case Match:
			all(n.X)
		case Extract:
			all(n.X)
		case Arith:
			all(n.L, n.R)
		case Case:
			for _, w := range n.Whens {
				all(w.If, w.Then)
			}
			all(n.Else)
		case Cast:
			all(n.X)
		case DateAdd:
			all(n.X, n.N)
		case DateDiff:
			all(n.From, n.To)
		case DateTrunc:
			all(n.X)
		case AnyItem:
			all(n.List, n.Cond)
		case Field:
			all(n.X)
		case Call:
			all(n.Args...)
		case Aggregate:
			all(n.X)
		case Literal, Null, Item, Raw:
		}
	}
	all(n)
	return out
}
