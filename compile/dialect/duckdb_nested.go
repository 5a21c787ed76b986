package dialect

import (
	"fmt"

	"github.com/sqlgate/sqlgate/gate"
)

func (d DuckDB) anyItem(list, alias, cond string) string {
	return fmt.Sprintf("(len(list_filter(%s, lambda %s: %s)) > 0)", list, d.Ident(alias), cond)
}

func (d DuckDB) item(alias string) string { return d.Ident(alias) }

func (d DuckDB) structField(x, name string) string {
	return "struct_extract(" + x + ", " + d.quote(name) + ")"
}

func (DuckDB) checkList(gate.Type) error { return nil }

func (DuckDB) listCount(list string) string { return "length(" + list + ")" }

// uniqueItems wraps the items, since NULLs are not counted, and NaN are not equal.
func (DuckDB) uniqueItems(list string, _ gate.Type) (string, error) {
	return "list_unique(list_transform(" + list + ", lambda " + uniqueItem + ": {'item': " + uniqueItem + "}))", nil
}

// uniqueItem is the name of an item while distinct ones are counted.
const uniqueItem = gate.ReservedPrefix + "unique"

func (DuckDB) nullTest(x operand, not bool) string { return nullTestPlain(x.sql, not) }
