package compile

import (
	"errors"
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
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
	return meaning{key: key, expected: expected}, nil
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
	return meaning{key: key, valid: ast.And{Terms: parts}, expected: expected}, nil
}

// key is the rule's key, over the parameter columns or the rule's own column.
func (c *ruleContext) key(expected string) (*Key, string, error) {
	names := c.Params["columns"].Names
	if len(names) == 0 && c.Column != "" {
		names = []string{c.Column}
	}
	if len(names) == 0 {
		return nil, "", errors.New("a key needs columns")
	}
	cols, err := c.columns(names)
	if err != nil {
		return nil, "", err
	}
	if len(names) > 1 || c.Column == "" {
		expected = fmt.Sprintf("(%s) %s", strings.Join(names, ", "), expected)
	}
	return &Key{Columns: cols, Nulls: NullsDistinct, CaseSensitive: c.flag("case_sensitive", true)}, expected, nil
}
