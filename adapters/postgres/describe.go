package postgres

import (
	"context"
	"fmt"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
)

// table is what the catalog says of a table, view or foreign table.
type table struct {
	oid       uint32
	schema    string
	name      string
	kind      string // pg_class.relkind
	inherited bool   // other tables inherit from it
}

// The kinds of relations that are told apart.
const (
	kindTable       = "r"
	kindPartitioned = "p"
	kindForeign     = "f"
	kindView        = "v"
)

// Describe reads a table's or view's columns. Names are compared exactly, since
// statements quote them.
func (t *transaction) Describe(ctx context.Context, name gate.TableName) (compile.Relation, error) {
	found, err := t.resolve(ctx, name)
	if err != nil {
		return compile.Relation{}, err
	}
	full := gate.TableName{Parts: []string{found.schema, found.name}, Pos: name.Pos}
	rel := compile.Relation{
		Name: full, From: t.a.dialect.Table(full),
		Base:    found.kind == kindTable || found.kind == kindPartitioned || found.kind == kindForeign,
		View:    found.kind == kindView,
		Foreign: found.kind == kindForeign,
		// A ctid tells rows apart within one table, not within those that inherit from it.
		Locator: found.kind == kindTable && !found.inherited,
	}
	if rel.Columns, err = t.tableColumns(ctx, found); err != nil {
		return compile.Relation{}, err
	}
	if found.kind == kindPartitioned || rel.Locator {
		rel.Unique, err = t.uniqueKeys(ctx, found)
	}
	return rel, err
}

// resolve finds the table that a name of one to three parts means.
func (t *transaction) resolve(ctx context.Context, name gate.TableName) (table, error) {
	parts := name.Parts
	if len(parts) == 3 && parts[0] == t.a.database {
		parts = parts[1:]
	}
	if len(parts) == 3 {
		return table{}, fmt.Errorf("%w: %s; a connection sees one database only, this one %s", adapters.ErrTableNotFound, name, t.a.database)
	}
	schemas := t.a.schemas
	if len(parts) == 2 {
		schemas = parts[:1]
	}
	const query = `
SELECT c.oid, n.nspname, c.relname, CAST(c.relkind AS text), c.relkind = 'r' AND EXISTS (SELECT 1 FROM pg_catalog.pg_inherits AS i WHERE i.inhparent = c.oid)
FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND lower(c.relname) = lower($1) AND n.nspname = ANY ($2)
ORDER BY c.relname = $1 DESC, array_position($2, CAST(n.nspname AS text)), c.relname`
	var found []table
	s := adapters.Statement{SQL: query, Args: []any{parts[len(parts)-1], schemas}}
	err := t.Query(ctx, s, func(scan adapters.Scan) error {
		var r table
		err := scan(&r.oid, &r.schema, &r.name, &r.kind, &r.inherited)
		found = append(found, r)
		return err
	})
	switch {
	case err != nil:
		return table{}, err
	case len(found) == 0:
		return table{}, fmt.Errorf("%w: %s", adapters.ErrTableNotFound, name)
	case found[0].name != parts[len(parts)-1]:
		return table{}, fmt.Errorf("%w: %s; there is %s.%s, and Postgres tells upper from lower case", adapters.ErrTableNotFound, name, found[0].schema, found[0].name)
	}
	return found[0], nil
}

// describeColumns completes a query that names a relation cols of n, name, typ,
// typmod, collation, not_null, has_default and generated: domains are followed
// to the type that they are made of. A text of no known collation can have any.
const describeColumns = `,
base(n, typ, typmod) AS (
  SELECT n, typ, typmod FROM cols
  UNION ALL
  SELECT b.n, t.typbasetype, t.typtypmod FROM base AS b JOIN pg_catalog.pg_type AS t ON t.oid = b.typ WHERE t.typtype = 'd'
)
SELECT cols.name, pg_catalog.format_type(b.typ, b.typmod), t.typname, cols.not_null, cols.has_default, cols.generated,
  ARRAY(SELECT CAST(e.enumlabel AS text) FROM pg_catalog.pg_enum AS e WHERE e.enumtypid = b.typ ORDER BY e.enumsortorder),
  t.typtype = 'c' OR t.typname = 'record',
  t.typcategory = 'S' AND (t.typname IN ('citext', 'bpchar') OR cols.collation IS NULL OR cols.collation <> CAST('pg_catalog."default"' AS regcollation)),
  t.typcategory = 'S' AND (t.typname IN ('citext', 'bpchar') OR cols.collation IS NULL OR NOT coalesce(co.collisdeterministic, TRUE))
FROM cols JOIN base AS b ON b.n = cols.n JOIN pg_catalog.pg_type AS t ON t.oid = b.typ
LEFT JOIN pg_catalog.pg_collation AS co ON co.oid = cols.collation
WHERE t.typtype <> 'd'
ORDER BY cols.n`

