package report

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/sqlgate/sqlgate/ledger"
)

// Diff is what two runs of a gate are compared as.
type Diff struct {
	SqlgateVersion string
	Before, After  *ledger.Run
	Mask           func(string) string // hides secrets in texts; nil: none
}

// DiffJSON writes what differs between two runs as one line; DiffSchema
// describes it.
func DiffJSON(w io.Writer, d Diff) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(d.document())
}

// DiffTable prints what differs between two runs: outcome, gate, rows, and the
// rules that changed, appeared or vanished.
func DiffTable(w io.Writer, d Diff, o Options) error {
	p := &printer{w: w, Options: o}
	doc := d.document()
	p.printf("%s: run %s (%s) → run %s (%s)\n", printable(doc.Gate),
		printable(d.Before.RunID), moment(d.Before.StartedAt), printable(d.After.RunID), moment(d.After.StartedAt))
	p.printf("  outcome  %s\n", arrow(p.outcome(d.Before.Outcome), p.outcome(d.After.Outcome)))
	if doc.GateChanged {
		p.printf("  gate     changed\n")
	} else {
		p.printf("  gate     the same\n")
	}

	p.printf("\n")
	rows := make([][]string, len(doc.Rows))
	for i, r := range doc.Rows {
		rows[i] = []string{r.Fate, number(r.Before), number(r.After), signed(r.Change)}
	}
	p.table("  ", []column{{title: "ROWS"}, {"BEFORE", true}, {"AFTER", true}, {"CHANGE", true}}, rows)

	p.printf("\n")
	if len(doc.Rules) == 0 {
		p.printf("  No rule changed.\n")
		return p.err
	}
	rows = make([][]string, len(doc.Rules))
	for i, r := range doc.Rules {
		b, a := side(p.Options, r.Before), side(p.Options, r.After)
		rows[i] = []string{printable(r.ID), r.Change, arrow(b.status, a.status), arrow(b.failed, a.failed), arrow(b.percent, a.percent), arrow(b.expected, a.expected), arrow(b.found, a.found)}
	}
	p.table("  ", []column{
		{title: "RULE"}, {title: "CHANGE"}, {title: "STATUS"}, {title: "FAILED"}, {title: "PERCENT"}, {title: "EXPECTED"}, {title: "FOUND"},
	}, rows)
	return p.err
}

// sideTexts are the cells of a rule in one of the runs.
type sideTexts struct{ status, failed, percent, expected, found string }

func side(o Options, r *diffSide) sideTexts {
	if r == nil {
		return sideTexts{}
	}
	s := sideTexts{status: o.status(r.Status)}
	if r.Expected != nil {
		s.expected = snip(printable(*r.Expected), snipped)
	}
	if r.Observed != nil {
		s.found = snip(printable(*r.Observed), snipped)
	}
	if r.JudgedRows > 0 {
		s.failed, s.percent = number(r.FailedRows), percent(r.FailedRows, r.JudgedRows)
	}
	return s
}

// arrow shows a change; what is the same, or only on one side, stands alone.
func arrow(before, after string) string {
	switch {
	case before == after || before == "":
		return after
	case after == "":
		return before
	default:
		return before + " → " + after
	}
}

func signed(n int64) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%+d", n)
}

type diffDocument struct {
	SchemaVersion  int          `json:"schema_version" jsonschema:"enum=1"`
	SqlgateVersion string       `json:"sqlgate_version"`
	Command        string       `json:"command" jsonschema:"enum=runs diff"`
	ExitCode       int          `json:"exit_code" jsonschema:"enum=0"`
	Error          *errorObject `json:"error" jsonschema:"nullable" jsonschema_description:"Always null: a command that fails prints the result of runs."`
	Gate           string       `json:"gate"`
	Before         diffRun      `json:"before"`
	After          diffRun      `json:"after"`
	GateChanged    bool         `json:"gate_changed" jsonschema_description:"Whether the gate's content changed, comments and order aside."`
	Rows           []diffRows   `json:"rows"`
	Rules          []diffRule   `json:"rules" jsonschema_description:"Only the rules that differ."`
}

type diffRun struct {
	RunID     string         `json:"run_id"`
	Kind      ledger.Kind    `json:"kind" jsonschema:"enum=run,enum=check,enum=replay"`
	Outcome   ledger.Outcome `json:"outcome"`
	Reason    *string        `json:"reason" jsonschema:"nullable"`
	StartedAt *string        `json:"started_at" jsonschema:"nullable,format=date-time"`
	GateHash  *string        `json:"gate_hash" jsonschema:"nullable"`
}

