//go:build cgo && unix

package docs_test

import (
	"bytes"
	"compress/zlib"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
)

// shop is the directory of the project in the recipes.
const shop = "/srv/shop"

const slowGate = `gate: slow
source: {query: "SELECT COUNT(*) AS n FROM range(10000000) a, range(10000000) b WHERE a.range + b.range > 5"}
target: slow
mode: replace
columns: {n: {min: 0}}
`

const doomedGate = `gate: doomed
source: staging.clicks
target: doomed
mode: replace
columns: {url: {type: string, like: {pattern: 'https://%', on_failure: fail}}}
`

// recipe is a block of the page of schedulers, with a project for its paths.
type recipe struct {
	t       *testing.T
	text    string
	project string
}

func newRecipe(t *testing.T, lang, arg string) *recipe {
	t.Helper()
	w := &workspace{dir: t.TempDir()}
	r := &recipe{t: t, project: w.dir}
	for _, b := range blocks(t, strings.Split(readFile(t, "schedulers.md"), "\n")) {
		switch {
		case b.lang == lang && b.arg == arg:
			r.text = strings.Join(b.body, "\n") + "\n"
		case b.arg == "sqlgate.yaml" || b.arg == "gates/clicks.yaml" || b.lang == "sql":
			w.do(t, b)
		}
	}
	if r.text == "" {
		t.Fatalf("schedulers.md has no block %s %s", lang, arg)
	}
	writeFile(t, filepath.Join(w.dir, "gates/slow.yaml"), slowGate)
	writeFile(t, filepath.Join(w.dir, "gates/doomed.yaml"), doomedGate)
	return r
}

// local is a text of the recipe with the paths of this machine.
func (r *recipe) local(text string) string { return strings.ReplaceAll(text, shop, r.project) }

// find is the first group of a pattern in the recipe.
func (r *recipe) find(pattern string) string {
	r.t.Helper()
	found := regexp.MustCompile(pattern).FindStringSubmatch(r.text)
	if found == nil {
		r.t.Fatalf("the recipe has no %s:\n%s", pattern, r.text)
	}
	return found[1]
}

// path is a PATH with the program and the system's own.
func path() string { return "PATH=" + filepath.Dir(sqlgate) + ":/usr/bin:/bin" }

// job is a process as a scheduler starts it: in a session of its own, with
// nothing but the given environment.
type job struct {
	*exec.Cmd
	merged, stdout bytes.Buffer
}

func newJob(dir string, env []string, command ...string) *job {
	j := &job{Cmd: exec.Command(command[0], command[1:]...)}
	j.Dir, j.Env = dir, env
	j.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return j
}

// mergedRun runs the job with its streams merged, and returns its exit code.
func (j *job) mergedRun(t *testing.T) int {
	t.Helper()
	j.Stdout, j.Stderr = &j.merged, &j.merged
	var exit *exec.ExitError
	if err := j.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return j.ProcessState.ExitCode()
}

// stop starts the job, sends a signal to its process group once it works, and
// returns how it ended, as a shell would name it.
func (j *job) stop(t *testing.T, sig syscall.Signal, working func() bool) int {
	t.Helper()
	j.Stdout, j.Stderr = &j.merged, &j.merged
	if err := j.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = j.Wait() // ProcessState says how it ended
	}()
	deadline := time.After(30 * time.Second)
	for !working() {
		select {
		case <-ended:
			t.Fatalf("the job ended by itself:\n%s", j.merged.String())
		case <-deadline:
			_ = syscall.Kill(-j.Process.Pid, syscall.SIGKILL)
			t.Fatal("the job did not begin")
		case <-time.After(50 * time.Millisecond):
		}
	}
	if err := syscall.Kill(-j.Process.Pid, sig); err != nil {
		t.Fatal(err)
	}
	select {
	case <-ended:
	case <-time.After(7 * time.Second):
		_ = syscall.Kill(-j.Process.Pid, syscall.SIGKILL)
		t.Fatalf("the job had not ended 7 s after %s", sig)
	}
	if status, ok := j.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return j.ProcessState.ExitCode()
}

