package gate

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// CheckLiteral checks that a text is a value of a type and returns its
// canonical form, which is a fixed point: integers and decimals without plus
// sign and leading zeros, timestamps as 2020-01-02 03:04:05[.ffffff], those
// with zone in UTC with +00. Texts of strings, and of unknown types, stay as
// they are. quoted says that the text stood in quotes; it decides nothing
// where the place has a type.
func CheckLiteral(t Type, text string, quoted bool) (string, error) {
	switch {
	case t.Kind == KindString, !t.IsKnown():
		return text, nil
	case t.IsInteger():
		return checkInteger(t.Kind, text)
	case t.IsFloat():
		return checkFloat(t.Kind, text)
	}
	switch t.Kind {
	case KindDecimal:
		return checkDecimal(t, text)
	case KindBool:
		return checkBool(text)
	case KindDate:
		return checkDate(text)
	case KindTime:
		return checkTime(text)
	case KindTimestamp, KindTimestamptz:
		return checkTimestamp(t.Kind, text)
	case KindUUID:
		return checkUUID(text)
	case KindEnum:
		return checkEnum(t, text)
	default:
		return "", fmt.Errorf("a %s has no constants", t)
	}
}

// CompareLiterals orders two canonical texts of a type: negative, zero, positive.
func CompareLiterals(t Type, a, b string) int {
	if t.IsFloat() {
		x, _ := strconv.ParseFloat(a, 64)
		y, _ := strconv.ParseFloat(b, 64)
		return cmp.Compare(x, y)
	}
	if t.IsNumeric() {
		x, okX := new(big.Rat).SetString(a)
		y, okY := new(big.Rat).SetString(b)
		if okX && okY {
			return x.Cmp(y)
		}
	}
	return strings.Compare(a, b)
}

// inferType is the type that a literal has by its form, where its column has none.
func inferType(l Literal) Type {
	if l.Quoted {
		return Type{Kind: KindString}
	}
	for _, k := range []Kind{KindInt64, KindInt128, KindDecimal, KindDate, KindBool} {
		if _, err := CheckLiteral(Type{Kind: k}, l.Text, false); err == nil {
			return Type{Kind: k}
		}
	}
	return Type{Kind: KindString}
}

var (
	integerForm = regexp.MustCompile(`^[+-]?[0-9]+$`)
	decimalForm = regexp.MustCompile(`^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)$`)
	floatForm   = regexp.MustCompile(`^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?$`)
	uuidForm    = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
	// Timestamps: date, then optionally a time and a zone.
	timeForm      = regexp.MustCompile(`^([0-9]{2}):([0-9]{2})(:([0-9]{2})(\.([0-9]{1,6})0*)?)?$`)
	timestampForm = regexp.MustCompile(`^([0-9-]{10})([T ]([0-9:.]+) ?(Z|[+-][0-9]{2}(:?[0-9]{2})?)?)?$`)
)

func isDecimal(s string) bool { return decimalForm.MatchString(s) }

func checkInteger(k Kind, text string) (string, error) {
	if !integerForm.MatchString(text) {
		return "", errors.New("an integer is written in digits, such as 42")
	}
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		return "", errors.New("an integer is written in digits, such as 42")
	}
	least, most := k.IntegerRange()
	if n.Cmp(least) < 0 || n.Cmp(most) > 0 {
		return "", fmt.Errorf("%s is from %s to %s", k, least, most)
	}
	return n.String(), nil
}

func checkFloat(k Kind, text string) (string, error) {
	if !floatForm.MatchString(text) {
		return "", errors.New("a float is written as 1.5 or 1e3; NaN and infinity are matters of finite, allow_nan and allow_inf")
	}
	size := 64
	if k == KindFloat32 {
		size = 32
	}
	if _, err := strconv.ParseFloat(text, size); err != nil {
		return "", fmt.Errorf("the number is out of the range of %s", k)
	}
	return strings.TrimPrefix(text, "+"), nil
}

