package ledger

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/adapters"
)

// beatTimeout ends a heartbeat that hangs; a run that ends waits no longer for it.
const beatTimeout = 2 * time.Second

// Active is a run that has begun: what the ledger says of it while it works,
// and what is left of it should its process die.
type Active struct {
	RunID          string
	Gate           string
	Kind           Kind
	Warehouse      string
	Source         string
	Target         string
	Rejected       string
	Mode           string
	Partition      string
	BatchID        string
	StartedAt      time.Time
	HeartbeatAt    time.Time // set by Start and each beat
	Host           string    // set by Start where empty
	OSUser         string
	PID            int // set by Start where 0
	SqlgateVersion string
	LockNames      []string // the lock rows that the run's work transaction holds
}

// Start writes that a run has begun, or that it begins again.
func (l *Ledger) Start(ctx context.Context, a Active) error {
	if a.Host == "" {
		a.Host = l.Host
	}
	if a.PID == 0 {
		a.PID = os.Getpid()
	}
	insert := l.insertActive(a, l.Now())
	err := persist(ctx, func() error {
		// The row is there where the run begins again, or the answer was lost.
		_, err := l.Adapter.Exec(ctx, l.deleteActive(a.RunID), insert)
		return err
	})
	if err != nil {
		return fmt.Errorf("record the start of run %s: %w", a.RunID, err)
	}
	return nil
}

// Beat keeps the heartbeat of a run that has started until stop is called, even
// if ctx ends before. stop must be called once.
func (l *Ledger) Beat(ctx context.Context, runID string) (stop func()) {
	done := make(chan struct{})
	var heart sync.WaitGroup
	heart.Go(func() { l.beat(context.WithoutCancel(ctx), runID, done) })
	return func() {
		close(done)
		heart.Wait()
	}
}

// End removes a run from the active ones, once it is recorded. A run that is
// left there is recorded as interrupted when it is no longer alive, unless it
// has been recorded.
func (l *Ledger) End(ctx context.Context, runID string) error {
	if err := l.removeActive(ctx, runID); err != nil {
		return fmt.Errorf("record the end of run %s: %w", runID, err)
	}
	return nil
}

// beat renews a run's heartbeat until done is closed. A beat that fails is
// made good by the next one. The end does not cancel a beat under way: a
// statement cancelled in its transaction costs DuckDB the connection.
func (l *Ledger) beat(ctx context.Context, runID string, done <-chan struct{}) {
	tick := time.NewTicker(l.Heartbeat)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
			l.beatOnce(ctx, runID)
		}
	}
}

func (l *Ledger) beatOnce(ctx context.Context, runID string) {
	ctx, cancel := context.WithTimeout(ctx, beatTimeout)
	defer cancel()
	update := l.sql().Update(l.table("active_runs")).
		Set(l.ident("heartbeat_at"), l.Now().UTC()).
		Where(sq.Eq{l.ident("run_id"): runID})
	_, _ = l.Adapter.Exec(ctx, statement(update))
}

func (l *Ledger) removeActive(ctx context.Context, runID string) error {
	return persist(ctx, func() error {
		_, err := l.Adapter.Exec(ctx, l.deleteActive(runID))
		return err
	})
}

func (l *Ledger) deleteActive(runID string) adapters.Statement {
	return statement(l.sql().Delete(l.table("active_runs")).Where(sq.Eq{l.ident("run_id"): runID}))
}

var activeColumns = []string{
	"run_id", "gate", "kind", "warehouse", "source", "target", "rejected", "mode", "partition_key", "batch_id",
	"started_at", "heartbeat_at", "host", "os_user", "pid", "sqlgate_version", "lock_names",
}

func (l *Ledger) insertActive(a Active, heartbeat time.Time) adapters.Statement {
	return statement(l.sql().Insert(l.table("active_runs")).Columns(l.idents(activeColumns...)...).Values(
		a.RunID, a.Gate, string(a.Kind), text(a.Warehouse), text(a.Source), text(a.Target), text(a.Rejected), text(a.Mode),
		text(a.Partition), text(a.BatchID), a.StartedAt.UTC(), heartbeat.UTC(), a.Host, text(a.OSUser), int64(a.PID),
		text(a.SqlgateVersion), jsonArray(a.LockNames),
	))
}

// Active returns the runs that have begun and not ended, oldest first.
func (l *Ledger) Active(ctx context.Context) ([]Active, error) {
	var out []Active
	query := l.sql().Select(l.idents(activeColumns...)...).From(l.table("active_runs")).
		OrderBy(l.idents("started_at", "run_id")...)
	err := l.Adapter.Query(ctx, statement(query), func(scan adapters.Scan) error {
		a, err := scanActive(scan)
		out = append(out, a)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read active runs: %w", err)
	}
	return out, nil
}

func scanActive(scan adapters.Scan) (Active, error) {
	var a Active
	var locks string
	err := scan(
		&a.RunID, &a.Gate, &a.Kind, orEmpty(&a.Warehouse), orEmpty(&a.Source), orEmpty(&a.Target), orEmpty(&a.Rejected), orEmpty(&a.Mode),
		orEmpty(&a.Partition), orEmpty(&a.BatchID), &a.StartedAt, &a.HeartbeatAt, &a.Host, orEmpty(&a.OSUser), &a.PID,
		orEmpty(&a.SqlgateVersion), &locks,
	)
	if err != nil {
		return a, err
	}
	a.StartedAt, a.HeartbeatAt = a.StartedAt.UTC(), a.HeartbeatAt.UTC()
	return a, json.Unmarshal([]byte(locks), &a.LockNames)
}

func hostname() string {
	name, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return name
}
