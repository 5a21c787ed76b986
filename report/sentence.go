package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// sentence says in one line what became of a run.
func sentence(r *ledger.Run) string {
	s := printable(titleOf(r)) + ": " + headline(r)
	if r.Outcome != ledger.Errored && r.Outcome != ledger.Interrupted && r.Outcome != ledger.SchemaMismatch {
		s += fmt.Sprintf(": %d staged, %d passed, %d rejected, %d warned", r.RowsStaged, r.RowsPassed, r.RowsRejected, r.RowsWarned)
	}
	return s
}

// headline is a run's outcome with its reason.
func headline(r *ledger.Run) string {
	return (&printer{}).headline(r)
}

// failed reports whether a run's outcome is a failure by itself.
func failed(r *ledger.Run) bool { return exitCode(r) != exitPassed }

// finding says in a line or two what a rule found; the lines of the column
// schema's mismatches stay lines.
func finding(r ledger.RuleResult) string {
	expected := ""
	if r.Expected != "" {
		expected = "expected " + short(r.Expected)
	}
	switch r.Scope {
	case gate.ScopeSchema:
		return printableLines(r.Observed, "")
	case gate.ScopeCheck:
		observed := ""
		if r.Observed != "" {
			observed = "found " + short(r.Observed)
		}
		return joined("; ", observed, expected)
	default:
		return joined("; ", counts(r), expected)
	}
}

// counts says of how many rows a rule failed.
func counts(r ledger.RuleResult) string {
	s := fmt.Sprintf("%s of %s failed", number(r.FailedRows), count(r.JudgedRows, "row"))
	if share := percent(r.FailedRows, r.JudgedRows); share != "" && r.FailedRows > 0 {
		s += " (" + share + ")"
	}
	if r.UnknownRows > 0 {
		s += ", " + number(r.UnknownRows) + " unknown"
	}
	return s
}

// found is what a result shows of the data: what a check observed, and sample
// values of a rule.
func found(r ledger.RuleResult, samples int) string {
	if r.Scope == gate.ScopeCheck {
		return short(r.Observed)
	}
	return snip(strings.Join(sampleValues(r, samples), ", "), foundWidth)
}

// count is a number of things: 1 row, 2 rows.
func count(n int64, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return number(n) + " " + thing + "s"
}

// joined joins the texts that are not empty.
func joined(separator string, texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), separator)
}
