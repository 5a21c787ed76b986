package compile

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// shown is what the rows of the cases show of a kind of rule.
type shown struct{ passes, passesNull, fails, null bool }

// TestEveryRuleIsShown fails for a rule of the table that lacks a description or
// an example, or rows that pass it, fail it and, where it takes NULL, hold one.
func TestEveryRuleIsShown(t *testing.T) {
	kinds := map[string]*shown{}
	for _, dir := range caseDirs(t) {
		show(t, dir, kinds)
	}
	for _, spec := range gate.Rules() {
		if spec.Description == "" || spec.Example == "" {
			t.Errorf("rule %s needs a description and an example", spec.Name)
		}
		if spec.Nests() {
			continue
		}
		s := kinds[spec.Name]
		switch {
		case s == nil:
			t.Errorf("rule %s has no case", spec.Name)
		case !s.passes && (spec.Nulls || !s.passesNull):
			t.Errorf("no row passes the rule %s for another reason than NULL", spec.Name)
		case !s.fails:
			t.Errorf("no row fails the rule %s", spec.Name)
		case spec.Nulls && !s.null:
			t.Errorf("no row is NULL for the rule %s", spec.Name)
		}
	}
}

// show adds what the rows of a case show.
func show(t *testing.T, dir string, kinds map[string]*shown) {
	t.Helper()
	c := newTruth(t, dir)
	for _, r := range c.plan.Gate.Rules {
		s := kinds[r.Kind]
		if s == nil {
			s = &shown{}
			kinds[r.Kind] = s
		}
		showRule(t, c, r, s)
	}
}

func showRule(t *testing.T, c *truth, r *gate.Rule, s *shown) {
	t.Helper()
	query := fmt.Sprintf(`SELECT fails.fails, %s FROM "batch rows" AS batch JOIN fails ON batch.rowid = fails.number`, isNull(r))
	rows, err := c.conn.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatalf("%s: %v", r.ID, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var fails string
		var null bool
		if err := rows.Scan(&fails, &null); err != nil {
			t.Fatal(err)
		}
		failed := slices.Contains(strings.Split(fails, ", "), r.ID)
		s.fails = s.fails || failed
		s.null = s.null || null
		s.passes = s.passes || !failed && !null
		s.passesNull = s.passesNull || !failed && null
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

// isNull is the test that a column that a rule looks at is NULL.
func isNull(r *gate.Rule) string {
	var columns []string
	if r.Column != "" {
		columns = append(columns, r.Column)
	}
	for _, p := range r.Params {
		columns = append(columns, p.Names...)
	}
	tests := []string{"FALSE"}
	for _, c := range columns {
		tests = append(tests, fmt.Sprintf(`batch."%s" IS NULL`, c))
	}
	return strings.Join(tests, " OR ")
}

// TestUnknownTypes holds what rules say whose meaning depends on a type that
// nobody states.
func TestUnknownTypes(t *testing.T) {
	for _, rule := range []string{"resolution: 1d", "not_in_future: true", "not_in_past: true", "not_older_than: 1d", "decimal_places: 2", "min_items: 1", "max_items: 1", "unique_items: true"} {
		_, err := compileOffline(t, "columns:\n  a: {"+rule+"}\n")
		if err == nil || !strings.HasSuffix(err.Error(), "the type of column a is not known here; state it in the gate") {
			t.Errorf("%s: %v", rule, err)
		}
	}
	_, err := compileOffline(t, "columns:\n  a: {type: int32}\n  b: {}\nrules:\n  - sum_equals: {columns: [a, b], equals: 1}\n")
	if err == nil || !strings.HasSuffix(err.Error(), "the type of column b is not known here; state it in the gate") {
		t.Error(err)
	}
	for _, rule := range []string{"multiple_of: 5", "format: luhn", "case: upper", "castable: date", "json_keys: {required: [a]}"} {
		if _, err := compileOffline(t, "columns:\n  a: {"+rule+"}\n"); err != nil {
			t.Errorf("%s: %v", rule, err)
		}
	}
}

func compileOffline(t *testing.T, columns string) (*Plan, error) {
	t.Helper()
	return Compile(loadGate(t, "gate: g\nsource: t\n"+columns), dialect.DuckDB{}, Input{})
}
