//go:build cgo

package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/runner"
)

// bench measures the works in turn on one database.
type bench struct {
	engine  engine
	db      adapters.DestinationAdapter
	project *gate.Project
	config  config
	works   []*work
	memory  memory
}

// work is one thing that is measured.
type work struct {
	name     string
	do       func(context.Context, *work) error
	seconds  []float64
	rejected int64
	phases   map[runner.Phase][]float64
}

const copyRows = "INSERT INTO target SELECT * FROM source"

// measure runs every work once to warm up and then repeats times. A copy comes
// before each other work, so that both meet the machine in the same state.
func (b *bench) measure(ctx context.Context) error {
	full, rows := b.gate("full"), b.gate("rows")
	plan, err := b.runner(nil).Preflight(ctx, full, runner.Options{})
	if err != nil {
		return err
	}
	reference := &work{name: "copy", do: b.copy}
	b.works = []*work{
		reference,
		{name: "sqlgate run, 19 row rules and unique", do: b.run(full)},
		{name: "the same, one of the rules a warning", do: b.run(b.gate("warn"))},
		{name: "sqlgate run, 19 row rules", do: b.run(rows)},
		{name: "sqlgate run, 100 row rules and unique", do: b.run(b.gate("many"))},
		{name: "sqlgate check, 19 row rules and unique", do: b.check(full)},
		{name: "sqlgate check, 19 row rules", do: b.check(rows)},
		{name: "a query per rule, then two inserts", do: b.perRule(plan.Plan)},
	}
	for _, name := range slices.Sorted(maps.Keys(b.engine.gates)) {
		b.works = append(b.works, &work{name: "sqlgate run, 19 row rules and unique, " + name, do: b.run(b.gate(name))})
	}
	b.memory.start()
	defer b.memory.stop()
	for i := range b.config.repeats + 1 {
		fmt.Fprintf(os.Stderr, "round %d of %d\n", i, b.config.repeats)
		for _, w := range b.works[1:] {
			for _, one := range []*work{reference, w} {
				if err := b.one(ctx, one, i > 0); err != nil {
					return fmt.Errorf("%s: %w", one.name, err)
				}
			}
		}
	}
	return nil
}

// one measures a work on empty tables.
func (b *bench) one(ctx context.Context, w *work, counts bool) error {
	fresh := append(dropResults(), "CREATE TABLE target AS SELECT * FROM source LIMIT 0")
	if _, err := b.db.Exec(ctx, statements(fresh...)...); err != nil {
		return err
	}
	if err := b.query(ctx, "CHECKPOINT"); err != nil {
		return err
	}
	start := time.Now()
	if err := w.do(ctx, w); err != nil {
		return err
	}
	if !counts {
		w.phases = nil
		return nil
	}
	w.seconds = append(w.seconds, time.Since(start).Seconds())
	return nil
}

// dropResults drops what the works write.
func dropResults() []string {
	var drop []string
	for _, table := range []string{
		"target", "rejected_full", "rejected_warn", "rejected_rows", "rejected_many", "rejected_indexed", "rejected_per_rule",
	} {
		drop = append(drop, "DROP TABLE IF EXISTS "+table)
	}
	return drop
}

func statements(texts ...string) []adapters.Statement {
	list := make([]adapters.Statement, len(texts))
	for i, text := range texts {
		list[i].SQL = text
	}
	return list
}

func (b *bench) query(ctx context.Context, sql string) error {
	return b.db.Query(ctx, adapters.Statement{SQL: sql}, func(adapters.Scan) error { return nil })
}

func (b *bench) gate(name string) *gate.Gate {
	i := slices.IndexFunc(b.project.Gates, func(g *gate.Gate) bool { return g.Name == name })
	return b.project.Gates[i]
}

func (b *bench) runner(progress func(runner.Progress)) *runner.Runner {
	return &runner.Runner{
		Project:  b.project,
		Open:     b.engine.open,
		Now:      time.Now,
		NewID:    func() string { return uuid.Must(uuid.NewV7()).String() },
		Version:  "bench",
		Origin:   runner.Origin{Trigger: "library"},
		Progress: progress,
	}
}