// result is what the recipes read of the JSON.
type result struct {
	ExitCode int `json:"exit_code"`
	Runs     []struct {
		RunID   string `json:"run_id"`
		BatchID string `json:"batch_id"`
		Outcome string
		Rows    struct{ Staged, Passed, Rejected int }
	}
}

func parse(t *testing.T, text string) result {
	t.Helper()
	var r result
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return r
}

// lastLine is what BashOperator makes its XCom.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\r\n"), "\n")
	return lines[len(lines)-1]
}

// isSplit holds a result to the split of the page's clicks.
func isSplit(t *testing.T, r result, code int, batch string) {
	t.Helper()
	if code != 0 || r.ExitCode != 0 || len(r.Runs) != 1 || r.Runs[0].Outcome != "split" || r.Runs[0].Rows.Passed != 1 || r.Runs[0].Rows.Rejected != 1 || r.Runs[0].BatchID != batch {
		t.Errorf("exit code %d, %+v; want a split of batch %s", code, r, batch)
	}
}

// trigger is what the ledger says of where the last run came from.
func (r *recipe) trigger() (name string, ids map[string]string) {
	r.t.Helper()
	db, err := sql.Open("duckdb", filepath.Join(r.project, "warehouse.duckdb"))
	if err != nil {
		r.t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	var text string
	const query = "SELECT trigger, coalesce(trigger_ids, '{}') FROM sqlgate.runs ORDER BY started_at DESC LIMIT 1"
	if err := db.QueryRow(query).Scan(&name, &text); err != nil {
		r.t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(text), &ids); err != nil {
		r.t.Fatal(err)
	}
	return name, ids
}

// cron calls /bin/sh with a bare environment; % is a line break.
func TestRecipeCron(t *testing.T) {
	t.Parallel()
	r := newRecipe(t, "sh", "cron")
	env := []string{"HOME=" + t.TempDir(), "LOGNAME=loader"}
	var command string
	for line := range strings.Lines(r.text) {
		line = strings.TrimSpace(line)
		if name, value, ok := strings.Cut(line, "="); ok && !strings.ContainsAny(name, " *") {
			env = append(env, name+"="+strings.ReplaceAll(value, "/usr/local/bin", filepath.Dir(sqlgate)))
			continue
		}
		fields := regexp.MustCompile(`^(\S+\s+){5}`).FindString(line)
		if fields == "" {
			t.Fatalf("no line of a crontab: %s", line)
		}
		command = strings.TrimPrefix(line, fields)
	}
	if regexp.MustCompile(`[^\\]%`).MatchString(command) {
		t.Fatalf("cron cuts the command at %%: %s", command)
	}
	command = r.local(strings.ReplaceAll(command, `\%`, "%"))
	var runs []result
	for range 2 {
		j := newJob("/", env, "/bin/sh", "-c", command)
		if code := j.mergedRun(t); code != 0 || j.merged.Len() > 0 {
			t.Fatalf("exit code %d, and cron mails: %s", code, j.merged.String())
		}
		runs = append(runs, parse(t, lastLine(readFile(t, filepath.Join(r.project, "runs.jsonl")))))
	}
	isSplit(t, runs[0], 0, runs[0].Runs[0].BatchID)
	if runs[1].Runs[0].BatchID == runs[0].Runs[0].BatchID && runs[1].Runs[0].Outcome != "skipped" {
		t.Errorf("the same hour again: %+v", runs[1])
	}
}

var airflowContext = []string{
	"AIRFLOW_CTX_DAG_OWNER=data", "AIRFLOW_CTX_DAG_ID=shop", "AIRFLOW_CTX_TASK_ID=clicks", "AIRFLOW_CTX_TRY_NUMBER=1",
	"AIRFLOW_CTX_DAG_RUN_ID=scheduled__2026-01-31T00:00:00+00:00",
}

// rendered is a text as Airflow's templates make it.
func rendered(t *testing.T, text string) string {
	t.Helper()
	text = strings.NewReplacer(
		"{{ ds }}", "2026-01-31", "{{ dag.dag_id }}", "shop", "{{ task.task_id }}", "clicks", "{{ ti.try_number }}", "1",
		"{{ run_id }}", "scheduled__2026-01-31T00:00:00+00:00",
	).Replace(text)
	if strings.Contains(text, "{{") {
		t.Fatalf("the test does not know a template of %s", text)
	}
	return text
}

// BashOperator calls bash -c in a temporary directory and a session of its own,
// merges the streams, and pushes the last line.
func TestRecipeAirflowBash(t *testing.T) {
	t.Parallel()
	r := newRecipe(t, "python", "airflow-bash")
	command := rendered(t, r.local(r.find(`bash_command="([^"]*)"`)))
	env := append([]string{path()}, airflowContext...)
	j := newJob(t.TempDir(), env, "bash", "-c", command)
	code := j.mergedRun(t)
	isSplit(t, parse(t, lastLine(j.merged.String())), code, "2026-01-31")
	name, ids := r.trigger()
	if name != "airflow" || ids["airflow_ctx_dag_id"] != "shop" || ids["airflow_ctx_dag_run_id"] != "scheduled__2026-01-31T00:00:00+00:00" {
		t.Errorf("trigger %s, %v", name, ids)
	}

	// Warnings, here of lost events, come before the last line, and so do errors.
	refusing := httptest.NewServer(http.NotFoundHandler())
	defer refusing.Close()
	lost := append(slices.Clone(env), "OPENLINEAGE_URL="+refusing.URL)
	for gate, want := range map[string]int{"clicks": 0, "doomed": 1, "nosuch": 2} {
		j := newJob(t.TempDir(), lost, "bash", "-c", strings.Replace(command, "run clicks", "run "+gate, 1))
		code := j.mergedRun(t)
		if got := parse(t, lastLine(j.merged.String())); code != want || got.ExitCode != want {
			t.Errorf("%s: exit code %d, in the XCom %d; want %d", gate, code, got.ExitCode, want)
		}
		if want != 2 && !strings.Contains(j.merged.String(), "OpenLineage events were not sent") {
			t.Errorf("%s: no warning of lost events:\n%s", gate, j.merged.String())
		}
	}

	// A task that is killed: SIGTERM to the group.
	j = newJob(t.TempDir(), env, "bash", "-c", strings.Replace(command, "run clicks", "run slow", 1))
	if code := j.stop(t, syscall.SIGTERM, r.locked); code != 143 {
		t.Errorf("exit code %d after SIGTERM; want 143", code)
	}
	if got := parse(t, lastLine(j.merged.String())); got.ExitCode != 143 || got.Runs[0].Outcome != "interrupted" {
		t.Errorf("after SIGTERM the last line is %+v", got)
	}
}

// locked reports whether a run of the project holds its DuckDB file for a while.
func (r *recipe) locked() bool {
	cmd := exec.Command(sqlgate, "runs", "list", "--project-dir", r.project)
	cmd.Env = []string{path()}
	return cmd.Run() != nil
}

// KubernetesPodOperator executes the container's command without a shell, with
// the environment of the pod alone, and reads the file of the sidecar's volume.
func TestRecipeAirflowKubernetes(t *testing.T) {
	t.Parallel()
	r := newRecipe(t, "python", "airflow-kubernetes")
	volume := t.TempDir()
	var command, arguments []string
	var variables map[string]string
	decode(t, r.find(`cmds=(\[[^\]]*\])`), &command)
	decode(t, rendered(t, r.find(`arguments=(\[[^\]]*\])`)), &arguments)
	decode(t, rendered(t, r.local(r.find(`env_vars=(\{(?s:.*?)\n    \})`))), &variables)
	for i := range arguments {
		arguments[i] = strings.ReplaceAll(arguments[i], "/airflow/xcom", volume)
	}
	env := []string{path()}
	for name, value := range variables {
		env = append(env, name+"="+value)
	}
	pod := func(gate string) *job {
		args := slices.Clone(arguments)
		args[1] = gate
		return newJob("/", env, slices.Concat([]string{sqlgate}, command[1:], args)...)
	}
	xcom := func() result {
		t.Helper()
		text := readFile(t, filepath.Join(volume, "return.json"))
		if err := os.Remove(filepath.Join(volume, "return.json")); err != nil {
			t.Fatal(err)
		}
		return parse(t, text)
	}
	code := pod("clicks").mergedRun(t)
	isSplit(t, xcom(), code, "2026-01-31")
	if name, ids := r.trigger(); name != "airflow" || ids["airflow_ctx_task_id"] != "clicks" || ids["airflow_ctx_try_number"] != "1" {
		t.Errorf("trigger %s, %v", name, ids)
	}
	if code := pod("nosuch").mergedRun(t); code != 2 || xcom().ExitCode != 2 {
		t.Errorf("could not start: exit code %d", code)
	}
	if code := pod("slow").stop(t, syscall.SIGTERM, r.locked); code != 143 || xcom().Runs[0].Outcome != "interrupted" {
		t.Errorf("the pod was deleted: exit code %d", code)
	}
}

// decode reads a Python literal of strings, which is JSON but for a last comma.
func decode(t *testing.T, python string, to any) {
	t.Helper()
	text := regexp.MustCompile(`,(\s*[\]}])`).ReplaceAllString(python, "$1")
	if err := json.Unmarshal([]byte(text), to); err != nil {
		t.Fatalf("%v: %s", err, python)
	}
}

// pipesVariable is a variable as Dagster encodes it.
func pipesVariable(t *testing.T, name string, value any) string {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	if _, err := z.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return name + "=" + base64.StdEncoding.EncodeToString(packed.Bytes())
}

// pipesMessage is a message of Dagster Pipes.
type pipesMessage struct {
	Version string `json:"__dagster_pipes_version"`
	Method  string
	Params  struct {
		AssetKey  string `json:"asset_key"`
		CheckName string `json:"check_name"`
		Passed    bool
		Severity  string
		Metadata  map[string]struct {
			Value any    `json:"raw_value"`
			Type  string `json:"type"`
		}
		Message, Level string
	}
}

// Dagster gives files for context and messages, reads the messages line by line,
// and asks a process to end by SIGINT.
func TestRecipeDagster(t *testing.T) {
	t.Parallel()
	r := newRecipe(t, "python", "dagster")
	if !strings.Contains(r.find(`command = (\[.*\])`), `"--project-dir", PROJECT, "--batch-id", context.run_id`) {
		t.Fatal("the test calls sqlgate otherwise than the recipe")
	}
	dir := t.TempDir()
	context, messages := filepath.Join(dir, "context"), filepath.Join(dir, "messages")
	writeFile(t, context, `{"asset_keys":["shop/clicks"],"code_version_by_asset_key":{"shop/clicks":null},"provenance_by_asset_key":null,"partition_key":null,`+
		`"partition_key_range":null,"partition_time_window":null,"run_id":"run-7","job_name":"shop_job","retry_number":0,"extras":{}}`)
	env := []string{
		path(), pipesVariable(t, "DAGSTER_PIPES_CONTEXT", map[string]string{"path": context}),
		pipesVariable(t, "DAGSTER_PIPES_MESSAGES", map[string]any{"path": messages}),
	}
	step := func(gate string) *job {
		return newJob(dir, env, sqlgate, "run", gate, "--project-dir", r.project, "--batch-id", "run-7")
	}
	read := func(lines string) (methods []string, checks map[string]bool, all []pipesMessage) {
		t.Helper()
		checks = map[string]bool{}
		for line := range strings.Lines(lines) {
			var m pipesMessage
			if err := json.Unmarshal([]byte(line), &m); err != nil || m.Version != "0.1" {
				t.Fatalf("%v: %s", err, line)
			}
			if m.Method == "report_asset_check" {
				checks[m.Params.CheckName] = m.Params.Passed
			}
			methods, all = append(methods, m.Method), append(all, m)
		}
		return slices.Compact(methods), checks, all
	}
	taken := func() string {
		t.Helper()
		text := readFile(t, messages)
		writeFile(t, messages, "")
		return text
	}

	if code := step("clicks").mergedRun(t); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	methods, checks, all := read(taken())
	if diff := cmp.Diff([]string{"opened", "log", "report_asset_check", "report_asset_materialization", "closed"}, methods); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]bool{"column_schema": true, "click_id_not_null": true, "url_not_null": true, "url_like": false}, checks); diff != "" {
		t.Error(diff)
	}
	written := all[len(all)-2].Params
	if written.AssetKey != "shop/clicks" || written.Metadata["sqlgate/rows_passed"].Value != 1.0 || written.Metadata["sqlgate/rows_passed"].Type != "int" {
		t.Errorf("materialization %+v", written)
	}
	if name, ids := r.trigger(); name != "dagster" || ids["dagster_run_id"] != "run-7" || ids["dagster_run_job_name"] != "shop_job" {
		t.Errorf("trigger %s, %v", name, ids)
	}

	// A failed gate reports its checks, and no materialization.
	if code := step("doomed").mergedRun(t); code != 1 {
		t.Errorf("doomed: exit code %d", code)
	}
	methods, checks, _ = read(taken())
	if slices.Contains(methods, "report_asset_materialization") || checks["url_like"] || methods[len(methods)-1] != "closed" {
		t.Errorf("doomed: %v, %v", methods, checks)
	}

	// An interrupted run closes its messages.
	if code := step("slow").stop(t, syscall.SIGINT, r.locked); code != 130 {
		t.Errorf("interrupted: exit code %d", code)
	}
	if methods, _, _ = read(taken()); !slices.Equal(methods, []string{"opened", "log", "closed"}) {
		t.Errorf("interrupted: %v", methods)
	}

	// In a container the messages go to a stream, and the context is in its variable.
	j := newJob(dir, []string{
		path(), pipesVariable(t, "DAGSTER_PIPES_CONTEXT", map[string]any{"data": map[string]any{"asset_keys": []string{"doomed", "clicks"}, "run_id": "run-8"}}),
		pipesVariable(t, "DAGSTER_PIPES_MESSAGES", map[string]any{"stdio": "stderr"}),
	}, sqlgate, "run", "clicks", "-q", "--project-dir", r.project, "-o", "json")
	var messagesOut bytes.Buffer
	j.Stdout, j.Stderr = &j.stdout, &messagesOut
	if err := j.Run(); err != nil {
		t.Fatal(err)
	}
	if methods, checks, _ := read(messagesOut.String()); len(checks) != 4 || methods[len(methods)-1] != "closed" {
		t.Errorf("on stderr: %v, %v", methods, checks)
	}
}

