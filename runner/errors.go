package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// The codes of errors that a run raises itself, beside the warehouse's.
const (
	CodeTables      = "SG201"
	CodeRejected    = "SG202"
	CodeUnsupported = "SG203"
	CodeLedger      = "SG204"
	CodeWarehouse   = "SG205"
	CodeInterrupted = "SG206"
	CodeCompile     = "SG207"
	CodeDependency  = "SG208"
)

// TableError says that a gate's tables cannot be used as it says.
type TableError struct {
	Pos  gate.Pos
	Text string
}

func (e *TableError) Error() string { return e.Text }

// placedError says which place of the project's files an error comes from.
type placedError struct {
	pos gate.Pos
	err error
}

func (e *placedError) Error() string { return e.err.Error() }

func (e *placedError) Unwrap() error { return e.err }

type unknownWarehouseError struct{ name string }

func (e *unknownWarehouseError) Error() string {
	return fmt.Sprintf("the project has no warehouse %q", e.name)
}

// errChanged says that the tables changed between preflight and the lock.
var errChanged = errors.New("the tables changed while the run began")

// errOvertaken says that somebody else changed what the run was writing.
var errOvertaken = errors.New("another transaction changed the tables while the run wrote")

// errKept says that a lock was not free while the run worked.
var errKept = errors.New("another session held a lock for longer than the run may wait for it")

// errSwept says that another command took the run for one whose process is gone.
// Its id is taken by the record of that.
var errSwept = errors.New("the run is recorded as interrupted: another command found it without a sign of life for a minute, while it could not reach the warehouse")

// unknownError says that nobody knows whether a run was committed.
type unknownError struct {
	runID string
	err   error
}

func (e *unknownError) Error() string {
	return fmt.Sprintf("it is not known whether run %s was committed: %v", e.runID, e.err)
}

func (e *unknownError) Unwrap() error { return e.err }

// Explain turns any error of a run into one for people and machines: with a
// stable code, the place in the gate file and a hint.
func Explain(err error, g *gate.Gate, p *Plan) *ledger.Error {
	e := &ledger.Error{Code: string(adapters.CodeOther), Message: err.Error(), Pos: g.Pos}
	if p == nil {
		p = &Plan{}
	}
	var placed *placedError
	if errors.As(err, &placed) && placed.pos.Line > 0 {
		e.Pos = placed.pos
	}
	explainWarehouse(e, err, p)
	explainGate(e, err)
	hideValues(e, err, g, p)
	return e
}

// hideValues takes the warehouse's own words out of a message where they may have
// a value of a masked column: that of a key or of a text that does not convert.
func hideValues(e *ledger.Error, err error, g *gate.Gate, p *Plan) {
	masks := slices.ContainsFunc(g.Columns, func(c gate.Column) bool { return c.Mask })
	var rule *adapters.RuleError
	ofRule := errors.As(err, &rule) && e.Code == string(adapters.CodeRule)
	if !masks || !ofRule && !adapters.HasCode(err, adapters.CodeConstraint, adapters.CodeData) {
		return
	}
	const hidden = " (the warehouse's message is not shown: it may have values of masked columns)"
	switch {
	case ofRule:
		e.Message = "rule " + p.Rules[rule.Position-1].ID + " raised an error" + hidden
	case e.Code == string(adapters.CodeConstraint):
		e.Message = "a row breaks a constraint of its table" + hidden
	default:
		e.Message = "a value cannot be converted" + hidden
	}
}

