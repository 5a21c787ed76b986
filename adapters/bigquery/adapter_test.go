package bigquery

import (
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/adaptertest/bqtest"
	"github.com/sqlgate/sqlgate/gate"
)

func TestRenumber(t *testing.T) {
	t.Parallel()
	for sql, want := range map[string]string{
		"SELECT @p1, @p12 + @p2":                         "SELECT @p4, @p15 + @p5",
		"SELECT '@p1', \"@p1\", `@p1`":                   "SELECT '@p1', \"@p1\", `@p1`",
		`SELECT 'it\'s @p1', @p1`:                        `SELECT 'it\'s @p1', @p4`,
		`SELECT r'\', @p1', @p1`:                         `SELECT r'\', @p1', @p4`,
		"SELECT `a\\`@p1`, @p1":                          "SELECT `a\\`@p1`, @p4",
		`SELECT '''it's @p1''', """a "@p1" """, @p1`:     `SELECT '''it's @p1''', """a "@p1" """, @p4`,
		"SELECT 1 -- @p1\n, @p1 # @p1\n, /* @p1\n*/ @p1": "SELECT 1 -- @p1\n, @p4 # @p1\n, /* @p1\n*/ @p4",
		"SELECT @@row_count, @p1x, @part, x@p1":          "SELECT @@row_count, @p1x, @part, x@p4",
		"SELECT '' , @p1, ''":                            "SELECT '' , @p4, ''",
	} {
		if got := renumber(sql, func(n int) int { return n + 3 }); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", sql, got, want)
		}
	}
}

func TestExecIsOneTransaction(t *testing.T) {
	t.Parallel()
	with(t, gate.BigQuery{}, func(t *testing.T, a *Adapter, s *bqtest.Server) {
		s.Answer = func(*bqtest.Job) bqtest.Answer {
			return bqtest.Answer{Fields: []bqtest.Field{{Name: "n", Type: "INTEGER", Mode: "REPEATED"}}, Rows: [][]any{{[]any{"3", "0"}}}, Changed: 5}
		}
		changed, err := a.Exec(t.Context(),
			adapters.Statement{SQL: "DELETE FROM t WHERE a = @p1", Args: []any{"x"}},
			adapters.Statement{SQL: "-- put\nINSERT INTO t VALUES (@p1, '@p1', @p2)", Args: []any{int64(7), nil}})
		if err != nil || !reflect.DeepEqual(changed, []int64{3, 0}) {
			t.Fatalf("%v, %v", changed, err)
		}
		const want = `DECLARE _sqlgate_changed ARRAY<INT64> DEFAULT [];
BEGIN TRANSACTION;
DELETE FROM t WHERE a = @p1
;
SET _sqlgate_changed = ARRAY_CONCAT(_sqlgate_changed, [IFNULL(@@row_count, 0)]);
-- put
INSERT INTO t VALUES (@p2, '@p1', @p3)
;
SET _sqlgate_changed = ARRAY_CONCAT(_sqlgate_changed, [IFNULL(@@row_count, 0)]);
COMMIT TRANSACTION;
SELECT _sqlgate_changed;
`
		jobs := s.Jobs()
		if len(jobs) != 1 || jobs[0].SQL != want || len(jobs[0].Params) != 3 || jobs[0].Params[1].Type != "INT64" || jobs[0].Params[2].Name != "p3" {
			t.Errorf("%d jobs\n%s%+v", len(jobs), jobs[0].SQL, jobs[0].Params)
		}
		changed, err = a.Exec(t.Context(), adapters.Statement{SQL: "DELETE FROM t WHERE TRUE"})
		if err != nil || !reflect.DeepEqual(changed, []int64{5}) || s.Jobs()[1].SQL != "DELETE FROM t WHERE TRUE" {
			t.Errorf("%v, %v", changed, err)
		}
		if changed, err := a.Exec(t.Context()); err != nil || changed != nil || len(s.Jobs()) != 2 {
			t.Errorf("nothing is something: %v, %v", changed, err)
		}
	})
}

// A transaction takes no statement that changes the schema.
func TestExecOfSchemaChanges(t *testing.T) {
	t.Parallel()
	got := changes([]string{"-- a table\n/* of ours */ create TABLE t (a INT64)", "INSERT INTO t VALUES (1)"})
	if strings.Contains(got, "TRANSACTION") || !strings.Contains(got, "[0]") || strings.Count(got, "@@row_count") != 1 {
		t.Error(got)
	}
}

