package ledger

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
)

// Outcome is how a run ended.
type Outcome string

// The outcomes of runs and checks.
const (
	Passed         Outcome = "passed"
	Split          Outcome = "split"
	NoValidRows    Outcome = "no_valid_rows"
	Aborted        Outcome = "aborted"
	SchemaMismatch Outcome = "schema_mismatch"
	Skipped        Outcome = "skipped"
	Errored        Outcome = "errored"
	Interrupted    Outcome = "interrupted"
	Failed         Outcome = "failed" // of a check only
)

// Kind is what a run was.
type Kind string

// The kinds of runs.
const (
	KindRun    Kind = "run"
	KindCheck  Kind = "check"
	KindReplay Kind = "replay"
)

// Status is the result of one rule or check.
type Status string

// The statuses of rule results.
const (
	StatusPass       Status = "pass"
	StatusWarn       Status = "warn"
	StatusQuarantine Status = "quarantine"
	StatusFail       Status = "fail"
	StatusError      Status = "error"
	StatusSkip       Status = "skip"
)

// Run is the record of one run: what the ledger keeps, and what reports show.
type Run struct {
	RunID           string // UUIDv7
	Gate            string
	Kind            Kind
	Warehouse       string
	Source          string
	Target          string // empty: none
	Rejected        string // empty: none
	Mode            string // empty: none
	Partition       string
	BatchID         string            // empty: none given
	Vars            map[string]string // the values of the gate's vars, masked; nil: none
	Outcome         Outcome
	Reason          string // no_rows, already_completed, reject_limit, …
	StartedAt       time.Time
	FinishedAt      time.Time
	RowsStaged      int64
	RowsPassed      int64
	RowsRejected    int64
	RowsSuperseded  int64
	RowsWarned      int64
	RowsDeleted     int64
	BytesProcessed  *int64
	Error           *Error
	GateHash        string
	PlanHash        string
	SqlgateVersion  string
	EngineVersion   string
	Host            string
	OSUser          string
	Trigger         string
	TriggerIDs      string // JSON object of the trigger's own ids; empty: none
	GitSHA          string
	Rules           []RuleResult // column_schema first, then rules and checks by position
	RuleSets        []RuleSet
	Statistics      []compile.ColumnStatistics // of the rows written, in the target's order
	PassedSample    []json.RawMessage          // of the rows written, as the source has them, masked
	RejectedSample  []json.RawMessage
	Settings        gate.Settings // by which reports group; not in the ledger
	DroppedColumns  []string
	RejectedQuery   string   // SQL that shows the run's rejected rows; empty: none. Not in the ledger
	Warnings        []string // for people; not in the ledger
	CompletedRunID  string   // of a skipped/already_completed run: the run that completed the batch
	CompletedResult Outcome  // its outcome, which gives the exit code
}

// VarsText is the values of the vars as --var takes them, by name; empty: none.
func (r *Run) VarsText() string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(r.Vars)) {
		list = append(list, name+"="+r.Vars[name])
	}
	return strings.Join(list, " ")
}

// Duration is how long the run took.
func (r *Run) Duration() time.Duration { return r.FinishedAt.Sub(r.StartedAt) }

// RuleResult is the result of one rule or check of a run.
type RuleResult struct {
	Position int // 0: column_schema
	ID       string
	Column   string
	// SourceColumn is the column in the samples, whose rows are the source's. The
	// ledger does not keep it; empty: Column.
	SourceColumn string
	Scope        gate.Scope
	Policy       gate.Policy
	Status       Status
	FailedRows   int64
	UnknownRows  int64
	JudgedRows   int64
	Observed     string // empty: none
	Expected     string
	SQL          string
	Description  string
	Pos          gate.Pos
	Samples      []json.RawMessage // failing rows, masked
}

// RuleSet is a set of rules that rejected rows failed together; without rules it
// is all further sets, beyond the hundred largest.
type RuleSet struct {
	Rules []string
	Rows  int64
}

// Error is why a run did not do its work, for people and machines.
type Error struct {
	Code    string // SG…
	Message string
	Pos     gate.Pos
	Hint    string
}

func (e *Error) Error() string { return e.Message }

// IsConfig reports whether files, tables or SQL of the project are wrong, so
// that trying again cannot help.
func (e *Error) IsConfig() bool {
	for _, prefix := range []string{"SG0", "SG1", "SG2", string(adapters.CodeSQL)} {
		if strings.HasPrefix(e.Code, prefix) {
			return true
		}
	}
	return false
}
