package gate

import (
	"fmt"
	"slices"
	"strings"
)

// Matching says which row of the target a passed row takes the place of.
type Matching struct {
	Key     []string // columns of the gate; no passed row has a NULL in one, and no two have the same
	NewerBy string   // a row older by this column than the target's is not written; empty: every row is
	OnMatch OnMatch
	Pos     Pos
}

// OnMatch says what becomes of a row whose key the target has.
type OnMatch string

// What can become of such a row.
const (
	UpdateMatch OnMatch = "update" // the target's row gets its values
	IgnoreMatch OnMatch = "ignore" // the target's row stays as it is
)

// UpsertRule is the id of the rule that rows fail which lose to the target's.
const UpsertRule = "upsert"

// Loses reports whether a row can lose to the target's row of its key.
func (m *Matching) Loses() bool { return m.NewerBy != "" || m.OnMatch == IgnoreMatch }

func upsertShape() *shape {
	return objectOf("upsert",
		key{name: "key", doc: "The columns by which a row of the target is found; default the primary key.", shape: texts()},
		key{name: "newer_by", doc: "A column, such as a time of change: a row that is older by it than the target's is not written, but rejected as superseded. NULL is oldest.", shape: text()},
		key{name: "on_match", doc: "What a row does whose key the target has: update the target's row, or be ignored, which rejects it as superseded; default update.", shape: oneOf(string(UpdateMatch), string(IgnoreMatch))},
	)
}

// upsert reads how rows are matched with the target's. The gate's columns and
// rules are known.
func (g *gateLoader) upsert(root *node) {
	n := root.get("upsert")
	if g.gate.Mode != Upsert {
		if n != nil && g.gate.Mode != "" {
			g.report(CodeConflict, n.pos, "set mode: upsert, or remove the key", "'upsert' needs mode: upsert")
		}
		return
	}
	m := &Matching{Key: n.get("key").strings(), NewerBy: n.get("newer_by").string(), OnMatch: UpdateMatch, Pos: root.get("mode").pos}
	if n != nil {
		m.Pos = n.pos
	}
	if on := n.get("on_match"); on != nil {
		m.OnMatch = OnMatch(on.text)
	}
	g.gate.Upsert = m
	if m.Loses() {
		g.claim(UpsertRule, m.Pos)
	}
	if g.upsertKey(m, n.get("key")) {
		g.keyIsOnce(m)
	}
	g.newerBy(m, n)
}

// upsertKey reads the key, or takes that of the primary key.
func (g *gateLoader) upsertKey(m *Matching, n *node) bool {
	if n != nil {
		if len(n.items) == 0 {
			g.report(CodeInvalidValue, n.pos, "", "the list of columns is empty")
			return false
		}
		m.Pos = n.pos
		return g.knownColumns(n.items)
	}
	i := slices.IndexFunc(g.gate.Rules, func(r *Rule) bool { return r.Kind == "primary_key" })
	if i < 0 {
		g.report(CodeMissingKey, m.Pos, "such as primary_key: true on a column, or upsert: {key: [order_id]}",
			"mode: upsert needs a key: a primary key, or 'key' under 'upsert'")
		return false
	}
	m.Key = slices.Clone(g.gate.Rules[i].Params[columnsParam].Names)
	return true
}

// keyIsOnce holds that no two passed rows have one key, and none a NULL in it.
func (g *gateLoader) keyIsOnce(m *Matching) {
	columns := "(" + strings.Join(m.Key, ", ") + ")"
	binds := func(r *Rule) bool { return r.Policy != Warn && r.Where == nil && r.Tolerate == nil }
	var unique *Rule
	for _, r := range g.gate.Rules {
		if (r.Kind == "unique" || r.Kind == "primary_key") && sameNames(r.Params[columnsParam].Names, m.Key) && binds(r) {
			unique = r
			break
		}
	}
	if unique == nil {
		g.report(CodeConflict, m.Pos, fmt.Sprintf("such as primary_key: {columns: [%s]} with on_failure: quarantine", strings.Join(m.Key, ", ")),
			"mode: upsert needs a rule that lets each key %s through once: unique or primary_key over exactly these columns, with the policy fail or quarantine, without where and tolerate", columns)
		return
	}
	if scope := unique.Params["scope"]; scope.Text != "" && scope.Text != "batch" {
		g.report(CodeConflict, scope.Pos, "use scope: batch", "an upsert is for keys that the target has, so that rule '%s' cannot have scope: %s", unique.ID, scope.Text)
	}
	if unique.Kind == "primary_key" {
		return
	}
	for _, name := range m.Key {
		if !slices.ContainsFunc(g.gate.Rules, func(r *Rule) bool { return r.Kind == "not_null" && r.Column == name && len(r.Within) == 0 && binds(r) }) {
			g.report(CodeConflict, m.Pos, "set nullable: false on the column, or use primary_key",
				"mode: upsert needs a rule that lets no NULL into column '%s' of its key, with the policy fail or quarantine, without where and tolerate", name)
		}
	}
}

// sameNames reports whether two lists have the same names in any order.
func sameNames(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// newerBy checks the column that says which of two rows is newer.
func (g *gateLoader) newerBy(m *Matching, n *node) {
	by := n.get("newer_by")
	if by == nil {
		return
	}
	c := g.gate.Column(by.text)
	switch {
	case c == nil:
		g.unknownColumn(by)
	case slices.Contains(m.Key, c.Name):
		g.report(CodeConflict, by.pos, "name another column, such as a time of change", "column '%s' is part of the key, so that no row is older by it than the target's", c.Name)
	case m.OnMatch == IgnoreMatch:
		g.report(CodeConflict, by.pos, "remove one of them", "on_match: ignore keeps the target's row, however new the other is")
	case !applies(versionKinds(), c.Type):
		g.report(CodeRuleType, by.pos, "'newer_by' is for: "+kindList(versionKinds()), "'newer_by' does not fit column '%s' of type %s", c.Name, c.Type)
	}
}

// versionKinds are the kinds by whose order one of two rows is newer on every
// warehouse; a NaN would be neither.
func versionKinds() []Kind {
	return slices.Concat(integerKinds(), []Kind{KindDecimal}, temporalKinds(), []Kind{KindString})
}

// FitsVersion reports whether rows can be newer by a column of that type.
func FitsVersion(t Type) bool { return slices.Contains(versionKinds(), t.Kind) }
