package dialect

import (
	"fmt"
	"strconv"
	"strings"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// Postgres is the SQL of Postgres 13 and later, with standard_conforming_strings
// on, the DateStyle ISO and the collation und-x-icu, which servers built with ICU have.
type Postgres struct{}

// Name is postgres.
func (Postgres) Name() string { return "postgres" }

// Ident quotes an identifier.
func (Postgres) Ident(name string) string { return identStandard(name) }

// Table quotes a table name.
func (d Postgres) Table(t gate.TableName) string { return tableName(t, d.Ident) }

// CheckName refuses empty names, those that are no text, and those that Postgres would cut.
func (d Postgres) CheckName(name string) error {
	if name == "" {
		return nameError(d.Name(), name, "a name cannot be empty")
	}
	if len(name) > 63 {
		return nameError(d.Name(), name, fmt.Sprintf("it has %d bytes, and a name has at most 63", len(name)))
	}
	if err := checkText(name); err != nil {
		return nameError(d.Name(), name, err.Error())
	}
	return nil
}

// Literal prints a constant.
func (d Postgres) Literal(l ast.Literal) (string, error) { return printLiteral(d, l) }

// Print prints a node.
func (d Postgres) Print(n ast.Node) (string, error) { return printNode(d, n) }

// Placeholder numbers the parameters: $1, $2.
func (Postgres) Placeholder() sq.PlaceholderFormat { return sq.Dollar }

// Parameter is $1, $2, ….
func (Postgres) Parameter(n int) string { return "$" + strconv.Itoa(n) }

// CreateTemp begins CREATE TEMP TABLE; the table ends with the transaction.
func (d Postgres) CreateTemp(table string) string {
	return "CREATE TEMP TABLE " + d.Ident(table) + " ON COMMIT DROP AS"
}

// Temp names a table of the schema that temporary tables are in.
func (d Postgres) Temp(table string) string { return "pg_temp." + d.Ident(table) }

// RowID numbers the rows.
func (Postgres) RowID() string { return rowNumber }

// WithOnce materializes the query.
func (Postgres) WithOnce(name, query string) string { return withMaterialized(name, query) }

// Empty is a DELETE: TRUNCATE hides the rows from those who read the table meanwhile.
func (Postgres) Empty(table string) string { return "DELETE FROM " + table }

// RejectedOptions are none.
func (Postgres) RejectedOptions(string, string) string { return "" }

// Analyze gathers statistics: nothing else does so for a temporary table.
func (d Postgres) Analyze(table string, columns []string) string {
	quoted := make([]string, len(columns))
	for i, c := range columns {
		quoted[i] = d.Ident(c)
	}
	return "ANALYZE " + d.Temp(table) + " (" + strings.Join(quoted, ", ") + ")"
}

// Locator is ctid.
func (Postgres) Locator() string { return "ctid" }

// FailedList is an int[].
func (Postgres) FailedList(positions []int, conditions []string) string {
	return postgresList(mapTexts(positions, strconv.Itoa), conditions, "int[]")
}

// RuleIDs is a text[].
func (d Postgres) RuleIDs(ids, conditions []string) string {
	return postgresList(mapTexts(ids, d.quote), conditions, d.RuleIDsType())
}

func postgresList(items, conditions []string, typ string) string {
	cases := make([]string, len(items))
	for i, item := range items {
		cases[i] = fmt.Sprintf("CASE WHEN %s THEN %s END", conditions[i], item)
	}
	return "array_remove(CAST(ARRAY[" + strings.Join(cases, ",\n    ") + "] AS " + typ + "), NULL)"
}

// Unnest gives a row per item.
func (Postgres) Unnest(columns []string, list, table string) string {
	items := append(append([]string{}, columns...), `items."pos"`)
	return "SELECT " + strings.Join(items, ", ") + " FROM " + table + " CROSS JOIN LATERAL unnest(" + list + `) AS items("pos")`
}

// RuleIDsType is text[].
func (Postgres) RuleIDsType() string { return "text[]" }

// Files is refused: a server does not see the files of its clients.
func (d Postgres) Files([]string) (string, error) {
	return "", &UnsupportedError{Feature: "a source of files", Dialect: d.Name(), Reason: "load them into a table first"}
}

// Binary is the column as it is: a collation in its place would keep an index
// from being used, so the printer adds one where order matters.
func (Postgres) Binary(x string, _ gate.Type) string { return x }

// PlainText has the default collation, which is deterministic and gives way to
// that of a column beside it.
func (Postgres) PlainText(x string) string { return "(CAST(" + x + ` AS text) COLLATE "default")` }

// CTE says whether the query is evaluated once for all that read it.
func (Postgres) CTE(name string, materialized bool) string { return cteStandard(name, materialized) }

// Same compares numbers and texts as arrays of one: in an array NULL is equal to
// NULL, and arrays can be hashed, which IS NOT DISTINCT FROM cannot.
func (Postgres) Same(a, b string, t gate.Type) string {
	switch {
	case t.IsFloat():
		return fmt.Sprintf("ARRAY[CAST(%s AS double precision)] = ARRAY[CAST(%s AS double precision)]", a, b)
	case t.IsNumeric():
		return fmt.Sprintf("ARRAY[CAST(%s AS numeric)] = ARRAY[CAST(%s AS numeric)]", a, b)
	case t.IsText() && t.Kind != gate.KindEnum:
		return fmt.Sprintf(`ARRAY[CAST(%s AS text) COLLATE "C"] = ARRAY[CAST(%s AS text) COLLATE "C"]`, a, b)
	default:
		return a + " IS NOT DISTINCT FROM " + b
	}
}

// StagesApart is true: workers do not see the session's temporary tables.
func (Postgres) StagesApart() bool { return true }

// Listed is a look-up in an array: a constant one is hashed, from Postgres 14 on,
// and the other rows are copied as they are, where a join puts each together anew.
func (Postgres) Listed(row, list string, numbered bool) string {
	typ := "tid[]"
	if numbered {
		typ = "bigint[]"
	}
	return row + " = ANY (CAST(" + list + " AS " + typ + "))"
}

// KeyHash is a 64-bit number, which sorts much faster than a text or several
// columns, and in parallel; empty for types whose hash has no name of its own.
func (Postgres) KeyHash(parts []string, types []gate.Type) string {
	hashes := make([]string, len(parts))
	for i, part := range parts {
		switch types[i].Kind {
		case gate.KindInt8, gate.KindInt16, gate.KindInt32, gate.KindInt64:
			if len(parts) == 1 {
				return "coalesce(CAST(" + part + " AS bigint), 0)"
			}
			hashes[i] = fmt.Sprintf("coalesce(hashint8extended(CAST(%s AS bigint), %d), 0)", part, i)
		case gate.KindString:
			hashes[i] = fmt.Sprintf("coalesce(hashtextextended(%s, %d), 0)", part, i)
		default:
			return ""
		}
	}
	return "(" + strings.Join(hashes, " # ") + ")"
}

// Repeated groups the hashes.
func (Postgres) Repeated(hashes string) string { return repeatedStandard(hashes) }

func repeatedStandard(hashes string) string {
	return "SELECT hash FROM (" + hashes + ") AS hashes GROUP BY hash HAVING count(*) > 1"
}

// RowJSON makes a JSON object.
func (d Postgres) RowJSON(alias string, columns []string) string {
	items := make([]string, len(columns))
	for i, c := range columns {
		items[i] = alias + "." + d.Ident(c)
	}
	return "(SELECT CAST(to_json(items) AS text) FROM (SELECT " + strings.Join(items, ", ") + ") AS items)"
}

func (Postgres) quote(text string) string { return quoteStandard(text) }

func (Postgres) number(digits string, _ gate.Type) (string, error) { return digits, nil }

func (Postgres) float(text string, t gate.Type) string {
	return "CAST('" + text + "' AS " + postgresFloat(t) + ")"
}

func postgresFloat(t gate.Type) string {
	if t.Kind == gate.KindFloat32 {
		return "real"
	}
	return "double precision"
}

func (Postgres) timestamp(text string, t gate.Type) string {
	if t.Kind == gate.KindTimestamptz {
		return "TIMESTAMPTZ '" + text + "'"
	}
	return "TIMESTAMP '" + text + "'"
}

func (Postgres) uuid(text string) string { return "CAST('" + text + "' AS uuid)" }
