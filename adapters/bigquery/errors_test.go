package bigquery

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"google.golang.org/api/option"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/adaptertest/bqtest"
	"github.com/sqlgate/sqlgate/gate"
)

// What BigQuery says at the end of a job, and what a person is told of it. The
// messages are BigQuery's own.
func TestJobErrors(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		failure    bqtest.Failure
		code       adapters.Code // empty: a conflict
		says, hint string
	}{
		"conflict of transactions": {
			bqtest.Failure{Reason: "invalidQuery", Message: "Transaction is aborted due to concurrent update against table p:d.t. Transaction ID: x"},
			"", "locked", "",
		},
		"conflict of statements": {
			bqtest.Failure{Reason: "invalidQuery", Message: "Could not serialize access to table p:d.t due to concurrent update"},
			"", "locked", "",
		},
		"made by another": {
			bqtest.Failure{Reason: "duplicate", Message: "Already Exists: Table p:d.t"}, "", "locked", "",
		},
		"a value": {
			bqtest.Failure{Reason: "invalidQuery", Location: "query", Message: "Bad int64 value: x1"},
			adapters.CodeData, "write: Bad int64 value: x1 (invalidQuery)", "",
		},
		"a column that takes no NULL": {
			bqtest.Failure{Reason: "invalidQuery", Message: "Required field id cannot be null"},
			adapters.CodeConstraint, "Required field id", "a rule of the gate",
		},
		"partition filter": {
			bqtest.Failure{Reason: "invalidQuery", Message: "Cannot query over table 'p.d.t' without a filter over column(s) 'day' that can be used for partition elimination"},
			adapters.CodeSQL, "without a filter", "partition_by",
		},
		"streamed rows": {
			bqtest.Failure{Reason: "invalidQuery", Message: "UPDATE or DELETE statement over table p.d.t would affect rows in the streaming buffer, which is not supported"},
			adapters.CodeOther, "streaming buffer", "90 minutes",
		},
		"failed inside": {
			bqtest.Failure{Reason: "backendError", Message: "Error encountered during execution. Retrying may solve the problem."},
			adapters.CodeLost, "Retrying may solve", "run it again",
		},
		"rate": {
			bqtest.Failure{Reason: "rateLimitExceeded", Message: "Exceeded rate limits: too many table update operations for this table"},
			adapters.CodeLost, "Exceeded rate limits", "--jobs",
		},
		"quota": {
			bqtest.Failure{Reason: "quotaExceeded", Message: "Quota exceeded: Your project exceeded quota for free query bytes scanned"},
			adapters.CodeLimit, "Quota exceeded", "wait until",
		},
		"bytes": {
			bqtest.Failure{Reason: "bytesBilledLimitExceeded", Message: "Query exceeded limit for bytes billed: 1000000. 10485760 or higher required."},
			adapters.CodeLimit, "10485760 or higher required", "maximum_bytes_billed",
		},
		"resources": {
			bqtest.Failure{Reason: "resourcesExceeded", Message: "Resources exceeded during query execution: Not enough memory"},
			adapters.CodeMemory, "Resources exceeded", "--partition",
		},
		"timeout": {
			bqtest.Failure{Reason: "stopped", Message: "Job execution was cancelled: Job timed out after 10 sec"},
			adapters.CodeTimeout, "timed out", "job_timeout",
		},
		"cancelled by another": {
			bqtest.Failure{Reason: "stopped", Message: "Job execution was cancelled: User requested cancellation"},
			adapters.CodeOther, "cancelled", "somebody",
		},
		"no table": {
			bqtest.Failure{Reason: "notFound", Message: "Not found: Table p:d.t was not found in location US"},
			adapters.CodeTableNotFound, "in location US", "set location",
		},
		"no dataset": {
			bqtest.Failure{Reason: "notFound", Message: "Not found: Dataset p:d was not found in location US"},
			adapters.CodeTableNotFound, "Dataset p:d", "create the dataset first",
		},
		"right named": {
			bqtest.Failure{Reason: "accessDenied", Message: "Access Denied: Table p:d.t: Permission bigquery.tables.updateData denied on table p:d.t (or it may not exist)."},
			adapters.CodePrivilege, "Access Denied", "bigquery.tables.updateData, such as with the role roles/bigquery.dataEditor on the dataset",
		},
		"right not named": {
			bqtest.Failure{Reason: "accessDenied", Message: "Access Denied: Table p:d.t: User does not have permission to query table p:d.t, or perhaps it does not exist in location US."},
			adapters.CodePrivilege, "Access Denied", "roles/bigquery.dataViewer",
		},
		"right unknown to us": {
			bqtest.Failure{Reason: "accessDenied", Message: "Access Denied: Permission bigquery.models.create denied"},
			adapters.CodePrivilege, "Access Denied", "a role with bigquery.models.create",
		},
		"no billing": {
			bqtest.Failure{Reason: "billingNotEnabled", Message: "Billing has not been enabled for this project. DML queries are not allowed in the free tier."},
			adapters.CodeOpen, "Billing", "enable billing",
		},
		"anything else": {
			bqtest.Failure{Reason: "tableSaidNo", Location: "d.t", Message: "No.\nReally."},
			adapters.CodeOther, "write: No. Really. (tableSaidNo, d.t)", "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			with(t, gate.BigQuery{}, func(t *testing.T, a *Adapter, s *bqtest.Server) {
				s.Answer = func(*bqtest.Job) bqtest.Answer { return bqtest.Answer{Polls: 1, Failure: &c.failure} }
				_, err := a.run(t.Context(), job{op: "write", sql: "INSERT", writes: true})
				hold(t, err, c.code, c.says, c.hint)
				if n := len(s.Jobs()); n != 1 {
					t.Errorf("%d jobs ran", n)
				}
			})
		})
	}
}

