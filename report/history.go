package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/sqlgate/sqlgate/ledger"
)

// How much of a gate's history is shown.
const (
	historyRuns  = 10
	historyRules = 10
	historyDays  = 14
)

// History is what the ledger of a warehouse says of its gates.
type History struct {
	SqlgateVersion string
	Warehouse      string
	Since, Until   time.Time
	Gates          []GateHistory
	Mask           func(string) string // hides secrets in texts; nil: none
}

// GateHistory is one gate's part of a History.
type GateHistory struct {
	Gate     string
	Last     *ledger.Run      // whenever it was; nil: the gate has never run
	Runs     []ledger.Run     // since History.Since, newest first
	Troubles []ledger.Trouble // rules that did not pass in them, worst first
}

// HistoryJSON writes the history as one line; HistorySchema describes it.
func HistoryJSON(w io.Writer, h History) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(h.document())
}

// HistoryMarkdown writes the history as Markdown: the state of each gate, then
// of each gate that ran its last runs, its worst rules, and the share of rows
// that was rejected on each day.
func HistoryMarkdown(w io.Writer, h History) error {
	var b strings.Builder
	doc := h.document()
	fmt.Fprintf(&b, "# Gates of %s\n\nRuns from %s to %s.\n\n", code(h.Warehouse), moment(h.Since), moment(h.Until))
	rows := make([][]string, len(doc.Gates))
	for i, g := range doc.Gates {
		rows[i] = []string{code(g.Gate), "", "has never run", "", "", "", ""}
		if last := g.Last; last != nil {
			rows[i] = []string{
				code(g.Gate), moment(h.Gates[i].Last.StartedAt), headlineMarkdown(h.Gates[i].Last), number(last.Rows.Staged), number(last.Rows.Rejected),
				percent(last.Rows.Rejected, last.Rows.Staged), percent(g.Before.Rejected, g.Before.Staged),
			}
		}
	}
	b.WriteString(markdownTable([]column{
		{title: "Gate"},
		{title: "Last run"},
		{title: "Outcome"},
		{"Staged", true},
		{"Rejected", true},
		{"Share", true},
		{"Share before", true},
	}, rows))
	for i, g := range doc.Gates {
		if len(g.Runs) > 0 {
			h.Gates[i].markdown(&b, g)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (g GateHistory) markdown(b *strings.Builder, doc historyGate) {
	fmt.Fprintf(b, "\n## %s\n\n### Last runs\n\n", code(g.Gate))
	rows := make([][]string, len(doc.Runs))
	for i, r := range doc.Runs {
		run := &g.Runs[i]
		rows[i] = []string{
			code(r.RunID), moment(run.StartedAt), string(r.Kind), headlineMarkdown(run), number(r.Rows.Staged), number(r.Rows.Passed), number(r.Rows.Rejected),
			percent(r.Rows.Rejected, r.Rows.Staged), number(r.Rows.Warned), elapsed(duration(run)),
		}
	}
	b.WriteString(markdownTable([]column{
		{title: "Run"},
		{title: "Started"},
		{title: "Kind"},
		{title: "Outcome"},
		{"Staged", true},
		{"Passed", true},
		{"Rejected", true},
		{"Share", true},
		{"Warned", true},
		{"Time", true},
	}, rows))

	if len(doc.Rules) > 0 {
		b.WriteString("\n### Worst rules\n\n")
		rows = make([][]string, len(doc.Rules))
		for i, r := range doc.Rules {
			failed, share := "", "" // of a check: it fails without a failing row
			if r.FailedRows > 0 {
				failed, share = number(r.FailedRows), percent(r.FailedRows, r.JudgedRows)
			}
			rows[i] = []string{
				code(r.ID), fmt.Sprintf("%d of %d", r.FailingRuns, r.Runs), failed, share, moment(g.Troubles[i].LastAt),
			}
		}
		b.WriteString(markdownTable([]column{{title: "Rule"}, {"Failing runs", true}, {"Failed rows", true}, {"Share", true}, {title: "Last failed"}}, rows))
	}

	if len(doc.Days) > 0 {
		b.WriteString("\n### Rejected rows by day\n\n")
		rows = make([][]string, len(doc.Days))
		for i, d := range doc.Days {
			rows[i] = []string{d.Day, number(d.Runs), number(d.Staged), number(d.Rejected), percent(d.Rejected, d.Staged)}
		}
		b.WriteString(markdownTable([]column{{title: "Day"}, {"Runs", true}, {"Staged", true}, {"Rejected", true}, {"Share", true}}, rows))
	}
}

type historyDocument struct {
	SchemaVersion  int           `json:"schema_version" jsonschema:"enum=1"`
	SqlgateVersion string        `json:"sqlgate_version"`
	Command        string        `json:"command" jsonschema:"enum=report"`
	ExitCode       int           `json:"exit_code" jsonschema:"enum=0"`
	Error          *errorObject  `json:"error" jsonschema:"nullable" jsonschema_description:"Always null: a command that fails prints the result of runs."`
	Warehouse      string        `json:"warehouse"`
	Since          *string       `json:"since" jsonschema:"nullable,format=date-time"`
	Until          *string       `json:"until" jsonschema:"nullable,format=date-time"`
	Gates          []historyGate `json:"gates"`
}

type historyGate struct {
	Gate   string        `json:"gate"`
	Last   *historyRun   `json:"last" jsonschema:"nullable" jsonschema_description:"The newest run, whenever it was; null: the gate has never run."`
	Before historyShare  `json:"before" jsonschema_description:"All earlier runs since then that wrote, together."`
	Runs   []historyRun  `json:"runs" jsonschema_description:"The newest runs since then."`
	Rules  []historyRule `json:"rules" jsonschema_description:"Rules that did not pass in a run since then, the worst first."`
	Days   []historyDay  `json:"days" jsonschema_description:"Runs that wrote, by the day in UTC on which they began, the newest first."`
}

type historyRun struct {
	RunID      string         `json:"run_id"`
	Kind       ledger.Kind    `json:"kind" jsonschema:"enum=run,enum=check,enum=replay"`
	Outcome    ledger.Outcome `json:"outcome"`
	Reason     *string        `json:"reason" jsonschema:"nullable"`
	StartedAt  *string        `json:"started_at" jsonschema:"nullable,format=date-time"`
	DurationMS int64          `json:"duration_ms"`
	Rows       rowsObject     `json:"rows"`
}

type historyShare struct {
	Staged   int64 `json:"staged"`
	Rejected int64 `json:"rejected"`
}

type historyRule struct {
	ID           string  `json:"id"`
	Column       *string `json:"column" jsonschema:"nullable"`
	Runs         int64   `json:"runs" jsonschema_description:"Runs that judged it."`
	FailingRuns  int64   `json:"failing_runs"`
	FailedRows   int64   `json:"failed_rows"`
	JudgedRows   int64   `json:"judged_rows"`
	LastFailedAt *string `json:"last_failed_at" jsonschema:"nullable,format=date-time"`
}

type historyDay struct {
	Day      string `json:"day"`
	Runs     int64  `json:"runs"`
	Staged   int64  `json:"staged"`
	Rejected int64  `json:"rejected"`
}

func (h History) document() historyDocument {
	doc := historyDocument{
		SchemaVersion: schemaVersion, SqlgateVersion: h.SqlgateVersion, Command: "report", Warehouse: h.Warehouse,
		Since: timestamp(h.Since), Until: timestamp(h.Until), Gates: make([]historyGate, len(h.Gates)),
	}
	for i, g := range h.Gates {
		doc.Gates[i] = h.gate(g)
	}
	return doc
}

func (h History) gate(g GateHistory) historyGate {
	doc := historyGate{Gate: g.Gate, Runs: []historyRun{}, Rules: []historyRule{}, Days: []historyDay{}}
	if g.Last != nil {
		last := h.run(g.Last)
		doc.Last = &last
	}
	for i := range g.Runs {
		r := &g.Runs[i]
		if i < historyRuns {
			doc.Runs = append(doc.Runs, h.run(r))
		}
		if !wrote(r) {
			continue
		}
		if r.RunID != g.Last.RunID {
			doc.Before.Staged += r.RowsStaged
			doc.Before.Rejected += r.RowsRejected
		}
		day := r.StartedAt.UTC().Format(time.DateOnly)
		at := slices.IndexFunc(doc.Days, func(d historyDay) bool { return d.Day == day })
		if at < 0 {
			if len(doc.Days) == historyDays {
				continue
			}
			at = len(doc.Days)
			doc.Days = append(doc.Days, historyDay{Day: day})
		}
		d := &doc.Days[at]
		d.Runs, d.Staged, d.Rejected = d.Runs+1, d.Staged+r.RowsStaged, d.Rejected+r.RowsRejected
	}
	for _, t := range g.Troubles[:min(len(g.Troubles), historyRules)] {
		doc.Rules = append(doc.Rules, historyRule{
			ID: t.RuleID, Column: orNull(t.Column), Runs: t.Runs, FailingRuns: t.Failing,
			FailedRows: t.FailedRows, JudgedRows: t.JudgedRows, LastFailedAt: timestamp(t.LastAt),
		})
	}
	return doc
}

// wrote reports whether a run put rows where they belong.
func wrote(r *ledger.Run) bool {
	return r.Kind == ledger.KindRun && (r.Outcome == ledger.Passed || r.Outcome == ledger.Split || r.Outcome == ledger.NoValidRows)
}

func (h History) run(r *ledger.Run) historyRun {
	reason := r.Reason
	if h.Mask != nil {
		reason = h.Mask(reason)
	}
	return historyRun{
		RunID: r.RunID, Kind: r.Kind, Outcome: r.Outcome, Reason: orNull(reason),
		StartedAt: timestamp(r.StartedAt), DurationMS: duration(r).Milliseconds(), Rows: rows(r),
	}
}
