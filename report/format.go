package report

import (
	"io"
)

// Format is a form of reports.
type Format string

// The forms of reports.
const (
	FormatTable    Format = "table"    // for people
	FormatJSON     Format = "json"     // one object, described by Schema
	FormatJSONL    Format = "jsonl"    // events, described by EventSchema, and the JSON object
	FormatJUnit    Format = "junit"    // XML: a suite per gate, a case per rule
	FormatMarkdown Format = "markdown" // a comment on GitHub or GitLab
	FormatGitHub   Format = "github"   // annotations of a GitHub workflow
)

// Formats are the names of all forms of reports, the default first.
func Formats() []string {
	return []string{string(FormatTable), string(FormatJSON), string(FormatJSONL), string(FormatJUnit), string(FormatMarkdown), string(FormatGitHub)}
}

// Write writes the report of a command in a format. The options are those of
// tables; their secrets are hidden by the envelope.
func Write(w io.Writer, f Format, e Envelope, o Options) error {
	switch f {
	case FormatJSON:
		return JSON(w, e)
	case FormatJSONL:
		if _, err := w.Write(e.Events); err != nil {
			return err
		}
		return JSON(w, e)
	case FormatJUnit:
		return JUnit(w, e)
	case FormatMarkdown:
		return Markdown(w, e)
	case FormatGitHub:
		return GitHub(w, e)
	default:
		e, o.Mask = e.masked(), nil
		if faults := e.faults(); len(faults) > 0 {
			return faultsTable(w, faults, o)
		}
		return Table(w, e.Runs, o)
	}
}
