package dialect

import (
	"fmt"

	"github.com/sqlgate/sqlgate/gate"
)

// anyItem unnests in the select list, which keeps a composite item in one column.
func (d Postgres) anyItem(list, alias, cond string) string {
	name := d.Ident(alias)
	return fmt.Sprintf("CASE WHEN %s IS NOT NULL THEN EXISTS (SELECT 1 FROM (SELECT unnest(%s) AS %s) AS %s WHERE %s) END", list, list, name, name, cond)
}

func (d Postgres) item(alias string) string { return d.Ident(alias) + "." + d.Ident(alias) }

func (d Postgres) structField(x, name string) string { return "(" + x + ")." + d.Ident(name) }

func (d Postgres) checkList(t gate.Type) error {
	if t.Elem != nil && t.Elem.Kind == gate.KindList {
		return &UnsupportedError{Feature: "a list of lists", Dialect: d.Name(), Reason: "it is one array of two dimensions there, whose items are the innermost ones"}
	}
	return nil
}

func (Postgres) listCount(list string) string { return "cardinality(" + list + ")" }

func (d Postgres) uniqueItems(list string, item gate.Type) (string, error) {
	if item.Kind == gate.KindJSON {
		return "", &UnsupportedError{Feature: "distinct items of the type json", Dialect: d.Name(), Reason: "values of the type json have no equality there"}
	}
	name := uniqueItem
	return fmt.Sprintf("CASE WHEN %s IS NOT NULL THEN (SELECT count(*) FROM (SELECT DISTINCT %s FROM (SELECT unnest(%s) AS %s) AS items) AS items) END",
		list, d.ordered(name, item), list, name), nil
}

// nullTest takes a struct, which a value of no known type can be, as one value:
// SQL's own test is whether all its fields are NULL.
func (Postgres) nullTest(x operand, not bool) string {
	switch {
	case x.typ.IsKnown() && x.typ.Kind != gate.KindStruct:
		return nullTestPlain(x.sql, not)
	case not:
		return x.sql + " IS DISTINCT FROM NULL"
	default:
		return x.sql + " IS NOT DISTINCT FROM NULL"
	}
}
