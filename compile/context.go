package compile

import (
	"fmt"
	"slices"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// gateContext is a gate with what the constructors of its rules and checks may
// look at.
type gateContext struct {
	gate    *gate.Gate
	all     []ast.Column // of the gate
	vars    []ast.Var
	dialect dialect.Dialect
	tables
}

// tables is what rules and checks look at beside the gate.
type tables struct {
	references map[string]Relation // what set rules and checks refer to, by their names as written
	queries    map[string]Relation // what the queries of rules and checks give, by the ids of these
	unread     map[string]string   // of converted columns: the batch's column that says of a row that the text does not convert
	constraints
}

func newContext(g *gate.Gate, d dialect.Dialect, known tables) gateContext {
	c := gateContext{gate: g, all: make([]ast.Column, len(g.Columns)), vars: varsOf(g), dialect: d, tables: known}
	for i, col := range g.Columns {
		c.all[i] = ast.Column{Name: col.Name, Type: col.Type}
	}
	return c
}

// named is the gate's column of that name.
func (c *gateContext) named(name string) (ast.Column, error) {
	i := slices.IndexFunc(c.all, func(col ast.Column) bool { return col.Name == name })
	if i < 0 {
		return ast.Column{}, fmt.Errorf("the gate has no column %q", name)
	}
	return c.all[i], nil
}

// columns are the gate's columns of those names.
func (c *gateContext) columns(names []string) ([]ast.Column, error) {
	cols := make([]ast.Column, len(names))
	for i, name := range names {
		var err error
		if cols[i], err = c.named(name); err != nil {
			return nil, err
		}
	}
	return cols, nil
}

// sql is the SQL of a parameter for the dialect, with the gate's vars in it. of
// is what it belongs to, such as "this rule".
func (c *gateContext) sql(of string, params map[string]gate.Param, name string) (string, error) {
	text, err := c.written(of, params, name)
	if err != nil {
		return "", err
	}
	return SQL(c.gate, c.dialect, text)
}

// written is the same SQL as the gate has it.
func (c *gateContext) written(of string, params map[string]gate.Param, name string) (string, error) {
	texts := params[name].SQL
	for _, key := range []string{c.dialect.Name(), ""} {
		if sql := texts[key]; sql != "" {
			return sql, nil
		}
	}
	return "", &dialect.UnsupportedError{
		Feature: of, Dialect: c.dialect.Name(),
		Reason: fmt.Sprintf("its %s has no text for this dialect; add one under %s.%s", name, name, c.dialect.Name()),
	}
}

// deciding are the columns of the batch that nodes look at, and whether they
// look at the run's start. A nil node looks at nothing.
func deciding(nodes ...ast.Node) (columns []string, start bool) {
	for _, n := range nodes {
		if n == nil {
			continue
		}
		for _, col := range ast.Columns(n) {
			switch {
			case col.Name == ast.StartedAt().Name:
				start = true
			case !slices.Contains(columns, col.Name):
				columns = append(columns, col.Name)
			}
		}
	}
	return columns, start
}

// guards are the conditions that a row is looked at, each TRUE or FALSE: the
// texts of the columns that decide convert, and the where (nil: none) is TRUE.
func (c *gateContext) guards(columns []string, where ast.Node) []ast.Node {
	var out []ast.Node
	for _, name := range columns {
		if unread := c.unread[name]; unread != "" {
			out = append(out, ast.Not{X: ast.Column{Name: unread, Type: gate.Type{Kind: gate.KindBool}}})
		}
	}
	if where != nil {
		out = append(out, ast.Is{X: where, Value: true})
	}
	return out
}
