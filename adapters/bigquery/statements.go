package bigquery

import (
	"regexp"
	"strconv"
	"strings"
)

// token is a part of GoogleSQL in which no parameter stands, or a parameter. In
// raw texts, too, a backslash takes the next character along.
var token = regexp.MustCompile(`(?s)` + strings.Join([]string{
	`"""(?:\\.|[^\\])*?"""`, `'''(?:\\.|[^\\])*?'''`,
	`"(?:\\.|[^\\"])*"`, `'(?:\\.|[^\\'])*'`, "`(?:\\\\.|[^\\\\`])*`",
	`--[^\n]*`, `#[^\n]*`, `/\*.*?\*/`,
	`@@\w+`, `@p(\d+)\b`,
}, "|"))

// renumber gives a statement's parameters other numbers.
func renumber(sql string, number func(int) int) string {
	var b strings.Builder
	end := 0
	for _, m := range token.FindAllStringSubmatchIndex(sql, -1) {
		if m[2] < 0 {
			continue
		}
		n, err := strconv.Atoi(sql[m[2]:m[3]])
		if err != nil {
			continue
		}
		b.WriteString(sql[end:m[2]])
		b.WriteString(strconv.Itoa(number(n)))
		end = m[3]
	}
	return b.String() + sql[end:]
}

// beforeWord is what can stand before the first word of a statement.
var beforeWord = regexp.MustCompile(`(?s)^(?:\s+|--[^\n]*|#[^\n]*|/\*.*?\*/)*`)

// isDDL reports whether a statement changes the schema, which transactions do not take.
func isDDL(sql string) bool {
	rest := sql[len(beforeWord.FindString(sql)):]
	word, _, _ := strings.Cut(strings.ToUpper(rest), " ")
	return word == "CREATE" || word == "ALTER" || word == "DROP"
}

// changes is a script of the statements that returns an ARRAY<INT64> of the rows
// that each changed. It is one transaction unless one of them changes the schema.
func changes(statements []string) string {
	const changed = "_sqlgate_changed"
	transaction := true
	for _, s := range statements {
		transaction = transaction && !isDDL(s)
	}
	var b strings.Builder
	b.WriteString("DECLARE " + changed + " ARRAY<INT64> DEFAULT [];\n")
	if transaction {
		b.WriteString("BEGIN TRANSACTION;\n")
	}
	for _, s := range statements {
		rows := "IFNULL(@@row_count, 0)"
		if isDDL(s) {
			rows = "0"
		}
		b.WriteString(s + "\n;\nSET " + changed + " = ARRAY_CONCAT(" + changed + ", [" + rows + "]);\n")
	}
	if transaction {
		b.WriteString("COMMIT TRANSACTION;\n")
	}
	b.WriteString("SELECT " + changed + ";\n")
	return b.String()
}
