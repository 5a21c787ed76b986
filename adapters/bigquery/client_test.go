package bigquery

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/api/option"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/adaptertest/bqtest"
	"github.com/sqlgate/sqlgate/gate"
)

// with runs f with an adapter whose API is a fake, in a time of its own.
func with(t *testing.T, config gate.BigQuery, f func(*testing.T, *Adapter, *bqtest.Server)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		server := &bqtest.Server{}
		if config.Project == "" {
			config.Project = "proj"
		}
		if config.Dataset != "" {
			server.Datasets = map[string]map[string]any{config.Project + ":" + config.Dataset: {"location": "EU"}}
		}
		a, err := Open(t.Context(), gate.Warehouse{Type: "bigquery", BigQuery: &config}, option.WithHTTPClient(&http.Client{Transport: server}))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = a.Close() }()
		f(t, a, server)
	})
}

func TestRunReadsPages(t *testing.T) {
	t.Parallel()
	with(t, gate.BigQuery{}, func(t *testing.T, a *Adapter, s *bqtest.Server) {
		s.PageSize = 2
		s.Answer = func(*bqtest.Job) bqtest.Answer {
			return bqtest.Answer{
				Polls:  3,
				Fields: []bqtest.Field{{Name: "n", Type: "INTEGER"}, {Name: "t", Type: "STRING"}, {Name: "l", Type: "STRING", Mode: "REPEATED"}},
				Rows:   [][]any{{"1", "a", []any{"x", "y"}}, {"2", nil, []any{}}, {"3", "c", []any{}}, {"4", "d", []any{}}, {"5", "e", []any{"z"}}},
				Billed: 10 << 20, Processed: 1234,
			}
		}
		r, err := a.run(t.Context(), job{op: "test", sql: "SELECT 1", args: []any{"x"}})
		if err != nil {
			t.Fatal(err)
		}
		if r.Billed != 10<<20 || r.Processed != 1234 {
			t.Errorf("billed %d, processed %d", r.Billed, r.Processed)
		}
		var numbers []int
		var texts []string
		var lists [][]string
		err = r.each(t.Context(), func(scan adapters.Scan) error {
			var n int
			var text *string
			var list []string
			if err := scan(&n, &text, &list); err != nil {
				return err
			}
			if text == nil {
				text = new("NULL")
			}
			numbers, texts, lists = append(numbers, n), append(texts, *text), append(lists, list)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(numbers, []int{1, 2, 3, 4, 5}) || strings.Join(texts, "") != "aNULLcde" || len(lists[0]) != 2 || lists[4][0] != "z" {
			t.Errorf("%v %v %v", numbers, texts, lists)
		}
		if len(s.Jobs()) != 1 || s.Asked(bqtest.Results) < 3 {
			t.Errorf("%d jobs, %d pages", len(s.Jobs()), s.Asked(bqtest.Results))
		}
	})
}

func TestRunsOnce(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault bqtest.Fault
		code  adapters.Code // empty: it is done
		jobs  int
	}{
		"busy":                         {bqtest.Fault{Request: bqtest.Insert, Status: 429, Reason: "rateLimitExceeded", Times: 3}, "", 1},
		"unavailable":                  {bqtest.Fault{Request: bqtest.Insert, Status: 503, Reason: "backendError", Times: 3}, "", 1},
		"unavailable for long":         {bqtest.Fault{Request: bqtest.Insert, Status: 503, Reason: "backendError", Times: 1000}, adapters.CodeLost, 0},
		"failed though it began":       {bqtest.Fault{Request: bqtest.Insert, Status: 500, Reason: "internalError", Done: true}, "", 1},
		"reset though it began":        {bqtest.Fault{Request: bqtest.Insert, Err: bqtest.ErrReset, Done: true}, "", 1},
		"answer lost":                  {bqtest.Fault{Request: bqtest.Insert, Err: bqtest.ErrLost, Done: true}, "", 1},
		"request lost":                 {bqtest.Fault{Request: bqtest.Insert, Err: bqtest.ErrLost}, "", 1},
		"request lost again and again": {bqtest.Fault{Request: bqtest.Insert, Err: bqtest.ErrLost, Times: 9}, adapters.CodeLost, 0},
		"status unavailable":           {bqtest.Fault{Request: bqtest.Get, Status: 503, Times: 3}, "", 1},
		"status lost":                  {bqtest.Fault{Request: bqtest.Get, Status: 503, Times: 1000}, adapters.CodeUnknown, 1},
		"status reset":                 {bqtest.Fault{Request: bqtest.Get, Err: bqtest.ErrReset, Times: 2}, "", 1},
		"status lost for a moment":     {bqtest.Fault{Request: bqtest.Get, Err: bqtest.ErrLost, Times: 5}, "", 1},
		"status lost for good":         {bqtest.Fault{Request: bqtest.Get, Err: bqtest.ErrLost, Times: 1000}, adapters.CodeUnknown, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			with(t, gate.BigQuery{}, func(t *testing.T, a *Adapter, s *bqtest.Server) {
				s.Answer = func(*bqtest.Job) bqtest.Answer { return bqtest.Answer{Polls: 2, Changed: 7} }
				s.Fail(c.fault)
				r, err := a.run(t.Context(), job{op: "write", sql: "INSERT INTO t SELECT 1", id: "one", writes: true})
				if c.code == "" && (err != nil || r.Changed != 7) || c.code != "" && !adapters.HasCode(err, c.code) {
					t.Errorf("%+v, %v; want %q", r, err, c.code)
				}
				if n := len(s.Jobs()); n != c.jobs {
					t.Errorf("%d jobs ran, not %d", n, c.jobs)
				}
			})
		})
	}
}

