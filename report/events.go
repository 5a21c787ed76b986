package report

import (
	"bytes"
	"encoding/json"
	"io"
	"time"

	"github.com/sqlgate/sqlgate/ledger"
)

// eventVersion is the version of the events' shape.
const eventVersion = 1

// Events tells what the runs of a command do, one JSON object a line, which
// EventSchema describes: run_started, phase, rule_result and run_finished. The
// last line of JSONL, which is no event, is the JSON document. The events of runs
// that are under way at once stand between each other's.
type Events struct {
	Live           io.Writer // where a line goes as it happens; nil: nowhere
	Now            func() time.Time
	IncludeSamples int                 // failing rows per rule, at most
	Mask           func(string) string // hides secrets in messages; nil: none

	lines   bytes.Buffer
	started map[string]bool // runs
	err     error
}

type eventHead struct {
	EventVersion int    `json:"event_version" jsonschema:"enum=1"`
	Event        string `json:"event"`
	At           string `json:"at" jsonschema:"format=date-time"`
	RunID        string `json:"run_id"`
	Gate         string `json:"gate"`
}

type runStarted struct {
	eventHead
}

type phaseEntered struct {
	eventHead
	Phase string `json:"phase" jsonschema:"enum=connect,enum=preflight,enum=lock,enum=stage,enum=decide,enum=write,enum=record" jsonschema_description:"A run that begins again enters its phases again."`
	Rows  *int64 `json:"rows" jsonschema:"nullable" jsonschema_description:"Staged rows, once known."`
}

type ruleJudged struct {
	eventHead
	Rule ruleObject `json:"rule"`
}

type runFinished struct {
	eventHead
	Outcome    ledger.Outcome `json:"outcome" jsonschema:"enum=passed,enum=split,enum=no_valid_rows,enum=aborted,enum=schema_mismatch,enum=skipped,enum=errored,enum=interrupted,enum=failed"`
	Reason     *string        `json:"reason" jsonschema:"nullable"`
	DurationMS int64          `json:"duration_ms"`
	Rows       rowsObject     `json:"rows"`
	Error      *errorObject   `json:"error" jsonschema:"nullable"`
}

// Phase tells that a run has entered a phase; rows are those staged, 0 while
// that is not known.
func (e *Events) Phase(gate, runID, phase string, rows int64) {
	e.start(gate, runID)
	e.write(phaseEntered{eventHead: e.head("phase", gate, runID), Phase: phase, Rows: orNull(rows)})
}

// Finished tells what a run found and how it ended.
func (e *Events) Finished(r *ledger.Run) {
	e.start(r.Gate, r.RunID)
	envelope := Envelope{IncludeSamples: e.IncludeSamples, Runs: []*ledger.Run{r}, Mask: e.Mask}
	r = envelope.masked().Runs[0]
	for _, rule := range envelope.rules(r.Rules) {
		e.write(ruleJudged{eventHead: e.head("rule_result", r.Gate, r.RunID), Rule: rule})
	}
	e.write(runFinished{
		eventHead: e.head("run_finished", r.Gate, r.RunID), Outcome: r.Outcome, Reason: orNull(r.Reason),
		DurationMS: duration(r).Milliseconds(), Rows: rows(r), Error: failure(r.Error),
	})
}

// Lines are the events so far, and the first error of writing them live.
func (e *Events) Lines() ([]byte, error) { return e.lines.Bytes(), e.err }

func (e *Events) start(gate, runID string) {
	if !e.started[runID] {
		if e.started == nil {
			e.started = map[string]bool{}
		}
		e.started[runID] = true
		e.write(runStarted{eventHead: e.head("run_started", gate, runID)})
	}
}

func (e *Events) head(event, gate, runID string) eventHead {
	return eventHead{EventVersion: eventVersion, Event: event, At: *timestamp(e.Now()), RunID: runID, Gate: gate}
}

func (e *Events) write(event any) {
	from := e.lines.Len()
	enc := json.NewEncoder(&e.lines)
	enc.SetEscapeHTML(false)
	err := enc.Encode(event)
	if err == nil && e.Live != nil {
		_, err = e.Live.Write(e.lines.Bytes()[from:])
	}
	if e.err == nil {
		e.err = err
	}
}
