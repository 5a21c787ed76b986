package report

import (
	"slices"

	"github.com/sqlgate/sqlgate/ledger"
)

// Envelope is what a command's report is made of.
type Envelope struct {
	SqlgateVersion string
	Command        string // such as "run" or "check"
	ExitCode       int
	Error          *ledger.Error   // of the command itself; each run has its own
	Faults         []*ledger.Error // that make up Error, each with its place; none: Error is the only one
	Runs           []*ledger.Run
	Events         []byte                   // lines of JSON, which stand before the object of JSONL
	IncludeSamples int                      // failing rows per rule, and sampled rows, at most
	Mask           func(string) string      // hides secrets in messages; nil: none
	Path           func(file string) string // a file of the project as seen from the repository's root; nil: as it is
}

// faults are why the command itself failed; none: it ran.
func (e Envelope) faults() []*ledger.Error {
	if len(e.Faults) == 0 && e.Error != nil {
		return []*ledger.Error{e.Error}
	}
	return e.Faults
}

// masked is the envelope with its secrets hidden. Names, ids and rows are left:
// a password may also be an ordinary word.
func (e Envelope) masked() Envelope {
	if e.Mask == nil {
		return e
	}
	hide := e.Mask
	e.Mask = nil
	e.Error = maskedError(e.Error, hide)
	e.Faults = maskedAll(e.Faults, func(f *ledger.Error) *ledger.Error { return maskedError(f, hide) })
	e.Runs = maskedAll(e.Runs, func(r *ledger.Run) *ledger.Run { return maskedRun(r, hide) })
	return e
}

func maskedAll[T any](list []T, mask func(T) T) []T {
	list = slices.Clone(list)
	for i := range list {
		list[i] = mask(list[i])
	}
	return list
}

func maskedRun(r *ledger.Run, hide func(string) string) *ledger.Run {
	m := *r
	m.Source = hide(r.Source) // files may be URLs with a password
	m.Reason = hide(r.Reason)
	m.RejectedQuery = hide(r.RejectedQuery)
	m.Warnings = maskedAll(r.Warnings, hide)
	m.Error = maskedError(r.Error, hide)
	m.Rules = maskedAll(r.Rules, func(rule ledger.RuleResult) ledger.RuleResult {
		rule.Observed, rule.Expected, rule.Description = hide(rule.Observed), hide(rule.Expected), hide(rule.Description)
		return rule
	})
	return &m
}

func maskedError(e *ledger.Error, hide func(string) string) *ledger.Error {
	if e == nil {
		return nil
	}
	m := *e
	m.Message, m.Hint = hide(e.Message), hide(e.Hint)
	return &m
}
