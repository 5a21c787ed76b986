// Package adapters is the contract between a run and a warehouse. A dialect is
// text; an adapter is a connection, a transaction and the translation of
// errors. It holds no rule and makes no decision.
package adapters

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// Statement is SQL with bound arguments.
type Statement struct {
	SQL  string
	Args []any
}

// Scan reads the current row's columns into the destinations.
type Scan func(dest ...any) error

// Reader runs read-only statements.
type Reader interface {
	// Query runs a statement and calls row for each result row in order.
	Query(ctx context.Context, s Statement, row func(Scan) error) error
	// Describe reads a table's or view's columns; ErrTableNotFound where there is none.
	Describe(ctx context.Context, t gate.TableName) (compile.Relation, error)
	// DescribeSource reads the columns of a gate's source without reading its rows.
	DescribeSource(ctx context.Context, s gate.Source) (compile.Relation, error)
}

// DestinationAdapter is one open connection to a warehouse. It is safe for
// concurrent use; each Batch has a transaction of its own.
type DestinationAdapter interface {
	Reader
	// Dialect is the SQL text of this warehouse.
	Dialect() dialect.Dialect
	// EngineVersion is the engine's own version text.
	EngineVersion(ctx context.Context) (string, error)
	// Prepare has the warehouse parse and bind a statement without running it. Of
	// its arguments only the types matter.
	Prepare(ctx context.Context, s Statement) error
	// Snapshot has f read from one moment of the database, in a transaction that
	// writes nothing and makes no temporary table. A *LockedError says that
	// another holds one of the tables that the lock reads.
	Snapshot(ctx context.Context, l Lock, f func(Reader) error) error
	// Exec runs the statements in one transaction of their own. It returns the
	// rows that each changed, and a *LockedError where another writer is in the way.
	Exec(ctx context.Context, statements ...Statement) ([]int64, error)
	// Begin opens the work transaction: it takes the named locks (rows of
	// the ledger's locks table, given in name order) and then the snapshot.
	// A *LockedError says that another run holds one of them.
	Begin(ctx context.Context, l Lock) (Batch, error)
	// LockName is the name under which the writers of a table exclude each
	// other: the same for every way of writing the table's name.
	LockName(t gate.TableName) string
	Close() error
}

// JSONRow is the text of a row as a JSON value. Warehouses print numbers that
// JSON has not, such as NaN within a list: such a row is a JSON string.
func JSONRow(text string) json.RawMessage {
	if json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	quoted, err := json.Marshal(text)
	if err != nil {
		return json.RawMessage("null") // no text fails to marshal
	}
	return quoted
}

// Lock names what a transaction locks.
type Lock struct {
	Table   gate.TableName // the ledger's locks table
	Names   []string       // of its rows, sorted
	Runs    gate.TableName // the ledger's runs that have ended: who is among them writes nothing more
	RunID   string
	Gate    string           // for the warehouse's own list of sessions
	Read    []gate.TableName // tables, and views of such, that no one may empty or change the form of meanwhile
	Replace []gate.TableName // tables that no one else may write meanwhile
}

// Batch is one run's work: on DuckDB and Postgres one transaction on one
// connection. Stage, Count, Write are called in that order; Abandon ends it at
// any point and is a no-op after Write.
type Batch interface {
	Reader
	// Stage finds the failing rows of the plan into a temporary table and tallies
	// them. An error that a rule raised is a *RuleError.
	Stage(ctx context.Context, p *compile.Plan, run RunValues) (Tally, error)
	// Plan is the staged plan, in whose statements the temporary tables have the
	// names that they have here.
	Plan() *compile.Plan
	// Count counts rows once the policies are known: rows that fail one of the
	// rejecting rules (positions), and rows that do not but fail another.
	Count(ctx context.Context, rejecting []int) (Counts, error)
	// Samples returns up to n failing rows of each rule in locator order, as JSON
	// objects by position.
	Samples(ctx context.Context, n int) (map[int][]string, error)
	// Write writes what the decision says, proves that no row was lost, runs the
	// statements of record and commits. On any error nothing was written, but
	// for one of CodeUnknown. A *ConservationError says that the counts did not
	// agree.
	Write(ctx context.Context, d Decision, record func(Written) []Statement) error
	// Abandon rolls back.
	Abandon(ctx context.Context) error
}

// Tally is what staging found.
type Tally struct {
	Staged  int64
	Failed  map[int]int64         // failing rows by rule position; absent: none
	Unknown map[int]int64         // rows of which the rule says nothing; absent: none
	Judged  map[int]int64         // rows that a rule with a filter of its own judges; absent: all but the unknown
	Checks  map[int][]Observation // of the checks on the batch, by index; absent: all rows, no figures
}

