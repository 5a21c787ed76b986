package report

import (
	"encoding/json"
	"io"
	"path/filepath"
	"time"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// schemaVersion is the version of the JSON document's shape.
const schemaVersion = 1

// JSON writes the JSON document of an envelope as one line. Every key is
// present, null where it has no value; Schema describes it.
func JSON(w io.Writer, e Envelope) error {
	e = e.masked()
	doc := document{
		SchemaVersion:  schemaVersion,
		SqlgateVersion: e.SqlgateVersion,
		Command:        e.Command,
		ExitCode:       e.ExitCode,
		Error:          failure(e.Error),
		Runs:           make([]runObject, len(e.Runs)),
	}
	for i, r := range e.Runs {
		doc.Runs[i] = e.run(r)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(doc)
}

type document struct {
	SchemaVersion  int          `json:"schema_version" jsonschema:"enum=1"`
	SqlgateVersion string       `json:"sqlgate_version"`
	Command        string       `json:"command"`
	ExitCode       int          `json:"exit_code"`
	Error          *errorObject `json:"error" jsonschema:"nullable"`
	Runs           []runObject  `json:"runs"`
}

type errorObject struct {
	Code    string  `json:"code" jsonschema_description:"Stable code, SG and digits."`
	Message string  `json:"message"`
	File    *string `json:"file" jsonschema:"nullable"`
	Line    *int    `json:"line" jsonschema:"nullable"`
	Column  *int    `json:"column" jsonschema:"nullable"`
	Hint    *string `json:"hint" jsonschema:"nullable"`
}

type runObject struct {
	RunID          string             `json:"run_id"`
	Gate           string             `json:"gate"`
	Kind           ledger.Kind        `json:"kind" jsonschema:"enum=run,enum=check,enum=replay"`
	Warehouse      *string            `json:"warehouse" jsonschema:"nullable"`
	Source         *string            `json:"source" jsonschema:"nullable"`
	Target         *string            `json:"target" jsonschema:"nullable"`
	Rejected       *string            `json:"rejected" jsonschema:"nullable"`
	Mode           *string            `json:"mode" jsonschema:"nullable"`
	Partition      *string            `json:"partition" jsonschema:"nullable"`
	BatchID        *string            `json:"batch_id" jsonschema:"nullable"`
	Vars           map[string]string  `json:"vars" jsonschema_description:"The values of the gate's vars, as texts; masked ones are ***."`
	Outcome        ledger.Outcome     `json:"outcome" jsonschema:"enum=passed,enum=split,enum=no_valid_rows,enum=aborted,enum=schema_mismatch,enum=skipped,enum=errored,enum=interrupted,enum=failed"`
	Reason         *string            `json:"reason" jsonschema:"nullable"`
	StartedAt      *string            `json:"started_at" jsonschema:"nullable,format=date-time"`
	FinishedAt     *string            `json:"finished_at" jsonschema:"nullable,format=date-time"`
	DurationMS     int64              `json:"duration_ms"`
	Rows           rowsObject         `json:"rows"`
	Rules          []ruleObject       `json:"rules"`
	Groups         []groupObject      `json:"groups" jsonschema_description:"The rules as check_granularity puts them together; each is in one group."`
	RuleSets       []ruleSetObject    `json:"rule_sets"`
	Statistics     []statisticsObject `json:"statistics" jsonschema_description:"Of the rows written, with the setting statistics; figures of other groups are null."`
	RowSample      rowSampleObject    `json:"row_sample" jsonschema_description:"The first rows as objects, with the setting row_sample; empty unless samples are asked for."`
	DroppedColumns []string           `json:"dropped_columns"`
	BytesProcessed *int64             `json:"bytes_processed" jsonschema:"nullable"`
	Error          *errorObject       `json:"error" jsonschema:"nullable"`
}

type rowsObject struct {
	Staged     int64 `json:"staged"`
	Passed     int64 `json:"passed"`
	Rejected   int64 `json:"rejected"`
	Superseded int64 `json:"superseded"`
	Warned     int64 `json:"warned"`
}

type ruleObject struct {
	ID          string            `json:"id"`
	Column      *string           `json:"column" jsonschema:"nullable"`
	Scope       string            `json:"scope" jsonschema:"enum=schema,enum=row,enum=set,enum=check"`
	Policy      string            `json:"policy" jsonschema:"enum=fail,enum=quarantine,enum=warn"`
	Status      ledger.Status     `json:"status" jsonschema:"enum=pass,enum=warn,enum=quarantine,enum=fail,enum=error,enum=skip"`
	FailedRows  int64             `json:"failed_rows"`
	UnknownRows int64             `json:"unknown_rows"`
	JudgedRows  int64             `json:"judged_rows"`
	Observed    *string           `json:"observed" jsonschema:"nullable"`
	Expected    *string           `json:"expected" jsonschema:"nullable"`
	Description *string           `json:"description" jsonschema:"nullable"`
	File        *string           `json:"file" jsonschema:"nullable"`
	Line        *int              `json:"line" jsonschema:"nullable"`
	Samples     []json.RawMessage `json:"samples" jsonschema_description:"Failing rows as objects; empty unless asked for."`
}

type groupObject struct {
	Granularity gate.Granularity `json:"granularity" jsonschema:"enum=rule,enum=column,enum=gate" jsonschema_description:"What the name names."`
	Name        string           `json:"name"`
	Status      ledger.Status    `json:"status" jsonschema:"enum=pass,enum=warn,enum=quarantine,enum=fail,enum=error,enum=skip" jsonschema_description:"The worst of its rules."`
	Rules       []string         `json:"rules" jsonschema_description:"Ids."`
}

type ruleSetObject struct {
	Rules []string `json:"rules" jsonschema_description:"Rules that the rows failed together."`
	Rows  int64    `json:"rows"`
}

type rowSampleObject struct {
	Passed   []json.RawMessage `json:"passed"`
	Rejected []json.RawMessage `json:"rejected"`
}

func (e Envelope) run(r *ledger.Run) runObject {
	return runObject{
		RunID:          r.RunID,
		Gate:           r.Gate,
		Kind:           r.Kind,
		Warehouse:      orNull(r.Warehouse),
		Source:         orNull(r.Source),
		Target:         orNull(r.Target),
		Rejected:       orNull(r.Rejected),
		Mode:           orNull(r.Mode),
		Partition:      orNull(r.Partition),
		BatchID:        orNull(r.BatchID),
		Vars:           vars(r),
		Outcome:        r.Outcome,
		Reason:         orNull(r.Reason),
		StartedAt:      timestamp(r.StartedAt),
		FinishedAt:     timestamp(r.FinishedAt),
		DurationMS:     duration(r).Milliseconds(),
		Rows:           rows(r),
		Rules:          e.rules(r.Rules),
		Groups:         groups(r),
		RuleSets:       ruleSets(r.RuleSets),
		Statistics:     statistics(r.Statistics),
		RowSample:      rowSampleObject{e.samples(r.PassedSample), e.samples(r.RejectedSample)},
		DroppedColumns: append([]string{}, r.DroppedColumns...),
		BytesProcessed: r.BytesProcessed,
		Error:          failure(r.Error),
	}
}

func vars(r *ledger.Run) map[string]string {
	if r.Vars == nil {
		return map[string]string{}
	}
	return r.Vars
}

func rows(r *ledger.Run) rowsObject {
	return rowsObject{
		Staged:     r.RowsStaged,
		Passed:     r.RowsPassed,
		Rejected:   r.RowsRejected,
		Superseded: r.RowsSuperseded,
		Warned:     r.RowsWarned,
	}
}

func (e Envelope) rules(results []ledger.RuleResult) []ruleObject {
	out := make([]ruleObject, 0, len(results))
	for _, r := range inOrder(results) {
		out = append(out, ruleObject{
			ID:          r.ID,
			Column:      orNull(r.Column),
			Scope:       string(r.Scope),
			Policy:      string(r.Policy),
			Status:      r.Status,
			FailedRows:  r.FailedRows,
			UnknownRows: r.UnknownRows,
			JudgedRows:  r.JudgedRows,
			Observed:    orNull(r.Observed),
			Expected:    orNull(r.Expected),
			Description: orNull(r.Description),
			File:        orNull(filepath.ToSlash(r.Pos.File)),
			Line:        orNull(r.Pos.Line),
			Samples:     e.samples(r.Samples),
		})
	}
	return out
}

// samples are as many rows as the envelope may show.
func (e Envelope) samples(rows []json.RawMessage) []json.RawMessage {
	return append([]json.RawMessage{}, rows[:min(len(rows), e.IncludeSamples)]...)
}

func groups(r *ledger.Run) []groupObject {
	out := []groupObject{}
	for _, g := range Groups(r) {
		o := groupObject{Granularity: g.Of, Name: g.Name, Status: g.Status}
		for _, rule := range g.Rules {
			o.Rules = append(o.Rules, rule.ID)
		}
		out = append(out, o)
	}
	return out
}

func ruleSets(sets []ledger.RuleSet) []ruleSetObject {
	out := make([]ruleSetObject, len(sets))
	for i, s := range sets {
		out[i] = ruleSetObject{Rules: append([]string{}, s.Rules...), Rows: s.Rows}
	}
	return out
}

func failure(err *ledger.Error) *errorObject {
	if err == nil {
		return nil
	}
	return &errorObject{
		Code:    err.Code,
		Message: err.Message,
		File:    orNull(filepath.ToSlash(err.Pos.File)),
		Line:    orNull(err.Pos.Line),
		Column:  orNull(err.Pos.Column),
		Hint:    orNull(err.Hint),
	}
}

// orNull is null for the zero value.
func orNull[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// timestamp is RFC 3339 with milliseconds in UTC; null for the zero time.
func timestamp(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	return orNull(t.UTC().Format("2006-01-02T15:04:05.000Z"))
}

// duration is how long a run took; 0 for one that has not both its times.
func duration(r *ledger.Run) time.Duration {
	if r.StartedAt.IsZero() || r.FinishedAt.IsZero() {
		return 0
	}
	return r.Duration()
}