func (b *bench) copy(ctx context.Context, _ *work) error {
	_, err := b.db.Exec(ctx, adapters.Statement{SQL: copyRows})
	return err
}

func (b *bench) run(g *gate.Gate) func(context.Context, *work) error {
	return func(ctx context.Context, w *work) error {
		p := newPhases()
		r := b.runner(p.enter).Run(ctx, g, runner.Options{})
		p.end(w)
		w.rejected = r.RowsRejected
		if err := ended(r); err != nil {
			return err
		}
		if r.RowsStaged != b.config.rows || r.RowsPassed+r.RowsRejected != r.RowsStaged {
			return fmt.Errorf("%d rows staged, %d passed, %d rejected", r.RowsStaged, r.RowsPassed, r.RowsRejected)
		}
		return nil
	}
}

func (b *bench) check(g *gate.Gate) func(context.Context, *work) error {
	return func(ctx context.Context, w *work) error {
		r := b.runner(nil).Check(ctx, g, runner.Options{NoLedger: true})
		w.rejected = r.RowsRejected
		return ended(r)
	}
}

// ended is nil where a run judged its rows, whatever the verdict.
func ended(r *ledger.Run) error {
	switch r.Outcome {
	case ledger.Passed, ledger.Split, ledger.Failed:
		return nil
	default:
		if r.Error != nil {
			return fmt.Errorf("%s: %w", r.Outcome, r.Error)
		}
		return fmt.Errorf("outcome %s", r.Outcome)
	}
}

// perRule does what a suite of single checks does: it counts the failing rows
// of each rule in a query of its own, then writes passed and rejected rows
// with the same predicates. It proves and records nothing.
func (b *bench) perRule(p *compile.Plan) func(context.Context, *work) error {
	from := fmt.Sprintf(`source AS batch
LEFT JOIN (SELECT %[1]s FROM source GROUP BY %[1]s HAVING count(*) > 1) AS repeated ON repeated.%[1]s = batch.%[1]s`, b.config.key)
	var invalid, counts []string
	for _, rule := range p.Rules {
		condition, of := rule.Invalid, "source AS batch"
		if rule.Key != nil {
			condition, of = "repeated."+b.config.key+" IS NOT NULL", from
		}
		invalid = append(invalid, condition)
		counts = append(counts, "SELECT count(*) FROM "+of+" WHERE "+condition)
	}
	anyInvalid := "(" + strings.Join(invalid, ") OR (") + ")"
	return func(ctx context.Context, w *work) error {
		for _, count := range counts {
			if err := b.query(ctx, count); err != nil {
				return err
			}
		}
		changed, err := b.db.Exec(ctx, statements(
			"CREATE TABLE rejected_per_rule AS SELECT * FROM source LIMIT 0",
			"INSERT INTO target SELECT batch.* FROM "+from+" WHERE NOT ("+anyInvalid+")",
			"INSERT INTO rejected_per_rule SELECT batch.* FROM "+from+" WHERE "+anyInvalid,
		)...)
		if err != nil {
			return err
		}
		w.rejected = changed[2]
		if changed[1]+changed[2] != b.config.rows {
			return fmt.Errorf("%d rows passed and %d rejected", changed[1], changed[2])
		}
		return nil
	}
}

// phases times the phases of one run.
type phases struct {
	current runner.Phase
	since   time.Time
	took    map[runner.Phase]float64
}

func newPhases() *phases { return &phases{took: map[runner.Phase]float64{}} }

func (p *phases) enter(progress runner.Progress) {
	now := time.Now()
	if p.current != "" {
		p.took[p.current] += now.Sub(p.since).Seconds()
	}
	p.current, p.since = progress.Phase, now
}

// end gives the times to the work.
func (p *phases) end(w *work) {
	p.enter(runner.Progress{})
	if w.phases == nil {
		w.phases = map[runner.Phase][]float64{}
	}
	for phase, seconds := range p.took {
		w.phases[phase] = append(w.phases[phase], seconds)
	}
}