func (t *transaction) tableColumns(ctx context.Context, of table) ([]compile.Column, error) {
	// A constraint that was not checked against the rows, or that the tables
	// which inherit need not keep, proves nothing.
	const cols = `
WITH RECURSIVE cols AS (
  SELECT a.attnum AS n, CAST(a.attname AS text) AS name, a.atttypid AS typ, a.atttypmod AS typmod, a.attcollation AS collation,
    a.attnotnull AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_constraint AS c WHERE c.conrelid = a.attrelid AND c.contype = 'n'
      AND a.attnum = ANY (c.conkey) AND (NOT c.convalidated OR c.connoinherit)) AS not_null,
    a.atthasdef AND a.attgenerated = '' AS has_default,
    a.attidentity <> '' OR a.attgenerated <> '' AS generated
  FROM pg_catalog.pg_attribute AS a WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped
)`
	return t.columns(ctx, adapters.Statement{SQL: cols + describeColumns, Args: []any{of.oid}})
}

func (t *transaction) columns(ctx context.Context, s adapters.Statement) ([]compile.Column, error) {
	var out []compile.Column
	err := t.Query(ctx, s, func(scan adapters.Scan) error {
		var c compile.Column
		var typeName string
		var labels []string
		var composite bool
		if err := scan(&c.Name, &c.Native, &typeName, &c.NotNull, &c.Default, &c.Generated, &labels, &composite, &c.Collated, &c.Loose); err != nil {
			return err
		}
		switch {
		case len(labels) > 0:
			c.Type = gate.Type{Kind: gate.KindEnum, Values: labels}
		case typeName == "citext": // whatever schema the extension is in
			c.Type = gate.Type{Kind: gate.KindString}
		case composite:
			c.Type = gate.Type{Kind: gate.KindStruct}
		default:
			c.Type = t.a.dialect.LogicalType(c.Native)
		}
		c.MaxLength = t.a.dialect.MaxLength(c.Native)
		out = append(out, c)
		return nil
	})
	return out, err
}

// uniqueKeys are the columns of the table's PRIMARY KEY and UNIQUE constraints
// that hold at any time.
func (t *transaction) uniqueKeys(ctx context.Context, of table) ([][]string, error) {
	const query = `
SELECT ARRAY(SELECT CAST(a.attname AS text) FROM unnest(c.conkey) WITH ORDINALITY AS k(attnum, n)
  JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = k.attnum ORDER BY k.n)
FROM pg_catalog.pg_constraint AS c JOIN pg_catalog.pg_index AS i ON i.indexrelid = c.conindid
WHERE c.conrelid = $1 AND c.contype IN ('p', 'u') AND NOT c.condeferrable AND i.indisvalid AND i.indisunique
ORDER BY c.contype, c.conname`
	var out [][]string
	err := t.Query(ctx, adapters.Statement{SQL: query, Args: []any{of.oid}}, func(scan adapters.Scan) error {
		var key []string
		err := scan(&key)
		out = append(out, key)
		return err
	})
	return out, err
}

// DescribeSource reads the columns of a gate's source.
func (t *transaction) DescribeSource(ctx context.Context, s gate.Source) (compile.Relation, error) {
	if !s.Table.IsZero() {
		return t.Describe(ctx, s.Table)
	}
	if len(s.Files) > 0 {
		_, err := t.a.dialect.Files(s.Files)
		return compile.Relation{}, err
	}
	from := "(" + s.Query + "\n)"
	described, err := t.conn.Conn().PgConn().Prepare(ctx, "", "SELECT * FROM "+from+" AS src", nil)
	if err != nil {
		return compile.Relation{}, t.translate("", err)
	}
	var names []string
	var types, modifiers []int64
	for _, f := range described.Fields {
		names = append(names, f.Name)
		types = append(types, int64(f.DataTypeOID))
		modifiers = append(modifiers, int64(f.TypeModifier))
	}
	const cols = `
WITH RECURSIVE cols AS (
  SELECT n, name, CAST(typ AS oid) AS typ, CAST(typmod AS integer) AS typmod, CAST(NULL AS oid) AS collation, FALSE AS not_null, FALSE AS has_default, FALSE AS generated
  FROM unnest(CAST($1 AS text[]), CAST($2 AS bigint[]), CAST($3 AS bigint[])) WITH ORDINALITY AS c(name, typ, typmod, n)
)`
	columns, err := t.columns(ctx, adapters.Statement{SQL: cols + describeColumns, Args: []any{names, types, modifiers}})
	return compile.Relation{From: from, Columns: columns}, err
}
