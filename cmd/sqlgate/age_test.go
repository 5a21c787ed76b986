package main

import (
	"testing"
	"time"
)

func TestParseAge(t *testing.T) {
	t.Parallel()
	day := 24 * time.Hour
	for text, want := range map[string]time.Duration{
		"90d": 90 * day, "5m": 5 * time.Minute, "2mo": 60 * day, "1y": 365 * day, "3w": 21 * day, "12h": 12 * time.Hour, "7s": 7 * time.Second,
	} {
		if got, err := parseAge(text); err != nil || got != want {
			t.Errorf("parseAge(%q) = %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "d", "0d", "-1d", "1.5d", "90", "90 d", "1x", "2000000000y", "1d2h"} {
		if got, err := parseAge(text); err == nil {
			t.Errorf("parseAge(%q) = %v; want an error", text, got)
		}
	}
}
