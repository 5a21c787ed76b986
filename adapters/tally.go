package adapters

import (
	"context"

	"github.com/sqlgate/sqlgate/compile"
)

// ReadTally reads the counts of a batch that is staged on a connection whose
// temporary tables are those of the plan.
func ReadTally(ctx context.Context, on Reader, p *compile.Plan, run RunValues) (Tally, error) {
	t := Tally{Failed: map[int]int64{}, Unknown: map[int]int64{}, Judged: map[int]int64{}}
	filtered := p.Filtered()
	count := Statement{SQL: p.CountBatch()}
	if len(filtered) > 0 {
		count.Args = run.Args(p.BatchValues())
	}
	staged, err := readCounts(ctx, on, count, 1+len(filtered))
	if err != nil {
		return t, err
	}
	t.Staged = staged[0]
	for i, position := range filtered {
		t.Judged[position] = staged[i+1]
	}
	if statement := p.CountUnknown(); statement != "" {
		uncertain := p.Uncertain()
		unknown, err := readCounts(ctx, on, Statement{SQL: statement}, len(uncertain))
		if err != nil {
			return t, err
		}
		for i, position := range uncertain {
			t.Unknown[position] = unknown[i]
		}
	}
	err = on.Query(ctx, Statement{SQL: p.TallyRules()}, func(scan Scan) error {
		var position int
		var rows int64
		if err := scan(&position, &rows); err != nil {
			return err
		}
		t.Failed[position] = rows
		return nil
	})
	return t, err
}

// readCounts reads one row of n counts.
func readCounts(ctx context.Context, on Reader, s Statement, n int) ([]int64, error) {
	counts := make([]int64, n)
	targets := make([]any, n)
	for i := range counts {
		targets[i] = &counts[i]
	}
	return counts, on.Query(ctx, s, func(scan Scan) error { return scan(targets...) })
}
