//go:build cgo

package main

import (
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/gate"
)

// The data are nine columns, of whose rows a hash of the row number picks the bad
// ones, each with one of eight faults, so that they are spread evenly and are the
// same on every machine.

// duckdbData makes the table source.
func duckdbData(rows int64, badPercent int) []string {
	return []string{fmt.Sprintf(`CREATE TABLE source AS
WITH numbered AS (
  SELECT i, CASE WHEN hash(i) %% 10000 < %d THEN hash(i) // 10000 %% 8 END AS fault FROM range(%d) AS r(i)
)
SELECT
  CASE WHEN fault = 0 AND i > 0 THEN i - 1 ELSE i END AS id,
  CASE WHEN fault = 0 AND i > 0 THEN printf('ORD-%%08d', i - 1) WHEN fault = 1 THEN 'order ' || i ELSE printf('ORD-%%08d', i) END AS code,
  CAST(CASE WHEN fault = 2 THEN -1 ELSE 1 END * (100 + i * 7919 %% 9999900) / 100.0 AS DECIMAL(10, 2)) AS amount,
  CAST(CASE WHEN fault = 3 THEN 0 ELSE 1 + i %% 1000 END AS INTEGER) AS qty,
  CASE WHEN fault = 4 THEN 'payed' ELSE ['new', 'paid', 'shipped', 'cancelled'][1 + i %% 4] END AS status,
  CASE WHEN fault = 5 THEN NULL ELSE DATE '2020-01-01' + CAST(i %% 3650 AS INTEGER) END AS d,
  CASE WHEN fault = 6 THEN CAST('NaN' AS DOUBLE) ELSE i %% 1000 / 1000.0 END AS score,
  CASE WHEN i %% 3 = 0 THEN NULL ELSE 'left at the door of number ' || i %% 10000 END AS note,
  CAST(CASE WHEN fault = 7 THEN 200 ELSE i %% 100 END AS INTEGER) AS age
FROM numbered`, badPercent*100, rows)}
}

// postgresData makes the table source, and the table indexed of the same rows
// but for the duplicate keys, whose key has a unique index.
func postgresData(rows int64, badPercent int) []string {
	source := func(name, faults string) string {
		return fmt.Sprintf(`CREATE TABLE %s AS
WITH numbered AS (
  SELECT i, CASE WHEN abs(hashint8(i)::bigint) %% 10000 < %d THEN %s END AS fault FROM generate_series(CAST(0 AS bigint), %d) AS r(i)
)
SELECT
  CASE WHEN fault = 0 AND i > 0 THEN i - 1 ELSE i END AS id,
  CASE WHEN fault = 0 AND i > 0 THEN 'ORD-' || lpad((i - 1)::text, 8, '0') WHEN fault = 1 THEN 'order ' || i ELSE 'ORD-' || lpad(i::text, 8, '0') END AS code,
  CAST(CASE WHEN fault = 2 THEN -1 ELSE 1 END * (100 + i * 7919 %% 9999900) / 100.0 AS numeric(10, 2)) AS amount,
  CAST(CASE WHEN fault = 3 THEN 0 ELSE 1 + i %% 1000 END AS integer) AS qty,
  CASE WHEN fault = 4 THEN 'payed' ELSE (ARRAY['new', 'paid', 'shipped', 'cancelled'])[1 + i %% 4] END AS status,
  CASE WHEN fault = 5 THEN NULL ELSE DATE '2020-01-01' + CAST(i %% 3650 AS integer) END AS d,
  CASE WHEN fault = 6 THEN CAST('NaN' AS double precision) ELSE i %% 1000 / 1000.0::double precision END AS score,
  CASE WHEN i %% 3 = 0 THEN NULL ELSE 'left at the door of number ' || i %% 10000 END AS note,
  CAST(CASE WHEN fault = 7 THEN 200 ELSE i %% 100 END AS integer) AS age
FROM numbered`, name, badPercent*100, faults, rows-1)
	}
	return []string{
		source("source", "abs(hashint8(i)::bigint) / 10000 % 8"),
		source("indexed", "1 + abs(hashint8(i)::bigint) / 10000 % 7"),
		"ALTER TABLE indexed ADD UNIQUE (id)",
		"ANALYZE source",
		"ANALYZE indexed",
	}
}

// gateYAML is a gate of 19 row rules, and a unique rule over key where one is
// named. The policy of the rule on long notes, which no row fails, is given, and
// more rules by column, which no row fails by itself.
func gateYAML(name, source, key string, notes gate.Policy, more map[string][]string) string {
	text := fmt.Sprintf(`gate: %[1]s
source: %[2]s
target: target
rejected: rejected_%[1]s
mode: append
columns:
`, name, source)
	for _, column := range []struct{ name, rules string }{
		{"id", "type: int64, nullable: false"},
		{"code", `type: string, nullable: false, regex: '^ORD-\d{8}$'`},
		{"amount", `type: "decimal(10,2)", nullable: false, min: 0, max: 100000`},
		{"qty", "type: int32, nullable: false, range: {min: 1, max: 1000}"},
		{"status", "type: string, nullable: false, accepted_values: [new, paid, shipped, cancelled]"},
		{"d", "type: date, nullable: false, min: 2020-01-01, max: 2030-12-31"},
		{"score", "type: float64, nullable: false, finite: true, range: {min: 0, max: 1}"},
		{"note", "type: string, max_length: 60, on_failure: " + string(notes)},
		{"age", "type: int32, min: 0, max: 130"},
	} {
		rules := column.rules
		if list := more[column.name]; len(list) > 0 {
			rules += ", rules: [" + strings.Join(list, ", ") + "]"
		}
		text += fmt.Sprintf("  %s: {%s}\n", column.name, rules)
	}
	if key != "" {
		text += "rules:\n  - unique: {columns: [" + key + "]}\n"
	}
	return text
}

// moreRules are 81 row rules, nine on each column, of the kinds that columns of
// such types have.
func moreRules() map[string][]string {
	rules := map[string][]string{}
	add := func(column, format string, args ...any) {
		name := fmt.Sprintf("{name: %s_%d, ", column, len(rules[column])+1)
		rules[column] = append(rules[column], name+fmt.Sprintf(format, args...)+"}")
	}
	for i := range 9 {
		add("id", "not_accepted_values: [%d]", -10-i)
		add("qty", "max: %d", 1001+i)
		add("age", "max: %d", 201+i)
		add("amount", "max: 100000.%02d", i)
		add("d", "max: 2031-01-%02d", i+1)
		add("score", "not_accepted_values: [%d.5]", 1+i)
		add("status", "not_accepted_values: [gone %d, lost %d]", i, i)
		add("note", "max_length: %d", 61+i)
	}
	for i := range 3 {
		add("code", "not_like: 'X%d%%'", i)
		add("code", "not_like: '%%%d-%%'", i)
		add("code", "max_length: %d", 20+i)
	}
	return rules
}
