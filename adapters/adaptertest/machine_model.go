package adaptertest

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/runner"
)

// allDays is a run without a partition.
const allDays = -1

// row is a row of the machine's tables. Day 0 is NULL.
type row struct{ id, day, v, n int }

func dayText(day int) string { return fmt.Sprintf("2026-01-%02d", day) }

func (r row) sql() string {
	day := "NULL"
	if r.day > 0 {
		day = "DATE '" + dayText(r.day) + "'"
	}
	return fmt.Sprintf("(%d, %s, %d, %d)", r.id, day, r.v, r.n)
}

func (r row) String() string {
	day := "NULL"
	if r.day > 0 {
		day = dayText(r.day)
	}
	return fmt.Sprintf("%d %s %d %d", r.id, day, r.v, r.n)
}

func rowTexts(rows []row) []string {
	var out []string
	for _, r := range rows {
		out = append(out, r.String())
	}
	return out
}

// refused is a row of the rejected table.
type refused struct {
	row
	failed, run, batch, partition, resolution, resolvedBy string
	attempts                                              int
}

func (r refused) String() string {
	or := func(s string) string { return cmp.Or(s, "-") }
	return strings.Join([]string{r.row.String(), r.failed, r.run, or(r.batch), or(r.partition), or(r.resolution), or(r.resolvedBy), strconv.Itoa(r.attempts)}, " ")
}

// record is a run in the ledger, with what it wrote.
type record struct {
	id, kind, outcome, reason                     string
	staged, passed, rejected, superseded, deleted int

	batch      []row
	passedRows []row
	refused    []refused
}

func (r record) String() string {
	return fmt.Sprintf("%s %s %s %s %d %d %d %d %d", r.id, r.kind, r.outcome, cmp.Or(r.reason, "-"), r.staged, r.passed, r.rejected, r.superseded, r.deleted)
}

// world is the model: what the tables and the ledger hold.
type world struct {
	mode      gate.Mode
	deletes   bool
	versions  int // rows made so far
	staging   []row
	target    []row
	rejected  []refused
	runs      []record
	completed map[string]string // run by partition and batch id
}

func partitionText(day int) string {
	switch day {
	case allDays:
		return ""
	case 0:
		return "day=null"
	default:
		return "day=" + dayText(day)
	}
}

// run is what a run gives. It changes nothing.
func (w *world) run(id string, day int, o runner.Options) record {
	r := record{id: id, kind: "run"}
	if o.BatchID != "" && !o.Force && w.completed[partitionText(day)+" "+o.BatchID] != "" {
		r.outcome, r.reason = "skipped", ledger.ReasonAlreadyCompleted
		return r
	}
	latest := map[int]int{}
	aborts := false
	for _, s := range w.staging {
		if day != allDays && s.day != day {
			continue
		}
		r.batch = append(r.batch, s)
		if n, ok := latest[s.id]; !ok || s.n > n {
			latest[s.id] = s.n
		}
		aborts = aborts || s.n < 0
	}
	r.staged = len(r.batch)
	for _, s := range r.batch {
		failed, resolution := w.judge(s, latest)
		if len(failed) == 0 {
			r.passedRows = append(r.passedRows, s)
			continue
		}
		x := refused{row: s, failed: strings.Join(failed, ","), run: id, batch: o.BatchID, partition: partitionText(day), resolution: resolution}
		if resolution != "" {
			x.resolvedBy = id
			r.superseded++
		}
		r.refused = append(r.refused, x)
	}
	w.decide(&r, aborts)
	if w.deletes {
		r.deleted = r.staged
	}
	if !w.writes(r) {
		r.deleted = 0
	}
	return r
}

// decide is what a record's rows come to.
func (w *world) decide(r *record, aborts bool) {
	rejected := len(r.refused)
	switch {
	case aborts:
		r.outcome, r.reason = "aborted", ledger.ReasonRule
	case r.staged == 0:
		r.outcome, r.reason = "skipped", ledger.ReasonNoRows
	case rejected == r.staged && !slices.ContainsFunc(r.refused, func(x refused) bool { return x.failed == "upsert" }):
		r.outcome = "no_valid_rows"
	case rejected > 0:
		r.outcome = "split"
	default:
		r.outcome = "passed"
	}
	if !w.writes(*r) {
		r.superseded = 0
		return
	}
	r.passed, r.rejected = len(r.passedRows), rejected
}

// judge are the rules that a row of a batch fails, and what becomes of it if it
// loses to another of its key.
func (w *world) judge(s row, latest map[int]int) (failed []string, resolution string) {
	if s.v < 0 {
		failed = append(failed, "v.min")
	}
	if s.n < latest[s.id] {
		failed, resolution = append(failed, "primary_key"), "superseded"
	}
	if w.mode == gate.Upsert && slices.ContainsFunc(w.target, func(t row) bool { return t.id == s.id && t.n > s.n }) {
		failed, resolution = append(failed, "upsert"), "superseded"
	}
	return failed, resolution
}

