package main

import (
	"strconv"
	"strings"
	"time"
)

// ageUnits are the units of an age as gate files write durations; longer names first.
var ageUnits = []struct {
	name string
	unit time.Duration
}{
	{"mo", 30 * 24 * time.Hour},
	{"y", 365 * 24 * time.Hour},
	{"w", 7 * 24 * time.Hour},
	{"d", 24 * time.Hour},
	{"h", time.Hour},
	{"m", time.Minute},
	{"s", time.Second},
}

// parseAge reads an age such as 90d: a whole number and one of s m h d w mo y.
// A month is 30 days, a year 365.
func parseAge(s string) (time.Duration, error) {
	for _, u := range ageUnits {
		digits, ok := strings.CutSuffix(s, u.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseUint(digits, 10, 31)
		if err == nil && n > 0 && n <= uint64((1<<63-1)/u.unit) {
			return time.Duration(n) * u.unit, nil
		}
		break
	}
	return 0, usagef("%q is not an age: write a whole number and one of s, m, h, d, w, mo, y, such as 90d", s)
}
