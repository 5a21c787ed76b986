package oracle

import (
	"strings"
	"unicode"
)

// lower is a text in lower case by Unicode's mappings.
func lower(s string) string { return mapCase(s, unicode.ToLower, lowerSpecial()) }

// upper is a text in upper case by Unicode's mappings.
func upper(s string) string { return mapCase(s, unicode.ToUpper, upperSpecial()) }

func mapCase(s string, simple func(rune) rune, special map[rune]string) string {
	var b strings.Builder
	for _, r := range s {
		if full, ok := special[r]; ok {
			b.WriteString(full)
			continue
		}
		b.WriteRune(simple(r))
	}
	return b.String()
}

// lowerSpecial and upperSpecial are the unconditional mappings of Unicode's
// SpecialCasing.txt to several characters.
func lowerSpecial() map[rune]string { return map[rune]string{'İ': "i\u0307"} }

func upperSpecial() map[rune]string {
	m := map[rune]string{
		'ß': "SS", 'ŉ': "\u02bcN", 'ǰ': "J\u030c", 'ΐ': "\u0399\u0308\u0301", 'ΰ': "\u03a5\u0308\u0301",
		'և': "\u0535\u0552", 'ẖ': "H\u0331", 'ẗ': "T\u0308", 'ẘ': "W\u030a", 'ẙ': "Y\u030a", 'ẚ': "A\u02be",
		'ﬀ': "FF", 'ﬁ': "FI", 'ﬂ': "FL", 'ﬃ': "FFI", 'ﬄ': "FFL", 'ﬅ': "ST", 'ﬆ': "ST",
	}
	return m
}
