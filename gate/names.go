package gate

import (
	"fmt"
	"slices"
	"strings"
)

// ReservedPrefix begins the names of columns that sqlgate adds.
const ReservedPrefix = "_sqlgate_"

// isName reports whether s is a name: [A-Za-z_][A-Za-z0-9_]*.
func isName(s string) bool {
	if s == "" || s[0] >= '0' && s[0] <= '9' {
		return false
	}
	for i := range len(s) {
		if !isNameByte(s[i]) {
			return false
		}
	}
	return true
}

func isNameByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// ParseTableName parses one to three parts with dots between them. A part in
// double quotes or backticks may hold dots; the quote is doubled within it.
func ParseTableName(text string) (TableName, error) {
	var t TableName
	rest := text
	for {
		part, after, err := tablePart(rest)
		if err != nil {
			return TableName{}, fmt.Errorf("table name %q: %w", text, err)
		}
		t.Parts = append(t.Parts, part)
		if after == "" {
			break
		}
		rest = after[1:]
	}
	if len(t.Parts) > 3 {
		return TableName{}, fmt.Errorf("table name %q has %d parts; quote a part that holds dots, as in '\"a.b\".c'", text, len(t.Parts))
	}
	return t, nil
}

// tablePart splits the first part off; what follows is empty or begins with a dot.
func tablePart(s string) (part, after string, err error) {
	if s == "" || s[0] == '.' {
		return "", "", fmt.Errorf("a part is empty")
	}
	quote := s[0]
	if quote != '"' && quote != '`' {
		end := strings.IndexByte(s, '.')
		if end < 0 {
			end = len(s)
		}
		part = s[:end]
		if strings.TrimSpace(part) != part {
			return "", "", fmt.Errorf("a part begins or ends with white space")
		}
		return part, s[end:], nil
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		if s[i] != quote {
			b.WriteByte(s[i])
			continue
		}
		if i+1 < len(s) && s[i+1] == quote {
			b.WriteByte(quote)
			i++
			continue
		}
		after = s[i+1:]
		if after != "" && after[0] != '.' {
			return "", "", fmt.Errorf("unexpected %q after a quoted part", after)
		}
		if b.Len() == 0 {
			return "", "", fmt.Errorf("a part is empty")
		}
		return b.String(), after, nil
	}
	return "", "", fmt.Errorf("a quote is not closed")
}

// withSuffix is the table whose last part has the suffix.
func (t TableName) withSuffix(suffix string) TableName {
	parts := slices.Clone(t.Parts)
	parts[len(parts)-1] += suffix
	return TableName{Parts: parts, Pos: t.Pos}
}
