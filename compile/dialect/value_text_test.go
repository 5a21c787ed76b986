package dialect_test

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

func textCases(v *values) []valueCase {
	s := func(text string) ast.Node { return v.of(stringType, text) }
	sub := func(text string, start, length ast.Node) ast.Node {
		return call(ast.Substring, stringType, s(text), start, length)
	}
	yes := func(f ast.Func, x ast.Node, y string) ast.Node { return call(f, boolType, x, text(y)) }
	abc, empty, none := s("abc"), s(""), s(null)
	most, least := v.of(int64Type, "9223372036854775807"), v.of(int64Type, "-9223372036854775808")
	enum := v.raw(gate.Type{Kind: gate.KindEnum, Values: []string{"b", "a"}}, map[string]string{
		"duckdb": "CAST('a' AS ENUM('b', 'a'))", "postgres": "CAST('a' AS text)", "bigquery": "'a'",
	})
	later := v.raw(gate.Type{Kind: gate.KindEnum, Values: []string{"b", "a"}}, map[string]string{
		"duckdb": "CAST('b' AS ENUM('b', 'a'))", "postgres": "CAST('b' AS text)", "bigquery": "'b'",
	})
	cases := []valueCase{
		{name: "length counts characters", node: ast.Apply(ast.Length, s("a😀é\u0301")), want: "4"},
		{name: "length of null", node: ast.Apply(ast.Length, none), want: "NULL"},
		{name: "bytes", node: ast.Apply(ast.Bytes, s("a😀é")), want: "7"},
		{name: "length of an enum", node: ast.Apply(ast.Length, enum), want: "1"},
		{name: "trim", node: ast.Apply(ast.Trim, s(" \t\n\v\f\rx \u00a0y\r\f\v\n\t ")), want: "x \u00a0y"},
		{name: "trim keeps other spaces", node: ast.Apply(ast.Trim, s("\u00a0x\u2003")), want: "\u00a0x\u2003"},
		{name: "ltrim", node: ast.Apply(ast.LTrim, s(" \t x ")), want: "x "},
		{name: "rtrim", node: ast.Apply(ast.RTrim, s(" x \n")), want: " x"},
		{name: "trim of spaces", node: ast.Apply(ast.Trim, s(" \t ")), want: ""},
		{name: "substring", node: sub("a😀b", integer("2"), integer("1")), want: "😀"},
		{name: "substring from 0", node: sub("abc", integer("0"), integer("2")), want: "ab"},
		{name: "substring from -5", node: sub("abc", integer("-5"), integer("2")), want: "ab"},
		{name: "substring of negative length", node: sub("abc", integer("1"), integer("-1")), want: ""},
		{name: "substring behind the end", node: sub("abc", integer("9"), integer("2")), want: ""},
		{name: "substring to the end", node: sub("abc", integer("2"), integer("2147483647")), want: "bc"},
		{name: "substring from the largest integer", node: sub("abc", most, most), want: ""},
		{name: "substring from the least integer", node: sub("abc", least, most), want: "abc"},
		{name: "substring of the least length", node: sub("abc", integer("1"), least), want: ""},
		{name: "substring of null length", node: sub("abc", integer("1"), v.of(int64Type, null)), want: "NULL"},
		{name: "substring of a huge constant length", node: sub("abc", integer("3"), integer("9223372036854775807")), want: "c"},
		{name: "starts_with", node: yes(ast.StartsWith, abc, "ab"), want: "true"},
		{name: "starts_with a pattern", node: yes(ast.StartsWith, abc, "a_"), want: "false"},
		{name: "starts_with nothing", node: yes(ast.StartsWith, abc, ""), want: "true"},
		{name: "starts_with null", node: call(ast.StartsWith, boolType, abc, none), want: "NULL"},
		{name: "ends_with", node: yes(ast.EndsWith, s("a😀é"), "😀é"), want: "true"},
		{name: "ends_with nothing", node: yes(ast.EndsWith, abc, ""), want: "true"},
		{name: "ends_with more", node: yes(ast.EndsWith, abc, "zabc"), want: "false"},
		{name: "contains", node: yes(ast.Contains, abc, "b"), want: "true"},
		{name: "contains a pattern", node: yes(ast.Contains, abc, "%"), want: "false"},
		{name: "contains nothing", node: yes(ast.Contains, empty, ""), want: "true"},
		{name: "contains of null", node: yes(ast.Contains, none, "b"), want: "NULL"},
		{name: "contains in lower case", node: call(ast.Contains, boolType, ast.Apply(ast.Lower, s("ÀB")), ast.Apply(ast.Lower, s("À"))), want: "true"},
		{name: "replace", node: call(ast.Replace, stringType, s("aXbX"), text("X"), text("")), want: "ab"},
		{name: "replace nothing", node: call(ast.Replace, stringType, abc, text(""), text("x")), want: "abc"},
		{name: "replace with null", node: call(ast.Replace, stringType, abc, text("a"), none), want: "NULL"},
		{name: "replace does not repeat", node: call(ast.Replace, stringType, s("aaa"), text("aa"), text("a")), want: "aa"},
		{name: "concat", node: call(ast.Concat, stringType, abc, text("-"), enum), want: "abc-a"},
		{name: "concat null", node: call(ast.Concat, stringType, abc, none), want: "NULL"},
		{name: "text order is by code point", node: compare(ast.Lt, s("Z"), text("a")), want: "true"},
		{name: "text order beyond 16 bits", node: compare(ast.Gt, s("😀"), text("\uffee")), want: "true"},
		{name: "trailing space counts", node: compare(ast.Eq, s("a "), text("a")), want: "false"},
		{name: "composed is not decomposed", node: compare(ast.Eq, s("é"), text("e\u0301")), want: "false"},
		{name: "enums are ordered as texts", node: compare(ast.Lt, enum, text("b")), want: "true"},
		{name: "greatest of texts", node: call(ast.Greatest, stringType, s("Z"), s("a")), want: "a"},
		{name: "enums that became texts are ordered as texts", node: call(ast.Greatest, stringType,
			ast.Cast{X: enum, Type: stringType}, ast.Cast{X: later, Type: stringType}), want: "b"},
		{name: "json of an enum that became a text", node: ast.Apply(ast.IsJSON, ast.Cast{X: enum, Type: stringType}), want: "false"},
		{name: "coalesce of an enum and a text", node: call(ast.Coalesce, stringType, enum, abc), want: "a"},
		{name: "nullif of text", node: call(ast.NullIf, stringType, abc, text("abc")), want: "NULL"},
		{name: "enum in texts", node: ast.In{X: enum, List: []ast.Literal{text("zz"), text("a")}}, want: "true"},
		{name: "in any case", node: ast.In{X: s("ÉTÉ"), List: []ast.Literal{text("été"), text("x")}, CaseInsensitive: true}, want: "true"},
		{name: "in any case, dotted I", node: ast.In{X: s("İ"), List: []ast.Literal{text("i")}, CaseInsensitive: true}, want: "false"},
		{name: "in any case, the same dotted I", node: ast.In{X: s("İ"), List: []ast.Literal{text("İ")}, CaseInsensitive: true}, want: "true"},
		{name: "in any case, final sigma", node: ast.In{X: s("ΟΔΟΣ"), List: []ast.Literal{text("οδος")}, CaseInsensitive: true}, want: "true"},
		{name: "in any case, medial sigma", node: ast.In{X: s("ΟΔΟΣ"), List: []ast.Literal{text("οδοσ")}, CaseInsensitive: true}, want: "false"},
	}
	for i, h := range hostile {
		named := v.named(h, stringType, map[string]string{"duckdb": "'x'", "postgres": "CAST('x' AS text)", "bigquery": "'x'"})
		cases = append(cases,
			valueCase{name: fmt.Sprintf("hostile %d is itself", i), node: compare(ast.Eq, s(h), text(h)), want: "true"},
			valueCase{name: fmt.Sprintf("hostile %d as a name", i), node: compare(ast.Eq, named, text("x")), want: "true", column: h},
			valueCase{name: fmt.Sprintf("hostile %d is contained", i), node: call(ast.Contains, boolType, s("x"+h+"y"), text(h)), want: "true"},
			valueCase{name: fmt.Sprintf("hostile %d is like itself", i), node: ast.Like{X: s(h), Pattern: likeOf(h)}, want: "true"},
			valueCase{name: fmt.Sprintf("hostile %d is not like another", i), node: ast.Like{X: s(h + "x"), Pattern: likeOf(h)}, want: "false"},
			valueCase{name: fmt.Sprintf("hostile %d is in a list", i), node: ast.In{X: s(h), List: []ast.Literal{text("?"), text(h)}}, want: "true"},
			valueCase{name: fmt.Sprintf("hostile %d is replaced", i), node: call(ast.Replace, stringType, s("a"+h+"b"), text(h), text("<"+h+">")), want: "a<" + h + ">b"},
			valueCase{name: fmt.Sprintf("hostile %d matches itself", i), node: ast.Match{X: s(h), Pattern: regexp.QuoteMeta(h), Full: true}, want: "true"},
			valueCase{name: fmt.Sprintf("hostile %d does not match another", i), node: ast.Match{X: s("x" + h), Pattern: regexp.QuoteMeta(h), Full: true}, want: "false"},
			valueCase{name: fmt.Sprintf("hostile %d as a class", i), node: ast.Match{X: s(h), Pattern: "^(?s:[^\x01])" + `{` + fmt.Sprint(len([]rune(h))) + `}$`}, want: fmt.Sprint(!strings.Contains(h, "\x01"))},
		)
	}
	return cases
}

