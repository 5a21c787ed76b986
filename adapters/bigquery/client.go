package bigquery

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"time"

	bq "cloud.google.com/go/bigquery"
	"github.com/google/uuid"
	"google.golang.org/api/iterator"

	"github.com/sqlgate/sqlgate/adapters"
)

const (
	// patience is how long one request to the API may take with its repetitions:
	// the client library repeats what may pass until its context ends.
	patience = time.Minute
	// longestPause is the longest time between two questions whether a job has ended.
	longestPause = 2 * time.Second
	// cancelWait is how long a job that was cancelled may take to end.
	cancelWait = 3 * time.Second
	// starts is how often a job is sent whose answer was lost.
	starts = 3
)

// job is a statement or a script to run.
type job struct {
	op   string // what it is for, in errors
	sql  string
	args []any  // of @p1, @p2, …
	id   string // the same id never runs twice, whoever asks; empty: one is made
	gate string // labels of the job, and
	run  string
	// writes says that it changes something: where nobody knows whether it was
	// done, the error is of CodeUnknown.
	writes bool
	dry    bool // check it and estimate its bytes, run nothing
}

// result is a job that has ended well.
type result struct {
	a         *Adapter
	job       *bq.Job
	op        string
	Billed    int64       // bytes; of a script all of its statements'
	Processed int64       // bytes; of a dry run those that the job would process
	Changed   int64       // rows that the job's only statement changed
	Schema    bq.Schema   // of the result; known of dry runs only
	Created   time.Time   // by BigQuery's clock
	Read      []*bq.Table // tables that a query read, those behind views too; at most 50
}

// run runs a job to its end. A context that ends cancels the job; if it ends well
// all the same that is the result.
func (a *Adapter) run(ctx context.Context, j job) (*result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if j.id == "" {
		j.id = "sqlgate_" + uuid.NewString()
	}
	started, err := a.start(ctx, j)
	if err != nil {
		return nil, err
	}
	if j.dry {
		return a.result(j, started, started.LastStatus()), nil
	}
	status, err := a.await(ctx, j, started)
	if err != nil {
		return nil, err
	}
	r := a.result(j, started, status)
	a.billed.Add(r.Billed)
	if err := status.Err(); err != nil {
		return nil, a.failed(ctx, j.op, err)
	}
	return r, nil
}

func (a *Adapter) result(j job, done *bq.Job, status *bq.JobStatus) *result {
	r := &result{a: a, job: done, op: j.op}
	if status.Statistics == nil {
		return r
	}
	r.Processed, r.Created = status.Statistics.TotalBytesProcessed, status.Statistics.CreationTime
	if s, ok := status.Statistics.Details.(*bq.QueryStatistics); ok {
		r.Billed, r.Changed, r.Schema, r.Read = s.TotalBytesBilled, s.NumDMLAffectedRows, s.Schema, s.ReferencedTables
	}
	return r
}

// query is the job as the client library has it.
func (a *Adapter) query(j job) *bq.Query {
	q := a.client.Query(j.sql)
	q.JobID, q.Location = j.id, a.where()
	q.DryRun = j.dry
	if a.config.Dataset != "" {
		q.DefaultProjectID, q.DefaultDatasetID = a.config.Project, a.config.Dataset
	}
	q.MaxBytesBilled = a.config.MaximumBytesBilled
	q.JobTimeout = a.config.JobTimeout
	if a.config.Priority == "batch" {
		q.Priority = bq.BatchPriority
	}
	q.Labels = maps.Clone(a.config.Labels)
	for name, value := range map[string]string{"sqlgate_gate": j.gate, "sqlgate_run": j.run} {
		if value != "" {
			if q.Labels == nil {
				q.Labels = map[string]string{}
			}
			q.Labels[name] = label(value)
		}
	}
	for i, arg := range j.args {
		q.Parameters = append(q.Parameters, bq.QueryParameter{Name: "p" + strconv.Itoa(i+1), Value: parameter(arg)})
	}
	return q
}

// label is a text as the value of a label: lower-case letters, digits, _ and -, at
// most 63 of them.
func label(text string) string {
	allowed := func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '_'
	}
	s := strings.Map(allowed, strings.ToLower(text))
	return s[:min(len(s), 63)]
}