// hold holds an error to a code, or to be a conflict, and to what it says.
func hold(t *testing.T, err error, code adapters.Code, says, hint string) {
	t.Helper()
	var locked *adapters.LockedError
	if code == "" {
		if !errors.As(err, &locked) || !locked.Conflict {
			t.Errorf("no conflict: %v", err)
		}
		return
	}
	var failure *adapters.WarehouseError
	if !errors.As(err, &failure) || failure.Code != code || !strings.Contains(err.Error(), says) || !strings.Contains(failure.Hint, hint) {
		t.Errorf("%#v, want %s %q %q", failure, code, says, hint)
	}
}

// What BigQuery answers to a request that it refuses: no job ran.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault      bqtest.Fault
		code       adapters.Code
		says, hint string
	}{
		"jobs": {
			bqtest.Fault{Status: 403, Reason: "accessDenied", Message: "Access Denied: Project p: User does not have bigquery.jobs.create permission in project p."},
			adapters.CodePrivilege, "bigquery.jobs.create", "roles/bigquery.jobUser on the project that runs the jobs",
		},
		"statement":  {bqtest.Fault{Status: 400, Reason: "invalidQuery", Message: "Syntax error: Unexpected end of script at [1:7]"}, adapters.CodeSQL, "at [1:7]", ""},
		"quota":      {bqtest.Fault{Status: 403, Reason: "quotaExceeded", Message: "Quota exceeded"}, adapters.CodeLimit, "Quota exceeded", ""},
		"location":   {bqtest.Fault{Status: 404, Reason: "notFound", Message: "Not found: Dataset p:d was not found in location US"}, adapters.CodeTableNotFound, "location US", "set location"},
		"logged out": {bqtest.Fault{Status: 401, Reason: "authError", Message: "Invalid Credentials"}, adapters.CodeOpen, "Invalid Credentials", "log in"},
		"forbidden":  {bqtest.Fault{Status: 403, Reason: "forbidden", Message: "VPC Service Controls"}, adapters.CodePrivilege, "VPC", "guide-bigquery"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			with(t, gate.BigQuery{}, func(t *testing.T, a *Adapter, s *bqtest.Server) {
				c.fault.Request = bqtest.Insert
				s.Fail(c.fault)
				_, err := a.run(t.Context(), job{op: "write", sql: "INSERT", writes: true})
				hold(t, err, c.code, c.says, c.hint)
				if n := len(s.Jobs()); n != 0 || s.Asked(bqtest.Insert) != 1 {
					t.Errorf("%d jobs ran, asked %d times", n, s.Asked(bqtest.Insert))
				}
			})
		})
	}
}

