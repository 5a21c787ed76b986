package oracle

import "testing"

func TestCase(t *testing.T) {
	tests := []struct{ text, lower, upper string }{
		{"", "", ""},
		{"aÉ1", "aé1", "AÉ1"},
		{"İI", "i̇i", "İI"},
		{"ıſK", "ıſk", "ISK"},
		{"straße", "straße", "STRASSE"},
		{"ẞ", "ß", "ẞ"},
		{"ﬁŉ", "ﬁŉ", "FIʼN"},
		{"\u0390\u1fb3", "\u0390\u1fb3", "\u0399\u0308\u0301\u0391\u0399"},
		{"ǅ", "ǆ", "Ǆ"},
		{"Σ", "σ", "Σ"},
		{"ΟΔΟΣ", "οδος", "ΟΔΟΣ"},
		{"ΟΔΟΣ ΑΣ", "οδος ας", "ΟΔΟΣ ΑΣ"},
		{"ΣΑΣ.Α", "σασ.α", "ΣΑΣ.Α"},
		{"ΑΣ'", "ας'", "ΑΣ'"},
		{"ΑΣ\u0301Α", "ασ\u0301α", "ΑΣ\u0301Α"},
		{"1Σ", "1σ", "1Σ"},
		{"😀", "😀", "😀"},
	}
	for _, tt := range tests {
		if got := lower(tt.text); got != tt.lower {
			t.Errorf("lower(%q) is %q, want %q", tt.text, got, tt.lower)
		}
		if got := upper(tt.text); got != tt.upper {
			t.Errorf("upper(%q) is %q, want %q", tt.text, got, tt.upper)
		}
	}
	if n := len(upperSpecial()); n != 102 {
		t.Errorf("%d characters have an upper case of several, want 102", n)
	}
}
