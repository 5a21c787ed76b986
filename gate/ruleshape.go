package gate

import "slices"

// commonKeys are the keys that every rule has beside its parameters.
func commonKeys(spec RuleSpec) []key {
	keys := []key{
		{name: "name", doc: "The rule's id in place of column.rule.", shape: text()},
		{name: "description", doc: "What the rule is for.", shape: text()},
		{name: "message", doc: "What a failing row means, for people.", shape: text()},
		{name: "on_failure", doc: "What a failing row does to the run.", shape: policyShape()},
		{name: "tolerate", doc: "Few failures of a fail rule do not abort the run.", shape: tolerateShape()},
		{name: "tags", doc: "Tags of the rule.", shape: texts()},
		{name: "where", doc: "An expression; the rule judges the rows for which it is true.", shape: text()},
	}
	if spec.Name == castKind {
		keys = withoutKeys(keys, "name", "where")
	}
	if spec.Nulls {
		keys = append(keys, key{name: "nulls", doc: "Whether NULL passes; default pass.", shape: oneOf("pass", "fail")})
	}
	for i := range keys {
		keys[i].def = "common_" + keys[i].name
	}
	return keys
}

func withoutKeys(keys []key, names ...string) []key {
	return slices.DeleteFunc(keys, func(k key) bool { return slices.Contains(names, k.name) })
}

// allCommonKeys are the common keys of any rule.
func allCommonKeys() []key { return commonKeys(RuleSpec{Nulls: true}) }

// paramShape is what may stand for a parameter.
func paramShape(p ParamSpec) *shape {
	switch p.Kind {
	case ParamSwitch, ParamBool:
		return boolean()
	case ParamCount:
		return count()
	case ParamLiteral:
		return &shape{scalar: constantScalar}
	case ParamLiterals:
		return listOf(&shape{scalar: valueScalar})
	case ParamEnum:
		return oneOf(p.Enum...)
	case ParamColumns, ParamTexts:
		return texts()
	case ParamFormats:
		return &shape{scalar: textScalar, list: text()}
	case ParamDuration:
		return &shape{scalar: durationScalar}
	case ParamNumber:
		return &shape{scalar: numberScalar}
	case ParamSQL, ParamQuery:
		s := dialectsShape("sql")
		s.scalar = textScalar
		return s
	case ParamReference:
		return referenceShape()
	default:
		return text()
	}
}

// paramKeys are the rule's parameters as keys.
func paramKeys(spec RuleSpec) []key {
	var keys []key
	for _, p := range spec.Params {
		keys = append(keys, key{name: p.Name, doc: p.Description, shape: paramShape(p), required: p.Required, def: spec.Key + "_" + p.Name})
	}
	return keys
}

// ruleShape is what may stand behind a rule's key: the main parameter, or a
// mapping of all, with the common keys where they stand within.
func ruleShape(spec RuleSpec, common bool) *shape {
	switch spec.Name {
	case itemsKey:
		return &shape{def: nestedDef}
	case fieldsKey:
		return mapOf(&shape{def: nestedDef})
	}
	keys := paramKeys(spec)
	if common {
		keys = append(keys, withoutKeys(commonKeys(spec), objectKeys(keys)...)...)
	}
	s := objectOf("rule '"+spec.Key+"'", keys...)
	if main := spec.Param(spec.Main); main != nil {
		short := paramShape(*main)
		s.scalar, s.enum, s.list = short.scalar, short.enum, short.list
		if short.object != nil {
			s.choices = []*shape{{object: short.object}}
		}
	}
	return s
}

// columnRuleShape is a rule on a column, as its key has it.
func columnRuleShape(spec RuleSpec) *shape {
	s := ruleShape(spec, true)
	s.def = "rule_" + spec.Key
	return s
}

// itemShape is an item of a list of rules: one rule's key and the common keys.
func itemShape(noun string, specs []RuleSpec) *shape {
	var keys []key
	for _, spec := range specs {
		if !spec.Nests() {
			keys = append(keys, key{name: spec.Key, doc: spec.Description, shape: ruleShape(spec, false)})
		}
	}
	return objectOf(noun, append(keys, allCommonKeys()...)...)
}

// columnShape is a column with its rules.
func columnShape(t *RuleTable) *shape {
	column := &object{noun: "a column", keys: columnKeys()}
	column.key("rules").shape = listOf(itemShape("a rule of a column", t.onColumn))
	for _, spec := range t.onColumn {
		column.keys = append(column.keys, key{name: spec.Key, doc: spec.Description, shape: columnRuleShape(spec)})
	}
	return &shape{object: column}
}

// nestedDef names the shape of rules for an item or a field.
const nestedDef = "nested_rules"

// nestedShape is the rules of an item or a field.
func nestedShape(t *RuleTable) *shape {
	var keys []key
	for _, spec := range t.nested() {
		keys = append(keys, key{name: spec.Key, doc: spec.Description, shape: columnRuleShape(spec)})
	}
	return objectOf("rules of items or fields", keys...)
}
