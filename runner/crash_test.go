package runner_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/runner"
)

// stopAt names the phase at which a child process stops and waits to be killed.
const stopAt = "SQLGATE_TEST_STOP_AT"

// TestMain lets the test binary be the child that TestKill kills.
func TestMain(m *testing.M) {
	if phase := os.Getenv(stopAt); phase != "" {
		child(runner.Phase(phase), os.Args[len(os.Args)-1])
		return
	}
	os.Exit(m.Run())
}

func child(stop runner.Phase, dir string) {
	p, err := gate.Load(gate.LoadOptions{ProjectDir: dir})
	if err != nil {
		panic(err)
	}
	r := newRunner(p)
	r.Progress = func(p runner.Progress) {
		fmt.Println(p.Phase)
		if p.Phase == stop {
			select {}
		}
	}
	run := r.Run(context.Background(), p.Gates[0], runner.Options{})
	fmt.Println("ended", run.Outcome, run.Error)
}

func TestKill(t *testing.T) {
	phases := []runner.Phase{
		runner.PhasePreflight, runner.PhaseLock, runner.PhaseStage, runner.PhaseDecide, runner.PhaseWrite, runner.PhaseRecord,
	}
	for _, phase := range phases {
		t.Run(string(phase), func(t *testing.T) {
			t.Parallel()
			b := newBundle(t, ordersGate,
				"CREATE TABLE staging (id BIGINT, amount INTEGER)",
				"CREATE TABLE target (id BIGINT, amount INTEGER)",
				"INSERT INTO target VALUES (100, 1)",
				"INSERT INTO staging VALUES (0, 5)")
			first := newRunner(load(t, b.dir))
			if run := first.Run(t.Context(), first.Project.Gates[0], runner.Options{}); run.Outcome != ledger.Passed {
				t.Fatalf("first run: %s %v", run.Outcome, run.Error)
			}
			b.exec("INSERT INTO staging VALUES (1, 1), (2, -1), (3, 3)")
			before := b.state(dataQueries...)

			killAt(t, phase, b.dir)

			if after := b.state(dataQueries...); after != before {
				t.Errorf("after kill -9 at %s:\n%s\nbefore:\n%s", phase, after, before)
			}
			want := []ledger.Outcome{ledger.Passed, ledger.Interrupted}
			if phase == runner.PhasePreflight {
				want = want[:1] // nothing had been written of it
			}
			if got := b.runs(); !slices.Equal(got, want) {
				t.Errorf("runs: %v, want %v", got, want)
			}
			again := newRunner(load(t, b.dir))
			run := again.Run(t.Context(), again.Project.Gates[0], runner.Options{})
			if run.Outcome != ledger.Split || run.RowsPassed != 2 || run.RowsRejected != 1 {
				t.Errorf("next run: %s, %d passed, %d rejected, %v", run.Outcome, run.RowsPassed, run.RowsRejected, run.Error)
			}
			if got := b.runs(); !slices.Equal(got, append(want, ledger.Split)) {
				t.Errorf("runs at the end: %v", got)
			}
		})
	}
}

// TestKillAnytime kills a run at a random moment, the commit included: each
// row is in exactly one place, and the ledger says which.
func TestKillAnytime(t *testing.T) {
	var interrupted atomic.Int32
	t.Cleanup(func() {
		if interrupted.Load() == 0 {
			t.Error("no kill hit a run: the test says nothing")
		}
	})
	for trial := range 12 {
		t.Run(fmt.Sprint(trial), func(t *testing.T) {
			t.Parallel()
			b := newBundle(t, ordersGate, "CREATE TABLE target (id BIGINT, amount INTEGER)",
				"CREATE TABLE staging AS SELECT range AS id, CAST(range % 100 - 1 AS INTEGER) AS amount FROM range(300000)")
			cmd := startUntil(t, "none", runner.PhaseLock, b.dir)
			time.Sleep(rand.N(300 * time.Millisecond))
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait() // it was killed, or had ended

			runs := b.runs()
			if slices.Contains(runs, ledger.Interrupted) {
				interrupted.Add(1)
			}
			committed := slices.Contains(runs, ledger.Split)
			want := "staging 300000\ntarget 0\n"
			if committed {
				want = "staging 0\ntarget 297000\n"
			}
			got := b.state("SELECT 'staging ' || count(*) FROM staging", "SELECT 'target ' || count(*) FROM target")
			if got != want {
				t.Errorf("runs %v, but the tables hold\n%s", runs, got)
			}
		})
	}
}

// start runs the gate of a project in a child process that stops at a phase.
func start(t *testing.T, phase runner.Phase, dir string) (*exec.Cmd, *bufio.Reader) {
	t.Helper()
	cmd := exec.Command(os.Args[0], dir)
	cmd.Env = append(os.Environ(), stopAt+"="+string(phase))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // most tests have killed it by now
		_ = cmd.Wait()
	})
	return cmd, bufio.NewReader(out)
}

// startStopped is start, once the child has stopped at the phase.
func startStopped(t *testing.T, phase runner.Phase, dir string) *exec.Cmd {
	t.Helper()
	return startUntil(t, phase, phase, dir)
}

// startUntil is start, once the child has entered a phase.
func startUntil(t *testing.T, stop, until runner.Phase, dir string) *exec.Cmd {
	t.Helper()
	cmd, out := start(t, stop, dir)
	for {
		line, err := out.ReadString('\n')
		if err != nil {
			t.Fatalf("the child did not reach %s: %q %v", until, line, err)
		}
		if strings.TrimSpace(line) == string(until) {
			return cmd
		}
	}
}

// killAt runs the gate in a child process and kills it with SIGKILL once it has
// entered the phase.
func killAt(t *testing.T, phase runner.Phase, dir string) {
	t.Helper()
	cmd := startStopped(t, phase, dir)
	if err := cmd.Process.Kill(); err != nil {
		t.Error(err)
	}
	_ = cmd.Wait() // it was killed
}
