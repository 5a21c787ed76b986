package adapters

import (
	"context"

	"github.com/sqlgate/sqlgate/gate"
)

// Right is what a role may do with a table.
type Right string

// The rights that a run needs.
const (
	RightSelect Right = "SELECT"
	RightInsert Right = "INSERT"
	RightUpdate Right = "UPDATE"
	RightDelete Right = "DELETE"
	RightCreate Right = "CREATE" // make the table
	RightAlter  Right = "ALTER"  // add columns to it
)

// Need is a right on a table that a run needs.
type Need struct {
	Table gate.TableName
	Right Right
}

// PrivilegeChecker is implemented by adapters of warehouses whose roles can lack
// a right that a statement's preparation does not ask for.
type PrivilegeChecker interface {
	// CheckPrivileges returns a *WarehouseError of CodePrivilege that names every
	// right that is missing, with the statements that grant them.
	CheckPrivileges(ctx context.Context, needs []Need) error
}
