package dialect

import (
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
)

// checkGroup checks that a pattern has one group, and that it is part of every match.
func checkGroup(pattern string) error {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return fmt.Errorf("the pattern does not parse: %w", err)
	}
	if n := re.MaxCap(); n != 1 {
		return fmt.Errorf("the pattern %q has %d groups, and its value is that of one", pattern, n)
	}
	if _, _, _, ok := aroundGroup(re); !ok {
		return fmt.Errorf("the group of the pattern %q can be absent from a match, or repeated", pattern)
	}
	return nil
}

// aroundGroup divides a pattern at its group; ok is false where the group is
// within a repetition or an alternative.
func aroundGroup(re *syntax.Regexp) (before []*syntax.Regexp, group *syntax.Regexp, after []*syntax.Regexp, ok bool) {
	if re.Op == syntax.OpCapture {
		return nil, re.Sub[0], nil, true
	}
	if re.Op != syntax.OpConcat {
		return nil, nil, nil, false
	}
	for i, sub := range re.Sub {
		if before, group, after, ok := aroundGroup(sub); ok {
			return slices.Concat(re.Sub[:i], before), group, slices.Concat(after, re.Sub[i+1:]), true
		}
	}
	return nil, nil, nil, false
}

// areGroupPattern prints a pattern with a group for Postgres, whose engine looks
// for the longest match, where RE2 takes the first that an alternative or
// quantifier prefers. Both find the same group where the match is the whole
// text, and what stands before the group, and the group itself, prefer what is
// longest.
func areGroupPattern(pattern string) (string, error) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "", fmt.Errorf("the pattern does not parse: %w", err)
	}
	unsupported := func(reason string) error {
		return &UnsupportedError{Feature: fmt.Sprintf("the group of the pattern %q", pattern), Dialect: Postgres{}.Name(), Reason: reason}
	}
	before, group, after, _ := aroundGroup(re)
	if len(before) == 0 || before[0].Op != syntax.OpBeginText || len(after) == 0 || after[len(after)-1].Op != syntax.OpEndText {
		return "", unsupported("its engine finds another one unless the pattern begins with ^ and ends with $")
	}
	if !prefersLongest(concatOf(before)) || !prefersLongest(group) {
		return "", unsupported("its engine prefers the longest match to the first one")
	}
	var b strings.Builder
	for _, sub := range before {
		writeARE(&b, sub, sub.Op == syntax.OpAlternate)
	}
	b.WriteByte('(')
	writeARE(&b, group, false)
	b.WriteByte(')')
	for _, sub := range after {
		writeARE(&b, sub, sub.Op == syntax.OpAlternate)
	}
	return b.String(), nil
}

func concatOf(subs []*syntax.Regexp) *syntax.Regexp {
	return &syntax.Regexp{Op: syntax.OpConcat, Sub: subs}
}

// maxThreads bounds the states that prefersLongest looks at.
const maxThreads = 2000

// prefersLongest reports whether, of all texts that a pattern matches at a
// place, RE2 prefers the longer ones: it runs the pattern's threads in the order
// of preference over all texts, and looks whether a match stands before a thread
// that goes on.
func prefersLongest(re *syntax.Regexp) bool {
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return false
	}
	runes := representatives(prog)
	seen := map[string]bool{}
	queue := [][]uint32{threads(prog, nil, uint32(prog.Start))}
	for len(queue) > 0 {
		list := queue[0]
		queue = queue[1:]
		key := fmt.Sprint(list)
		if seen[key] || len(list) == 0 {
			continue
		}
		seen[key] = true
		if len(seen) > maxThreads {
			return false
		}
		i := slices.IndexFunc(list, func(pc uint32) bool { return prog.Inst[pc].Op == syntax.InstMatch })
		if i >= 0 && i < len(list)-1 {
			return false
		}
		for _, r := range runes {
			var next []uint32
			for _, pc := range list {
				if inst := &prog.Inst[pc]; consumes(inst) && inst.MatchRune(r) {
					next = threads(prog, next, inst.Out)
				}
			}
			queue = append(queue, next)
		}
	}
	return true
}

func consumes(inst *syntax.Inst) bool {
	switch inst.Op {
	case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		return true
	default:
		return false
	}
}

// threads adds to a list the instructions that consume or match and are reached
// from pc, in order of preference. Assertions are taken to hold.
func threads(prog *syntax.Prog, list []uint32, pc uint32) []uint32 {
	seen := map[uint32]bool{}
	for _, t := range list {
		seen[t] = true
	}
	var follow func(pc uint32)
	follow = func(pc uint32) {
		if seen[pc] {
			return
		}
		seen[pc] = true
		inst := &prog.Inst[pc]
		switch inst.Op {
		case syntax.InstFail:
		case syntax.InstAlt, syntax.InstAltMatch:
			follow(inst.Out)
			follow(inst.Arg)
		case syntax.InstCapture, syntax.InstNop, syntax.InstEmptyWidth:
			follow(inst.Out)
		default:
			list = append(list, pc)
		}
	}
	follow(pc)
	return list
}

// representatives are characters of which each stands for all that a program
// tells from no other.
func representatives(prog *syntax.Prog) []rune {
	runes := []rune{0, '\n', '\n' + 1}
	for _, inst := range prog.Inst {
		if inst.Op == syntax.InstRune1 || len(inst.Rune) == 1 {
			r := inst.Rune[0]
			runes = append(runes, r, r+1)
			for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
				runes = append(runes, f, f+1)
			}
			continue
		}
		for i := 0; i+1 < len(inst.Rune); i += 2 {
			runes = append(runes, inst.Rune[i], inst.Rune[i+1]+1)
		}
	}
	slices.Sort(runes)
	return slices.Compact(runes)
}
