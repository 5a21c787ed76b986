package ledger_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/ledger"
)

func active(id string) ledger.Active {
	return ledger.Active{
		RunID: id, Gate: "orders", Kind: ledger.KindRun, Warehouse: "local", Source: "staging.orders",
		Target: "analytics.orders", Rejected: "analytics.orders_rejected", Mode: "append", BatchID: "b", StartedAt: noon,
		Host: "here", OSUser: "me", PID: os.Getpid(), SqlgateVersion: "0.1.0", LockNames: []string{"analytics.orders", "analytics.orders_rejected"},
	}
}

func dead(ledger.Active) bool { return false }

// start makes the run of a active and leaves it so, as a killed process would.
func start(t *testing.T, l *ledger.Ledger, a ledger.Active) {
	t.Helper()
	if err := l.EnsureLocks(t.Context(), a.LockNames); err != nil {
		t.Fatal(err)
	}
	if err := l.Start(t.Context(), a); err != nil {
		t.Fatal(err)
	}
}

func testStartAndStop(t *testing.T, open opener) {
	l, w := openLedger(t, open)
	l.Heartbeat = 5 * time.Millisecond
	now := noon
	ticks := make(chan struct{}, 1)
	l.Now = func() time.Time {
		select {
		case ticks <- struct{}{}:
			return now
		default:
			return now.Add(7 * time.Second)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	if err := l.Start(ctx, active("r1")); err != nil {
		t.Fatal(err)
	}
	stop := l.Beat(ctx, "r1")
	cancel() // the heart goes on while a cancelled run rolls back
	want := active("r1")
	want.HeartbeatAt = noon.Add(7 * time.Second)
	deadline := time.Now().Add(5 * time.Second)
	for {
		got, err := l.Active(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		diff := cmp.Diff([]ledger.Active{want}, got)
		if diff == "" {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("no heartbeat:\n%s", diff)
		}
		time.Sleep(5 * time.Millisecond)
	}
	stop()
	if n := w.count(t, "sqlgate.active_runs"); n != 1 {
		t.Errorf("%d active runs, while this one has not ended", n)
	}
	if err := l.End(t.Context(), "r1"); err != nil {
		t.Fatal(err)
	}
	if n := w.count(t, "sqlgate.active_runs"); n != 0 {
		t.Errorf("%d active runs left", n)
	}
}

func TestAlive(t *testing.T) {
	child := exec.Command(os.Args[0], "-test.run=^$")
	if err := child.Run(); err != nil {
		t.Fatal(err)
	}
	gone := child.Process.Pid
	tests := []struct {
		name string
		host string
		pid  int
		age  time.Duration
		want bool
	}{
		{"this process", "here", os.Getpid(), time.Second, true},
		{"a process that ended", "here", gone, time.Second, false},
		{"a reused process id", "here", os.Getpid(), time.Minute, false},
		{"another machine", "there", gone, 59 * time.Second, true},
		{"another machine that went silent", "there", gone, time.Minute, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := &ledger.Ledger{Host: "here", Now: func() time.Time { return noon }}
			got := l.Alive(ledger.Active{Host: tt.host, PID: tt.pid, HeartbeatAt: noon.Add(-tt.age)})
			if got != tt.want {
				t.Errorf("alive = %v", got)
			}
		})
	}
}

// A start whose answer was lost is made again, and a run that begins again starts
// again: its heart is not as old as the outage before.
func testStartTwice(t *testing.T, open opener) {
	l, w := openLedger(t, open)
	start(t, l, active("r1"))
	l.Now = func() time.Time { return noon.Add(time.Hour) }
	start(t, l, active("r1"))
	if n := w.count(t, "sqlgate.active_runs"); n != 1 {
		t.Errorf("%d active runs", n)
	}
	if again, err := l.Active(t.Context()); err != nil || !again[0].HeartbeatAt.Equal(noon.Add(time.Hour)) {
		t.Errorf("%+v, %v", again, err)
	}
}

// failing is a warehouse on which the first statements fail.
type failing struct {
	adapters.DestinationAdapter
	code  adapters.Code
	fails int
	calls int
}

func (f *failing) Exec(ctx context.Context, statements ...adapters.Statement) ([]int64, error) {
	if f.calls++; f.calls <= f.fails {
		return nil, &adapters.WarehouseError{Code: f.code}
	}
	return f.DestinationAdapter.Exec(ctx, statements...)
}

// What another process disturbs is tried again; a right that is missing is
// missing the next time.
func testWhatIsTriedAgain(t *testing.T, open opener) {
	l, w := openLedger(t, open)
	for _, c := range []struct {
		code         adapters.Code
		fails, calls int
		ok           bool
	}{
		{adapters.CodeConstraint, 2, 3, true},
		{adapters.CodePrivilege, 2, 1, false},
		{adapters.CodeReadOnly, 2, 1, false},
	} {
		f := &failing{DestinationAdapter: w, code: c.code, fails: c.fails}
		l.Adapter = f
		if err := l.Start(t.Context(), active("r1")); (err == nil) != c.ok || f.calls != c.calls {
			t.Errorf("%s: %d calls, %v", c.code, f.calls, err)
		}
	}
}

// A commit that got no answer has taken place where the run is recorded, and has
// not where it is not and its locks are free.
func testSettle(t *testing.T, open opener) {
	l, w := openLedger(t, open)
	locks := []string{"analytics.orders"}
	if err := l.EnsureLocks(t.Context(), locks); err != nil {
		t.Fatal(err)
	}
	b := w.lock(t, l, locks...)
	var locked *adapters.LockedError
	if _, err := l.Settle(t.Context(), "r1", locks); !errors.As(err, &locked) {
		t.Errorf("while its transaction goes on: %v", err)
	}
	if err := l.Record(t.Context(), fullRun("r1")); err != nil {
		t.Fatal(err)
	}
	if recorded, err := l.Settle(t.Context(), "r1", locks); recorded != ledger.Split || err != nil {
		t.Errorf("recorded, and another run has the locks: %q, %v", recorded, err)
	}
	if err := b.Abandon(t.Context()); err != nil {
		t.Fatal(err)
	}
	if recorded, err := l.Settle(t.Context(), "r2", locks); recorded != "" || err != nil {
		t.Errorf("not recorded: %q, %v", recorded, err)
	}
	start(t, l, active("r2"))
	if n, err := l.SweepInterrupted(t.Context(), dead); n != 1 || err != nil {
		t.Fatalf("swept %d, %v", n, err)
	}
	if recorded, err := l.Settle(t.Context(), "r2", locks); recorded != ledger.Interrupted || err != nil {
		t.Errorf("swept by another: %q, %v", recorded, err)
	}
}

func testSweepRecordsDeadRun(t *testing.T, open opener) {
	l, w := openLedger(t, open)
	start(t, l, active("r1"))
	n, err := l.SweepInterrupted(t.Context(), dead)
	if n != 1 || err != nil {
		t.Fatalf("swept %d, %v", n, err)
	}
	got, err := l.RunByID(t.Context(), "r1")
	if err != nil {
		t.Fatal(err)
	}
	want := &ledger.Run{
		RunID: "r1", Gate: "orders", Kind: ledger.KindRun, Warehouse: "local", Source: "staging.orders", Target: "analytics.orders",
		Rejected: "analytics.orders_rejected", Mode: "append", BatchID: "b", Outcome: ledger.Interrupted, Reason: ledger.ReasonProcessLost,
		StartedAt: noon, FinishedAt: noon, Host: "here", OSUser: "me", SqlgateVersion: "0.1.0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if n := w.count(t, "sqlgate.active_runs"); n != 0 {
		t.Errorf("%d active runs left", n)
	}
	if n, err := l.SweepInterrupted(t.Context(), dead); n != 0 || err != nil {
		t.Errorf("a second sweep: %d, %v", n, err)
	}
}

func testSweepLeavesTheLiving(t *testing.T, open opener) {
	l, w := openLedger(t, open)
	a := active("r1")
	a.Host = l.Host
	start(t, l, a)
	if n, err := l.SweepInterrupted(t.Context(), nil); n != 0 || err != nil {
		t.Fatalf("swept %d, %v", n, err)
	}
	if n := w.count(t, "sqlgate.active_runs"); n != 1 {
		t.Error("the run is no longer active")
	}
}

func testSweepLeavesTheLocked(t *testing.T, open opener) {
	l, w := openLedger(t, open)
	start(t, l, active("r1"))
	b := w.lock(t, l, "analytics.orders")
	if n, err := l.SweepInterrupted(t.Context(), dead); n != 0 || err != nil {
		t.Fatalf("swept %d, %v", n, err)
	}
	if err := b.Abandon(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n, err := l.SweepInterrupted(t.Context(), dead); n != 1 || err != nil {
		t.Fatalf("swept %d, %v", n, err)
	}
}

func testSweepDropsRunsThatEnded(t *testing.T, open opener) {
	l, w := openLedger(t, open)
	start(t, l, active("r1"))
	if err := l.Record(t.Context(), fullRun("r1")); err != nil {
		t.Fatal(err)
	}
	if n, err := l.SweepInterrupted(t.Context(), dead); n != 0 || err != nil {
		t.Fatalf("swept %d, %v", n, err)
	}
	if n := w.count(t, "sqlgate.active_runs"); n != 0 {
		t.Errorf("%d active runs left", n)
	}
	if r, err := l.RunByID(t.Context(), "r1"); err != nil || r.Outcome != ledger.Split {
		t.Errorf("the record changed: %v, %v", r, err)
	}
}

func testPurgeWaitsForWriter(t *testing.T, open opener) {
	l, w := openLedger(t, open)
	makeRejected(t, l, w)
	if err := l.EnsureLocks(t.Context(), []string{w.LockName(rejected)}); err != nil {
		t.Fatal(err)
	}
	b := w.lock(t, l, w.LockName(rejected))
	defer func() { _ = b.Abandon(t.Context()) }()
	var locked *adapters.LockedError
	if _, err := l.RejectedPurge(t.Context(), rejected, ledger.PurgeFilter{}); !errors.As(err, &locked) {
		t.Errorf("purge: %v", err)
	}
	if _, err := l.RejectedRotate(t.Context(), rejected, noon); !errors.As(err, &locked) {
		t.Errorf("rotate: %v", err)
	}
}
