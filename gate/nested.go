package gate

import (
	"fmt"
	"slices"
	"strings"
)

// The keys that hold rules for what is within a value.
const (
	itemsKey  = "items"
	fieldsKey = "fields"
)

// site is what a rule stands on: a column, what is within it, or, where column
// is nil, the gate.
type site struct {
	column *Column
	within []Step
	typ    Type
}

// columnName is the column's name; empty at gate level.
func (s site) columnName() string {
	if s.column == nil {
		return ""
	}
	return s.column.Name
}

// id is the id of a rule that stands there and has no name.
func (s site) id(kind string) string {
	if s.column == nil {
		return kind
	}
	return s.column.Name + "." + s.path() + kind
}

// path is the way into the column within ids: inner. for each item, and
// inner.field. for a field.
func (s site) path() string { return pathOf(s.within) }

func pathOf(within []Step) string {
	var b strings.Builder
	for _, step := range within {
		b.WriteString("inner.")
		if step.Field != "" {
			b.WriteString(step.Field + ".")
		}
	}
	return b.String()
}

// String names the site in messages.
func (s site) String() string {
	name := "column '" + s.columnName() + "'"
	for _, step := range s.within {
		if step.Field == "" {
			name = "item of " + name
		} else {
			name = fmt.Sprintf("field '%s' of %s", step.Field, name)
		}
	}
	return name
}

// into is the site one step further.
func (s site) into(step Step, t Type) site {
	return site{column: s.column, within: append(slices.Clone(s.within), step), typ: t}
}

// siteOf is what a rule on a column stands on.
func (g *Gate) siteOf(r *Rule) site {
	c := g.Column(r.Column)
	return site{column: c, within: r.Within, typ: c.Type.within(r.Within)}
}

// within is the type of what the steps lead to; unknown where they do not fit.
func (t Type) within(steps []Step) Type {
	for _, step := range steps {
		switch {
		case step.Field == "" && t.Kind == KindList && t.Elem != nil:
			t = *t.Elem
		case step.Field != "" && t.field(step.Field) != nil:
			t = t.field(step.Field).Type
		default:
			return Type{}
		}
	}
	return t
}

// field is the field of that name of a struct, or nil.
func (t Type) field(name string) *Field {
	for i := range t.Fields {
		if t.Fields[i].Name == name {
			return &t.Fields[i]
		}
	}
	return nil
}

// nested are the rules that judge one value, and so can stand on items and fields.
func (t *RuleTable) nested() []RuleSpec {
	return slices.DeleteFunc(slices.Clone(t.onColumn), func(r RuleSpec) bool {
		return r.Level != LevelColumn || r.Scope != ScopeRow || r.Name == castKind
	})
}

// nested reads the rules of a list's items or a struct's fields.
func (g *gateLoader) nested(on site, spec RuleSpec, e entry, policy *columnPolicy) {
	want, example := KindList, "type: list(string)"
	if spec.Name == fieldsKey {
		want, example = KindStruct, "type: struct(a int64, b string)"
	}
	if on.typ.Kind != want {
		problem := "has the type " + on.typ.String()
		if !on.typ.IsKnown() {
			problem = "does not state its type"
		}
		g.report(CodeRuleType, e.key.pos, "such as "+example, "'%s' is for a %s; %s %s", spec.Key, want, on, problem)
		return
	}
	if !g.hasRules(e, spec.Example) {
		return
	}
	if spec.Name == itemsKey {
		g.nestedRules(on.into(Step{}, *on.typ.Elem), e.value, policy)
		return
	}
	for _, f := range e.value.entries {
		if !strings.HasPrefix(f.key.text, "x-") {
			g.fieldRules(on, f, policy)
		}
	}
}

// hasRules checks that rules stand behind a key.
func (g *gateLoader) hasRules(e entry, example string) bool {
	switch {
	case e.value.kind != mapNode:
		g.report(CodeWrongType, e.value.pos, "such as "+example, "'%s' must be a mapping of rules, got %s", e.key.text, e.value.describe())
	case len(e.value.entries) == 0:
		g.report(CodeMissingKey, e.value.pos, "such as "+example, "'%s' has no rules", e.key.text)
	default:
		return true
	}
	return false
}

// fieldRules reads the rules of one field.
func (g *gateLoader) fieldRules(on site, e entry, policy *columnPolicy) {
	field := on.typ.field(e.key.text)
	if field == nil {
		var names []string
		for _, f := range on.typ.Fields {
			names = append(names, f.Name)
		}
		g.report(CodeUnknownColumn, e.key.pos, "fields: "+strings.Join(names, ", "), "unknown field '%s' of %s%s", e.key.text, on, didYouMean(e.key.text, names))
		return
	}
	if !g.hasRules(e, e.key.text+": {nullable: false}") {
		return
	}
	g.nestedRules(on.into(Step{Field: field.Name}, field.Type), e.value, policy)
}

// nestedRules reads the rules of an item or a field.
func (g *gateLoader) nestedRules(on site, n *node, policy *columnPolicy) {
	for _, e := range n.entries {
		switch spec := g.rules.byKey(e.key.text); {
		case strings.HasPrefix(e.key.text, "x-"):
		case spec == nil || slices.Contains(keysOf(g.rules.nested()), spec.Key):
			g.columnRule(on, e, policy)
		default:
			g.report(CodeConflict, e.key.pos, "rules within a column: "+strings.Join(keysOf(g.rules.nested()), ", "),
				"rule '%s' is not for items and fields: it does not judge one value", spec.Key)
		}
	}
}
