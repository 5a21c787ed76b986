package adaptertest

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/sqlgate/sqlgate/adapters/adaptertest/oracle"
	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// draft is a random gate with random rows, before it is written as YAML.
type draft struct {
	columns     []draftColumn
	rules       []draftRule
	rejectLimit string // in YAML; empty: none
	appends     bool   // the target's rows stay
	rows        []oracle.Row
	target      []oracle.Row // that the target has; nil: there is none
	reference   []oracle.Row // of the table that foreign keys look into
	expressions map[string]ast.Node
	amongValid  bool     // a rule judges only rows that pass the row rules
	intervals   [][2]int // columns that are the ends of intervals
	superseding bool     // a rule keeps a row of each key
	keepsAny    bool     // whichever it is
}

type draftColumn struct {
	name   string
	typ    gate.Type // in the target
	stated string    // the type as the gate states it; empty: it does not
	cast   string    // in YAML; empty: the source has the type
	hints  hints
}

// source is the type that the source has.
func (c draftColumn) source() gate.Type {
	if c.cast != "" {
		return gate.Type{Kind: gate.KindString}
	}
	return c.typ
}

type draftRule struct {
	name    string // its id
	key     string
	columns []int // that it reads; first the one that it stands on
	onGate  bool  // it stands in the gate's rules list
	within  []gate.Step
	text    string // in YAML: an item of a list of rules, or within a value an entry of a mapping
}

const (
	rowID          = "row_id" // the column that tells the rows apart
	referenceTable = "ref"
)

// newDraft makes a gate of few columns with rules, the first of a given kind, and rows.
func newDraft(r *rand.Rand, d dialect.Dialect, first gate.RuleSpec) *draft {
	for {
		policies := chance(r, 25)
		b := newColumns(r, d, policies)
		b.appends = chance(r, 20)
		w := writer{Rand: r, draft: b, dialect: d, policies: policies}
		if !w.addRule(first) {
			continue // no column fits
		}
		for range r.IntN(8) {
			w.addRule(weighted()...)
		}
		if !b.keepsAny && (chance(r, 15) || b.superseding && chance(r, 30)) { // of an aborted run none tells which row was kept
			b.rejectLimit = flow(randomLimit(r))
		}
		m := rowMaker{r, b, extremesOf(d)}
		b.rows = m.rows(rowCount(r), nil, draftColumn.source)
		if b.appends || chance(r, 20) {
			b.target = m.rows(1+r.IntN(6), b.rows, draftColumn.target)
		}
		b.reference = m.rows(r.IntN(10), b.rows, draftColumn.target)
		return b
	}
}

// rowCount is mostly enough rows to tell a rule by, sometimes few or none.
func rowCount(r *rand.Rand) int {
	if chance(r, 10) {
		return r.IntN(4)
	}
	return 4 + r.IntN(76)
}

// newColumns makes a draft with columns only; with policies casts have some too.
func newColumns(r *rand.Rand, d dialect.Dialect, policies bool) *draft {
	b := &draft{expressions: map[string]ast.Node{}}
	types := usableTypes(d)
	for i := range 1 + r.IntN(5) {
		c := draftColumn{name: columnName(r, i), typ: pick(r, types)}
		if i > 0 && chance(r, 40) {
			c.typ = b.columns[i-1].typ // so that columns compare
		}
		c.stated = stated(r, c.typ)
		if chance(r, 25) {
			c.addCast(r, policies)
		}
		b.columns = append(b.columns, c)
	}
	return b
}

