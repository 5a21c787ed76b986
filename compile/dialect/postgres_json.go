package dialect

import (
	"fmt"
	"strings"
)

func (Postgres) jsonText(x string) (text string, strict bool) {
	return "CAST(" + x + " AS text)", true
}

// Regexes that isJSON takes a text apart with. Texts are marked by \x01, which no
// JSON holds, other scalars and what is taken apart by 0.
const (
	jsonTextARE      = `"(?:[^"\\\u0001-\u001F]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"`
	jsonScalarARE    = `true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?`
	jsonInnermostARE = `\[(?:[0\u0001](?:,[0\u0001])*)?\]|\{(?:\u0001:[0\u0001](?:,\u0001:[0\u0001])*)?\}`
)

// isJSON marks the scalars and takes the innermost arrays and objects away until
// none is left. Postgres has a test of its own only from version 16, and a cast
// would raise an error.
func (Postgres) isJSON(x string) string {
	replace := func(x, regex, by string) string {
		return fmt.Sprintf("regexp_replace(%s, '%s', %s, 'g')", x, regex, by)
	}
	marked := replace(replace(replace(x+` COLLATE "C"`, jsonTextARE, `E'\x01'`), jsonScalarARE, "'0'"), `[ \t\n\r]+`, "''")
	return fmt.Sprintf(`CASE WHEN %s IS NOT NULL THEN EXISTS (`+
		`WITH RECURSIVE reduced(doc) AS (SELECT %s WHERE %s COLLATE "C" !~ '[\u0001-\u0008\u000B\u000C\u000E-\u001F]'`+
		` UNION ALL SELECT %s FROM reduced WHERE doc ~ '%s')`+
		` SELECT 1 FROM reduced WHERE doc IN ('0', E'\x01')) END`,
		x, marked, x, replace("doc", jsonInnermostARE, "'0'"), jsonInnermostARE)
}

// jsonValue takes the first of repeated keys, where Postgres's operators take the last.
func (d Postgres) jsonValue(x string, keys []string) string {
	from := []string{"(SELECT CAST(btrim(" + x + `, E' \t\n\r') AS json) AS doc) AS step0`}
	last := "step0.doc"
	for i, key := range keys {
		from = append(from, fmt.Sprintf("LATERAL (SELECT value AS doc FROM json_each(CASE WHEN json_typeof(%s) = 'object' THEN %s END)"+
			` WITH ORDINALITY AS pairs(key, value, place) WHERE key COLLATE "C" = %s ORDER BY place LIMIT 1) AS step%d`, last, last, d.quote(key), i+1))
		last = fmt.Sprintf("step%d.doc", i+1)
	}
	return fmt.Sprintf("(SELECT CASE WHEN json_typeof(%s) NOT IN ('object', 'array') THEN %s #>> '{}' END FROM %s)", last, last, strings.Join(from, ", "))
}

func (Postgres) jsonKeys(x string) string {
	return fmt.Sprintf("CASE WHEN json_typeof(CAST(%s AS json)) = 'object' THEN ARRAY(SELECT DISTINCT key COLLATE \"C\" FROM json_object_keys(CAST(%s AS json)) AS keys(key) ORDER BY 1) END", x, x)
}
