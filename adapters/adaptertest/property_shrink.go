package adaptertest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/adapters/adaptertest/oracle"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
)

// shrink makes a draft that differs smaller as long as it still differs.
func (p *property) shrink(d *draft, f *fault) (*draft, *fault) {
	for {
		smaller, fault := p.smaller(d)
		if smaller == nil {
			return d, f
		}
		d, f = smaller, fault
	}
}

// smaller is a draft with less in it that differs too, or nil.
func (p *property) smaller(d *draft) (*draft, *fault) {
	for _, candidate := range d.less() {
		if f := p.try(candidate); f != nil {
			return candidate, f
		}
	}
	return nil, nil
}

// with is the draft with other rules and rows.
func (d *draft) with(rules []draftRule, rows []oracle.Row) *draft {
	out := *d
	out.rules, out.rows = rules, nil
	for i, row := range rows {
		numbered := maps.Clone(row)
		numbered[rowID] = oracle.Int(int64(i))
		out.rows = append(out.rows, numbered)
	}
	return &out
}

// less are drafts with fewer rules, columns or rows.
func (d *draft) less() []*draft {
	var out []*draft
	for i := range d.rules {
		if len(d.rules) > 2 {
			out = append(out, d.with(d.rules[i:i+1], d.rows))
		}
		out = append(out, d.with(slices.Delete(slices.Clone(d.rules), i, i+1), d.rows))
	}
	if len(d.rows) > 2 {
		half := len(d.rows) / 2
		out = append(out, d.with(d.rules, d.rows[:half]), d.with(d.rules, d.rows[half:]))
	}
	for i := range d.rows {
		out = append(out, d.with(d.rules, slices.Delete(slices.Clone(d.rows), i, i+1)))
	}
	for i := range d.target {
		if len(d.target) > 1 {
			smaller := *d
			smaller.target = slices.Delete(slices.Clone(d.target), i, i+1)
			out = append(out, &smaller)
		}
	}
	for i := range d.reference {
		smaller := *d
		smaller.reference = slices.Delete(slices.Clone(d.reference), i, i+1)
		out = append(out, &smaller)
	}
	for i := range d.columns {
		if len(d.columns) > 1 && !slices.ContainsFunc(d.rules, func(r draftRule) bool { return slices.Contains(r.columns, i) }) {
			out = append(out, d.withoutColumn(i))
		}
	}
	return out
}

func (d *draft) withoutColumn(i int) *draft {
	out := *d
	out.columns, out.rules = slices.Delete(slices.Clone(d.columns), i, i+1), nil
	for _, r := range d.rules {
		columns := slices.Clone(r.columns)
		for j, c := range columns {
			if c > i {
				columns[j] = c - 1
			}
		}
		r.columns = columns
		out.rules = append(out.rules, r)
	}
	return &out
}

// show is a draft as one can run it by hand, with what the compiled predicates
// mean, which tells a wrong constructor from a wrong printer.
func (p *property) show(d *draft) string {
	var s strings.Builder
	s.WriteString(d.yaml())
	if statements, err := p.fill(d); err == nil {
		for _, statement := range statements[4:] {
			s.WriteString(statement.SQL + ";\n")
		}
	}
	plan, err := p.plan(d)
	if err != nil {
		return s.String() + fmt.Sprintf("-- it does not compile: %v\n", err)
	}
	j, err := p.judge(d, nil)
	if err != nil {
		return s.String() + fmt.Sprintf("-- the oracle: %v\n", err)
	}
	for _, r := range plan.Rules {
		fmt.Fprintf(&s, "-- %s invalid: %s\n", r.ID, r.Invalid)
		if r.Valid == nil || len(r.Within) > 0 {
			continue
		}
		for i, row := range j.Converted {
			v, err := oracle.Eval(r.Valid, row)
			fmt.Fprintf(&s, "-- row %d: the node of %s means %v %v\n", i, r.ID, v, errText(err))
		}
	}
	return s.String()
}

// plan compiles a draft's gate.
func (p *property) plan(d *draft) (*compile.Plan, error) {
	g, err := p.bound(d)
	if err != nil {
		return nil, err
	}
	source, err := p.adapter.Describe(p.t.Context(), gate.TableName{Parts: []string{"src"}})
	if err != nil {
		return nil, err
	}
	return compile.Compile(g, p.adapter.Dialect(), compile.Input{Source: &source})
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
