package adaptertest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/adapters/adaptertest/oracle"
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

// less are drafts with fewer rules, columns or rows.
func (d *draft) less() []*draft {
	var out []*draft
	for i := range d.rules {
		if len(d.rules) > 2 {
			out = append(out, &draft{d.columns, d.rules[i : i+1], d.rows})
		}
		out = append(out, &draft{d.columns, slices.Delete(slices.Clone(d.rules), i, i+1), d.rows})
	}
	if len(d.rows) > 2 {
		half := len(d.rows) / 2
		out = append(out, d.withRows(d.rows[:half]), d.withRows(d.rows[half:]))
	}
	for i := range d.rows {
		out = append(out, d.withRows(slices.Delete(slices.Clone(d.rows), i, i+1)))
	}
	for i := range d.columns {
		if len(d.columns) > 1 && !slices.ContainsFunc(d.rules, func(r draftRule) bool { return slices.Contains(r.columns, i) }) {
			out = append(out, d.withoutColumn(i))
		}
	}
	return out
}

// withRows numbers the rows anew.
func (d *draft) withRows(rows []oracle.Row) *draft {
	out := &draft{columns: d.columns, rules: d.rules}
	for i, row := range rows {
		numbered := oracle.Row{}
		for name, v := range row {
			numbered[name] = v
		}
		numbered[rowID] = oracle.Int(int64(i))
		out.rows = append(out.rows, numbered)
	}
	return out
}

func (d *draft) withoutColumn(i int) *draft {
	out := &draft{columns: slices.Delete(slices.Clone(d.columns), i, i+1), rows: d.rows}
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
	return out
}

// show is a draft as one can run it by hand, with what the compiled predicates
// mean, which tells a wrong constructor from a wrong printer.
func (p *property) show(d *draft) string {
	var s strings.Builder
	s.WriteString(d.yaml())
	if statements, err := p.fill(d); err == nil {
		for _, statement := range statements[3:] {
			s.WriteString(statement.SQL + ";\n")
		}
	}
	plan, err := p.plan(d)
	if err != nil {
		return s.String() + fmt.Sprintf("-- it does not compile: %v\n", err)
	}
	for _, r := range plan.Rules {
		fmt.Fprintf(&s, "-- %s invalid: %s\n", r.ID, r.Invalid)
		if r.Valid == nil || len(r.Within) > 0 {
			continue
		}
		for i, row := range d.rows {
			v, err := oracle.Eval(r.Valid, row)
			fmt.Fprintf(&s, "-- row %d: the node of %s means %v %v\n", i, r.ID, v, errText(err))
		}
	}
	return s.String()
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
