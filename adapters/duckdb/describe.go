package duckdb

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
)

// queryer is a database, a connection or a transaction.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// reader implements adapters.Reader on a queryer.
type reader struct {
	on queryer
	a  *Adapter
}

// Query runs a read-only statement.
func (r reader) Query(ctx context.Context, s adapters.Statement, row func(adapters.Scan) error) error {
	return query(ctx, r.on, s, row)
}

func query(ctx context.Context, on queryer, s adapters.Statement, row func(adapters.Scan) error) (err error) {
	rows, err := on.QueryContext(ctx, s.SQL, s.Args...)
	if err != nil {
		return translate("", err)
	}
	defer func() {
		if closeErr := rows.Close(); err == nil {
			err = translate("", closeErr)
		}
	}()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return err
		}
	}
	return translate("", rows.Err())
}

// Describe reads a table's or view's columns.
func (r reader) Describe(ctx context.Context, t gate.TableName) (compile.Relation, error) {
	name, base, foreign, err := r.resolve(ctx, t)
	if err != nil {
		return compile.Relation{}, err
	}
	from := r.a.dialect.Table(name)
	rel := compile.Relation{Name: name, From: from, Base: base, View: !base, Locator: base, Foreign: foreign}
	if rel.Columns, err = r.columns(ctx, "DESCRIBE "+from); err != nil {
		return compile.Relation{}, err
	}
	for _, c := range rel.Columns {
		if strings.EqualFold(c.Name, r.a.dialect.Locator()) {
			rel.Locator = false
		}
	}
	if !base {
		return rel, nil
	}
	if rel.Unique, err = r.uniqueKeys(ctx, name); err != nil {
		return compile.Relation{}, err
	}
	err = r.markGenerated(ctx, name, rel.Columns)
	rel.Computed = slices.ContainsFunc(rel.Columns, func(c compile.Column) bool { return c.Generated })
	return rel, err
}

// uniqueKeys are the columns of a table's PRIMARY KEY and UNIQUE constraints.
func (r reader) uniqueKeys(ctx context.Context, t gate.TableName) ([][]string, error) {
	s := adapters.Statement{
		SQL: `SELECT constraint_column_names FROM duckdb_constraints()
WHERE constraint_type IN ('PRIMARY KEY', 'UNIQUE') AND database_name = $1 AND schema_name = $2 AND table_name = $3
ORDER BY constraint_index`,
		Args: []any{t.Parts[0], t.Parts[1], t.Parts[2]},
	}
	var out [][]string
	err := r.Query(ctx, s, func(scan adapters.Scan) error {
		var names []any
		if err := scan(&names); err != nil {
			return err
		}
		var key []string
		for _, name := range names {
			key = append(key, fmt.Sprint(name))
		}
		out = append(out, key)
		return nil
	})
	return out, err
}

// resolve finds the table or view that a name of one to three parts means. Each is
// asked for by itself: to plan both in one query takes several times as long.
func (r reader) resolve(ctx context.Context, t gate.TableName) (name gate.TableName, base, foreign bool, err error) {
	for _, in := range places(t) {
		for _, catalog := range []string{"table", "view"} {
			name, foreign, err = r.find(ctx, catalog, in, t)
			if err != nil || !name.IsZero() {
				return name, catalog == "table", foreign, err
			}
		}
	}
	if r.a.created {
		return gate.TableName{}, false, false, fmt.Errorf("%w: %s; the database file %s did not exist before", adapters.ErrTableNotFound, t, r.a.path)
	}
	return gate.TableName{}, false, false, fmt.Errorf("%w: %s", adapters.ErrTableNotFound, t)
}

// find looks for a table or a view in one place; zero where there is none.
func (r reader) find(ctx context.Context, catalog string, in place, t gate.TableName) (name gate.TableName, foreign bool, err error) {
	query := fmt.Sprintf(`SELECT database_name, schema_name, %[1]s_name, database_name <> current_database() FROM duckdb_%[1]ss()
WHERE lower(%[1]s_name) = lower($1) AND lower(schema_name) = lower($2)
  AND lower(database_name) = lower(coalesce(nullif($3, ''), current_database()))
ORDER BY %[1]s_name = $1`, catalog)
	s := adapters.Statement{SQL: query, Args: []any{t.Parts[len(t.Parts)-1], in.schema, in.database}}
	err = r.Query(ctx, s, func(scan adapters.Scan) error { // the exact name is the last
		parts := make([]string, 3)
		name = gate.TableName{Parts: parts, Pos: t.Pos}
		return scan(&parts[0], &parts[1], &parts[2], &foreign)
	})
	return name, foreign, err
}

type place struct{ database, schema string }

// places are where a name is looked for, first match wins: two parts are a
// schema and a table, or a database and a table of its main schema.
func places(t gate.TableName) []place {
	switch len(t.Parts) {
	case 1:
		return []place{{"", "main"}}
	case 2:
		return []place{{"", t.Parts[0]}, {t.Parts[0], "main"}}
	default:
		return []place{{t.Parts[0], t.Parts[1]}}
	}
}

// columns runs a DESCRIBE statement.
func (r reader) columns(ctx context.Context, describe string) ([]compile.Column, error) {
	var out []compile.Column
	err := r.Query(ctx, adapters.Statement{SQL: describe}, func(scan adapters.Scan) error {
		var c compile.Column
		var null string
		var key, defaults, extra sql.NullString
		if err := scan(&c.Name, &c.Native, &null, &key, &defaults, &extra); err != nil {
			return err
		}
		c.Type = r.a.dialect.LogicalType(c.Native)
		c.NotNull = null == "NO"
		c.Default = defaults.Valid
		out = append(out, c)
		return nil
	})
	return out, err
}

// markGenerated marks the generated columns: the catalog has their expression as
// a default, DESCRIBE has not.
func (r reader) markGenerated(ctx context.Context, t gate.TableName, columns []compile.Column) error {
	s := adapters.Statement{
		SQL: `SELECT column_name FROM duckdb_columns()
WHERE database_name = $1 AND schema_name = $2 AND table_name = $3 AND column_default IS NOT NULL`,
		Args: []any{t.Parts[0], t.Parts[1], t.Parts[2]},
	}
	withExpression := map[string]bool{}
	err := r.Query(ctx, s, func(scan adapters.Scan) error {
		var name string
		if err := scan(&name); err != nil {
			return err
		}
		withExpression[name] = true
		return nil
	})
	for i, c := range columns {
		columns[i].Generated = withExpression[c.Name] && !c.Default
	}
	return err
}

// DescribeSource reads the columns of a gate's source.
func (r reader) DescribeSource(ctx context.Context, s gate.Source) (compile.Relation, error) {
	if !s.Table.IsZero() {
		return r.Describe(ctx, s.Table)
	}
	from := "(" + s.Query + "\n)"
	if len(s.Files) > 0 {
		var err error
		if from, err = r.a.dialect.Files(s.Files); err != nil {
			return compile.Relation{}, err
		}
	}
	columns, err := r.columns(ctx, "DESCRIBE SELECT * FROM "+from+" AS src")
	if err != nil {
		return compile.Relation{}, err
	}
	return compile.Relation{From: from, Columns: columns}, nil
}
