package adapters

import (
	"context"

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
	if d.Target {
		for _, s := range append(p.TargetDDL, p.DeleteTarget()) {
			if s == "" {
				continue
			}
			if _, err := exec(ctx, "prepare the target", Statement{SQL: s}); err != nil {
				return w, err
			}
		}
		n, err := exec(ctx, "write the target", Statement{SQL: p.InsertPassed(rejecting)})
		if err != nil {
			return w, err
		}
		w.Passed = n
	}
	if d.Rejected {
		for _, s := range p.RejectedDDL {
			if _, err := exec(ctx, "prepare the rejected table", Statement{SQL: s}); err != nil {
				return w, err
			}
		}
		s := Statement{SQL: p.InsertRejected(rejecting), Args: d.Run.Args(p.RejectedValues(rejecting))}
		n, err := exec(ctx, "write the rejected rows", s)
		if err != nil {
			return w, err
		}
		w.Rejected = n
	}
	if d.DeleteBatch {
		n, err := exec(ctx, "delete the batch from the source", Statement{SQL: p.DeleteBatch()})
		if err != nil {
			return w, err
		}
		w.Deleted = n
	}
	return w, nil
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