func checkDecimal(t Type, text string) (string, error) {
	if !isDecimal(text) {
		return "", errors.New("a decimal is written in digits, such as 12.50")
	}
	digits := strings.TrimLeft(text, "+-")
	whole, fraction, _ := strings.Cut(digits, ".")
	whole = strings.TrimLeft(whole, "0")
	if t.Precision > 0 {
		for len(fraction) > t.Scale && strings.HasSuffix(fraction, "0") {
			fraction = fraction[:len(fraction)-1]
		}
		if len(fraction) > t.Scale {
			return "", fmt.Errorf("%s has at most %d decimals", t, t.Scale)
		}
		if len(whole) > t.Precision-t.Scale {
			return "", fmt.Errorf("%s has at most %d digits before the point", t, t.Precision-t.Scale)
		}
	}
	zero := strings.Trim(whole+fraction, "0") == ""
	if whole == "" {
		whole = "0"
	}
	if fraction != "" {
		whole += "." + fraction
	}
	if text[0] == '-' && !zero {
		return "-" + whole, nil
	}
	return whole, nil
}

func checkBool(text string) (string, error) {
	switch lower := strings.ToLower(text); lower {
	case "true", "false":
		return lower, nil
	default:
		return "", errors.New("a bool is true or false")
	}
}

func checkDate(text string) (string, error) {
	d, err := time.Parse(time.DateOnly, text)
	if err != nil || d.Year() < 1 {
		return "", errors.New("a date is written as 2020-01-31, and must exist")
	}
	return text, nil
}

// checkTime returns HH:MM:SS[.ffffff].
func checkTime(text string) (string, error) {
	m := timeForm.FindStringSubmatch(text)
	if m == nil {
		return "", errors.New("a time is written as 23:59:59, with at most six decimals")
	}
	hour, minute, second, fraction := m[1], m[2], m[4], strings.TrimRight(m[6], "0")
	if second == "" {
		second = "00"
	}
	if hour > "23" || minute > "59" || second > "59" {
		return "", errors.New("a time is from 00:00:00 to 23:59:59.999999")
	}
	canonical := hour + ":" + minute + ":" + second
	if fraction != "" {
		canonical += "." + fraction
	}
	return canonical, nil
}

func checkTimestamp(k Kind, text string) (string, error) {
	m := timestampForm.FindStringSubmatch(text)
	if m == nil {
		return "", errors.New("a timestamp is written as 2020-01-31 23:59:59 (ISO 8601)")
	}
	date, err := checkDate(m[1])
	if err != nil {
		return "", err
	}
	clock, zone := "00:00:00", m[4]
	if m[3] != "" {
		if clock, err = checkTime(m[3]); err != nil {
			return "", err
		}
	}
	local := date + " " + clock
	if k == KindTimestamp {
		if zone != "" {
			return "", errors.New("a timestamp has no zone; timestamptz has one")
		}
		return local, nil
	}
	return inUTC(local, zone)
}

// inUTC moves a canonical local timestamp from the zone (empty: UTC) to UTC.
func inUTC(local, zone string) (string, error) {
	const layout = "2006-01-02 15:04:05.999999"
	at, err := time.Parse(layout, local)
	if err != nil {
		return "", err
	}
	if zone != "" && zone != "Z" {
		digits := strings.ReplaceAll(zone[1:], ":", "") + "00"
		hours, _ := strconv.Atoi(digits[:2])
		minutes, _ := strconv.Atoi(digits[2:4])
		if hours > 15 || minutes > 59 {
			return "", errors.New("an offset is from -15:59 to +15:59")
		}
		offset := time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute
		if zone[0] == '+' {
			offset = -offset
		}
		at = at.Add(offset)
	}
	if at.Year() < 1 || at.Year() > 9999 {
		return "", errors.New("a timestamp is from year 1 to 9999 in UTC")
	}
	return at.Format(layout) + "+00", nil
}

func checkUUID(text string) (string, error) {
	lower := strings.ToLower(text)
	if !uuidForm.MatchString(lower) {
		return "", errors.New("a uuid is written as 123e4567-e89b-12d3-a456-426614174000")
	}
	return lower, nil
}

func checkEnum(t Type, text string) (string, error) {
	if len(t.Values) == 0 {
		return text, nil
	}
	for _, v := range t.Values {
		if v == text {
			return text, nil
		}
	}
	return "", fmt.Errorf("the enum's values are %s", strings.Join(t.Values, ", "))
}
