package gate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// IsInteger reports whether t is one of the integers.
func (t Type) IsInteger() bool { return slices.Contains(integerKinds(), t.Kind) }

// IsFloat reports whether t is a floating-point type.
func (t Type) IsFloat() bool { return slices.Contains(floatKinds(), t.Kind) }

// IsNumeric reports whether t is an integer, a float or a decimal.
func (t Type) IsNumeric() bool { return slices.Contains(numericKinds(), t.Kind) }

// IsText reports whether t's values are texts: string or enum.
func (t Type) IsText() bool { return slices.Contains(textKinds(), t.Kind) }

// IsTemporal reports whether t is a date, a time or a timestamp.
func (t Type) IsTemporal() bool { return slices.Contains(temporalKinds(), t.Kind) }

// IsKnown reports whether t says what its values are: neither unknown nor any.
func (t Type) IsKnown() bool { return t.Kind != KindUnknown && t.Kind != KindAny }

// IsFamily reports whether t stands for several types of a warehouse, such as
// integer, float, or decimal without precision.
func (t Type) IsFamily() bool {
	switch t.Kind {
	case KindUnknown, KindAny, KindInteger, KindFloat:
		return true
	case KindDecimal:
		return t.Precision == 0
	default:
		return false
	}
}

// String is the type as a gate file states it; empty for the unknown type.
func (t Type) String() string {
	switch t.Kind {
	case KindDecimal:
		if t.Precision == 0 {
			return "decimal"
		}
		return fmt.Sprintf("decimal(%d,%d)", t.Precision, t.Scale)
	case KindList:
		if t.Elem == nil {
			return "list(any)"
		}
		return "list(" + t.Elem.String() + ")"
	case KindStruct:
		if len(t.Fields) == 0 {
			return "struct"
		}
		fields := make([]string, len(t.Fields))
		for i, f := range t.Fields {
			fields[i] = fieldName(f.Name) + " " + f.Type.String()
		}
		return "struct(" + strings.Join(fields, ", ") + ")"
	default:
		return string(t.Kind)
	}
}

