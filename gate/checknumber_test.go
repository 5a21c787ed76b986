package gate_test

import (
	"math"
	"testing"
	"time"

	"github.com/sqlgate/sqlgate/gate"
)

func TestParseNumber(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"0": "0", "-0.00": "0", "12.50": "12.5", "1e3": "1000", "1E-2": "0.01", "18446744073709551614": "18446744073709551614",
		"NaN": "NaN", "nan": "NaN", "inf": "Infinity", "-Infinity": "-Infinity", "1e300": "1e+300", "1e-300": "1e-300",
		"0.1234567890125": "0.123456789013", "-1.5": "-1.5",
	} {
		n, err := gate.ParseNumber(text)
		if err != nil || n.String() != want {
			t.Errorf("%s: got %s (%v), want %s", text, n, err, want)
		}
	}
	for _, text := range []string{"", "many", "1/3", "0x10", "1_000", "12,5", "1 2"} {
		if n, err := gate.ParseNumber(text); err == nil {
			t.Errorf("%q is accepted as %s", text, n)
		}
	}
}

func TestNumberArithmetic(t *testing.T) {
	t.Parallel()
	one, three := gate.CountNumber(1), gate.CountNumber(3)
	third := one.Over(three)
	if sum := third.Plus(third).Plus(third); sum.Minus(one).Sign() != 0 {
		t.Errorf("three thirds are %s", sum)
	}
	if got := gate.CountNumber(-7).Over(gate.CountNumber(2)).Floor().String(); got != "-4" {
		t.Errorf("the floor of -3.5 is %s", got)
	}
	if got := third.Times(gate.CountNumber(200)).Rounded(4); got != "66.6667" {
		t.Errorf("two thirds in percent are %s", got)
	}
	inf := gate.FloatNumber(math.Inf(1))
	if got := inf.Minus(inf).String(); got != "NaN" {
		t.Errorf("infinity less itself is %s", got)
	}
	if got := gate.FloatNumber(math.Inf(-1)).Abs().String(); got != "Infinity" {
		t.Errorf("the size of -infinity is %s", got)
	}
}

func TestBoundsOfSpecialNumbers(t *testing.T) {
	t.Parallel()
	s := func(v string) *string { return &v }
	inf := gate.FloatNumber(math.Inf(1))
	nan := gate.FloatNumber(math.NaN())
	tests := []struct {
		bounds   gate.Bounds
		nan, inf bool
	}{
		{gate.Bounds{Min: s("0")}, false, true},
		{gate.Bounds{Max: s("0")}, false, false},
		{gate.Bounds{Equals: s("0")}, false, false},
		{gate.Bounds{NotEquals: s("0")}, true, true},
		{gate.Bounds{Between: &[2]string{"0", "1"}}, false, false},
	}
	for _, tt := range tests {
		for n, want := range map[gate.Number]bool{nan: tt.nan, inf: tt.inf} {
			if got, err := tt.bounds.Holds(n); err != nil || got != want {
				t.Errorf("%s: %s holds: %v, %v", tt.bounds.String(), n, got, err)
			}
		}
	}
}

// The worst of several numbers has the largest excess.
func TestExcess(t *testing.T) {
	t.Parallel()
	s := func(v string) *string { return &v }
	b := gate.Bounds{Between: &[2]string{"0", "10"}, NotEquals: s("5")}
	order := []gate.Number{
		gate.FloatNumber(math.NaN()), gate.CountNumber(100), gate.CountNumber(-3), gate.CountNumber(12), gate.CountNumber(5), gate.CountNumber(9), gate.CountNumber(4),
	}
	last := math.Inf(1)
	for i, n := range order {
		got, err := b.Excess(n)
		if err != nil || i > 0 && got >= last {
			t.Errorf("%s: excess %v (%v), not below %v", n, got, err, last)
		}
		holds, _ := b.Holds(n)
		if holds != (got < 0) {
			t.Errorf("%s: holds %v with an excess of %v", n, holds, got)
		}
		last = got
	}
}

func TestParseTime(t *testing.T) {
	t.Parallel()
	want := time.Date(2026, 1, 2, 3, 4, 5, 250_000_000, time.UTC)
	for _, text := range []string{"2026-01-02 03:04:05.25", "2026-01-02 03:04:05.25+00", "2026-01-02 04:04:05.25+01:00", "2026-01-02T03:04:05.25Z"} {
		if got, err := gate.ParseTime(text); err != nil || !got.Equal(want) {
			t.Errorf("%s: got %v (%v)", text, got, err)
		}
	}
	for _, text := range []string{"", "infinity", "0044-03-15 (BC)", "12026-01-01"} {
		if got, err := gate.ParseTime(text); err == nil {
			t.Errorf("%q is accepted as %v", text, got)
		}
	}
}
