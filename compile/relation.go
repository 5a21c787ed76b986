package compile

import "github.com/sqlgate/sqlgate/gate"

// Relation is a table, view, query or set of files as the warehouse reports it.
type Relation struct {
	Name    gate.TableName // full name in the warehouse's exact case; zero for a query or files
	From    string         // SQL that reads it, to stand after FROM
	Columns []Column
	Locator bool       // each row has a locator of the dialect's kind
	Base    bool       // a table, not a view
	Foreign bool       // in another database than the ledger
	Unique  [][]string // columns of each valid PRIMARY KEY and UNIQUE constraint
}

// Column is a column of a relation as the warehouse reports it.
type Column struct {
	Name      string
	Native    string    // the warehouse's type name
	Type      gate.Type // the logical type; KindAny where none fits
	MaxLength int       // n of varchar(n); 0: unlimited
	NotNull   bool
	Default   bool // has a default
	Generated bool // generated or identity: the warehouse fills it
}
