package oracle

import (
	"strings"
	"unicode/utf8"
)

// whiteSpace is what trimming takes away.
const whiteSpace = " \t\n\v\f\r"

// like is SQL's LIKE: % any text, _ one character, a backslash takes the next
// character as it is.
func like(pattern, text string) bool {
	if pattern == "" {
		return text == ""
	}
	r, size := utf8.DecodeRuneInString(pattern)
	rest := pattern[size:]
	switch r {
	case '%':
		for i := 0; i <= len(text); i++ {
			if (i == len(text) || utf8.RuneStart(text[i])) && like(rest, text[i:]) {
				return true
			}
		}
		return false
	case '_':
		_, n := utf8.DecodeRuneInString(text)
		return text != "" && like(rest, text[n:])
	case '\\':
		r, size = utf8.DecodeRuneInString(rest)
		rest = rest[size:]
	}
	after, ok := strings.CutPrefix(text, string(r))
	return ok && like(rest, after)
}

// substring is the length characters from start, which counts from 1.
func substring(text string, start, length int64) string {
	runes := []rune(text)
	from := max(start, 1) - 1
	if length <= 0 || from >= int64(len(runes)) {
		return ""
	}
	to := int64(len(runes))
	if length < to-from {
		to = from + length
	}
	return string(runes[from:to])
}

func replace(text, from, to string) string {
	if from == "" {
		return text
	}
	return strings.ReplaceAll(text, from, to)
}

func characters(text string) int64 { return int64(utf8.RuneCountInString(text)) }
