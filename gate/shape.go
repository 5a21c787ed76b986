package gate

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// scalarForm is what a scalar must look like.
type scalarForm int

const (
	noScalar       scalarForm = iota
	textScalar                // any text
	constantScalar            // any text: a constant
	valueScalar               // a constant or null
	boolScalar                // true or false
	countScalar               // an integer, not negative
	percentScalar
	numberScalar   // a decimal, not negative
	durationScalar // a number and a unit
)

// shape is what may stand at a place: a scalar, a list, a mapping, or several
// of these. The loader checks files against shapes, and the JSON Schema is
// written from them.
type shape struct {
	scalar scalarForm
	enum   []string // of a text
	later  []string // values of the enum that are not supported yet
	list   *shape   // of items
	object *object  // with known keys
	values *shape   // with free keys

	choices []*shape // of which one fits; in schemas only, where a key decides
	def     string   // in schemas only: it is written once, under this name
}

// object is the known keys of a mapping.
type object struct {
	noun string // names it in messages, such as "a gate"
	keys []key
}

// key is one key of a mapping.
type key struct {
	name     string
	doc      string
	shape    *shape
	required bool
	later    bool   // of the specification, but not supported yet
	def      string // in schemas only: it is written once, under this name
}

func text() *shape                  { return &shape{scalar: textScalar} }
func boolean() *shape               { return &shape{scalar: boolScalar} }
func count() *shape                 { return &shape{scalar: countScalar} }
func percent() *shape               { return &shape{scalar: percentScalar} }
func oneOf(values ...string) *shape { return &shape{scalar: textScalar, enum: values} }
func listOf(item *shape) *shape     { return &shape{list: item} }
func mapOf(value *shape) *shape     { return &shape{values: value} }
func texts() *shape                 { return listOf(text()) }

func objectOf(noun string, keys ...key) *shape {
	return &shape{object: &object{noun: noun, keys: keys}}
}

// names are the keys that can be used.
func (o *object) names() []string {
	var names []string
	for _, k := range o.keys {
		if !k.later {
			names = append(names, k.name)
		}
	}
	return names
}

func (o *object) key(name string) *key {
	for i := range o.keys {
		if o.keys[i].name == name {
			return &o.keys[i]
		}
	}
	return nil
}

// fits checks a node against a shape and reports every fault. Entries of a
// mapping that are at fault are taken out, so that what remains can be read.
func (l *loader) fits(n *node, s *shape, where string) bool {
	switch {
	case n.kind == scalarNode && s.scalar != noScalar:
		return l.fitsScalar(n, s, where)
	case n.kind == nullNode && s.scalar == valueScalar:
		return true
	case n.kind == listNode && s.list != nil:
		return l.fitsList(n, s, where)
	case n.kind == mapNode && s.object != nil:
		return l.fitsObject(n, s.object)
	case n.kind == mapNode && s.values != nil:
		return l.fitsValues(n, s, where)
	}
	l.report(CodeWrongType, n.pos, "", "%s must be %s, got %s", where, s.describe(), n.describe())
	return false
}

func (l *loader) fitsList(n *node, s *shape, where string) bool {
	ok := true
	for _, item := range n.items {
		ok = l.fits(item, s.list, "an item of "+where) && ok
	}
	return ok
}

func (l *loader) fitsValues(n *node, s *shape, where string) bool {
	kept := n.entries[:0:0]
	for _, e := range n.entries {
		if l.fits(e.value, s.values, fmt.Sprintf("'%s' of %s", e.key.text, where)) {
			kept = append(kept, e)
		}
	}
	n.entries = kept
	return true
}

func (l *loader) fitsObject(n *node, o *object) bool {
	kept := n.entries[:0:0]
	present := map[string]bool{}
	for _, e := range n.entries {
		if strings.HasPrefix(e.key.text, "x-") {
			continue
		}
		present[e.key.text] = true
		if l.fitsKey(e, o) {
			kept = append(kept, e)
			continue
		}
		n.lost = append(n.lost, e.key.text)
	}
	n.entries = kept
	ok := true
	for _, k := range o.keys {
		if k.required && !present[k.name] {
			l.report(CodeMissingKey, n.pos, "", "%s needs the key '%s'", o.noun, k.name)
			ok = false
		}
	}
	return ok
}

