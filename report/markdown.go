package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// Markdown writes the runs as a comment on GitHub or GitLab: a table of the
// runs, and for each that is not clean the rules that did not pass, worst first.
func Markdown(w io.Writer, e Envelope) error {
	_, err := io.WriteString(w, e.markdown())
	return err
}

// MarkdownWithin is the text of Markdown in at most so many bytes: cut at the
// end of a row, and saying so.
func MarkdownWithin(e Envelope, size int) string {
	const note = "\n*The report is cut here: it is too long for this place.*\n"
	md := e.markdown()
	if len(md) <= size {
		return md
	}
	if size < len(note) {
		return ""
	}
	kept := md[:size-len(note)]
	return kept[:strings.LastIndexByte(kept, '\n')+1] + note
}

func (e Envelope) markdown() string {
	e = e.masked()
	var b strings.Builder
	fmt.Fprintf(&b, "### sqlgate %s: %s\n\n", e.Command, exitWord(e.ExitCode))
	for _, f := range e.faults() {
		b.WriteString(markdownError(f))
	}
	if len(e.Runs) == 0 {
		return b.String()
	}
	rows := make([][]string, len(e.Runs))
	for i, r := range e.Runs {
		rows[i] = []string{
			code(titleOf(r)), string(r.Outcome),
			number(r.RowsStaged), number(r.RowsPassed), number(r.RowsRejected), number(r.RowsWarned), elapsed(duration(r)),
		}
	}
	b.WriteString(markdownTable([]column{
		{title: "Gate"},
		{title: "Outcome"},
		{"Staged", true},
		{"Passed", true},
		{"Rejected", true},
		{"Warned", true},
		{"Time", true},
	}, rows))
	for _, r := range e.Runs {
		e.markdownRun(&b, r)
	}
	return b.String()
}

// exitWord is an exit code in words.
func exitWord(code int) string {
	switch code {
	case exitPassed:
		return "passed"
	case exitData:
		return "failed"
	case exitConfig:
		return "could not start"
	case exitInterrupted, exitTerminated:
		return "interrupted"
	case exitWarehouse:
		return "the warehouse failed"
	default:
		return fmt.Sprintf("exit code %d", code)
	}
}

func (e Envelope) markdownRun(b *strings.Builder, r *ledger.Run) {
	failing := failingGroups(r)
	if clean(r, failing) {
		return
	}
	fmt.Fprintf(b, "\n#### %s: %s\n\n", code(titleOf(r)), headlineMarkdown(r))
	var rows [][]string
	for _, g := range failing {
		if g.Of != gate.ByRule {
			rows = append(rows, []string{string(g.Of) + " " + code(g.Name), string(g.Status), "", "", g.failedOf(), ""})
		}
		for _, rule := range g.shown {
			if rule.Scope == gate.ScopeSchema {
				markdownSchema(b, rule)
				continue
			}
			rows = append(rows, e.markdownRule(rule))
		}
	}
	if len(rows) > 0 {
		b.WriteString(markdownTable([]column{
			{title: "Rule"},
			{title: "Status"},
			{"Failed", true},
			{"Percent", true},
			{title: "Expected"},
			{title: "Found"},
		}, rows) + "\n")
	}
	if len(r.DroppedColumns) > 0 {
		fmt.Fprintf(b, "- Dropped columns: %s\n", codes(r.DroppedColumns))
	}
	if r.RejectedQuery != "" {
		fmt.Fprintf(b, "- Rejected rows: %s\n", code(r.RejectedQuery))
	}
	for _, w := range r.Warnings {
		fmt.Fprintf(b, "- warning: %s\n", codeLines(w))
	}
	if r.Error != nil {
		b.WriteString(markdownError(r.Error))
	}
}

func markdownSchema(b *strings.Builder, rule ledger.RuleResult) {
	fmt.Fprintf(b, "- %s: %s\n", code(rule.ID), rule.Status)
	for line := range strings.Lines(rule.Observed) {
		fmt.Fprintf(b, "  - %s\n", code(strings.TrimSpace(line)))
	}
}

func headlineMarkdown(r *ledger.Run) string {
	s := string(r.Outcome)
	if r.Reason != "" {
		s += " (" + code(r.Reason) + ")"
	}
	if r.CompletedRunID != "" {
		s += fmt.Sprintf(", as run %s was %s", code(r.CompletedRunID), r.CompletedResult)
	}
	return s
}

func (e Envelope) markdownRule(rule ledger.RuleResult) []string {
	failed, share := "", ""
	if rule.Scope != gate.ScopeCheck {
		failed, share = number(rule.FailedRows), percent(rule.FailedRows, rule.JudgedRows)
	}
	observed := code(short(rule.Observed))
	if rule.Scope != gate.ScopeCheck {
		observed = codes(sampleValues(rule, e.IncludeSamples))
	}
	return []string{code(rule.ID), string(rule.Status), failed, share, code(short(rule.Expected)), observed}
}

func markdownError(f *ledger.Error) string {
	s := "- error"
	if f.Code != "" {
		s += " " + f.Code
	}
	if pos := f.Pos.String(); pos != "" {
		s += " at " + code(pos)
	}
	s += ": " + codeLines(f.Message) + "\n"
	if f.Hint != "" {
		s += "  - hint: " + codeLines(f.Hint) + "\n"
	}
	return s
}

func markdownTable(columns []column, rows [][]string) string {
	return filled(columns, rows).RenderMarkdown() + "\n"
}

// code is a text of whatever characters as itself, in a font of fixed width.
func code(s string) string {
	if s == "" {
		return ""
	}
	return "<code>" + literal(printable(s)) + "</code>"
}

func codes(list []string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = code(s)
	}
	return strings.Join(out, ", ")
}

// codeLines is code for a text whose line breaks mean something.
func codeLines(s string) string {
	lines := strings.Split(strings.TrimRight(snip(s, textWidth), "\r\n"), "\n")
	for i, line := range lines {
		lines[i] = code(strings.TrimSuffix(line, "\r"))
	}
	return strings.Join(lines, "<br>")
}

// literal writes the characters that mean something in HTML, in Markdown or to
// those who look for links in it as references, which mean the characters only.
func literal(s string) string {
	var b strings.Builder
	for i, r := range s {
		special := strings.ContainsRune("&<>|`*[]{}\\~$@#!", r)
		switch r {
		case '_':
			special = !amidWord(s, i)
		case ':':
			special = strings.HasPrefix(s[i:], "://")
		case '.':
			special = i >= 3 && strings.EqualFold(s[i-3:i], "www")
		}
		if special {
			fmt.Fprintf(&b, "&#%d;", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// amidWord reports whether letters or digits stand before and after a byte.
func amidWord(s string, i int) bool {
	plain := func(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
	return i > 0 && i+1 < len(s) && plain(s[i-1]) && plain(s[i+1])
}
