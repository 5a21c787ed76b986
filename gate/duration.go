package gate

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
)

// durationForm is a number and a unit; m is minutes, mo months.
var durationForm = regexp.MustCompile(`^([0-9]+)(s|m|h|d|w|mo|y)$`)

// ParseDuration parses a length of time that is not zero, such as 15m.
func ParseDuration(text string) (Duration, error) {
	m := durationForm.FindStringSubmatch(text)
	if m == nil {
		return Duration{}, errors.New("a length of time is a number and one of s m h d w mo y, such as 15m (minutes)")
	}
	d := Duration{Unit: m[2]}
	n, err := strconv.ParseInt(m[1], 10, 64)
	if err != nil || n > mostOf(d.Unit) {
		return Duration{}, errors.New("a length of time is at most 10,000 years")
	}
	if n == 0 {
		return Duration{}, errors.New("a length of time is not zero")
	}
	d.N = n
	return d, nil
}

// mostOf is how many of a unit make 10,000 years.
func mostOf(unit string) int64 {
	const years, days = 10_000, 3_652_425
	switch unit {
	case "y":
		return years
	case "mo":
		return 12 * years
	case "w":
		return days / 7
	case "d":
		return days
	case "h":
		return 24 * days
	case "m":
		return 24 * 60 * days
	default:
		return 24 * 60 * 60 * days
	}
}

// String is the length of time as a gate file writes it.
func (d Duration) String() string { return fmt.Sprintf("%d%s", d.N, d.Unit) }
