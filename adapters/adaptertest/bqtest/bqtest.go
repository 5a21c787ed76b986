// Package bqtest is a fake of BigQuery's REST API for tests of its client: jobs,
// their results, tables and datasets. It knows no SQL: a test says what each job
// answers, and which requests fail.
package bqtest

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The requests that can fail.
const (
	Insert  = "jobs.insert"
	Get     = "jobs.get"
	Results = "jobs.getQueryResults"
	Cancel  = "jobs.cancel"
	Table   = "tables.get"
	Dataset = "datasets.get"
	Rights  = "tables.testIamPermissions"
)

// Server is the API. It is an http.RoundTripper, so that a client needs no
// network and a test of time none either, and an http.Handler.
type Server struct {
	// Answer says how a job ends; nil: well, with nothing.
	Answer func(*Job) Answer
	// Asking, where set, is told of each request before it is answered.
	Asking func(request string)
	// Tables are the answers of tables.get by project:dataset.table, Datasets
	// those of datasets.get by project:dataset, as the API writes them.
	Tables, Datasets map[string]map[string]any
	// Denied are permissions that the account lacks on every table.
	Denied []string
	// PageSize is the most rows of an answer; 0: all.
	PageSize int
	// Location is where jobs run that name none.
	Location string

	mu     sync.Mutex
	jobs   []*Job
	faults []*Fault
	asked  map[string]int
}

// Job is a job that was inserted. A dry run is one, too.
type Job struct {
	ID, SQL, Location, Priority string
	Params                      []Param
	Labels                      map[string]string
	Dry                         bool
	MaximumBytesBilled          string
	TimeoutMs                   string
	DefaultDataset              string // project:dataset
	Cancelled                   bool

	answer  Answer
	polls   int
	created int64 // ms since 1970
}

// Param is a query parameter.
type Param struct {
	Name, Type string
	Value      *string  // nil: NULL
	Items      []string // of an array
}

// Answer is how a job ends.
type Answer struct {
	Polls     int // questions until it has ended; below 0: it runs until it is cancelled
	Failure   *Failure
	Fields    []Field
	Rows      [][]any // texts, nil, or lists of such
	Processed int64
	Billed    int64
	Changed   int64
	Statement string   // such as SELECT or SCRIPT
	Read      []string // tables, as project:dataset.table
	// Late says that a cancelled job ends well all the same.
	Late bool
}

// Field is a column of a result.
type Field struct {
	Name, Type, Mode string
	Fields           []Field
}

// Failure is the end of a job that failed.
type Failure struct{ Reason, Location, Message string }

// Fault is what happens to requests instead of an answer.
type Fault struct {
	Request string // which
	Skip    int    // so many of them are answered first
	Times   int    // then so many fail; 0: one
	Done    bool   // what was asked for is done, though the answer is the fault
	Status  int
	Reason  string
	Message string
	Err     error // the connection's, instead of an answer
}

// Fail has requests fail.
func (s *Server) Fail(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f.Times = cmp.Or(f.Times, 1)
	s.faults = append(s.faults, &f)
}

// Jobs are the jobs that ran, in the order of their beginning, without dry runs.
func (s *Server) Jobs() []*Job {
	return s.filter(func(j *Job) bool { return !j.Dry })
}

// DryRuns are the jobs that were only to be checked.
func (s *Server) DryRuns() []*Job {
	return s.filter(func(j *Job) bool { return j.Dry })
}

func (s *Server) filter(keep func(*Job) bool) []*Job {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.jobs), func(j *Job) bool { return !keep(j) })
}

// Asked is how many requests of a kind there were.
func (s *Server) Asked(request string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked[request]
}

// RoundTrip answers a request.
func (s *Server) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		defer func() { _ = r.Body.Close() }()
	}
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	w := httptest.NewRecorder()
	if err := s.serve(w, r); err != nil {
		return nil, err
	}
	return w.Result(), nil
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := s.serve(w, r); err != nil {
		panic(http.ErrAbortHandler) // the connection breaks
	}
}

// answer is what a request gets.
type answer struct {
	body   any
	status int
	reason string
	text   string
}

func refuse(status int, reason, format string, args ...any) answer {
	return answer{status: status, reason: reason, text: fmt.Sprintf(format, args...)}
}

// serve answers a request; an error breaks the connection.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	request, act := s.route(r)
	if s.asked == nil {
		s.asked = map[string]int{}
	}
	s.asked[request]++
	if s.Asking != nil {
		s.Asking(request)
	}
	fault := s.fault(request)
	var a answer
	if fault == nil || fault.Done {
		a = act()
	}
	if fault != nil {
		if fault.Err != nil {
			return fault.Err
		}
		a = answer{status: fault.Status, reason: fault.Reason, text: fault.Message}
	}
	w.Header().Set("Content-Type", "application/json")
	if a.status != 0 {
		w.WriteHeader(a.status)
		a.body = map[string]any{"error": map[string]any{
			"code": a.status, "message": a.text, "errors": []any{map[string]any{"reason": a.reason, "message": a.text, "domain": "global"}},
		}}
	}
	return json.NewEncoder(w).Encode(a.body)
}

