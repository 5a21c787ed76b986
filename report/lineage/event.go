// Package lineage tells of runs as OpenLineage events: a START when a run
// begins, and a COMPLETE, FAIL or ABORT when it has ended, with the rules as data
// quality assertions of the source and the rows of each table. Events carry
// names, counts and types, never a value of a row.
package lineage

import (
	"fmt"
	"strings"
	"time"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// The published schemas of what is sent.
const (
	eventSchema = "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent"
	facetSchema = "https://openlineage.io/spec/facets/"
	producer    = "https://github.com/sqlgate/sqlgate/tree/"
)

// Job is a gate as its events show it.
type Job struct {
	Namespace string     // of the job
	Gate      *gate.Gate // as it is evaluated
	Place     Place      // where its tables are
	Parent    *Parent    // the run that started this one; nil: not known
	Mask      func(string) string
}

// Parent is the run of a scheduler that a run is part of.
type Parent struct {
	Namespace string
	Job       string
	RunID     string
}

// Event is one OpenLineage run event.
type Event struct {
	EventType string          `json:"eventType"`
	EventTime string          `json:"eventTime"`
	Run       eventRun        `json:"run"`
	Job       eventJob        `json:"job"`
	Inputs    []inputDataset  `json:"inputs"`
	Outputs   []outputDataset `json:"outputs"`
	Producer  string          `json:"producer"`
	SchemaURL string          `json:"schemaURL"`
}

type eventRun struct {
	RunID  string         `json:"runId"`
	Facets map[string]any `json:"facets"`
}

type eventJob struct {
	Namespace string         `json:"namespace"`
	Name      string         `json:"name"`
	Facets    map[string]any `json:"facets"`
}

type dataset struct {
	Namespace string         `json:"namespace"`
	Name      string         `json:"name"`
	Facets    map[string]any `json:"facets"`
}

type inputDataset struct {
	dataset
	InputFacets map[string]any `json:"inputFacets"`
}

type outputDataset struct {
	dataset
	OutputFacets map[string]any `json:"outputFacets"`
}

// facet is what every facet has.
type facet struct {
	Producer  string `json:"_producer"`
	SchemaURL string `json:"_schemaURL"`
}

type schemaFacet struct {
	facet
	Fields []field `json:"fields"`
}

type field struct {
	Name        string `json:"name"`
	Type        string `json:"type,omitempty"`
	Description string `json:"description,omitempty"`
}

type assertionsFacet struct {
	facet
	Assertions []assertion `json:"assertions"`
}

type assertion struct {
	Assertion string `json:"assertion"`
	Success   bool   `json:"success"`
	Column    string `json:"column,omitempty"`
}

type metricsFacet struct {
	facet
	RowCount      int64          `json:"rowCount"`
	ColumnMetrics map[string]any `json:"columnMetrics"`
}

type rowCountFacet struct {
	facet
	RowCount int64 `json:"rowCount"`
}

type errorFacet struct {
	facet
	Message             string `json:"message"`
	ProgrammingLanguage string `json:"programmingLanguage"`
}

type engineFacet struct {
	facet
	Version string `json:"version"`
	Name    string `json:"name"`
}

type jobTypeFacet struct {
	facet
	ProcessingType string `json:"processingType"`
	Integration    string `json:"integration"`
	JobType        string `json:"jobType"`
}

type documentationFacet struct {
	facet
	Description string `json:"description"`
}

type parentFacet struct {
	facet
	Run struct {
		RunID string `json:"runId"`
	} `json:"run"`
	Job struct {
		Namespace string `json:"namespace"`
		Name      string `json:"name"`
	} `json:"job"`
}

// Start is the event of a run that begins.
func (j Job) Start(r *ledger.Run) Event {
	e := j.event(r, "START", r.StartedAt)
	e.Inputs = j.inputs(r, nil)
	if r.Kind == ledger.KindRun {
		e.Outputs = []outputDataset{j.output(r, j.Gate.Target)}
	}
	return e
}

// End is the event of a run that has ended.
func (j Job) End(r *ledger.Run) Event {
	e := j.event(r, endOf(r), r.FinishedAt)
	if message := j.failure(r); message != "" {
		e.Run.Facets["errorMessage"] = errorFacet{as(r, "1-0-0", "ErrorMessageRunFacet"), message, "SQL"}
	}
	if r.EngineVersion != "" {
		e.Run.Facets["processing_engine"] = engineFacet{as(r, "1-1-0", "ProcessingEngineRunFacet"), r.EngineVersion, j.Place.Engine}
	}
	e.Inputs = j.inputs(r, j.quality(r))
	if r.Kind != ledger.KindRun {
		return e
	}
	target := j.output(r, j.Gate.Target)
	if evaluated(r) {
		target.OutputFacets["outputStatistics"] = rowCountFacet{as(r, "1-0-1", "OutputStatisticsOutputDatasetFacet"), r.RowsPassed}
	}
	e.Outputs = []outputDataset{target}
	if r.RowsRejected > 0 {
		rejected := j.output(r, j.Gate.Rejected.Table)
		rejected.Facets = map[string]any{} // the source's columns and its own
		rejected.OutputFacets["outputStatistics"] = rowCountFacet{as(r, "1-0-1", "OutputStatisticsOutputDatasetFacet"), r.RowsRejected}
		e.Outputs = append(e.Outputs, rejected)
	}
	return e
}

func endOf(r *ledger.Run) string {
	switch r.Outcome {
	case ledger.Passed, ledger.Split, ledger.Skipped:
		return "COMPLETE"
	case ledger.Interrupted:
		return "ABORT"
	default:
		return "FAIL"
	}
}

// evaluated reports whether the run judged its batch.
func evaluated(r *ledger.Run) bool {
	switch r.Outcome {
	case ledger.Passed, ledger.Split, ledger.NoValidRows, ledger.Aborted, ledger.Failed:
		return true
	default:
		return r.Outcome == ledger.Skipped && r.Reason == ledger.ReasonNoRows
	}
}

func (j Job) event(r *ledger.Run, kind string, at time.Time) Event {
	e := Event{
		EventType: kind,
		EventTime: at.UTC().Format("2006-01-02T15:04:05.000Z"),
		Run:       eventRun{RunID: r.RunID, Facets: map[string]any{}},
		Job: eventJob{Namespace: j.Namespace, Name: j.Gate.Name, Facets: map[string]any{
			"jobType": jobTypeFacet{as(r, "2-0-4", "JobTypeJobFacet"), "BATCH", "SQLGATE", strings.ToUpper(string(r.Kind))},
		}},
		Outputs:   []outputDataset{},
		Producer:  producer + r.SqlgateVersion,
		SchemaURL: eventSchema,
	}
	if j.Gate.Description != "" {
		e.Job.Facets["documentation"] = documentationFacet{as(r, "1-0-0", "DocumentationJobFacet"), j.hide(j.Gate.Description)}
	}
	if p := j.Parent; p != nil {
		f := parentFacet{facet: as(r, "1-0-1", "ParentRunFacet")}
		f.Run.RunID, f.Job.Namespace, f.Job.Name = p.RunID, p.Namespace, p.Job
		e.Run.Facets["parent"] = f
	}
	return e
}

// as is the base of a facet with its published schema.
func as(r *ledger.Run, version, name string) facet {
	return facet{producer + r.SqlgateVersion, facetSchema + version + "/" + name + ".json#/$defs/" + name}
}

// inputs are the source, with what was found in it, and the tables that rules
// and checks compare it with.
func (j Job) inputs(r *ledger.Run, quality map[string]any) []inputDataset {
	fields := make([]field, len(j.Gate.Columns))
	for i, c := range j.Gate.Columns {
		fields[i] = j.field(c.SourceColumn, c)
		if c.Cast != nil {
			fields[i].Type = "string"
		}
	}
	var list []inputDataset
	for i, d := range j.source() {
		d.Facets = map[string]any{"schema": schemaFacet{as(r, "1-0-0", "SchemaDatasetFacet"), fields}}
		input := inputDataset{d, map[string]any{}}
		if i == 0 && quality != nil {
			input.InputFacets = quality
		}
		list = append(list, input)
	}
	seen := map[string]bool{}
	for _, t := range j.Gate.References() {
		if seen[t.String()] {
			continue
		}
		seen[t.String()] = true
		d := j.Place.table(t)
		d.Facets = map[string]any{}
		list = append(list, inputDataset{d, map[string]any{}})
	}
	return list
}

// source is what the batch is read from. A query has no name but the gate's.
func (j Job) source() []dataset {
	s := j.Gate.Source
	switch {
	case !s.Table.IsZero():
		return []dataset{j.Place.table(s.Table)}
	case s.Query != "":
		return []dataset{{Namespace: j.Namespace, Name: j.Gate.Name + ".query"}}
	default:
		list := make([]dataset, len(s.Files))
		for i, file := range s.Files {
			list[i] = fileDataset(file)
			list[i].Namespace, list[i].Name = j.hide(list[i].Namespace), j.hide(list[i].Name)
		}
		return list
	}
}

func (j Job) output(r *ledger.Run, t gate.TableName) outputDataset {
	fields := make([]field, len(j.Gate.Columns))
	for i, c := range j.Gate.Columns {
		fields[i] = j.field(c.Name, c)
	}
	d := j.Place.table(t)
	d.Facets = map[string]any{"schema": schemaFacet{as(r, "1-0-0", "SchemaDatasetFacet"), fields}}
	return outputDataset{d, map[string]any{}}
}

func (j Job) field(name string, c gate.Column) field {
	f := field{Name: name, Description: j.hide(c.Description)}
	if c.Type.Kind != gate.KindUnknown {
		f.Type = c.Type.String()
	}
	return f
}

// quality is what a run found out about its source; nil: nothing.
func (j Job) quality(r *ledger.Run) map[string]any {
	facets := map[string]any{}
	if evaluated(r) {
		facets["inputStatistics"] = rowCountFacet{as(r, "1-0-0", "InputStatisticsInputDatasetFacet"), r.RowsStaged}
		facets["dataQualityMetrics"] = metricsFacet{as(r, "1-0-2", "DataQualityMetricsInputDatasetFacet"), r.RowsStaged, map[string]any{}}
	}
	if r.CompletedRunID != "" && r.Outcome == ledger.Skipped {
		return nil // its rules are those of another run
	}
	assertions := []assertion{}
	for _, rule := range r.Rules {
		if rule.Status == ledger.StatusSkip {
			continue
		}
		a := assertion{Assertion: rule.ID, Success: rule.Status == ledger.StatusPass, Column: rule.Column}
		if c := j.Gate.Column(rule.Column); c != nil {
			a.Column = c.SourceColumn
		}
		assertions = append(assertions, a)
	}
	if len(assertions) > 0 {
		facets["dataQualityAssertions"] = assertionsFacet{as(r, "1-0-1", "DataQualityAssertionsDatasetFacet"), assertions}
	}
	return facets
}

// failure says why a run did not complete; empty: it did. Of rules it has no
// more than names and counts, since what a check found can be a value.
func (j Job) failure(r *ledger.Run) string {
	if endOf(r) == "COMPLETE" {
		return ""
	}
	message := string(r.Outcome)
	if r.Reason != "" {
		message += " (" + r.Reason + ")"
	}
	if r.Error != nil && (r.Outcome == ledger.Errored || r.Outcome == ledger.Interrupted) {
		return j.hide(message + ": " + strings.TrimSpace(r.Error.Code+" "+r.Error.Message))
	}
	var failed []string
	for _, rule := range r.Rules {
		switch {
		case rule.Status != ledger.StatusFail && rule.Status != ledger.StatusError:
		case rule.FailedRows > 0:
			failed = append(failed, fmt.Sprintf("%s failed on %d of %d rows", rule.ID, rule.FailedRows, rule.JudgedRows))
		default:
			failed = append(failed, rule.ID+" failed")
		}
	}
	if len(failed) > 0 {
		message += ": " + strings.Join(failed, "; ")
	}
	return message
}

func (j Job) hide(s string) string {
	if j.Mask == nil {
		return s
	}
	return j.Mask(s)
}

// ParseParent reads namespace/job/run-id, where the namespace may have slashes.
func ParseParent(s string) (*Parent, error) {
	parts := strings.Split(s, "/")
	n := len(parts)
	if n < 3 || parts[n-1] == "" || parts[n-2] == "" {
		return nil, fmt.Errorf("%q is not namespace/job/run-id", s)
	}
	return &Parent{Namespace: strings.Join(parts[:n-2], "/"), Job: parts[n-2], RunID: parts[n-1]}, nil
}
