package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// Mismatch is one column that is not what the gate says.
type Mismatch struct {
	Column   string
	Expected string
	Actual   string
}

func (m Mismatch) String() string {
	return fmt.Sprintf("column %s: expected %s, found %s", m.Column, m.Expected, m.Actual)
}

// SchemaMismatchError says that the columns of source or target are not the gate's.
type SchemaMismatchError struct {
	Gate       string
	Mismatches []Mismatch
}

func (e *SchemaMismatchError) Error() string {
	lines := make([]string, len(e.Mismatches))
	for i, m := range e.Mismatches {
		lines[i] = m.String()
	}
	return strings.Join(lines, "; ")
}

// columns is the gate's columns matched with the source's and the target's.
type columns struct {
	source     Relation
	sourceOf   map[string]Column // gate column → source column; absent: optional and not there
	reads      map[string]Column // the same as the batch has it: converted where the gate casts
	converted  map[string]bool   // gate columns whose texts are read
	types      map[string]gate.Type
	extra      []Column // source columns that the gate does not list
	mappings   []Mapping
	dropped    []string
	mismatches []Mismatch
}

func (c *columns) mismatch(column, expected, actual string) {
	c.mismatches = append(c.mismatches, Mismatch{column, expected, actual})
}

// mismatched reports whether something is wrong with a column already.
func (c *columns) mismatched(column string) bool {
	return slices.ContainsFunc(c.mismatches, func(m Mismatch) bool { return m.Column == column })
}

// sourceRelation is the source as the warehouse reports it, or as the gate declares it.
func sourceRelation(g *gate.Gate, d dialect.Dialect, reported *Relation) (Relation, error) {
	if reported != nil {
		return *reported, nil
	}
	r := Relation{Name: g.Source.Table}
	switch {
	case g.Source.Query != "":
		query, err := SQL(g, d, g.Source.Query)
		if err != nil {
			return Relation{}, err
		}
		r.From = "(" + query + "\n)"
	case len(g.Source.Files) > 0:
		from, err := d.Files(g.Source.Files)
		if err != nil {
			return Relation{}, err
		}
		r.From = from
	default:
		r.From = d.Table(g.Source.Table)
		r.Base = true
		r.Locator = d.Locator() != ""
	}
	for _, c := range g.Columns {
		t := c.Type
		if c.Cast != nil {
			t = gate.Type{Kind: gate.KindString}
		}
		r.Columns = append(r.Columns, Column{Name: c.SourceColumn, Type: t})
	}
	return r, nil
}

// matchColumns finds each column of the gate in the source and checks its type.
func matchColumns(g *gate.Gate, d dialect.Dialect, source Relation) *columns {
	c := &columns{
		source: source, sourceOf: map[string]Column{}, reads: map[string]Column{}, converted: map[string]bool{},
		types: map[string]gate.Type{},
	}
	listed := map[string]bool{}
	for _, col := range g.Columns {
		from, candidates := find(source.Columns, col.SourceColumn)
		switch {
		case candidates > 1:
			c.mismatch(col.Name, col.SourceColumn, "several columns whose names differ in case only")
		case candidates == 0 && col.Optional:
		case candidates == 0:
			c.mismatch(col.Name, expectedType(col), "no such column"+nearest(source.Columns, col.SourceColumn))
		default:
			listed[from.Name] = true
			c.sourceOf[col.Name] = from
			read, fits, converted := readAs(col, d, from)
			if !fits {
				c.mismatch(col.Name, expectedType(col), typeOf(from)+castHint(col, from))
			}
			c.converted[col.Name] = converted
			c.reads[col.Name], c.types[col.Name] = read, read.Type
		}
	}
	for _, col := range source.Columns {
		if listed[col.Name] {
			continue
		}
		if strings.HasPrefix(strings.ToLower(col.Name), gate.ReservedPrefix) {
			c.mismatch(col.Name, "a name without the reserved prefix "+gate.ReservedPrefix, "a source column of that name")
		}
		c.extra = append(c.extra, col)
		if g.ExtraColumns == gate.ExtraFail {
			c.mismatch(col.Name, "no column that the gate does not list", typeOf(col))
		}
	}
	for _, col := range g.Columns {
		if _, found := c.sourceOf[col.Name]; found || col.Optional {
			c.mappings = append(c.mappings, Mapping{col.Name, col.Name})
		}
	}
	c.keepExtra(g, func(col Column) (string, bool) { return col.Name, true })
	return c
}

// keepExtra maps the unlisted source columns for which target gives a name.
func (c *columns) keepExtra(g *gate.Gate, target func(Column) (string, bool)) {
	c.dropped = nil
	taken := map[string]bool{}
	for _, m := range c.mappings {
		taken[strings.ToLower(m.To)] = true
	}
	for _, col := range c.extra {
		to, ok := target(col)
		if !ok || g.ExtraColumns != gate.ExtraKeep || taken[strings.ToLower(to)] {
			c.dropped = append(c.dropped, col.Name)
			continue
		}
		c.mappings = append(c.mappings, Mapping{col.Name, to})
	}
}

