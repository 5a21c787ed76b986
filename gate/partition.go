package gate

import (
	"errors"
	"fmt"
	"iter"
	"math/big"
	"slices"
	"strings"
)

// Partition is the rows that have one value in each of a gate's dimensions, in
// their order. The empty one is all rows.
type Partition []Part

// Part is the rows with one value in a dimension, with NULL, or with a value that
// is in no part.
type Part struct {
	Dimension string
	Kind      PartKind
	Value     string // canonical, of PartValue
}

// PartKind says what the rows of a part have in common.
type PartKind string

// The kinds of parts.
const (
	PartValue PartKind = "value"
	PartNull  PartKind = "null"  // the column is NULL, also where its text does not convert
	PartOther PartKind = "other" // the value is in no part
)

// Words that stand for parts in place of a value.
const (
	nullWord    = string(PartNull)
	otherWord   = string(PartOther)
	presentWord = "present"
)

// String is the partition's name, such as day=2026-01-02,region=eu, by which the
// ledger knows it. It reads back as the same partition.
func (p Partition) String() string {
	parts := make([]string, len(p))
	for i, part := range p {
		parts[i] = part.Dimension + "=" + part.text()
	}
	return strings.Join(parts, ",")
}

func (p Part) text() string {
	switch {
	case p.Kind != PartValue:
		return string(p.Kind)
	case slices.Contains([]string{"", nullWord, otherWord, presentWord}, p.Value), strings.ContainsAny(p.Value, `,"`),
		strings.Contains(p.Value, rangeSign), p.Value != strings.TrimSpace(p.Value):
		return `"` + strings.ReplaceAll(p.Value, `"`, `""`) + `"`
	default:
		return p.Value
	}
}

// Dimension returns the gate's dimension of that name, or nil.
func (g *Gate) Dimension(name string) *Dimension {
	for i := range g.PartitionBy {
		if g.PartitionBy[i].Name == name {
			return &g.PartitionBy[i]
		}
	}
	return nil
}

// timeDimension is the place of the gate's only dimension of dates or times.
func (g *Gate) timeDimension() (place int, ok bool) {
	isTime := func(d Dimension) bool { return d.Grain != "" }
	place = slices.IndexFunc(g.PartitionBy, isTime)
	return place, place >= 0 && !slices.ContainsFunc(g.PartitionBy[place+1:], isTime)
}

// Precedes reports whether partition p is of an earlier time than q in the gate's
// only dimension of dates or times, and the same in the others. Parts without a
// time come neither before nor after.
func (g *Gate) Precedes(p, q Partition) bool {
	at, ok := g.timeDimension()
	if !ok || len(p) != len(g.PartitionBy) || len(q) != len(p) || p[at].Kind != PartValue || q[at].Kind != PartValue {
		return false
	}
	for i := range p {
		if i != at && p[i] != q[i] {
			return false
		}
	}
	return p[at].Value < q[at].Value // canonical times are in order as texts
}

// dimensionNames are the names of the gate's dimensions.
func (g *Gate) dimensionNames() []string {
	var names []string
	for _, d := range g.PartitionBy {
		names = append(names, d.Name)
	}
	return names
}

// PartitionForm shows how a partition of the gate is written.
func (g *Gate) PartitionForm() string {
	var parts []string
	for _, name := range g.dimensionNames() {
		parts = append(parts, name+"=…")
	}
	return strings.Join(parts, ",")
}

// NullPartition is the rows with NULL in every dimension: a partition that every
// gate with dimensions has.
func (g *Gate) NullPartition() Partition {
	var p Partition
	for _, d := range g.PartitionBy {
		p = append(p, Part{Dimension: d.Name, Kind: PartNull})
	}
	return p
}

// ParsePartition reads a partition such as day=2026-01-02,region=eu: a value for
// each dimension, null, or other. In double quotes, doubled within, a value may
// be any text.
func (g *Gate) ParsePartition(text string) (Partition, error) {
	given, err := g.parts(text)
	if err != nil {
		return nil, err
	}
	var p Partition
	for i := range g.PartitionBy {
		d := &g.PartitionBy[i]
		t, ok := given[d.Name]
		if !ok {
			return nil, fmt.Errorf("partition %q has no value for dimension '%s'; write %s", text, d.Name, g.PartitionForm())
		}
		part, err := d.part(t)
		if err != nil {
			return nil, err
		}
		p = append(p, part)
	}
	return p, nil
}