// TestRecipeDagsterItself runs the recipe in Dagster, where it is installed.
func TestRecipeDagsterItself(t *testing.T) {
	t.Parallel()
	python := os.Getenv("SQLGATE_TEST_DAGSTER")
	if python == "" {
		t.Skip("SQLGATE_TEST_DAGSTER does not name a Python that has Dagster")
	}
	r := newRecipe(t, "python", "dagster")
	if err := os.Remove(filepath.Join(r.project, "gates/slow.yaml")); err != nil {
		t.Fatal(err)
	}
	const drive = `
assets = {key.to_user_string(): defs.get_assets_def(key) for key in (a.key for a in defs.assets)}
for name in sorted(assets):
    done = dg.materialize([assets[name]], raise_on_error=False)
    checks = {e.check_name: e.passed for e in done.get_asset_check_evaluations()}
    print("RESULT", json.dumps({"gate": name, "success": done.success, "checks": checks, "written": len(done.get_asset_materialization_events())}))
`
	file := filepath.Join(t.TempDir(), "recipe.py")
	writeFile(t, file, r.local(r.text)+drive)
	home := t.TempDir()
	j := newJob(home, []string{path(), "HOME=" + home, "DAGSTER_DISABLE_TELEMETRY=yes"}, python, file)
	j.mergedRun(t)
	var got []string
	for line := range strings.Lines(j.merged.String()) {
		if text, ok := strings.CutPrefix(line, "RESULT "); ok {
			got = append(got, strings.TrimSpace(text))
		}
	}
	want := []string{
		`{"gate": "clicks", "success": true, "checks": {"column_schema": true, "click_id_not_null": true, "url_not_null": true, "url_like": false}, "written": 1}`,
		`{"gate": "doomed", "success": false, "checks": {"column_schema": true, "url_like": false}, "written": 0}`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s\n%s", diff, j.merged.String())
	}
}

