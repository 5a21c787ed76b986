package adapters

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/sqlgate/sqlgate/compile"
)

// ReadStatistics reads the statistics of the rows that a batch that is staged
// will write into the target; none where the plan has none.
func ReadStatistics(ctx context.Context, on Reader, p *compile.Plan, d Decision) ([]compile.ColumnStatistics, error) {
	var out []compile.ColumnStatistics
	for _, r := range p.Statistics(d.Rejecting) {
		texts := make([]*string, r.Width())
		err := on.Query(ctx, Statement{SQL: r.SQL, Args: d.Run.Args(r.Values)}, func(scan Scan) error {
			return scan(pointers(texts)...)
		})
		if err != nil {
			return nil, fmt.Errorf("read the statistics: %w", err)
		}
		statistics, err := r.Statistics(texts)
		if err != nil {
			return nil, err
		}
		out = append(out, statistics...)
	}
	return out, nil
}

// ReadRows reads a sample of rows as JSON objects.
func ReadRows(ctx context.Context, on Reader, sample Statement) ([]json.RawMessage, error) {
	var out []json.RawMessage
	err := on.Query(ctx, sample, func(scan Scan) error {
		var row string
		err := scan(&row)
		out = append(out, JSONRow(row))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read a sample of rows: %w", err)
	}
	return out, nil
}
