package compile

import (
	"slices"

	"github.com/sqlgate/sqlgate/gate"
)

// constraints is what the source table's own constraints prove.
type constraints struct {
	sourceOf map[string]Column // of the gate's columns that hold the source's values as they are
	unique   [][]string        // source columns
}

func constraintsOf(source Relation, c *columns) constraints {
	out := constraints{sourceOf: map[string]Column{}}
	if !source.Base {
		return out
	}
	for name, from := range c.sourceOf {
		if !c.converted[name] {
			out.sourceOf[name] = from
		}
	}
	out.unique = source.Unique
	return out
}

// proves reports whether the constraints leave no row that the rule could fail.
func (c constraints) proves(m meaning, r *gate.Rule) bool {
	switch {
	case r.Kind == "not_null":
		return len(r.Within) == 0 && c.sourceOf[r.Column].NotNull
	case m.key != nil:
		return c.provesKey(m.key)
	default:
		return false
	}
}

// provesKey reports whether a constraint holds over the key or a part of it. Its
// equality may take more for equal than the rule's, by a collation.
func (c constraints) provesKey(k *Key) bool {
	if k.Scope != ScopeBatch || !k.CaseSensitive {
		return false
	}
	whole := true
	var parts []string
	for _, col := range k.Columns {
		from, ok := c.sourceOf[col.Name]
		if !ok {
			return false
		}
		whole = whole && from.NotNull
		parts = append(parts, from.Name)
	}
	if (k.NotNull || k.Nulls != NullsDistinct) && !whole {
		return false
	}
	return slices.ContainsFunc(c.unique, func(key []string) bool {
		return !slices.ContainsFunc(key, func(part string) bool { return !slices.Contains(parts, part) })
	})
}
