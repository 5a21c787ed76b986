package compile

import (
	"fmt"
	"strings"
)

// wordBits is how many rules share a word. A row's failures are bits of 64-bit
// integers, which every warehouse compares, groups and tests cheaply; lists are
// made only once for each set of failed rules.
const wordBits = 62

func word(i int) string { return fmt.Sprintf("_sqlgate_failed_%d", i+1) }

// words are the columns of a stage's row that hold its failures, with a bit for
// each rule by its position, and then one for each of keeping: the row lost to
// the one that the rule keeps. There is at least one.
func (p *Plan) words() []string {
	out := []string{word(0)}
	for i := wordBits; i < len(p.Rules)+len(p.keeping()); i += wordBits {
		out = append(out, word(i/wordBits))
	}
	return out
}

// keeping are the rules that keep one row of those with a key: of the batch, or
// the target's.
func (p *Plan) keeping() []Rule {
	var out []Rule
	for _, r := range p.Rules {
		_, losing := r.set.(*losing)
		if losing || r.Key != nil && r.Key.Keep != KeepNone && !r.Proven {
			out = append(out, r)
		}
	}
	return out
}

// quotedWords are the words as columns of an alias; empty: without one.
func (p *Plan) quotedWords(alias string) []string {
	if alias != "" {
		alias += "."
	}
	words := p.words()
	for i, w := range words {
		words[i] = alias + p.q(w)
	}
	return words
}

// ofWord are those of the conditions, one for each bit, that are of a word.
func ofWord(conditions []string, word int) []string {
	from := min(word*wordBits, len(conditions))
	return conditions[from:min(from+wordBits, len(conditions))]
}

// failures is a word: the bits of the conditions that hold. Empty ones never do.
func failures(conditions []string) string {
	var bits []string
	for i, c := range conditions {
		if c != "" {
			bits = append(bits, fmt.Sprintf("CASE WHEN %s THEN %d ELSE 0 END", c, int64(1)<<i))
		}
	}
	if len(bits) == 0 {
		return "0"
	}
	return strings.Join(bits, "\n    + ")
}

// failed is the condition that the words of an alias have the bit of one of the
// positions.
func (p *Plan) failed(alias string, positions []int) string {
	masks := make([]int64, len(p.words()))
	for _, position := range positions {
		masks[(position-1)/wordBits] |= 1 << ((position - 1) % wordBits)
	}
	var terms []string
	for i, w := range p.quotedWords(alias) {
		if masks[i] != 0 {
			terms = append(terms, fmt.Sprintf("(%s & %d) <> 0", w, masks[i]))
		}
	}
	if len(terms) == 1 {
		return terms[0]
	}
	return "(" + strings.Join(terms, " OR ") + ")"
}

// sameSet is the condition that two aliases have the same failures.
func (p *Plan) sameSet(a, b string) string {
	left, right := p.quotedWords(a), p.quotedWords(b)
	terms := make([]string, len(left))
	for i := range left {
		terms[i] = left[i] + " = " + right[i]
	}
	return strings.Join(terms, " AND ")
}