type diffRows struct {
	Fate   string `json:"fate" jsonschema:"enum=staged,enum=passed,enum=rejected,enum=superseded,enum=warned"`
	Before int64  `json:"before"`
	After  int64  `json:"after"`
	Change int64  `json:"change"`
}

type diffRule struct {
	ID     string    `json:"id"`
	Column *string   `json:"column" jsonschema:"nullable"`
	Change string    `json:"change" jsonschema:"enum=appeared,enum=vanished,enum=better,enum=worse,enum=changed" jsonschema_description:"better and worse by the status, then by the share of failed rows."`
	Before *diffSide `json:"before" jsonschema:"nullable"`
	After  *diffSide `json:"after" jsonschema:"nullable"`
}

type diffSide struct {
	Policy     string        `json:"policy" jsonschema:"enum=fail,enum=quarantine,enum=warn"`
	Status     ledger.Status `json:"status"`
	FailedRows int64         `json:"failed_rows"`
	JudgedRows int64         `json:"judged_rows"`
	Observed   *string       `json:"observed" jsonschema:"nullable"`
	Expected   *string       `json:"expected" jsonschema:"nullable"`
}

func (d Diff) document() diffDocument {
	if d.Mask == nil {
		d.Mask = func(s string) string { return s }
	}
	b, a := d.Before, d.After
	doc := diffDocument{
		SchemaVersion: schemaVersion, SqlgateVersion: d.SqlgateVersion, Command: "runs diff",
		Gate: a.Gate, Before: d.run(b), After: d.run(a), Rules: []diffRule{},
		// A run whose process died has no hash.
		GateChanged: b.GateHash != "" && a.GateHash != "" && b.GateHash != a.GateHash,
	}
	after := fates(a)
	for i, f := range fates(b) {
		doc.Rows = append(doc.Rows, diffRows{Fate: f.name, Before: f.rows, After: after[i].rows, Change: after[i].rows - f.rows})
	}

	before := map[string]ledger.RuleResult{}
	for _, r := range b.Rules {
		before[r.ID] = r
	}
	for _, r := range inOrder(a.Rules) {
		old, known := before[r.ID]
		delete(before, r.ID)
		switch {
		case !known:
			doc.Rules = append(doc.Rules, diffRule{ID: r.ID, Column: orNull(r.Column), Change: "appeared", After: d.side(r)})
		case differs(old, r):
			doc.Rules = append(doc.Rules, diffRule{ID: r.ID, Column: orNull(r.Column), Change: direction(old, r), Before: d.side(old), After: d.side(r)})
		}
	}
	for _, r := range inOrder(b.Rules) {
		if _, left := before[r.ID]; left {
			doc.Rules = append(doc.Rules, diffRule{ID: r.ID, Column: orNull(r.Column), Change: "vanished", Before: d.side(r)})
		}
	}
	return doc
}

// differs reports whether a rule found, or asked, something else. As many failed
// rows of more rows are another share; none of any are the same.
func differs(b, a ledger.RuleResult) bool {
	return b.Status != a.Status || b.Policy != a.Policy || b.FailedRows != a.FailedRows || a.FailedRows > 0 && b.JudgedRows != a.JudgedRows ||
		b.Observed != a.Observed || b.Expected != a.Expected
}

func direction(b, a ledger.RuleResult) string {
	// Cross products compare the shares without division.
	worse := float64(a.FailedRows)*float64(b.JudgedRows) - float64(b.FailedRows)*float64(a.JudgedRows)
	switch change := severity(a.Status) - severity(b.Status); {
	case change > 0 || change == 0 && worse > 0:
		return "worse"
	case change < 0 || worse < 0:
		return "better"
	default:
		return "changed"
	}
}

func (d Diff) run(r *ledger.Run) diffRun {
	return diffRun{
		RunID: r.RunID, Kind: r.Kind, Outcome: r.Outcome, Reason: orNull(d.Mask(r.Reason)),
		StartedAt: timestamp(r.StartedAt), GateHash: orNull(r.GateHash),
	}
}

func (d Diff) side(r ledger.RuleResult) *diffSide {
	return &diffSide{
		Policy: string(r.Policy), Status: r.Status, FailedRows: r.FailedRows, JudgedRows: r.JudgedRows,
		Observed: orNull(d.Mask(r.Observed)), Expected: orNull(d.Mask(r.Expected)),
	}
}
