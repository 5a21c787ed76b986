package oracle

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var (
	isoDate  = regexp.MustCompile(`^([0-9]{4})-([0-9]{2})-([0-9]{2})$`)
	isoClock = regexp.MustCompile(`^([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,6})0*)?)?$`)
)

// parseISODate reads YYYY-MM-DD of a day that exists, in a year from 1.
func parseISODate(text string) (Value, error) {
	m := isoDate.FindStringSubmatch(text)
	if m == nil {
		return nil, fmt.Errorf("%q is not a date", text)
	}
	year, month, day := atoi(m[1]), atoi(m[2]), atoi(m[3])
	return dateOf(year, month, day)
}

func dateOf(year, month, day int64) (Value, error) {
	if year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) {
		return nil, fmt.Errorf("there is no day %04d-%02d-%02d", year, month, day)
	}
	return Date(moment{year, month, day, 0}.days()), nil
}

// parseISOTime reads HH:MM[:SS[.ffffff]].
func parseISOTime(text string) (Value, error) {
	m := isoClock.FindStringSubmatch(text)
	if m == nil {
		return nil, fmt.Errorf("%q is not a time", text)
	}
	return timeOf(atoi(m[1]), atoi(m[2]), atoi(m[3]), fraction(m[4]))
}

func timeOf(hour, minute, second, micros int64) (Value, error) {
	if hour > 23 || minute > 59 || second > 59 {
		return nil, fmt.Errorf("there is no time %02d:%02d:%02d", hour, minute, second)
	}
	return Time(hour*microsPerHour + minute*microsPerMinute + second*microsPerSecond + micros), nil
}

// parseISOTimestamp reads a date and a time with a space or T between.
func parseISOTimestamp(text string) (Value, error) {
	if len(text) < 11 || !strings.ContainsRune(" T", rune(text[10])) {
		return nil, fmt.Errorf("%q is not a timestamp", text)
	}
	date, err := parseISODate(text[:10])
	if err != nil {
		return nil, err
	}
	clock, err := parseISOTime(text[11:])
	if err != nil {
		return nil, err
	}
	return Timestamp(int64(date.(Date))*microsPerDay + int64(clock.(Time))), nil
}

// fraction is the microseconds of the digits behind the seconds' point.
func fraction(digits string) int64 { return atoi((digits + "000000")[:6]) }

// atoi reads digits; none are 0.
func atoi(digits string) int64 {
	n, _ := strconv.ParseInt(digits, 10, 64)
	return n
}

// FormatDate is a date of the years 1 to 9999 as YYYY-MM-DD, or an infinity.
func FormatDate(d Date) string {
	if isInfinite(int64(d)) {
		return infinityText(int64(d))
	}
	return time.Unix(int64(d)*86400, 0).UTC().Format(time.DateOnly)
}

// FormatTime is a time as HH:MM:SS[.ffffff].
func FormatTime(t Time) string {
	return time.UnixMicro(int64(t)).UTC().Format("15:04:05.999999")
}

// FormatTimestamp is a timestamp of the years 1 to 9999 as
// YYYY-MM-DD HH:MM:SS[.ffffff], or an infinity.
func FormatTimestamp(t Timestamp) string {
	if isInfinite(int64(t)) {
		return infinityText(int64(t))
	}
	return time.UnixMicro(int64(t)).UTC().Format("2006-01-02 15:04:05.999999")
}

func infinityText(n int64) string {
	if n < 0 {
		return "-infinity"
	}
	return "infinity"
}
