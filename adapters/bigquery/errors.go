package bigquery

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	bq "cloud.google.com/go/bigquery"
	"google.golang.org/api/googleapi"

	"github.com/sqlgate/sqlgate/adapters"
)

// fault is what the API says of an error, whether as the answer to a request or
// as the end of a job.
type fault struct {
	status   int    // of HTTP; 0: it is the end of a job
	reason   string // such as invalidQuery
	location string // what it is about, where a job says so
	message  string
}

// faultOf reads an error of the API; none where it is another's.
func faultOf(err error) (fault, bool) {
	var answer *googleapi.Error
	if errors.As(err, &answer) {
		f := fault{status: answer.Code, message: answer.Message}
		if len(answer.Errors) > 0 {
			f.reason = answer.Errors[0].Reason
		}
		if f.message == "" {
			f.message = fmt.Sprintf("HTTP status %d, %s", answer.Code, http.StatusText(answer.Code))
		}
		return f, true
	}
	var ended *bq.Error
	if errors.As(err, &ended) {
		return fault{reason: ended.Reason, location: ended.Location, message: ended.Message}, true
	}
	return fault{}, false
}

// refused reports whether the API answered that it will not do what was asked:
// then it was not done.
func refused(err error) bool {
	f, ok := faultOf(err)
	return ok && f.status >= 400 && f.status < 500
}

func isDuplicate(err error) bool {
	f, ok := faultOf(err)
	return ok && f.status == http.StatusConflict
}

func isNotFound(err error) bool {
	f, ok := faultOf(err)
	return ok && f.status == http.StatusNotFound
}

// openError says why the API cannot be reached or does not let the user in.
func openError(err error) error {
	if own(err) {
		return err
	}
	const op = "connect to BigQuery"
	if _, ok := faultOf(err); ok {
		translated := translate(op, err)
		var e *adapters.WarehouseError
		if errors.As(translated, &e) && (e.Code == adapters.CodeOther || e.Code == adapters.CodeTableNotFound) {
			e.Code = adapters.CodeOpen
			e.Hint = "check project, dataset and location of the warehouse in sqlgate.yaml"
		}
		return translated
	}
	return &adapters.WarehouseError{
		Op: op, Code: adapters.CodeOpen, Err: err, Text: message(err),
		Hint: "check the credentials: `gcloud auth application-default login`, GOOGLE_APPLICATION_CREDENTIALS, or credentials_file and impersonate_service_account of the warehouse in sqlgate.yaml",
	}
}

// translate turns an error of the API into one for people. One that is not the
// API's is the connection's.
func translate(op string, err error) error {
	if err == nil || own(err) {
		return err
	}
	e := &adapters.WarehouseError{Op: op, Err: err, Text: message(err)}
	f, ok := faultOf(err)
	switch {
	case !ok:
		e.Code, e.Hint = adapters.CodeLost, "nothing was changed, run it again"
	case f.isConflict():
		return &adapters.LockedError{Conflict: true, Err: e}
	default:
		e.Code, e.Hint = f.meaning()
	}
	return e
}

// own reports whether an error needs no translation.
func own(err error) bool {
	var warehouse *adapters.WarehouseError
	var locked *adapters.LockedError
	return errors.As(err, &locked) || errors.As(err, &warehouse) || errors.Is(err, adapters.ErrTableNotFound)
}

// isConflict reports whether another changed or made what was being changed.
func (f fault) isConflict() bool {
	return has(f.message, "due to concurrent update", "aborted due to conflict", "Could not serialize access") || f.reason == "duplicate"
}

// meaning is the code and hint of what the API says.
func (f fault) meaning() (adapters.Code, string) {
	switch f.reason {
	case "backendError", "internalError", "jobBackendError", "jobInternalError", "tableUnavailable":
		return adapters.CodeLost, "BigQuery failed for a reason that passes; nothing was changed, run it again"
	case "rateLimitExceeded", "jobRateLimitExceeded":
		return adapters.CodeLost, "too many requests at once; nothing was changed, run it again, or fewer gates at a time with --jobs"
	case "quotaExceeded":
		return adapters.CodeLimit, "wait until the quota is renewed, or raise it in the Google Cloud console; nothing was changed"
	case "bytesBilledLimitExceeded", "billingTierLimitExceeded":
		return adapters.CodeLimit, "raise maximum_bytes_billed of the warehouse in sqlgate.yaml, or read fewer rows with --partition or a filter of the source; nothing was changed"
	case "resourcesExceeded":
		return adapters.CodeMemory, "run fewer rows at a time with --partition, or give the project more slots; nothing was changed"
	case "billingNotEnabled":
		return adapters.CodeOpen, "enable billing for the project: BigQuery changes no rows without"
	case "accessDenied":
		return adapters.CodePrivilege, f.grant()
	case "notFound":
		return adapters.CodeTableNotFound, f.missing()
	case "stopped", "cancelled":
		if has(f.message, "timed out") {
			return adapters.CodeTimeout, "raise job_timeout of the warehouse in sqlgate.yaml; nothing was changed"
		}
		return adapters.CodeOther, "somebody cancelled the job; nothing was changed"
	case "invalidQuery", "invalid":
		return f.refusal()
	}
	switch {
	case f.status == http.StatusUnauthorized:
		return adapters.CodeOpen, "the credentials are not valid any more: log in again"
	case f.status == http.StatusForbidden:
		return adapters.CodePrivilege, f.grant()
	case f.status == http.StatusTooManyRequests || f.status >= 500:
		return adapters.CodeLost, "BigQuery cannot be reached; nothing was changed, run it again"
	}
	return adapters.CodeOther, ""
}

