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
	// Progress, where set, is told of each phase of a run.
	Progress func(Progress)
}

// Progress is a phase that a run has entered.
type Progress struct {
	Gate  string
	Phase string // preflight, lock, stage, tally, decide, write, prove, record, commit
	Rows  int64  // staged rows, once known
}

// Options are what a caller may change of one run.
type Options struct {
	BatchID     string
	Force       bool
	Where       string        // further filter of the source: SQL of the warehouse
	LockTimeout time.Duration // 0: do not wait
	Timeout     time.Duration // 0: none
	NoLedger    bool          // of a check: do not record it
	NoMigrate   bool          // only check the ledger's version
	On          string        // of a check: source (default), target, or a table
	Samples     int           // failing rows per rule in the result, at most
}

// Plan is the plan of a gate against its warehouse with what it would do.
type Plan struct {
	*compile.Plan
	Source compile.Relation
	DDL    []string // statements that create or alter tables, in order
}

var _ = ledger.Passed
