package oracle

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sqlgate/sqlgate/gate"
)

// Convert reads a text as a value of a type by the one grammar of casts; NULL
// where the text stands for it. It is not ok where the text does not convert.
func Convert(c gate.Cast, t gate.Type, text string) (v Value, ok bool) {
	trim := func(s string) string {
		if c.Trim {
			return strings.Trim(s, whiteSpace)
		}
		return s
	}
	x := trim(text)
	null := slices.ContainsFunc(c.Nulls, func(n string) bool { return trim(n) == x })
	if null || x == "" && t.Kind != gate.KindString {
		return nil, true
	}
	v, err := convert(c, t, x)
	return v, err == nil
}

func convert(c gate.Cast, t gate.Type, x string) (Value, error) {
	none := fmt.Errorf("%q is no %s", x, t)
	if len(c.Formats) > 0 {
		for _, format := range c.Formats {
			if v, err := parseFormatted(format, t, x); err == nil {
				return v, nil
			}
		}
		return nil, none
	}
	switch {
	case t.IsInteger():
		return convertInteger(c, t, x)
	case t.IsFloat():
		return convertFloat(c, t, x)
	}
	switch t.Kind {
	case gate.KindString:
		return Text(x), nil
	case gate.KindEnum:
		if len(t.Values) > 0 && !slices.Contains(t.Values, x) {
			return nil, none
		}
		return Text(x), nil
	case gate.KindBool:
		switch strings.ToLower(x) {
		case "true", "t", "1":
			return Bool(true), nil
		case "false", "f", "0":
			return Bool(false), nil
		}
	case gate.KindDecimal:
		return convertDecimal(c, t, x)
	case gate.KindDate:
		return parseISODate(x)
	case gate.KindTime:
		return parseISOTime(x)
	case gate.KindTimestamp:
		if v, err := parseISODate(x); err == nil {
			return startOfDay(v.(Date)), nil
		}
		return parseISOTimestamp(x)
	case gate.KindTimestamptz:
		return parseZoned(x)
	case gate.KindUUID:
		if isUUID(x) {
			return UUID(strings.ToLower(x)), nil
		}
	case gate.KindJSON:
		if isJSON(x) && everywhereJSON(x) {
			return Text(x), nil
		}
	}
	return nil, none
}

// everywhereJSON reports whether each text within holds neither NUL nor half of
// a surrogate pair.
func everywhereJSON(x string) bool {
	d := json.NewDecoder(strings.NewReader(x))
	for {
		token, err := d.Token()
		if err != nil {
			break
		}
		if s, ok := token.(string); ok && strings.Contains(s, "\x00") {
			return false
		}
	}
	// The decoder replaces half a pair, so that it is looked for in the source.
	for i := 0; i < len(x); i++ {
		if x[i] != '\\' {
			continue
		}
		i++
		if x[i] != 'u' {
			continue
		}
		unit, _ := strconv.ParseUint(x[i+1:i+5], 16, 32)
		i += 4
		switch {
		case 0xDC00 <= unit && unit <= 0xDFFF:
			return false
		case 0xD800 <= unit && unit <= 0xDBFF:
			if !strings.HasPrefix(x[i+1:], `\u`) {
				return false
			}
			low, _ := strconv.ParseUint(x[i+3:i+7], 16, 32)
			if low < 0xDC00 || low > 0xDFFF {
				return false
			}
			i += 6
		}
	}
	return true
}

// plainNumber is a number with the signs of a cast taken out.
func plainNumber(c gate.Cast, x string) (string, error) {
	decimal := c.Decimal
	if decimal == "" {
		decimal = "."
	}
	wrong := fmt.Errorf("%q is no number", x)
	mantissa, exponent := x, ""
	if i := strings.IndexAny(x, "eE"); i >= 0 && strings.ContainsAny(x[:i], decimalDigits10) {
		mantissa, exponent = x[:i], x[i:]
	}
	whole, fraction, hasFraction := strings.Cut(mantissa, decimal)
	if decimal != "." && strings.Contains(mantissa, ".") && c.Group != "." {
		return "", wrong
	}
	if c.Group != "" && strings.Contains(whole, c.Group) {
		groups := strings.Split(strings.TrimLeft(whole, "+-"), c.Group)
		for i, g := range groups {
			if !allIn(g, decimalDigits10) || i > 0 && len(g) != 3 || i == 0 && (len(g) < 1 || len(g) > 3) {
				return "", wrong
			}
		}
		whole = strings.ReplaceAll(whole, c.Group, "")
	}
	if c.Group != "" && strings.Contains(fraction+exponent, c.Group) {
		return "", wrong
	}
	if hasFraction {
		whole += "." + fraction
	}
	return whole + exponent, nil
}

