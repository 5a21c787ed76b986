package adapters

import "fmt"

// HoldsLock checks that a statement found the one row of a lock: a run that
// locks no row keeps no other away.
func HoldsLock(name string, rows int64) error {
	if rows == 1 {
		return nil
	}
	return &WarehouseError{
		Op: "lock " + name, Code: CodeOther,
		Text: fmt.Sprintf("the ledger has %d locks of that name, not one", rows),
		Hint: "nothing was changed; run it again, and leave the ledger's locks alone",
	}
}

// ProveUpdated holds that no more of the target's rows were updated than the batch
// has rows to write.
func ProveUpdated(d Decision, updated int64) error {
	if updated <= d.Staged-d.Expect.Rejected {
		return nil
	}
	return &ConservationError{
		Staged: d.Staged, Passed: updated, Rejected: d.Expect.Rejected,
		Detail: "the target has several rows of one key, and all of them would be updated: remove all but one",
	}
}

// Prove holds the engine's counts of what it wrote against what was staged.
func Prove(d Decision, w Written) error {
	fault := func(detail string) error {
		return &ConservationError{Staged: d.Staged, Passed: w.Passed, Rejected: w.Rejected, Detail: detail}
	}
	switch {
	case w.Rejected != d.Expect.Rejected:
		return fault(fmt.Sprintf("%d rows were to be rejected; a rule or filter that gives another result each time is likely", d.Expect.Rejected))
	case w.Passed+w.Rejected != d.Staged:
		return fault("a filter that gives another result each time, a trigger that swallows rows, or a source that changed is likely")
	case d.DeleteBatch && w.Deleted != d.Staged:
		return fault(fmt.Sprintf("%d rows would be deleted from the source; its filter gives another result each time", w.Deleted))
	}
	return nil
}