func (l *loader) fitsKey(e entry, o *object) bool {
	k := o.key(e.key.text)
	if k == nil {
		names := o.names()
		l.report(CodeUnknownKey, e.key.pos, "keys of "+o.noun+": "+strings.Join(names, ", "),
			"unknown key '%s' of %s%s", e.key.text, o.noun, didYouMean(e.key.text, names))
		return false
	}
	if k.later {
		l.unsupported(e.key.pos, "'"+k.name+"' of "+o.noun)
		return false
	}
	return l.fits(e.value, k.shape, "'"+k.name+"'")
}

func (l *loader) fitsScalar(n *node, s *shape, where string) bool {
	switch s.scalar {
	case boolScalar:
		if n.text == "true" || n.text == "false" {
			return true
		}
	case countScalar:
		if _, err := strconv.ParseInt(n.text, 10, 64); err == nil && isDigits(n.text) {
			return true
		}
	case percentScalar:
		return l.fitsPercent(n, where)
	case numberScalar:
		if isDecimal(n.text) && n.text[0] != '-' {
			return true
		}
	case durationScalar:
		_, err := ParseDuration(n.text)
		if err == nil {
			return true
		}
		l.report(CodeInvalidValue, n.pos, "", "%s: %q: %v", where, n.text, err)
		return false
	default:
		return len(s.enum) == 0 || l.fitsEnum(n, s, where)
	}
	l.report(CodeWrongType, n.pos, "", "%s must be %s, got %s", where, s.describe(), n.describe())
	return false
}

func (l *loader) fitsPercent(n *node, where string) bool {
	if _, err := ParsePercent(n.text); err != nil {
		l.report(CodePercent, n.pos, percentHint(n.text), "%s: %s: %v", where, n.text, err)
		return false
	}
	return true
}

// percentHint spells out the two readings of an ambiguous number.
func percentHint(s string) string {
	r, err := decimalOf(s)
	if err != nil || r.Sign() <= 0 || r.Cmp(big.NewRat(1, 1)) >= 0 {
		return ""
	}
	whole := strings.TrimRight(r.Mul(r, big.NewRat(100, 1)).FloatString(6), "0")
	return fmt.Sprintf("write %s%% or %s%%", s, strings.TrimSuffix(whole, "."))
}

func (l *loader) fitsEnum(n *node, s *shape, where string) bool {
	if slices.Contains(s.enum, n.text) {
		return true
	}
	if slices.Contains(s.later, n.text) {
		l.unsupported(n.pos, where+": "+n.text)
		return false
	}
	l.report(CodeInvalidValue, n.pos, "", "%s must be one of %s, got %q%s", where, strings.Join(s.enum, ", "), n.text, didYouMean(n.text, s.enum))
	return false
}

// describe names the shape in messages.
func (s *shape) describe() string {
	var forms []string
	switch s.scalar {
	case noScalar:
	case boolScalar:
		forms = append(forms, "true or false")
	case countScalar:
		forms = append(forms, "an integer that is not negative")
	case percentScalar:
		forms = append(forms, "a percentage")
	case numberScalar:
		forms = append(forms, "a number that is not negative")
	case durationScalar:
		forms = append(forms, "a length of time, such as 15m")
	case textScalar:
		if len(s.enum) > 0 {
			forms = append(forms, "one of "+strings.Join(s.enum, ", "))
		} else {
			forms = append(forms, "a text")
		}
	case constantScalar, valueScalar:
		forms = append(forms, "a value")
	}
	if s.list != nil {
		forms = append(forms, "a list")
	}
	if s.object != nil || s.values != nil {
		forms = append(forms, "a mapping")
	}
	return strings.Join(forms, " or ")
}
