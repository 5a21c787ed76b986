package dialect

import (
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// Ordered is the value: the batch's texts are collated as binary.
func (d DuckDB) Ordered(x string, t gate.Type) string { return d.ordered(x, t) }

// Ordered collates texts as C.
func (d Postgres) Ordered(x string, t gate.Type) string { return d.ordered(x, t) }

// Ordered is the value: texts go by code point.
func (d BigQuery) Ordered(x string, t gate.Type) string { return d.ordered(x, t) }

// Lower is lower case.
func (d DuckDB) Lower(x string) string { return d.textFunction(ast.Lower, x) }

// Lower is lower case.
func (d Postgres) Lower(x string) string { return d.textFunction(ast.Lower, x) }

// Lower is lower case.
func (d BigQuery) Lower(x string) string { return d.textFunction(ast.Lower, x) }

// NamedColumns names the columns beside the alias.
func (d DuckDB) NamedColumns(query, alias string, columns []string) string {
	return "(" + query + "\n) AS " + alias + "(" + strings.Join(mapTexts(columns, d.Ident), ", ") + ")"
}

// NamedColumns names the columns beside the alias.
func (d Postgres) NamedColumns(query, alias string, columns []string) string {
	return "(" + query + "\n) AS " + alias + "(" + strings.Join(mapTexts(columns, d.Ident), ", ") + ")"
}

// NamedColumns leaves the names to the query: BigQuery has no list of them.
func (BigQuery) NamedColumns(query, alias string, _ []string) string {
	return "(" + query + "\n) AS " + alias
}
