package dialect

import "strings"

func escape(sql string) string { return strings.ReplaceAll(sql, "?", "??") }
