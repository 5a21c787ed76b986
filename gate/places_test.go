package gate_test

import (
	"strings"
	"testing"

	"github.com/sqlgate/sqlgate/gate"
)

// TestPlaces finds each mark, of which the text has one and the file has one.
func TestPlaces(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, scalar, text string }{
		{"plain", "ab < cX + 1", "ab < cX + 1"},
		{"plain, unicode before", "é😀 || ßX", "é😀 || ßX"},
		{"plain, folded", "a\n        bb\n\n        ccX d", "a bb\nccX d"},
		{"single quotes", "'it''s ''X'''", "it's 'X'"},
		{"single quotes, folded", "'a\n        b''X'", "a b'X"},
		{"double quotes", `"a\t\"b\" \\ X"`, "a\t\"b\" \\ X"},
		{"double quotes, codes", `"\x41\u00e9\U0001F600X"`, "Aé😀X"},
		{"double quotes, surrogates", `"\ud83d\ude00X"`, "😀X"},
		{"double quotes, folded", "\"a\n        b\\n  cX\"", "a b\n  cX"},
		{"double quotes, break removed", "\"a \\\n          b X\"", "a b X"},
		{"double quotes, escaped space", "\"a\\ \\tbX\"", "a \tbX"},
		{"literal", "|\n      a\n        bX\n      c\n", "a\n  bX\nc\n"},
		{"literal, first line", "|\n      aX\n", "aX\n"},
		{"literal, header", "|2-  # why\n        a\n\n        bX", "  a\n\n  bX"},
		{"literal, quotes are text", "|\n      'a''b' \"\\t X\"\n", "'a''b' \"\\t X\"\n"},
		{"folded", ">\n      a\n      b\n\n      cX\n", "a b\ncX\n"},
		{"folded, indented more", ">-\n      a\n        b\n      cX", "a\n  b\ncX"},
	}
	for _, tt := range tests {
		for _, eol := range []string{"\n", "\r\n"} {
			file := strings.ReplaceAll(head+"columns:\n  a:\n    not_regex: "+tt.scalar+"\n", "\n", eol)
			p := rule(t, loadGate(t, file), "a.not_regex").Params["pattern"]
			if eol == "\n" && p.Text != tt.text {
				t.Errorf("%s: text %q, want %q", tt.name, p.Text, tt.text)
				continue
			}
			if got, want := p.At(strings.Index(p.Text, "X")), markIn(file); got != want {
				t.Errorf("%s: at %s, want %s in\n%s", tt.name, got, want, file)
			}
		}
	}
}

// markIn is the place of the X of a gate file.
func markIn(file string) gate.Pos {
	before, _, _ := strings.Cut(file, "X")
	line := before[strings.LastIndex(before, "\n")+1:]
	return gate.Pos{File: "gates/g.yaml", Line: strings.Count(before, "\n") + 1, Column: len([]rune(line)) + 1}
}

func TestPlacesAtTheEdges(t *testing.T) {
	t.Parallel()
	const file = head + "columns:\n  a:\n    not_regex: |\n      ab é\n  b: {}\n"
	p := rule(t, loadGate(t, file), "a.not_regex").Params["pattern"]
	for offset, column := range map[int]int{-1: 7, 0: 7, 1: 8, 3: 10, 5: 11, 6: 11, 99: 11} {
		if got := p.At(offset); got.Line != 8 || got.Column != column {
			t.Errorf("offset %d: at %s, want column %d", offset, got, column)
		}
	}
	other := gate.Param{Pos: gate.Pos{File: "f", Line: 3, Column: 4}}
	if got := other.At(5); got != other.Pos {
		t.Errorf("a text without a file: at %s", got)
	}
}

// TestPlacesOfAliases: the text of an alias stands where its anchor is.
func TestPlacesOfAliases(t *testing.T) {
	t.Parallel()
	const file = head + "x-shared: &p 'a''X'\ncolumns:\n  a: {not_regex: *p}\n"
	p := rule(t, loadGate(t, file), "a.not_regex").Params["pattern"]
	if got, want := p.At(2), markIn(file); got != want {
		t.Errorf("at %s, want %s", got, want)
	}
}

func FuzzPlaces(f *testing.F) {
	f.Add("'a''b'", 2)
	f.Add("\"\\ud83d\\ude00 \\\n  x\"", 3)
	f.Add("|\n      a\n     b", 1)
	f.Add(">2-\n\n  x", 9)
	f.Fuzz(func(t *testing.T, scalar string, offset int) {
		p, err := gate.Load(loadOptions(head + "columns:\n  a:\n    like: " + scalar + "\n    not_regex: " + scalar + "\n"))
		if err != nil {
			return
		}
		for _, r := range p.Gates[0].Rules {
			if got := r.Params["pattern"].At(offset); got.Line < 1 || got.Column < 1 {
				t.Errorf("offset %d of %q: at %s", offset, scalar, got)
			}
		}
	})
}
