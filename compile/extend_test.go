package compile

import (
	"strings"
	"testing"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
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
	columns := []ast.Column{{Name: "a", Type: gate.Type{Kind: gate.KindInt32}}}
	for name, valid := range map[string]ast.Node{
		"nothing": nil,
		"raw SQL": ast.And{Terms: []ast.Node{ast.Not{X: ast.Raw{SQL: "random() > 0.5"}}}},
	} {
		options := []Option{WithRule("odd", func(RuleContext) (Predicate, error) { return Predicate{Valid: valid}, nil })}
		build, err := builders(options)
		if err != nil {
			t.Fatal(err)
		}
		c := &ruleContext{Rule: &gate.Rule{ID: "a.odd", Kind: "odd", Column: "a"}, gate: &gate.Gate{}, all: columns, dialect: dialect.DuckDB{}}
		if _, err := build["odd"](c); err == nil {
			t.Errorf("%s is taken for a predicate", name)
		}
	}
}
