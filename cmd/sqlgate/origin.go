package main

import (
	"encoding/json"
	"maps"
	"os"
	"os/user"
	"strconv"
	"strings"

	"github.com/sqlgate/sqlgate/runner"
)

// triggers are the schedulers that tell their jobs, in the environment, what
// they run; the first whose first variable is set is the one.
var triggers = []struct {
	name string
	ids  []string
}{
	{"airflow", []string{"AIRFLOW_CTX_DAG_ID", "AIRFLOW_CTX_DAG_RUN_ID", "AIRFLOW_CTX_TASK_ID", "AIRFLOW_CTX_TRY_NUMBER"}},
	{"dagster", []string{"DAGSTER_RUN_ID", "DAGSTER_RUN_JOB_NAME"}},
	{"prefect", []string{"PREFECT__FLOW_RUN_ID", "PREFECT__TASK_RUN_ID"}},
	{"github", []string{"GITHUB_RUN_ID", "GITHUB_RUN_ATTEMPT", "GITHUB_WORKFLOW", "GITHUB_JOB", "GITHUB_REPOSITORY"}},
	{"gitlab", []string{"CI_PIPELINE_ID", "CI_JOB_ID", "CI_JOB_NAME", "CI_PROJECT_PATH"}},
}

// gitVariables are where continuous integration says which commit it runs.
var gitVariables = []string{"GITHUB_SHA", "CI_COMMIT_SHA", "GIT_COMMIT"}

// origin says where the command's runs come from.
func (a *app) origin() runner.Origin {
	o := runner.Origin{Trigger: "cli"}
	o.Host, _ = os.Hostname()
	if u, err := user.Current(); err == nil {
		o.OSUser = u.Username
	}
	for _, name := range gitVariables {
		if sha, _ := a.env(name); sha != "" {
			o.GitSHA = sha
			break
		}
	}
	if step, err := a.pipesStep(); step != nil && err == nil {
		o.Trigger, o.TriggerIDs = "dagster", ids(map[string]string{
			"dagster_run_id": step.RunID, "dagster_run_job_name": step.JobName, "dagster_retry_number": strconv.Itoa(step.RetryNumber),
		})
		return o
	}
	for _, t := range triggers {
		if id, _ := a.env(t.ids[0]); id != "" {
			o.Trigger, o.TriggerIDs = t.name, a.triggerIDs(t.ids)
			break
		}
	}
	return o
}

// triggerIDs are those variables that are set.
func (a *app) triggerIDs(names []string) string {
	values := map[string]string{}
	for _, name := range names {
		values[strings.ToLower(name)], _ = a.env(name)
	}
	return ids(values)
}

// ids is a JSON object of the values that are not empty.
func ids(values map[string]string) string {
	maps.DeleteFunc(values, func(_, v string) bool { return v == "" })
	text, err := json.Marshal(values)
	if err != nil {
		return ""
	}
	return string(text)
}
