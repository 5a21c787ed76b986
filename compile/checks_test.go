package compile

import (
	"testing"
	"time"

	"github.com/sqlgate/sqlgate/gate"
)

func TestBefore(t *testing.T) {
	t.Parallel()
	at := time.Date(2024, 3, 31, 12, 30, 0, 0, time.UTC)
	for span, want := range map[string]string{
		"90s": "2024-03-31 12:28:30", "15m": "2024-03-31 12:15:00", "36h": "2024-03-30 00:30:00", "1d": "2024-03-30 12:30:00",
		"2w": "2024-03-17 12:30:00", "1mo": "2024-02-29 12:30:00", "13mo": "2023-02-28 12:30:00", "1y": "2023-03-31 12:30:00", "4mo": "2023-11-30 12:30:00",
	} {
		d, err := gate.ParseDuration(span)
		if err != nil {
			t.Fatal(err)
		}
		if got := before(at, d).Format(time.DateTime); got != want {
			t.Errorf("%s before: got %s, want %s", span, got, want)
		}
	}
}

func numbers(ns ...int64) []gate.Number {
	out := make([]gate.Number, len(ns))
	for i, n := range ns {
		out[i] = gate.CountNumber(n)
	}
	return out
}

func TestChange(t *testing.T) {
	t.Parallel()
	tests := []struct {
		now     int64
		earlier []int64
		text    string
		percent string
	}{
		{120, []int64{100}, "120 (+20% against 100)", "20"},
		{1, []int64{3}, "1 (-66.6667% against 3)", "-66.666666666667"},
		{4, []int64{3, 2}, "4 (+60% against 2.5)", "60"},
		{0, []int64{0}, "0 (0% against 0)", "0"},
		{5, []int64{0}, "5 (0 before)", "Infinity"},
	}
	for _, tt := range tests {
		v := change(Value{Number: gate.CountNumber(tt.now)}, numbers(tt.earlier...))
		if v.Text != tt.text || v.Number.String() != tt.percent {
			t.Errorf("%d against %v: got %q, %s", tt.now, tt.earlier, v.Text, v.Number)
		}
	}
}

// A change of exactly the limit holds, both ways; without a limit every change does.
func TestJudgeChange(t *testing.T) {
	t.Parallel()
	limit := "33.5"
	percent := func(s string) Value {
		n, err := gate.ParseNumber(s)
		if err != nil {
			t.Fatal(err)
		}
		return Value{Number: n}
	}
	tests := []struct {
		bounds gate.Bounds
		change string
		holds  bool
	}{
		{gate.Bounds{MaxIncrease: &limit}, "33.5", true},
		{gate.Bounds{MaxIncrease: &limit}, "33.50000000001", false},
		{gate.Bounds{MaxIncrease: &limit}, "-100", true},
		{gate.Bounds{MaxDecrease: &limit}, "-33.5", true},
		{gate.Bounds{MaxDecrease: &limit}, "-33.50000000001", false},
		{gate.Bounds{MaxDecrease: &limit}, "Infinity", true},
		{gate.Bounds{MaxIncrease: &limit}, "Infinity", false},
	}
	for _, tt := range tests {
		holds, _, err := judgeChange(&tt.bounds, percent(tt.change), time.Time{})
		if err != nil || holds != tt.holds {
			t.Errorf("%s of %s: got %v, %v", tt.bounds.String(), tt.change, holds, err)
		}
	}
}

func TestUsual(t *testing.T) {
	t.Parallel()
	earlier := numbers(10, 12, 14, 100)
	if center, spread := usual("mad", earlier); center != 13 || spread != 1.4826*2 {
		t.Errorf("mad: got %v and %v", center, spread)
	}
	if center, spread := usual("zscore", numbers(2, 4, 6)); center != 4 || spread != 2 {
		t.Errorf("zscore: got %v and %v", center, spread)
	}
}

func TestInterpolate(t *testing.T) {
	t.Parallel()
	for q, want := range map[string]string{"0": "10", "1": "20", "0.5": "15", "0.25": "12.5", "0.1": "11"} {
		n := numbers(10, 20, 2)
		if q == "1" {
			n[0] = n[1]
		}
		got, err := quantileQuery{q: q}.interpolate(n)
		if err != nil || got.String() != want {
			t.Errorf("%s: got %s (%v), want %s", q, got, err, want)
		}
	}
}

func TestExceeds(t *testing.T) {
	t.Parallel()
	s := func(v string) *string { return &v }
	percent := gate.Percent(10_000_000)
	tests := []struct {
		difference, whole int64
		margin            *gate.Margin
		want              bool
	}{
		{0, 10, nil, false},
		{1, 10, nil, true},
		{2, 10, &gate.Margin{Value: s("2")}, false},
		{3, 10, &gate.Margin{Value: s("2.99")}, true},
		{1, 10, &gate.Margin{Percent: &percent}, false},
		{1, -10, &gate.Margin{Percent: &percent}, false},
		{2, 10, &gate.Margin{Percent: &percent}, true},
		{1, 0, &gate.Margin{Percent: &percent}, true},
		{2, 100, &gate.Margin{Value: s("1"), Percent: &percent}, true},
	}
	for _, tt := range tests {
		if got := exceeds(gate.CountNumber(tt.difference), gate.CountNumber(tt.whole), tt.margin); got != tt.want {
			t.Errorf("%d of %d within %v: got %v", tt.difference, tt.whole, tt.margin, got)
		}
	}
}
