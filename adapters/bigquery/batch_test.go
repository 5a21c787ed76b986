package bigquery

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/adaptertest/bqtest"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
)

const columns = `
columns:
  id:     {type: string, nullable: false}
  region: {type: string}
  day:    {type: date}
  amount: {type: "decimal(10,2)", min: 0}
`

func table(name string, more ...compile.Column) *compile.Relation {
	column := func(name, native string, t gate.Type) compile.Column {
		return compile.Column{Name: name, Native: native, Type: t}
	}
	parts := strings.Split(name, ".")
	return &compile.Relation{
		Name: gate.TableName{Parts: parts}, From: "`" + strings.Join(parts, "`.`") + "`", Base: true,
		Columns: append([]compile.Column{
			column("id", "STRING", gate.Type{Kind: gate.KindString}),
			column("region", "STRING", gate.Type{Kind: gate.KindString}),
			column("day", "DATE", gate.Type{Kind: gate.KindDate}),
			column("amount", "NUMERIC(10, 2)", gate.Type{Kind: gate.KindDecimal, Precision: 10, Scale: 2}),
		}, more...),
	}
}

// rejectedTable is the rejected table as a first run makes it.
func rejectedTable() *compile.Relation {
	text, number := gate.Type{Kind: gate.KindString}, gate.Type{Kind: gate.KindInt64}
	var own []compile.Column
	for _, name := range []string{"run_id", "batch_id", "partition", "resolution", "resolved_run_id"} {
		own = append(own, compile.Column{Name: "_sqlgate_" + name, Native: "STRING", Type: text})
	}
	own = append(own,
		compile.Column{Name: "_sqlgate_rejected_at", Native: "TIMESTAMP", Type: gate.Type{Kind: gate.KindTimestamptz}},
		compile.Column{Name: "_sqlgate_failed_rules", Native: "ARRAY<STRING>", Type: gate.Type{Kind: gate.KindList, Elem: &text}},
		compile.Column{Name: "_sqlgate_attempts", Native: "INT64", Type: number})
	return table("proj.shop.orders_rejected", own...)
}

