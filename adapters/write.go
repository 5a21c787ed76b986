package adapters

import (
	"context"
	"fmt"

	"github.com/sqlgate/sqlgate/compile"
)

// Exec runs a statement and returns how many rows it changed; step says in an
// error what the statement was for.
type Exec func(ctx context.Context, step string, s Statement) (int64, error)

// WriteRows writes what was decided, in the work transaction.
func WriteRows(ctx context.Context, exec Exec, p *compile.Plan, d Decision) (Written, error) {
	var w Written
	rejecting := d.Rejecting
	if d.Expect.Rejected == 0 {
		rejecting = nil
	}
	var err error
	if p.IsReplay() {
		err = readyRejected(ctx, exec, p, d, p.SupersedeBeside(rejecting), []compile.RunValue{compile.RunID})
	} else {
		err = readyRejected(ctx, exec, p, d, p.Supersede(d.Again), p.SupersedeValues(d.Again))
	}
	if err != nil {
		return w, err
	}
	if d.Target {
		for _, s := range append(p.TargetDDL, p.DeleteTarget()) {
			if s == "" {
				continue
			}
			if _, err := exec(ctx, "prepare the target", Statement{SQL: s}); err != nil {
				return w, err
			}
		}
		updated, err := update(ctx, exec, p, d, rejecting)
		if err != nil {
			return w, err
		}
		n, err := exec(ctx, "write the target", insertPassed(p, d, rejecting))
		if err != nil {
			return w, err
		}
		w.Passed = updated + n
	}
	if w.Rejected, err = writeRejected(ctx, exec, p, d, rejecting, w.Passed); err != nil {
		return w, err
	}
	if d.DeleteBatch {
		n, err := exec(ctx, "delete the batch from the source", d.Run.Statement(p, p.DeleteBatch()))
		if err != nil {
			return w, err
		}
		w.Deleted = n
	}
	return w, nil
}

func insertPassed(p *compile.Plan, d Decision, rejecting []int) Statement {
	if len(rejecting) == 0 || d.Run.RejectedRows == "" {
		return d.Run.Statement(p, p.InsertPassed(rejecting, false))
	}
	return d.Run.Statement(p, p.InsertPassed(rejecting, true), compile.RejectedRows)
}

// readyRejected readies the rejected table and marks what is obsolete in it.
func readyRejected(ctx context.Context, exec Exec, p *compile.Plan, d Decision, mark string, values []compile.RunValue) error {
	if !d.Rejected && mark == "" && !p.IsReplay() {
		return nil
	}
	for _, s := range p.RejectedDDL {
		if _, err := exec(ctx, "prepare the rejected table", Statement{SQL: s}); err != nil {
			return err
		}
	}
	if mark == "" {
		return nil
	}
	_, err := exec(ctx, "mark rejected rows as superseded", d.Run.Statement(p, mark, values...))
	return err
}

// writeRejected writes the rejected rows, and returns how many they are. Those of
// a replay are in their table already, and so are the passed ones, which are marked.
func writeRejected(ctx context.Context, exec Exec, p *compile.Plan, d Decision, rejecting []int, passed int64) (int64, error) {
	if p.IsReplay() && d.Target {
		mark := d.Run.Statement(p, p.MarkReplayed(rejecting), compile.RunID)
		n, err := exec(ctx, "mark rejected rows as replayed", mark)
		if err != nil {
			return 0, err
		}
		if n != passed {
			return 0, &ConservationError{
				Staged: d.Staged, Passed: passed, Rejected: d.Expect.Rejected,
				Detail: fmt.Sprintf("%d rows would be marked as replayed; a trigger that swallows rows is likely", n),
			}
		}
	}
	if !d.Rejected {
		return 0, nil
	}
	sql, values := p.InsertRejected(rejecting), p.RejectedValues(rejecting)
	if p.IsReplay() {
		sql, values = p.KeepRejected(rejecting), p.KeptValues(rejecting)
	}
	return exec(ctx, "write the rejected rows", d.Run.Statement(p, sql, values...))
}

// update updates the target's rows of an upsert. More of them than the batch has
// rows to write have a key in common.
func update(ctx context.Context, exec Exec, p *compile.Plan, d Decision, rejecting []int) (int64, error) {
	s := p.UpdateTarget(rejecting)
	if s == "" {
		return 0, nil
	}
	n, err := exec(ctx, "update the target", d.Run.Statement(p, s))
	if err == nil {
		err = ProveUpdated(d, n)
	}
	return n, err
}

// ReadSamples reads up to n failing rows of each rule from a batch that is
// staged, as JSON objects by the rule's position.
func ReadSamples(ctx context.Context, on Reader, p *compile.Plan, n int) (map[int][]string, error) {
	out := map[int][]string{}
	if n == 0 {
		return out, nil
	}
	err := on.Query(ctx, Statement{SQL: p.Samples(n)}, func(scan Scan) error {
		var position int
		var row string
		if err := scan(&position, &row); err != nil {
			return err
		}
		out[position] = append(out[position], row)
		return nil
	})
	return out, err
}
