package compile

import (
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// intervals is the set rule of intervals that do not overlap.
type intervals struct {
	lower, upper ast.Column
	partition    []ast.Column
	closed       bool // both ends belong to the interval, so that two that touch overlap
	gaps         bool // room between intervals is allowed
	scope        KeyScope
	sound        string // printed: the interval does not end before it starts
}

func buildNoOverlap(c *ruleContext) (meaning, error) {
	bounds := c.Params["bounds"].Text
	s := &intervals{closed: bounds == "[]", gaps: c.Params["gaps"].Text != "forbidden", scope: KeyScope(c.Params["scope"].Text)}
	ends, err := c.columns([]string{c.Params["lower"].Names[0], c.Params["upper"].Names[0]})
	if err != nil {
		return meaning{}, err
	}
	s.lower, s.upper = ends[0], ends[1]
	if s.lower.Type.IsNumeric() != s.upper.Type.IsNumeric() || s.lower.Type.IsTemporal() && s.lower.Type.Kind != s.upper.Type.Kind {
		return meaning{}, fmt.Errorf("%s is of type %s and %s of type %s: they do not make an interval", s.lower.Name, s.lower.Type, s.upper.Name, s.upper.Type)
	}
	if s.partition, err = c.columns(c.Params["partition_by"].Names); err != nil {
		return meaning{}, err
	}
	op := ast.Lt
	if s.closed {
		op = ast.Le
	}
	m := meaning{set: s, valid: ast.Compare{Op: op, L: s.lower, R: s.upper}, operands: []ast.Node{s.lower, s.upper}}
	sound := ast.Node(ast.Or{Terms: []ast.Node{ast.IsNull{X: s.lower}, ast.IsNull{X: s.upper}, m.valid}})
	if s.lower.Type.IsFloat() || s.upper.Type.IsFloat() { // NaN is no end, not even beside an open one
		m.nullable = true
		m.valid = ast.And{Terms: []ast.Node{m.valid, equalToItself(s.lower), equalToItself(s.upper)}}
		sound = ast.Not{X: ast.Is{X: m.valid, Value: false}}
	}
	if s.sound, err = c.dialect.Print(sound); err != nil {
		return meaning{}, err
	}
	m.expected = fmt.Sprintf("%c%s, %s%c overlaps no other", bounds[0], s.lower.Name, s.upper.Name, bounds[1])
	if !s.gaps {
		m.expected += " and leaves no gap"
	}
	if len(s.partition) > 0 {
		m.expected += " for each " + strings.Join(names(s.partition), ", ")
	}
	return m, nil
}

// equalToItself is FALSE for NaN.
func equalToItself(c ast.Column) ast.Node { return ast.Compare{Op: ast.Eq, L: c, R: c} }

func (s *intervals) reads() []string {
	return append([]string{s.lower.Name, s.upper.Name}, names(s.partition)...)
}

// find puts the sound intervals in the order of their starts. Then an interval
// overlaps an earlier one where the farthest end before it lies beyond its
// start, and a later one where the next start lies before its end.
func (s *intervals) find(p *Plan, r Rule) []named {
	touches := func(op string) string {
		if s.closed {
			return op + "="
		}
		return op
	}
	conditions := []string{
		"n > 1 AND (endless = 1 OR lower_end IS NULL OR reached " + touches(">") + " lower_end)",
		"following = 1 AND (upper_end IS NULL OR next_lower IS NULL OR next_lower " + touches("<") + " upper_end)",
	}
	if !s.gaps {
		conditions = append(conditions, "n > 1 AND endless = 0 AND lower_end IS NOT NULL AND "+s.reached()+" < lower_end")
	}
	row := p.Dialect.Ident(rowColumn)
	return []named{{foundTable(r.Position), "SELECT " + row + " FROM (" + s.ordered(p, r) + ") AS ordered WHERE " + row + " IS NOT NULL AND (" + strings.Join(conditions, "\n  OR ") + ")"}}
}

// reached is the end up to which no gap can be: closed intervals of whole
// numbers or days are next to each other where nothing fits between.
func (s *intervals) reached() string {
	if s.closed && (s.lower.Type.IsInteger() || s.lower.Type.Kind == gate.KindDate) {
		return "reached + 1"
	}
	return "reached"
}

func (s *intervals) ordered(p *Plan, r Rule) string {
	parts := make([]string, len(s.partition))
	for i := range s.partition {
		parts[i] = fmt.Sprintf("part_%d", i+1)
	}
	window := "ORDER BY lower_end ASC NULLS FIRST, " + p.Dialect.Ident(rowColumn)
	if len(parts) > 0 {
		window = "PARTITION BY " + strings.Join(parts, ", ") + " " + window
	}
	before := "OVER (" + window + " ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)"
	return strings.Join([]string{
		"SELECT " + p.Dialect.Ident(rowColumn) + ", lower_end, upper_end",
		"row_number() OVER (" + window + ") AS n",
		"max(upper_end) " + before + " AS reached",
		"max(CASE WHEN upper_end IS NULL THEN 1 ELSE 0 END) " + before + " AS endless",
		"lead(lower_end) OVER (" + window + ") AS next_lower",
		"lead(1) OVER (" + window + ") AS following",
	}, ", ") + " FROM (" + s.all(p, r) + ") AS intervals"
}

// all are the batch's sound intervals and those of the target that stay.
func (s *intervals) all(p *Plan, r Rule) string {
	sound := "(" + s.sound + ")"
	columns := append([]ast.Column{s.lower, s.upper}, s.partition...)
	list := func(row string, value func(ast.Column) string) string {
		items := []string{row + " AS " + p.Dialect.Ident(rowColumn)}
		for i, c := range columns {
			items = append(items, value(c)+" AS "+s.columnName(i))
		}
		return "SELECT " + strings.Join(items, ", ") + " "
	}
	batch := list(p.row(), func(c ast.Column) string { return "batch." + p.Dialect.Ident(c.Name) }) + p.judged(r, sound)
	if s.scope != ScopeBoth || !p.leavesTarget() {
		return batch
	}
	target := list("NULL", func(c ast.Column) string { return "present." + p.Dialect.Ident(c.Name) })
	return batch + "\nUNION ALL " + target + "FROM (" + p.staying(r, sound) + ") AS present"
}

func (s *intervals) columnName(i int) string {
	switch i {
	case 0:
		return "lower_end"
	case 1:
		return "upper_end"
	default:
		return fmt.Sprintf("part_%d", i-1)
	}
}
