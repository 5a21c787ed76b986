package dialect

// specialUpper are the characters of Unicode's SpecialCasing whose upper case is
// several characters, whatever the language, each with its upper case.
const specialUpper = "" +
	"ß SS ŉ ʼN ǰ J\u030c ΐ Ι\u0308\u0301 ΰ Υ\u0308\u0301 և ԵՒ ẖ H\u0331 ẗ T\u0308 " +
	"ẘ W\u030a ẙ Y\u030a ẚ Aʾ ὐ Υ\u0313 ὒ Υ\u0313\u0300 ὔ Υ\u0313\u0301 ὖ Υ\u0313\u0342 ᾀ ἈΙ " +
	"ᾁ ἉΙ ᾂ ἊΙ ᾃ ἋΙ ᾄ ἌΙ ᾅ ἍΙ ᾆ ἎΙ ᾇ ἏΙ ᾈ ἈΙ " +
	"ᾉ ἉΙ ᾊ ἊΙ ᾋ ἋΙ ᾌ ἌΙ ᾍ ἍΙ ᾎ ἎΙ ᾏ ἏΙ ᾐ ἨΙ " +
	"ᾑ ἩΙ ᾒ ἪΙ ᾓ ἫΙ ᾔ ἬΙ ᾕ ἭΙ ᾖ ἮΙ ᾗ ἯΙ ᾘ ἨΙ " +
	"ᾙ ἩΙ ᾚ ἪΙ ᾛ ἫΙ ᾜ ἬΙ ᾝ ἭΙ ᾞ ἮΙ ᾟ ἯΙ ᾠ ὨΙ " +
	"ᾡ ὩΙ ᾢ ὪΙ ᾣ ὫΙ ᾤ ὬΙ ᾥ ὭΙ ᾦ ὮΙ ᾧ ὯΙ ᾨ ὨΙ " +
	"ᾩ ὩΙ ᾪ ὪΙ ᾫ ὫΙ ᾬ ὬΙ ᾭ ὭΙ ᾮ ὮΙ ᾯ ὯΙ ᾲ ᾺΙ " +
	"ᾳ ΑΙ ᾴ ΆΙ ᾶ Α\u0342 ᾷ Α\u0342Ι ᾼ ΑΙ ῂ ῊΙ ῃ ΗΙ ῄ ΉΙ " +
	"ῆ Η\u0342 ῇ Η\u0342Ι ῌ ΗΙ ῒ Ι\u0308\u0300 ΐ Ι\u0308\u0301 ῖ Ι\u0342 ῗ Ι\u0308\u0342 ῢ Υ\u0308\u0300 " +
	"ΰ Υ\u0308\u0301 ῤ Ρ\u0313 ῦ Υ\u0342 ῧ Υ\u0308\u0342 ῲ ῺΙ ῳ ΩΙ ῴ ΏΙ ῶ Ω\u0342 " +
	"ῷ Ω\u0342Ι ῼ ΩΙ ﬀ FF ﬁ FI ﬂ FL ﬃ FFI ﬄ FFL ﬅ ST " +
	"ﬆ ST ﬓ ՄՆ ﬔ ՄԵ ﬕ ՄԻ ﬖ ՎՆ ﬗ ՄԽ"
