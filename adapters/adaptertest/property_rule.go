package adaptertest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/adapters/adaptertest/oracle"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// writer writes random rules of the rule table into a draft.
type writer struct {
	*rand.Rand
	draft    *draft
	dialect  dialect.Dialect
	policies bool // rules have policies of their own
	column   int  // that the rule stands on; -1: the gate
	within   []gate.Step
	site     gate.Type // of what the rule judges
	reads    []int
}

// addRule adds a random rule of one of the kinds, if it finds one that fits the
// draft's columns.
func (w *writer) addRule(specs ...gate.RuleSpec) bool {
	for range 20 {
		spec := pick(w.Rand, specs)
		w.column, w.within, w.reads = -1, nil, nil
		if spec.Level != gate.LevelGate && (spec.Level == gate.LevelColumn || chance(w.Rand, 50)) {
			w.column = w.IntN(len(w.draft.columns))
			w.reads = []int{w.column}
			w.site = w.draft.columns[w.column].typ
			if spec.Level == gate.LevelColumn && spec.Scope == gate.ScopeRow {
				w.descend()
			}
			if !spec.AppliesTo(w.site) || w.taken(spec.Key) {
				continue
			}
		}
		if params, ok := w.params(spec); ok {
			w.add(spec, params)
			return true
		}
	}
	return false
}

// descend goes into lists and structs.
func (w *writer) descend() {
	for chance(w.Rand, 70) {
		switch w.site.Kind {
		case gate.KindList:
			w.within = append(w.within, gate.Step{})
			w.site = *w.site.Elem
		case gate.KindStruct:
			f := pick(w.Rand, w.site.Fields)
			w.within = append(w.within, gate.Step{Field: f.Name})
			w.site = f.Type
		default:
			return
		}
	}
}

// taken reports whether there is a rule of that key within the same items or
// fields, where each can stand once.
func (w *writer) taken(key string) bool {
	return len(w.within) > 0 && slices.ContainsFunc(w.draft.rules, func(r draftRule) bool {
		return !r.onGate && r.columns[0] == w.column && r.key == key && slices.Equal(r.within, w.within)
	})
}

// generated are the rules that are written: those that the oracle knows, but
// the casts, which stand on columns.
func generated() []gate.RuleSpec {
	return slices.DeleteFunc(gate.Rules(), func(r gate.RuleSpec) bool { return r.Name == "cast" || !oracle.Kinds()[r.Name] })
}

// weighted are the same, each as often as it has ways to be written.
func weighted() []gate.RuleSpec {
	var out []gate.RuleSpec
	for _, spec := range generated() {
		out = append(out, slices.Repeat([]gate.RuleSpec{spec}, 1+len(spec.Params))...)
	}
	return out
}

func (w *writer) typ() gate.Type { return w.site }

func (w *writer) hints() *hints { return &w.draft.columns[w.column].hints }

func (w *writer) add(spec gate.RuleSpec, params []string) {
	name := fmt.Sprintf("r%d", len(w.draft.rules))
	common := []string{"name: " + name}
	if spec.Nulls && chance(w.Rand, 25) {
		common = append(common, "nulls: "+pick(w.Rand, []string{"pass", "fail"}))
	}
	if w.policies {
		common = append(common, randomPolicy(w.Rand, slices.ContainsFunc(params, func(p string) bool { return strings.HasPrefix(p, "keep: ") }))...)
	}
	if chance(w.Rand, 20) {
		common = append(common, "where: "+yamlText(w.condition(1)))
	}
	r := draftRule{name: name, key: spec.Key, columns: w.reads, onGate: w.column < 0, within: w.within}
	if len(w.within) > 0 {
		r.text = spec.Key + ": " + flow(append(params, common...))
	} else {
		value := flow(params)
		if main := spec.Main + ": "; len(params) == 1 && strings.HasPrefix(params[0], main) && chance(w.Rand, 50) {
			value = strings.TrimPrefix(params[0], main)
		}
		r.text = flow(append(common, spec.Key+": "+value))
	}
	w.draft.rules = append(w.draft.rules, r)
}

