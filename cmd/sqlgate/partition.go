package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/runner"
)

// parting limits a command to partitions of its gates.
type parting struct {
	one     string // --partition
	several string // --partitions
	resume  bool
	choices map[string]gate.Partitions // of several, by gate
}

func partitionFlag(cmd *cobra.Command, o *parting) {
	cmd.Flags().StringVar(&o.one, "partition", "", "only these rows: a value for each dimension of partition_by, such as day=2026-01-31,region=eu; null and other select rows in no partition")
}

func partitionsFlags(cmd *cobra.Command, o *parting) {
	partitionFlag(cmd, o)
	cmd.Flags().StringVar(&o.several, "partitions", "", "a run for each partition: present (those that the source has), or such as day=2026-01-01..2026-01-31,region=present")
	cmd.Flags().BoolVar(&o.resume, "resume", false, "of --partitions leave out those that are completed: by the batch id where one is given, else by any run")
}

// readOne reads --partition for a gate. A gate that replaces partitions has none
// to replace without it.
func (o *parting) readOne(g *gate.Gate, writes bool) (gate.Partition, error) {
	if o.one == "" {
		if writes && g.Mode == gate.ReplacePartition {
			return nil, &usageError{
				msg:  fmt.Sprintf("gate %s has mode: replace_partition, and no partition is named", g.Name),
				hint: "--partition " + g.PartitionForm(),
			}
		}
		return nil, nil
	}
	p, err := g.ParsePartition(o.one)
	if err != nil {
		return nil, usagef("--partition: %v", err)
	}
	return p, replacesAll(g, writes)
}

// replacesAll refuses partitions of a gate that would put one in place of all.
func replacesAll(g *gate.Gate, writes bool) error {
	if !writes || g.Mode != gate.Replace {
		return nil
	}
	return &usageError{
		msg:  fmt.Sprintf("gate %s has mode: replace, which would leave only the rows of the partition in %s", g.Name, g.Target),
		hint: "mode: replace_partition replaces those of the partition only",
	}
}

// read reads the flags for the gates. writes says that they are run, not only checked.
func (o *parting) read(gates []*gate.Gate, writes bool) error {
	switch {
	case o.one != "" && o.several != "":
		return usagef("--partition and --partitions exclude each other")
	case o.resume && o.several == "":
		return usagef("--resume is for --partitions")
	}
	o.choices = map[string]gate.Partitions{}
	for _, g := range gates {
		var err error
		if o.several == "" {
			_, err = o.readOne(g, writes)
		} else if o.choices[g.Name], err = g.ParsePartitions(o.several); err != nil {
			err = usagef("--partitions: %v", err)
		} else {
			err = replacesAll(g, writes)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// part is a run that is due, or the record of one that is not.
type part struct {
	partition gate.Partition
	ended     *ledger.Run
}

// parts are the runs of a gate in order: one without --partitions.
func (o *parting) parts(ctx context.Context, r *runner.Runner, g *gate.Gate, options runner.Options) []part {
	if o.several == "" {
		p, _ := o.readOne(g, false) // it is read before
		return []part{{partition: p}}
	}
	list, failed := r.Partitions(ctx, g, o.choices[g.Name], options)
	if failed != nil {
		return []part{{ended: failed}}
	}
	var completed map[string]*ledger.Run
	if o.resume {
		if completed, failed = r.Completed(ctx, g, list, options); failed != nil {
			return []part{{ended: failed}}
		}
	}
	out := make([]part, len(list))
	for i, p := range list {
		out[i] = part{partition: p, ended: completed[p.String()]}
	}
	return out
}

// title names a part among so many.
func (p part) title(g *gate.Gate, i, n int) string {
	title := strings.TrimSpace(g.Name + " " + p.partition.String())
	if n > 1 {
		title += fmt.Sprintf(" (%d of %d)", i+1, n)
	}
	return title
}

// newWarnings takes the warnings out of a run's record that one of the gate's
// earlier partitions has given already.
func newWarnings(run *ledger.Run, seen map[string]bool) {
	run.Warnings = slices.DeleteFunc(run.Warnings, func(w string) bool {
		before := seen[w]
		seen[w] = true
		return before
	})
}
