package gate

import (
	"regexp"
	"strconv"
	"time"
)

// Test is a test of a gate: the rows that are given, and what a run must make
// of them.
type Test struct {
	Name      string
	Now       time.Time         // what the rules take for the run's start; zero: not given
	Partition Partition         // nil: none
	Vars      map[string]string // canonical values of the gate's vars; the others have their defaults
	Source    *TestTable
	Target    *TestTable  // as it is before the run; nil: not given
	Tables    []TestTable // the other tables that the gate reads
	Expect    Expectation
	Pos       Pos
}

// TestTable is a table that a test gives.
type TestTable struct {
	Name    TableName
	Columns []TestColumn
	Rows    []TestRow
	Pos     Pos
}

// TestColumn is a column of a given table. Its type is known.
type TestColumn struct {
	Name   string
	Type   Type
	Native string // DuckDB's type name, where the gate states one; else empty
}

// TestRow is a row that is given or expected, by column; a column that is absent
// is NULL where the row is given, and not looked at where it is expected.
type TestRow struct {
	Values map[string]TestValue
	Pos    Pos
}

// TestValue is a value of a row. Text is as written, or JSON of a list or mapping.
type TestValue struct {
	Text string
	Null bool
	JSON bool
	Pos  Pos
	Key  Pos // of the column's name
}

// plainValue are texts that need no quotes to be told from others.
var plainValue = regexp.MustCompile(`^[\pL\pN_.+-]([\pL\pN_.:+/@%€$ -]*[\pL\pN_.:+/@%€$-])?$`)

// String is the value as a gate file writes it.
func (v TestValue) String() string {
	switch {
	case v.Null:
		return "null"
	case v.JSON || plainValue.MatchString(v.Text) && v.Text != "null":
		return v.Text
	default:
		return strconv.Quote(v.Text)
	}
}

// Expectation is what a test expects. What is nil or empty is not looked at; a
// list that is not nil and has no rows expects none.
type Expectation struct {
	Outcome  string // of the run or, of a gate without target, of the check
	Passed   []TestRow
	Rejected []FailingRow // those in the rejected table
	Failing  []FailingRow // those that fail a rule, whatever becomes of them
	Target   []TestRow    // all rows of the target after the run
	Checks   []ExpectedStatus
	Pos      map[string]Pos // of its keys
}

// FailingRow is a row and the rules that it fails; nil: whichever.
type FailingRow struct {
	TestRow
	Rules []string // sorted
}

// ExpectedStatus is the status of a check: pass, warn, fail or skip.
type ExpectedStatus struct {
	ID     string
	Status string
	Pos    Pos
}