var (
	castInteger = regexp.MustCompile(`^[+-]?[0-9]+$`)
	castDecimal = regexp.MustCompile(`^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)$`)
	castFloat   = regexp.MustCompile(`^[+-]?([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?$`)
	castWord    = regexp.MustCompile(`(?i)^(nan|[+-]?inf(inity)?)$`)
)

func convertInteger(c gate.Cast, t gate.Type, x string) (Value, error) {
	plain, err := plainNumber(c, x)
	if err != nil || !castInteger.MatchString(plain) {
		return nil, fmt.Errorf("%q is no %s", x, t)
	}
	n, _ := new(big.Int).SetString(plain, 10)
	low, high := Limits(t)
	if n.Cmp(low) < 0 || n.Cmp(high) > 0 {
		return nil, fmt.Errorf("%s is beyond %s", x, t)
	}
	return Number{new(big.Rat).SetInt(n)}, nil
}

// Limits are the least and the greatest value of an integer's type; int64's for
// the family.
func Limits(t gate.Type) (low, high *big.Int) {
	bits := map[gate.Kind]uint{
		gate.KindInt8: 7, gate.KindInt16: 15, gate.KindInt32: 31, gate.KindInt64: 63, gate.KindInteger: 63, gate.KindInt128: 127,
		gate.KindUint8: 8, gate.KindUint16: 16, gate.KindUint32: 32, gate.KindUint64: 64,
	}
	high = new(big.Int).Lsh(big.NewInt(1), bits[t.Kind])
	low = new(big.Int)
	if !strings.HasPrefix(string(t.Kind), "u") {
		low.Neg(high)
	}
	return low, high.Sub(high, big.NewInt(1))
}

// convertDecimal never rounds: the digits fit, but for zeros at both ends.
func convertDecimal(c gate.Cast, t gate.Type, x string) (Value, error) {
	plain, err := plainNumber(c, x)
	if err != nil || !castDecimal.MatchString(plain) {
		return nil, fmt.Errorf("%q is no %s", x, t)
	}
	r := Decimal(plain).Rat
	places, _ := decimalPlaces(r)
	whole := truncate(new(big.Rat).Abs(r)).Num()
	if places > t.Scale || whole.Sign() > 0 && len(whole.String()) > t.Precision-t.Scale {
		return nil, fmt.Errorf("%s does not fit %s", x, t)
	}
	return Number{r}, nil
}

func convertFloat(c gate.Cast, t gate.Type, x string) (Value, error) {
	none := fmt.Errorf("%q is no %s", x, t)
	if castWord.MatchString(x) {
		f, err := strconv.ParseFloat(x, 64)
		return Float(f), err
	}
	plain, err := plainNumber(c, x)
	m := castFloat.FindStringSubmatch(plain)
	if err != nil || m == nil || m[1]+m[2] == "" || !floatDigits(t, m[1], m[2], m[3], plain) {
		return nil, none
	}
	v, err := parseFloat(t, plain)
	if err != nil {
		return nil, none
	}
	if v == Float(0) && strings.Trim(m[1]+m[2], "0") != "" || math.IsInf(float64(v.(Float)), 0) {
		return nil, none
	}
	return v, nil
}

// floatDigits reports whether a number has an exponent that every number of 100
// digits (20 of a float32) can have, or else one digit from 1 to 9 before the point.
func floatDigits(t gate.Type, whole, fraction, exponent, plain string) bool {
	if len(whole) == 1 && whole != "0" && exponent != "" {
		return true
	}
	e, err := strconv.Atoi(exponent)
	if exponent == "" {
		e, err = 0, nil
	}
	wholeDigits := len(strings.TrimLeft(whole, "0"))
	if t.Kind == gate.KindFloat32 {
		if exponent == "" {
			return wholeDigits <= 38 && len(fraction) <= 44
		}
		return err == nil && wholeDigits <= 20 && len(fraction) <= 20 && e >= -25 && e <= 18
	}
	return err == nil && wholeDigits <= 100 && len(fraction) <= 100 && e >= -99 && e <= 99
}
