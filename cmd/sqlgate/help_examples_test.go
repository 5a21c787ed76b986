//go:build cgo

package main

import (
	"database/sql"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// helpProject has all that the examples of help speak of.
var helpProject = map[string]string{
	"sqlgate.yaml": `version: 1
warehouses:
  local: {type: duckdb, path: warehouse.duckdb}
  prod:  {type: duckdb, path: prod.duckdb}
default_warehouse: local
defaults: {on_failure: quarantine}
`,
	"gates/orders.yaml": `gate: orders
tags: [sales]
source: staging.orders
target: analytics.orders
rejected: {table: analytics.orders_rejected, retention: 90d}
mode: append
partition_by: {day: {column: day, grain: day}}
columns:
  order_id: {type: int64, nullable: false}
  region:   {type: string}
  amount:   {type: "decimal(10,2)", min: 0}
  day:      {type: date}
tests:
  - name: no_negative_amount
    given: {source: [{order_id: 1, amount: -1}]}
    expect: {outcome: no_valid_rows, rejected: [{row: {order_id: 1}, rules: [amount.min]}]}
`,
}

// TestHelpExamples runs every example that help shows, in a shell, each on a
// project of its own with two runs in its ledger.
func TestHelpExamples(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(home, "bin")
	if err := os.Mkdir(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(bin, "sqlgate")); err != nil {
		t.Fatal(err)
	}
	shell := func(t *testing.T, dir, line string) (output string, code int) {
		cmd := exec.Command("sh", "-c", line)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader("y\n")
		cmd.Env = []string{"HOME=" + home, "PATH=" + bin + ":" + os.Getenv("PATH")}
		out, _ := cmd.CombinedOutput() // the exit code says it
		return string(out), cmd.ProcessState.ExitCode()
	}

	project := filepath.Join(home, "project")
	for name, text := range helpProject {
		write(t, filepath.Join(project, name), text)
	}
	for _, file := range []string{"warehouse.duckdb", "prod.duckdb"} {
		inDuckDB(t, filepath.Join(project, file), func(db *sql.DB) {
			for _, statement := range []string{
				"CREATE SCHEMA staging", "CREATE SCHEMA analytics",
				"CREATE TABLE staging.orders (order_id BIGINT, region VARCHAR, amount DECIMAL(10, 2), day DATE)",
				"INSERT INTO staging.orders VALUES (1, 'eu', 10, '2026-01-31'), (2, 'us', -1, '2026-01-31'), (3, 'eu', 5, '2026-01-30')",
			} {
				if _, err := db.Exec(statement); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	for range 2 {
		if out, code := shell(t, project, "sqlgate run orders"); code != exitOK {
			t.Fatal(out)
		}
	}
	run, _ := shell(t, project, "sqlgate runs show last -o json")
	_, run, _ = strings.Cut(run, `"run_id":"`)
	run, _, _ = strings.Cut(run, `"`)

	var walk func(*cobra.Command)
	walk = func(cmd *cobra.Command) {
		scripts := strings.Split(cmd.Example, "\n")
		makesProject := strings.Contains(scripts[0], "sqlgate init") // which the lines after it run
		if makesProject && cmd.Name() != "init" {
			scripts = []string{strings.Join(scripts, " && ")}
		}
		for _, script := range scripts {
			script = strings.TrimSpace(script)
			t.Run(cmd.Name()+": "+script, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				if !makesProject {
					if err := os.CopyFS(dir, os.DirFS(project)); err != nil {
						t.Fatal(err)
					}
				}
				out, code := shell(t, dir, strings.ReplaceAll(script, "01934c5e", run))
				failsOnData := cmd.Name() == "check" && code == exitData
				if code != exitOK && !failsOnData {
					t.Errorf("exit code %d: %s", code, out)
				}
			})
		}
		for _, child := range cmd.Commands() {
			walk(child)
		}
	}
	walk(newRootCmd(newApp()))
}
