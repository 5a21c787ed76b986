package dialect

import (
	"fmt"
	"strings"
)

func (DuckDB) jsonText(x string) (text string, strict bool) {
	return "CAST(" + x + " AS VARCHAR)", false
}

// What json_valid takes and RFC 8259 does not (NaN, Infinity, commas at the end),
// and the reverse: escapes of half a surrogate pair.
const (
	jsonLenient   = `(?i:nan|inf)|,[ \t\n\r]*[\]}]`
	jsonSurrogate = `\\u[dD]`
)

// isJSON takes the word of json_valid where nothing in the text looks like that.
// Else it takes out the escapes and what the texts hold, and spoils what is
// lenient.
func (DuckDB) isJSON(x string) string {
	plain := replaceAll(replaceAll(x, jsonEscape, "x"), jsonString, `""`)
	return fmt.Sprintf("CASE WHEN regexp_matches(%s, '%s|%s') THEN json_valid(%s) ELSE json_valid(%s) END",
		x, jsonLenient, jsonSurrogate, replaceAll(plain, jsonLenient, "!"), x)
}

func replaceAll(x, regex, by string) string {
	return fmt.Sprintf("regexp_replace(%s, '%s', '%s', 'g')", x, regex, by)
}

// jsonValue makes texts of the numbers that DuckDB would write anew.
func (d DuckDB) jsonValue(x string, keys []string) string {
	numbers := fmt.Sprintf(`regexp_replace(%s, '""$', '')`, replaceAll(x, jsonNumber, `\1"\2"`))
	doc := fmt.Sprintf("CASE WHEN regexp_matches(%s, '[0-9][.eE]|-0|[0-9]{19}') THEN %s ELSE %s END", x, numbers, x)
	path := d.quote(strings.Join(append([]string{"$"}, keys...), "."))
	return fmt.Sprintf("json_extract_string(json_value(%s, %s), '$')", doc, path)
}

func (DuckDB) jsonKeys(x string) string {
	return fmt.Sprintf("CASE WHEN json_type(%s) = 'OBJECT' THEN list_sort(list_distinct(json_keys(%s))) END", x, x)
}
