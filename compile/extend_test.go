package compile

import (
	"strings"
	"testing"

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
