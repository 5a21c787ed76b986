package compile

import (
	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// Rule is a compiled rule.
type Rule struct {
	*gate.Rule
	Position int      // from 1, in gate order
	Valid    ast.Node // of a row rule: the predicate; NULL counts as valid unless NullsFail
	Key      *Key     // of a uniqueness rule: its key
	Volatile bool     // raw SQL: never evaluated twice
	Expected string   // the constraint for people, such as ">= 0" or "in (a, b)"
	Invalid  string   // of a row rule: printed, TRUE for an invalid row, never NULL
}

// Key is the key of a uniqueness rule.
type Key struct {
	Columns       []ast.Column
	NotNull       bool // primary_key: a NULL part is invalid
	Nulls         NullKeys
	CaseSensitive bool
}

// NullKeys says how NULL parts of a key compare.
type NullKeys string

// The ways of NULL in keys.
const (
	NullsDistinct  NullKeys = "distinct"        // a key with a NULL part is never a duplicate
	NullsEqual     NullKeys = "equal"           // NULLs are equal
	NullsIgnoreAll NullKeys = "ignore_all_null" // only a wholly NULL key is ignored
)

// Dialect returns the dialect of a name, or an error that lists the names.
func Dialect(name string) (dialect.Dialect, error) { return dialect.ByName(name) }
