//go:build cgo

package docs_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/duckdb"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/report"
	"github.com/sqlgate/sqlgate/runner"
)

// runGates runs the gates of a project on one batch, tells what became of each,
// and returns the exit code that the command would have.
func runGates(ctx context.Context, dir, batch string) (int, error) {
	project, err := gate.Load(gate.LoadOptions{ProjectDir: dir, Env: os.LookupEnv})
	if err != nil {
		return 0, err // every fault of every file, with file, line and column
	}
	r := &runner.Runner{
		Project: project,
		Open: func(ctx context.Context, w gate.Warehouse) (adapters.DestinationAdapter, error) {
			return duckdb.Open(ctx, w)
		},
		Now:    time.Now,
		NewID:  func() string { return uuid.Must(uuid.NewV7()).String() },
		Origin: runner.Origin{Trigger: "library"},
	}
	var runs []*ledger.Run
	for _, g := range project.Gates {
		run := r.Run(ctx, g, runner.Options{BatchID: batch, LockTimeout: time.Minute, Timeout: time.Hour})
		fmt.Printf("%s %s: %d passed, %d rejected\n", g.Name, run.Outcome, run.RowsPassed, run.RowsRejected)
		if run.Error != nil {
			fmt.Printf("  %s: %s\n", run.Error.Code, run.Error.Message)
		}
		for _, rule := range run.Rules {
			if rule.Status != ledger.StatusPass {
				fmt.Printf("  %s %s: %d of %d rows\n", rule.Status, rule.ID, rule.FailedRows, rule.JudgedRows)
			}
		}
		runs = append(runs, run)
	}
	return report.ExitCode(runs), nil
}

func TestRunGates(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "sqlgate.yaml"), "version: 1\nwarehouses: {local: {type: duckdb, path: w.duckdb}}\ndefault_warehouse: local\n")
	writeFile(t, filepath.Join(dir, "gates", "sizes.yaml"), `gate: sizes
source: {query: "SELECT * FROM (VALUES (1), (-1)) AS sizes(size)"}
target: sizes
mode: append
columns:
  size: {type: int32, min: {value: 0, on_failure: quarantine}}
`)
	code, err := runGates(t.Context(), dir, "2026-01-31")
	if code != 0 || err != nil {
		t.Errorf("a split run has the exit code %d and the error %v", code, err)
	}
	writeFile(t, filepath.Join(dir, "gates", "sizes.yaml"), "gate: sizes\nsorce: x\n")
	var faults gate.Errors
	if _, err := runGates(t.Context(), dir, "2026-02-01"); !errors.As(err, &faults) {
		t.Errorf("the error of a broken file is %v", err)
	}
}
