package gate

import (
	"fmt"
	"slices"
)

// RuleTable is the rules that gate files can use: those of this package and
// those that a program adds.
type RuleTable struct {
	specs    []RuleSpec
	onColumn []RuleSpec // as they stand on a column
	onGate   []RuleSpec
}

// NewRuleTable returns the table of this package's rules and more. A rule of
// more whose name or key is taken, or which is not well formed, is an error.
func NewRuleTable(more ...RuleSpec) (*RuleTable, error) {
	t := newRuleTable(allRules())
	for _, spec := range more {
		if spec.Key == "" {
			spec.Key = spec.Name
		}
		if err := t.accepts(spec); err != nil {
			return nil, err
		}
		t = newRuleTable(append(t.specs, spec))
	}
	return t, nil
}

// builtIn is the table of this package's rules.
func builtIn() *RuleTable { return newRuleTable(allRules()) }

func newRuleTable(specs []RuleSpec) *RuleTable {
	t := &RuleTable{specs: specs}
	for _, spec := range specs {
		if spec.onColumn() {
			t.onColumn = append(t.onColumn, spec.forColumn())
		}
		if spec.onGate() {
			t.onGate = append(t.onGate, spec)
		}
	}
	return t
}

// Rules returns the table's rules in a stable order.
func (t *RuleTable) Rules() []RuleSpec { return slices.Clone(t.specs) }

// Rule returns the rule of that kind, or nil.
func (t *RuleTable) Rule(name string) *RuleSpec {
	return t.find(func(r *RuleSpec) bool { return r.Name == name })
}

// byKey returns the rule that is written with that key, or nil.
func (t *RuleTable) byKey(key string) *RuleSpec {
	return t.find(func(r *RuleSpec) bool { return r.Key == key })
}

func (t *RuleTable) find(match func(*RuleSpec) bool) *RuleSpec {
	for i := range t.specs {
		if match(&t.specs[i]) {
			return &t.specs[i]
		}
	}
	return nil
}

// keysOf are the keys of rules.
func keysOf(specs []RuleSpec) []string {
	keys := make([]string, len(specs))
	for i, spec := range specs {
		keys[i] = spec.Key
	}
	return keys
}

// accepts checks a rule that is to be added.
func (t *RuleTable) accepts(spec RuleSpec) error {
	fault := func(format string, args ...any) error {
		return fmt.Errorf("rule %q: %w", spec.Name, fmt.Errorf(format, args...))
	}
	reserved := slices.Concat(
		objectKeys(columnKeys()), objectKeys(commonKeys(RuleSpec{Nulls: true})), []string{enumKey, "default"},
	)
	switch {
	case !isName(spec.Name) || !isName(spec.Key):
		return fault("its name and key must be letters, digits and underscores")
	case t.Rule(spec.Name) != nil || t.byKey(spec.Key) != nil:
		return fault("there is a rule of that name or key already")
	case slices.Contains(reserved, spec.Key):
		return fault("the key %q has another meaning", spec.Key)
	case spec.Scope != ScopeRow:
		return fault("its scope must be %s: an added rule judges each row by itself", ScopeRow)
	case spec.Level != LevelColumn && spec.Level != LevelGate && spec.Level != LevelBoth:
		return fault("its level must be %s, %s or %s", LevelColumn, LevelGate, LevelBoth)
	case spec.Description == "":
		return fault("it needs a description")
	case spec.Main != "" && spec.Param(spec.Main) == nil:
		return fault("its main parameter %q is not one of its parameters", spec.Main)
	}
	seen := slices.Clone(objectKeys(commonKeys(spec)))
	for _, p := range spec.Params {
		switch {
		case !isName(p.Name) || slices.Contains(seen, p.Name):
			return fault("the parameter %q is there twice, a common key, or no name", p.Name)
		case !slices.Contains(paramKinds(), p.Kind):
			return fault("the parameter %q has the unknown kind %q", p.Name, p.Kind)
		case (p.Kind == ParamEnum) != (len(p.Enum) > 0):
			return fault("the parameter %q needs the kind %s and its values", p.Name, ParamEnum)
		case p.Default != "" && !p.canDefault():
			return fault("the default %q of the parameter %q is not of its kind", p.Default, p.Name)
		case p.Kind == ParamSwitch && p.Name != spec.Main:
			return fault("the switch %q must be its main parameter", p.Name)
		}
		seen = append(seen, p.Name)
	}
	return nil
}

// canDefault reports whether the parameter's default is one of its values.
func (p ParamSpec) canDefault() bool {
	switch p.Kind {
	case ParamSwitch, ParamBool:
		return p.Default == "true" || p.Default == "false"
	case ParamEnum:
		return slices.Contains(p.Enum, p.Default)
	case ParamCount:
		return isDigits(p.Default)
	case ParamNumber:
		return isDecimal(p.Default) && p.Default[0] != '-'
	case ParamDuration:
		_, err := ParseDuration(p.Default)
		return err == nil
	case ParamMark, ParamExpression, ParamRegex, ParamLike:
		return true
	default:
		return false
	}
}

func objectKeys(keys []key) []string {
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = k.name
	}
	return names
}
