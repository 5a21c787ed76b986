package gate

import (
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

// percentUnit is one percent.
const percentUnit = 1_000_000

// ParsePercent parses 5% or 5, from 0 to 100 with at most six decimals. A
// bare number between 0 and 1 is refused: it could be a fraction.
func ParsePercent(text string) (Percent, error) {
	digits, marked := strings.CutSuffix(strings.TrimSpace(text), "%")
	digits = strings.TrimSpace(digits)
	whole, fraction, _ := strings.Cut(digits, ".")
	fraction = strings.TrimRight(fraction, "0")
	if len(fraction) > 6 {
		return 0, errors.New("a percentage has at most six decimals")
	}
	if !isDigits(whole) || fraction != "" && !isDigits(fraction) {
		return 0, errors.New("a percentage is written 5% or 5")
	}
	n, err := strconv.ParseInt(whole+fraction+strings.Repeat("0", 6-len(fraction)), 10, 64)
	if err != nil || n > 100*percentUnit {
		return 0, errors.New("a percentage is from 0 to 100")
	}
	if !marked && n > 0 && n < percentUnit {
		return 0, errors.New("a bare number between 0 and 1 is ambiguous")
	}
	return Percent(n), nil
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// String is the percentage as it is written, such as 2.5%.
func (p Percent) String() string {
	s := strconv.FormatInt(int64(p)/percentUnit, 10)
	if rest := int64(p) % percentUnit; rest != 0 {
		fraction := strconv.FormatInt(percentUnit+rest, 10)[1:]
		s += "." + strings.TrimRight(fraction, "0")
	}
	return s + "%"
}

// exceeds reports whether part/whole is more than p millionths of a percent.
// All are not negative; the products have 128 bits, so that none overflows.
func exceeds(part, whole, p int64) bool {
	partHi, partLo := bits.Mul64(uint64(part), 100*percentUnit)
	limitHi, limitLo := bits.Mul64(uint64(whole), uint64(p))
	return partHi > limitHi || partHi == limitHi && partLo > limitLo
}

// decimalOf parses an exact decimal text.
func decimalOf(text string) (*big.Rat, error) {
	r, ok := new(big.Rat).SetString(text)
	if !ok || !isDecimal(text) {
		return nil, fmt.Errorf("%q is not a decimal number", text)
	}
	return r, nil
}

// Number is the percentage as a number: 5 for 5 %.
func (p Percent) Number() Number {
	return CountNumber(int64(p)).Over(CountNumber(percentUnit))
}