// refusal is the meaning of a statement that BigQuery refuses, or that fails.
func (f fault) refusal() (adapters.Code, string) {
	switch {
	case has(f.message, "without a filter over column"):
		return adapters.CodeSQL, "the table requires a filter of its partitions: give the gate partition_by and run it with --partition, or filter the source by where"
	case has(f.message, "cannot be null", "NULL into non-nullable", "not allow NULL"):
		return adapters.CodeConstraint, "a rule of the gate should say what the column says; nothing was changed"
	case has(f.message, "streaming buffer"):
		return adapters.CodeOther, "rows that were streamed in lately cannot be changed: wait until BigQuery has written them, up to 90 minutes, or write them with the Storage Write API; nothing was changed"
	case f.status == 0 && !has(f.message, "Syntax error", "Unrecognized name", "No matching signature"):
		// Statements are checked before they run: this one met a value.
		return adapters.CodeData, ""
	}
	return adapters.CodeSQL, ""
}

// missing says what to do where something is not there.
func (f fault) missing() string {
	const elsewhere = "where it is there, its location is another: set location of the warehouse in sqlgate.yaml to it"
	if has(f.message, "Dataset") {
		return "create the dataset first: sqlgate creates tables, not datasets; " + elsewhere
	}
	return "check the name; " + elsewhere
}

// permission is the name of one in a message.
var permission = regexp.MustCompile(`\b(?:bigquery|iam|serviceusage|storage)\.[a-zA-Z]+\.[a-zA-Z]+\b`)

// grant says which role an account lacks.
func (f fault) grant() string {
	lacks := permission.FindString(f.message)
	switch {
	case lacks != "":
	case has(f.message, "permission to query"):
		lacks = "bigquery.tables.getData"
	default:
		return "grant the account what the message says; docs/guide-bigquery.md lists the roles that a run needs"
	}
	role, on := roleOf(lacks)
	if role == "" {
		return "grant the account a role with " + lacks
	}
	return fmt.Sprintf("grant the account %s, such as with the role %s on %s", lacks, role, on)
}

// roleOf is the smallest of the usual roles with a permission, and what it is granted on.
func roleOf(permission string) (role, on string) {
	switch permission {
	case "bigquery.jobs.create":
		return "roles/bigquery.jobUser", "the project that runs the jobs"
	case "bigquery.tables.getData", "bigquery.tables.get", "bigquery.datasets.get":
		return "roles/bigquery.dataViewer", "the dataset"
	case "bigquery.tables.create", "bigquery.tables.update", "bigquery.tables.updateData", "bigquery.tables.delete":
		return "roles/bigquery.dataEditor", "the dataset"
	case "bigquery.datasets.create":
		return "roles/bigquery.user", "the project"
	case "bigquery.connections.use":
		return "roles/bigquery.connectionUser", "the connection of the external table"
	case "iam.serviceAccounts.getAccessToken":
		return "roles/iam.serviceAccountTokenCreator", "the service account that is impersonated"
	case "serviceusage.services.use":
		return "roles/serviceusage.serviceUsageConsumer", "the project"
	case "storage.objects.get", "storage.objects.list":
		return "roles/storage.objectViewer", "the bucket of the external table"
	}
	return "", ""
}

// message is what an error says, in one line.
func message(err error) string {
	text := err.Error()
	f, ok := faultOf(err)
	switch {
	case ok:
		said := slices.DeleteFunc([]string{f.reason, f.location}, func(s string) bool { return s == "" || s == "query" || has(f.message, s) })
		text = f.message
		if len(said) > 0 {
			text += " (" + strings.Join(said, ", ") + ")"
		}
	case errors.Is(err, context.DeadlineExceeded): // that of one request
		text = "BigQuery did not answer for " + patience.String()
	}
	return strings.Join(strings.Fields(text), " ")
}

func has(text string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
}
