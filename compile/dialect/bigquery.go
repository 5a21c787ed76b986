package dialect

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// BigQuery is GoogleSQL as BigQuery has it.
type BigQuery struct {
	// Dataset, quoted, and Suffix say where the tables of a run are and how their
	// names end. They outlive a statement, which nothing temporary does without a
	// session, and expire. Empty: they are temporary tables of a script.
	Dataset, Suffix string
}

// Name is bigquery.
func (BigQuery) Name() string { return "bigquery" }

// Ident quotes an identifier.
func (BigQuery) Ident(name string) string { return "`" + escapeGoogle(name, '`') + "`" }

// Table quotes a table name.
func (d BigQuery) Table(t gate.TableName) string { return tableName(t, d.Ident) }

// CheckName refuses the names that a column of BigQuery cannot have.
func (d BigQuery) CheckName(name string) error {
	if name == "" {
		return nameError(d.Name(), name, "a name cannot be empty")
	}
	if n := utf8.RuneCountInString(name); n > 300 {
		return nameError(d.Name(), name, fmt.Sprintf("it has %d characters, and a name has at most 300", n))
	}
	if err := checkText(name); err != nil {
		return nameError(d.Name(), name, err.Error())
	}
	if i := strings.IndexFunc(name, refusedInNames); i >= 0 {
		r, _ := utf8.DecodeRuneInString(name[i:])
		return nameError(d.Name(), name, fmt.Sprintf("a name cannot hold %q", r))
	}
	for _, prefix := range []string{"_TABLE_", "_FILE_", "_PARTITION", "_ROW_TIMESTAMP", "__ROOT__", "_COLIDENTIFIER"} {
		if strings.HasPrefix(strings.ToUpper(name), prefix) {
			return nameError(d.Name(), name, "the prefix "+prefix+" is reserved")
		}
	}
	return nil
}

func refusedInNames(r rune) bool {
	return unicode.IsControl(r) || strings.ContainsRune("!\"$()*,./;?@[\\]^`{}~", r)
}

// Literal prints a constant.
func (d BigQuery) Literal(l ast.Literal) (string, error) { return printLiteral(d, l) }

// Print prints a node.
func (d BigQuery) Print(n ast.Node) (string, error) { return printNode(d, n) }

// Placeholder names the parameters: @p1, @p2.
func (BigQuery) Placeholder() sq.PlaceholderFormat { return sq.AtP }

// Parameter is @p1, @p2, ….
func (BigQuery) Parameter(n int) string { return "@p" + strconv.Itoa(n) }

// CreateTemp begins CREATE TEMP TABLE, whose table lives as long as its script,
// or CREATE TABLE of one of a run's own, which is dropped when the run ends and
// expires should it not.
func (d BigQuery) CreateTemp(table string) string {
	if d.Dataset == "" {
		return "CREATE TEMP TABLE " + d.Ident(table) + " AS"
	}
	return "CREATE TABLE " + d.Temp(table) + " OPTIONS (expiration_timestamp = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 1 DAY)) AS"
}

// Temp names a temporary table of the script, or one of the run's own.
func (d BigQuery) Temp(table string) string {
	if d.Dataset == "" {
		return d.Ident(table)
	}
	return d.Dataset + "." + d.Ident(table+d.Suffix)
}

// Analyze is empty: the engine knows its temporary tables.
func (BigQuery) Analyze(string, []string) string { return "" }

// Locator is empty: rows have none.
func (BigQuery) Locator() string { return "" }

// RowID is a UUID. A row number would have one worker number all rows, which
// fails on tables that do not fit in its memory; a UUID is made by whichever
// worker reads the row.
func (BigQuery) RowID() string { return "GENERATE_UUID()" }

// WithOnce makes the query a recursive CTE whose recursion adds nothing: BigQuery
// materializes these, and evaluates others once for each reference.
func (BigQuery) WithOnce(name, query string) string {
	return "WITH RECURSIVE " + name + " AS (" + query + "\n  UNION ALL SELECT * FROM " + name + " WHERE FALSE)"
}

// Empty is TRUNCATE TABLE, which transactions have and which needs no filter of
// partitions as a DELETE does.
func (BigQuery) Empty(table string) string { return "TRUNCATE TABLE " + table }

// RejectedOptions are partitions by day, to be purged cheaply, and in these the
// rows of a run side by side.
func (BigQuery) RejectedOptions(rejectedAt, runID string) string {
	return " PARTITION BY DATE(" + rejectedAt + ") CLUSTER BY " + runID
}