// fault is what happens to this request, or nil.
func (s *Server) fault(request string) *Fault {
	for _, f := range s.faults {
		switch {
		case f.Request != request || f.Times == 0:
		case f.Skip > 0:
			f.Skip--
		default:
			f.Times--
			return f
		}
	}
	return nil
}

// route finds what a request asks for.
func (s *Server) route(r *http.Request) (request string, act func() answer) {
	_, path, _ := strings.Cut(r.URL.Path, "/projects/")
	parts := strings.Split(path, "/")
	switch what := strings.Join(parts[1:], "/"); {
	case what == "jobs" && r.Method == http.MethodPost:
		return Insert, func() answer { return s.insert(parts[0], r) }
	case len(parts) == 3 && parts[1] == "jobs":
		return Get, func() answer { return s.get(parts[2], r) }
	case len(parts) == 4 && parts[1] == "jobs" && parts[3] == "cancel":
		return Cancel, func() answer { return s.cancel(parts[2], r) }
	case len(parts) == 3 && parts[1] == "queries":
		return Results, func() answer { return s.results(parts[2], r) }
	case len(parts) == 3 && parts[1] == "datasets":
		return Dataset, func() answer { return found(s.Datasets, "dataset", parts[0]+":"+parts[2]) }
	case len(parts) == 5 && strings.HasSuffix(parts[4], ":testIamPermissions"):
		return Rights, func() answer { return s.rights(r) }
	case len(parts) == 5 && parts[3] == "tables":
		return Table, func() answer { return found(s.Tables, "table", parts[0]+":"+parts[2]+"."+parts[4]) }
	}
	return "", func() answer {
		return refuse(http.StatusNotFound, "notFound", "no such request: %s %s", r.Method, r.URL.Path)
	}
}

func found(in map[string]map[string]any, what, name string) answer {
	if body, ok := in[name]; ok {
		return answer{body: body}
	}
	return refuse(http.StatusNotFound, "notFound", "Not found: %s%s %s", strings.ToUpper(what[:1]), what[1:], name)
}

func (s *Server) rights(r *http.Request) answer {
	var body struct{ Permissions []string }
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		return refuse(http.StatusBadRequest, "parseError", "%v", err)
	}
	has := slices.DeleteFunc(body.Permissions, func(p string) bool { return slices.Contains(s.Denied, p) })
	return answer{body: map[string]any{"permissions": has}}
}

type param struct {
	Name          string
	ParameterType struct {
		Type      string
		ArrayType struct{ Type string }
	}
	ParameterValue struct {
		Value       *string
		ArrayValues []struct{ Value string }
	}
}

func (s *Server) insert(project string, r *http.Request) answer {
	var body struct {
		JobReference  struct{ JobID, Location string }
		Configuration struct {
			DryRun       bool
			JobTimeoutMs string
			Labels       map[string]string
			Query        struct {
				Query, Priority, MaximumBytesBilled string
				QueryParameters                     []param
				DefaultDataset                      struct{ ProjectID, DatasetID string }
			}
		}
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		return refuse(http.StatusBadRequest, "parseError", "%v", err)
	}
	c := body.Configuration
	j := &Job{
		ID: body.JobReference.JobID, SQL: c.Query.Query, Location: cmp.Or(body.JobReference.Location, s.Location, "US"),
		Priority: c.Query.Priority, Labels: c.Labels, Dry: c.DryRun,
		MaximumBytesBilled: c.Query.MaximumBytesBilled, TimeoutMs: c.JobTimeoutMs,
		created: time.Now().UnixMilli(),
	}
	if d := c.Query.DefaultDataset; d.DatasetID != "" {
		j.DefaultDataset = d.ProjectID + ":" + d.DatasetID
	}
	for _, p := range c.Query.QueryParameters {
		read := Param{Name: p.Name, Type: p.ParameterType.Type, Value: p.ParameterValue.Value}
		if read.Type == "ARRAY" {
			read.Type += "<" + p.ParameterType.ArrayType.Type + ">"
			read.Items = []string{}
			for _, item := range p.ParameterValue.ArrayValues {
				read.Items = append(read.Items, item.Value)
			}
		}
		j.Params = append(j.Params, read)
	}
	if slices.ContainsFunc(s.jobs, func(other *Job) bool { return !j.Dry && !other.Dry && other.ID == j.ID }) {
		return refuse(http.StatusConflict, "duplicate", "Already Exists: Job %s:%s.%s", project, j.Location, j.ID)
	}
	if s.Answer != nil {
		j.answer = s.Answer(j)
	}
	s.jobs = append(s.jobs, j)
	if f := j.answer.Failure; j.Dry && f != nil {
		return refuse(http.StatusBadRequest, f.Reason, "%s", f.Message)
	}
	return answer{body: j.body(project)}
}