// GitHub writes a step to a file for bash -e in the workspace, and reads
// workflow commands from the merged streams.
func TestRecipeGitHub(t *testing.T) {
	t.Parallel()
	r := newRecipe(t, "yaml", ".github/workflows/quality.yml")
	var workflow struct {
		Jobs map[string]struct {
			Steps []struct{ Run string }
		}
	}
	if err := yaml.Unmarshal([]byte(r.text), &workflow); err != nil {
		t.Fatal(err)
	}
	steps := workflow.Jobs["gates"].Steps
	command := steps[len(steps)-1].Run
	summary := filepath.Join(t.TempDir(), "summary")
	env := []string{
		path(), "CI=true", "GITHUB_ACTIONS=true", "GITHUB_RUN_ID=4711", "GITHUB_RUN_ATTEMPT=1", "GITHUB_REPOSITORY=acme/shop",
		"GITHUB_SHA=0123abc", "GITHUB_WORKSPACE=" + r.project, "GITHUB_STEP_SUMMARY=" + summary,
	}
	script := filepath.Join(t.TempDir(), "step.sh")
	writeFile(t, script, command)
	j := newJob(r.project, env, "bash", "-e", script)
	if code := j.mergedRun(t); code != 0 {
		t.Errorf("exit code %d:\n%s", code, j.merged.String())
	}
	if !regexp.MustCompile(`(?m)^::warning file=gates/clicks\.yaml,line=\d+.*url\.like`).MatchString(j.merged.String()) {
		t.Errorf("no annotation of url.like:\n%s", j.merged.String())
	}
	if text := readFile(t, summary); !strings.Contains(text, "url.like") {
		t.Errorf("the summary is %s", text)
	}
	if name, ids := r.trigger(); name != "github" || ids["github_run_id"] != "4711" || ids["github_repository"] != "acme/shop" {
		t.Errorf("trigger %s, %v", name, ids)
	}
	writeFile(t, script, strings.Replace(command, "clicks", "doomed", 1))
	j = newJob(r.project, env, "bash", "-e", script)
	if code := j.mergedRun(t); code != 1 || !regexp.MustCompile(`(?m)^::error .*url\.like`).MatchString(j.merged.String()) {
		t.Errorf("exit code %d:\n%s", code, j.merged.String())
	}
}

