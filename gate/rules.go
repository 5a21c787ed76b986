package gate

import "slices"

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
	ParamSQL      ParamKind = "sql"      // SQL: an expression by dialect, or under "" for all

	ParamExpression     ParamKind = "expression"       // Text: in the expression language; At is the place of its bytes
	ParamDuration       ParamKind = "duration"         // Span: not zero
	ParamNumber         ParamKind = "number"           // Literal: a decimal without precision, not negative
	ParamTexts          ParamKind = "texts"            // List: texts, at least one
	ParamType           ParamKind = "type"             // Type
	ParamFormats        ParamKind = "formats"          // List: strptime formats, at least one
	ParamMark           ParamKind = "mark"             // Text: one character that can stand between digits
	ParamColumnOrNumber ParamKind = "column or number" // Names: one column of the gate; or Literal: a decimal without precision
	ParamInterval       ParamKind = "interval"         // Literal: a decimal without precision, above zero; or Span
	ParamReference      ParamKind = "reference"        // To
	ParamQuery          ParamKind = "query"            // SQL: a query by dialect, or under "" for all
	ParamRules          ParamKind = "rules"            // none: its rules are rules of their own, with Within

	// Of checks only.
	ParamTable     ParamKind = "table"     // To: its Table
	ParamTolerance ParamKind = "tolerance" // Margin
	ParamAgainst   ParamKind = "against"   // Text: last, mean_of or days_ago; Int
	ParamZone      ParamKind = "zone"      // Text: the name of a time zone
	ParamText      ParamKind = "text"      // Text
)

// paramKinds are the kinds that an added rule can use.
func paramKinds() []ParamKind {
	return []ParamKind{
		ParamSwitch, ParamLiteral, ParamLiterals, ParamBool, ParamCount, ParamRegex, ParamLike, ParamEnum, ParamColumn, ParamColumns,
		ParamSQL, ParamExpression, ParamDuration, ParamNumber, ParamTexts, ParamType, ParamFormats, ParamMark, ParamColumnOrNumber,
		ParamInterval, ParamReference, ParamQuery,
	}
}

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
	Applies     []Kind // of the columns that it names; empty: every type
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
	Applies     []Kind // of the column, at gate level of the parameters column and columns; empty: every type
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

// AppliesTo reports whether the rule can stand on a column of that type; on
// one of an unknown type it always can.
func (r *RuleSpec) AppliesTo(t Type) bool { return applies(r.Applies, t) }

func applies(kinds []Kind, t Type) bool {
	return len(kinds) == 0 || !t.IsKnown() || slices.Contains(kinds, t.Kind)
}

// Nests reports whether the rule holds rules for the items or fields of a
// column. It makes no rule of its own.
func (r *RuleSpec) Nests() bool { return r.Name == itemsKey || r.Name == fieldsKey }

// onColumn and onGate report where the rule may stand.
func (r *RuleSpec) onColumn() bool { return r.Level != LevelGate }
func (r *RuleSpec) onGate() bool   { return r.Level != LevelColumn }

// turnsOn is the value of the rule's switch that makes the rule: false for
// nullable, allow_nan and allow_inf, true for the others.
func (r *RuleSpec) turnsOn() bool { return r.Param(r.Main).Default == "true" }

// forColumn is the rule as it stands on a column, which is its column.
func (r RuleSpec) forColumn() RuleSpec {
	if r.Level != LevelBoth || r.Param(columnParam) == nil && r.Param(columnsParam) == nil {
		return r
	}
	own := func(p ParamSpec) bool { return p.Name == columnParam || p.Name == columnsParam }
	others := slices.DeleteFunc(slices.Clone(r.Params), own)
	r.Main, r.Params = "", others
	if !slices.ContainsFunc(others, func(p ParamSpec) bool { return p.Required }) {
		value := switchOn()
		r.Main, r.Params = value.Name, append([]ParamSpec{value}, others...)
	}
	return r
}

// The parameters that name the columns that a rule judges; on a column it is that one.
const (
	columnParam  = "column"
	columnsParam = "columns"
)

// Rules returns the table of this package's rules in a stable order.
func Rules() []RuleSpec { return builtIn().specs }

// RuleByName returns the rule of this package of that kind, or nil.
func RuleByName(name string) *RuleSpec { return builtIn().Rule(name) }

// allRules are the rules of the specification.
func allRules() []RuleSpec {
	return slices.Concat(
		castRules(), nullRules(), valueRules(), numberRules(), textRules(), formatRules(), timeRules(), listRules(), nestedRules(), gateRules(), columnsRules(), keyRules(), groupRules(), orderRules(), expressionRules(), rawRules(),
	)
}