// planOf compiles a gate over tables that are there, but for those that are nil.
func planOf(t *testing.T, a *Adapter, head string, target, rejected *compile.Relation, more ...func(*compile.Input)) *compile.Plan {
	t.Helper()
	p, err := gate.Load(gate.LoadOptions{FS: fstest.MapFS{
		gate.ProjectFile:    {Data: []byte("version: 1\nwarehouses: {w: {type: bigquery, project: proj}}\ndefault_warehouse: w\n")},
		"gates/orders.yaml": {Data: []byte("gate: orders\nsource: staging.orders\ntarget: shop.orders\non_failure: quarantine\n" + head + columns)},
	}})
	if err != nil {
		t.Fatal(err)
	}
	g := p.Gates[0]
	in := compile.Input{Source: table("proj.staging.orders"), Target: target, Rejected: rejected}
	if g.Mode == gate.ReplacePartition {
		if in.Partition, err = g.ParsePartition("day=2026-01-31"); err != nil {
			t.Fatal(err)
		}
	}
	for _, change := range more {
		change(&in)
	}
	plan, err := compile.Compile(g, a.Dialect(), in)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// answers are those of a batch of ten rows, of which two are rejected. failing
// says how jobs of these names fail.
func answers(failing map[string]bqtest.Answer) func(*bqtest.Job) bqtest.Answer {
	ints := func(rows ...[]any) bqtest.Answer {
		var fields []bqtest.Field
		for range rows[0] {
			fields = append(fields, bqtest.Field{Type: "INTEGER"})
		}
		return bqtest.Answer{Fields: fields, Rows: rows}
	}
	return func(j *bqtest.Job) bqtest.Answer {
		for name, a := range failing {
			if strings.HasSuffix(j.ID, name) {
				return a
			}
		}
		switch {
		case strings.HasPrefix(j.SQL, "SELECT name, run_id"):
			return bqtest.Answer{
				Fields: []bqtest.Field{{Type: "STRING"}, {Type: "STRING"}},
				Rows:   [][]any{{"proj.shop.orders", "r0"}, {"proj.shop.orders_rejected", nil}},
			}
		case strings.HasPrefix(j.SQL, "SELECT pos, CAST"):
			return ints([]any{"1", "2"})
		case strings.Contains(j.SQL, "ORDER BY n DESC"):
			return bqtest.Answer{Fields: []bqtest.Field{{Type: "INTEGER", Mode: "REPEATED"}, {Type: "INTEGER"}}, Rows: [][]any{{[]any{"1"}, "2"}}}
		case strings.HasPrefix(j.SQL, "SELECT CAST(coalesce(sum"):
			return ints([]any{"2", "0", "0"})
		case strings.HasPrefix(j.SQL, "SELECT count(*)"):
			return ints([]any{"10"})
		}
		return bqtest.Answer{}
	}
}

var runValues = adapters.RunValues{
	RunID: "0190-r1", BatchID: "b1", StartedAt: time.Date(2026, 2, 1, 6, 0, 0, 0, time.UTC), RejectedAt: time.Date(2026, 2, 1, 6, 1, 0, 0, time.UTC),
}

func lock() adapters.Lock {
	return adapters.Lock{
		Table: gate.TableName{Parts: []string{"sqlgate", "locks"}}, Runs: gate.TableName{Parts: []string{"sqlgate", "runs"}},
		Names: []string{"proj.shop.orders", "proj.shop.orders_rejected"}, RunID: runValues.RunID, Gate: "orders",
	}
}

// record is what a run records, in brief.
func record(w adapters.Written) []adapters.Statement {
	return []adapters.Statement{
		{
			SQL:  "INSERT INTO `sqlgate`.`runs` (`run_id`,`gate`,`rows_passed`,`rows_rejected`,`reason`) VALUES (@p1,@p2,@p3,@p4,@p5)",
			Args: []any{runValues.RunID, "orders", w.Passed, w.Rejected, nil},
		},
		{
			SQL:  "INSERT INTO `sqlgate`.`completed_batches` (`gate`,`partition_key`,`batch_id`,`run_id`) VALUES (@p1,@p2,@p3,@p4)",
			Args: []any{"orders", "", runValues.BatchID, runValues.RunID},
		},
	}
}

// decision is that of the outcome split.
func decision() adapters.Decision {
	return adapters.Decision{Rejecting: []int{1}, Target: true, Rejected: true, Staged: 10, Expect: adapters.Counts{Rejected: 2}, Run: runValues}
}

// staged is a batch that has staged and counted.
func staged(t *testing.T, a *Adapter, p *compile.Plan) adapters.Batch {
	t.Helper()
	b, err := a.Begin(t.Context(), lock())
	if err != nil {
		t.Fatal(err)
	}
	tally, err := b.Stage(t.Context(), p, runValues)
	if err != nil {
		t.Fatal(err)
	}
	if tally.Staged != 10 || tally.Failed[1] != 2 {
		t.Errorf("tally %+v", tally)
	}
	counts, err := b.Count(t.Context(), []int{1})
	if err != nil {
		t.Fatal(err)
	}
	if counts.Rejected != 2 || len(counts.RuleSets) != 1 || counts.RuleSets[0].Rows != 2 || !slices.Equal(counts.RuleSets[0].Positions, []int{1}) {
		t.Errorf("counts %+v", counts)
	}
	return b
}

// The jobs of a run in each mode and outcome, whole.
func TestScripts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		head   string
		create bool // there is neither target nor rejected table
		input  func(*compile.Input)
		decide func(*adapters.Decision)
	}{
		"append_split":      {head: "mode: append\n"},
		"append_passed":     {head: "mode: append\n", decide: passed},
		"append_none_valid": {head: "mode: append\n", decide: noneValid},
		"append_again":      {head: "mode: append\n", decide: func(d *adapters.Decision) { d.Again = true }},
		"create":            {head: "mode: append\nrejected: {rule_columns: true}\n", create: true},
		"replace_split":     {head: "mode: replace\n"},
		"replace_partition": {head: "mode: replace_partition\npartition_by: {day: {column: day, grain: day}}\n"},
		"upsert":            {head: "mode: upsert\nupsert: {key: [id]}\nrules:\n  - {name: latest, unique: {columns: [id], keep: any}}\n"},
		"upsert_newer":      {head: "mode: upsert\nupsert: {key: [id], newer_by: day}\nrules:\n  - {name: once, unique: {columns: [id]}}\n"},
		"replay":            {head: "mode: append\n", input: replay},
		"replay_where":      {head: "mode: upsert\nupsert: {key: [id]}\nrules:\n  - {name: once, unique: {columns: [id]}}\n", input: replaySome, decide: passed},
		"statistics":        {head: "mode: append\nsettings: {statistics: true, row_sample: 2}\n"},
		"set_rules": {head: "mode: append\nrules:\n  - {name: once, unique: {columns: [id], scope: both, among: valid}}\n" +
			"  - {name: known, foreign_key: {columns: [region], to: {table: shop.orders, columns: [region]}}}\n"},
		"where_start_vars": {head: "vars: {least: {type: int32, default: 1}}\nmode: append\nrules:\n" +
			"  - {name: old, where: \"region = '@p1'\", expression: day <= today()}\n  - {name: raw, sql: 'amount > :least /* @p1 */', on_failure: warn}\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			with(t, gate.BigQuery{}, func(t *testing.T, a *Adapter, s *bqtest.Server) {
				s.Answer = answers(nil)
				target, rejected := table("proj.shop.orders"), rejectedTable()
				if c.create {
					target, rejected = nil, nil
				}
				values := runValues
				values.Vars = map[string]string{"least": "1"}
				if c.input == nil {
					c.input = func(*compile.Input) {}
				}
				p := planOf(t, a, c.head, target, rejected, c.input)
				b, err := a.Begin(t.Context(), lock())
				if err != nil {
					t.Fatal(err)
				}
				if _, err := b.Stage(t.Context(), p, values); err != nil {
					t.Fatal(err)
				}
				if _, err := b.Samples(t.Context(), 3); err != nil {
					t.Fatal(err)
				}
				d := decision()
				d.Run = values
				if c.decide != nil {
					c.decide(&d)
				}
				readMore(t, b, d)
				if err := b.Write(t.Context(), d, record); err != nil {
					t.Fatal(err)
				}
				golden(t, name, s)
			})
		})
	}
}

