package oracle

import (
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// Verdict is what a rule says of a row.
type Verdict string

// The verdicts. A row that the rule does not judge is NotJudged, which is no
// failure.
const (
	Valid     Verdict = "valid"
	Invalid   Verdict = "invalid"
	Unknown   Verdict = "unknown"    // a column that the rule reads did not convert
	NotJudged Verdict = "not judged" // the rule's where is not TRUE
)

func verdictOf(valid bool) Verdict {
	if valid {
		return Valid
	}
	return Invalid
}

// rule is a rule with the batch that it judges.
type rule struct {
	*gate.Rule
	batch *Batch
}

// meaning is what a rule on one value says of a value that is not NULL.
type meaning func(r rule, x Value) (bool, error)

// valueRules are the meanings of the rules on one value that pass on NULL.
func valueRules() map[string]meaning {
	return map[string]meaning{
		"not_empty":           notEmpty,
		"not_missing":         func(r rule, x Value) (bool, error) { return not(r.among("values", x, false)) },
		"accepted_values":     func(r rule, x Value) (bool, error) { return r.among("values", x, !r.flag("case_sensitive")) },
		"not_accepted_values": func(r rule, x Value) (bool, error) { return not(r.among("values", x, !r.flag("case_sensitive"))) },
		"min":                 func(r rule, x Value) (bool, error) { return r.bound(x, ast.Ge, "value") },
		"max":                 func(r rule, x Value) (bool, error) { return r.bound(x, ast.Le, "value") },
		"min_exclusive":       func(r rule, x Value) (bool, error) { return r.bound(x, ast.Gt, "value") },
		"max_exclusive":       func(r rule, x Value) (bool, error) { return r.bound(x, ast.Lt, "value") },
		"range":               within,
		"positive":            func(_ rule, x Value) (bool, error) { return holds(ast.Gt, x, Int(0)) },
		"non_negative":        func(_ rule, x Value) (bool, error) { return holds(ast.Ge, x, Int(0)) },
		"negative":            func(_ rule, x Value) (bool, error) { return holds(ast.Lt, x, Int(0)) },
		"finite":              func(_ rule, x Value) (bool, error) { return isFinite(x), nil },
		"allow_nan":           func(_ rule, x Value) (bool, error) { return !isNaN(x), nil },
		"allow_inf":           func(_ rule, x Value) (bool, error) { return !isInf(x), nil },
		"length":              func(r rule, x Value) (bool, error) { return sizeHolds(size(x), ast.Eq, r) },
		"min_length":          func(r rule, x Value) (bool, error) { return sizeHolds(size(x), ast.Ge, r) },
		"max_length":          func(r rule, x Value) (bool, error) { return sizeHolds(size(x), ast.Le, r) },
		"min_bytes":           func(r rule, x Value) (bool, error) { return sizeHolds(byteSize(x), ast.Ge, r) },
		"max_bytes":           func(r rule, x Value) (bool, error) { return sizeHolds(byteSize(x), ast.Le, r) },
		"regex":               matches,
		"not_regex":           func(r rule, x Value) (bool, error) { return not(matches(r, x)) },
		"like":                likes,
		"not_like":            func(r rule, x Value) (bool, error) { return not(likes(r, x)) },
		"min_items":           func(r rule, x Value) (bool, error) { return sizeHolds(size(x), ast.Ge, r) },
		"max_items":           func(r rule, x Value) (bool, error) { return sizeHolds(size(x), ast.Le, r) },
		"unique_items":        uniqueItems,
		"multiple_of":         multipleOf,
		"decimal_places":      decimalPlacesHold,
		"resolution":          aligned,
		"format":              func(r rule, x Value) (bool, error) { return formatted(r.Params["value"].Text, string(x.(Text))) },
		"case":                inCase,
		"json_keys":           jsonKeysHold,
	}
}

// Kinds are the rules that the oracle knows, by name.
func Kinds() map[string]bool {
	kinds := map[string]bool{castKind: true, "expression": true, "sql": true, "not_null": true, "is_null": true, "castable": true}
	for name := range valueRules() {
		kinds[name] = true
	}
	for name := range startRules() {
		kinds[name] = true
	}
	for name := range gateRules() {
		kinds[name] = true
	}
	for name := range setRules() {
		kinds[name] = true
	}
	return kinds
}

// row judges a row by the rule alone: set rules are not its matter.
func (r rule) row(row Row) (Verdict, error) {
	switch r.Kind {
	case "expression":
		return r.condition(r.Params["expression"].Text, scope{row: row})
	case "sql":
		for _, text := range r.Params["sql"].SQL {
			return r.condition(text, scope{row: row})
		}
	}
	if r.Column == "" {
		means := gateRules()[r.Kind]
		if means == nil {
			return "", fmt.Errorf("the oracle does not know the rule %s", r.Kind)
		}
		return means(r, row)
	}
	return r.value(row, row[r.Column], r.Within)
}

// condition judges by an expression, which passes where it is NULL.
func (r rule) condition(text string, s scope) (Verdict, error) {
	n, err := r.expression(text)
	if err != nil {
		return "", err
	}
	v, err := s.truth(n)
	return verdictOf(v == Bool(true) || v == nil && !r.NullsFail), err
}

// value judges what the steps lead to. A list is valid where each item is; a
// NULL on the way has neither items nor fields.
func (r rule) value(row Row, x Value, steps []gate.Step) (Verdict, error) {
	if len(steps) == 0 {
		return r.scalar(row, x)
	}
	if x == nil && steps[0].Field == "" {
		return Valid, nil
	}
	if steps[0].Field != "" {
		var field Value
		if x != nil {
			field = x.(Struct)[steps[0].Field]
		}
		return r.value(row, field, steps[1:])
	}
	for _, item := range x.(List) {
		if v, err := r.value(row, item, steps[1:]); err != nil || v != Valid {
			return v, err
		}
	}
	return Valid, nil
}

func (r rule) scalar(row Row, x Value) (Verdict, error) {
	switch r.Kind {
	case "not_null":
		return verdictOf(x != nil), nil
	case "is_null":
		return verdictOf(x == nil), nil
	case "castable":
		return r.castable(x)
	}
	if x == nil {
		return verdictOf(!r.NullsFail), nil
	}
	if means := startRules()[r.Kind]; means != nil {
		valid, err := means(r, x, row[StartedAt].(Timestamp))
		return verdictOf(valid), err
	}
	means := valueRules()[r.Kind]
	if means == nil {
		return "", fmt.Errorf("the oracle does not know the rule %s", r.Kind)
	}
	valid, err := means(r, x)
	return verdictOf(valid), err
}

func not(b bool, err error) (bool, error) { return !b, err }

// flag is a boolean parameter; each has a default, so it is there.
func (r rule) flag(name string) bool { return r.Params[name].Bool }

// constant is the value of a literal of the rule.
func constant(l gate.Literal) (Value, error) { return Constant(l.Type, l.Text) }

func (r rule) among(param string, x Value, ignoreCase bool) (bool, error) {
	for _, l := range r.Params[param].List {
		item, err := constant(l)
		if err != nil {
			return false, err
		}
		if same, err := equal(x, item, ignoreCase); err != nil || same {
			return same, err
		}
	}
	return false, nil
}

func (r rule) bound(x Value, op ast.CompareOp, param string) (bool, error) {
	limit, err := constant(r.Params[param].Literal)
	if err != nil {
		return false, err
	}
	return holds(op, x, limit)
}

func within(r rule, x Value) (bool, error) {
	low, high := ast.Ge, ast.Le
	inclusive := r.Params["inclusive"].Text
	if inclusive == "right" || inclusive == "neither" {
		low = ast.Gt
	}
	if inclusive == "left" || inclusive == "neither" {
		high = ast.Lt
	}
	above, err := r.bound(x, low, "min")
	if err != nil {
		return false, err
	}
	below, err := r.bound(x, high, "max")
	return (above && below) != r.flag("negate"), err
}

func notEmpty(r rule, x Value) (bool, error) {
	if list, ok := x.(List); ok {
		return len(list) > 0, nil
	}
	text, ok := x.(Text)
	if !ok {
		return false, fmt.Errorf("a %T is neither text nor list", x)
	}
	if r.flag("trim") {
		return strings.Trim(string(text), whiteSpace) != "", nil
	}
	return text != "", nil
}

// size is the number of characters of a text or of items of a list.
func size(x Value) int64 {
	switch x := x.(type) {
	case Text:
		return characters(string(x))
	case List:
		return int64(len(x))
	default:
		return -1
	}
}

func byteSize(x Value) int64 {
	switch x := x.(type) {
	case Text:
		return int64(len(x))
	case Bytes:
		return int64(len(x))
	default:
		return -1
	}
}

func sizeHolds(n int64, op ast.CompareOp, r rule) (bool, error) {
	if n < 0 {
		return false, fmt.Errorf("the value has no size")
	}
	return holds(op, Int(n), Int(r.Params["value"].Int))
}

func matches(r rule, x Value) (bool, error) {
	v, err := match(r.Params["pattern"].Text, r.Params["match"].Text == "full", !r.flag("case_sensitive"), string(x.(Text)))
	return v == Bool(true), err
}

func likes(r rule, x Value) (bool, error) {
	return like(r.Params["pattern"].Text, string(x.(Text))), nil
}
