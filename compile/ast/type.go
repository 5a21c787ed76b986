package ast

import "github.com/sqlgate/sqlgate/gate"

// Apply is a call of a function of one argument, with the type of its result.
func Apply(f Func, x Node) Call {
	c := Call{Func: f, Args: []Node{x}}
	switch f {
	case Length, ListLength, ListUnique, Bytes, Sign, YearOf, MonthOf, DayOf, HourOf, MinuteOf, SecondOf, DayOfWeek:
		c.Type = gate.Type{Kind: gate.KindInt64}
	case Trim, LTrim, RTrim, Lower, Upper:
		c.Type = gate.Type{Kind: gate.KindString}
	case IsNaN, IsInf, IsFinite, IsJSON:
		c.Type = gate.Type{Kind: gate.KindBool}
	case JSONKeys:
		c.Type = gate.Type{Kind: gate.KindList, Elem: &gate.Type{Kind: gate.KindString}}
	case Sqrt:
		c.Type = gate.Type{Kind: gate.KindFloat64}
	default:
		c.Type = TypeOf(x)
	}
	return c
}

// TypeOf is the type of a node's value; unknown for Raw.
func TypeOf(n Node) gate.Type {
	switch n := n.(type) {
	case Column:
		return n.Type
	case Literal:
		return n.Type
	case Null:
		return n.Type
	case Var:
		return n.Type
	case Arith:
		return n.Type
	case Case:
		return n.Type
	case Cast:
		return n.Type
	case Call:
		return n.Type
	case Aggregate:
		return n.Type
	case Item:
		return n.Type
	case Field:
		return n.Type
	case Extract:
		return gate.Type{Kind: gate.KindString}
	case DateAdd:
		return gate.Type{Kind: TypeOf(n.X).Kind}
	case DateTrunc:
		return TypeOf(n.X)
	case DateDiff:
		return gate.Type{Kind: gate.KindInt64}
	case Raw:
		return gate.Type{}
	default:
		return gate.Type{Kind: gate.KindBool}
	}
}