func (s *Server) job(id string, r *http.Request) (*Job, answer) {
	for _, j := range s.jobs {
		if j.ID == id && !j.Dry && strings.EqualFold(cmp.Or(r.URL.Query().Get("location"), "US"), j.Location) {
			return j, answer{}
		}
	}
	return nil, refuse(http.StatusNotFound, "notFound", "Not found: Job %s", id)
}

func project(r *http.Request) string {
	_, path, _ := strings.Cut(r.URL.Path, "/projects/")
	name, _, _ := strings.Cut(path, "/")
	return name
}

func (s *Server) get(id string, r *http.Request) answer {
	j, a := s.job(id, r)
	if j == nil {
		return a
	}
	j.polls++
	return answer{body: j.body(project(r))}
}

func (s *Server) cancel(id string, r *http.Request) answer {
	j, a := s.job(id, r)
	if j == nil {
		return a
	}
	if !j.done() {
		j.Cancelled = true
		if !j.answer.Late {
			j.answer.Failure = &Failure{Reason: "stopped", Message: "Job execution was cancelled: User requested cancellation"}
		}
	}
	return answer{body: map[string]any{"job": j.body(project(r))}}
}

func (j *Job) done() bool {
	return j.Dry || j.Cancelled || j.answer.Polls >= 0 && j.polls >= j.answer.Polls
}

func (j *Job) body(project string) map[string]any {
	a := j.answer
	status := map[string]any{"state": "RUNNING"}
	if j.done() {
		status["state"] = "DONE"
		if f := a.Failure; f != nil {
			proto := map[string]any{"reason": f.Reason, "location": f.Location, "message": f.Message}
			status["errorResult"], status["errors"] = proto, []any{proto}
		}
	}
	query := map[string]any{
		"totalBytesProcessed": text(a.Processed), "totalBytesBilled": text(a.Billed),
		"numDmlAffectedRows": text(a.Changed), "statementType": cmp.Or(a.Statement, "SELECT"),
		"referencedTables": references(a.Read),
	}
	if j.Dry {
		query["schema"] = map[string]any{"fields": fields(a.Fields)}
	}
	return map[string]any{
		"jobReference":  map[string]any{"projectId": project, "jobId": j.ID, "location": j.Location},
		"configuration": map[string]any{"jobType": "QUERY", "query": map[string]any{"query": j.SQL}},
		"status":        status,
		"statistics":    map[string]any{"creationTime": text(j.created), "totalBytesProcessed": text(a.Processed), "query": query},
	}
}

func (s *Server) results(id string, r *http.Request) answer {
	j, a := s.job(id, r)
	if j == nil {
		return a
	}
	if f := j.answer.Failure; f != nil {
		return refuse(http.StatusBadRequest, f.Reason, "%s", f.Message)
	}
	rows := j.answer.Rows
	body := map[string]any{"jobComplete": j.done(), "schema": map[string]any{"fields": fields(j.answer.Fields)}, "totalRows": text(int64(len(rows)))}
	values := r.URL.Query()
	if values.Get("maxResults") == "0" {
		return answer{body: body}
	}
	from, _ := strconv.Atoi(values.Get("pageToken"))
	to := len(rows)
	if s.PageSize > 0 && from+s.PageSize < to {
		to = from + s.PageSize
		body["pageToken"] = strconv.Itoa(to)
	}
	var page []any
	for _, row := range rows[from:to] {
		page = append(page, map[string]any{"f": cells(row)})
	}
	body["rows"] = page
	return answer{body: body}
}

func cells(values []any) []any {
	out := make([]any, len(values))
	for i, v := range values {
		if list, ok := v.([]any); ok {
			v = cells(list)
		}
		out[i] = map[string]any{"v": v}
	}
	return out
}

func fields(list []Field) []any {
	out := make([]any, len(list))
	for i, f := range list {
		out[i] = map[string]any{"name": f.Name, "type": f.Type, "mode": cmp.Or(f.Mode, "NULLABLE"), "fields": fields(f.Fields)}
	}
	return out
}

func references(tables []string) []any {
	out := []any{}
	for _, name := range tables {
		dot, colon := strings.LastIndex(name, "."), strings.LastIndex(name, ":")
		out = append(out, map[string]any{"projectId": name[:colon], "datasetId": name[colon+1 : dot], "tableId": name[dot+1:]})
	}
	return out
}

func text(n int64) string { return strconv.FormatInt(n, 10) }

// ErrReset is a connection that breaks.
var ErrReset = errors.New("read: connection reset by peer")

// ErrLost is a connection that ends before the answer, which the client library does not repeat.
var ErrLost = errors.New("EOF")
