package compile

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/sqlgate/sqlgate/compile/dialect"
)

// strategy says how the statements of a run find the same batch. Without a copy
// each of them reads the source, so the rows and their values must be the same
// at each reading: a row would else be written that was not judged.
func strategy(source Relation, where string, d dialect.Dialect) (Strategy, string) {
	const once = ", so the batch is read once into a temporary table"
	switch {
	case !source.Locator:
		return ByCopy, "the source has no row locator" + once
	case source.Computed:
		return ByCopy, "a column of the source is computed at each reading" + once
	case !repeatable(where):
		return ByCopy, "the filter of the source calls a function or has a query, which may give other rows at each reading" + once
	default:
		return ByLocator, fmt.Sprintf("the source is a table whose rows %s tells apart", d.Locator())
	}
}

// elsewhere are a filter's words and signs with which it can look at other rows
// than those of the source, or hide what it looks at.
var elsewhere = regexp.MustCompile(`(?i)--|/\*|\b(?:select|with|values|table|from|pivot|unpivot|describe|show|summarize)\b`)

// repeatable reports whether a filter surely holds for the same rows at each
// reading: nothing in it calls anything. It knows neither texts nor names, so it
// also says no where one of these only looks like a call.
func repeatable(where string) bool {
	if elsewhere.MatchString(where) {
		return false
	}
	for i, r := range where {
		if r == '(' && !onlyGroups(where[:i]) {
			return false
		}
	}
	return true
}

// onlyGroups reports whether a parenthesis behind that text only groups.
func onlyGroups(before string) bool {
	before = strings.TrimRightFunc(before, unicode.IsSpace)
	if before == "" || strings.ContainsRune("(,=<>+-*/%|&!~^", rune(before[len(before)-1])) {
		return true
	}
	return groupingWord.MatchString(before)
}

// groupingWord is a keyword that names a function only in quotes or behind a schema.
var groupingWord = regexp.MustCompile(`(?i)(?:^\s*|[()]|[^\s.]\s+)(?:in|and|or|not|when|then|else|between)$`)
