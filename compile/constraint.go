package compile

import (
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/gate"
)

// constraints is what the source table's own constraints prove of the gate's
// columns, each in lower case.
type constraints struct {
	notNull map[string]bool
	unique  [][]string
}

func constraintsOf(source Relation, c *columns) constraints {
	out := constraints{notNull: map[string]bool{}}
	if !source.Base {
		return out
	}
	gateName := map[string]string{}
	for name, from := range c.sourceOf {
		if c.converted[name] {
			continue
		}
		gateName[strings.ToLower(from.Name)] = strings.ToLower(name)
		out.notNull[strings.ToLower(name)] = from.NotNull
	}
	for _, key := range source.Unique {
		var named []string
		for _, column := range key {
			if name, ok := gateName[strings.ToLower(column)]; ok {
				named = append(named, name)
			}
		}
		if len(named) == len(key) {
			out.unique = append(out.unique, named)
		}
	}
	return out
}

// proves reports whether the constraints leave no row that the rule could fail.
func (c constraints) proves(m meaning, r *gate.Rule) bool {
	switch {
	case r.Kind == "not_null":
		return len(r.Within) == 0 && c.notNull[strings.ToLower(r.Column)]
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
		whole = whole && c.notNull[strings.ToLower(col.Name)]
		parts = append(parts, strings.ToLower(col.Name))
	}
	if (k.NotNull || k.Nulls != NullsDistinct) && !whole {
		return false
	}
	return slices.ContainsFunc(c.unique, func(key []string) bool {
		return !slices.ContainsFunc(key, func(part string) bool { return !slices.Contains(parts, part) })
	})
}
