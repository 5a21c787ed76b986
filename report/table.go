package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// Options say how tables are printed.
type Options struct {
	Color   bool                // colour the words of outcomes and statuses
	Width   int                 // of the terminal; 0: do not cut lines
	Samples int                 // sample values per rule, and sampled rows, at most; 0: none
	Verbose bool                // also print statistics and sampled rows
	Mask    func(string) string // hides secrets; nil: none
}

// Where long texts are cut, so that none floods a terminal or a page.
const (
	snipped    = 40   // a sample value or another cell
	foundWidth = 120  // all sample values of a rule
	textWidth  = 4000 // a message
)

// shownSets is how many sets of several rules are shown of a run.
const shownSets = 5

// Table prints one line per run, and under each gate that is not clean its
// failing rules, worst first, which of them rows failed together, the query of its rejected rows, and what else a
// person must know.
func Table(w io.Writer, runs []*ledger.Run, o Options) error {
	out := &printer{w: w, Options: o}
	out.summary(runs)
	for _, r := range runs {
		out.details(r)
	}
	return out.err
}

// faultsTable prints why a command could not do its work.
func faultsTable(w io.Writer, faults []*ledger.Error, o Options) error {
	p := &printer{w: w, Options: o}
	for _, f := range faults {
		p.failure("", f)
	}
	return p.err
}

// printer prints until the first error, which it keeps.
type printer struct {
	Options
	w   io.Writer
	err error
}

func (p *printer) printf(format string, args ...any) {
	if p.err != nil {
		return
	}
	text := fmt.Sprintf(format, args...)
	if p.Mask != nil {
		text = p.Mask(text)
	}
	_, p.err = io.WriteString(p.w, text)
}

func (p *printer) table(indent string, columns []column, rows [][]string) {
	if p.err != nil {
		return
	}
	if p.Mask != nil {
		for _, row := range rows {
			for i := range row {
				row[i] = p.Mask(row[i])
			}
		}
	}
	p.err = p.grid(p.w, indent, columns, rows)
}

func (p *printer) summary(runs []*ledger.Run) {
	if len(runs) == 0 {
		p.printf("No gate ran.\n")
		return
	}
	parted := slices.ContainsFunc(runs, func(r *ledger.Run) bool { return r.Partition != "" })
	rows := make([][]string, len(runs))
	for i, r := range runs {
		rows[i] = []string{printable(r.Gate)}
		if parted {
			rows[i] = append(rows[i], printable(r.Partition))
		}
		rows[i] = append(rows[i], p.outcome(r.Outcome),
			number(r.RowsStaged), number(r.RowsPassed), number(r.RowsRejected), number(r.RowsWarned), elapsed(duration(r)))
	}
	columns := []column{{title: "GATE"}}
	if parted {
		columns = append(columns, column{title: "PARTITION"})
	}
	p.table("", append(columns, []column{
		{title: "OUTCOME"},
		{"STAGED", true},
		{"PASSED", true},
		{"REJECTED", true},
		{"WARNED", true},
		{"TIME", true},
	}...), rows)
	for _, total := range totals(runs) {
		p.printf("%s\n", printable(total))
	}
}

// titleOf names a run among others: by its gate, and its partition where it has one.
func titleOf(r *ledger.Run) string { return strings.TrimSpace(r.Gate + " " + r.Partition) }

// totals says of each gate with several partitions how they ended.
func totals(runs []*ledger.Run) []string {
	var gates []string
	ended := map[string][]string{}
	for _, r := range runs {
		if r.Partition == "" {
			continue
		}
		if ended[r.Gate] == nil {
			gates = append(gates, r.Gate)
		}
		ended[r.Gate] = append(ended[r.Gate], string(r.Outcome))
	}
	var out []string
	for _, gate := range gates {
		all := ended[gate]
		if len(all) < 2 {
			continue
		}
		var counts []string
		for _, outcome := range slices.Compact(slices.Sorted(slices.Values(all))) {
			n := len(slices.DeleteFunc(slices.Clone(all), func(o string) bool { return o != outcome }))
			counts = append(counts, fmt.Sprintf("%d %s", n, outcome))
		}
		out = append(out, fmt.Sprintf("%s: %d partitions, %s", gate, len(all), strings.Join(counts, ", ")))
	}
	return out
}

