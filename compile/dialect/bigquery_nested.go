package dialect

import (
	"fmt"

	"github.com/sqlgate/sqlgate/gate"
)

func (d BigQuery) anyItem(list, alias, cond string) string {
	return fmt.Sprintf("CASE WHEN %s IS NOT NULL THEN EXISTS (SELECT 1 FROM UNNEST(%s) AS %s WHERE %s) END", list, list, d.Ident(alias), cond)
}

func (d BigQuery) item(alias string) string { return d.Ident(alias) }

func (d BigQuery) structField(x, name string) string { return x + "." + d.Ident(name) }

func (d BigQuery) checkList(t gate.Type) error {
	if t.Elem != nil && t.Elem.Kind == gate.KindList {
		return &UnsupportedError{Feature: "a list of lists", Dialect: d.Name(), Reason: "an array cannot hold arrays there"}
	}
	return nil
}

func (BigQuery) listCount(list string) string { return "ARRAY_LENGTH(" + list + ")" }

func (d BigQuery) uniqueItems(list string, item gate.Type) (string, error) {
	switch item.Kind {
	case gate.KindJSON, gate.KindStruct, gate.KindInterval:
		return "", &UnsupportedError{Feature: "distinct items of the type " + item.String(), Dialect: d.Name(), Reason: "they cannot be grouped there"}
	}
	return fmt.Sprintf("CASE WHEN %s IS NOT NULL THEN (SELECT COUNT(*) FROM (SELECT DISTINCT %s FROM UNNEST(%s) AS %s)) END", list, uniqueItem, list, uniqueItem), nil
}

func (BigQuery) nullTest(x operand, not bool) string { return nullTestPlain(x.sql, not) }
