package compile

import (
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// Key is the key of a uniqueness rule.
type Key struct {
	Columns       []ast.Column
	NotNull       bool // primary_key: a NULL part is invalid
	Nulls         NullKeys
	CaseSensitive bool
	Keep          Keep
	OrderBy       []ast.Column // for KeepFirst and KeepLast
	Scope         KeyScope
}

// NullKeys says how NULL parts of a key compare.
type NullKeys string

// The ways of NULL in keys.
const (
	NullsDistinct  NullKeys = "distinct"        // a key with a NULL part is never a duplicate
	NullsEqual     NullKeys = "equal"           // NULLs are equal
	NullsIgnoreAll NullKeys = "ignore_all_null" // only a wholly NULL key is ignored
)

// Keep says which row of a duplicated key is valid. The others are superseded.
type Keep string

// What can be kept.
const (
	KeepNone  Keep = "none"
	KeepAny   Keep = "any"
	KeepFirst Keep = "first"
	KeepLast  Keep = "last"
)

// KeyScope says among which rows a key must occur once.
type KeyScope string

// The scopes of a key.
const (
	ScopeBatch  KeyScope = "batch"
	ScopeTarget KeyScope = "target" // not among the target's rows that the run leaves in place
	ScopeBoth   KeyScope = "both"
)

func buildUnique(c *ruleContext) (meaning, error) {
	key, expected, err := c.key("unique")
	if err != nil {
		return meaning{}, err
	}
	switch nulls := NullKeys(c.Params["null_keys"].Text); nulls {
	case "", NullsDistinct:
	case NullsEqual, NullsIgnoreAll:
		key.Nulls = nulls
	default:
		return meaning{}, fmt.Errorf("unknown null_keys %q: it is one of %s, %s, %s", nulls, NullsDistinct, NullsEqual, NullsIgnoreAll)
	}
	return meaning{key: key, set: key, expected: expected}, nil
}

func buildPrimaryKey(c *ruleContext) (meaning, error) {
	key, expected, err := c.key("not null and unique")
	if err != nil {
		return meaning{}, err
	}
	key.NotNull = true
	var parts []ast.Node
	for _, col := range key.Columns {
		parts = append(parts, ast.Not{X: ast.IsNull{X: col}})
	}
	return meaning{key: key, set: key, valid: ast.And{Terms: parts}, expected: expected}, nil
}

// key is the rule's key, over the parameter columns or the rule's own column.
func (c *ruleContext) key(expected string) (*Key, string, error) {
	columns, err := c.ruleColumns("columns")
	if err != nil {
		return nil, "", err
	}
	k := &Key{Columns: columns, Nulls: NullsDistinct, CaseSensitive: c.flag("case_sensitive", true), Keep: KeepNone, Scope: ScopeBatch}
	if k.OrderBy, err = c.columns(c.Params["order_by"].Names); err != nil {
		return nil, "", err
	}
	if text := c.Params["keep"].Text; text != "" {
		k.Keep = Keep(text)
	}
	if text := c.Params["scope"].Text; text != "" {
		k.Scope = KeyScope(text)
	}
	if len(columns) > 1 || c.Column == "" {
		expected = fmt.Sprintf("(%s) %s", strings.Join(names(columns), ", "), expected)
	}
	return k, expected + k.qualities(), nil
}

// qualities are what people must know of a key beside its columns.
func (k *Key) qualities() string {
	var out []string
	if !k.CaseSensitive {
		out = append(out, "in any case")
	}
	switch k.Scope {
	case ScopeBatch:
	case ScopeTarget:
		out = append(out, "not in the target")
	case ScopeBoth:
		out = append(out, "in batch and target")
	}
	switch k.Keep {
	case KeepNone:
	case KeepAny:
		out = append(out, "keeping any row")
	case KeepFirst, KeepLast:
		out = append(out, fmt.Sprintf("keeping the %s by %s", k.Keep, strings.Join(names(k.OrderBy), ", ")))
	}
	if len(out) == 0 {
		return ""
	}
	return ", " + strings.Join(out, ", ")
}

func (k *Key) reads() []string { return append(names(k.Columns), names(k.OrderBy)...) }

// find finds the rows whose key occurs more than once. Where the dialect has a
// hash, the hashes that occur more than once are found first, over nothing but
// hashes, which is cheap since nearly every key is alone, and only the rows
// behind them are compared.
func (k *Key) find(p *Plan, r Rule) []named {
	var out []named
	var sources []string
	if k.Scope != ScopeTarget {
		hashes, repeated := k.repeated(p, r)
		out = append(out, hashes...)
		if k.Keep != KeepNone {
			lost := lostTable(r.Position)
			out = append(out, named{lost, repeated})
			repeated = "SELECT " + p.Dialect.Ident(rowColumn) + " FROM " + p.made(lost, "")
		}
		sources = append(sources, repeated)
	}
	if k.Scope != ScopeBatch && p.leavesTarget() {
		sources = append(sources, k.inTarget(p, r))
	}
	found := p.noRow()
	switch len(sources) {
	case 0:
	case 1:
		found = sources[0]
	default: // a row may repeat a key of both
		found = "(" + strings.Join(sources, ")\nUNION DISTINCT (") + ")"
	}
	return append(out, named{foundTable(r.Position), found})
}

// repeated is the query of the rows that repeat a key within the batch, with
// the query of hashes that it reads.
func (k *Key) repeated(p *Plan, r Rule) (hashes []named, rows string) {
	parts := k.parts(p)
	var number string
	switch k.Keep {
	case KeepNone:
		number = "count(*) OVER (PARTITION BY " + strings.Join(parts, ", ") + ")"
	case KeepAny:
		number = "row_number() OVER (PARTITION BY " + strings.Join(parts, ", ") + " ORDER BY " + p.row() + ")"
	case KeepFirst, KeepLast:
		number = "row_number() OVER (PARTITION BY " + strings.Join(parts, ", ") + " ORDER BY " + p.order(k.OrderBy, k.Keep == KeepLast) + ")"
	}
	candidate := ""
	if hash := p.Dialect.KeyHash(parts, k.types()); hash != "" {
		table := helperTable("keys", r.Position)
		hashes = []named{{table, p.Dialect.Repeated("SELECT " + hash + " AS hash " + p.judged(r, k.judged(p)))}}
		candidate = hash + " IN (SELECT hash FROM " + p.made(table, "") + ")"
	}
	numbered := "SELECT " + p.row() + ", " + number + " AS n " + p.judged(r, k.judged(p), candidate)
	return hashes, "SELECT " + p.Dialect.Ident(rowColumn) + " FROM (" + numbered + ") AS numbered WHERE n > 1"
}

// parts are the key's columns as they compare.
func (k *Key) parts(p *Plan) []string {
	out := make([]string, len(k.Columns))
	for i, c := range k.Columns {
		out[i] = k.comparable(p, "batch."+p.Dialect.Ident(c.Name), c.Type)
	}
	return out
}

func (k *Key) comparable(p *Plan, x string, t gate.Type) string {
	if k.CaseSensitive || !t.IsText() {
		return x
	}
	return p.Dialect.Lower(x)
}

func (k *Key) types() []gate.Type {
	out := make([]gate.Type, len(k.Columns))
	for i, c := range k.Columns {
		out[i] = c.Type
	}
	return out
}

// judged is the condition that a key takes part in the comparison; empty: always.
func (k *Key) judged(p *Plan) string {
	var terms []string
	for _, column := range p.columnsSQL(k.Columns) {
		terms = append(terms, column+" IS NOT NULL")
	}
	switch k.Nulls {
	case NullsEqual:
		return ""
	case NullsIgnoreAll:
		return "(" + strings.Join(terms, " OR ") + ")"
	default:
		return strings.Join(terms, " AND ")
	}
}

// inTarget is the query of the rows whose key the target has.
func (k *Key) inTarget(p *Plan, r Rule) string {
	rows, present := p.Dialect.Table(p.targetTable()), p.present
	conditions := []string{p.stays("batch"), k.withinPart(p)}
	if r.filter != "" {
		conditions = nil
		rows = "(" + p.staying(r) + ")"
		present = func(name string, _ gate.Type) string { return "present." + p.Dialect.Ident(name) }
	}
	keys := make([]keyPart, len(k.Columns))
	for i, part := range k.parts(p) {
		c := k.Columns[i]
		keys[i] = keyPart{batch: part, other: k.comparable(p, present(c.Name, c.Type), c.Type), typ: c.Type}
	}
	judged, nulls := k.judged(p), true
	if k.Nulls == NullsDistinct {
		judged, nulls = "", false
	}
	return p.matching(r, judged, keys, rows+" AS present", nulls, conditions...)
}

// withinPart is the condition on the target's rows that follows from the key:
// they are in the batch's partition by those of its columns that part the rows.
func (k *Key) withinPart(p *Plan) string {
	if !k.CaseSensitive {
		return ""
	}
	return p.within(p.inTarget, names(k.Columns)...)
}

// targetColumn is the target's name of a column of the batch.
func (p *Plan) targetColumn(name string) string {
	if column, n := find(p.target, name); p.beside != nil && n == 1 {
		return column.Name
	}
	for _, m := range p.Columns {
		if m.From == name {
			return m.To
		}
	}
	return name
}

// noRow is a query of no locator.
func (p *Plan) noRow() string { return "SELECT " + p.row() + " FROM batch WHERE FALSE" }