// A job whose location nobody knows cannot be asked for.
func TestAnswerLostElsewhere(t *testing.T) {
	t.Parallel()
	for _, writes := range []bool{true, false} {
		with(t, gate.BigQuery{}, func(t *testing.T, a *Adapter, s *bqtest.Server) {
			s.Location = "europe-west3"
			s.Fail(bqtest.Fault{Request: bqtest.Insert, Err: bqtest.ErrLost, Done: true})
			_, err := a.run(t.Context(), job{sql: "INSERT", id: "one", writes: writes})
			code := adapters.CodeLost
			if writes {
				code = adapters.CodeUnknown
			}
			hold(t, err, code, "did not say how the job one ended", "")
			if n := len(s.Jobs()); n != 1 {
				t.Errorf("%d jobs ran", n)
			}
		})
	}
}

func TestCancel(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer bqtest.Answer
		writes bool
		done   bool
	}{
		"a query":                {bqtest.Answer{Polls: -1}, false, false},
		"a write":                {bqtest.Answer{Polls: -1}, true, false},
		"a write that came late": {bqtest.Answer{Polls: -1, Late: true}, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			with(t, gate.BigQuery{}, func(t *testing.T, a *Adapter, s *bqtest.Server) {
				s.Answer = func(*bqtest.Job) bqtest.Answer { return c.answer }
				ctx, stop := context.WithTimeout(t.Context(), time.Minute)
				defer stop()
				began := time.Now()
				_, err := a.run(ctx, job{sql: "SELECT 1", writes: c.writes})
				if c.done && err != nil || !c.done && !errors.Is(err, context.DeadlineExceeded) {
					t.Error(err)
				}
				if jobs := s.Jobs(); len(jobs) != 1 || !jobs[0].Cancelled {
					t.Errorf("%+v", jobs)
				}
				if took := time.Since(began); took > time.Minute+cancelWait {
					t.Errorf("took %v", took)
				}
			})
		})
	}
}

// The context ends while the job is being sent: it may have begun.
func TestCancelWhileStarting(t *testing.T) {
	t.Parallel()
	for _, began := range []bool{true, false} {
		with(t, gate.BigQuery{}, func(t *testing.T, a *Adapter, s *bqtest.Server) {
			ctx, stop := context.WithCancel(t.Context())
			s.Answer = func(*bqtest.Job) bqtest.Answer { return bqtest.Answer{Polls: -1} }
			s.Asking = func(string) { stop() }
			s.Fail(bqtest.Fault{Request: bqtest.Insert, Err: context.Canceled, Done: began})
			if _, err := a.run(ctx, job{sql: "INSERT", writes: true}); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			if jobs := s.Jobs(); began && (len(jobs) != 1 || !jobs[0].Cancelled) || !began && len(jobs) != 0 {
				t.Errorf("%+v", jobs)
			}
		})
	}
}
