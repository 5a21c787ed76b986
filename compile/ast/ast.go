// Package ast is the predicate: a small sealed set of nodes that every rule
// compiles into and that each dialect prints. Nodes follow SQL's three-valued
// logic; a rule is made total (TRUE or FALSE for every row) only where it is
// printed as the test for an invalid row. Unless a node says otherwise, NULL in
// gives NULL out.
package ast

import "github.com/sqlgate/sqlgate/gate"

// Node is an expression over the columns of the batch. The set is sealed: a
// printer that switches over all types of this file is complete.
type Node interface{ node() }

// Column is a column of the batch by its target name, or of another relation.
type Column struct {
	Name string
	From string // alias of the relation; empty: the batch
	Type gate.Type
}

// Literal is a constant with its type.
type Literal struct {
	Text string // canonical text of the value
	Type gate.Type
}

// Var is a value that a run is given, bound as a parameter; never NULL.
type Var struct {
	Name string
	Type gate.Type
}

// Null is the NULL of a type.
type Null struct{ Type gate.Type }

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

// Distinct is IS DISTINCT FROM: TRUE or FALSE, never NULL. NULL equals NULL and
// NaN equals NaN.
type Distinct struct{ L, R Node }

// IsNull is TRUE or FALSE, never NULL.
type IsNull struct{ X Node }

// Is is X IS TRUE, or X IS FALSE where Value is false; never NULL.
type Is struct {
	X     Node
	Value bool
}

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

// Extract is the text of the only group of an RE2 pattern at its first match;
// NULL where the pattern does not match.
type Extract struct {
	X       Node
	Pattern string // has exactly one capturing group
}

// ArithOp is an operator on numbers.
type ArithOp string

// The operators on numbers.
const (
	Add ArithOp = "+"
	Sub ArithOp = "-"
	Mul ArithOp = "*"
	Div ArithOp = "/" // of floats: never an integer division; NULL where the divisor is zero
	Mod ArithOp = "%" // of integers and decimals, with the sign of the dividend; NULL where the divisor is zero
)

// Arith computes with two numbers. Both sides are first converted to the kind
// of Type: int64, decimal or float64. An overflow is the warehouse's error.
type Arith struct {
	Op   ArithOp
	L, R Node
	Type gate.Type
}

// When is a branch of a Case.
type When struct{ If, Then Node }

// Case is the Then of the first branch whose If is TRUE, else Else (nil: NULL).
// All results are of its Type.
type Case struct {
	Whens []When
	Else  Node
	Type  gate.Type
}

// Cast converts a value. In an expression only conversions that cannot fail are
// allowed; where a rule made certain of the text before (under a Case), a text
// in the canonical form of gate.CheckLiteral converts too.
type Cast struct {
	X    Node
	Type gate.Type
}

// Unit is a part of a date or time.
type Unit string

// The units.
const (
	Second  Unit = "second"
	Minute  Unit = "minute"
	Hour    Unit = "hour"
	Day     Unit = "day"
	Week    Unit = "week" // begins on Monday
	Month   Unit = "month"
	Quarter Unit = "quarter"
	Year    Unit = "year"
)

// DateAdd adds N units (an integer) to a date, timestamp or timestamptz; its
// type is that of X. A month that is too short gives its last day. A date takes
// no unit below a day.
type DateAdd struct {
	X    Node
	N    Node
	Unit Unit
}

// DateDiff counts the boundaries of the unit that lie between From and To, both
// of one type; negative where To is earlier. It is an int64; NULL where one is infinite.
type DateDiff struct {
	Unit     Unit
	From, To Node
}

// DateTrunc is the start of the unit that holds X, of X's type.
type DateTrunc struct {
	Unit Unit
	X    Node
}

// AnyItem is TRUE where Cond holds for an item of a list, else FALSE; NULL for
// the NULL list. Within Cond the item is Item{Name}.
type AnyItem struct {
	List Node
	Name string
	Cond Node // TRUE or FALSE for every item
}

// Item is the item of the AnyItem of that name.
type Item struct {
	Name string
	Type gate.Type
}

// Field is a field of a struct.
type Field struct {
	X    Node
	Name string
	Type gate.Type
}

// Func is a function with one meaning on all dialects.
type Func string

