package gate

// Level says where a rule may stand.
type Level string

// The levels of rules.
const (
	LevelColumn Level = "column" // on a column
	LevelGate   Level = "gate"   // in the gate's rules list
	LevelBoth   Level = "both"
)

// ParamKind is the kind of a rule's parameter. It decides which field of Param is set.
type ParamKind string

// The kinds of parameters, each with the field of Param that it fills.
const (
	ParamSwitch   ParamKind = "switch"   // Bool: turns the rule on
	ParamLiteral  ParamKind = "literal"  // Literal: a value of the column's type
	ParamLiterals ParamKind = "literals" // List: values of the column's type
	ParamBool     ParamKind = "bool"     // Bool
	ParamCount    ParamKind = "count"    // Int: not negative
	ParamRegex    ParamKind = "regex"    // Text: a pattern that regexp/syntax parses
	ParamLike     ParamKind = "like"     // Text: a LIKE pattern with \ as escape
	ParamEnum     ParamKind = "enum"     // Text: one of Enum
	ParamColumn   ParamKind = "column"   // Names: one column of the gate
	ParamColumns  ParamKind = "columns"  // Names: columns of the gate, at least one, none twice
	ParamSQL      ParamKind = "sql"      // SQL: by dialect, or under "" for all

	ParamExpression     ParamKind = "expression"       // Text: in the expression language; At is the place of its bytes
	ParamDuration       ParamKind = "duration"         // Span: not zero
	ParamNumber         ParamKind = "number"           // Literal: a decimal without precision, not negative
	ParamTexts          ParamKind = "texts"            // List: texts, at least one
	ParamType           ParamKind = "type"             // Type
	ParamFormats        ParamKind = "formats"          // List: strptime formats, at least one
	ParamMark           ParamKind = "mark"             // Text: one character that can stand between digits
	ParamColumnOrNumber ParamKind = "column or number" // Names: one column of the gate; or Literal: a decimal without precision
)

// ParamSpec describes one parameter of a rule. A loaded rule's Params hold
// every parameter that is required or has a default.
type ParamSpec struct {
	Name        string
	Kind        ParamKind
	Required    bool
	Default     string   // as it would be written; empty: none
	DefaultList []string // of ParamLiterals on text columns; on others the parameter is required
	Positive    bool     // of ParamNumber: zero is refused
	Enum        []string
	Description string
}

// RuleSpec describes one kind of rule. The table of Rules is the only place
// that knows the rules: errors, schema and documentation come from it.
type RuleSpec struct {
	Name        string // the rule's kind, in ids and results
	Key         string // as written in a gate file; Name but for not_null, which is written nullable: false
	Scope       Scope
	Level       Level
	Main        string // the parameter that the short form gives; empty: there is no short form
	Params      []ParamSpec
	Applies     []Kind // of the column; empty: every type. An unknown type always applies
	Nulls       bool   // a value rule, which takes the common key nulls
	Description string
	Example     string // of its use, in YAML
}

// Param returns the parameter of that name, or nil.
func (r *RuleSpec) Param(name string) *ParamSpec {
	for i := range r.Params {
		if r.Params[i].Name == name {
			return &r.Params[i]
		}
	}
	return nil
}

// AppliesTo reports whether the rule can stand on a column of that type.
func (r *RuleSpec) AppliesTo(t Type) bool {
	if len(r.Applies) == 0 || t.Kind == KindUnknown || t.Kind == KindAny {
		return true
	}
	for _, k := range r.Applies {
		if k == t.Kind {
			return true
		}
	}
	return false
}

// onColumn and onGate report where the rule may stand.
func (r *RuleSpec) onColumn() bool { return r.Level != LevelGate }
func (r *RuleSpec) onGate() bool   { return r.Level != LevelColumn }

// turnsOn is the value of the rule's switch that makes the rule: false for
// nullable, allow_nan and allow_inf, true for the others.
func (r *RuleSpec) turnsOn() bool { return r.Param(r.Main).Default == "true" }

// Rules returns the rule table in a stable order.
func Rules() []RuleSpec {
	var all []RuleSpec
	all = append(all, nullRules()...)
	all = append(all, valueRules()...)
	all = append(all, numberRules()...)
	all = append(all, textRules()...)
	all = append(all, gateRules()...)
	return all
}

// RuleByName returns the rule of that kind, or nil.
func RuleByName(name string) *RuleSpec {
	return findRule(func(r *RuleSpec) bool { return r.Name == name })
}

// ruleByKey returns the rule that is written with that key, or nil.
func ruleByKey(key string) *RuleSpec {
	return findRule(func(r *RuleSpec) bool { return r.Key == key })
}

func findRule(match func(*RuleSpec) bool) *RuleSpec {
	all := Rules()
	for i := range all {
		if match(&all[i]) {
			return &all[i]
		}
	}
	return nil
}

// laterRules are the rules of the specification that are not supported yet.
func laterRules() []string {
	return []string{
		"multiple_of", "decimal_places", "format", "case", "resolution", "not_in_future", "not_in_past",
		"not_older_than", "castable", "json_keys", "items", "fields", "min_items", "max_items", "unique_items",
		"required_any", "required_all", "exclusive", "sum_equals", "expression", "foreign_key", "group_rows",
		"group_expression", "group_constant", "no_overlap", "monotonic", "sequential", "outlier", "row_query",
	}
}

// CheckSpec describes one kind of check.
type CheckSpec struct {
	Name        string
	Operators   []string // at the top, or within warn and fail
	Description string
	Example     string
}

// Checks returns the check table in a stable order.
func Checks() []CheckSpec {
	return []CheckSpec{{
		Name:        "row_count",
		Operators:   []string{"min", "max", "equals", "not_equals", "between"},
		Description: "The number of rows of the batch is within the bounds; between is inclusive.",
		Example:     "row_count: {warn: {min: 1000}, fail: {min: 1}}",
	}}
}

// laterChecks are the checks of the specification that are not supported yet.
func laterChecks() []string {
	return []string{
		"row_count_change", "aggregate", "null_rate", "distinct_rate", "duplicate_rate", "rejected_rate",
		"distinct_values", "freshness", "no_gaps", "row_count_match", "aggregate_match", "table_match",
		"schema", "query", "anomaly",
	}
}
