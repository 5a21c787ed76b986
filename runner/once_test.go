package runner_test

import (
	"testing"

	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/runner"
)

// TestComputedColumnIsReadOnce judges a column that has another value at each
// reading: the target's constraint refuses a value that was not judged.
func TestComputedColumnIsReadOnce(t *testing.T) {
	b := newBundle(t, `gate: g
source: staging
target: target
mode: append
on_failure: quarantine
columns:
  id: {type: int64}
  r: {type: float64, min: 0.5}
`,
		"CREATE TABLE staging (id BIGINT, r DOUBLE GENERATED ALWAYS AS (random()) VIRTUAL)",
		"INSERT INTO staging SELECT range FROM range(1000)",
		"CREATE TABLE target (id BIGINT, r DOUBLE CHECK (r >= 0.5))")
	p := load(t, b.dir)
	run := newRunner(p).Run(t.Context(), p.Gates[0], runner.Options{})
	if run.Outcome != ledger.Split || run.RowsStaged != 1000 || run.RowsPassed+run.RowsRejected != 1000 {
		t.Errorf("%s: %d staged, %d passed, %d rejected; %v", run.Outcome, run.RowsStaged, run.RowsPassed, run.RowsRejected, run.Error)
	}
}
