package report_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/report"
)

// hostile is text that means something in each format, and what none can show.
const hostile = "a|b`c``d<script>&lt;]]>*e* _f_ [g](http://h) @team #1 www.i.j\n::error::k\r%0A,l:m \x1b[31m\x00\ufffe\u202e\xff"

// hostileRun has the text wherever a run can have text of others.
func hostileRun() *ledger.Run {
	sample, err := json.Marshal(map[string]string{"amount": hostile})
	if err != nil {
		panic(err)
	}
	return run(ledger.Aborted, func(r *ledger.Run) {
		r.Source, r.Target, r.Partition, r.BatchID, r.Reason, r.Host = hostile, hostile, hostile, hostile, hostile, hostile
		r.DroppedColumns, r.Warnings, r.RejectedQuery = []string{hostile}, []string{hostile}, hostile
		failRule(r, 0, ledger.StatusFail, 0)
		failRule(r, 2, ledger.StatusFail, 3, string(sample))
		failRule(r, 4, ledger.StatusFail, 0)
		for i := range r.Rules {
			r.Rules[i].Observed, r.Rules[i].Expected, r.Rules[i].Description = hostile, hostile, hostile
			r.Rules[i].Pos.File = hostile
		}
		r.Rules[2].ID = hostile
		r.Error = &ledger.Error{Code: "SG399", Message: hostile, Hint: hostile, Pos: gate.Pos{File: hostile, Line: 1, Column: 2}}
	})
}

// TestHostileText holds every format to showing text as text.
func TestHostileText(t *testing.T) {
	e := envelope(hostileRun())
	e.Path = nil
	s := readXSD(t)
	document, event := schemaOf(t, report.Schema()), schemaOf(t, report.EventSchema())
	for _, f := range report.Formats() {
		out := string(written(t, report.Format(f), e))
		hidden := "\x1b\x00\r\ufffe\u202e"
		if strings.HasPrefix(f, "json") {
			hidden = "\x1b\x00\r"
		}
		if !utf8.ValidString(out) || strings.ContainsAny(out, hidden) {
			t.Errorf("%s has characters that nobody may print: %q", f, out)
		}
		switch report.Format(f) {
		case report.FormatJUnit:
			if err := s.validate(parseXML(t, []byte(out))); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		case report.FormatJSON:
			valid(t, document, []byte(out))
		case report.FormatJSONL:
			lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
			for _, line := range lines[:len(lines)-1] {
				valid(t, event, []byte(line))
			}
		case report.FormatMarkdown:
			holdMarkdown(t, out)
		case report.FormatGitHub:
			holdCommands(t, out)
		default: // a table needs no more than what holds for all
		}
	}
}

// holdMarkdown finds no character of the text that means something in Markdown.
func holdMarkdown(t *testing.T, out string) {
	t.Helper()
	plain := regexp.MustCompile(`&#[0-9]+;|</?code>|<br>`).ReplaceAllString(out, "")
	if found := regexp.MustCompile("[<>`*\\[\\]\\\\@&]|://|www\\.| _|_ |#1").FindString(plain); found != "" {
		t.Errorf("%q means something in\n%s", found, out)
	}
	rows := 0
	for line := range strings.Lines(plain) {
		if !strings.HasPrefix(line, "|") {
			continue
		}
		if rows++; strings.Count(line, "|") != 8 && strings.Count(line, "|") != 7 {
			t.Errorf("a row has other cells than its table: %s", line)
		}
	}
	if rows != 3+4 {
		t.Errorf("%d rows of tables; want 7:\n%s", rows, out)
	}
}

// holdCommands finds each line after the first to be one command of ours.
func holdCommands(t *testing.T, out string) {
	t.Helper()
	command := regexp.MustCompile(`^::(error|warning|notice) (file=[^:,]*,(line=\d+,)?(col=\d+,)?)?title=[^:,]*::`)
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	for _, line := range lines[1:] {
		if !command.MatchString(line) {
			t.Errorf("no annotation: %s", line)
		}
	}
	if strings.HasPrefix(strings.TrimSpace(lines[0]), "::") || len(lines) != 1+5 {
		t.Errorf("%d lines:\n%s", len(lines), out)
	}
}

// TestLongTextIsCut holds every format for people to a length that they can read.
func TestLongTextIsCut(t *testing.T) {
	long := strings.Repeat("é", 500_000)
	r := run(ledger.Split, func(r *ledger.Run) {
		failRule(r, 2, ledger.StatusQuarantine, 3, `{"amount":"`+long+`"}`, `{"amount":"`+long+`"}`)
		failRule(r, 3, ledger.StatusWarn, 3, `{"amount":"`+long+`"}`)
		r.Rules[2].Expected, r.Rules[4].Observed, r.Rules[4].Status = long, long, ledger.StatusWarn
		r.Warnings = []string{long}
		r.Error = &ledger.Error{Message: long}
	})
	for _, f := range []report.Format{report.FormatTable, report.FormatJUnit, report.FormatMarkdown, report.FormatGitHub} {
		if out := written(t, f, envelope(r)); len(out) > 40_000 {
			t.Errorf("%s has %d bytes", f, len(out))
		}
	}
}

func TestMarkdownWithin(t *testing.T) {
	e := envelope(outcomes()["split"], outcomes()["aborted_rule"])
	whole := string(written(t, report.FormatMarkdown, e))
	if got := report.MarkdownWithin(e, len(whole)); got != whole {
		t.Errorf("what fits is cut:\n%s", got)
	}
	for size := 0; size < len(whole); size += 7 {
		got := report.MarkdownWithin(e, size)
		if len(got) > size {
			t.Fatalf("%d bytes; want %d at most", len(got), size)
		}
		kept, _, cut := strings.Cut(got, "\n*The report is cut here")
		if got != "" && (!cut || !strings.HasPrefix(whole, kept) || kept != "" && !strings.HasSuffix(kept, "\n")) {
			t.Fatalf("within %d bytes:\n%s", size, got)
		}
	}
	if report.MarkdownWithin(e, -1) != "" {
		t.Error("there is text where there is no room")
	}
}

// TestWorstAnnotationsComeFirst is for GitHub, which shows ten of each level.
func TestWorstAnnotationsComeFirst(t *testing.T) {
	all := outcomes()
	out := string(written(t, report.FormatGitHub, envelope(all["split"], all["aborted_rule"], all["errored"])))
	var order []string
	for _, match := range regexp.MustCompile(`(?m)^::(\w+) .*title=(?:orders(?: day=[\d-]+)?%3A )?([\w.]+)(?: day=[\d-]+)?::`).FindAllStringSubmatch(out, -1) {
		order = append(order, match[1]+" "+match[2])
	}
	want := []string{
		"error orders", "error orders", // what is said of runs as a whole
		"error order_id.unique", "error amount.min", "error row_count",
		"warning amount.min", "warning ship_after_order", "warning orders",
	}
	if strings.Join(order, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q\nwant %q", order, want)
	}
}