func (w *world) writes(r record) bool {
	return r.outcome == "passed" || r.outcome == "split" || r.outcome == "no_valid_rows"
}

// commit does to the world what a run wrote.
func (w *world) commit(r record, day int, o runner.Options) {
	w.runs = append(w.runs, r)
	if !w.writes(r) {
		return
	}
	for i, x := range w.rejected {
		if x.resolution == "" && w.obsolete(x, r, day, o) {
			w.rejected[i].resolution, w.rejected[i].resolvedBy = "superseded", r.id
		}
	}
	w.rejected = append(w.rejected, r.refused...)
	if r.outcome != "no_valid_rows" {
		w.target = slices.DeleteFunc(w.target, func(t row) bool { return w.replaced(t, r, day) })
	}
	w.target = append(w.target, r.passedRows...)
	if w.deletes {
		w.staging = slices.DeleteFunc(w.staging, func(s row) bool { return slices.Contains(r.batch, s) })
	}
	w.completed[partitionText(day)+" "+cmp.Or(o.BatchID, r.id)] = r.id
}

func (w *world) obsolete(x refused, r record, day int, o runner.Options) bool {
	if o.Force && o.BatchID != "" && x.batch == o.BatchID && x.partition == partitionText(day) {
		return true
	}
	switch w.mode {
	case gate.Replace:
		return true
	case gate.ReplacePartition:
		return x.day == day
	case gate.Upsert:
		return slices.ContainsFunc(r.batch, func(s row) bool { return s.id == x.id && s.n >= x.n })
	default:
		return false
	}
}

func (w *world) replaced(t row, r record, day int) bool {
	switch w.mode {
	case gate.Replace:
		return true
	case gate.ReplacePartition:
		return t.day == day
	case gate.Upsert:
		return slices.ContainsFunc(r.passedRows, func(s row) bool { return s.id == t.id })
	default:
		return false
	}
}

// hasTwins reports whether a row is among the unresolved ones twice.
func (w *world) hasTwins() bool {
	seen := map[int]bool{}
	for _, x := range w.rejected {
		if x.resolution != "" {
			continue
		}
		if seen[x.n] {
			return true
		}
		seen[x.n] = true
	}
	return false
}

// replay is what a replay gives. Keys are compared with the target and all
// unresolved rows.
func (w *world) replay(id string, day int) record {
	r := record{id: id, kind: "replay"}
	latest := map[int]int{}
	for _, x := range w.rejected {
		if n, ok := latest[x.id]; x.resolution == "" && (!ok || x.n > n) {
			latest[x.id] = x.n
		}
	}
	for _, x := range w.rejected {
		if x.resolution != "" || day != allDays && x.day != day {
			continue
		}
		r.batch = append(r.batch, x.row)
		failed, resolution := w.judge(x.row, latest)
		if w.mode != gate.Upsert && !slices.Contains(failed, "primary_key") && slices.ContainsFunc(w.target, func(t row) bool { return t.id == x.id }) {
			failed = append(failed, "primary_key")
		}
		if len(failed) == 0 {
			r.passedRows = append(r.passedRows, x.row)
			continue
		}
		x.failed, x.resolution = strings.Join(failed, ","), resolution
		if resolution != "" {
			r.superseded++
			x.resolvedBy = id
		}
		r.refused = append(r.refused, x)
	}
	r.staged = len(r.batch)
	w.decide(&r, false)
	return r
}

// commitReplay does to the world what a replay wrote.
func (w *world) commitReplay(r record, day int) {
	w.runs = append(w.runs, r)
	if !w.writes(r) {
		return
	}
	for i := range w.rejected {
		x := &w.rejected[i]
		if x.resolution != "" {
			continue
		}
		kept := slices.IndexFunc(r.refused, func(k refused) bool { return k.n == x.n })
		switch {
		case slices.Contains(r.passedRows, x.row):
			x.resolution, x.resolvedBy = "replayed", r.id
			x.attempts++
		case kept >= 0:
			*x = r.refused[kept]
			x.attempts++
		case w.mode == gate.Upsert && day != allDays && slices.ContainsFunc(r.passedRows, func(p row) bool { return p.id == x.id && p.n >= x.n }):
			x.resolution, x.resolvedBy = "superseded", r.id
		}
	}
	if w.mode == gate.Upsert {
		w.target = slices.DeleteFunc(w.target, func(t row) bool { return w.replaced(t, r, day) })
	}
	w.target = append(w.target, r.passedRows...)
}