// details prints what stands under the summary for one run; nothing for a clean one.
func (p *printer) details(r *ledger.Run) {
	failing := failingGroups(r)
	measured := p.Verbose && len(r.Statistics)+len(r.PassedSample)+len(r.RejectedSample) > 0
	if !measured && clean(r, failing) {
		return
	}
	p.printf("\n%s: %s\n", printable(titleOf(r)), p.headline(r))
	p.rules(failing)
	several := slices.DeleteFunc(slices.Clone(r.RuleSets), func(s ledger.RuleSet) bool { return len(s.Rules) < 2 })
	if len(several) > 0 {
		p.printf("  Rules that rejected rows failed together:\n")
		p.ruleSets("    ", several[:min(len(several), shownSets)])
	}
	p.rest(r)
	if measured {
		p.measured(r)
	}
}

// clean reports whether there is no more to say of a run than its outcome.
func clean(r *ledger.Run, failing []shownGroup) bool {
	quiet := r.Outcome == ledger.Passed || r.Outcome == ledger.Skipped && r.Partition != ""
	return quiet && len(failing) == 0 && len(r.Warnings) == 0
}

// headline is a run's outcome with its reason.
func (p *printer) headline(r *ledger.Run) string {
	s := p.outcome(r.Outcome)
	if r.Reason != "" {
		s += " (" + printable(r.Reason) + ")"
	}
	if r.CompletedRunID != "" {
		s += fmt.Sprintf(", as run %s was %s", printable(r.CompletedRunID), p.outcome(r.CompletedResult))
	}
	return s
}

// rest prints what follows the rules: columns, queries, warnings and the error.
func (p *printer) rest(r *ledger.Run) {
	if len(r.DroppedColumns) > 0 {
		p.printf("  Dropped columns: %s\n", printable(strings.Join(r.DroppedColumns, ", ")))
	}
	if r.RejectedQuery != "" {
		p.printf("  Rejected rows: %s\n", printableLines(r.RejectedQuery, "    "))
	}
	for _, warning := range r.Warnings {
		p.printf("  %s %s\n", p.paint(yellow, "warning:"), printableLines(snip(warning, textWidth), "    "))
	}
	if r.Error != nil {
		p.failure("  ", r.Error)
	}
}

func (p *printer) failure(indent string, e *ledger.Error) {
	label := "error:"
	if e.Code != "" {
		label = "error " + e.Code + ":"
	}
	place := ""
	if pos := e.Pos.String(); pos != "" {
		place = printable(pos) + ": "
	}
	p.printf("%s%s %s%s\n", indent, p.paint(red, label), place, printableLines(snip(e.Message, textWidth), indent+"  "))
	if e.Hint != "" {
		p.printf("%s  hint: %s\n", indent, printableLines(e.Hint, indent+"  "))
	}
}

// shownGroup is a group with those of its results that are shown.
type shownGroup struct {
	Group
	shown []ledger.RuleResult
}

func allGroups(r *ledger.Run) []shownGroup {
	var out []shownGroup
	for _, g := range Groups(r) {
		out = append(out, shownGroup{g, g.Rules})
	}
	return out
}

// failingGroups are the groups that did not pass, worst first, with the results
// that did not.
func failingGroups(r *ledger.Run) []shownGroup {
	var out []shownGroup
	for _, g := range Groups(r) {
		failing := g.Failing()
		if r.Outcome == ledger.Skipped { // the headline says why nothing was judged
			failing = slices.DeleteFunc(failing, func(rule ledger.RuleResult) bool { return rule.Status == ledger.StatusSkip })
		}
		if len(failing) > 0 {
			out = append(out, shownGroup{g, failing})
		}
	}
	slices.SortStableFunc(out, func(a, b shownGroup) int { return byWorst(a.shown[0], b.shown[0]) })
	return out
}