// Observation is what the warehouse says of a check for one group of rows.
type Observation struct {
	Group   []*string // the group's values as texts; empty: the check has no groups
	Judged  int64     // rows that the check looks at
	Figures []*string // nil: NULL
}

// Counts are the rows of a batch by what becomes of them.
type Counts struct {
	Rejected   int64
	Superseded int64 // of the rejected: another row of the same key was kept
	Warned     int64
	RuleSets   []RuleSet // of the rejected rows, largest first, at most 100
}

// RuleSet is a set of rules that rows failed together.
type RuleSet struct {
	Positions []int
	Rows      int64
}

// Decision is what a run writes.
type Decision struct {
	Rejecting   []int // positions of the rules whose failing rows are rejected
	Target      bool  // write the passed rows
	Rejected    bool  // write the rejected rows
	DeleteBatch bool  // delete the batch's rows from the source
	Again       bool  // the batch id is run once more: what it rejected before is obsolete
	Expect      Counts
	Staged      int64
	Run         RunValues
}

// RunValues are the values of one run that its statements bind.
type RunValues struct {
	RunID      string
	BatchID    string // empty: none
	Partition  string
	RejectedAt time.Time         // UTC
	StartedAt  time.Time         // UTC: the rules' now
	Vars       map[string]string // the values of the gate's vars

	RejectedRows string // their locators, as a list of the warehouse; empty: the stage has them
}

// Statement is a statement of the plan that binds those values, and the vars that
// stand in it.
func (v RunValues) Statement(p *compile.Plan, sql string, values ...compile.RunValue) Statement {
	sql, values = p.Bind(sql, values...)
	return Statement{SQL: sql, Args: v.Args(values)}
}

// Args are the values of that order, as drivers take them.
func (v RunValues) Args(order []compile.RunValue) []any {
	args := make([]any, len(order))
	for i, name := range order {
		switch name {
		case compile.RunID:
			args[i] = v.RunID
		case compile.BatchID:
			args[i] = orNull(v.BatchID)
		case compile.Partition:
			args[i] = orNull(v.Partition)
		case compile.RejectedAt:
			args[i] = v.RejectedAt
		case compile.StartedAt:
			args[i] = v.StartedAt
		case compile.RejectedRows:
			args[i] = v.RejectedRows
		default:
			if variable, ok := name.Var(); ok {
				args[i] = v.Vars[variable]
			}
		}
	}
	return args
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// Written is what a write did.
type Written struct {
	Passed   int64
	Rejected int64
	Deleted  int64
}

// ErrTableNotFound says that a table does not exist.
var ErrTableNotFound = errors.New("table not found")

// LockedError says that another writer holds what a run needs.
type LockedError struct {
	Holder   string // run id, or what is known of the process
	Conflict bool   // the other was first, or both waited for each other: the transaction is lost
	Err      error
}

func (e *LockedError) Error() string {
	if e.Holder == "" {
		return "locked by another run or session"
	}
	return "locked by " + e.Holder
}

func (e *LockedError) Unwrap() error { return e.Err }

// RuleError says that the warehouse raised an error while it evaluated a rule.
type RuleError struct {
	Position int
	Err      error
}

func (e *RuleError) Error() string {
	return fmt.Sprintf("rule %d: %v", e.Position, e.Err)
}

func (e *RuleError) Unwrap() error { return e.Err }

// ConservationError says that rows staged, passed and rejected do not add up.
type ConservationError struct {
	Staged, Passed, Rejected int64
	Detail                   string
}

func (e *ConservationError) Error() string {
	return fmt.Sprintf("row conservation: %d rows staged, but %d passed and %d rejected; %s", e.Staged, e.Passed, e.Rejected, e.Detail)
}

// WarehouseError is an error of the warehouse with what it says about itself, for people.
type WarehouseError struct {
	Op   string // what was being done, such as "write target"
	Code Code
	Text string // the engine's message, without secrets
	Hint string
	Err  error
}

// longestText bounds an engine's message in bytes: some quote a line of input
// whole. What is wrong stands at the beginning or at the end.
const longestText = 1000

func (e *WarehouseError) Error() string {
	text := e.Text
	if len(text) > longestText {
		text = strings.ToValidUTF8(text[:longestText/2], "") + " … " + strings.ToValidUTF8(text[len(text)-longestText/2:], "")
	}
	if e.Op == "" {
		return text
	}
	return e.Op + ": " + text
}

func (e *WarehouseError) Unwrap() error { return e.Err }

// HasCode reports whether an error is the warehouse's and has one of the codes.
func HasCode(err error, codes ...Code) bool {
	var e *WarehouseError
	return errors.As(err, &e) && slices.Contains(codes, e.Code)
}