// The functions.
const (
	Length     Func = "length"      // characters (code points) of a text
	ListLength Func = "list_length" // items of a list
	ListUnique Func = "list_unique" // distinct items of a list, NULL items counting as one value
	Bytes      Func = "bytes"       // bytes of a text in UTF-8, or of bytes
	Trim       Func = "trim"        // without white space (space, tab, LF, VT, FF, CR) at both ends
	LTrim      Func = "ltrim"
	RTrim      Func = "rtrim"
	Lower      Func = "lower"     // by Unicode's full mapping
	Upper      Func = "upper"     // by Unicode's full mapping
	Substring  Func = "substring" // (text, start from 1, length): characters; a start below 1 begins at 1, a negative length is the empty text
	StartsWith Func = "starts_with"
	EndsWith   Func = "ends_with"
	Contains   Func = "contains"
	Replace    Func = "replace" // (text, from, to): every occurrence; an empty from changes nothing
	Concat     Func = "concat"  // ||: NULL where one is
	Coalesce   Func = "coalesce"
	NullIf     Func = "nullif"
	Neg        Func = "neg"
	Abs        Func = "abs"
	Round      Func = "round" // (x, digits): half away from zero; digits is a constant
	Floor      Func = "floor"
	Ceil       Func = "ceil"
	Sign       Func = "sign"     // -1, 0 or 1, an int64; NULL for a NaN
	Power      Func = "power"    // of floats; NULL where it is not a real number
	Sqrt       Func = "sqrt"     // of a float; NULL below zero
	Greatest   Func = "greatest" // NULL where one is; NaN where one is
	Least      Func = "least"    // NULL where one is; NaN where one is
	YearOf     Func = "year"     // as the other parts NULL of an infinite date
	MonthOf    Func = "month"
	DayOf      Func = "day"
	HourOf     Func = "hour"
	MinuteOf   Func = "minute"
	SecondOf   Func = "second"     // whole seconds
	DayOfWeek  Func = "dow"        // Monday = 1, Sunday = 7
	JSONValue  Func = "json_value" // (json or text, path such as $.a.b): the scalar as text, a number as it is written; NULL where there is none, and of texts with escapes that are no character, or NUL. The first of repeated keys counts
	IsJSON     Func = "is_json"    // the text is well-formed JSON (RFC 8259)
	JSONKeys   Func = "json_keys"  // the keys of a JSON object as a list of texts, each once, by code point; NULL where JSONValue is, or it is not an object
	IsNaN      Func = "is_nan"     // of a float (or a NaN-able decimal); FALSE for other types
	IsInf      Func = "is_inf"     // of a float, date or timestamp that can be infinite
	IsFinite   Func = "is_finite"  // neither
)

// Call applies a function to arguments of the types that the function takes.
type Call struct {
	Func Func
	Args []Node
	Type gate.Type // of the result
}

// AggFunc is an aggregate over the rows of a group.
type AggFunc string

// The aggregates. All but count ignore NULLs and are NULL over no values. Min and
// Max are NaN where a value is.
const (
	Count   AggFunc = "count" // of the rows where X is not NULL; of all rows where X is nil
	Sum     AggFunc = "sum"
	Min     AggFunc = "min"
	Max     AggFunc = "max"
	Avg     AggFunc = "avg"
	BoolAnd AggFunc = "bool_and"
	BoolOr  AggFunc = "bool_or"
	StdDev  AggFunc = "stddev" // of a sample, a float64: NULL of one value, NaN where a value is not finite
)

// Aggregate stands only in conditions on groups.
type Aggregate struct {
	Func     AggFunc
	X        Node // nil: count(*)
	Distinct bool
	Type     gate.Type
}

// Raw is SQL of the warehouse itself, printed in parentheses. It holds no comment to the end of a line.
type Raw struct{ SQL string }

func (Column) node()    {}
func (Literal) node()   {}
func (Var) node()       {}
func (Null) node()      {}
func (And) node()       {}
func (Or) node()        {}
func (Not) node()       {}
func (Compare) node()   {}
func (Distinct) node()  {}
func (IsNull) node()    {}
func (Is) node()        {}
func (In) node()        {}
func (Like) node()      {}
func (Match) node()     {}
func (Extract) node()   {}
func (Arith) node()     {}
func (Case) node()      {}
func (Cast) node()      {}
func (DateAdd) node()   {}
func (DateDiff) node()  {}
func (DateTrunc) node() {}
func (AnyItem) node()   {}
func (Item) node()      {}
func (Field) node()     {}
func (Call) node()      {}
func (Aggregate) node() {}
func (Raw) node()       {}

// StartedAt is the run's start: one value, the same in every statement, bound
// where the batch is read.
func StartedAt() Column {
	return Column{Name: "_sqlgate_started_at", Type: gate.Type{Kind: gate.KindTimestamptz}}
}
