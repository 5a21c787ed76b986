package report

import (
	"encoding/xml"
	"io"
	"time"
)

// Test is the result of one of the gates' own tests.
type Test struct {
	Gate    string
	Name    string
	Failure string // what is not as expected; empty: nothing
	Error   string // why the test could not be run; empty: it was
	Took    time.Duration
}

// JUnitTests writes the results of gates' own tests as JUnit XML: a suite per gate.
func JUnitTests(w io.Writer, tests []Test) error {
	doc := testSuites{Name: "sqlgate test"}
	for len(tests) > 0 {
		suite := testSuite{Name: tests[0].Gate}
		var took time.Duration
		for len(tests) > 0 && tests[0].Gate == suite.Name {
			suite.add(tests[0].testCase())
			took += tests[0].Took
			tests = tests[1:]
		}
		doc.add(suite, took)
	}
	return writeSuites(w, doc)
}

func (t Test) testCase() testCase {
	c := testCase{Class: t.Gate, Name: printable(t.Name)}
	if t.Failure != "" {
		c.Failure = &detail{Message: "not as expected", Text: printableLines(t.Failure, "")}
	}
	if t.Error != "" {
		c.Error = &detail{Message: "the test could not be run", Text: printableLines(t.Error, "")}
	}
	return c
}

// writeSuites writes a whole document.
func writeSuites(w io.Writer, doc testSuites) error {
	doc.Time = seconds(doc.took.Milliseconds())
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(doc); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