// partText is what is written of one dimension.
type partText struct {
	value  string
	quoted bool
}

func (d *Dimension) part(t partText) (Part, error) {
	switch {
	case !t.quoted && t.value == nullWord:
		return Part{Dimension: d.Name, Kind: PartNull}, nil
	case !t.quoted && t.value == otherWord && d.HasOther():
		return Part{Dimension: d.Name, Kind: PartOther}, nil
	case !t.quoted && t.value == otherWord:
		return Part{}, fmt.Errorf("dimension '%s' has no 'values', so that no row has another one; for the text write %s=\"%s\"", d.Name, d.Name, otherWord)
	case !t.quoted && t.value == "":
		return Part{}, fmt.Errorf("dimension '%s' has no value; for the empty text write %s=\"\"", d.Name, d.Name)
	}
	value, err := d.value(t.value)
	if err != nil {
		return Part{}, fmt.Errorf("dimension '%s': %q: %w", d.Name, t.value, err)
	}
	return Part{Dimension: d.Name, Kind: PartValue, Value: value}, nil
}

// parts reads name=value,… with the gate's dimensions as names.
func (g *Gate) parts(text string) (map[string]partText, error) {
	if len(g.PartitionBy) == 0 {
		return nil, fmt.Errorf("gate %s has no partitions: its file has no partition_by", g.Name)
	}
	out := map[string]partText{}
	for rest := text; ; {
		name, after, found := strings.Cut(rest, "=")
		if name = strings.TrimSpace(name); !found {
			return nil, fmt.Errorf("partition %q: write it as %s", text, g.PartitionForm())
		}
		value, more, err := cutValue(after)
		if err != nil {
			return nil, fmt.Errorf("partition %q: %w", text, err)
		}
		_, twice := out[name]
		switch {
		case g.Dimension(name) == nil:
			return nil, fmt.Errorf("gate %s has no dimension '%s'%s; its dimensions are %s", g.Name, name, didYouMean(name, g.dimensionNames()), strings.Join(g.dimensionNames(), ", "))
		case twice:
			return nil, fmt.Errorf("partition %q has dimension '%s' twice", text, name)
		}
		out[name] = value
		if more == nil {
			return out, nil
		}
		rest = *more
	}
}

// cutValue cuts a value from what follows it behind a comma, if anything does.
func cutValue(text string) (value partText, more *string, err error) {
	if !strings.HasPrefix(text, `"`) {
		plain, rest, found := strings.Cut(text, ",")
		if found {
			more = &rest
		}
		return partText{value: strings.TrimSpace(plain)}, more, nil
	}
	value.quoted = true
	for rest := text[1:]; ; {
		inner, after, found := strings.Cut(rest, `"`)
		if !found {
			return value, nil, errors.New("a quoted value has no end")
		}
		value.value += inner
		switch {
		case strings.HasPrefix(after, `"`):
			value.value += `"`
			rest = after[1:]
			continue
		case after == "":
			return value, nil, nil
		case !strings.HasPrefix(after, ","):
			return value, nil, errors.New("behind a quoted value stands a comma or nothing")
		}
		after = after[1:]
		return value, &after, nil
	}
}

// Partitions is a choice among a gate's partitions.
type Partitions struct {
	gate  *Gate
	parts [][]Part // by dimension; nil: those that the source has
}

const (
	rangeSign      = ".."
	mostPartitions = 100_000 // of one choice
)

