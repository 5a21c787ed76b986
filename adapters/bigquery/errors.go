package bigquery

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	bq "cloud.google.com/go/bigquery"
	"google.golang.org/api/googleapi"

	"github.com/sqlgate/sqlgate/adapters"
)

// fault is what the API says of an error, whether as the answer to a request or
// as the end of a job.
type fault struct {
	status   int    // of HTTP; 0: the job's
	reason   string // such as invalidQuery
	location string // what it is about
	message  string
}

// faultOf reads an error of the API; none where it is another's.
func faultOf(err error) (fault, bool) {
	var answer *googleapi.Error
	if errors.As(err, &answer) {
		f := fault{status: answer.Code, message: answer.Message}
		if len(answer.Errors) > 0 {
			f.reason = answer.Errors[0].Reason
			if f.message == "" {
				f.message = answer.Errors[0].Message
			}
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
	e := &adapters.WarehouseError{
		Op: "connect to BigQuery", Code: adapters.CodeOpen, Err: err, Text: message(err),
		Hint: "check the warehouse's settings in sqlgate.yaml and the credentials",
	}
	return e
}

// translate turns an error of the API into one for people.
func translate(op string, err error) error {
	if err == nil || own(err) {
		return err
	}
	e := &adapters.WarehouseError{Op: op, Code: adapters.CodeOther, Err: err, Text: message(err)}
	f, ok := faultOf(err)
	if !ok {
		e.Code, e.Hint = adapters.CodeLost, "nothing was changed, run it again"
		return e
	}
	if isConflict(f) {
		return &adapters.LockedError{Conflict: true, Err: err}
	}
	return e
}

// isConflict reports whether a transaction lost against another.
func isConflict(f fault) bool {
	return strings.Contains(f.message, "due to concurrent update") || strings.Contains(f.message, "aborted due to conflict")
}

// own reports whether an error needs no translation.
func own(err error) bool {
	var warehouse *adapters.WarehouseError
	var locked *adapters.LockedError
	return errors.As(err, &locked) || errors.As(err, &warehouse) || errors.Is(err, adapters.ErrTableNotFound)
}

// message is what an error says, in one line.
func message(err error) string {
	text := err.Error()
	f, ok := faultOf(err)
	switch {
	case ok && f.reason != "":
		text = f.message + " (" + f.reason + ")"
	case ok:
		text = f.message
	case errors.Is(err, context.DeadlineExceeded): // that of one request
		text = "BigQuery did not answer for " + patience.String()
	}
	return strings.Join(strings.Fields(text), " ")
}
