package dialect

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/sqlgate/sqlgate/gate"
)

// kinds maps a dialect's plain type names, in upper case, to kinds.
type kinds map[string]gate.Kind

// typeScanner reads a warehouse's type name.
type typeScanner struct {
	text string
	pos  int
}

func (s *typeScanner) space() {
	for s.pos < len(s.text) && s.text[s.pos] == ' ' {
		s.pos++
	}
}

func (s *typeScanner) take(c byte) bool {
	s.space()
	if s.pos < len(s.text) && s.text[s.pos] == c {
		s.pos++
		return true
	}
	return false
}

// words reads up to one of the punctuation characters.
func (s *typeScanner) words() string {
	s.space()
	start := s.pos
	for s.pos < len(s.text) && !strings.ContainsRune(`()[]<>,"'`, rune(s.text[s.pos])) {
		s.pos++
	}
	return strings.TrimSpace(s.text[start:s.pos])
}

// name reads a field's name: one word, or a text in double or back quotes.
func (s *typeScanner) name() string {
	if s.take('"') {
		return s.quoted('"')
	}
	if s.take('`') {
		return s.quoted('`')
	}
	s.space()
	start := s.pos
	for s.pos < len(s.text) && s.text[s.pos] != ' ' {
		s.pos++
	}
	return s.text[start:s.pos]
}

// quoted reads to the closing quote; a doubled quote stands for itself.
func (s *typeScanner) quoted(quote byte) string {
	var b strings.Builder
	for s.pos < len(s.text) {
		c := s.text[s.pos]
		s.pos++
		if c == quote {
			if s.pos == len(s.text) || s.text[s.pos] != quote {
				return b.String()
			}
			s.pos++
		}
		b.WriteByte(c)
	}
	return b.String()
}

// skip moves behind the parenthesis that closes the one just taken.
func (s *typeScanner) skip() {
	for depth := 1; depth > 0 && s.pos < len(s.text); {
		c := s.text[s.pos]
		s.pos++
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case '"', '\'':
			s.quoted(c)
		}
	}
}

// numbers reads numbers to the closing parenthesis.
func (s *typeScanner) numbers() []int {
	var out []int
	for {
		n, err := strconv.Atoi(s.words())
		if err != nil {
			s.skip()
			return nil
		}
		out = append(out, n)
		if s.take(')') {
			return out
		}
		if !s.take(',') {
			return nil
		}
	}
}

// fields reads a struct's fields to the closing character.
func (s *typeScanner) fields(end byte, parse func() gate.Type) gate.Type {
	t := gate.Type{Kind: gate.KindStruct}
	for s.pos < len(s.text) {
		name := s.name()
		t.Fields = append(t.Fields, gate.Field{Name: name, Type: parse()})
		if s.take(end) {
			return t
		}
		if !s.take(',') {
			break
		}
	}
	return anyType()
}

func anyType() gate.Type { return gate.Type{Kind: gate.KindAny} }

func decimalType(args []int) gate.Type {
	t := gate.Type{Kind: gate.KindDecimal}
	if len(args) > 0 {
		t.Precision = args[0]
	}
	if len(args) > 1 {
		t.Scale = args[1]
	}
	return t
}

// lengthForm is a type name with a length of characters.
var lengthForm = regexp.MustCompile(`(?i)^(?:character varying|varchar|character|char|bpchar|string|text)\((\d+)\)$`)

func maxLength(native string) int {
	m := lengthForm.FindStringSubmatch(native)
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1])
	return n
}

// typeNames prints the names of logical types.
type typeNames struct {
	dialect string
	plain   map[gate.Kind]string
	decimal func(gate.Type) string
	enum    func(values []string) string
	list    func(elem string) string
	// structure makes a struct of printed fields; nil: the dialect has none.
	structure func(fields []string) string
	ident     func(string) string
}

func (n typeNames) print(t gate.Type) (string, error) {
	switch t.Kind {
	case gate.KindDecimal:
		return n.decimal(t), nil
	case gate.KindEnum:
		return n.enum(t.Values), nil
	case gate.KindList:
		if t.Elem == nil {
			break
		}
		elem, err := n.print(*t.Elem)
		if err != nil {
			return "", err
		}
		return n.list(elem), nil
	case gate.KindStruct:
		return n.printStruct(t)
	}
	if name, ok := n.plain[t.Kind]; ok {
		return name, nil
	}
	return "", n.unsupported(t, "it names no type of the warehouse")
}

func (n typeNames) printStruct(t gate.Type) (string, error) {
	if n.structure == nil {
		return "", n.unsupported(t, "it has no structs without a type of their own")
	}
	fields := make([]string, len(t.Fields))
	for i, f := range t.Fields {
		typ, err := n.print(f.Type)
		if err != nil {
			return "", err
		}
		fields[i] = n.ident(f.Name) + " " + typ
	}
	return n.structure(fields), nil
}

func (n typeNames) unsupported(t gate.Type, reason string) error {
	return &UnsupportedError{Feature: fmt.Sprintf("the type %q", t.String()), Dialect: n.dialect, Reason: reason}
}
