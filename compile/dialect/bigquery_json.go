package dialect

import (
	"fmt"
	"strings"
)

func (BigQuery) jsonText(x string) (text string, strict bool) {
	return "TO_JSON_STRING(" + x + ")", true
}

// jsonTokens is a text that consists of JSON's tokens.
const jsonTokens = `^(?:[ \t\n\r\[\]{}:,]|"(?:[^"\\\x00-\x1f]|\\(?:u[0-9A-Fa-f]{4}|["\\/bfnrt]))*"|-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)*$`

// isJSON looks at the tokens first, since it is not documented how strict
// PARSE_JSON is. It is given neither texts nor numbers as they are: it refuses
// numbers that are too large for it.
func (d BigQuery) isJSON(x string) string {
	replace := func(x, regex, by string) string {
		return fmt.Sprintf("REGEXP_REPLACE(%s, %s, %s)", x, d.quote(regex), d.quote(by))
	}
	plain := replace(replace(x, jsonEscape, "x"), jsonString, `""`)
	plain = replace(plain, `(-?(?:0|[1-9][0-9]*))(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?`, "0")
	return fmt.Sprintf("(REGEXP_CONTAINS(%s, %s) AND (SAFE.PARSE_JSON(%s) IS NOT NULL OR %s IS NULL))", x, d.quote(jsonTokens), plain, x)
}

// jsonValue makes texts of the numbers first, which PARSE_JSON would round.
func (d BigQuery) jsonValue(x string, keys []string) string {
	doc := fmt.Sprintf(`REGEXP_REPLACE(REGEXP_REPLACE(%s, %s, '\\1"\\2"'), '""$', '')`, x, d.quote(jsonNumber))
	path := d.quote(strings.Join(append([]string{"$"}, keys...), "."))
	return "JSON_VALUE(PARSE_JSON(" + doc + "), " + path + ")"
}

// jsonKeys reads the keys that JSON_KEYS writes as texts of JSON: those with
// other characters than letters and digits.
func (BigQuery) jsonKeys(x string) string {
	doc := "PARSE_JSON(" + x + ", wide_number_mode => 'round')"
	return "CASE WHEN JSON_TYPE(" + doc + ") = 'object' THEN" +
		` ARRAY(SELECT IF(STARTS_WITH(key, '"'), STRING(PARSE_JSON(key)), key) AS key FROM UNNEST(JSON_KEYS(` + doc + ", 1)) AS key ORDER BY key) END"
}
