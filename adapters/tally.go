package adapters

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/sqlgate/sqlgate/compile"
)

// ReadTally reads the counts of a batch that is staged on a connection whose
// temporary tables are those of the plan.
func ReadTally(ctx context.Context, on Reader, p *compile.Plan, run RunValues) (Tally, error) {
	t := Tally{Failed: map[int]int64{}, Unknown: map[int]int64{}, Judged: map[int]int64{}, Checks: map[int][]Observation{}}
	if err := t.countBatch(ctx, on, p, run); err != nil {
		return t, err
	}
	if err := ReadFigures(ctx, on, p.BatchReadings(), run, t.Checks); err != nil {
		return t, err
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
	err := on.Query(ctx, Statement{SQL: p.TallyRules()}, func(scan Scan) error {
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

// countBatch reads the number of rows, and what else the same statement tells.
func (t *Tally) countBatch(ctx context.Context, on Reader, p *compile.Plan, run RunValues) error {
	filtered, slots := p.Filtered(), p.CountSlots()
	counts := make([]int64, 1+len(filtered))
	texts := make([]*string, len(slots))
	err := on.Query(ctx, run.Statement(p, p.CountBatch(), p.CountValues()...), func(scan Scan) error {
		return scan(slices.Concat(pointers(counts), pointers(texts))...)
	})
	if err != nil && len(slots) > 0 {
		return fmt.Errorf("count the batch and read its checks: %w", err)
	}
	if err != nil {
		return err
	}
	t.Staged = counts[0]
	for i, position := range filtered {
		t.Judged[position] = counts[i+1]
	}
	return observe(t.Checks, nil, slots, texts, t.Staged)
}

// ReadFigures reads the figures of checks into observed, by their indexes.
func ReadFigures(ctx context.Context, on Reader, readings []compile.Reading, run RunValues, observed map[int][]Observation) error {
	for _, r := range readings {
		err := on.Query(ctx, Statement{SQL: r.SQL, Args: run.Args(r.Values)}, func(scan Scan) error {
			texts := make([]*string, r.Groups+len(r.Slots))
			if err := scan(pointers(texts)...); err != nil {
				return err
			}
			return observe(observed, texts[:r.Groups], r.Slots, texts[r.Groups:], 0)
		})
		if err != nil {
			return fmt.Errorf("read %s: %w", r.Name, err)
		}
	}
	return nil
}

// observe adds a row of figures to the observations of its checks. judged are
// the rows that a check looks at unless a slot says otherwise.
func observe(observed map[int][]Observation, group []*string, slots []compile.Slot, texts []*string, judged int64) error {
	row := map[int]*Observation{}
	var order []int
	for i, slot := range slots {
		n := judged
		if slot.Judged {
			var err error
			if n, err = strconv.ParseInt(*texts[i], 10, 64); err != nil {
				return fmt.Errorf("read the rows of a check: %w", err)
			}
		}
		if slot.Check == compile.AllChecks {
			judged = n
			continue
		}
		o := row[slot.Check]
		if o == nil {
			o = &Observation{Group: group, Judged: judged}
			row[slot.Check] = o
			order = append(order, slot.Check)
		}
		if slot.Judged {
			o.Judged = n
		} else {
			o.Figures = append(o.Figures, texts[i])
		}
	}
	for _, check := range order {
		observed[check] = append(observed[check], *row[check])
	}
	return nil
}

// pointers are what a scan fills.
func pointers[T any](values []T) []any {
	out := make([]any, len(values))
	for i := range values {
		out[i] = &values[i]
	}
	return out
}

// readCounts reads one row of n counts.
func readCounts(ctx context.Context, on Reader, s Statement, n int) ([]int64, error) {
	counts := make([]int64, n)
	return counts, on.Query(ctx, s, func(scan Scan) error { return scan(pointers(counts)...) })
}

// ReadCounts counts the rows of a batch that is staged by what becomes of them.
// ruleSet reads a row of positions, in the driver's form of a list, and rows.
func ReadCounts(ctx context.Context, on Reader, p *compile.Plan, rejecting []int, ruleSet func(Scan, *RuleSet) error) (Counts, error) {
	counts, err := readCounts(ctx, on, Statement{SQL: p.CountRows(rejecting)}, 3)
	if err != nil {
		return Counts{}, err
	}
	c := Counts{Rejected: counts[0], Superseded: counts[1], Warned: counts[2]}
	err = on.Query(ctx, Statement{SQL: p.RuleSets(rejecting)}, func(scan Scan) error {
		var set RuleSet
		err := ruleSet(scan, &set)
		c.RuleSets = append(c.RuleSets, set)
		return err
	})
	slices.SortFunc(c.RuleSets, func(a, b RuleSet) int {
		return cmp.Or(cmp.Compare(b.Rows, a.Rows), slices.Compare(a.Positions, b.Positions))
	})
	return c, err
}
