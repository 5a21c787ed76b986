package dialect

import "strings"

// Escape readies SQL text for a squirrel builder, which reads ? as a parameter.
func Escape(sql string) string { return strings.ReplaceAll(sql, "?", "??") }
