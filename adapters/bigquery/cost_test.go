package bigquery

import (
	"strings"
	"testing"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/adaptertest/bqtest"
	"github.com/sqlgate/sqlgate/gate"
)

// A statement that would be billed more than the limit is refused before it runs.
func TestLimit(t *testing.T) {
	t.Parallel()
	with(t, gate.BigQuery{MaximumBytesBilled: 100e9}, func(t *testing.T, a *Adapter, s *bqtest.Server) {
		bytes := int64(100e9)
		s.Answer = func(*bqtest.Job) bqtest.Answer { return bqtest.Answer{Processed: bytes} }
		copied := adapters.Statement{SQL: "CREATE TEMP TABLE `_sqlgate_batch` AS\nSELECT @p1 FROM t", Args: []any{"x"}}
		if err := a.Prepare(t.Context(), copied); err != nil {
			t.Error(err)
		}
		if got := s.DryRuns()[0]; strings.Contains(got.SQL, "TEMP") || len(got.Params) != 1 {
			t.Errorf("checked %s", got.SQL)
		}
		bytes = 1.2e12
		hold(t, a.Prepare(t.Context(), copied), adapters.CodeLimit, "it would process 1.2 TB, and maximum_bytes_billed is 100.0 GB", "--partition")
		if n, err := a.Estimate(t.Context(), copied); err != nil || n != bytes {
			t.Errorf("%d, %v", n, err)
		}
		if len(s.Jobs()) != 0 {
			t.Errorf("%d jobs ran", len(s.Jobs()))
		}
	})
}

// What failed is billed too.
func TestBilled(t *testing.T) {
	t.Parallel()
	with(t, gate.BigQuery{}, func(t *testing.T, a *Adapter, s *bqtest.Server) {
		s.Answer = func(j *bqtest.Job) bqtest.Answer {
			answer := bqtest.Answer{Billed: 10, Polls: 1}
			if j.SQL == "bad" {
				answer.Failure = &bqtest.Failure{Reason: "invalidQuery", Message: "division by zero"}
			}
			return answer
		}
		for _, sql := range []string{"good", "bad", "good"} {
			err := a.Query(t.Context(), adapters.Statement{SQL: sql}, nil)
			if (err == nil) != (sql == "good") {
				t.Error(err)
			}
		}
		if _, err := a.Estimate(t.Context(), adapters.Statement{SQL: "good"}); err != nil {
			t.Error(err)
		}
		if got := a.Billed(); got != 30 {
			t.Errorf("billed %d", got)
		}
	})
}