func fieldName(name string) string {
	if isName(name) {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// scalarKinds are the kinds whose type is just their name.
func scalarKinds() []Kind {
	return slices.Concat(
		[]Kind{KindAny, KindString, KindBool}, numericKinds(), temporalKinds(),
		[]Kind{KindInterval, KindUUID, KindJSON, KindBytes, KindEnum},
	)
}

// typeNames are the types as people write them, for messages.
func typeNames() []string {
	var names []string
	for _, k := range scalarKinds() {
		names = append(names, string(k))
	}
	return append(names, "decimal(p,s)", "list(T)", "struct(a T, …)")
}

// ParseType parses the text of a logical type: string, decimal(10,2),
// list(int64), struct(a int64, "b c" string). The values of an enum are not part of the text.
func ParseType(text string) (Type, error) {
	p := typeParser{text: text}
	t, err := p.parse(0)
	if err != nil {
		return Type{}, err
	}
	if p.skipSpace(); p.pos < len(p.text) {
		return Type{}, fmt.Errorf("unexpected %q after type %s", p.text[p.pos:], t)
	}
	return t, nil
}

// maxTypeDepth bounds nested types.
const maxTypeDepth = 20

// maxPrecision is the largest precision that a warehouse has.
const maxPrecision = 1000

type typeParser struct {
	text string
	pos  int
}

func (p *typeParser) parse(depth int) (Type, error) {
	if depth > maxTypeDepth {
		return Type{}, fmt.Errorf("type is nested more than %d deep", maxTypeDepth)
	}
	word := p.word()
	switch Kind(word) {
	case KindDecimal:
		return p.decimal()
	case KindList:
		return p.list(depth)
	case KindStruct:
		return p.structure(depth)
	}
	if word == "" {
		return Type{}, fmt.Errorf("expected a type, got %q", p.text[p.pos:])
	}
	if !slices.Contains(scalarKinds(), Kind(word)) {
		return Type{}, unknownType(word)
	}
	return Type{Kind: Kind(word)}, nil
}

// unknownType says which type was probably meant.
func unknownType(word string) error {
	others := map[string]string{
		"text": "string", "varchar": "string", "char": "string", "str": "string", "boolean": "bool",
		"int": "int32", "bigint": "int64", "smallint": "int16", "tinyint": "int8", "long": "int64",
		"double": "float64", "real": "float32", "numeric": "decimal", "number": "decimal",
		"datetime": "timestamp", "timestamp_tz": "timestamptz", "blob": "bytes", "bytea": "bytes", "array": "list(T)",
	}
	meant := others[strings.ToLower(word)]
	if meant == "" {
		meant = Nearest(word, typeNames())
	}
	if meant == "" {
		return fmt.Errorf("unknown type %q", word)
	}
	return fmt.Errorf("unknown type %q; did you mean %q?", word, meant)
}

func (p *typeParser) decimal() (Type, error) {
	if !p.take('(') {
		return Type{Kind: KindDecimal}, nil
	}
	precision, err := p.number()
	if err != nil {
		return Type{}, err
	}
	scale := 0
	if p.take(',') {
		if scale, err = p.number(); err != nil {
			return Type{}, err
		}
	}
	if !p.take(')') {
		return Type{}, fmt.Errorf("decimal takes a precision and a scale, as in decimal(10,2)")
	}
	if precision < 1 || precision > maxPrecision || scale > precision {
		return Type{}, fmt.Errorf("decimal(%d,%d): the precision is from 1 to %d, the scale not above it", precision, scale, maxPrecision)
	}
	return Type{Kind: KindDecimal, Precision: precision, Scale: scale}, nil
}

func (p *typeParser) list(depth int) (Type, error) {
	if !p.take('(') {
		return Type{}, fmt.Errorf("list needs the type of its items, as in list(string)")
	}
	elem, err := p.parse(depth + 1)
	if err != nil {
		return Type{}, err
	}
	if !p.take(')') {
		return Type{}, fmt.Errorf("list lacks its closing parenthesis")
	}
	return Type{Kind: KindList, Elem: &elem}, nil
}

func (p *typeParser) structure(depth int) (Type, error) {
	if !p.take('(') {
		return Type{}, fmt.Errorf("struct needs its fields, as in struct(a int64, b string)")
	}
	t := Type{Kind: KindStruct}
	for {
		name := p.field()
		if name == "" {
			return Type{}, fmt.Errorf("a field of a struct needs a name and a type, as in struct(a int64, b string)")
		}
		ft, err := p.parse(depth + 1)
		if err != nil {
			return Type{}, fmt.Errorf("field %s: %w", name, err)
		}
		t.Fields = append(t.Fields, Field{Name: name, Type: ft})
		if p.take(',') {
			continue
		}
		if !p.take(')') {
			return Type{}, fmt.Errorf("struct lacks its closing parenthesis")
		}
		return t, nil
	}
}

// field reads a field's name, bare or in double quotes.
func (p *typeParser) field() string {
	if !p.take('"') {
		return p.word()
	}
	var name strings.Builder
	for p.pos < len(p.text) {
		c := p.text[p.pos]
		p.pos++
		if c != '"' {
			name.WriteByte(c)
			continue
		}
		if p.pos < len(p.text) && p.text[p.pos] == '"' {
			name.WriteByte('"')
			p.pos++
			continue
		}
		return name.String()
	}
	return ""
}

func (p *typeParser) word() string {
	p.skipSpace()
	start := p.pos
	for p.pos < len(p.text) && isNameByte(p.text[p.pos]) {
		p.pos++
	}
	return p.text[start:p.pos]
}

func (p *typeParser) number() (int, error) {
	word := p.word()
	n, err := strconv.Atoi(word)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("decimal takes a precision and a scale, as in decimal(10,2)")
	}
	return n, nil
}

func (p *typeParser) take(c byte) bool {
	p.skipSpace()
	if p.pos < len(p.text) && p.text[p.pos] == c {
		p.pos++
		return true
	}
	return false
}

func (p *typeParser) skipSpace() {
	for p.pos < len(p.text) && (p.text[p.pos] == ' ' || p.text[p.pos] == '\t') {
		p.pos++
	}
}