// readMore reads what the gate's settings want, by the batch's plan.
func readMore(t *testing.T, b adapters.Batch, d adapters.Decision) {
	t.Helper()
	p := b.Plan()
	for _, r := range p.Statistics(d.Rejecting) {
		if err := b.Query(t.Context(), adapters.Statement{SQL: r.SQL, Args: d.Run.Args(r.Values)}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if p.Gate.Settings.RowSample == 0 {
		return
	}
	for _, sample := range []string{p.SamplePassed(d.Rejecting, 2), p.SampleRejected(d.Rejecting, 2)} {
		if _, err := adapters.ReadRows(t.Context(), b, d.Run.Statement(p, sample)); err != nil {
			t.Fatal(err)
		}
	}
}

func replay(in *compile.Input) {
	in.Source, in.Replay = in.Rejected, &compile.Replay{}
}

// replaySome replays rows of a rejected table that was made before there were
// attempts.
func replaySome(in *compile.Input) {
	in.Rejected.Columns = slices.DeleteFunc(in.Rejected.Columns, func(c compile.Column) bool { return c.Name == "_sqlgate_attempts" })
	replay(in)
	in.Where = "region = 'eu'"
}

func passed(d *adapters.Decision) {
	d.Rejected, d.Expect.Rejected = false, 0
}

func noneValid(d *adapters.Decision) {
	d.Target, d.Expect.Rejected = false, 10
}

// golden holds the jobs to a file: each with its parameters in front, after the
// tables that are there.
func golden(t *testing.T, name string, s *bqtest.Server) {
	t.Helper()
	var b strings.Builder
	for i, j := range s.Jobs() {
		id := j.ID
		if !strings.HasPrefix(id, "sqlgate_0190") {
			id = "query" // it has an id of its own each time
		}
		fmt.Fprintf(&b, "-- job %d: %s\n", i+1, id)
		for _, p := range j.Params {
			value := "NULL"
			if p.Value != nil {
				value = *p.Value
			}
			fmt.Fprintf(&b, "-- @%s %s: %s\n", p.Name, p.Type, value)
		}
		fmt.Fprintf(&b, "%s\n\n", strings.TrimSuffix(strings.TrimSuffix(j.SQL, "\n"), ";")+";")
	}
	file := filepath.Join("testdata", name+".sql")
	if flag.Lookup("update").Value.String() == "true" { // the conformance suite's
		if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", file, diff)
	}
}

// failure is a job that fails with such a message.
func failure(message string) bqtest.Answer {
	return bqtest.Answer{Failure: &bqtest.Failure{Reason: "invalidQuery", Message: message}}
}

// ids are the run's jobs that have names, without what all names begin with.
func ids(s *bqtest.Server) []string {
	var out []string
	for _, j := range s.Jobs() {
		if _, name, own := strings.Cut(j.ID, "_0190_r1_"); own {
			out = append(out, name)
		}
	}
	return out
}

// What a write that fails means, and that nothing is sent behind it.
func TestWriteFails(t *testing.T) {
	t.Parallel()
	const aborted = "Transaction is aborted due to concurrent update against table proj:sqlgate.locks."
	counted := func(updated, passed, rejected int) string {
		return fmt.Sprintf("sqlgate: rows updated, passed, rejected: %d, %d, %d. at [9:8]", updated, passed, rejected)
	}
	overtakenBy := func(t *testing.T, err error) {
		var locked *adapters.LockedError
		if !errors.As(err, &locked) || !locked.Conflict {
			t.Errorf("%v is no lost race", err)
		}
	}
	unequal := func(passed, rejected int64, detail string) func(*testing.T, error) {
		return func(t *testing.T, err error) {
			var c *adapters.ConservationError
			if !errors.As(err, &c) || c.Staged != 10 || c.Passed != passed || c.Rejected != rejected || !strings.Contains(c.Detail, detail) {
				t.Errorf("%v, want %d passed and %d rejected: %s", err, passed, rejected, detail)
			}
		}
	}
	for name, c := range map[string]struct {
		message string
		want    func(*testing.T, error)
		writes  int
	}{
		"another run wrote":   {"Assertion failed: " + overtaken + " at [6:1]", overtakenBy, 1},
		"the run was swept":   {"Assertion failed: " + recorded + " at [7:1]", overtakenBy, 1},
		"conflict":            {aborted, overtakenBy, writes},
		"rows are missing":    {counted(3, 4, 2), unequal(7, 2, "a trigger"), 1},
		"others are rejected": {counted(0, 7, 3), unequal(7, 3, "2 rows were to be rejected"), 1},
		"several of a key":    {counted(9, 1, 2), unequal(9, 2, "several rows of one key"), 1},
		"constraint": {"Required field id cannot be null", func(t *testing.T, err error) {
			var w *adapters.WarehouseError
			if !errors.As(err, &w) || !strings.Contains(w.Text, "Required field") || w.Op != "write the rows" {
				t.Errorf("%#v", err)
			}
		}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			with(t, gate.BigQuery{}, func(t *testing.T, a *Adapter, s *bqtest.Server) {
				failing := map[string]bqtest.Answer{}
				for n := range writes + 1 {
					failing[fmt.Sprintf("_write_%d", n)] = failure(c.message)
				}
				s.Answer = answers(failing)
				b := staged(t, a, planOf(t, a, "mode: append\n", table("proj.shop.orders"), rejectedTable()))
				c.want(t, b.Write(t.Context(), decision(), record))
				want := []string{"1_stage"}
				for n := range c.writes {
					want = append(want, fmt.Sprintf("1_write_%d", n+1))
				}
				if diff := cmp.Diff(want, ids(s)); diff != "" {
					t.Errorf("jobs (-want +got):\n%s", diff)
				}
				if err := b.Abandon(t.Context()); err != nil {
					t.Error(err)
				}
				if diff := cmp.Diff(append(want, "1_drop"), ids(s)); diff != "" {
					t.Errorf("jobs (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// A write that loses against another table's is sent again, as another job.
func TestWriteIsSentAgain(t *testing.T) {
	t.Parallel()
	with(t, gate.BigQuery{}, func(t *testing.T, a *Adapter, s *bqtest.Server) {
		s.Answer = answers(map[string]bqtest.Answer{"_write_1": failure("Transaction is aborted due to concurrent update against table x")})
		b := staged(t, a, planOf(t, a, "mode: append\n", table("proj.shop.orders"), rejectedTable()))
		if err := b.Write(t.Context(), decision(), record); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff([]string{"1_stage", "1_write_1", "1_write_2", "1_drop"}, ids(s)); diff != "" {
			t.Errorf("jobs (-want +got):\n%s", diff)
		}
		if err := b.Abandon(t.Context()); err != nil || len(ids(s)) != 4 {
			t.Errorf("after the write, to abandon it does %v: %v", ids(s)[4:], err)
		}
	})
}

// Where the answer to the write is lost the job is asked for by its id, and where
// that is in vain nobody knows.
func TestWriteLosesItsAnswer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault bqtest.Fault
		polls int
		code  adapters.Code
	}{
		"of the insert":        {bqtest.Fault{Request: bqtest.Insert, Err: bqtest.ErrLost, Done: true}, 0, ""},
		"of the question":      {bqtest.Fault{Request: bqtest.Get, Status: 503, Times: 2}, 2, ""},
		"of every question":    {bqtest.Fault{Request: bqtest.Get, Status: 503, Times: 1000}, 2, adapters.CodeUnknown},
		"before it was insert": {bqtest.Fault{Request: bqtest.Insert, Err: bqtest.ErrLost}, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			with(t, gate.BigQuery{}, func(t *testing.T, a *Adapter, s *bqtest.Server) {
				s.Answer = answers(map[string]bqtest.Answer{"_write_1": {Polls: c.polls}})
				b := staged(t, a, planOf(t, a, "mode: append\n", table("proj.shop.orders"), rejectedTable()))
				s.Fail(c.fault)
				err := b.Write(t.Context(), decision(), record)
				if c.code == "" && err != nil || c.code != "" && !adapters.HasCode(err, c.code) {
					t.Errorf("%v, want %q", err, c.code)
				}
				if n := slices.Index(ids(s), "1_write_1"); n != 1 || slices.Contains(ids(s), "1_write_2") {
					t.Errorf("jobs %v", ids(s))
				}
			})
		})
	}
}

// Whatever a run is doing when it is cancelled: the job is cancelled, and the
// tables are dropped.
func TestCancelledRun(t *testing.T) {
	t.Parallel()
	forever := bqtest.Answer{Polls: -1}
	for name, c := range map[string]struct {
		query string // how the job that is cancelled begins, or
		job   string // how its id ends
		late  bool   // it ends well all the same
		want  []string
	}{
		"locks":      {query: "SELECT name, run_id", want: nil},
		"stage":      {job: "_stage", want: []string{"1_stage", "1_drop"}},
		"count":      {query: "SELECT count(*)", want: []string{"1_stage", "1_drop"}},
		"write":      {job: "_write_1", want: []string{"1_stage", "1_write_1", "1_drop"}},
		"write late": {job: "_write_1", late: true, want: []string{"1_stage", "1_write_1", "1_drop"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			with(t, gate.BigQuery{}, func(t *testing.T, a *Adapter, s *bqtest.Server) {
				usual := answers(nil)
				var hung *bqtest.Job
				s.Answer = func(j *bqtest.Job) bqtest.Answer {
					if c.query != "" && strings.HasPrefix(j.SQL, c.query) || c.job != "" && strings.HasSuffix(j.ID, c.job) {
						hung, forever.Late = j, c.late
						return forever
					}
					return usual(j)
				}
				ctx, stop := context.WithTimeout(t.Context(), time.Minute)
				defer stop()
				err := runAll(ctx, a, planOf(t, a, "mode: append\n", table("proj.shop.orders"), rejectedTable()))
				if c.late && err != nil || !c.late && !errors.Is(err, context.DeadlineExceeded) {
					t.Error(err)
				}
				if !hung.Cancelled {
					t.Error("the job goes on")
				}
				if diff := cmp.Diff(c.want, ids(s)); diff != "" {
					t.Errorf("jobs (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// runAll does what a run does with its batch.
func runAll(ctx context.Context, a *Adapter, p *compile.Plan) error {
	b, err := a.Begin(ctx, lock())
	if err != nil {
		return err
	}
	defer func() { _ = b.Abandon(ctx) }()
	if _, err := b.Stage(ctx, p, runValues); err != nil {
		return err
	}
	return b.Write(ctx, decision(), record)
}

// An error of the evaluation is the rule's that raises it, or the source's.
func TestStageFails(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		copied bool
		rule   int
	}{
		"a rule":     {true, 2},
		"no rule":    {true, 0},
		"the source": {false, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			with(t, gate.BigQuery{}, func(t *testing.T, a *Adapter, s *bqtest.Server) {
				probes := 0
				s.Answer = func(j *bqtest.Job) bqtest.Answer {
					switch {
					case strings.HasSuffix(j.ID, "_stage"):
						return failure("Division by zero: 1 / 0 at [3:7]")
					case strings.HasPrefix(j.SQL, "SELECT 1 FROM") && !c.copied:
						return failure("Not found: Table")
					case strings.Contains(j.SQL, "SELECT count(*) FROM batch WHERE"):
						if probes++; probes == c.rule {
							return failure("Division by zero")
						}
						return bqtest.Answer{Fields: []bqtest.Field{{Type: "INTEGER"}}, Rows: [][]any{{"0"}}}
					}
					return answers(nil)(j)
				}
				err := runAll(t.Context(), a, planOf(t, a, "mode: append\n", table("proj.shop.orders"), rejectedTable()))
				var rule *adapters.RuleError
				if errors.As(err, &rule) != (c.rule > 0) || rule != nil && rule.Position != c.rule || !strings.Contains(err.Error(), "Division by zero") {
					t.Errorf("%v, want rule %d", err, c.rule)
				}
				if !c.copied && probes > 0 {
					t.Errorf("%d rules were tried over a copy that is not there", probes)
				}
			})
		})
	}
}

// Who has no row in the locks keeps nobody away. Keys are not enforced, so there
// may be two.
func TestLockRows(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows [][]any
		ok   bool
	}{
		"one of each": {[][]any{{"proj.shop.orders", "r0"}, {"proj.shop.orders_rejected", nil}}, true},
		"two of one":  {[][]any{{"proj.shop.orders", nil}, {"proj.shop.orders", "r0"}, {"proj.shop.orders_rejected", "r0"}}, true},
		"one missing": {[][]any{{"proj.shop.orders", "r0"}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			with(t, gate.BigQuery{}, func(t *testing.T, a *Adapter, s *bqtest.Server) {
				usual := answers(nil)
				s.Answer = func(j *bqtest.Job) bqtest.Answer {
					answer := usual(j)
					if strings.HasPrefix(j.SQL, "SELECT name, run_id") {
						answer.Rows = c.rows
					}
					return answer
				}
				err := runAll(t.Context(), a, planOf(t, a, "mode: append\n", table("proj.shop.orders"), rejectedTable()))
				if c.ok != (err == nil) || !c.ok && !strings.Contains(err.Error(), "lock proj.shop.orders_rejected") {
					t.Error(err)
				}
				if !c.ok {
					return
				}
				write := s.Jobs()[len(s.Jobs())-2].SQL
				if !strings.Contains(write, fmt.Sprintf("ASSERT @@row_count = %d AS", len(c.rows))) {
					t.Error(write)
				}
			})
		})
	}
}

// A run that begins again has other tables and jobs than before: what is left of
// the first attempt is not in its way, nor taken for its own.
func TestBeginAgain(t *testing.T) {
	t.Parallel()
	with(t, gate.BigQuery{}, func(t *testing.T, a *Adapter, s *bqtest.Server) {
		s.Answer = answers(nil)
		p := planOf(t, a, "mode: append\n", table("proj.shop.orders"), rejectedTable())
		for range 2 {
			if err := runAll(t.Context(), a, p); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff([]string{"1_stage", "1_write_1", "1_drop", "2_stage", "2_write_1", "2_drop"}, ids(s)); diff != "" {
			t.Errorf("jobs (-want +got):\n%s", diff)
		}
		for _, j := range s.Jobs() {
			if j.Labels["sqlgate_run"] != "0190-r1" || j.Labels["sqlgate_gate"] != "orders" {
				t.Errorf("labels %v of %s", j.Labels, j.SQL)
			}
		}
	})
}
