package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/report"
	"github.com/sqlgate/sqlgate/runner"
)

// The codes of errors that the command line raises itself.
const (
	codeUsage = "SG001"
	codeFile  = "SG002"
)

// terminalSamples is how many failing values of each rule a person's terminal shows.
const terminalSamples = 3

// envelope is the JSON document of a command's runs or of its failure.
func (a *app) envelope(cmd *cobra.Command, code int, failure *ledger.Error, runs []*ledger.Run, samples int) report.Envelope {
	return report.Envelope{
		SqlgateVersion: version(), Command: commandName(cmd), ExitCode: code,
		Error: failure, Runs: runs, IncludeSamples: samples, Mask: a.out.mask,
	}
}

// tableOptions is how tables go to stdout.
func (a *app) tableOptions() report.Options {
	o := report.Options{Color: a.colored(a.out.w), Mask: a.out.mask}
	if isTerminal(a.out.w) {
		o.Width = a.columns()
	}
	return o
}

// columns is the width of the terminal where the shell tells it; 0: unknown.
func (a *app) columns() int {
	v, _ := a.env("COLUMNS")
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// printRuns prints what the ledger has of runs as the JSON document of runs.
func (a *app) printRuns(cmd *cobra.Command, runs []ledger.Run) error {
	list := make([]*ledger.Run, len(runs))
	for i := range runs {
		list[i] = &runs[i]
	}
	return report.JSON(a.out.w, a.envelope(cmd, exitOK, nil, list, 0))
}

// printReport prints the runs to stdout in the form that -o says.
func (a *app) printReport(doc report.Envelope) error {
	if a.json() {
		return report.JSON(a.out.w, doc)
	}
	o := a.tableOptions()
	o.Samples = doc.IncludeSamples
	if isTerminal(a.out.w) && o.Samples == 0 {
		o.Samples = terminalSamples
	}
	return report.Table(a.out, doc.Runs, o)
}

// writeFiles writes each output file, whole or not at all.
func (a *app) writeFiles(files []outputFile, doc report.Envelope) error {
	var faults []error
	for _, f := range files {
		var before []byte
		if f.kind == "prometheus" {
			before = contents(f.path)
		}
		faults = append(faults, writeFile(f.path, func(w io.Writer) error {
			if f.kind == "prometheus" {
				return report.Prometheus(w, doc, before)
			}
			if f.kind == "json" {
				return report.JSON(w, doc)
			}
			if doc.Error != nil {
				_, err := fmt.Fprintln(w, "error: "+a.masked(doc.Error.Message))
				return err
			}
			return report.Table(w, doc.Runs, report.Options{Samples: doc.IncludeSamples, Mask: a.out.mask})
		}))
	}
	return errors.Join(faults...)
}

// contents is what a regular file holds; empty where there is none to read.
func contents(path string) []byte {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return text
}

func (a *app) masked(s string) string {
	if a.out.mask == nil {
		return s
	}
	return a.out.mask(s)
}

// runsCode is the exit code of runs with --fail-on and --skipped-exit-code.
func runsCode(runs []*ledger.Run, o runOptions) int {
	code, skipped := exitOK, len(runs) > 0
	for _, r := range runs {
		code = max(code, runCode(r, o.failOn))
		skipped = skipped && r.Outcome == ledger.Skipped
	}
	if code == exitOK && skipped {
		return o.skippedExit
	}
	return code
}

func runCode(r *ledger.Run, failOn string) int {
	code := report.ExitCode([]*ledger.Run{r})
	switch {
	case failOn == "never" && r.Kind == ledger.KindCheck && code == exitData:
		return exitOK
	case code != exitOK:
		return code
	case failOn == "rejected" && r.RowsRejected > 0:
		return exitData
	case failOn == "warn" && (r.RowsRejected > 0 || warned(r)):
		return exitData
	default:
		return exitOK
	}
}

func warned(r *ledger.Run) bool {
	for _, rule := range r.Rules {
		if rule.Status == ledger.StatusWarn {
			return true
		}
	}
	return false
}

// printError tells a failure: to people on stderr, and with -o json also as
// the JSON document on stdout.
func (a *app) printError(cmd *cobra.Command, err error, code int) {
	p := problem(err)
	if a.logFormat == "json" {
		a.logger().Error(p.Message, "code", p.Code, "file", p.Pos.File, "line", p.Pos.Line, "column", p.Pos.Column, "hint", p.Hint)
	} else {
		fmt.Fprint(a.errOut, errorText(cmd, err, p))
	}
	if a.json() || !a.parsed && asksJSON(a.args) {
		_ = report.JSON(a.out.w, a.envelope(cmd, code, p, nil, 0))
	}
}

func errorText(cmd *cobra.Command, err error, p *ledger.Error) string {
	var several gateErrors
	if errors.As(err, &several) {
		text := ""
		for _, one := range several {
			text += errorText(cmd, one, problem(one))
		}
		return text
	}
	var many gate.Errors
	if errors.As(err, &many) {
		return fmt.Sprintf("%s\n\n%s\n", many.Error(), countErrors(len(many)))
	}
	text := "error: " + p.Message + "\n"
	if p.Hint != "" {
		text += "hint: " + p.Hint + "\n"
	}
	var flag *flagError
	if errors.As(err, &flag) {
		text += fmt.Sprintf("\nUsage: %s\nRun '%s --help' for its flags.\n", cmd.UseLine(), cmd.CommandPath())
	}
	return text
}

func countErrors(n int) string {
	if n == 1 {
		return "1 error"
	}
	return strconv.Itoa(n) + " errors"
}

// asksJSON reports whether a command line that does not parse asks for JSON.
func asksJSON(args []string) bool {
	for i, arg := range args {
		switch arg {
		case "-ojson", "-o=json", "--output=json":
			return true
		case "-o", "--output":
			if i+1 < len(args) && args[i+1] == "json" {
				return true
			}
		}
	}
	return false
}

// problem is an error as people and machines are told it.
func problem(err error) *ledger.Error {
	var several gateErrors
	if errors.As(err, &several) {
		p := problem(several[0])
		for _, one := range several[1:] {
			p.Message += "\n" + problem(one).Message
		}
		return p
	}
	var many gate.Errors
	if errors.As(err, &many) && len(many) > 0 {
		p := ofGate(many[0])
		lines := make([]string, len(many))
		for i, e := range many {
			lines[i] = e.Error()
		}
		p.Message = strings.Join(lines, "\n")
		return p
	}
	var one *gate.Error
	if errors.As(err, &one) {
		return ofGate(one)
	}
	var at *gateError
	if errors.As(err, &at) {
		p := runner.Explain(at.err, at.gate, nil)
		p.Message = "gate " + at.gate.Name + ": " + p.Message
		return p
	}
	var usage *usageError
	if errors.As(err, &usage) {
		return &ledger.Error{Code: codeUsage, Message: err.Error(), Hint: usage.hint}
	}
	var file *fs.PathError
	if errors.As(err, &file) {
		return &ledger.Error{Code: codeFile, Message: err.Error()}
	}
	if isConfigError(err) {
		return &ledger.Error{Code: codeUsage, Message: err.Error()}
	}
	return runner.Explain(err, &gate.Gate{}, nil)
}

func ofGate(e *gate.Error) *ledger.Error {
	return &ledger.Error{Code: string(e.Code), Message: e.Message, Pos: e.Pos, Hint: e.Hint}
}
