package gate

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// places maps a text of a gate file to where its bytes stand, through the
// quotes, escapes, indentation and line breaks of YAML.
type places struct {
	lines []string // of the file
	text  string
}

// placesOf remembers where the text of a scalar comes from.
func (l *loader) placesOf(n *node) *places {
	return &places{lines: l.sources[n.pos.File], text: n.text}
}

// at is the place of the character at an offset in bytes; an offset behind the
// text is the place after its last character that is no white space. It is the
// scalar's own place where the file does not hold the text as it is.
func (p *places) at(start Pos, offset int) Pos {
	if p == nil || start.Line < 1 || start.Line > len(p.lines) {
		return start
	}
	offset = max(min(offset, len(strings.TrimRight(p.text, " \t\r\n"))), 0)
	s := newScalarScan(p.lines, start)
	for i, r := range p.text {
		if i >= offset {
			break
		}
		if !s.skip(r) {
			return start
		}
	}
	if offset < len(p.text) {
		if r, _ := utf8.DecodeRuneInString(p.text[offset:]); !isYAMLSpace(r) {
			s.skipSpace()
		}
	}
	return s.pos(start)
}

// scalarScan walks over a scalar as the file holds it, beside the text that it
// means. Characters other than white space are the same in both, in the same
// order; white space is folded by YAML.
type scalarScan struct {
	src   []rune // from the scalar's first line to the end of the file
	i     int
	style rune // " or ' for quotes, 0 for plain and block scalars
}

func newScalarScan(lines []string, start Pos) *scalarScan {
	s := &scalarScan{src: []rune(strings.Join(lines[start.Line-1:], "\n"))}
	s.i = min(max(start.Column-1, 0), len(s.src))
	switch s.peek(0) {
	case '"', '\'':
		s.style = s.peek(0)
		s.i++
	case '|', '>':
		for s.i < len(s.src) && s.peek(0) != '\n' {
			s.i++
		}
		s.i++
	}
	return s
}

// peek is the character that many places on; 0 behind the end.
func (s *scalarScan) peek(n int) rune {
	if s.i+n >= len(s.src) {
		return 0
	}
	return s.src[s.i+n]
}

// pos is the place in the file, of a scalar that begins at start.
func (s *scalarScan) pos(start Pos) Pos {
	p := Pos{File: start.File, Line: start.Line, Column: 1}
	for _, r := range s.src[:min(s.i, len(s.src))] {
		p.Column++
		if r == '\n' {
			p.Line, p.Column = p.Line+1, 1
		}
	}
	return p
}

// skip moves behind the next character of the text; false where the file has
// another one.
func (s *scalarScan) skip(r rune) bool {
	if isYAMLSpace(r) {
		s.skipOneSpace()
		return true
	}
	s.skipSpace()
	got, size := s.decode()
	s.i += size
	return got == r
}

// skipOneSpace moves behind one white space, with the indentation after a line break.
func (s *scalarScan) skipOneSpace() {
	s.skipContinuation()
	c, size := s.decode()
	if !isYAMLSpace(c) {
		return
	}
	s.i += size
	if size == 1 && c == '\n' {
		s.skipBlanks()
	}
}

// skipSpace moves to the next character that is no white space.
func (s *scalarScan) skipSpace() {
	for s.i < len(s.src) {
		s.skipContinuation()
		c, size := s.decode()
		if !isYAMLSpace(c) {
			return
		}
		s.i += size
	}
}

// skipContinuation moves behind a line break that a backslash removes.
func (s *scalarScan) skipContinuation() {
	for s.style == '"' && s.peek(0) == '\\' && (s.peek(1) == '\n' || s.peek(1) == '\r') {
		s.i++
		for s.peek(0) == '\r' || s.peek(0) == '\n' {
			s.i++
		}
		s.skipBlanks()
	}
}

func (s *scalarScan) skipBlanks() {
	for s.peek(0) == ' ' || s.peek(0) == '\t' {
		s.i++
	}
}

// decode is the character that is meant here and how many stand for it.
func (s *scalarScan) decode() (rune, int) {
	c := s.peek(0)
	switch {
	case s.style == '\'' && c == '\'':
		return c, 2
	case s.style == '"' && c == '\\':
		return s.escape()
	}
	return c, 1
}

// escape decodes an escape of double quotes.
func (s *scalarScan) escape() (rune, int) {
	switch c := s.peek(1); c {
	case 'x':
		return s.hex(2, 2), 4
	case 'u':
		r := s.hex(2, 4)
		if utf16.IsSurrogate(r) && s.peek(6) == '\\' {
			return utf16.DecodeRune(r, s.hex(8, 4)), 12
		}
		return r, 6
	case 'U':
		return s.hex(2, 8), 10
	default:
		if meant, ok := escapes()[c]; ok {
			return meant, 2
		}
		return c, 2
	}
}

// escapes are the escapes of one letter that do not mean themselves.
func escapes() map[rune]rune {
	return map[rune]rune{
		'0': 0, 'a': '\a', 'b': '\b', 't': '\t', 'n': '\n', 'v': '\v', 'f': '\f', 'r': '\r', 'e': 0x1b,
		'N': 0x85, '_': 0xa0, 'L': 0x2028, 'P': 0x2029,
	}
}

// hex is the number of that many hexadecimal digits; 0 where there are none.
func (s *scalarScan) hex(from, digits int) rune {
	end := s.i + from + digits
	if end > len(s.src) {
		return 0
	}
	n, err := strconv.ParseUint(string(s.src[s.i+from:end]), 16, 32)
	if err != nil {
		return 0
	}
	return rune(n)
}

func isYAMLSpace(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\r' }
