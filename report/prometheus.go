package report

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// Prometheus writes the runs of an envelope in Prometheus's text format, for the
// textfile collector of node_exporter. previous is the text that it replaces, or
// empty: where the command did not end well, the times of last successes that it
// does not have are kept.
func Prometheus(w io.Writer, e Envelope, previous []byte) error {
	var p prometheus
	runs := e.Runs
	p.family("sqlgate_last_run_timestamp_seconds", "When the gate's last run ended, in seconds since 1970.")
	for _, r := range runs {
		if !r.FinishedAt.IsZero() {
			p.sample(of(r), seconds(r.FinishedAt.UnixMilli()))
		}
	}
	p.family("sqlgate_last_success_timestamp_seconds", "When a run of the gate last ended with exit code 0, in seconds since 1970.")
	successes := map[string]bool{}
	for _, r := range runs {
		if exitCode(r) == exitPassed {
			p.sample(of(r), seconds(r.FinishedAt.UnixMilli()))
			successes[series(p.name, of(r))] = true
		}
	}
	if e.ExitCode != exitPassed {
		for _, old := range samples(previous, p.name) {
			if !successes[old.series] {
				fmt.Fprintln(&p.text, old.series, old.value)
			}
		}
	}
	p.family("sqlgate_last_run_duration_seconds", "How long the gate's last run took.")
	for _, r := range runs {
		p.sample(of(r), seconds(duration(r).Milliseconds()))
	}
	p.family("sqlgate_last_run_exit_code", "The exit code of the gate's last run: 0 passed, 1 failed on its data, 2 configuration, 3 warehouse, 130 or 143 interrupted.")
	for _, r := range runs {
		p.sample(of(r), number(int64(exitCode(r))))
	}
	p.family("sqlgate_last_run_outcome", "1 for the outcome of the gate's last run, 0 for the others.")
	for _, r := range runs {
		for _, outcome := range Outcomes() {
			p.sample(append(of(r), label{"outcome", string(outcome)}), bit(r.Outcome == outcome))
		}
	}
	p.family("sqlgate_last_run_rows", "Rows of the gate's last run by their fate; staged = passed + rejected where it wrote.")
	for _, r := range runs {
		for _, fate := range fates(r) {
			p.sample(append(of(r), label{"fate", fate.name}), number(fate.rows))
		}
	}
	p.family("sqlgate_last_run_rule_passed", "1 for a rule or check that passed in the gate's last run, 0 for one that did not; none for one that was not evaluated.")
	p.rules(runs, everyRule, func(r ledger.RuleResult) string { return bit(r.Status == ledger.StatusPass) })
	p.family("sqlgate_last_run_rule_failed_rows", "Rows that failed the rule in the gate's last run.")
	p.rules(runs, judgesRows, func(r ledger.RuleResult) string { return number(r.FailedRows) })
	p.family("sqlgate_last_run_rule_judged_rows", "Rows that the rule judged in the gate's last run.")
	p.rules(runs, judgesRows, func(r ledger.RuleResult) string { return number(r.JudgedRows) })
	_, err := w.Write(p.text.Bytes())
	return err
}

// prometheus is a text in the making.
type prometheus struct {
	text bytes.Buffer
	name string // of the metric whose samples follow
}

type label struct{ name, value string }

// family begins a metric.
func (p *prometheus) family(name, help string) {
	p.name = name
	fmt.Fprintf(&p.text, "# HELP %s %s\n# TYPE %s gauge\n", name, help, name)
}

func (p *prometheus) sample(labels []label, value string) {
	p.text.WriteString(series(p.name, labels) + " " + value + "\n")
}

func everyRule(ledger.RuleResult) bool { return true }

func judgesRows(r ledger.RuleResult) bool {
	return r.Scope == gate.ScopeRow || r.Scope == gate.ScopeSet
}

// rules writes a sample per wanted rule that was evaluated.
func (p *prometheus) rules(runs []*ledger.Run, wanted func(ledger.RuleResult) bool, value func(ledger.RuleResult) string) {
	for _, r := range runs {
		for _, rule := range inOrder(r.Rules) {
			if rule.Status != ledger.StatusSkip && wanted(rule) {
				p.sample(append(of(r), label{"rule", rule.ID}, label{"policy", string(rule.Policy)}), value(rule))
			}
		}
	}
}

// of are the labels that every sample of a run has.
func of(r *ledger.Run) []label {
	labels := []label{{"gate", r.Gate}, {"warehouse", r.Warehouse}}
	if r.Partition != "" {
		labels = append(labels, label{"partition", r.Partition})
	}
	return slices.Clip(labels)
}

var escapeLabel = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)

func series(name string, labels []label) string {
	parts := make([]string, len(labels))
	for i, l := range labels {
		parts[i] = l.name + `="` + escapeLabel.Replace(strings.ToValidUTF8(l.value, "\uFFFD")) + `"`
	}
	return name + "{" + strings.Join(parts, ",") + "}"
}

// savedSample is a sample as a text has it.
type savedSample struct{ series, value string }

// samples are those of a metric in a text that Prometheus wrote.
func samples(text []byte, name string) []savedSample {
	var out []savedSample
	for line := range bytes.Lines(text) {
		// A value has no space, a label may.
		s := strings.TrimSpace(string(line))
		i := strings.LastIndexByte(s, ' ')
		if i < 0 || !strings.HasPrefix(s, name+"{") || !strings.HasSuffix(s[:i], "}") {
			continue
		}
		if _, err := strconv.ParseFloat(s[i+1:], 64); err == nil {
			out = append(out, savedSample{s[:i], s[i+1:]})
		}
	}
	return out
}

func seconds(milliseconds int64) string {
	return strconv.FormatFloat(float64(milliseconds)/1000, 'f', 3, 64)
}

func bit(b bool) string {
	if b {
		return "1"
	}
	return "0"
}
