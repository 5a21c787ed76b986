package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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

// envelope is the report of a command's runs or of its failure.
func (a *app) envelope(cmd *cobra.Command, code int, failure error, runs []*ledger.Run, samples int) report.Envelope {
	e := report.Envelope{
		SqlgateVersion: version(), Command: commandName(cmd), ExitCode: code,
		Runs: runs, IncludeSamples: samples, Mask: a.out.mask, Path: a.repositoryPath,
	}
	if failure != nil {
		e.Error, e.Faults = problem(failure), faults(failure)
	}
	return e
}

// tableOptions is how tables go to stdout.
func (a *app) tableOptions() report.Options {
	o := report.Options{Color: a.colored(a.out.w), Mask: a.out.mask, Verbose: a.verbose}
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
func (a *app) printRuns(cmd *cobra.Command, runs []ledger.Run, samples int) error {
	list := make([]*ledger.Run, len(runs))
	for i := range runs {
		list[i] = &runs[i]
	}
	return report.JSON(a.out.w, a.envelope(cmd, exitOK, nil, list, samples))
}

// withSamples is how tables with up to n sampled rows go to stdout: a person's
// terminal shows some in any case.
func (a *app) withSamples(n int) report.Options {
	o := a.tableOptions()
	if o.Samples = n; n == 0 && isTerminal(a.out.w) {
		o.Samples = terminalSamples
	}
	return o
}

// printReport prints the report to stdout in the form that -o says; the events
// of JSONL are there already. On GitHub the report is also the step's summary.
func (a *app) printReport(e report.Envelope) error {
	e.Events = nil
	err := report.Write(a.out.w, report.Format(a.output), e, a.withSamples(e.IncludeSamples))
	if a.output == string(report.FormatGitHub) {
		err = errors.Join(err, a.summarize(e))
	}
	return err
}

// summaryRoom is how much a step of a GitHub workflow may say in its summary.
const summaryRoom = 1 << 20

// summarize appends the report to the summary of a GitHub workflow's step.
func (a *app) summarize(e report.Envelope) error {
	path, _ := a.env("GITHUB_STEP_SUMMARY")
	if path == "" {
		return nil
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, newFileMode)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil {
		_, err = f.WriteString(report.MarkdownWithin(e, summaryRoom-1-int(info.Size())))
	}
	return errors.Join(err, f.Close())
}

// repositoryPath is a file of the project as the repository has it. The
// repository is GitHub's workspace, or the nearest directory with a .git.
func (a *app) repositoryPath(file string) string {
	root, _ := a.env("GITHUB_WORKSPACE")
	for dir := a.dir; root == "" && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			root = dir
		}
	}
	path, err := filepath.Rel(root, filepath.Join(a.dir, file))
	if root == "" || err != nil || !filepath.IsLocal(path) {
		return file
	}
	return path
}

// writeFiles writes each output file, whole or not at all.
func (a *app) writeFiles(files []outputFile, e report.Envelope) error {
	var errs []error
	for _, f := range files {
		var before []byte
		if f.kind == prometheus {
			before = contents(f.path)
		}
		errs = append(errs, writeFile(f.path, func(w io.Writer) error {
			if f.kind == prometheus {
				return report.Prometheus(w, e, before)
			}
			return report.Write(w, report.Format(f.kind), e, report.Options{Samples: e.IncludeSamples, Verbose: a.verbose})
		}))
	}
	return errors.Join(errs...)
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

// printError tells a failure: to people on stderr, and where -o names another
// form than tables also on stdout.
func (a *app) printError(cmd *cobra.Command, err error, code int) {
	p := problem(err)
	if a.logFormat == "json" {
		a.logger().Error(p.Message, "code", p.Code, "file", p.Pos.File, "line", p.Pos.Line, "column", p.Pos.Column, "hint", p.Hint)
	} else {
		fmt.Fprint(a.errOut, errorText(cmd, err, p))
	}
	if !a.parsed {
		env, _ := a.env(envFlags["output"])
		a.output = askedOutput(a.args, env)
	}
	if a.json() || cmd.Flags().Lookup(outputFileFlag) != nil && a.output != string(report.FormatTable) {
		_ = a.printReport(a.envelope(cmd, code, err, nil, 0))
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
		return fmt.Sprintf("%s\n\n%s\n", many.Error(), count(len(many), "error"))
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

// askedOutput is the form of results that a command line asks for which does not parse.
func askedOutput(args []string, env string) string {
	asked := string(report.FormatTable)
	if slices.Contains(report.Formats(), env) {
		asked = env
	}
	for i, arg := range args {
		for _, flag := range []string{"--output", "-o"} {
			value, ok := strings.CutPrefix(arg, flag)
			if ok && value == "" && i+1 < len(args) {
				value = args[i+1]
			}
			if value = strings.TrimPrefix(value, "="); ok && slices.Contains(report.Formats(), value) {
				asked = value
			}
		}
	}
	return asked
}

// faults are the errors that an error is made of, each with its place.
func faults(err error) []*ledger.Error {
	var several gateErrors
	var many gate.Errors
	var out []*ledger.Error
	switch {
	case errors.As(err, &several):
		for _, one := range several {
			out = append(out, faults(one)...)
		}
	case errors.As(err, &many):
		for _, one := range many {
			out = append(out, ofGate(one))
		}
	default:
		out = append(out, problem(err))
	}
	return out
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
