// Package ast is the predicate: a small sealed set of nodes that every rule
// compiles into and that each dialect prints. Nodes follow SQL's three-valued
// logic; a rule is made total (TRUE or FALSE for every row) only where it is
// printed as the test for an invalid row.
package ast

import "github.com/sqlgate/sqlgate/gate"

// Node is an expression over the columns of the batch. The set is sealed: a
// printer that switches over all types of this file is complete.
type Node interface{ node() }

// Column is a column of the batch by its target name.
type Column struct {
	Name string
	Type gate.Type
}

// Literal is a constant with its type.
type Literal struct {
	Text string // canonical text of the value
	Type gate.Type
}

// And is true when all terms are; the empty And is TRUE.
type And struct{ Terms []Node }

// Or is true when one term is; the empty Or is FALSE.
type Or struct{ Terms []Node }

// Not negates.
type Not struct{ X Node }

// CompareOp is a comparison operator.
type CompareOp string

// The comparison operators.
const (
	Eq CompareOp = "="
	Ne CompareOp = "<>"
	Lt CompareOp = "<"
	Le CompareOp = "<="
	Gt CompareOp = ">"
	Ge CompareOp = ">="
)

// Compare compares two values of comparable types. With a NaN on either side
// it is FALSE, but TRUE for Ne. Text compares by code point.
type Compare struct {
	Op   CompareOp
	L, R Node
}

// IsNull is TRUE or FALSE, never NULL.
type IsNull struct{ X Node }

// In is membership in a list of constants; NULL when X is NULL, and for a NaN FALSE.
// With CaseInsensitive both sides are compared in lower case.
type In struct {
	X               Node
	List            []Literal
	CaseInsensitive bool
}

// Like is SQL's LIKE with backslash as the escape character on every dialect.
type Like struct {
	X       Node
	Pattern string
}

// Match is a search for an RE2 pattern anywhere in a text; with Full the whole
// text must match.
type Match struct {
	X               Node
	Pattern         string
	Full            bool
	CaseInsensitive bool
}

// Func is a function with one meaning on all dialects.
type Func string

// The functions that the rules use.
const (
	Length   Func = "length"    // characters of a text, items of a list
	Bytes    Func = "bytes"     // bytes of a text in UTF-8, or of bytes
	Trim     Func = "trim"      // without white space (space, tab, LF, VT, FF, CR) at both ends
	Lower    Func = "lower"     // in lower case by Unicode
	IsNaN    Func = "is_nan"    // of a float (or a NaN-able decimal); FALSE for other types
	IsInf    Func = "is_inf"    // of a float, date or timestamp that can be infinite
	IsFinite Func = "is_finite" // neither
)

// Call applies a function; NULL in gives NULL out.
type Call struct {
	Func Func
	X    Node
}

// Raw is SQL of the warehouse itself, printed in parentheses. It holds no comment to the end of a line.
type Raw struct{ SQL string }

func (Column) node()  {}
func (Literal) node() {}
func (And) node()     {}
func (Or) node()      {}
func (Not) node()     {}
func (Compare) node() {}
func (IsNull) node()  {}
func (In) node()      {}
func (Like) node()    {}
func (Match) node()   {}
func (Call) node()    {}
func (Raw) node()     {}
