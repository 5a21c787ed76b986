package ledger

// Reasons of outcomes.
const (
	ReasonNoRows           = "no_rows"           // skipped: the batch had no row
	ReasonAlreadyCompleted = "already_completed" // skipped: the batch id was completed before
	ReasonDependencyFailed = "dependency_failed" // skipped: a gate on which it depends failed
	ReasonRule             = "rule"              // aborted: a row failed a fail rule
	ReasonCheck            = "check"             // aborted: a fail check failed
	ReasonRejectLimit      = "reject_limit"      // aborted: more rows rejected than allowed
	ReasonTerminated       = "sigterm"           // interrupted by SIGTERM
	ReasonCancelled        = "cancelled"         // interrupted by SIGINT or the caller
	ReasonProcessLost      = "process_lost"      // interrupted: the process ended before the run did
)
