package dialect

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// DuckDB is the SQL of DuckDB 1.4 and later.
type DuckDB struct{}

// Name is duckdb.
func (DuckDB) Name() string { return "duckdb" }

// Ident quotes an identifier.
func (DuckDB) Ident(name string) string { return identStandard(name) }

// Table quotes a table name.
func (d DuckDB) Table(t gate.TableName) string { return tableName(t, d.Ident) }

// CheckName refuses empty names and those that are no text.
func (d DuckDB) CheckName(name string) error {
	if name == "" {
		return nameError(d.Name(), name, "a name cannot be empty")
	}
	if err := checkText(name); err != nil {
		return nameError(d.Name(), name, err.Error())
	}
	return nil
}

// Literal prints a constant.
func (d DuckDB) Literal(l ast.Literal) (string, error) { return printLiteral(d, l) }

// Print prints a node.
func (d DuckDB) Print(n ast.Node) (string, error) { return printNode(d, n) }

// Placeholder numbers the parameters: $1, $2.
func (DuckDB) Placeholder() sq.PlaceholderFormat { return sq.Dollar }

// Parameter is $1, $2, ….
func (DuckDB) Parameter(n int) string { return "$" + strconv.Itoa(n) }

// CreateTemp begins CREATE TEMP TABLE.
func (d DuckDB) CreateTemp(table string) string { return "CREATE TEMP TABLE " + d.Ident(table) + " AS" }

// Temp names a table of the schema that temporary tables are in.
func (d DuckDB) Temp(table string) string { return "temp.main." + d.Ident(table) }

// RowID numbers the rows.
func (DuckDB) RowID() string { return rowNumber }

// WithOnce materializes the query.
func (d DuckDB) WithOnce(name, query string) string { return withMaterialized(name, query) }

// Empty is a DELETE.
func (DuckDB) Empty(table string) string { return "DELETE FROM " + table }

// RejectedOptions are none.
func (DuckDB) RejectedOptions(string, string) string { return "" }

// Analyze is empty: the engine knows its temporary tables.
func (DuckDB) Analyze(string, []string) string { return "" }

// Locator is rowid.
func (DuckDB) Locator() string { return "rowid" }

// FailedList is an INTEGER[].
func (DuckDB) FailedList(positions []int, conditions []string) string {
	return duckdbList(mapTexts(positions, strconv.Itoa), conditions, "INTEGER[]")
}

// RuleIDs is a VARCHAR[].
func (d DuckDB) RuleIDs(ids, conditions []string) string {
	return duckdbList(mapTexts(ids, d.quote), conditions, d.RuleIDsType())
}

func duckdbList(items, conditions []string, typ string) string {
	cases := make([]string, len(items))
	for i, item := range items {
		cases[i] = fmt.Sprintf("CASE WHEN %s THEN %s END", conditions[i], item)
	}
	return "list_filter(CAST([" + strings.Join(cases, ",\n    ") + "] AS " + typ + "), lambda p: p IS NOT NULL)"
}

// Unnest gives a row per item.
func (DuckDB) Unnest(columns []string, list, table string) string {
	items := append(append([]string{}, columns...), "unnest("+list+`) AS "pos"`)
	return "SELECT " + strings.Join(items, ", ") + " FROM " + table
}

// RuleIDsType is VARCHAR[].
func (DuckDB) RuleIDsType() string { return "VARCHAR[]" }

// Files reads Parquet, CSV and JSON files; all must be of one format.
func (d DuckDB) Files(paths []string) (string, error) {
	if len(paths) == 0 {
		return "", fmt.Errorf("no files are named")
	}
	reader := ""
	for _, p := range paths {
		r := fileReader(p)
		if r == "" {
			return "", fmt.Errorf("cannot tell the format of %s by its name: it ends in .parquet, .csv, .tsv, .json, .jsonl or .ndjson, and perhaps .gz or .zst", p)
		}
		if reader != "" && r != reader {
			return "", fmt.Errorf("the files are of several formats: %s and %s", paths[0], p)
		}
		reader = r
	}
	return fmt.Sprintf("%s([%s])", reader, strings.Join(mapTexts(paths, d.quote), ", ")), nil
}

