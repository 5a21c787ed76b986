package dialect

import "strings"

func escape(sql string) string { return strings.ReplaceAll(sql, "?", "??") }

func cteStandard(name string, materialized bool) string {
	if materialized {
		return name + " AS MATERIALIZED"
	}
	return name + " AS NOT MATERIALIZED"
}
