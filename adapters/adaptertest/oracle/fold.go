package oracle

import (
	"slices"
	"strings"
	"unicode"
)

// lower is a text in lower case by Unicode's full mapping: a character may
// become several, and a Σ at the end of a word is a ς.
func lower(s string) string {
	runes := []rune(s)
	var b strings.Builder
	for i, r := range runes {
		switch {
		case r == 'İ':
			b.WriteString("i\u0307")
		case r == 'Σ' && isFinal(runes, i):
			b.WriteRune('ς')
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// isFinal is Unicode's condition Final_Sigma: a cased letter stands before, and
// none after, but for characters that are ignored.
func isFinal(runes []rune, at int) bool {
	before := slices.Clone(runes[:at])
	slices.Reverse(before)
	return beginsCased(before) && !beginsCased(runes[at+1:])
}

// beginsCased reports whether a cased letter is the first that is not ignored.
func beginsCased(runes []rune) bool {
	for _, r := range runes {
		if unicode.In(r, unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Lowercase, unicode.Other_Uppercase) {
			return true
		}
		if !unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk) && !strings.ContainsRune(midWord, r) {
			return false
		}
	}
	return false
}

// midWord are the marks that are ignored within a word.
const midWord = "'.:\u00b7\u0387\u055f\u05f4\u2018\u2019\u2024\u2027\ufe13\ufe52\ufe55\uff07\uff0e\uff1a"

// upper is a text in upper case by Unicode's full mapping.
func upper(s string) string {
	special := upperSpecial()
	var b strings.Builder
	for _, r := range s {
		if full, ok := special[r]; ok {
			b.WriteString(full)
		} else {
			b.WriteRune(unicode.ToUpper(r))
		}
	}
	return b.String()
}

// upperSpecial are the mappings of Unicode's SpecialCasing.txt to several
// characters in upper case that depend on neither language nor context.
func upperSpecial() map[rune]string {
	m := map[rune]string{}
	words := strings.Fields("" +
		"ß SS ﬀ FF ﬁ FI ﬂ FL ﬃ FFI ﬄ FFL ﬅ ST ﬆ ST և ԵՒ ﬓ ՄՆ ﬔ ՄԵ ﬕ ՄԻ " +
		"ﬖ ՎՆ ﬗ ՄԽ ŉ ʼN ΐ Ι\u0308\u0301 ΰ Υ\u0308\u0301 ǰ J\u030c ẖ H\u0331 ẗ T\u0308 ẘ W\u030a ẙ Y\u030a ẚ Aʾ ὐ Υ\u0313 " +
		"ὒ Υ\u0313\u0300 ὔ Υ\u0313\u0301 ὖ Υ\u0313\u0342 ᾶ Α\u0342 ῆ Η\u0342 ῒ Ι\u0308\u0300 ΐ Ι\u0308\u0301 ῖ Ι\u0342 ῗ Ι\u0308\u0342 ῢ Υ\u0308\u0300 ΰ Υ\u0308\u0301 ῤ Ρ\u0313 " +
		"ῦ Υ\u0342 ῧ Υ\u0308\u0342 ῶ Ω\u0342 ᾀ ἈΙ ᾁ ἉΙ ᾂ ἊΙ ᾃ ἋΙ ᾄ ἌΙ ᾅ ἍΙ ᾆ ἎΙ ᾇ ἏΙ ᾈ ἈΙ " +
		"ᾉ ἉΙ ᾊ ἊΙ ᾋ ἋΙ ᾌ ἌΙ ᾍ ἍΙ ᾎ ἎΙ ᾏ ἏΙ ᾐ ἨΙ ᾑ ἩΙ ᾒ ἪΙ ᾓ ἫΙ ᾔ ἬΙ " +
		"ᾕ ἭΙ ᾖ ἮΙ ᾗ ἯΙ ᾘ ἨΙ ᾙ ἩΙ ᾚ ἪΙ ᾛ ἫΙ ᾜ ἬΙ ᾝ ἭΙ ᾞ ἮΙ ᾟ ἯΙ ᾠ ὨΙ " +
		"ᾡ ὩΙ ᾢ ὪΙ ᾣ ὫΙ ᾤ ὬΙ ᾥ ὭΙ ᾦ ὮΙ ᾧ ὯΙ ᾨ ὨΙ ᾩ ὩΙ ᾪ ὪΙ ᾫ ὫΙ ᾬ ὬΙ " +
		"ᾭ ὭΙ ᾮ ὮΙ ᾯ ὯΙ ᾳ ΑΙ ᾼ ΑΙ ῃ ΗΙ ῌ ΗΙ ῳ ΩΙ ῼ ΩΙ ᾲ ᾺΙ ᾴ ΆΙ ῂ ῊΙ " +
		"ῄ ΉΙ ῲ ῺΙ ῴ ΏΙ ᾷ Α\u0342Ι ῇ Η\u0342Ι ῷ Ω\u0342Ι")
	for i := 0; i < len(words); i += 2 {
		m[[]rune(words[i])[0]] = words[i+1]
	}
	return m
}
