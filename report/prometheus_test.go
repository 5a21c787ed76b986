package report_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/report"
)

// metrics are the samples of a text, read as node_exporter reads it.
type metrics map[string]*dto.MetricFamily

func readMetrics(t *testing.T, text []byte) metrics {
	t.Helper()
	parser := expfmt.NewTextParser(model.LegacyValidation)
	families, err := parser.TextToMetricFamilies(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	for name, f := range families {
		if f.GetHelp() == "" || f.GetType() != dto.MetricType_GAUGE {
			t.Errorf("%s has help %q and type %s", name, f.GetHelp(), f.GetType())
		}
		seen := map[string]bool{}
		for _, m := range f.GetMetric() {
			labels := ""
			for _, l := range m.GetLabel() {
				labels += l.GetName() + "=" + l.GetValue() + "\x00"
			}
			if seen[labels] {
				t.Errorf("%s has %q twice: node_exporter refuses the file", name, labels)
			}
			seen[labels] = true
			if m.TimestampMs != nil {
				t.Errorf("%s has a timestamp: node_exporter refuses the file", name)
			}
		}
	}
	return families
}

// value is the sample with those labels, given as name, value, …; ok: there is one.
func (m metrics) value(name string, labels ...string) (value float64, ok bool) {
	for _, sample := range m[name].GetMetric() {
		have := map[string]string{}
		for _, l := range sample.GetLabel() {
			have[l.GetName()] = l.GetValue()
		}
		fits := true
		for i := 0; i < len(labels); i += 2 {
			fits = fits && have[labels[i]] == labels[i+1]
		}
		if fits {
			return sample.GetGauge().GetValue(), true
		}
	}
	return 0, false
}

func TestPrometheus(t *testing.T) {
	for name, r := range outcomes() {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			if err := report.Prometheus(&out, envelope(r), nil); err != nil {
				t.Fatal(err)
			}
			golden(t, name+".prom", out.Bytes())
			m := readMetrics(t, out.Bytes())
			if v, ok := m.value("sqlgate_last_run_outcome", "gate", "orders", "outcome", string(r.Outcome)); v != 1 || !ok {
				t.Errorf("outcome %s is %v, %v", r.Outcome, v, ok)
			}
			if v, ok := m.value("sqlgate_last_run_rows", "fate", "rejected"); v != float64(r.RowsRejected) || !ok {
				t.Errorf("rejected rows are %v, %v", v, ok)
			}
			_, success := m.value("sqlgate_last_success_timestamp_seconds")
			if want := report.ExitCode([]*ledger.Run{r}) == 0; success != want {
				t.Errorf("success is %v", success)
			}
		})
	}
}

func TestPrometheusEscapes(t *testing.T) {
	hostile := "a\\b\"c\nd{}=,é\xff"
	r := outcomes()["split"]
	r.Gate, r.Partition, r.Rules[2].ID = hostile, `region="eu"`, hostile
	plain := outcomes()["passed"]
	var out bytes.Buffer
	if err := report.Prometheus(&out, report.Envelope{Runs: []*ledger.Run{r, plain}}, nil); err != nil {
		t.Fatal(err)
	}
	m := readMetrics(t, out.Bytes())
	want := strings.ToValidUTF8(hostile, "\uFFFD")
	if v, ok := m.value("sqlgate_last_run_rule_failed_rows", "gate", want, "rule", want, "partition", `region="eu"`); v != 10 || !ok {
		t.Errorf("the hostile rule has %v, %v:\n%s", v, ok, out.Bytes())
	}
}

// The time of the last success outlives the commands that do not end well.
func TestPrometheusKeepsTheLastSuccess(t *testing.T) {
	success, failure, interrupted := outcomes()["passed"], outcomes()["aborted_rule"], outcomes()["interrupted"]
	success.Gate, failure.Gate, interrupted.Gate = "a } 1", "a } 1", "a } 1"
	other := outcomes()["passed"]
	other.Gate, other.FinishedAt = "items", other.FinishedAt.Add(time.Hour)
	finished := float64(success.FinishedAt.UnixMilli()) / 1000

	var text []byte
	for i, tt := range []struct {
		e           report.Envelope
		gate, other float64 // the last successes; 0: none
	}{
		{envelope(success), finished, 0},
		{envelope(failure), finished, 0},
		{report.Envelope{ExitCode: 2, Error: &ledger.Error{Message: "could not start"}}, finished, 0},
		{report.Envelope{ExitCode: 130, Runs: []*ledger.Run{other, interrupted}}, finished, finished + 3600},
		{envelope(failure), finished, finished + 3600},
		{envelope(other), 0, finished + 3600},
	} {
		var out bytes.Buffer
		if err := report.Prometheus(&out, tt.e, text); err != nil {
			t.Fatal(err)
		}
		text = out.Bytes()
		m := readMetrics(t, text)
		for name, want := range map[string]float64{"a } 1": tt.gate, "items": tt.other} {
			if v, ok := m.value("sqlgate_last_success_timestamp_seconds", "gate", name); v != want || ok != (want != 0) {
				t.Errorf("step %d: the last success of %s is %v, want %v", i, name, v, want)
			}
		}
	}
}