// rules prints results: a grid of those that judge rows or a value, under the
// names of their groups, and the column schema's mismatches in full.
func (p *printer) rules(groups []shownGroup) {
	var rows [][]string
	for _, g := range groups {
		indent := ""
		if g.Of != gate.ByRule {
			indent = "  "
			rows = append(rows, []string{g.title(), p.status(g.Status), "", "", g.failedOf(), ""})
		}
		for _, r := range g.shown {
			if r.Scope == gate.ScopeSchema {
				p.schema(r)
				continue
			}
			row := p.ruleRow(r)
			row[0] = indent + row[0]
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return
	}
	p.table("  ", []column{
		{title: "RULE"},
		{title: "STATUS"},
		{"FAILED", true},
		{"PERCENT", true},
		{title: "EXPECTED"},
		{title: "FOUND"},
	}, rows)
}

func (p *printer) schema(r ledger.RuleResult) {
	if r.Observed == "" {
		p.printf("  %s: %s\n", printable(r.ID), p.status(r.Status))
		return
	}
	p.printf("  %s: %s\n    %s\n", printable(r.ID), p.status(r.Status), printableLines(r.Observed, "    "))
}

func (p *printer) ruleRow(r ledger.RuleResult) []string {
	expected := short(r.Expected)
	if r.Scope == gate.ScopeCheck {
		return []string{printable(r.ID), p.status(r.Status), "", "", expected, found(r, p.Samples)}
	}
	return []string{
		printable(r.ID), p.status(r.Status), number(r.FailedRows), percent(r.FailedRows, r.JudgedRows),
		expected, found(r, p.Samples),
	}
}

// sampleValues are the values of the rule's column in its samples, or whole
// rows for a rule that stands on none; n at most.
func sampleValues(r ledger.RuleResult, n int) []string {
	var out []string
	for _, sample := range r.Samples[:min(len(r.Samples), n)] {
		out = append(out, short(sampleValue(sample, cmp.Or(r.SourceColumn, r.Column))))
	}
	return out
}

// sampleValue is the value of a column in a sample. A gate may write the name in
// other letters than the warehouse.
func sampleValue(sample json.RawMessage, column string) string {
	var row map[string]json.RawMessage
	if column == "" || json.Unmarshal(sample, &row) != nil {
		return string(sample)
	}
	if value, ok := row[column]; ok {
		return string(value)
	}
	for name, value := range row {
		if strings.EqualFold(name, column) {
			return string(value)
		}
	}
	return string(sample)
}

// worstFirst returns the results that did not pass, the column schema first,
// then by severity, then by failing rows.
func worstFirst(rules []ledger.RuleResult) []ledger.RuleResult {
	var out []ledger.RuleResult
	for _, r := range inOrder(rules) {
		if severity(r.Status) > 0 {
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, byWorst)
	return out
}

func byWorst(a, b ledger.RuleResult) int {
	return cmp.Or(
		cmp.Compare(schemaRank(a), schemaRank(b)),
		cmp.Compare(severity(b.Status), severity(a.Status)),
		cmp.Compare(b.FailedRows, a.FailedRows),
	)
}

// severity orders statuses; 0 is nothing to show.
func severity(s ledger.Status) int {
	switch s {
	case ledger.StatusError:
		return 5
	case ledger.StatusFail:
		return 4
	case ledger.StatusQuarantine:
		return 3
	case ledger.StatusWarn:
		return 2
	case ledger.StatusSkip:
		return 1
	case ledger.StatusPass:
		return 0
	default:
		return 0
	}
}

func number(n int64) string { return strconv.FormatInt(n, 10) }