// start sends a job. Where the answer is lost the API is asked for the job by its
// id, and gets it again only if it does not know it.
func (a *Adapter) start(ctx context.Context, j job) (*bq.Job, error) {
	for n := 1; ; n++ {
		started, err := a.send(ctx, j)
		switch {
		case err == nil:
			a.learn(started.Location())
			return started, nil
		case j.dry:
			return nil, a.failed(ctx, j.op, err)
		case refused(err) && !isDuplicate(err):
			return nil, translate(j.op, err)
		}
		known, lookErr := a.find(ctx, j)
		switch {
		case lookErr == nil:
			return known, nil
		case !isNotFound(lookErr) || isDuplicate(err):
			return nil, a.lost(ctx, j, lookErr)
		case ctx.Err() != nil || n == starts:
			return nil, a.failed(ctx, j.op, err) // it was not started
		}
	}
}

func (a *Adapter) send(ctx context.Context, j job) (*bq.Job, error) {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	return a.query(j).Run(ctx)
}

// find asks for a job by its id, whether the context has ended or not.
func (a *Adapter) find(ctx context.Context, j job) (*bq.Job, error) {
	wait := patience
	if ctx.Err() != nil {
		wait = cancelWait
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), wait)
	defer stop()
	return a.client.JobFromIDLocation(ctx, j.id, a.where())
}

// learn takes the location of the first job for that of the others.
func (a *Adapter) learn(location string) {
	if location != "" {
		a.location.CompareAndSwap(nil, &location)
	}
}

// await waits until a job has ended. Where the context ends first it cancels the
// job and waits a little more: the job may be done all the same.
func (a *Adapter) await(ctx context.Context, j job, started *bq.Job) (*bq.JobStatus, error) {
	status, answered := started.LastStatus(), time.Now()
	for pause := 50 * time.Millisecond; !status.Done(); pause = min(pause*3/2, longestPause) {
		select {
		case <-ctx.Done():
			return a.cancel(ctx, j, started)
		case <-time.After(pause):
		}
		next, err := a.ask(ctx, started)
		if ctx.Err() != nil {
			return a.cancel(ctx, j, started)
		}
		switch {
		case err == nil:
			status, answered = next, time.Now()
		case refused(err) || time.Since(answered) >= patience:
			return nil, a.lost(ctx, j, err)
		}
	}
	return status, nil
}

// ask asks for the status of a job.
func (a *Adapter) ask(ctx context.Context, started *bq.Job) (*bq.JobStatus, error) {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	return started.Status(ctx)
}

// cancel ends a job whose context has ended, and returns how it did.
func (a *Adapter) cancel(ended context.Context, j job, started *bq.Job) (*bq.JobStatus, error) {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ended), cancelWait)
	defer stop()
	_ = started.Cancel(ctx) // how the job ended is asked for anyway
	for {
		status, err := started.Status(ctx)
		if err == nil && status.Done() {
			return status, nil
		}
		select {
		case <-ctx.Done():
			return nil, a.lost(ended, j, ctx.Err())
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// failed is the error of a request that changed nothing.
func (a *Adapter) failed(ctx context.Context, op string, err error) error {
	if ended := ctx.Err(); ended != nil {
		return ended
	}
	return translate(op, err)
}

// lost is the error of a job of which nobody knows how it ended.
func (a *Adapter) lost(ctx context.Context, j job, err error) error {
	if ended := ctx.Err(); ended != nil && !j.writes {
		return ended
	}
	e := &adapters.WarehouseError{
		Op: j.op, Code: adapters.CodeLost, Err: err, Hint: "nothing was changed, run it again",
		Text: fmt.Sprintf("BigQuery did not say how the job %s ended: %s", j.id, message(err)),
	}
	if j.writes {
		e.Code, e.Hint = adapters.CodeUnknown, "look whether it was done before you do it again"
	}
	return e
}

// each calls row for each row of the result: that of the statement, or of a
// script's last SELECT.
func (r *result) each(ctx context.Context, row func(adapters.Scan) error) error {
	// The library repeats what may pass until its context ends: no page may take
	// longer than patience.
	paging, stop := context.WithCancel(ctx)
	defer stop()
	watch := time.AfterFunc(patience, stop)
	defer watch.Stop()
	fail := func(err error) error { return r.a.failed(ctx, r.op, err) }

	rows, err := r.job.Read(paging)
	if err != nil {
		return fail(err)
	}
	for {
		var values []bq.Value
		watch.Reset(patience)
		err := rows.Next(&values)
		watch.Stop()
		if errors.Is(err, iterator.Done) {
			return nil
		}
		if err != nil {
			return fail(err)
		}
		if err := row(func(dest ...any) error { return scan(values, dest) }); err != nil {
			return err
		}
	}
}
