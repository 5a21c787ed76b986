package adaptertest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/sqlgate/sqlgate/adapters/adaptertest/oracle"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// draft is a random gate with random rows, before it is written as YAML.
type draft struct {
	columns []draftColumn
	rules   []draftRule
	rows    []oracle.Row
}

type draftColumn struct {
	name   string
	typ    gate.Type // of the source's column
	stated string    // the type as the gate states it; empty: it does not
	hints  hints
}

type draftRule struct {
	name    string // its id
	columns []int  // that it reads
	onGate  bool   // it stands in the gate's rules list, not on its only column
	item    string // of a list of rules, in YAML
}

// rowID is the column that tells the rows apart.
const rowID = "row_id"

// newDraft makes a gate of few columns, with rules from the rule table, and rows.
func newDraft(r *rand.Rand, d dialect.Dialect, policies bool) *draft {
	b := &draft{}
	types := usableTypes(d)
	for i := range 1 + r.IntN(4) {
		c := draftColumn{name: columnName(r, i), typ: pick(r, types)}
		if i > 0 && chance(r, 40) {
			c.typ = b.columns[i-1].typ // so that columns compare
		}
		c.stated = stated(r, c.typ)
		b.columns = append(b.columns, c)
	}
	w := writer{Rand: r, draft: b, policies: policies && chance(r, 20)}
	for range 1 + r.IntN(8) {
		w.addRule()
	}
	b.rows = randomRows(r, b, r.IntN(80), d.Name() == "duckdb")
	return b
}

func columnName(r *rand.Rand, i int) string {
	prefixes := []string{"c", "c", "c", "C d", `q"`, "it's", "ß", "?", "$", "%", `\`, "@p", "😀"}
	return pick(r, prefixes) + strconv.Itoa(i)
}

// stated is the type as the gate states it: itself, a family that it belongs to, or not at all.
func stated(r *rand.Rand, t gate.Type) string {
	switch {
	case t.Kind == gate.KindEnum, chance(r, 70):
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
		"float32", "float64", "float64", "decimal(10,2)", "decimal(4,4)", "decimal(18,0)", "decimal(38,10)", "decimal(38,37)", "date", "time", "timestamp", "timestamptz", "uuid", "bytes", "json",
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

// randomRows makes rows, some of which repeat values of others.
func randomRows(r *rand.Rand, b *draft, n int, nul bool) []oracle.Row {
	var rows []oracle.Row
	for i := range n {
		row := oracle.Row{rowID: oracle.Int(int64(i))}
		for _, c := range b.columns {
			v := values{Rand: r, nul: nul, hints: c.hints}
			row[c.name] = v.value(c.typ)
			if i > 0 && chance(r, 30) {
				row[c.name] = rows[r.IntN(i)][c.name]
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// yaml is the gate file.
func (b *draft) yaml() string {
	var s strings.Builder
	s.WriteString("gate: property\nsource: src\ntarget: dst\nmode: replace\non_failure: quarantine\ncolumns:\n  row_id: {type: int64}\n")
	for i, c := range b.columns {
		fmt.Fprintf(&s, "  %s:\n    description: a column\n", yamlText(c.name))
		if c.stated != "" {
			fmt.Fprintf(&s, "    type: %s\n", yamlText(c.stated))
		}
		if c.typ.Kind == gate.KindEnum {
			fmt.Fprintf(&s, "    values: %s\n", yamlTexts(c.typ.Values))
		}
		b.writeRules(&s, "    ", func(r draftRule) bool { return !r.onGate && r.columns[0] == i })
	}
	b.writeRules(&s, "", func(r draftRule) bool { return r.onGate })
	return s.String()
}

func (b *draft) writeRules(s *strings.Builder, indent string, here func(draftRule) bool) {
	head := indent + "rules:\n"
	for _, r := range b.rules {
		if here(r) {
			fmt.Fprintf(s, "%s%s  - %s\n", head, indent, r.item)
			head = ""
		}
	}
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