// likeOf is a LIKE pattern of one text.
func likeOf(s string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(s)
}

// caseCases are upper and lower case where Unicode maps to several characters or by context.
func caseCases(v *values) []valueCase {
	var cases []valueCase
	add := func(f ast.Func, from, to string) {
		cases = append(cases, valueCase{name: fmt.Sprintf("%s of %s", f, from), node: ast.Apply(f, v.of(stringType, from)), want: to})
	}
	for from, to := range map[string]string{
		"": "", "ABC": "abc", "ÀÉ": "àé", "İ": "i̇", "ẞ": "ß", "I": "i", "K": "k", "Ǆ": "ǆ", "Ω": "ω", "Ⱥ": "ⱥ",
		"Σ": "σ", "ΑΣ": "ας", "ΑΣ ΒΣ": "ας βς", "ΑΣΑ": "ασα", "ΑΣΣ": "ασς", "ΣΑΣ": "σας", "Α.Σ": "α.ς", "ΑΣ.Β": "ασ.β", "ΑΣ.": "ας.", "1Σ": "1σ", "Α1Σ": "α1σ", "ΑΣ1Β": "ας1β", "ΑΣ\u0301": "ας\u0301", "ΑΣ\u0301Β": "ασ\u0301β", "AΣ": "aς", "Α'Σ": "α'ς", "ΑΣ\n": "ας\n", "ⅠΣ": "ⅰς", "ªΣ": "ªς", "ʰΣ": "ʰσ", "Α\u00adΣ": "α\u00adς", "ΑΣ_Β": "ας_β", "Α Σ": "α σ",
	} {
		add(ast.Lower, from, to)
	}
	subscripts, capitals := "", ""
	for base, capital := range map[rune]rune{0x1f80: 0x1f08, 0x1f90: 0x1f28, 0x1fa0: 0x1f68} {
		for i := range rune(16) {
			subscripts += string(base + i)
			capitals += string(capital+i%8) + "\u0399"
		}
	}
	for from, to := range map[string]string{
		"": "", "abc": "ABC", "straße": "STRASSE", "ŉ": "ʼN", "ǰ": "J\u030c", "ΐ": "Ι\u0308\u0301", "ﬃ": "FFI", "ﬅ": "ST", "և": "ԵՒ", "ᾳ": "ΑΙ", "ᾷ": "Α\u0342Ι", "ÿ": "Ÿ", "ı": "I", "ſ": "S", "ς": "Σ", "µ": "Μ", "ǆ": "Ǆ", "ß and ﬁ": "SS AND FI",
	} {
		add(ast.Upper, from, to)
	}
	return append(cases,
		valueCase{name: "upper of iota subscripts", node: ast.Apply(ast.Upper, v.of(stringType, subscripts)), want: capitals},
		valueCase{name: "upper of special characters", node: ast.Apply(ast.Upper, v.of(stringType,
			"\u03b0\u1e96\u1e97\u1e98\u1e99\u1e9a\u1f50\u1f52\u1f54\u1f56\u1fb2\u1fb4\u1fb6\u1fbc\u1fc2\u1fc3\u1fc4\u1fc6\u1fc7\u1fcc\u1fd2\u1fd3\u1fd6\u1fd7"+
				"\u1fe2\u1fe3\u1fe4\u1fe6\u1fe7\u1ff2\u1ff3\u1ff4\u1ff6\u1ff7\u1ffc\ufb00\ufb01\ufb02\ufb04\ufb06\ufb13\ufb14\ufb15\ufb16\ufb17")), want: "\u03a5\u0308\u0301\u0048\u0331\u0054\u0308\u0057\u030a\u0059\u030a\u0041\u02be\u03a5\u0313\u03a5\u0313\u0300\u03a5\u0313\u0301\u03a5\u0313\u0342" +
			"\u1fba\u0399\u0386\u0399\u0391\u0342\u0391\u0399\u1fca\u0399\u0397\u0399\u0389\u0399\u0397\u0342\u0397\u0342\u0399\u0397\u0399\u0399\u0308\u0300" +
			"\u0399\u0308\u0301\u0399\u0342\u0399\u0308\u0342\u03a5\u0308\u0300\u03a5\u0308\u0301\u03a1\u0313\u03a5\u0342\u03a5\u0308\u0342\u1ffa\u0399\u03a9" +
			"\u0399\u038f\u0399\u03a9\u0342\u03a9\u0342\u0399\u03a9\u0399\u0046\u0046\u0046\u0049\u0046\u004c\u0046\u0046\u004c\u0053\u0054\u0544\u0546\u0544" +
			"\u0535\u0544\u053b\u054e\u0546\u0544\u053d"})
}

