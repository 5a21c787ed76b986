package dialect

import (
	"fmt"
	"strings"
)

func (DuckDB) jsonText(x string) string { return "CAST(" + x + " AS VARCHAR)" }

// isJSON takes out what json_valid minds and RFC 8259 does not, escapes of half
// a surrogate pair, and spoils what it is the other way round with: NaN,
// Infinity and commas at the end.
func (DuckDB) isJSON(x string) string {
	replace := func(x, regex, by string) string {
		return fmt.Sprintf("regexp_replace(%s, '%s', '%s', 'g')", x, regex, by)
	}
	plain := replace(replace(x, jsonEscape, "x"), jsonString, `""`)
	return "json_valid(" + replace(plain, `(?i:nan|inf)|,[ \t\n\r]*[\]}]`, "!") + ")"
}

// jsonValue makes texts of the numbers first, which DuckDB would write anew.
func (d DuckDB) jsonValue(x string, keys []string) string {
	doc := fmt.Sprintf(`regexp_replace(regexp_replace(%s, '%s', '\1"\2"', 'g'), '""$', '')`, x, jsonNumber)
	path := d.quote(strings.Join(append([]string{"$"}, keys...), "."))
	return fmt.Sprintf("CASE WHEN json_type(%s, %s) IN ('VARCHAR', 'BOOLEAN') THEN json_extract_string(%s, %s) END", doc, path, doc, path)
}

func (DuckDB) jsonKeys(x string) string {
	return fmt.Sprintf("CASE WHEN json_type(%s) = 'OBJECT' THEN list_sort(list_distinct(json_keys(%s))) END", x, x)
}
