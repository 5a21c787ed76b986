package compile

import (
	"errors"
	"strings"
	"testing"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/dialect"
)

func TestAddedRuleOfAKnownKind(t *testing.T) {
	t.Parallel()
	g := loadGate(t, "gate: g\nsource: t\ncolumns:\n  a: {type: int32}\n")
	empty := func(RuleContext) (Predicate, error) { return Predicate{}, nil }
	for name, options := range map[string][]Option{
		"built in": {WithRule("min", empty)},
		"twice":    {WithRule("odd", empty), WithRule("odd", empty)},
	} {
		if _, err := Compile(g, dialect.DuckDB{}, Input{}, options...); err == nil || !strings.Contains(err.Error(), "there already") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAddedRuleWithoutMeaning(t *testing.T) {
	t.Parallel()
	g := loadGate(t, "gate: g\nsource: t\ncolumns:\n  a: {type: int32, min: 0}\n")
	g.Rules[0].Kind = "odd"
	for name, valid := range map[string]ast.Node{
		"nothing": nil,
		"raw SQL": ast.And{Terms: []ast.Node{ast.Not{X: ast.Raw{SQL: "random() > 0.5"}}}},
	} {
		odd := WithRule("odd", func(RuleContext) (Predicate, error) { return Predicate{Valid: valid}, nil })
		_, err := Compile(g, dialect.DuckDB{}, Input{}, odd)
		var ruleErr *RuleError
		if !errors.As(err, &ruleErr) || ruleErr.ID != "a.min" {
			t.Errorf("%s is taken for a predicate: %v", name, err)
		}
	}
}
