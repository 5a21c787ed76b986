package dialect

import (
	"fmt"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// nesting is where the dialects differ in lists and structs.
type nesting interface {
	// anyItem is whether a condition holds for an item of a list, which is item(alias) in it.
	anyItem(list, alias, cond string) string
	item(alias string) string
	structField(x, name string) string
	// checkList refuses lists that the dialect has not.
	checkList(t gate.Type) error
	listCount(list string) string
	// uniqueItems counts the distinct items of a list, NULL and NaN each as one value.
	uniqueItems(list string, item gate.Type) (string, error)
	// nullTest is x IS NULL, or IS NOT NULL where not is set.
	nullTest(x operand, not bool) string
}

// itemAlias is the name of an item in SQL: no column's name begins so.
func itemAlias(name string) string { return gate.ReservedPrefix + "item_" + name }

func (p printer) isNull(x ast.Node, not bool) (string, error) {
	o, err := p.operand(x)
	return p.nullTest(o, not), err
}

// nullTestPlain is SQL's own test.
func nullTestPlain(x string, not bool) string {
	if not {
		return x + " IS NOT NULL"
	}
	return x + " IS NULL"
}

func (p printer) list(n ast.Node) (operand, error) {
	list, err := p.operand(n)
	if err != nil {
		return operand{}, err
	}
	if list.typ.Kind != gate.KindList {
		return operand{}, fmt.Errorf("a %s has no items", list.typ)
	}
	if err := checkRow(n); err != nil {
		return operand{}, err
	}
	return list, p.checkList(list.typ)
}

// checkRow refuses an aggregate within what some dialect prints as a query of its
// own, whose rows it would be of.
func checkRow(n ast.Node) error {
	if holdsAggregate(n) {
		return fmt.Errorf("an aggregate cannot stand within functions of lists and JSON")
	}
	return nil
}

func (p printer) anyItem(n ast.AnyItem) (string, error) {
	list, err := p.list(n.List)
	if err != nil {
		return "", err
	}
	if err := checkRow(n.Cond); err != nil {
		return "", err
	}
	cond, err := p.print(n.Cond)
	return p.grammar.anyItem(list.sql, itemAlias(n.Name), cond), err
}

func (p printer) field(n ast.Field) (string, error) {
	x, err := p.operand(n.X)
	return p.structField(x.sql, n.Name), err
}

func (p printer) listCall(c ast.Call) (string, error) {
	list, err := p.list(c.Args[0])
	if err != nil {
		return "", err
	}
	if c.Func == ast.ListLength {
		return p.listCount(list.sql), nil
	}
	var item gate.Type
	if list.typ.Elem != nil {
		item = *list.typ.Elem
	}
	return p.uniqueItems(list.sql, item)
}
