package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// JUnit writes the runs as JUnit XML: a suite per run, with a case for the run
// itself and one for each rule. What a run survives, a warning or rejected
// rows, is a passed case whose output has the count.
func JUnit(w io.Writer, e Envelope) error {
	e = e.masked()
	doc := testSuites{Name: "sqlgate " + e.Command}
	if faults := e.faults(); len(faults) > 0 {
		doc.add(notStarted(doc.Name, faults), 0)
	}
	for _, r := range e.Runs {
		doc.add(e.suite(r), duration(r))
	}
	return writeSuites(w, doc)
}

type testSuites struct {
	XMLName  xml.Name `xml:"testsuites"`
	Name     string   `xml:"name,attr"`
	Time     string   `xml:"time,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Suites   []testSuite
	took     time.Duration
}

type testSuite struct {
	XMLName    xml.Name   `xml:"testsuite"`
	Name       string     `xml:"name,attr"`
	Tests      int        `xml:"tests,attr"`
	Failures   int        `xml:"failures,attr"`
	Errors     int        `xml:"errors,attr"`
	Skipped    int        `xml:"skipped,attr"`
	Time       string     `xml:"time,attr"`
	Timestamp  string     `xml:"timestamp,attr,omitempty"` // UTC; the format has no zone
	Hostname   string     `xml:"hostname,attr,omitempty"`
	Properties []property `xml:"properties>property,omitempty"`
	Cases      []testCase
}

type property struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type testCase struct {
	XMLName xml.Name `xml:"testcase"`
	Class   string   `xml:"classname,attr"`
	Name    string   `xml:"name,attr"`
	Failure *detail  `xml:"failure"`
	Error   *detail  `xml:"error"`
	Skipped *detail  `xml:"skipped"`
	Output  *output  `xml:"system-out"`
}

type detail struct {
	Type    string `xml:"type,attr,omitempty"`
	Message string `xml:"message,attr"`
	Text    string `xml:",cdata"`
}

type output struct {
	Text string `xml:",cdata"`
}

func (s *testSuites) add(suite testSuite, took time.Duration) {
	suite.Time = seconds(took.Milliseconds())
	s.Tests, s.Failures, s.Errors, s.took = s.Tests+suite.Tests, s.Failures+suite.Failures, s.Errors+suite.Errors, s.took+took
	s.Suites = append(s.Suites, suite)
}

func (s *testSuite) add(c testCase) {
	s.Tests++
	switch {
	case c.Error != nil:
		s.Errors++
	case c.Failure != nil:
		s.Failures++
	case c.Skipped != nil:
		s.Skipped++
	}
	s.Cases = append(s.Cases, c)
}

// notStarted is the suite of a command that could not start.
func notStarted(name string, faults []*ledger.Error) testSuite {
	said := &detail{Type: faults[0].Code, Message: printable(snip(faults[0].Message, textWidth))}
	if more := len(faults) - 1; more > 0 {
		said.Message += fmt.Sprintf(" (and %s)", count(int64(more), "more error"))
	}
	for _, f := range faults {
		said.Text = joined("\n", said.Text, errorLines(f))
	}
	suite := testSuite{Name: name}
	suite.add(testCase{Class: name, Name: "start", Error: said})
	return suite
}

func (e Envelope) suite(r *ledger.Run) testSuite {
	suite := testSuite{Name: printable(titleOf(r)), Hostname: printable(r.Host), Properties: properties(r)}
	if !r.StartedAt.IsZero() {
		suite.Timestamp = r.StartedAt.UTC().Format("2006-01-02T15:04:05")
	}
	suite.add(runCase(r))
	for _, g := range Groups(r) {
		suite.add(e.groupCase(r, g))
	}
	return suite
}

func properties(r *ledger.Run) []property {
	out := []property{{"run_id", printable(r.RunID)}, {"outcome", string(r.Outcome)}}
	for _, f := range facts(r) {
		out = append(out, property{f.name, printable(f.value)})
	}
	return out
}

// runCase is the case of the run as a whole.
func runCase(r *ledger.Run) testCase {
	c := testCase{Class: printable(titleOf(r)), Name: string(r.Kind)}
	said := &detail{Type: string(r.Outcome), Message: sentence(r), Text: reasons(r)}
	if r.Error != nil {
		said.Message += ": " + printable(snip(r.Error.Message, textWidth))
	}
	switch {
	case r.Outcome == ledger.Errored || r.Outcome == ledger.Interrupted:
		c.Error = said
	case failed(r):
		c.Failure = said
	case r.Outcome == ledger.Skipped:
		c.Skipped = said
	default:
		c.Output = &output{joined("\n", said.Message, said.Text)}
	}
	return c
}

// reasons are the error and the warnings of a run, and where its rejected rows are.
func reasons(r *ledger.Run) string {
	var lines []string
	if r.Error != nil {
		lines = append(lines, errorLines(r.Error))
	}
	for _, w := range r.Warnings {
		lines = append(lines, "warning: "+printableLines(snip(w, textWidth), "  "))
	}
	if r.RejectedQuery != "" {
		lines = append(lines, "rejected rows: "+printable(r.RejectedQuery))
	}
	return joined("\n", lines...)
}

// groupCase is the case of a rule, or of several that are shown as one.
func (e Envelope) groupCase(r *ledger.Run, g Group) testCase {
	c := testCase{Class: printable(titleOf(r)), Name: g.title()}
	said := &detail{Type: string(g.Status), Message: g.failedOf()}
	for _, rule := range g.Failing() {
		said.Text = joined("\n", said.Text, printable(rule.ID)+": "+string(rule.Status)+": "+finding(rule), e.ruleLines(rule))
	}
	if g.Of == gate.ByRule {
		said.Message, said.Text = finding(g.Rules[0]), e.ruleLines(g.Rules[0])
	}
	switch g.Status {
	case ledger.StatusPass:
	case ledger.StatusFail:
		c.Failure = said
	case ledger.StatusError:
		c.Error = said
	case ledger.StatusSkip:
		c.Skipped = said
	default:
		c.Output = &output{joined("\n", string(g.Status)+": "+said.Message, said.Text)}
	}
	return c
}

// ruleLines are the place, the description and the samples of a rule.
func (e Envelope) ruleLines(rule ledger.RuleResult) string {
	place, samples := "", ""
	if rule.Pos.Line > 0 {
		place = fmt.Sprintf("%s:%d", printable(filepath.ToSlash(rule.Pos.File)), rule.Pos.Line)
	}
	if values := sampleValues(rule, e.IncludeSamples); len(values) > 0 {
		samples = "found " + found(rule, e.IncludeSamples)
	}
	return joined("\n", place, printableLines(rule.Description, ""), samples)
}

// errorLines are an error's code, place, message and hint.
func errorLines(f *ledger.Error) string {
	s := "error"
	if f.Code != "" {
		s += " " + f.Code
	}
	if pos := f.Pos.String(); pos != "" {
		s += ": " + printable(pos)
	}
	s += ": " + printableLines(snip(f.Message, textWidth), "  ")
	if f.Hint != "" {
		s += "\nhint: " + printableLines(f.Hint, "  ")
	}
	return s
}
