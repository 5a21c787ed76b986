package oracle

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/sqlgate/sqlgate/gate"
)

var offsetForm = regexp.MustCompile(`^(.*?) ?(Z|[+-][0-9]{2}(?::?[0-9]{2})?)$`)

// parseZoned reads a date, or a date and time with an optional offset; without
// one it is in UTC.
func parseZoned(x string) (Value, error) {
	if d, err := parseISODate(x); err == nil {
		return startOfDay(d.(Date)), nil
	}
	offset := int64(0)
	if m := offsetForm.FindStringSubmatch(x); m != nil && len(m[1]) > 11 {
		var err error
		if offset, err = offsetOf(m[2]); err != nil {
			return nil, err
		}
		x = m[1]
	}
	local, err := parseISOTimestamp(x)
	if err != nil {
		return nil, err
	}
	return inUTC(local.(Timestamp), offset)
}

// inUTC moves a local time from an offset in microseconds to UTC.
func inUTC(local Timestamp, offset int64) (Value, error) {
	at := local - Timestamp(offset)
	if _, _, err := split(at); err != nil {
		return nil, fmt.Errorf("the year is not from 1 to 9999 in UTC")
	}
	return at, nil
}

// offsetOf is an offset from -15:59 to +15:59 in microseconds.
func offsetOf(x string) (int64, error) {
	if x == "Z" {
		return 0, nil
	}
	digits := strings.ReplaceAll(x[1:], ":", "") + "00"
	hours, minutes := atoi(digits[:2]), atoi(digits[2:4])
	if hours > 15 || minutes > 59 {
		return 0, fmt.Errorf("there is no offset %s", x)
	}
	offset := hours*microsPerHour + minutes*microsPerMinute
	if x[0] == '-' {
		offset = -offset
	}
	return offset, nil
}

// widths are the most digits of the letters that are numbers.
func widths() map[byte]int {
	return map[byte]int{'Y': 4, 'y': 2, 'm': 2, 'd': 2, 'j': 3, 'H': 2, 'I': 2, 'M': 2, 'S': 2, 'f': 6}
}

// parseFormatted reads a date or time by a format of strptime's letters.
func parseFormatted(format string, t gate.Type, x string) (Value, error) {
	read, err := scanFormat(format, x)
	if err != nil {
		return nil, err
	}
	clock, err := read.clock()
	if err != nil || t.Kind == gate.KindTime {
		return clock, err
	}
	date, err := read.date()
	if err != nil || t.Kind == gate.KindDate {
		return date, err
	}
	local := Timestamp(int64(date.(Date))*microsPerDay + int64(clock.(Time)))
	if read['z'] == "" {
		return local, nil
	}
	offset, err := offsetOf(read['z'])
	if err != nil {
		return nil, err
	}
	return inUTC(local, offset)
}

// parts are what a text has for the letters of a format.
type parts map[byte]string

// scanFormat takes a text apart. A number other than a year may lack its leading
// zeros, and decimals their last, unless another number stands directly beside it.
func scanFormat(format, x string) (parts, error) {
	read := parts{}
	isNumber := func(i int) bool {
		return i >= 0 && i+1 < len(format) && format[i] == '%' && widths()[format[i+1]] > 0
	}
	afterNumber := false
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			if x == "" || x[0] != format[i] {
				return nil, fmt.Errorf("%q does not fit %q", x, format)
			}
			x = x[1:]
			afterNumber = false
			continue
		}
		letter := format[i+1]
		i++
		n := lengthOf(letter, x, afterNumber || isNumber(i+1) || letter == 'Y' || letter == 'y')
		if n == 0 {
			return nil, fmt.Errorf("%q does not fit %%%c", x, letter)
		}
		read[letter], x = x[:n], x[n:]
		afterNumber = widths()[letter] > 0
	}
	if x != "" {
		return nil, fmt.Errorf("%q is too much", x)
	}
	return read, nil
}

// lengthOf is the length of what a text begins with for a letter; 0 where it
// begins with none. With exact a number has all its digits.
func lengthOf(letter byte, x string, exact bool) int {
	switch letter {
	case 'b':
		if len(x) >= 3 && monthOf(x[:3]) > 0 {
			return 3
		}
		return 0
	case 'p':
		if len(x) >= 2 && (strings.EqualFold(x[:2], "AM") || strings.EqualFold(x[:2], "PM")) {
			return 2
		}
		return 0
	case 'z':
		m := regexp.MustCompile(`^(Z|[+-][0-9]{2}(:?[0-9]{2})?)`).FindString(x)
		return len(m)
	}
	n := 0
	for n < len(x) && n < widths()[letter] && strings.Contains(decimalDigits10, x[n:n+1]) {
		n++
	}
	if exact && n < widths()[letter] {
		return 0
	}
	return n
}

func monthOf(name string) int64 {
	i := strings.Index("janfebmaraprmayjunjulaugsepoctnovdec", strings.ToLower(name))
	if i < 0 || i%3 != 0 || len(name) != 3 {
		return 0
	}
	return int64(i/3 + 1)
}

func (p parts) date() (Value, error) {
	year := atoi(p['Y'])
	if p['y'] != "" {
		if year = atoi(p['y']) + 1900; year < 1969 {
			year += 100
		}
	}
	if p['j'] != "" {
		day := atoi(p['j'])
		if year < 1 || day < 1 || day > daysInYear(year) {
			return nil, fmt.Errorf("there is no day %d of %d", day, year)
		}
		return Date(moment{year, 1, 1, 0}.days() + day - 1), nil
	}
	month := atoi(p['m'])
	if p['b'] != "" {
		month = monthOf(p['b'])
	}
	return dateOf(year, month, atoi(p['d']))
}

func daysInYear(year int64) int64 {
	return moment{year + 1, 1, 1, 0}.days() - moment{year, 1, 1, 0}.days()
}

func (p parts) clock() (Value, error) {
	hour := atoi(p['H'])
	if p['I'] != "" {
		if hour = atoi(p['I']); hour < 1 || hour > 12 {
			return nil, fmt.Errorf("there is no hour %d of 12", hour)
		}
		hour %= 12
		if strings.EqualFold(p['p'], "PM") {
			hour += 12
		}
	}
	return timeOf(hour, atoi(p['M']), atoi(p['S']), fraction(p['f']))
}
