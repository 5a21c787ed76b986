package expr

import "github.com/sqlgate/sqlgate/gate"

// syntax is a part of a well-formed expression whose types are not checked yet.
type syntax interface {
	start() int // where its first token begins
}

type (
	// name is a column.
	name struct{ token }
	// variable is a var.
	variable struct{ token }
	// number is a number, with the minus before it.
	number struct {
		at       int
		text     string
		negative bool
	}
	// text is a text, or where kind is set a constant of that kind such as DATE '…'.
	text struct {
		at   int
		kind gate.Kind
		token
	}
	// boolean is TRUE or FALSE.
	boolean struct {
		at    int
		value bool
	}
	// null is NULL.
	null struct{ at int }
	// interval is INTERVAL '3' DAY.
	interval struct {
		at     int
		amount token
		unit   token
	}
	// junction is a chain of AND, of OR or of ||.
	junction struct {
		word  string
		terms []syntax
	}
	// unary is NOT, or a sign before what is no number.
	unary struct {
		op token
		x  syntax
	}
	// binary is a comparison or an arithmetic operator.
	binary struct {
		op   token
		l, r syntax
	}
	// test is IS [NOT] NULL, TRUE or FALSE.
	test struct {
		x    syntax
		not  bool
		what string
	}
	// distinct is IS [NOT] DISTINCT FROM.
	distinct struct {
		op   token
		l, r syntax
		not  bool
	}
	// between is [NOT] BETWEEN.
	between struct {
		op           token
		x, low, high syntax
		not          bool
	}
	// in is [NOT] IN.
	in struct {
		op   token
		x    syntax
		list []syntax
		not  bool
	}
	// like is [NOT] LIKE.
	like struct {
		op      token
		x       syntax
		pattern syntax
		not     bool
	}
	// choice is a CASE; where operand is set, the branches are compared with it.
	choice struct {
		at       int
		operand  syntax
		branches []branch
		other    syntax // nil: no ELSE
	}
	branch struct {
		at         int // of WHEN
		when, then syntax
	}
	// cast is CAST(x AS type).
	cast struct {
		at     int
		x      syntax
		typeAt int
		typ    string
	}
	// call is a function's call.
	call struct {
		name     token
		args     []syntax
		star     bool // count(*)
		distinct bool // count(DISTINCT x)
	}
)

func (n name) start() int     { return n.at }
func (n variable) start() int { return n.at }
func (n number) start() int   { return n.at }
func (n text) start() int     { return n.at }
func (n boolean) start() int  { return n.at }
func (n null) start() int     { return n.at }
func (n interval) start() int { return n.at }
func (n junction) start() int { return n.terms[0].start() }
func (n unary) start() int    { return n.op.at }
func (n binary) start() int   { return n.l.start() }
func (n test) start() int     { return n.x.start() }
func (n distinct) start() int { return n.l.start() }
func (n between) start() int  { return n.x.start() }
func (n in) start() int       { return n.x.start() }
func (n like) start() int     { return n.x.start() }
func (n choice) start() int   { return n.at }
func (n cast) start() int     { return n.at }
func (n call) start() int     { return n.name.at }
