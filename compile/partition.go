package compile

import (
	"fmt"
	"slices"
	"strings"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// A partition is a condition over the values of the dimensions' columns. Here it
// is printed, and whoever asks for the rows of a partition says where those
// values are: in the source, in the target, in a table that a key refers to, or
// in rejected.

// values gives the SQL of a value of the gate's columns in some relation.
type values func(column string) string

// within is the condition of the rows of a partition; empty: all rows. It is
// NULL where a value is, but for the part of NULL.
func (p *Plan) within(of values, only ...string) string {
	var terms []string
	for _, part := range p.parts {
		d := p.Gate.Dimension(part.Dimension)
		if only == nil || slices.Contains(only, d.Column) {
			terms = append(terms, p.inPart(*d, part, p.plain(of(d.Column), d.Type)))
		}
	}
	return strings.Join(terms, " AND ")
}

// plain is a value that can stand beside a constant: an enum is compared as text.
func (p *Plan) plain(x string, t gate.Type) string {
	if t.Kind == gate.KindEnum {
		return p.Dialect.Ordered(x, t)
	}
	return x
}

// inPart is the condition that a value x belongs to a part of a dimension.
func (p *Plan) inPart(d gate.Dimension, part gate.Part, x string) string {
	switch {
	case part.Kind == gate.PartNull:
		return x + " IS NULL"
	case part.Kind == gate.PartOther:
		return p.inNone(d, x)
	case d.Grain == "":
		return x + " = " + p.constantOf(d, part.Value)
	}
	from, before, err := d.Span(part.Value)
	if err != nil {
		panic(fmt.Sprintf("sqlgate: the part %s=%s was not read: %v", part.Dimension, part.Value, err))
	}
	if before == "" {
		_, last := d.Ends()
		return x + " >= " + p.constantOf(d, from) + " AND " + x + " <= " + p.constantOf(d, last)
	}
	return x + " >= " + p.constantOf(d, from) + " AND " + x + " < " + p.constantOf(d, before)
}

// inNone is the condition that a value is in no part of a dimension.
func (p *Plan) inNone(d gate.Dimension, x string) string {
	if d.Grain != "" {
		first, last := d.Ends()
		return "(" + x + " < " + p.constantOf(d, first) + " OR " + x + " > " + p.constantOf(d, last) + ")"
	}
	listed := make([]string, len(d.Values))
	for i, v := range d.Values {
		listed[i] = p.constantOf(d, v.Text)
	}
	return x + " NOT IN (" + strings.Join(listed, ", ") + ")"
}

func (p *Plan) constantOf(d gate.Dimension, text string) string {
	t := d.Type
	if t.Kind == gate.KindEnum {
		t = gate.Type{Kind: gate.KindString}
	}
	printed, err := p.Dialect.Literal(ast.Literal{Text: text, Type: t})
	if err != nil {
		panic(fmt.Sprintf("sqlgate: %s has no constant %q of type %s: %v", p.Dialect.Name(), text, t, err))
	}
	return printed
}

// inSource are the values of a row of the source, as rules see them.
func (p *Plan) inSource(column string) string { return judgedIn(p.batch, column) }

// inRejected are those of a row of the rejected table, which has the source's columns.
func (p *Plan) inRejected(column string) string { return judgedIn(p.again, column) }

func judgedIn(batch []batchColumn, column string) string {
	i := slices.IndexFunc(batch, func(c batchColumn) bool { return c.name == column })
	return batch[i].judged
}

// inTarget are the values of a row of the target under the alias present.
func (p *Plan) inTarget(column string) string { return p.present(column, p.Gate.Column(column).Type) }

// outside are the parts of the gate's dimensions whose rows are in no partition,
// and their conditions over the source.
func (p *Plan) outside() (parts []gate.Part, conditions []string) {
	for _, d := range p.Gate.PartitionBy {
		x := p.plain(p.inSource(d.Column), d.Type)
		for _, kind := range []gate.PartKind{gate.PartNull, gate.PartOther} {
			if kind == gate.PartOther && !d.HasOther() {
				continue
			}
			part := gate.Part{Dimension: d.Name, Kind: kind}
			parts, conditions = append(parts, part), append(conditions, p.inPart(d, part, x))
		}
	}
	return parts, conditions
}

// Outside are the parts that CountOutside counts, in order.
func (p *Plan) Outside() []gate.Part {
	parts, _ := p.outside()
	return parts
}

// CountOutside counts the rows of the source that are in no partition: all of
// them, then those of each of Outside. The rows of the run's own partition are
// left out. It is empty where the run has no partition.
func (p *Plan) CountOutside() string {
	if len(p.parts) == 0 || p.replay != nil {
		return ""
	}
	_, conditions := p.outside()
	columns := []string{"count(*)"}
	for _, c := range conditions {
		columns = append(columns, "count(CASE WHEN "+dialect.Escape(c)+" THEN 1 END)")
	}
	s := p.filterSource(sq.Select(columns...).From(dialect.Escape(p.Source.From) + " AS src")).
		Where("(" + dialect.Escape(strings.Join(conditions, " OR ")) + ")").
		Where("(" + dialect.Escape(p.within(p.inSource)) + ") IS NOT TRUE")
	return p.print(s)
}

// Present lists the partitions that the source has: the text of a value for each
// dimension, of a span of time that of its start.
func (p *Plan) Present() (string, error) {
	var inner, outer []string
	for i, d := range p.Gate.PartitionBy {
		value := ast.Column{From: "parted", Name: fmt.Sprintf("part_%d", i+1), Type: d.Type}
		inner = append(inner, dialect.Escape(p.plain(p.inSource(d.Column), d.Type))+" AS "+p.q(value.Name))
		text := "parted." + p.Dialect.Ident(value.Name)
		if d.Grain != "" {
			var err error
			if text, err = p.Dialect.Print(ast.DateTrunc{Unit: ast.Unit(d.Grain), X: value}); err != nil {
				return "", fmt.Errorf("dimension %s: %w", d.Name, err)
			}
		}
		if d.Grain != "" && d.Grain != gate.Hour {
			text = "CAST(" + text + " AS " + p.typeName(gate.Type{Kind: gate.KindDate}) + ")"
		}
		outer = append(outer, dialect.Escape(p.texts([]string{text})[0]))
	}
	_, outside := p.outside()
	parted := p.filterSource(sq.Select(inner...).From(dialect.Escape(p.Source.From) + " AS src")).
		Where("(" + dialect.Escape(strings.Join(outside, " OR ")) + ") IS NOT TRUE")
	return p.print(sq.Select(outer...).Distinct().FromSelect(parted, "parted")), nil
}