func TestOpenErrors(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		config     gate.BigQuery
		fault      bqtest.Fault
		code       adapters.Code
		says, hint string
	}{
		"no dataset":      {gate.BigQuery{Dataset: "nosuch"}, bqtest.Fault{}, adapters.CodeOpen, "Not found: Dataset p:nosuch", "check project, dataset"},
		"other location":  {gate.BigQuery{Dataset: "there", Location: "US"}, bqtest.Fault{}, adapters.CodeOpen, "is in EU, not in US", "leave it out"},
		"denied":          {gate.BigQuery{Dataset: "there"}, bqtest.Fault{Status: 403, Reason: "accessDenied", Message: "Access Denied: Dataset p:there: Permission bigquery.datasets.get denied"}, adapters.CodePrivilege, "Access Denied", "roles/bigquery.dataViewer"},
		"no answer":       {gate.BigQuery{Dataset: "there"}, bqtest.Fault{Err: bqtest.ErrLost}, adapters.CodeOpen, "EOF", "credentials"},
		"unavailable":     {gate.BigQuery{Dataset: "there"}, bqtest.Fault{Status: 503, Times: 1000}, adapters.CodeLost, "503", ""},
		"no such file":    {gate.BigQuery{CredentialsFile: "/nonexistent.json"}, bqtest.Fault{}, adapters.CodeOpen, "/nonexistent.json", "credentials_file"},
		"no such account": {gate.BigQuery{CredentialsFile: "/nonexistent.json", ImpersonateServiceAccount: "x@y.iam.gserviceaccount.com"}, bqtest.Fault{}, adapters.CodeOpen, "/nonexistent.json", "impersonate_service_account"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &bqtest.Server{Datasets: map[string]map[string]any{"p:there": {"location": "EU"}}}
				if c.fault != (bqtest.Fault{}) {
					c.fault.Request = bqtest.Dataset
					s.Fail(c.fault)
				}
				c.config.Project = "p"
				var options []option.ClientOption
				if c.config.CredentialsFile == "" {
					options = append(options, option.WithHTTPClient(&http.Client{Transport: s}))
				}
				a, err := Open(t.Context(), gate.Warehouse{BigQuery: &c.config}, options...)
				if err == nil {
					t.Fatalf("opened %v", a)
				}
				hold(t, err, c.code, c.says, c.hint)
			})
		})
	}
}

func TestPrivileges(t *testing.T) {
	t.Parallel()
	with(t, gate.BigQuery{Project: "my-proj", Dataset: "shop"}, func(t *testing.T, a *Adapter, s *bqtest.Server) {
		orders, other := tableName(t, "orders"), tableName(t, "other.t")
		needs := []adapters.Need{
			{Table: orders, Right: adapters.RightSelect},
			{Table: other, Right: adapters.RightInsert},
			{Table: orders, Right: adapters.RightUpdate},
			{Table: orders, Right: adapters.RightDelete},
			{Table: tableName(t, "new"), Right: adapters.RightCreate},
		}
		if err := a.CheckPrivileges(t.Context(), needs); err != nil || s.Asked(bqtest.Rights) != 2 {
			t.Errorf("%v, asked %d times", err, s.Asked(bqtest.Rights))
		}
		s.Denied = []string{"bigquery.tables.updateData"}
		err := a.CheckPrivileges(t.Context(), needs)
		hold(t, err, adapters.CodePrivilege,
			"the account lacks bigquery.tables.updateData on my-proj.shop.orders, bigquery.tables.updateData on my-proj.other.t",
			"GRANT `roles/bigquery.dataEditor` ON SCHEMA `my-proj`.`shop` TO 'serviceAccount:…'; GRANT `roles/bigquery.dataEditor` ON SCHEMA `my-proj`.`other`")
		s.Fail(bqtest.Fault{Request: bqtest.Rights, Status: 404, Times: 9})
		if err := a.CheckPrivileges(t.Context(), needs); err != nil {
			t.Errorf("an emulator does not answer: %v", err)
		}
	})
}
