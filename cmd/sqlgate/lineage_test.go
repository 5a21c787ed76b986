//go:build cgo

package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// lineageServer keeps the events that it is sent.
type lineageServer struct {
	*httptest.Server
	mu     sync.Mutex
	bodies []string
}

func newLineageServer(t *testing.T, answer http.HandlerFunc) *lineageServer {
	t.Helper()
	s := &lineageServer{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		s.bodies = append(s.bodies, string(body))
		s.mu.Unlock()
		if answer != nil {
			answer(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

type lineageEvent struct {
	EventType string
	Run       struct{ RunID string }
	Job       struct{ Namespace, Name string }
	Inputs    []struct {
		Namespace, Name string
		InputFacets     struct {
			DataQualityAssertions struct {
				Assertions []struct {
					Assertion, Column string
					Success           bool
				}
			}
		}
	}
	Outputs []struct {
		Namespace, Name string
		OutputFacets    struct{ OutputStatistics struct{ RowCount int64 } }
	}
}

func (s *lineageServer) events(t *testing.T) []lineageEvent {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]lineageEvent, len(s.bodies))
	for i, body := range s.bodies {
		if err := json.Unmarshal([]byte(body), &out[i]); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// sqlgate runs the program with nothing but the given environment.
func sqlgate(t *testing.T, dir string, env []string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(t.TempDir(), "sqlgate")
	if err := os.Symlink(self, bin); err != nil {
		t.Fatal(err)
	}
	var out, errOut strings.Builder
	cmd := exec.Command(bin, args...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, append([]string{"HOME=" + dir}, env...), &out, &errOut
	_ = cmd.Run()
	return out.String(), errOut.String(), cmd.ProcessState.ExitCode()
}

func TestLineageOfRuns(t *testing.T) {
	t.Parallel()
	s := newLineageServer(t, nil)
	dir := t.TempDir()
	if _, stderr, code := sqlgate(t, dir, nil, "init", "--demo", "."); code != 0 {
		t.Fatal(stderr)
	}
	env := []string{"OPENLINEAGE_URL=" + s.URL, "OPENLINEAGE_NAMESPACE=shop", "OPENLINEAGE_API_KEY=key"}
	stdout, stderr, code := sqlgate(t, dir, env, "run", "-o", "json")
	if code != 0 {
		t.Fatal(stderr)
	}
	if _, stderr, code = sqlgate(t, dir, env, "check"); code != 1 {
		t.Fatal(stderr)
	}
	var doc struct {
		Runs []struct {
			RunID string `json:"run_id"`
		}
	}
	if err := json.Unmarshal([]byte(stdout), &doc); err != nil {
		t.Fatal(err)
	}

	events := s.events(t)
	var kinds []string
	for _, e := range events {
		kinds = append(kinds, e.EventType)
	}
	if diff := cmp.Diff([]string{"START", "COMPLETE", "START", "FAIL"}, kinds); diff != "" {
		t.Fatal(diff)
	}
	start, end := events[0], events[1]
	if id := doc.Runs[0].RunID; start.Run.RunID != id || end.Run.RunID != id || start.Job.Namespace != "shop" || start.Job.Name != "orders" {
		t.Errorf("run %s: %+v", id, start)
	}
	namespace := "duckdb://" + filepath.ToSlash(filepath.Join(dir, "warehouse.duckdb"))
	if got := end.Inputs[0]; got.Namespace != namespace || got.Name != "warehouse.staging.orders" {
		t.Errorf("input %s %s", got.Namespace, got.Name)
	}
	if len(end.Outputs) != 2 || end.Outputs[0].OutputFacets.OutputStatistics.RowCount != 976 || end.Outputs[1].Name != "warehouse.analytics.orders_rejected" ||
		end.Outputs[1].OutputFacets.OutputStatistics.RowCount != 24 {
		t.Errorf("outputs %+v", end.Outputs)
	}
	failed := 0
	for _, a := range end.Inputs[0].InputFacets.DataQualityAssertions.Assertions {
		if a.Assertion == "amount.min" && (a.Success || a.Column != "amount") {
			t.Errorf("assertion %+v", a)
		}
		if !a.Success {
			failed++
		}
	}
	if failed == 0 {
		t.Error("no assertion failed")
	}
}

// Whatever becomes of the events, the gate has its exit code and its report, and
// does not wait for long.
func TestLineageNeverFailsAGate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, stderr, code := sqlgate(t, dir, nil, "init", "--demo", "."); code != 0 {
		t.Fatal(stderr)
	}
	hanging := newLineageServer(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	refusing := newLineageServer(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) })
	gone := newLineageServer(t, nil)
	gone.Close()
	tests := []struct{ name, url, want string }{
		{"hangs", hanging.URL, "2 of 2 OpenLineage events were not sent: the server took too long"},
		{"refuses", refusing.URL, "2 of 2 OpenLineage events were not sent: the server answered 403"},
		{"gone", gone.URL, "2 of 2 OpenLineage events were not sent: "},
		{"no URL", "marquez", "no OpenLineage events are sent: OPENLINEAGE_URL is not the URL of an HTTP server"},
	}
	for _, tt := range tests {
		began := time.Now()
		stdout, stderr, code := sqlgate(t, dir, []string{"OPENLINEAGE_URL=" + tt.url}, "run", "-o", "json")
		if code != 0 || !strings.Contains(stdout, `"outcome":"split"`) || !strings.Contains(stderr, tt.want) {
			t.Errorf("%s: exit code %d\n%s\n%s", tt.name, code, stdout, stderr)
		}
		if took := time.Since(began); took > lineageWait+10*time.Second {
			t.Errorf("%s: took %s", tt.name, took)
		}
	}
	before := len(refusing.events(t))
	env := []string{"OPENLINEAGE_URL=" + refusing.URL, "OPENLINEAGE_DISABLED=true"}
	if _, stderr, code := sqlgate(t, dir, env, "run"); code != 0 || strings.Contains(stderr, "OpenLineage") || len(refusing.events(t)) != before {
		t.Errorf("disabled: exit code %d, %s", code, stderr)
	}
}

// No event has a value of a masked column or a secret.
func TestLineageHidesWhatIsHidden(t *testing.T) {
	t.Parallel()
	s := newLineageServer(t, nil)
	dir := t.TempDir()
	files := map[string]string{
		"sqlgate.yaml": "version: 1\nwarehouses: {w: {type: duckdb, path: w.duckdb}}\n",
		"gates/people.yaml": `
gate: people
description: With ${PASSWORD}
source: {query: "SELECT 'ada@example.org' AS mail, 'hunter2secret' AS pw UNION ALL SELECT 'bad-mail-4711', 'x'"}
target: people
mode: replace
on_failure: quarantine
columns:
  mail: {type: string, mask: true, like: '%@%'}
  pw: {type: string, accepted_values: ["${PASSWORD}", y]}
`,
		"gates/broken.yaml": `
gate: broken
source: {query: "SELECT CAST('bad-mail-4711' AS INTEGER) AS mail, '${PASSWORD}' AS pw"}
target: broken
mode: replace
columns: {mail: {type: int32, mask: true}}
`,
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	stdout, stderr, code := sqlgate(t, dir, []string{"OPENLINEAGE_URL=" + s.URL, "PASSWORD=hunter2secret"}, "run")
	if code != 3 && code != 2 {
		t.Fatalf("exit code %d\n%s\n%s", code, stdout, stderr)
	}
	var kinds []string
	for _, e := range s.events(t) {
		kinds = append(kinds, e.EventType+" "+e.Job.Name)
	}
	if !slices.Contains(kinds, "FAIL broken") || !slices.ContainsFunc(kinds, func(k string) bool { return strings.HasSuffix(k, " people") }) {
		t.Errorf("events %v\n%s\n%s", kinds, stdout, stderr)
	}
	for _, body := range s.bodies {
		for _, hidden := range []string{"bad-mail-4711", "ada@example.org", "hunter2secret"} {
			if strings.Contains(body, hidden) {
				t.Errorf("an event has %s:\n%s", hidden, body)
			}
		}
	}
}