// FailedList is an ARRAY<INT64>.
func (BigQuery) FailedList(positions []int, conditions []string) string {
	return bigqueryList(mapTexts(positions, strconv.Itoa), conditions, "ARRAY<INT64>")
}

// RuleIDs is an ARRAY<STRING>.
func (d BigQuery) RuleIDs(ids, conditions []string) string {
	return bigqueryList(mapTexts(ids, d.quote), conditions, d.RuleIDsType())
}

func bigqueryList(items, conditions []string, typ string) string {
	cases := make([]string, len(items))
	for i, item := range items {
		cases[i] = fmt.Sprintf("IF(%s, %s, NULL)", conditions[i], item)
	}
	return "ARRAY(SELECT p FROM UNNEST(" + typ + "[" + strings.Join(cases, ",\n    ") + "]) AS p WITH OFFSET AS n WHERE p IS NOT NULL ORDER BY n)"
}

// Unnest gives a row per item.
func (BigQuery) Unnest(columns []string, list, table string) string {
	items := append(append([]string{}, columns...), "pos")
	return "SELECT " + strings.Join(items, ", ") + " FROM " + table + " CROSS JOIN UNNEST(" + list + ") AS pos"
}

// RuleIDsType is ARRAY<STRING>.
func (BigQuery) RuleIDsType() string { return "ARRAY<STRING>" }

// Files is refused: an external table reads them.
func (d BigQuery) Files([]string) (string, error) {
	return "", &UnsupportedError{Feature: "a source of files", Dialect: d.Name(), Reason: "load them into a table, or define an external table over them"}
}

// Same is the standard's operator.
func (BigQuery) Same(a, b string, _ gate.Type) string { return a + " IS NOT DISTINCT FROM " + b }

// StagesApart is false: every query runs in parallel.
func (BigQuery) StagesApart() bool { return false }

// Listed is empty: an anti-join is as fast.
func (BigQuery) Listed(string, string, bool) string { return "" }

// KeyHash is empty: the engine shuffles by hash itself.
func (BigQuery) KeyHash([]string, []gate.Type) string { return "" }

// Repeated groups the hashes.
func (BigQuery) Repeated(hashes string) string { return repeatedStandard(hashes) }

// PlainText is the text as it is.
func (BigQuery) PlainText(x string) string { return x }

// Binary is the column as it is.
func (BigQuery) Binary(x string, _ gate.Type) string { return x }

// CTE cannot say how the query is evaluated.
func (BigQuery) CTE(name string, _ bool) string { return name + " AS" }

// RowJSON makes a JSON object.
func (d BigQuery) RowJSON(alias string, columns []string) string {
	items := make([]string, len(columns))
	for i, c := range columns {
		items[i] = fmt.Sprintf("%s.%s AS %s", alias, d.Ident(c), d.Ident(c))
	}
	return "TO_JSON_STRING(STRUCT(" + strings.Join(items, ", ") + "))"
}

func (BigQuery) quote(text string) string { return "'" + escapeGoogle(text, '\'') + "'" }

// escapeGoogle escapes a text between quotes; GoogleSQL has the same escapes in
// strings and in identifiers.
func escapeGoogle(s string, quote rune) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\\' || r == quote:
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case unicode.IsControl(r) || r == '\u2028' || r == '\u2029':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// number types decimals: a bare one would be FLOAT64. NUMERIC has 29 digits
// before and 9 after the point, BIGNUMERIC 38 and 38.
func (d BigQuery) number(digits string, t gate.Type) (string, error) {
	whole, fraction := digitCounts(digits)
	switch {
	case t.Kind != gate.KindDecimal && whole <= 18:
		return digits, nil
	case whole <= 29 && fraction <= 9:
		return "NUMERIC '" + digits + "'", nil
	case whole <= 38 && fraction <= 38:
		return "BIGNUMERIC '" + digits + "'", nil
	default:
		return "", &UnsupportedError{Feature: "the number " + digits, Dialect: d.Name(), Reason: "it has more than 38 digits before or after the point"}
	}
}

func (BigQuery) float(text string, _ gate.Type) string { return "CAST('" + text + "' AS FLOAT64)" }

func (BigQuery) timestamp(text string, t gate.Type) string {
	if t.Kind == gate.KindTimestamptz {
		return "TIMESTAMP '" + text + "'"
	}
	return "DATETIME '" + text + "'"
}

// uuid is a text in BigQuery.
func (d BigQuery) uuid(text string) string { return d.quote(text) }