// ParsePartitions reads a choice of partitions: present, which is all that the
// source has, or for each dimension a value, first..last, or present. A dimension
// that is not named has its 'values', or what is present.
func (g *Gate) ParsePartitions(text string) (Partitions, error) {
	c := Partitions{gate: g, parts: make([][]Part, len(g.PartitionBy))}
	given := map[string]partText{}
	if text != presentWord || len(g.PartitionBy) == 0 {
		var err error
		if given, err = g.parts(text); err != nil {
			return c, err
		}
	}
	n := 1
	for i := range g.PartitionBy {
		d := &g.PartitionBy[i]
		t, named := given[d.Name]
		var err error
		switch first, last, isRange := strings.Cut(t.value, rangeSign); {
		case !named && text == presentWord, named && !t.quoted && t.value == presentWord:
		case !named:
			for _, l := range d.Values {
				c.parts[i] = append(c.parts[i], Part{Dimension: d.Name, Kind: PartValue, Value: l.Text})
			}
		case isRange && !t.quoted:
			c.parts[i], err = d.between(strings.TrimSpace(first), strings.TrimSpace(last))
		default:
			var part Part
			part, err = d.part(t)
			c.parts[i] = []Part{part}
		}
		if err != nil {
			return c, err
		}
		if n *= max(1, len(c.parts[i])); n > mostPartitions {
			return c, fmt.Errorf("%q is more than %d partitions", text, mostPartitions)
		}
	}
	return c, nil
}

// between are the parts from first to last, both included.
func (d *Dimension) between(first, last string) ([]Part, error) {
	for _, end := range []string{first, last} {
		if _, err := d.part(partText{value: end, quoted: end != ""}); err != nil {
			return nil, err
		}
	}
	if d.Grain == "" && !d.Type.IsInteger() {
		return nil, fmt.Errorf("dimension '%s': %s%s%s is no range: that is of dates, times or whole numbers", d.Name, first, rangeSign, last)
	}
	end, err := d.value(last)
	if err != nil {
		return nil, err
	}
	var out []Part
	steps := 0
	for value := range d.values(first) {
		switch steps++; {
		case d.compare(value, end) > 0 && len(out) == 0:
			return nil, fmt.Errorf("dimension '%s': %s comes after %s", d.Name, first, last)
		case d.compare(value, end) > 0:
			return out, nil
		case steps > mostPartitions:
			return nil, fmt.Errorf("dimension '%s': %s%s%s is more than %d partitions", d.Name, first, rangeSign, last, mostPartitions)
		case d.Grain != "" || d.Values == nil || d.has(value):
			out = append(out, Part{Dimension: d.Name, Kind: PartValue, Value: value})
		}
	}
	return out, nil
}

// values are the values of a dimension from first on: spans of time or whole
// numbers.
func (d *Dimension) values(first string) iter.Seq[string] {
	return func(yield func(string) bool) {
		switch {
		case d.Grain != "":
			for at, err := d.parseSpan(first); err == nil && at.Year() <= 9999; at = d.after(at) {
				if !yield(d.spanName(at)) {
					return
				}
			}
		case d.Type.IsInteger():
			n, ok := new(big.Int).SetString(first, 10)
			for ; ok && yield(n.String()); n.Add(n, big.NewInt(1)) {
			}
		}
	}
}

// Listed are the partitions of the choice, in order; ok is false where only the
// source knows them.
func (c Partitions) Listed() (list []Partition, ok bool) {
	list = []Partition{nil}
	for _, parts := range c.parts {
		if parts == nil {
			return nil, false
		}
		var longer []Partition
		for _, p := range list {
			for _, part := range parts {
				longer = append(longer, append(slices.Clone(p), part))
			}
		}
		list = longer
	}
	return list, true
}

// Chosen are those of the partitions that the source has, given by the text of a
// value for each dimension, that belong to the choice: each once and in order.
func (c Partitions) Chosen(present [][]string) ([]Partition, error) {
	var out []Partition
	for _, values := range present {
		p, err := c.read(values)
		if err != nil {
			return nil, err
		}
		if c.has(p) {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, c.compare)
	return slices.CompactFunc(out, func(a, b Partition) bool { return slices.Equal(a, b) }), nil
}

func (c Partitions) read(values []string) (Partition, error) {
	var p Partition
	for i := range c.gate.PartitionBy {
		part, err := c.gate.PartitionBy[i].part(partText{value: values[i], quoted: true})
		if err != nil {
			return nil, err
		}
		p = append(p, part)
	}
	return p, nil
}

func (c Partitions) has(p Partition) bool {
	for i, part := range p {
		if c.parts[i] != nil && !slices.Contains(c.parts[i], part) {
			return false
		}
	}
	return true
}

func (c Partitions) compare(a, b Partition) int {
	for i := range a {
		if order := c.gate.PartitionBy[i].compare(a[i].Value, b[i].Value); order != 0 {
			return order
		}
	}
	return 0
}