func TestSnapshotSeesChanges(t *testing.T) {
	t.Parallel()
	with(t, gate.BigQuery{}, func(t *testing.T, a *Adapter, s *bqtest.Server) {
		modified := func(at time.Time) {
			s.Tables = map[string]map[string]any{"proj:d.t": {"type": "TABLE", "lastModifiedTime": strconv.FormatInt(at.UnixMilli(), 10)}}
		}
		s.Answer = func(*bqtest.Job) bqtest.Answer { return bqtest.Answer{Polls: 3, Read: []string{"proj:d.t"}} }
		read := func(n int, change bool) error {
			modified(time.Now().Add(-time.Hour))
			return a.Snapshot(t.Context(), adapters.Lock{Gate: "Große Orders"}, func(on adapters.Reader) error {
				for range n {
					if err := on.Query(t.Context(), adapters.Statement{SQL: "SELECT 1"}, nil); err != nil {
						return err
					}
				}
				if change {
					modified(time.Now())
				}
				return nil
			})
		}
		if err := read(2, false); err != nil {
			t.Error(err)
		}
		if err := read(1, true); err != nil {
			t.Errorf("one statement sees one moment: %v", err)
		}
		hold(t, read(2, true), "", "", "")
		if got := s.Jobs()[0].Labels["sqlgate_gate"]; got != "gro_e_orders" {
			t.Errorf("label %q", got)
		}
	})
}

func TestPrepareRunsNothing(t *testing.T) {
	t.Parallel()
	with(t, gate.BigQuery{}, func(t *testing.T, a *Adapter, s *bqtest.Server) {
		if err := a.Prepare(t.Context(), adapters.Statement{SQL: "SELECT @p1", Args: []any{time.Now()}}); err != nil {
			t.Error(err)
		}
		if len(s.Jobs()) != 0 || len(s.DryRuns()) != 1 || s.DryRuns()[0].Params[0].Type != "TIMESTAMP" {
			t.Errorf("%+v", s.DryRuns())
		}
		s.Answer = func(*bqtest.Job) bqtest.Answer {
			return bqtest.Answer{Failure: &bqtest.Failure{Reason: "invalidQuery", Message: "Unrecognized name: x at [1:8]"}}
		}
		if err := a.Prepare(t.Context(), adapters.Statement{SQL: "SELECT x"}); !adapters.HasCode(err, adapters.CodeSQL) {
			t.Error(err)
		}
	})
}

// Each job carries the warehouse's settings and says whose it is.
func TestJobSettings(t *testing.T) {
	t.Parallel()
	config := gate.BigQuery{
		Project: "my-proj", Dataset: "shop", Priority: "batch", MaximumBytesBilled: 1 << 40, JobTimeout: 90 * time.Second,
		Labels: map[string]string{"team": "data"},
	}
	with(t, config, func(t *testing.T, a *Adapter, s *bqtest.Server) {
		_, err := a.run(t.Context(), job{sql: "SELECT 1", id: "sqlgate_1", gate: "orders.v1/EU " + strings.Repeat("x", 80), run: "0193-ABC"})
		if err != nil {
			t.Fatal(err)
		}
		j := s.Jobs()[0]
		labels := map[string]string{"team": "data", "sqlgate_gate": "orders_v1_eu_" + strings.Repeat("x", 50), "sqlgate_run": "0193-abc"}
		if j.ID != "sqlgate_1" || j.Location != "EU" || j.Priority != "BATCH" || j.MaximumBytesBilled != "1099511627776" || j.TimeoutMs != "90000" ||
			j.DefaultDataset != "my-proj:shop" || !reflect.DeepEqual(j.Labels, labels) {
			t.Errorf("%+v", j)
		}
		if _, err := a.run(t.Context(), job{sql: "SELECT 1"}); err != nil || len(s.Jobs()[1].Labels) != 1 || len(config.Labels) != 1 {
			t.Errorf("labels of another job: %v, %v", s.Jobs()[1].Labels, err)
		}
	})
}

// A job of a location that nobody named is found there again.
func TestLocationIsLearned(t *testing.T) {
	t.Parallel()
	with(t, gate.BigQuery{}, func(t *testing.T, a *Adapter, s *bqtest.Server) {
		s.Location = "europe-west3"
		s.Answer = func(*bqtest.Job) bqtest.Answer { return bqtest.Answer{Polls: 2} }
		for range 2 {
			if err := a.Query(t.Context(), adapters.Statement{SQL: "SELECT 1"}, nil); err != nil {
				t.Fatal(err)
			}
		}
		if got := s.Jobs()[1].Location; got != "europe-west3" || a.where() != got {
			t.Errorf("the second job ran in %s", got)
		}
	})
}
