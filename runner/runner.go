// Package runner runs a gate from preflight to commit. It knows no SQL and no
// driver: the plan has the statements, the adapter executes them.
//
// The walk of a run is in run.go: preflight (preflight.go) → lock → stage →
// decide (decide.go) → write, prove, record, commit (the adapter's Write).
// A check (check.go) evaluates the same plan and writes nothing; a replay
// (replay.go) is a run over the rejected table.
package runner

import (
	"context"
	"time"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// Runner runs the gates of one project. Its fields are set once, before use;
// it is safe for concurrent use.
type Runner struct {
	Project *gate.Project
	// Open connects to a warehouse. Only the caller knows the drivers.
	Open func(ctx context.Context, w gate.Warehouse) (adapters.DestinationAdapter, error)
	// Now is the clock; NewID makes run ids (UUIDv7).
	Now   func() time.Time
	NewID func() string
	// Version is sqlgate's own version, for the ledger.
	Version string
	// Origin says where the runs come from, for the ledger.
	Origin Origin
	// Compile are options of compile.Compile, such as the meaning of added rules.
	Compile []compile.Option
	// Begin and Progress are called by several runs at once where these are.
	//
	// Begin, where set, is told of each run before it does anything: its gate as it
	// is evaluated, and its record so far, which it must neither keep nor change.
	Begin func(*gate.Gate, *ledger.Run)
	// Progress, where set, is told of each phase of a run.
	Progress func(Progress)
}

// Origin says where a run comes from.
type Origin struct {
	Host       string
	OSUser     string
	Trigger    string // cli, airflow, github, library, …
	TriggerIDs string // JSON object of the trigger's own ids
	GitSHA     string
}

// Phase is a step of a run.
type Phase string

// The phases of a run, in order. One that begins again enters them again.
const (
	PhaseConnect   Phase = "connect"
	PhasePreflight Phase = "preflight"
	PhaseLock      Phase = "lock"
	PhaseStage     Phase = "stage"
	PhaseDecide    Phase = "decide"
	PhaseWrite     Phase = "write"
	PhaseRecord    Phase = "record"
)

// Progress is a phase that a run has entered.
type Progress struct {
	RunID string
	Gate  string
	Phase Phase
	Rows  int64 // staged rows, once known
}

// Options are what a caller may change of one run.
type Options struct {
	Warehouse   string // run against this warehouse of the project; empty: the gate's
	BatchID     string
	Vars        map[string]string // values of the gate's vars, as --var has them; the others have their defaults
	Partition   gate.Partition    // run only these rows; empty: all
	Force       bool              // run again though the batch id is completed
	Resume      bool              // do nothing where the partition is completed, by whatever batch
	Where       string            // further filter of the source: SQL of the warehouse
	LockTimeout time.Duration     // how long to wait for a lock; 0: not at all
	Timeout     time.Duration     // of the whole run; 0: none
	NoLedger    bool              // of a check, ignored by a run: do not record it
	NoMigrate   bool              // only check the ledger's version
	On          string            // of a check: source (default when empty), target, or a table
	Samples     int               // failing rows per rule in the result, at least
	RejectedBy  string            // of a replay: only the rows that this run rejected
	DryRun      bool              // of a replay: change and record nothing

	replay bool // the rows of the rejected table are judged

	beside gate.TableName // of a check: the gate's target
	mode   gate.Mode      // of a check: the gate's
}

func (r *Runner) begin(e *execution) {
	if r.Begin != nil {
		r.Begin(e.gate, e.run)
	}
}

func (r *Runner) progress(p Progress) {
	if r.Progress != nil {
		r.Progress(p)
	}
}

// warehouse is the gate's warehouse, or the one that the options name.
func (r *Runner) warehouse(g *gate.Gate, o Options) (gate.Warehouse, error) {
	name := g.Warehouse
	if o.Warehouse != "" {
		name = o.Warehouse
	}
	for _, w := range r.Project.Warehouses {
		if w.Name == name {
			return w, nil
		}
	}
	return gate.Warehouse{}, &unknownWarehouseError{name}
}

// deadline bounds a run by its timeout.
func deadline(ctx context.Context, o Options) (context.Context, context.CancelFunc) {
	if o.Timeout <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, o.Timeout)
}