// matchTarget maps the batch's columns to an existing target's and checks
// that each assignment is lossless and that nothing that must be filled is left out.
func (c *columns) matchTarget(g *gate.Gate, target Relation) {
	c.mappings = nil
	filled := map[string]bool{}
	for _, col := range g.Columns {
		to, candidates := find(target.Columns, col.Name)
		from, inSource := c.reads[col.Name]
		switch {
		case candidates > 1:
			c.mismatch(col.Name, "one target column", "several target columns whose names differ in case only")
		case candidates == 0:
			c.mismatch(col.Name, "a column of the target", "no such column"+nearest(target.Columns, col.Name))
		case to.Generated:
			c.mismatch(col.Name, "a target column that can be written", "a generated column")
		case c.mismatched(col.Name):
			filled[to.Name] = true
		case inSource && !lossless(from, to) && !provenLength(g, col.Name, from, to):
			c.mismatch(col.Name, "a target type that holds every "+typeOf(from), typeOf(to))
			filled[to.Name] = true
		default:
			filled[to.Name] = true
			c.mappings = append(c.mappings, Mapping{col.Name, to.Name})
		}
	}
	c.keepExtra(g, func(col Column) (string, bool) {
		to, candidates := find(target.Columns, col.Name)
		if candidates != 1 || to.Generated {
			return "", false
		}
		if g.ExtraColumns == gate.ExtraKeep && !filled[to.Name] && !lossless(col, to) {
			c.mismatch(col.Name, "a target type that holds every "+typeOf(col), typeOf(to))
			return "", false
		}
		filled[to.Name] = true
		return to.Name, true
	})
	for _, col := range target.Columns {
		if !filled[col.Name] && col.NotNull && !col.Default && !col.Generated {
			c.mismatch(col.Name, "a source column or a default for the target's NOT NULL column", "neither")
		}
	}
}

// provenLength reports whether a rule proves that no text is too long for the target.
func provenLength(g *gate.Gate, column string, from, to Column) bool {
	if from.Type.Kind != gate.KindString || to.Type.Kind != gate.KindString || to.MaxLength == 0 {
		return false
	}
	for _, r := range g.Rules {
		if r.Kind == "max_length" && provesAll(r, column) && r.Params["value"].Int <= int64(to.MaxLength) {
			return true
		}
	}
	return false
}

// readAs is the source's column as the batch has it, whether its type is one
// that the gate takes, the gate's own or text where the gate casts, and whether
// its texts are converted. A text that becomes a text is converted too.
func readAs(col gate.Column, d dialect.Dialect, from Column) (read Column, fits, converted bool) {
	if col.Cast == nil || !from.Type.IsText() || typeFits(col, d.Name(), from) && !col.Type.IsText() {
		return from, typeFits(col, d.Name(), from), false
	}
	native, err := d.TypeName(col.Type)
	if err != nil {
		return from, false, false
	}
	return Column{Name: from.Name, Native: native, Type: concrete(col.Type)}, true, true
}

// concrete is the type that a text is read as where the gate names a family.
func concrete(t gate.Type) gate.Type {
	switch t.Kind {
	case gate.KindInteger:
		t.Kind = gate.KindInt64
	case gate.KindFloat:
		t.Kind = gate.KindFloat64
	}
	return t
}

func typeFits(col gate.Column, dialectName string, from Column) bool {
	if native := col.Native[dialectName]; native != "" {
		return strings.EqualFold(native, from.Native)
	}
	return matches(col.Type, from.Type)
}

// castHint tells of casts where a text stands in the place of another type.
func castHint(col gate.Column, from Column) string {
	if col.Cast == nil && from.Type.IsText() && !col.Type.IsText() && col.Type.IsKnown() {
		return ", which a cast on the column would convert"
	}
	return ""
}

func expectedType(col gate.Column) string {
	if col.Cast != nil {
		return col.Type.String() + ", or text to be cast"
	}
	if col.Type.Kind == gate.KindUnknown {
		return "a column " + col.SourceColumn
	}
	return col.Type.String()
}

func typeOf(c Column) string {
	if c.Type.Kind == gate.KindAny || c.Type.String() == strings.ToLower(c.Native) {
		return c.Native
	}
	return fmt.Sprintf("%s (%s)", c.Type, c.Native)
}

// find looks a column up by its exact name, else ignoring case where that is
// unambiguous; it returns how many columns could be meant.
func find(columns []Column, name string) (Column, int) {
	var found Column
	n := 0
	for _, c := range columns {
		if c.Name == name {
			return c, 1
		}
		if strings.EqualFold(c.Name, name) {
			found, n = c, n+1
		}
	}
	return found, n
}

func nearest(columns []Column, name string) string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	if s := gate.Nearest(name, names); s != "" {
		return fmt.Sprintf(" (did you mean %q?)", s)
	}
	return ""
}

func identity(cols []Column) []Mapping {
	out := make([]Mapping, len(cols))
	for i, c := range cols {
		out[i] = Mapping{c.Name, c.Name}
	}
	return out
}