func regexCases(v *values) []valueCase {
	extract := func(value, pattern string) ast.Node {
		return ast.Extract{X: v.of(stringType, value), Pattern: pattern}
	}
	onlyRE2 := map[string]string{"postgres": refused}
	return []valueCase{
		{name: "extract", node: extract("2024-05-06", `^([0-9]{4})-[0-9]{2}-[0-9]{2}$`), want: "2024"},
		{name: "extract without a match", node: extract("2024-05", `^([0-9]{4})-[0-9]{2}-[0-9]{2}$`), want: "NULL"},
		{name: "extract of null", node: ast.Extract{X: v.of(stringType, null), Pattern: `^(a)$`}, want: "NULL"},
		{name: "extract an empty group", node: extract("ab", `^a(x*)b$`), want: ""},
		{name: "extract behind optional zeros", node: extract("00123", `^\+?0*([0-9]{3})$`), want: "123"},
		{name: "extract behind fewer zeros", node: extract("000", `^0*([0-9]{3})$`), want: "000"},
		{name: "extract a greedy group", node: extract("2024-01-02 03:04:05.6+02", `^([0-9-]{10}(?:[T ][0-9:]{5,8}(?:\.[0-9]{1,6})?)?).*$`), want: "2024-01-02 03:04:05.6"},
		{name: "extract a month", node: extract(" 5 mAr 2024", `^[\t ]*[0-9]{1,2} ((?:[Jj][Aa][Nn]|[Ff][Ee][Bb]|[Mm][Aa][Rr]|[Mm][Aa][Yy]|[Jj][Uu][Nn])) [0-9]{4}[\t ]*$`), want: "mAr"},
		{name: "extract a named group", node: extract("ab", `^(?P<x>a)b$`), want: "a"},
		{name: "extract of hostile text", node: extract("'?$1\\\n", `^'(\?\$1\\)\n$`), want: `?$1\`},
		{name: "extract by preference", node: extract("ab", `^(a|ab)(?:b?)$`), want: "a", but: onlyRE2},
		{name: "extract lazily", node: extract("aa", `^(a*?)a*$`), want: "", but: onlyRE2},
		{name: "extract anywhere", node: extract("x12y", `([0-9]+)`), want: "12", but: onlyRE2},
		{name: "match in any case", node: ast.Match{X: v.of(stringType, "STRAſSE"), Pattern: "strasse", CaseInsensitive: true}, want: "true"},
		{name: "match of null", node: ast.Match{X: v.of(stringType, null), Pattern: "a"}, want: "NULL"},
		{name: "not match", node: ast.Not{X: ast.Match{X: v.of(stringType, "b"), Pattern: "a"}}, want: "true"},
		{name: "like of a newline", node: ast.Like{X: v.of(stringType, "a\nb"), Pattern: `a%b`}, want: "true"},
		{name: "like after the last character", node: ast.Like{X: v.of(stringType, "\U0010ffffb"), Pattern: "\U0010ffff_%"}, want: "true"},
		{name: "like before the surrogates", node: ast.Like{X: v.of(stringType, "\ud7ffb"), Pattern: "\ud7ff_%"}, want: "true"},
		{name: "like of an emoji", node: ast.Like{X: v.of(stringType, "a😀b"), Pattern: `a_b`}, want: "true"},
	}
}
