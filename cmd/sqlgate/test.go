package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/report"
	"github.com/sqlgate/sqlgate/runner/fixture"
)

type testOutput struct {
	header
	Tests []testResult `json:"tests"`
}

type testResult struct {
	Gate        string           `json:"gate"`
	Name        string           `json:"name"`
	File        string           `json:"file"`
	Line        int              `json:"line"`
	Status      string           `json:"status"` // passed, failed or error
	DurationMS  int64            `json:"duration_ms"`
	Differences []testDifference `json:"differences"`
	Error       *testError       `json:"error"`
}

type testDifference struct {
	What     string   `json:"what"`
	Expected []string `json:"expected"`
	Got      []string `json:"got"`
}

type testError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

func newTestCmd(a *app) *cobra.Command {
	var s selection
	cmd := &cobra.Command{
		Use:   "test [GATE...]",
		Short: "Run the gates' own tests",
		Long: `Runs the tests of the named gates, or of all: those in the gate files and in tests/*.yaml.
Each test runs its gate for real on an in-process DuckDB that holds the rows that the test
gives. No warehouse is connected to. A test that fails shows the rows and rules that are not
as expected, and the command exits with 1.`,
		Example: "  sqlgate test\n  sqlgate test orders -v\n  sqlgate test --select tag:sales -o junit",
		RunE: func(cmd *cobra.Command, args []string) error {
			s.names = args
			return runTest(cmd, a, s)
		},
	}
	testFlags(cmd.Flags(), a, &s)
	return cmd
}

func testFlags(flags *pflag.FlagSet, a *app, s *selection) {
	forms := []string{string(report.FormatTable), string(report.FormatJSON), string(report.FormatJUnit)}
	others := slices.DeleteFunc(report.Formats(), func(f string) bool { return slices.Contains(forms, f) })
	choiceVar(flags, &a.output, "output", "o", outputUsage, forms, others)
	flags.StringArrayVarP(&s.selects, "select", "s", nil, "gates to take: tag:x, a name, or a glob over file paths (repeatable)")
	flags.StringArrayVar(&s.exclude, "exclude", nil, "gates to leave out, as in --select (repeatable)")
}

func runTest(cmd *cobra.Command, a *app, s selection) error {
	if err := duckDBSupported(); err != nil {
		return err
	}
	a.tests = true
	p, gates, err := a.loadGates(s, "")
	if err != nil {
		return err
	}
	if !hasTests(gates) {
		return &usageError{msg: "no test: the gates have no 'tests', and no file of tests/*.yaml has any of them", hint: "docs/guide-tests.md shows how to write one"}
	}
	suite := fixture.Suite{Project: p, Open: openWarehouse}
	results, err := suite.Run(cmd.Context(), gates)
	if err != nil {
		return err
	}
	code := testsCode(results)
	switch report.Format(a.output) {
	case report.FormatJSON:
		out := testOutput{header: a.header(cmd), Tests: make([]testResult, len(results))}
		out.ExitCode = code
		for i := range results {
			out.Tests[i] = resultOfTest(&results[i])
		}
		err = a.printJSON(out)
	case report.FormatJUnit:
		err = report.JUnitTests(a.out, junitTests(results))
	default:
		err = a.printTests(results)
	}
	if err != nil {
		return err
	}
	return exitWith(code)
}

func hasTests(gates []*gate.Gate) bool {
	for _, g := range gates {
		if len(g.Tests) > 0 {
			return true
		}
	}
	return false
}

// testsCode is 2 where files are at fault, else 1 where a test failed.
func testsCode(results []fixture.Result) int {
	code := exitOK
	for i := range results {
		switch r := &results[i]; {
		case r.Error != nil && r.Error.IsConfig():
			return exitConfig
		case !r.Passed():
			code = exitData
		}
	}
	return code
}

func (a *app) printTests(results []fixture.Result) error {
	var b strings.Builder
	failed := 0
	for i := range results {
		r := &results[i]
		if r.Passed() {
			if a.verbose {
				fmt.Fprintf(&b, "ok   %s: %s (%d ms)\n", r.Gate.Name, r.Test.Name, r.Duration.Milliseconds())
			}
			continue
		}
		failed++
		fmt.Fprintf(&b, "FAIL %s: %s (%s:%d)\n", r.Gate.Name, r.Test.Name, r.Test.Pos.File, r.Test.Pos.Line)
		for line := range strings.Lines(r.String()) {
			b.WriteString("  " + line)
		}
		b.WriteString("\n")
	}
	if failed > 0 {
		fmt.Fprintf(&b, "%d failed, ", failed)
	}
	fmt.Fprintf(&b, "%d passed\n", len(results)-failed)
	_, err := a.out.Write([]byte(b.String()))
	return err
}

func resultOfTest(r *fixture.Result) testResult {
	out := testResult{
		Gate: r.Gate.Name, Name: r.Test.Name, File: r.Test.Pos.File, Line: r.Test.Pos.Line,
		Status: "passed", DurationMS: r.Duration.Milliseconds(), Differences: []testDifference{},
	}
	if !r.Passed() {
		out.Status = "failed"
	}
	for _, d := range r.Differences {
		difference := testDifference{What: d.What, Expected: []string{}, Got: []string{}}
		for _, l := range d.Lines {
			if l.Expected {
				difference.Expected = append(difference.Expected, l.Text)
			} else {
				difference.Got = append(difference.Got, l.Text)
			}
		}
		out.Differences = append(out.Differences, difference)
	}
	if e := r.Error; e != nil {
		out.Status, out.Error = "error", &testError{e.Code, e.Message, e.Hint}
	}
	return out
}

func junitTests(results []fixture.Result) []report.Test {
	out := make([]report.Test, len(results))
	for i := range results {
		r := &results[i]
		out[i] = report.Test{Gate: r.Gate.Name, Name: r.Test.Name, Took: r.Duration}
		text := ""
		if !r.Passed() {
			text = fmt.Sprintf("%s:%d\n%s", r.Test.Pos.File, r.Test.Pos.Line, r)
		}
		if r.Error != nil {
			out[i].Error = text
		} else {
			out[i].Failure = text
		}
	}
	return out
}
