package report

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// GitHub writes a line for each run and then annotations as commands of a
// GitHub workflow, each at the place of its rule, or of the worst of its group. GitHub shows only the first
// ten of each level: the worst come first.
func GitHub(w io.Writer, e Envelope) error {
	e = e.masked()
	var all []annotation
	for _, f := range e.faults() {
		all = append(all, annotation{level: levelError, pos: f.Pos, title: "sqlgate " + e.Command, text: errorText(f)})
	}
	for _, r := range e.Runs {
		if _, err := fmt.Fprintln(w, sentence(r)); err != nil {
			return err
		}
		all = append(all, e.annotations(r)...)
	}
	slices.SortStableFunc(all, func(a, b annotation) int {
		return cmp.Or(cmp.Compare(a.level, b.level), cmp.Compare(b.severity, a.severity), cmp.Compare(b.rows, a.rows))
	})
	for _, a := range all {
		if _, err := fmt.Fprintln(w, e.command(a)); err != nil {
			return err
		}
	}
	return nil
}

type level int

const (
	levelError level = iota
	levelWarning
	levelNotice
)

func (l level) String() string { return [...]string{"error", "warning", "notice"}[l] }

// annotation is a message at a place of a file.
type annotation struct {
	level    level
	severity int   // within its level, the worst first
	rows     int64 // failing ones
	pos      gate.Pos
	title    string
	text     string
}

// ofRun is the severity of what is said of a run as a whole.
const ofRun = 10

func (e Envelope) annotations(r *ledger.Run) []annotation {
	var out []annotation
	if failed(r) && (r.Error != nil || !slices.ContainsFunc(r.Rules, func(rule ledger.RuleResult) bool { return levelOf(rule.Status) == levelError })) {
		a := annotation{level: levelError, severity: ofRun, pos: placeOf(r), title: printable(titleOf(r)), text: headline(r)}
		if r.Error != nil {
			a.text += ": " + errorText(r.Error)
			if r.Error.Pos.File != "" {
				a.pos = r.Error.Pos
			}
		}
		out = append(out, a)
	}
	for _, g := range failingGroups(r) {
		worst := g.shown[0]
		out = append(out, annotation{
			level: levelOf(g.Status), severity: severity(g.Status), rows: worst.FailedRows,
			pos: worst.Pos, title: printable(titleOf(r)) + ": " + g.title(), text: e.annotationText(g),
		})
	}
	for _, w := range r.Warnings {
		out = append(out, annotation{level: levelWarning, pos: placeOf(r), title: printable(titleOf(r)), text: printableLines(snip(w, textWidth), "")})
	}
	return out
}

// placeOf is the place of a run's gate, as its column schema has it.
func placeOf(r *ledger.Run) gate.Pos {
	for _, rule := range r.Rules {
		if rule.Scope == gate.ScopeSchema {
			return rule.Pos
		}
	}
	return gate.Pos{}
}

func levelOf(s ledger.Status) level {
	switch s {
	case ledger.StatusFail, ledger.StatusError:
		return levelError
	case ledger.StatusQuarantine, ledger.StatusWarn:
		return levelWarning
	default:
		return levelNotice
	}
}

func (e Envelope) annotationText(g shownGroup) string {
	if g.Of == gate.ByRule {
		return e.ruleText(g.shown[0])
	}
	text := g.failedOf()
	for _, rule := range g.shown {
		text += "\n" + printable(rule.ID) + ": " + e.ruleText(rule)
	}
	return text
}

func (e Envelope) ruleText(rule ledger.RuleResult) string {
	samples := ""
	if values := sampleValues(rule, e.IncludeSamples); len(values) > 0 {
		samples = "found " + found(rule, e.IncludeSamples)
	}
	return joined("\n", string(rule.Status)+": "+finding(rule), printableLines(rule.Description, ""), samples)
}

func errorText(f *ledger.Error) string {
	s := printableLines(snip(f.Message, textWidth), "")
	if f.Code != "" {
		s = f.Code + ": " + s
	}
	if f.Hint != "" {
		s += "\nhint: " + printableLines(f.Hint, "")
	}
	return s
}

// command is an annotation as GitHub's runner reads it from a step's output.
func (e Envelope) command(a annotation) string {
	var properties []string
	if a.pos.File != "" {
		properties = append(properties, "file="+escapeProperty(printable(e.path(a.pos.File))))
		if a.pos.Line > 0 {
			properties = append(properties, fmt.Sprintf("line=%d", a.pos.Line))
		}
		if a.pos.Column > 0 {
			properties = append(properties, fmt.Sprintf("col=%d", a.pos.Column))
		}
	}
	properties = append(properties, "title="+escapeProperty(a.title))
	return "::" + a.level.String() + " " + strings.Join(properties, ",") + "::" + escapeData(a.text)
}

// path is a file of the project as seen from the repository's root.
func (e Envelope) path(file string) string {
	if e.Path != nil {
		file = e.Path(file)
	}
	return filepath.ToSlash(file)
}

func escapeData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func escapeProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
