// Package dialect prints SQL text for one kind of warehouse: identifiers,
// literals, predicates and the pieces of the split. It knows no driver.
package dialect

import (
	"fmt"
	"slices"
	"strings"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// Dialect is the SQL text of a kind of warehouse. All methods that return SQL
// return it ready to execute; text that goes into a squirrel builder is passed
// through Escape first.
type Dialect interface {
	// Name is duckdb, postgres or bigquery.
	Name() string
	// Ident quotes one identifier. It never fails: names that the warehouse
	// cannot have are refused by CheckName before.
	Ident(name string) string
	// Table quotes a table name of one to three parts.
	Table(t gate.TableName) string
	// CheckName refuses a column or table name that the warehouse cannot have.
	CheckName(name string) error
	// Literal prints a constant of its type, or refuses it with the reason.
	Literal(l ast.Literal) (string, error)
	// Print prints a node; columns are printed as batch."name".
	Print(n ast.Node) (string, error)
	// Placeholder is the squirrel format of bound parameters; it turns ?? into ?.
	Placeholder() sq.PlaceholderFormat
	// Parameter is the n-th bound parameter, as Placeholder prints it.
	Parameter(n int) string
	// TypeName is the warehouse's name of a logical type, for CREATE TABLE and CAST.
	TypeName(t gate.Type) (string, error)
	// LogicalType maps the warehouse's own type name to the logical type; KindAny where none fits.
	LogicalType(native string) gate.Type
	// MaxLength is the n of a varchar(n) or char(n) type name, 0 where there is none.
	MaxLength(native string) int

	// Binary is a source column's value whose comparisons do not depend on the
	// column's or the database's collation.
	Binary(x string, t gate.Type) string
	// PlainText is a text by value, without what its type or collation makes of it.
	PlainText(x string) string
	// Ordered is a value by which rows are put in order; texts then go by code point.
	Ordered(x string, t gate.Type) string
	// Lower is a text in lower case, as ast.Lower says.
	Lower(x string) string
	// Same is the condition that two values are equal or both NULL. t is the type
	// of the first; it is of use to a planner that joins by hash.
	Same(a, b string, t gate.Type) string
	// NamedColumns is a query in parentheses, to stand after FROM, whose columns
	// have those names in order. On BigQuery the query must name them itself.
	NamedColumns(query, alias string, columns []string) string
	// CreateTemp begins a statement that makes a temporary table from the query that follows.
	CreateTemp(table string) string
	// Analyze is a statement that gathers statistics of columns of a temporary
	// table for the planner; empty where the engine needs none.
	Analyze(table string, columns []string) string
	// CTE begins a common table expression, such as name AS MATERIALIZED, whose
	// query in parentheses follows.
	CTE(name string, materialized bool) string
	// WithOnce begins a WITH of a SELECT that is evaluated once, however often its
	// rows are read: further CTEs may follow.
	WithOnce(name, query string) string
	// Temp is the full quoted name of a temporary table of the run.
	Temp(table string) string
	// Locator is the name of a base table's row locator, such as rowid; empty where the warehouse has none.
	Locator() string
	// RowID is an expression that gives each row of a query another value, and
	// others at each reading, to tell rows apart that have no locator.
	RowID() string
	// Empty is a statement that deletes all rows of a table, within a transaction.
	Empty(table string) string
	// RejectedOptions follow the columns in the statement that creates a rejected
	// table: how it is stored, by the columns of the time and of the run.
	RejectedOptions(rejectedAt, runID string) string
	// FailedList is an expression for the list of those positions whose condition holds.
	FailedList(positions []int, conditions []string) string
	// Unnest is a query of one row per (list item, other columns): SELECT cols…, item AS "pos" FROM table.
	Unnest(columns []string, list, table string) string
	// RuleIDs is an expression for the list of those rule ids whose condition holds.
	RuleIDs(ids, conditions []string) string
	// RuleIDsType is the type of that list in a table.
	RuleIDsType() string
	// Files is a relation that reads files (paths or globs), to stand after FROM.
	Files(paths []string) (string, error)
	// StagesApart reports whether a query that reads a temporary table is not run in
	// parallel, so that the heavy evaluation is kept apart from such.
	StagesApart() bool
	// Listed is a condition that a locator, or a row number in its place, is in a
	// list that is bound as a text; empty where an anti-join is as fast.
	Listed(row, list string, numbered bool) string
	// KeyHash is an expression for a hash of a key's parts, never NULL, by which
	// duplicates are looked for before they are compared; empty where comparing the
	// keys themselves is as fast.
	KeyHash(parts []string, types []gate.Type) string
	// Middle are the two values in the middle of a group's, which are the same where
	// their number is odd; on BigQuery about so.
	Middle(x string) (low, high string)
	// CountUnique is the number of distinct texts of a group.
	CountUnique(x string, t gate.Type) (sql string, approximate bool)
	// Repeated is a query of the values that occur more than once in the column
	// hash of a query, each once.
	Repeated(hashes string) string
	// RowJSON is an expression for the text of a JSON object of an alias's columns.
	RowJSON(alias string, columns []string) string
}

// rowNumber is the RowID of engines that number rows as they read them.
const rowNumber = "row_number() OVER ()"

func withMaterialized(name, query string) string {
	return "WITH " + name + " AS MATERIALIZED (" + query + ")"
}

// UnsupportedError says that a dialect cannot express a feature with the meaning that it has.
type UnsupportedError struct {
	Feature string // such as "regex"
	Dialect string
	Reason  string
}

func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("%s is not supported on %s: %s", e.Feature, e.Dialect, e.Reason)
}

func dialects() []Dialect { return []Dialect{DuckDB{}, Postgres{}, BigQuery{}} }

// Names returns the names of the dialects.
func Names() []string {
	var names []string
	for _, d := range dialects() {
		names = append(names, d.Name())
	}
	return names
}

// ByName returns the dialect of that name, or an error that lists the names.
func ByName(name string) (Dialect, error) {
	all := dialects()
	i := slices.IndexFunc(all, func(d Dialect) bool { return d.Name() == name })
	if i < 0 {
		return nil, fmt.Errorf("unknown dialect %q: it is one of %s", name, strings.Join(Names(), ", "))
	}
	return all[i], nil
}
