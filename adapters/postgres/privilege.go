package postgres

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/gate"
)

// lack is a right that a role has not, in words and as the statement that gives it.
type lack struct{ what, grant string }

// CheckPrivileges asks the server for each right.
func (a *Adapter) CheckPrivileges(ctx context.Context, needs []adapters.Need) error {
	var role string
	var lacks []lack
	err := a.within(ctx, readOnly, func(t *transaction) error {
		s := adapters.Statement{SQL: "SELECT CAST(current_user AS text)"}
		if err := t.Query(ctx, s, func(scan adapters.Scan) error { return scan(&role) }); err != nil {
			return err
		}
		for _, n := range needs {
			found, err := t.lacks(ctx, n, role)
			if err != nil {
				return err
			}
			for _, l := range found {
				if !slices.Contains(lacks, l) {
					lacks = append(lacks, l)
				}
			}
		}
		return nil
	})
	if err != nil || len(lacks) == 0 {
		return err
	}
	var what, grants []string
	for _, l := range lacks {
		what, grants = append(what, l.what), append(grants, l.grant)
	}
	return &adapters.WarehouseError{
		Code: adapters.CodePrivilege,
		Text: fmt.Sprintf("role %s lacks %s", role, strings.Join(what, ", ")),
		Hint: "let the owner or an administrator run: " + strings.Join(grants, "; "),
	}
}

// lacks are the rights that the role needs for one, and has not.
func (t *transaction) lacks(ctx context.Context, n adapters.Need, role string) ([]lack, error) {
	schema, name := t.a.place(n.Table)
	d := t.a.dialect
	table := d.Table(gate.TableName{Parts: []string{schema, name}})
	onSchema := func(right string) lack {
		return lack{right + " on schema " + schema, fmt.Sprintf("GRANT %s ON SCHEMA %s TO %s", right, d.Ident(schema), d.Ident(role))}
	}
	s := adapters.Statement{
		SQL: `SELECT has_schema_privilege(n.oid, 'USAGE'), has_table_privilege(c.oid, $3)
FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = $2`,
		Args: []any{schema, name, string(n.Right)},
	}
	missing := lack{fmt.Sprintf("%s on %s.%s", n.Right, schema, name), fmt.Sprintf("GRANT %s ON %s TO %s", n.Right, table, d.Ident(role))}
	switch n.Right {
	case adapters.RightCreate:
		s.SQL, s.Args = "SELECT has_schema_privilege($1, 'USAGE'), has_schema_privilege($1, 'CREATE')", s.Args[:1]
		missing = onSchema("CREATE")
	case adapters.RightAlter:
		s.SQL = strings.Replace(s.SQL, "has_table_privilege(c.oid, $3)", "pg_has_role(c.relowner, 'USAGE')", 1)
		s.Args = s.Args[:2]
		missing = lack{"the ownership of " + schema + "." + name, fmt.Sprintf("ALTER TABLE %s OWNER TO %s", table, d.Ident(role))}
	default:
	}
	var out []lack
	err := t.Query(ctx, s, func(scan adapters.Scan) error {
		var usage, right bool
		if err := scan(&usage, &right); err != nil {
			return err
		}
		if !usage {
			out = append(out, onSchema("USAGE"))
		}
		if !right {
			out = append(out, missing)
		}
		return nil
	})
	return out, err
}
