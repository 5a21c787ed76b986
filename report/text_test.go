package report

import (
	"testing"
	"time"
)

func TestPrintable(t *testing.T) {
	tests := []struct{ in, want string }{
		{"plain text, Ünïcode 日本", "plain text, Ünïcode 日本"},
		{"\x1b[2J\x07", `\u001b[2J\u0007`},
		{"a\nb\tc\r", `a\nb\tc\r`},
		{"\u009b31m\x7f", `\u009b31m\u007f`},
		{"abc\u202egnp.exe", `abc\u202egnp.exe`},
		{"bad\xffbyte", `bad\xffbyte`},
		{"\U000e0041", `\U000e0041`},
		{"", ""},
	}
	for _, tt := range tests {
		if got := printable(tt.in); got != tt.want {
			t.Errorf("printable(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestPrintableLines(t *testing.T) {
	if got, want := printableLines("a\r\nb\x1b\n", "> "), "a\n> b\\u001b"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPercent(t *testing.T) {
	tests := []struct {
		part, whole int64
		want        string
	}{
		{0, 100, "0.0%"},
		{1, 1_000_000, "<0.1%"},
		{1, 1000, "0.1%"},
		{10, 100, "10.0%"},
		{999_999, 1_000_000, ">99.9%"},
		{100, 100, "100.0%"},
		{0, 0, ""},
	}
	for _, tt := range tests {
		if got := percent(tt.part, tt.whole); got != tt.want {
			t.Errorf("percent(%d, %d) = %s, want %s", tt.part, tt.whole, got, tt.want)
		}
	}
}

func TestElapsed(t *testing.T) {
	tests := []struct {
		d    time.Duration
		want string
	}{
		{0, "0ms"},
		{999*time.Millisecond + 999*time.Microsecond, "999ms"},
		{1250 * time.Millisecond, "1.2s"},
		{59999 * time.Millisecond, "59.9s"},
		{90500 * time.Millisecond, "1m31s"},
	}
	for _, tt := range tests {
		if got := elapsed(tt.d); got != tt.want {
			t.Errorf("elapsed(%v) = %s, want %s", tt.d, got, tt.want)
		}
	}
}

func TestSnip(t *testing.T) {
	if got := snip("äöüß", 3); got != "äö…" {
		t.Errorf("got %q", got)
	}
	if got := snip("äöü", 3); got != "äöü" {
		t.Errorf("got %q", got)
	}
}