// flow is a mapping on one line.
func flow(entries []string) string { return "{" + strings.Join(entries, ", ") + "}" }

// condition is a random expression; the draft remembers what it means.
func (w *writer) condition(depth int) string {
	e := expressions{Rand: w.Rand, columns: w.draft.columns}
	t := e.condition(depth)
	w.reads = append(w.reads, e.reads...)
	w.draft.expressions[t.text] = t.node
	return t.text
}

// params are random parameters as "name: value"; it is not ok where the rule
// does not fit after all.
func (w *writer) params(spec gate.RuleSpec) (params []string, ok bool) {
	if special := w.special()[spec.Name]; special != nil {
		return special()
	}
	for _, p := range spec.Params {
		if w.column >= 0 && (p.Kind == gate.ParamColumns || p.Kind == gate.ParamColumn) {
			continue
		}
		required := p.Required || p.DefaultList != nil && w.typ().Kind != gate.KindString
		if !required && chance(w.Rand, 60) {
			continue
		}
		if p.Name == "case_sensitive" && !w.readsText() {
			continue
		}
		value, fits := w.param(p)
		if !fits {
			return nil, false
		}
		params = append(params, p.Name+": "+value)
	}
	return params, true
}

func (w *writer) readsText() bool {
	return slices.ContainsFunc(w.reads, func(i int) bool { return w.draft.columns[i].typ.IsText() })
}

// some are a few columns that fit, as a list.
func (w *writer) some(least, most int, fits func(i int) bool) (string, bool) {
	var names []string
	for _, i := range w.Perm(len(w.draft.columns)) {
		if fits(i) && len(names) < most && (len(names) < least || chance(w.Rand, 60)) {
			names = append(names, w.draft.columns[i].name)
			w.reads = append(w.reads, i)
		}
	}
	return yamlTexts(names), len(names) >= least
}

// of is the columns of a kind of types.
func (w *writer) of(fits func(gate.Type) bool) func(int) bool {
	return func(i int) bool { return fits(w.draft.columns[i].typ) }
}

// unread are the columns of a kind of types that the rule does not read yet.
func (w *writer) unread(fits func(gate.Type) bool) func(int) bool {
	return func(i int) bool { return w.of(fits)(i) && !slices.Contains(w.reads, i) }
}

// isKey reports whether the type's equality is the same everywhere.
func isKey(t gate.Type) bool { return gate.RuleByName("unique").AppliesTo(t) }

// isSorted reports whether rows can be put in the order of the type's values.
func isSorted(t gate.Type) bool {
	return isKey(t) && t.Kind != gate.KindBytes && t.Kind != gate.KindEnum
}

// comparable is a column that compares with the one chosen before, if any.
func (w *writer) comparable() int {
	i := w.IntN(len(w.draft.columns))
	if len(w.reads) == 0 {
		return i
	}
	first := w.draft.columns[w.reads[0]].typ
	for range 5 {
		if t := w.draft.columns[i].typ; t.String() == first.String() || t.IsNumeric() && first.IsNumeric() && commonDigits(t, first) <= 38 {
			return i
		}
		i = w.IntN(len(w.draft.columns))
	}
	return w.reads[0]
}

// commonDigits are the digits of a decimal that holds the values of two types;
// 0 where one is a float.
func commonDigits(a, b gate.Type) int {
	if a.IsFloat() || b.IsFloat() {
		return 0
	}
	return max(wholeDigits(a), wholeDigits(b)) + max(a.Scale, b.Scale)
}

func wholeDigits(t gate.Type) int {
	if t.Kind == gate.KindDecimal {
		return t.Precision - t.Scale
	}
	_, high := limits(t)
	return len(high.String())
}
