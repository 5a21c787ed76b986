package main

import (
	"encoding/json"
	"os"
	"os/user"
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
	{"gitlab", []string{"CI_PIPELINE_ID", "CI_JOB_ID"}},
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
	for _, t := range triggers {
		if id, _ := a.env(t.ids[0]); id != "" {
			o.Trigger, o.TriggerIDs = t.name, a.triggerIDs(t.ids)
			break
		}
	}
	return o
}

// triggerIDs is a JSON object of those variables that are set.
func (a *app) triggerIDs(names []string) string {
	ids := map[string]string{}
	for _, name := range names {
		if v, _ := a.env(name); v != "" {
			ids[strings.ToLower(name)] = v
		}
	}
	text, err := json.Marshal(ids)
	if err != nil {
		return ""
	}
	return string(text)
}
