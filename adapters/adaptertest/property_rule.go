package adaptertest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/sqlgate/sqlgate/adapters/adaptertest/oracle"
	"github.com/sqlgate/sqlgate/gate"
)

// writer writes random rules of the rule table into a draft.
type writer struct {
	*rand.Rand
	draft    *draft
	policies bool // rules have policies of their own
	column   int  // that the rule stands on; -1: the gate
	reads    []int
}

// addRule adds a random rule that fits the draft's columns, if it finds one.
func (w *writer) addRule() {
	specs := generated()
	for range 20 {
		spec := pick(w.Rand, specs)
		w.column, w.reads = -1, nil
		if spec.Level != gate.LevelGate && (spec.Level == gate.LevelColumn || chance(w.Rand, 50)) {
			w.column = w.IntN(len(w.draft.columns))
			w.reads = []int{w.column}
			if !spec.AppliesTo(w.typ()) {
				continue
			}
		}
		if params, ok := w.params(spec); ok {
			w.add(spec, params)
			return
		}
	}
}

// generated are the rules that are written: those that the oracle knows.
func generated() []gate.RuleSpec {
	return slices.DeleteFunc(gate.Rules(), func(r gate.RuleSpec) bool { return !oracle.Kinds()[r.Name] })
}

func (w *writer) typ() gate.Type { return w.draft.columns[w.column].typ }

func (w *writer) hints() *hints { return &w.draft.columns[w.column].hints }

func (w *writer) add(spec gate.RuleSpec, params []string) {
	name := fmt.Sprintf("r%d", len(w.draft.rules))
	item := []string{"name: " + name}
	if spec.Nulls && chance(w.Rand, 25) {
		item = append(item, "nulls: "+pick(w.Rand, []string{"pass", "fail"}))
	}
	if w.policies {
		item = append(item, "on_failure: "+pick(w.Rand, []string{"fail", "warn", "quarantine", "quarantine", "warn"}))
	}
	value := "{" + strings.Join(params, ", ") + "}"
	if main := spec.Main + ": "; len(params) == 1 && strings.HasPrefix(params[0], main) && chance(w.Rand, 50) {
		value = strings.TrimPrefix(params[0], main)
	}
	item = append(item, spec.Key+": "+value)
	w.draft.rules = append(w.draft.rules, draftRule{
		name: name, columns: w.reads, onGate: w.column < 0, item: "{" + strings.Join(item, ", ") + "}",
	})
}

// params are random parameters as "name: value"; it is not ok where the rule
// does not fit after all.
func (w *writer) params(spec gate.RuleSpec) (params []string, ok bool) {
	if spec.Name == "range" {
		return w.rangeParams()
	}
	for _, p := range spec.Params {
		if w.column >= 0 && p.Kind == gate.ParamColumns {
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

func (w *writer) param(p gate.ParamSpec) (value string, ok bool) {
	switch p.Kind {
	case gate.ParamSwitch:
		return strconv.FormatBool(p.Default == "true"), true
	case gate.ParamBool:
		return pick(w.Rand, []string{"true", "false"}), true
	case gate.ParamEnum:
		return pick(w.Rand, p.Enum), true
	case gate.ParamCount:
		n := w.Int64N(7)
		w.hints().lengths = append(w.hints().lengths, n)
		return strconv.FormatInt(n, 10), true
	case gate.ParamRegex:
		pattern := randomRegex(w.Rand)
		w.hints().texts = append(w.hints().texts, func(r *rand.Rand) string { return regexSample(r, pattern) })
		return yamlText(pattern), true
	case gate.ParamLike:
		pattern := randomLike(w.Rand)
		w.hints().texts = append(w.hints().texts, func(r *rand.Rand) string { return likeSample(r, pattern) })
		return yamlText(pattern), true
	case gate.ParamLiteral:
		_, text := w.literal()
		return yamlText(text), true
	case gate.ParamLiterals:
		var texts []string
		for range 1 + w.IntN(4) {
			_, text := w.literal()
			texts = append(texts, text)
		}
		return yamlTexts(texts), true
	case gate.ParamColumn:
		i := w.comparable()
		w.reads = append(w.reads, i)
		return yamlText(w.draft.columns[i].name), true
	case gate.ParamColumns:
		return w.keyColumns()
	default:
		return "", false
	}
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

// keyColumns are columns whose equality is the same everywhere.
func (w *writer) keyColumns() (string, bool) {
	spec := gate.RuleByName("unique")
	var names []string
	for _, i := range w.Perm(len(w.draft.columns)) {
		if c := w.draft.columns[i]; spec.AppliesTo(c.typ) && len(names) < 3 && (len(names) == 0 || chance(w.Rand, 60)) {
			names = append(names, c.name)
			w.reads = append(w.reads, i)
		}
	}
	return yamlTexts(names), len(names) > 0
}

// literal is a constant of the column's type, which its values will meet.
func (w *writer) literal() (oracle.Value, string) {
	t := w.typ()
	for {
		v := values{Rand: w.Rand}.any(t)
		if known := w.hints().values; len(known) > 0 && chance(w.Rand, 30) {
			v = values{Rand: w.Rand}.near(t, pick(w.Rand, known))
		}
		text := literalText(w.Rand, t, v)
		if canonical, err := gate.CheckLiteral(t, text, true); err == nil {
			if v, err = oracle.Constant(t, canonical); err == nil {
				w.hints().values = append(w.hints().values, v)
				return v, text
			}
		}
	}
}

// literalText is a value as a gate file may write it.
func literalText(r *rand.Rand, t gate.Type, v oracle.Value) string {
	switch v := v.(type) {
	case oracle.Bool:
		return strconv.FormatBool(bool(v))
	case oracle.Number:
		text := v.FloatString(t.Scale)
		if v.Sign() >= 0 && chance(r, 10) {
			text = "+0" + text
		}
		return text
	case oracle.Float:
		size := 64
		if t.Kind == gate.KindFloat32 {
			size = 32
		}
		return strconv.FormatFloat(float64(v), 'g', -1, size)
	case oracle.Text:
		return string(v)
	case oracle.UUID:
		return string(v)
	case oracle.Timestamp:
		text := oracle.FormatTimestamp(v)
		if chance(r, 20) {
			text = strings.Replace(text, " ", "T", 1)
		}
		if t.Kind == gate.KindTimestamptz {
			text += pick(r, []string{"", "Z", "+00", "+00:00"})
		}
		return text
	default:
		return temporalText(v)
	}
}

// rangeParams are two bounds in order.
func (w *writer) rangeParams() ([]string, bool) {
	low, lowText := w.literal()
	high, highText := w.literal()
	canonical := func(text string) string {
		c, _ := gate.CheckLiteral(w.typ(), text, true)
		return c
	}
	switch order := gate.CompareLiterals(w.typ(), canonical(lowText), canonical(highText)); {
	case order == 0 || oracle.Same(low, high):
		return nil, false
	case order > 0:
		lowText, highText = highText, lowText
	}
	return []string{
		"min: " + yamlText(lowText), "max: " + yamlText(highText),
		"inclusive: " + pick(w.Rand, []string{"both", "left", "right", "neither"}),
		"negate: " + pick(w.Rand, []string{"false", "false", "true"}),
	}, true
}
