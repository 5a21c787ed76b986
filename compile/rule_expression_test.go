package compile

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/compile/expr"
	"github.com/sqlgate/sqlgate/gate"
)

const faultyExpressions = `gate: g
source: t
columns:
  amount: {type: int32, min: {value: 1, where: "stats = 'it''s' OR amount > '5'"}}
  status:
    type: string
    expression: 'length(status) > ''x'''
rules:
  - name: paid
    expression: |
      status <> 'paid'
        OR 🙂 AND amuont > 0
  - name: folded
    expression: >-
      status = 'a' OR
      amount BETWEEN 1
        AND 2 OOR status = 'b'
  - {name: both, expression: x, where: y}
  - {name: fine, expression: amount > 0}
  - {name: late, sql: {postgres: amount > 0}}
`

// The places of faults are in the file, whatever way the text is written in.
func TestFaultsOfExpressionsSayWhere(t *testing.T) {
	_, err := compileRules(newContext(loadGate(t, faultyExpressions), dialect.DuckDB{}, tables{}), ruleBuilders())
	var faults gate.Errors
	if !errors.As(err, &faults) {
		t.Fatalf("got %v, want faults with places", err)
	}
	want := `gates/case.yaml:4:49: rule amount.min: unknown column 'stats'; did you mean 'status'? [SG132]
    4 |   amount: {type: int32, min: {value: 1, where: "stats = 'it''s' OR amount > '5'"}}
      |                                                 ^
  hint: columns: amount, status
gates/case.yaml:4:77: rule amount.min: the text '5' stands beside an int32 [SG132]
    4 |   amount: {type: int32, min: {value: 1, where: "stats = 'it''s' OR amount > '5'"}}
      |                                                                             ^
  hint: write the number without quotes
gates/case.yaml:7:35: rule status.expression: the text 'x' stands beside an int64 [SG132]
    7 |     expression: 'length(status) > ''x'''
      |                                   ^
  hint: write the number without quotes
gates/case.yaml:12:12: rule paid: unexpected '🙂' [SG132]
   12 |         OR 🙂 AND amuont > 0
      |            ^
gates/case.yaml:17:15: rule folded: expected an operator, got OOR [SG132]
   17 |         AND 2 OOR status = 'b'
      |               ^
gates/case.yaml:18:30: rule both: unknown column 'x' [SG132]
   18 |   - {name: both, expression: x, where: y}
      |                              ^
  hint: columns: amount, status
gates/case.yaml:18:40: rule both: unknown column 'y' [SG132]
   18 |   - {name: both, expression: x, where: y}
      |                                        ^
  hint: columns: amount, status`
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
	var rule *RuleError
	var cause *expr.Error
	if !errors.As(err, &rule) || rule.ID != "amount.min" || rule.Pos.Line != 4 || !errors.As(err, &cause) || cause.Offset != 0 {
		t.Errorf("the first fault is of %+v, %+v", rule, cause)
	}
}

func TestExpressionOfUnknownTypes(t *testing.T) {
	g := loadGate(t, "gate: g\nsource: t\ncolumns:\n  a: {expression: a > 0}\n  b: {type: integer, expression: b > 0 AND b < 99999999999}\n")
	_, err := compileRules(newContext(g, dialect.DuckDB{}, tables{}), ruleBuilders())
	var faults gate.Errors
	if !errors.As(err, &faults) || len(faults) != 1 || faults[0].Hint != "state its type in the gate" {
		t.Fatalf("got %v, want one fault", err)
	}
	bound, err := g.Bind(map[string]gate.Type{"a": {Kind: gate.KindInt8}, "b": {Kind: gate.KindInt32}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := compileRules(newContext(bound, dialect.DuckDB{}, tables{}), ruleBuilders()); err != nil {
		t.Error(err)
	}
}

func TestExpressionWithinItems(t *testing.T) {
	elem := gate.Type{Kind: gate.KindInt32}
	g := &gate.Gate{
		Columns: []gate.Column{{Name: "l", Type: gate.Type{Kind: gate.KindList, Elem: &elem}}},
		Rules: []*gate.Rule{{
			ID: "l.inner.expression", Kind: "expression", Column: "l", Within: []gate.Step{{}},
			Params: map[string]gate.Param{"expression": {Text: "TRUE"}},
		}},
	}
	_, err := compileRules(newContext(g, dialect.DuckDB{}, tables{}), ruleBuilders())
	if want := "rule l.inner.expression: an expression judges rows, not items or fields; state it on the column or on the gate"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestGuardIsPrinted(t *testing.T) {
	g := loadGate(t, "gate: g\nsource: t\ncolumns:\n  a: {type: int32, unique: {where: a > 0}, max: 5}\n")
	rules, err := compileRules(newContext(g, dialect.DuckDB{}, tables{}), ruleBuilders())
	if err != nil {
		t.Fatal(err)
	}
	if want := `(batch."a" > 0) IS TRUE`; rules[0].Guard != want || rules[1].Guard != "" {
		t.Errorf("the guards are %q and %q, want %q and none", rules[0].Guard, rules[1].Guard, want)
	}
}