// GitLab runs the script's lines in a shell that stops at the first failure, and
// uploads the report of the job whatever its end.
func TestRecipeGitLab(t *testing.T) {
	t.Parallel()
	r := newRecipe(t, "yaml", ".gitlab-ci.yml")
	var pipeline map[string]struct {
		Script    []string
		Artifacts struct {
			When    string
			Reports struct{ Junit string }
		}
	}
	if err := yaml.Unmarshal([]byte(r.text), &pipeline); err != nil {
		t.Fatal(err)
	}
	gates := pipeline["gates"]
	env := []string{path(), "CI=true", "GITLAB_CI=true", "CI_PIPELINE_ID=12", "CI_JOB_ID=34", "CI_COMMIT_SHA=0123abc"}
	report := func() (tests, failures int) {
		t.Helper()
		var suites struct {
			Suites []struct {
				Tests    int `xml:"tests,attr"`
				Failures int `xml:"failures,attr"`
			} `xml:"testsuite"`
		}
		if err := xml.Unmarshal([]byte(readFile(t, filepath.Join(r.project, gates.Artifacts.Reports.Junit))), &suites); err != nil {
			t.Fatal(err)
		}
		return suites.Suites[0].Tests, suites.Suites[0].Failures
	}
	if gates.Artifacts.When != "always" {
		t.Error("a failed job would not upload its report")
	}
	j := newJob(r.project, env, "bash", "-eo", "pipefail", "-c", strings.Join(gates.Script, "\n"))
	if code := j.mergedRun(t); code != 0 {
		t.Errorf("exit code %d:\n%s", code, j.merged.String())
	}
	if tests, failures := report(); tests < 4 || failures != 0 {
		t.Errorf("%d tests, %d failures", tests, failures)
	}
	if name, ids := r.trigger(); name != "gitlab" || ids["ci_pipeline_id"] != "12" || ids["ci_job_id"] != "34" {
		t.Errorf("trigger %s, %v", name, ids)
	}
	j = newJob(r.project, env, "bash", "-eo", "pipefail", "-c", strings.ReplaceAll(strings.Join(gates.Script, "\n"), "clicks", "doomed"))
	if code := j.mergedRun(t); code != 1 {
		t.Errorf("doomed: exit code %d", code)
	}
	if _, failures := report(); failures == 0 {
		t.Error("doomed: no failure in the report")
	}
}
