package compile

import (
	"fmt"
	"slices"
	"strings"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// losing is the set rule of an upsert: a row loses to the target's row of its
// key. It is one that no gate states, so that rows which lose are counted,
// sampled and kept as those that lose to a keep.
type losing struct {
	key     []ast.Column
	version ast.Column // by which a row is newer; none: every row of the target wins
}

// losingRule is the rule by which rows lose to the target's; nil where none does.
func losingRule(in gateContext) (*Rule, error) {
	m := in.gate.Upsert
	if m == nil || !m.Loses() {
		return nil, nil
	}
	key, err := in.columns(m.Key)
	if err != nil {
		return nil, err
	}
	l := &losing{key: key}
	expected := "a key that the target has not"
	if m.NewerBy != "" {
		if l.version, err = in.named(m.NewerBy); err != nil {
			return nil, err
		}
		if !gate.FitsVersion(l.version.Type) {
			return nil, fmt.Errorf("newer_by does not fit column %s of type %s", m.NewerBy, l.version.Type)
		}
		expected = "not older by " + m.NewerBy + " than the target's row"
	}
	rule := &Rule{
		Rule: &gate.Rule{ID: gate.UpsertRule, Kind: gate.UpsertRule, Scope: gate.ScopeSet, Policy: gate.Quarantine, Pos: m.Pos},
		set:  l, Expected: expected, reads: l.reads(),
	}
	if guards := in.guards(rule.reads, nil); len(guards) > 0 {
		rule.Guard, err = in.dialect.Print(ast.And{Terms: guards})
	}
	return rule, err
}

func (l *losing) reads() []string {
	if l.version.Name == "" {
		return names(l.key)
	}
	return append(names(l.key), l.version.Name)
}

// find finds the rows that are not written, since the target's are newer.
func (l *losing) find(p *Plan, r Rule) []named {
	lost := p.noRow()
	if p.leavesTarget() {
		conditions := []string{p.keyIsPresent(p.inBatch("batch"))}
		if l.version.Name != "" {
			conditions = append(conditions, p.older(l.version, p.inBatch("batch"), p.inTarget))
		}
		exists := "EXISTS (SELECT 1 FROM " + p.Dialect.Table(p.targetTable()) + " AS present WHERE " + strings.Join(conditions, " AND ") + ")"
		lost = "SELECT " + p.row() + " " + p.judged(r, exists)
	}
	return []named{
		{lostTable(r.Position), lost},
		{foundTable(r.Position), "SELECT " + p.Dialect.Ident(rowColumn) + " FROM " + p.made(lostTable(r.Position), "")},
	}
}

// inBatch are the values of a row under an alias that has the batch's columns.
func (p *Plan) inBatch(alias string) values {
	return func(column string) string { return alias + "." + p.Dialect.Ident(column) }
}

// sameKey is the condition that two rows have the key of an upsert in common.
func (p *Plan) sameKey(a, b values) string {
	terms := make([]string, len(p.Gate.Upsert.Key))
	for i, name := range p.Gate.Upsert.Key {
		t := p.Gate.Column(name).Type
		terms[i] = p.plain(a(name), t) + " = " + p.plain(b(name), t)
	}
	return strings.Join(terms, " AND ")
}

// older is the condition that row a is older than b by a column; NULL is oldest.
func (p *Plan) older(by ast.Column, a, b values) string {
	x, y := p.Dialect.Ordered(a(by.Name), by.Type), p.Dialect.Ordered(b(by.Name), by.Type)
	return y + " IS NOT NULL AND (" + x + " IS NULL OR " + x + " < " + y + ")"
}

// keyIsAmong is the condition, over a row of the rejected table and escaped, that
// one of the batch's rows has its key and is not older.
func (p *Plan) keyIsAmong(rows func(columns ...string) sq.SelectBuilder) string {
	m := p.Gate.Upsert
	read := m.Key
	conditions := []string{p.sameKey(p.inBatch("staged"), p.inRejected)}
	if m.NewerBy != "" {
		read = append([]string{m.NewerBy}, read...)
		version := ast.Column{Name: m.NewerBy, Type: p.Gate.Column(m.NewerBy).Type}
		conditions = append(conditions, "NOT ("+p.older(version, p.inBatch("staged"), p.inRejected)+")")
	}
	var columns []string
	for _, name := range read {
		columns = append(columns, dialect.Escape(p.inSource(name))+" AS "+p.q(name))
	}
	return "EXISTS (SELECT 1 FROM (" + mustSQL(rows(columns...)) + ") AS staged WHERE " + dialect.Escape(strings.Join(conditions, " AND ")) + ")"
}

// keyStays is the condition over the target's rows, as present, that none of
// those in a relation of the batch's columns takes their place.
func (p *Plan) keyStays(relation string) string {
	return "NOT EXISTS (SELECT 1 FROM " + relation + " AS replacing WHERE " + p.sameKey(p.inTarget, p.inBatch("replacing")) + ")"
}

// updates reports whether passed rows update rows of the target.
func (p *Plan) updates() bool {
	return p.Gate.Mode == gate.Upsert && p.Gate.Upsert.OnMatch == gate.UpdateMatch && p.hasTarget()
}

// keyIsPresent is the condition that a row of the target, as present, has the key
// of a row of the batch.
func (p *Plan) keyIsPresent(of values) string {
	condition := p.sameKey(p.inTarget, of)
	if part := p.within(p.inTarget, p.Gate.Upsert.Key...); part != "" {
		condition += " AND " + part
	}
	return condition
}

// UpdateTarget gives the target's rows whose key a passed row has the values of
// that row, in mode upsert; else it is empty. Columns that nothing fills keep
// theirs, and a key its form.
func (p *Plan) UpdateTarget(rejecting []int) string {
	if !p.updates() {
		return ""
	}
	var read, set []string
	for i, m := range p.filled() {
		name := fmt.Sprintf("value_%d", i+1)
		read = append(read, p.written(m.From)+" AS "+p.q(name))
		set = append(set, p.q(m.To)+" = passed."+p.q(name))
	}
	keys := map[string]string{}
	for i, name := range p.Gate.Upsert.Key {
		keys[name] = fmt.Sprintf("key_%d", i+1)
		read = append(read, dialect.Escape(p.inSource(name))+" AS "+p.q(keys[name]))
	}
	key := func(column string) string { return "passed." + p.Dialect.Ident(keys[column]) }
	return p.finish("UPDATE " + dialect.Escape(p.Dialect.Table(p.Gate.Target)) + " AS present SET " + strings.Join(set, ", ") +
		" FROM (" + mustSQL(p.passing(rejecting, false, read...)) + ") AS passed WHERE " + dialect.Escape(p.keyIsPresent(key)))
}

// filled are the columns that an update fills: those of no key, or where there
// are no others the key's.
func (p *Plan) filled() []Mapping {
	var out []Mapping
	for _, m := range p.Columns {
		if !slices.Contains(p.Gate.Upsert.Key, m.From) {
			out = append(out, m)
		}
	}
	if len(out) == 0 {
		return p.Columns
	}
	return out
}

// absent limits rows of the source to those whose key the target has not.
func (p *Plan) absent(s sq.SelectBuilder) sq.SelectBuilder {
	return s.Where("NOT EXISTS (SELECT 1 FROM " + dialect.Escape(p.Dialect.Table(p.Gate.Target)) + " AS present WHERE " + dialect.Escape(p.keyIsPresent(p.inSource)) + ")")
}
