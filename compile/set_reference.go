package compile

import (
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// foreignKey is the set rule of keys that exist in another table.
type foreignKey struct {
	columns []ast.Column
	to      Relation
	keys    []Column    // of to, in the order of columns
	common  []gate.Type // in which they are compared
	where   string      // over to's own names
	negate  bool
}

func buildForeignKey(c *ruleContext) (meaning, error) {
	columns, err := c.ruleColumns("columns")
	if err != nil {
		return meaning{}, err
	}
	ref := c.Params["to"].To
	to, known := c.references[ref.Table.String()]
	if !known {
		to = Relation{Name: ref.Table, From: c.dialect.Table(ref.Table)}
	}
	where, err := SQL(c.gate, c.dialect, ref.Where)
	if err != nil {
		return meaning{}, err
	}
	f := &foreignKey{columns: columns, to: to, where: where, negate: c.flag("negate", false)}
	for i, name := range ref.Columns {
		key := Column{Name: name, Type: columns[i].Type}
		if known {
			if key, err = to.column(name); err != nil {
				return meaning{}, err
			}
		}
		t, ok := common(columns[i].Type, key.Type)
		if !ok {
			return meaning{}, notComparable(columns[i].Name, columns[i].Type, ref.Table.String()+"."+key.Name, key.Type)
		}
		f.keys, f.common = append(f.keys, key), append(f.common, t)
	}
	m := meaning{set: f, expected: fmt.Sprintf("(%s) %s (%s)", strings.Join(names(columns), ", "), f.verb(ref.Table), strings.Join(ref.Columns, ", "))}
	if c.Params["match"].Text == "full" {
		m.valid = allOrNone(columns)
	}
	return m, nil
}

func (f *foreignKey) verb(table gate.TableName) string {
	if f.negate {
		return "not in " + table.String()
	}
	return "in " + table.String()
}

// column finds a column by its name as find does.
func (r Relation) column(name string) (Column, error) {
	c, candidates := find(r.Columns, name)
	switch {
	case candidates > 1:
		return Column{}, fmt.Errorf("%s has several columns %s that differ in case only", r.named(), name)
	case candidates == 0:
		return Column{}, fmt.Errorf("%s has no column %q%s", r.named(), name, nearest(r.Columns, name))
	default:
		return c, nil
	}
}

func (r Relation) named() string {
	if r.Name.IsZero() {
		return "the query"
	}
	return r.Name.String()
}

// allOrNone is TRUE where all columns are NULL, or none is.
func allOrNone(columns []ast.Column) ast.Node {
	var none, all []ast.Node
	for _, c := range columns {
		none = append(none, ast.Not{X: ast.IsNull{X: c}})
		all = append(all, ast.IsNull{X: c})
	}
	return ast.Or{Terms: []ast.Node{ast.And{Terms: none}, ast.And{Terms: all}}}
}

func (f *foreignKey) reads() []string { return names(f.columns) }

// find finds the rows whose whole key is not there, or with negate is. A cast
// would keep an index from being used, and integers and decimals are compared
// exactly without one.
func (f *foreignKey) find(p *Plan, r Rule) []named {
	from := f.to.From
	if f.where != "" {
		from = "(SELECT * FROM " + from + " WHERE (" + f.where + "\n))"
	}
	var whole, equal []string
	for i, column := range p.columnsSQL(f.columns) {
		whole = append(whole, column+" IS NOT NULL")
		key := f.keys[i].comparable(p.Dialect, "referenced."+p.Dialect.Ident(f.keys[i].Name))
		if t := f.common[i]; !t.IsInteger() && t.Kind != gate.KindDecimal {
			key, column = p.cast(key, f.keys[i].Type, t), p.cast(column, f.columns[i].Type, t)
		}
		equal = append(equal, key+" = "+column)
	}
	exists := "EXISTS (SELECT 1 FROM " + from + " AS referenced" + where(append(equal, f.withinPart(p))...) + ")"
	if !f.negate {
		exists = "NOT " + exists
	}
	return []named{{foundTable(r.Position), "SELECT " + p.row() + " " + p.judged(r, append(whole, exists)...)}}
}

// withinPart is the condition on the rows referred to that follows from the key:
// they are in the batch's partition by those of its columns that part the rows.
func (f *foreignKey) withinPart(p *Plan) string {
	keys := map[string]string{}
	var parted []string
	for i, c := range f.columns {
		if f.keys[i].Type.Kind == c.Type.Kind {
			keys[c.Name] = f.keys[i].comparable(p.Dialect, "referenced."+p.Dialect.Ident(f.keys[i].Name))
			parted = append(parted, c.Name)
		}
	}
	if parted == nil {
		return ""
	}
	return p.within(func(column string) string { return keys[column] }, parted...)
}
