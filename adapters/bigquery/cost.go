package bigquery

import (
	"context"
	"fmt"
	"regexp"

	"github.com/sqlgate/sqlgate/adapters"
)

// Prepare has BigQuery check a statement by a dry run, which costs nothing. One
// that would be billed more than the warehouse's limit is refused.
func (a *Adapter) Prepare(ctx context.Context, s adapters.Statement) error {
	n, err := a.Estimate(ctx, s)
	if limit := a.config.MaximumBytesBilled; err == nil && limit > 0 && n > limit {
		return &adapters.WarehouseError{
			Code: adapters.CodeLimit,
			Text: fmt.Sprintf("it would process %s, and maximum_bytes_billed is %s", adapters.BytesText(n), adapters.BytesText(limit)),
			Hint: "read fewer rows with --partition or a filter of the source, or raise maximum_bytes_billed of the warehouse in sqlgate.yaml; nothing was read",
		}
	}
	return err
}

// createTemp begins a statement that only a script can have; its query can be
// checked alone.
var createTemp = regexp.MustCompile("^CREATE TEMP TABLE `[^`]*` AS\\s")

// Estimate is how many bytes a statement would process, by a dry run.
func (a *Adapter) Estimate(ctx context.Context, s adapters.Statement) (int64, error) {
	r, err := a.run(ctx, job{sql: createTemp.ReplaceAllString(s.SQL, ""), args: s.Args, dry: true})
	if err != nil {
		return 0, err
	}
	return r.Processed, nil
}

// Billed is what the adapter's jobs were billed that have ended.
func (a *Adapter) Billed() int64 { return a.billed.Load() }