func fileReader(file string) string {
	name := strings.ToLower(file)
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst")
	switch path.Ext(name) {
	case ".parquet":
		return "read_parquet"
	case ".csv", ".tsv":
		return "read_csv"
	case ".json", ".jsonl", ".ndjson":
		return "read_json"
	default:
		return ""
	}
}

// Same is the standard's operator.
func (DuckDB) Same(a, b string, _ gate.Type) string { return a + " IS NOT DISTINCT FROM " + b }

// StagesApart is false: every query runs in parallel.
func (DuckDB) StagesApart() bool { return false }

// Listed is empty: an anti-join is as fast.
func (DuckDB) Listed(string, string, bool) string { return "" }

// KeyHash is the upper half of hash(): a window over 32 bits is markedly cheaper
// than over 64. An integer is its own hash by its lower half, since keys mostly
// arrive in order and then are half sorted.
func (DuckDB) KeyHash(parts []string, types []gate.Type) string {
	if len(parts) == 1 && types[0].IsInteger() {
		return "CAST(coalesce(" + parts[0] + " & 4294967295, 0) AS UINTEGER)"
	}
	return "CAST(hash(" + strings.Join(parts, ", ") + ") >> 32 AS UINTEGER)"
}

// Repeated numbers the hashes by a window, which is faster than to group them.
func (DuckDB) Repeated(hashes string) string {
	numbered := "SELECT hash, row_number() OVER (PARTITION BY hash) AS n FROM (" + hashes + ") AS hashes"
	return "SELECT hash FROM (" + numbered + ") AS numbered WHERE n = 2"
}

// PlainText has no collation.
func (d DuckDB) PlainText(x string) string { return d.Binary(x, gate.Type{Kind: gate.KindString}) }

// Binary sets the collation of a text: a column's own would decide what is equal.
func (DuckDB) Binary(x string, t gate.Type) string {
	if t.Kind == gate.KindString {
		return x + ` COLLATE "binary"`
	}
	return x
}

// CTE says whether the query is evaluated once for all that read it.
func (DuckDB) CTE(name string, materialized bool) string { return cteStandard(name, materialized) }

// RowJSON makes a JSON object; a NaN or infinity, which JSON lacks, is its text.
// It is put together as text: json_object would make doubles of the decimals in it.
func (d DuckDB) RowJSON(alias string, columns []string) string {
	parts := make([]string, len(columns))
	for i, c := range columns {
		x := alias + "." + d.Ident(c)
		text, encoded := "CAST("+x+" AS VARCHAR)", "CAST(to_json("+x+") AS VARCHAR)"
		value := "CASE WHEN " + text + " IN ('nan', '-nan', 'inf', '-inf') THEN concat('\"', " + text + ", '\"')" +
			" WHEN typeof(" + x + ") = 'FLOAT' OR typeof(" + x + ") LIKE 'DECIMAL(%' THEN " + text + " ELSE " + encoded + " END"
		parts[i] = "CAST(to_json(" + d.quote(c) + ") AS VARCHAR), ':', coalesce(" + value + ", 'null')"
	}
	return "concat('{', " + strings.Join(parts, ", ',', ") + ", '}')"
}

func (DuckDB) quote(text string) string { return quoteStandard(text) }

func (d DuckDB) number(digits string, _ gate.Type) (string, error) {
	whole, fraction := digitCounts(digits)
	if fraction > 0 && whole+fraction > 38 || whole > 39 {
		return "", &UnsupportedError{Feature: "the number " + digits, Dialect: d.Name(), Reason: "it has more than 38 digits"}
	}
	return digits, nil
}

func (DuckDB) float(text string, t gate.Type) string {
	if t.Kind == gate.KindFloat32 {
		return "CAST('" + text + "' AS FLOAT)"
	}
	return "CAST('" + text + "' AS DOUBLE)"
}

func (DuckDB) timestamp(text string, t gate.Type) string {
	if t.Kind == gate.KindTimestamptz {
		return "TIMESTAMPTZ '" + text + "'"
	}
	return "TIMESTAMP '" + text + "'"
}

func (DuckDB) uuid(text string) string { return "CAST('" + text + "' AS UUID)" }
