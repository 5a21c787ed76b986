package bigquery

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/gate"
)

// permissionOf is what IAM calls a right.
func permissionOf(r adapters.Right) string {
	switch r {
	case adapters.RightSelect:
		return "bigquery.tables.getData"
	case adapters.RightCreate:
		return "bigquery.tables.create"
	case adapters.RightAlter:
		return "bigquery.tables.update"
	default:
		return "bigquery.tables.updateData"
	}
}

// CheckPrivileges asks for the permissions on each table that is there. Whether a
// table can be created BigQuery says only of the statement that does it.
func (a *Adapter) CheckPrivileges(ctx context.Context, needs []adapters.Need) error {
	var lacks, grants []string
	for len(needs) > 0 {
		table := a.full(needs[0].Table)
		var wanted []string
		var others []adapters.Need
		for _, n := range needs {
			switch p := permissionOf(n.Right); {
			case a.LockName(n.Table) != a.LockName(table):
				others = append(others, n)
			case n.Right != adapters.RightCreate && !slices.Contains(wanted, p):
				wanted = append(wanted, p)
			}
		}
		needs = others
		missing, err := a.missing(ctx, table, wanted)
		if err != nil {
			return err
		}
		for _, p := range missing {
			lacks = append(lacks, p+" on "+strings.Join(table.Parts, "."))
			role, _ := roleOf(p)
			grant := fmt.Sprintf("GRANT %s ON SCHEMA %s TO 'serviceAccount:…'", a.dialect.Ident(role), a.dialect.Table(gate.TableName{Parts: table.Parts[:2]}))
			if !slices.Contains(grants, grant) {
				grants = append(grants, grant)
			}
		}
	}
	if len(lacks) == 0 {
		return nil
	}
	return &adapters.WarehouseError{
		Code: adapters.CodePrivilege, Text: "the account lacks " + strings.Join(lacks, ", "),
		Hint: "let an administrator run, for the account: " + strings.Join(grants, "; "),
	}
}

// missing are those of the permissions on a table that the account has not. Where
// BigQuery refuses to answer, as emulators do, the run's statements will say it.
func (a *Adapter) missing(ctx context.Context, table gate.TableName, wanted []string) ([]string, error) {
	if len(wanted) == 0 || len(table.Parts) < 3 {
		return nil, nil
	}
	bounded, stop := context.WithTimeout(ctx, patience)
	defer stop()
	has, err := a.client.DatasetInProject(table.Parts[0], table.Parts[1]).Table(table.Parts[2]).IAM().TestPermissions(bounded, wanted)
	switch {
	case refused(err):
		return nil, nil
	case err != nil:
		return nil, a.failed(ctx, "read the permissions on "+table.String(), err)
	}
	return slices.DeleteFunc(wanted, func(p string) bool { return slices.Contains(has, p) }), nil
}