func columnName(r *rand.Rand, i int) string {
	prefixes := []string{"c", "c", "c", "C d", `q"`, "it's", "ß", "?", "$", "%", `\`, "@p", "😀"}
	return pick(r, prefixes) + strconv.Itoa(i)
}

// stated is the type as the gate states it: itself, a family that it belongs to, or not at all.
func stated(r *rand.Rand, t gate.Type) string {
	switch {
	case t.Kind == gate.KindEnum, t.Kind == gate.KindList, t.Kind == gate.KindStruct, chance(r, 70):
		return t.String()
	case chance(r, 30):
		return ""
	case t.IsInteger():
		return string(gate.KindInteger)
	case t.IsFloat():
		return string(gate.KindFloat)
	case t.Kind == gate.KindDecimal:
		return string(gate.KindDecimal)
	default:
		return t.String()
	}
}

// usableTypes are the types that a dialect has just as they are.
func usableTypes(d dialect.Dialect) []gate.Type {
	var types []gate.Type
	for _, text := range []string{
		"string", "string", "string", "string", "bool", "int8", "int16", "int32", "int64", "int64", "uint8", "uint16", "uint32", "uint64", "int128",
		"float32", "float64", "float64", "decimal(10,2)", "decimal(4,4)", "decimal(18,0)", "decimal(38,10)", "decimal(38,37)", "date", "date", "time", "timestamp", "timestamptz", "uuid", "bytes", "json",
		"list(string)", "list(int32)", "list(float64)", `struct(a int64, "b ""c" string)`, "list(struct(x float64, y list(string)))",
	} {
		t, err := gate.ParseType(text)
		if err != nil {
			panic(err)
		}
		types = append(types, t)
	}
	types = append(types, gate.Type{Kind: gate.KindEnum, Values: []string{"low", "mid", "High", "it's", "É"}})
	return slices.DeleteFunc(types, func(t gate.Type) bool {
		name, err := d.TypeName(t)
		return err != nil || d.LogicalType(name).String() != t.String()
	})
}

// rowMaker makes rows of a draft.
type rowMaker struct {
	*rand.Rand
	draft *draft
	extremes
}

// rows makes n rows, some of which repeat values of others, or of rows of
// another table where these have the same type.
func (m rowMaker) rows(n int, others []oracle.Row, typ func(draftColumn) gate.Type) []oracle.Row {
	rows := []oracle.Row{}
	for i := range n {
		row := oracle.Row{rowID: oracle.Int(int64(i))}
		blank := chance(m.Rand, 4)
		for _, c := range m.draft.columns {
			v := valueMaker{Rand: m.Rand, extremes: m.extremes, hints: c.hints}
			t := typ(c)
			if c.cast != "" {
				v.extremes = extremes{} // they have no text
			}
			switch {
			case blank:
				row[c.name] = nil
			case i > 0 && chance(m.Rand, 30):
				row[c.name] = rows[m.IntN(i)][c.name]
			case len(others) > 0 && c.cast == "" && chance(m.Rand, 50):
				row[c.name] = pick(m.Rand, others)[c.name]
			case c.cast != "" && t.Kind != c.typ.Kind:
				row[c.name] = v.castText(c)
			default:
				row[c.name] = v.value(t)
			}
		}
		for _, ends := range m.draft.intervals {
			if i > 0 && chance(m.Rand, 70) {
				m.follow(row, rows[i-1], m.draft.columns[ends[0]], m.draft.columns[ends[1]])
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// follow lets a row's interval begin where that of the row before ends, so that
// not all intervals overlap. That is done for numbers and dates.
func (m rowMaker) follow(row, before oracle.Row, lower, upper draftColumn) {
	if lower.cast != "" || upper.cast != "" {
		return
	}
	step := m.Int64N(3)
	switch start := before[upper.name].(type) {
	case oracle.Number:
		end := oracle.Number{Rat: new(big.Rat).Add(start.Rat, big.NewRat(step, 1))}
		row[lower.name], row[upper.name] = start, held(upper.typ, end, start)
	case oracle.Date:
		if firstDay <= start && start < lastDay-2 {
			row[lower.name], row[upper.name] = start, start+oracle.Date(step)
		}
	}
}

// yaml is the gate file.
func (b *draft) yaml() string {
	var s strings.Builder
	mode := "replace"
	if b.appends {
		mode = "append"
	}
	fmt.Fprintf(&s, "gate: property\nsource: src\ntarget: dst\nmode: %s\non_failure: quarantine\n", mode)
	if b.rejectLimit != "" {
		fmt.Fprintf(&s, "reject_limit: %s\n", b.rejectLimit)
	}
	s.WriteString("columns:\n")
	for i, c := range b.columns {
		fmt.Fprintf(&s, "  %s:\n    description: a column\n", yamlText(c.name))
		if c.stated != "" {
			fmt.Fprintf(&s, "    type: %s\n", yamlText(c.stated))
		}
		if c.cast != "" {
			fmt.Fprintf(&s, "    cast: %s\n", c.cast)
		}
		if c.typ.Kind == gate.KindEnum {
			fmt.Fprintf(&s, "    values: %s\n", yamlTexts(c.typ.Values))
		}
		here := func(r draftRule) bool { return !r.onGate && r.columns[0] == i }
		b.writeRules(&s, "    ", func(r draftRule) bool { return here(r) && len(r.within) == 0 })
		var nested []draftRule
		for _, r := range b.rules {
			if here(r) && len(r.within) > 0 {
				nested = append(nested, r)
			}
		}
		for _, entry := range nestedRules(nested, 0) {
			fmt.Fprintf(&s, "    %s\n", entry)
		}
	}
	fmt.Fprintf(&s, "  %s: {type: int64}\n", rowID)
	b.writeRules(&s, "", func(r draftRule) bool { return r.onGate })
	return s.String()
}

func (b *draft) writeRules(s *strings.Builder, indent string, here func(draftRule) bool) {
	head := indent + "rules:\n"
	for _, r := range b.rules {
		if here(r) {
			fmt.Fprintf(s, "%s%s  - %s\n", head, indent, r.text)
			head = ""
		}
	}
}

// nestedRules are the entries of rules within a value that is so many steps deep.
func nestedRules(rules []draftRule, depth int) []string {
	var entries, fields []string
	below := map[string][]draftRule{}
	for _, r := range rules {
		if len(r.within) == depth {
			entries = append(entries, r.text)
			continue
		}
		field := r.within[depth].Field
		if field != "" && below[field] == nil {
			fields = append(fields, field)
		}
		below[field] = append(below[field], r)
	}
	if items := below[""]; items != nil {
		entries = append(entries, "items: "+flow(nestedRules(items, depth+1)))
	}
	for i, name := range fields {
		fields[i] = yamlText(name) + ": " + flow(nestedRules(below[name], depth+1))
	}
	if len(fields) > 0 {
		entries = append(entries, "fields: "+flow(fields))
	}
	return entries
}

// yamlText quotes a text so that it survives YAML.
func yamlText(text string) string {
	var s strings.Builder
	s.WriteByte('"')
	for _, c := range text {
		switch {
		case c == '"' || c == '\\':
			s.WriteString(`\` + string(c))
		case c == ' ' || unicode.IsGraphic(c) && !unicode.IsSpace(c):
			s.WriteRune(c)
		default:
			fmt.Fprintf(&s, `\U%08X`, c)
		}
	}
	s.WriteByte('"')
	return s.String()
}

func yamlTexts(texts []string) string {
	quoted := make([]string, len(texts))
	for i, t := range texts {
		quoted[i] = yamlText(t)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}
