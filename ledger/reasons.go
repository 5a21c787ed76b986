package ledger

// Reasons of outcomes.
const (
	ReasonNoRows           = "no_rows"           // skipped: the batch had no row
	ReasonAlreadyCompleted = "already_completed" // skipped: the batch id was completed before
	ReasonRejectLimit      = "reject_limit"      // aborted: more rows rejected than allowed
	ReasonTerminated       = "sigterm"           // interrupted by SIGTERM; without it by SIGINT
	ReasonProcessLost      = "process_lost"      // interrupted: the process ended before the run did
)