func explainWarehouse(e *ledger.Error, err error, p *Plan) {
	var warehouse *adapters.WarehouseError
	if errors.As(err, &warehouse) {
		e.Code, e.Hint = string(warehouse.Code), warehouse.Hint
	}
	var rule *adapters.RuleError
	if errors.As(err, &rule) && p.Plan != nil {
		r := p.Rules[rule.Position-1]
		e.Pos = r.Pos
		e.Message = fmt.Sprintf("rule %s: %v", r.ID, rule.Err)
		if e.Code != string(adapters.CodeSQL) {
			e.Code = string(adapters.CodeRule)
			e.Hint = "the warehouse raised this while it evaluated the rule; guard the rule against such values"
		}
	}
	var locked *adapters.LockedError
	var conservation *adapters.ConservationError
	var unknown *unknownError
	switch {
	case errors.As(err, &unknown):
		e.Hint = fmt.Sprintf("`sqlgate runs show %s` says it once the warehouse can be reached: passed or split, and its rows are written; interrupted or not there, and nothing was changed: run it again", unknown.runID)
	case errors.Is(err, errSwept):
		e.Code, e.Hint = string(adapters.CodeLost), "nothing was written; run it again"
	case errors.Is(err, errOvertaken):
		e.Code, e.Hint = string(adapters.CodeLocked), "nothing was written; run it when others leave the rows of the batch alone"
	case errors.Is(err, errKept):
		e.Code, e.Hint = string(adapters.CodeLocked), "nothing was written; run it when the other has done, or raise lock_timeout of the warehouse in sqlgate.yaml"
	case errors.As(err, &locked):
		e.Code, e.Hint = string(adapters.CodeLocked), "wait for the other run, or raise --lock-timeout"
	case errors.As(err, &conservation):
		e.Code, e.Hint = string(adapters.CodeConservation), "nothing was written"
	case errors.Is(err, adapters.ErrTableNotFound):
		e.Code, e.Hint = string(adapters.CodeTableNotFound), "check the name and the warehouse; an absent table and a wrong name look the same"
	case errors.Is(err, context.DeadlineExceeded):
		e.Code, e.Message, e.Hint = string(adapters.CodeTimeout), "the run took longer than its timeout", "nothing was written; raise --timeout"
	case errors.Is(err, context.Canceled):
		e.Code, e.Message, e.Hint = CodeInterrupted, "interrupted", "nothing was written"
	}
}

func explainGate(e *ledger.Error, err error) {
	var tables *TableError
	var rejectedType *compile.RejectedTypeError
	var unsupported *dialect.UnsupportedError
	var newer *ledger.NewerLedgerError
	var old *ledger.NotMigratedError
	var warehouse *unknownWarehouseError
	var static *gate.Error
	var rule *compile.RuleError
	var check *compile.CheckError
	switch {
	case errors.As(err, &rule):
		e.Code, e.Pos, e.Message = CodeCompile, rule.Pos, strings.TrimPrefix(e.Message, rule.Pos.String()+": ")
	case errors.As(err, &check):
		e.Code, e.Pos, e.Message = CodeCompile, check.Pos, strings.TrimPrefix(e.Message, check.Pos.String()+": ")
	}
	switch {
	case errors.As(err, &static):
		e.Code, e.Message, e.Pos, e.Hint = string(static.Code), static.Message, static.Pos, static.Hint
	case errors.As(err, &tables):
		e.Code, e.Pos = CodeTables, tables.Pos
	case errors.As(err, &rejectedType):
		e.Code, e.Hint = CodeRejected, fmt.Sprintf("run `sqlgate rejected rotate %s`", rejectedType.Gate)
	case errors.Is(err, compile.ErrColumnName):
		e.Code, e.Hint = CodeTables, "rename the column in the source, or remove `rule_columns: true`"
	case errors.Is(err, compile.ErrNoTarget):
		e.Code, e.Hint = CodeTables, "create the table, or remove `create_target: false`"
	case errors.As(err, &unsupported):
		e.Code = CodeUnsupported
	case errors.As(err, &newer), errors.As(err, &old):
		e.Code = CodeLedger
	case errors.As(err, &warehouse):
		e.Code, e.Hint = CodeWarehouse, "name one of sqlgate.yaml's warehouses"
	}
}

// CodeDocs documents the codes that a run raises itself, in order.
func CodeDocs() []adapters.CodeDoc {
	return []adapters.CodeDoc{
		{Code: CodeTables, Cause: "Target, source and rejected cannot be used as the gate says: one is a view, two are the same, or one is missing.", Cure: "Name tables that differ and can be written."},
		{Code: CodeRejected, Cause: "The rejected table holds a column in a type that cannot take the source's.", Cure: "`sqlgate rejected rotate GATE` sets the table aside; the next run starts a new one."},
		{Code: CodeUnsupported, Cause: "The gate demands what the warehouse cannot do.", Cure: "The message names the feature and the reason."},
		{Code: CodeLedger, Cause: "The ledger is missing or older than this sqlgate and --no-migrate forbids to change it, or it is newer.", Cure: "Run `sqlgate migrate`, or use a newer sqlgate."},
		{Code: CodeWarehouse, Cause: "The run names a warehouse that the project does not have.", Cure: "Name one of sqlgate.yaml's warehouses."},
		{Code: CodeInterrupted, Cause: "A signal stopped the run. Nothing was written.", Cure: "Run it again."},
		{Code: CodeCompile, Cause: "A rule or a check does not fit the columns or tables that it is about.", Cure: "Correct the place shown; often a column's type must be stated in the gate."},
		{Code: CodeDependency, Cause: "The gate was not run: one that it depends on failed in the same command.", Cure: "Run both again once that one passes; the gate alone runs in any case."},
	}
}
