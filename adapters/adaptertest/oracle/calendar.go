package oracle

import (
	"fmt"
	"math/big"
	"time"

	"github.com/sqlgate/sqlgate/compile/ast"
)

const (
	microsPerSecond = 1_000_000
	microsPerMinute = 60 * microsPerSecond
	microsPerHour   = 60 * microsPerMinute
	microsPerDay    = 24 * microsPerHour
)

// moment is a point of the proleptic Gregorian calendar.
type moment struct {
	year  int64
	month int64 // from 1
	day   int64 // from 1
	clock int64 // microseconds since midnight
}

// momentOf splits a date or timestamp.
func momentOf(days, clock int64) moment {
	t := time.Unix(days*86400, 0).UTC()
	return moment{int64(t.Year()), int64(t.Month()), int64(t.Day()), clock}
}

// days are the days since 1970-01-01.
func (m moment) days() int64 {
	return floorDiv(time.Date(int(m.year), time.Month(m.month), int(m.day), 0, 0, 0, 0, time.UTC).Unix(), 86400)
}

func (m moment) micros() int64 { return m.days()*microsPerDay + m.clock }

func daysIn(year, month int64) int64 {
	return int64(time.Date(int(year), time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day())
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func floorMod(a, b int64) int64 { return a - floorDiv(a, b)*b }

// split is a temporal value as days and microseconds of the day; a time has no
// days. It is not ok for an infinity. Outside of the years 1 to 9999 engines count
// years otherwise, and may raise an error.
func split(v Value) (m moment, ok bool, err error) {
	switch v := v.(type) {
	case Date:
		if isInfinite(int64(v)) {
			return moment{}, false, nil
		}
		m = momentOf(int64(v), 0)
	case Timestamp:
		if isInfinite(int64(v)) {
			return moment{}, false, nil
		}
		m = momentOf(floorDiv(int64(v), microsPerDay), floorMod(int64(v), microsPerDay))
	case Time:
		m = momentOf(0, int64(v))
	default:
		return moment{}, false, fmt.Errorf("a %T is neither date nor time", v)
	}
	if m.year < 1 || m.year > 9999 {
		return moment{}, false, ErrRaises
	}
	return m, true, nil
}

// join is a moment as a value of the kind of like.
func join(m moment, like Value) Value {
	switch like.(type) {
	case Date:
		return Date(m.days())
	case Time:
		return Time(m.clock)
	default:
		return Timestamp(m.micros())
	}
}

func isInfinite(n int64) bool { return n == Infinity || n == -Infinity }

// ordinal numbers the units since some first one, so that the difference of two
// ordinals is the number of boundaries between them.
func (m moment) ordinal(u ast.Unit) (int64, error) {
	switch u {
	case ast.Second:
		return floorDiv(m.micros(), microsPerSecond), nil
	case ast.Minute:
		return floorDiv(m.micros(), microsPerMinute), nil
	case ast.Hour:
		return floorDiv(m.micros(), microsPerHour), nil
	case ast.Day:
		return m.days(), nil
	case ast.Week:
		return floorDiv(m.days()+3, 7), nil // 1970-01-01 was a Thursday
	case ast.Month:
		return m.year*12 + m.month - 1, nil
	case ast.Quarter:
		return m.year*4 + (m.month-1)/3, nil
	case ast.Year:
		return m.year, nil
	default:
		return 0, fmt.Errorf("unknown unit %q", u)
	}
}

// start is the first moment of the unit that holds m.
func (m moment) start(u ast.Unit) (moment, error) {
	switch u {
	case ast.Second:
		m.clock -= m.clock % microsPerSecond
		return m, nil
	case ast.Minute:
		m.clock -= m.clock % microsPerMinute
		return m, nil
	case ast.Hour:
		m.clock -= m.clock % microsPerHour
		return m, nil
	case ast.Day:
		m.clock = 0
		return m, nil
	case ast.Week:
		return momentOf(m.days()-floorMod(m.days()+3, 7), 0), nil
	case ast.Month:
		return moment{m.year, m.month, 1, 0}, nil
	case ast.Quarter:
		return moment{m.year, (m.month-1)/3*3 + 1, 1, 0}, nil
	case ast.Year:
		return moment{m.year, 1, 1, 0}, nil
	default:
		return moment{}, fmt.Errorf("unknown unit %q", u)
	}
}

// plus adds n units. A month that is too short gives its last day.
func (m moment) plus(n int64, u ast.Unit) (moment, error) {
	months := map[ast.Unit]int64{ast.Month: 1, ast.Quarter: 3, ast.Year: 12}
	micros := map[ast.Unit]int64{
		ast.Second: microsPerSecond, ast.Minute: microsPerMinute, ast.Hour: microsPerHour,
		ast.Day: microsPerDay, ast.Week: 7 * microsPerDay,
	}
	if size, ok := months[u]; ok {
		if n > 1e6 || n < -1e6 {
			return moment{}, ErrRaises
		}
		total := m.year*12 + m.month - 1 + n*size
		m.year, m.month = floorDiv(total, 12), floorMod(total, 12)+1
		m.day = min(m.day, daysIn(m.year, m.month))
		return m, nil
	}
	size, ok := micros[u]
	if !ok {
		return moment{}, fmt.Errorf("unknown unit %q", u)
	}
	sum := new(big.Int).Mul(big.NewInt(n), big.NewInt(size))
	sum.Add(sum, big.NewInt(m.clock))
	days, clock := new(big.Int).DivMod(sum, big.NewInt(microsPerDay), new(big.Int))
	if !days.IsInt64() || days.Int64() > 1e8 || days.Int64() < -1e8 {
		return moment{}, ErrRaises
	}
	return momentOf(m.days()+days.Int64(), clock.Int64()), nil
}

// weekday is 1 on Monday and 7 on Sunday.
func (m moment) weekday() int64 { return floorMod(m.days()+3, 7) + 1 }
