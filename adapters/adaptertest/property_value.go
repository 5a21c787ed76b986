package adaptertest

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"

	"github.com/sqlgate/sqlgate/adapters/adaptertest/oracle"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// hints are what makes a random value meet a column's rules.
type hints struct {
	values  []oracle.Value
	texts   []func(*rand.Rand) string // such as samples of a pattern
	lengths []int64
}

// valueMaker makes random values of a column's type.
type valueMaker struct {
	*rand.Rand
	extremes
	hints
}

// extremes are values that not every engine has.
type extremes struct {
	nul        bool    // texts may hold NUL
	dates      []int64 // outside of the years 1 to 9999, in days since 1970
	timestamps []int64 // such, in microseconds since 1970
}

func extremesOf(d dialect.Dialect) extremes {
	switch d.Name() {
	case "duckdb":
		return extremes{true, []int64{-2147483646, 2147483646, firstDay - 1, lastDay + 1}, []int64{-9223372022400000000, 9223372036854775806, firstDay*dayMicros - 1}}
	case "postgres":
		const julianDay0 = -2440588 // 4713-11-24 BC, where Postgres begins
		return extremes{false, []int64{julianDay0, 2145031948, firstDay - 1, lastDay + 1}, []int64{julianDay0 * dayMicros, 9223371331199999999, firstDay*dayMicros - 1}}
	default:
		return extremes{}
	}
}

// value is a random value of the type; it may be NULL.
func (v valueMaker) value(t gate.Type) oracle.Value {
	var near oracle.Value
	if len(v.values) > 0 {
		near = pick(v.Rand, v.values)
	}
	switch {
	case chance(v.Rand, 12):
		return nil
	case isOf(near, t) && chance(v.Rand, 40):
		return v.near(t, near)
	case len(v.texts) > 0 && chance(v.Rand, 50):
		text := pick(v.Rand, v.texts)(v.Rand)
		if !v.nul {
			text = strings.ReplaceAll(text, "\x00", "")
		}
		return v.some(t, oracle.Text(text))
	case len(v.lengths) > 0 && chance(v.Rand, 40):
		return v.ofLength(t, max(pick(v.Rand, v.lengths)+v.Int64N(3)-1, 0))
	default:
		return v.any(t)
	}
}

// isOf reports whether a value is of the kind of a type.
func isOf(v oracle.Value, t gate.Type) bool {
	switch v.(type) {
	case oracle.Number:
		return t.IsNumeric()
	case oracle.Float:
		return t.IsFloat()
	case oracle.Text:
		return t.IsText()
	case oracle.Bool:
		return t.Kind == gate.KindBool
	case oracle.UUID:
		return t.Kind == gate.KindUUID
	case oracle.Date:
		return t.Kind == gate.KindDate
	case oracle.Time:
		return t.Kind == gate.KindTime
	case oracle.Timestamp:
		return t.Kind == gate.KindTimestamp || t.Kind == gate.KindTimestamptz
	default:
		return false
	}
}

// some is x where the type holds it, else any value.
func (v valueMaker) some(t gate.Type, x oracle.Value) oracle.Value {
	if t.Kind == gate.KindString {
		return x
	}
	return v.any(t)
}

func (v valueMaker) ofLength(t gate.Type, n int64) oracle.Value {
	switch t.Kind {
	case gate.KindString:
		return oracle.Text(textOfLength(v.Rand, n))
	case gate.KindBytes:
		return oracle.Bytes(v.bytes(int(n)))
	case gate.KindList:
		return v.list(t, int(n))
	default:
		return v.any(t)
	}
}

// near is a value at or next to x.
func (v valueMaker) near(t gate.Type, x oracle.Value) oracle.Value {
	step := v.Int64N(3) - 1
	switch x := x.(type) {
	case oracle.Number:
		unit := big.NewRat(1, 1)
		if t.Kind == gate.KindDecimal {
			unit.SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(t.Scale)), nil))
		}
		if t.IsFloat() {
			f, _ := x.Float64()
			return v.near(t, oracle.Float(f))
		}
		unit.Mul(unit, big.NewRat(step, 1))
		return held(t, oracle.Number{Rat: unit.Add(unit, x.Rat)}, x)
	case oracle.Float:
		if t.Kind == gate.KindFloat32 {
			return oracle.Float(math.Nextafter32(float32(x), float32(x)+float32(step)))
		}
		return oracle.Float(math.Nextafter(float64(x), float64(x)+float64(step)))
	case oracle.Text:
		switch {
		case t.Kind == gate.KindEnum:
			return v.any(t)
		case chance(v.Rand, 50):
			return oracle.Text(mutated(v.Rand, string(x)))
		}
		return x
	case oracle.Date:
		if moved := x + oracle.Date(step); firstDay <= moved && moved <= lastDay {
			return moved
		}
		return x
	case oracle.Time:
		return oracle.Time(min(max(int64(x)+step, 0), 86400*1e6-1))
	case oracle.Timestamp:
		const day = 86400 * 1e6
		if moved := x + oracle.Timestamp(step); firstDay*day <= moved && moved < (lastDay+1)*day {
			return moved
		}
		return x
	default:
		return x
	}
}

// held is the first of two numbers that the type holds, else zero.
func held(t gate.Type, x, other oracle.Number) oracle.Value {
	for _, v := range []oracle.Value{x, other} {
		n, exact := v.(oracle.Number)
		if !exact {
			continue
		}
		if _, err := gate.CheckLiteral(t, n.FloatString(t.Scale), false); err == nil {
			return n
		}
	}
	return oracle.Int(0)
}

// any is a random value, not NULL.
func (v valueMaker) any(t gate.Type) oracle.Value {
	switch {
	case t.IsInteger():
		return v.integer(t)
	case t.IsFloat():
		return v.float(t)
	}
	switch t.Kind {
	case gate.KindBool:
		return oracle.Bool(chance(v.Rand, 50))
	case gate.KindDecimal:
		return v.decimal(t)
	case gate.KindDate:
		return v.date()
	case gate.KindTime:
		return oracle.Time(pick(v.Rand, []int64{0, 1, 43200 * 1e6, 86400*1e6 - 1, v.Int64N(86400 * 1e6)}))
	case gate.KindTimestamp, gate.KindTimestamptz:
		return v.timestamp()
	case gate.KindUUID:
		return v.uuid()
	case gate.KindBytes:
		return oracle.Bytes(v.bytes(v.IntN(5)))
	case gate.KindEnum:
		return oracle.Text(pick(v.Rand, t.Values))
	case gate.KindJSON:
		return oracle.Text(pick(v.Rand, []string{"{}", "[]", "null", "1", `"a"`, `{"a": 1}`, `{"a": {"b": "😀"}, "c": null}`}))
	case gate.KindList:
		return v.list(t, v.IntN(4))
	case gate.KindStruct:
		s := oracle.Struct{}
		for _, f := range t.Fields {
			s[f.Name] = v.value(f.Type)
		}
		return s
	default:
		text := randomText(v.Rand)
		if v.nul && chance(v.Rand, 3) {
			text += "\x00" + randomText(v.Rand)
		}
		return oracle.Text(text)
	}
}

func (v valueMaker) list(t gate.Type, n int) oracle.List {
	list := oracle.List{}
	for range n {
		if len(list) > 0 && chance(v.Rand, 25) {
			list = append(list, pick(v.Rand, list))
			continue
		}
		list = append(list, v.value(*t.Elem))
	}
	return list
}

func (v valueMaker) bytes(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = pick(v.Rand, []byte{0, 'a', '\'', '\\', 0x7f, 0x80, 0xff})
	}
	return string(b)
}

func (v valueMaker) uuid() oracle.Value {
	const hex = "0123456789abcdef"
	var b strings.Builder
	for i := range 36 {
		switch i {
		case 8, 13, 18, 23:
			b.WriteByte('-')
		default:
			b.WriteByte(hex[v.IntN(16)])
		}
	}
	return oracle.UUID(pick(v.Rand, []string{"00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff", b.String()}))
}

// limits are the least and the greatest value of a number's type.
func limits(t gate.Type) (low, high *big.Int) {
	size, signed := uint(64), true
	switch t.Kind {
	case gate.KindInt8:
		size = 8
	case gate.KindInt16:
		size = 16
	case gate.KindInt32:
		size = 32
	case gate.KindUint8:
		size, signed = 8, false
	case gate.KindUint16:
		size, signed = 16, false
	case gate.KindUint32:
		size, signed = 32, false
	case gate.KindUint64:
		size, signed = 64, false
	case gate.KindInt128:
		size = 128
	case gate.KindDecimal:
		high = new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(t.Precision)), nil)
		high.Sub(high, big.NewInt(1))
		return new(big.Int).Neg(high), high
	}
	if !signed {
		high = new(big.Int).Lsh(big.NewInt(1), size)
		return new(big.Int), high.Sub(high, big.NewInt(1))
	}
	high = new(big.Int).Lsh(big.NewInt(1), size-1)
	return new(big.Int).Neg(high), high.Sub(high, big.NewInt(1))
}

// whole is a random integer within the type's limits, unscaled for a decimal.
func (v valueMaker) whole(t gate.Type) *big.Int {
	low, high := limits(t)
	switch v.IntN(10) {
	case 0:
		return low
	case 1:
		return high
	case 2:
		span := new(big.Int).Sub(high, low)
		wide := new(big.Int).SetUint64(v.Uint64())
		wide.Mul(wide, new(big.Int).SetUint64(v.Uint64()))
		return wide.Mod(wide, span).Add(wide, low)
	default:
		n := big.NewInt(v.Int64N(41) - 20)
		if n.Cmp(low) < 0 || n.Cmp(high) > 0 {
			return new(big.Int)
		}
		return n
	}
}

func (v valueMaker) integer(t gate.Type) oracle.Value {
	return oracle.Number{Rat: new(big.Rat).SetInt(v.whole(t))}
}

func (v valueMaker) decimal(t gate.Type) oracle.Value {
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(t.Scale)), nil)
	return oracle.Number{Rat: new(big.Rat).SetFrac(v.whole(t), scale)}
}

func (v valueMaker) float(t gate.Type) oracle.Value {
	least, greatest := math.SmallestNonzeroFloat64, math.MaxFloat64
	if t.Kind == gate.KindFloat32 {
		least, greatest = math.SmallestNonzeroFloat32, math.MaxFloat32
	}
	f := pick(v.Rand, []float64{
		math.NaN(), math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), least, -least, greatest, -greatest, 0.1, 1e15, 1 << 24, 1<<24 + 1, 1 << 53, 1<<53 + 2,
		float64(v.IntN(21) - 10), float64(v.IntN(2001)-1000) / 8, v.NormFloat64(),
	})
	if t.Kind == gate.KindFloat32 {
		f = float64(float32(f))
	}
	return oracle.Float(f)
}

const (
	firstDay = -719162 // 0001-01-01
	lastDay  = 2932896 // 9999-12-31
	startDay = startMicros / dayMicros

	dayMicros = 86_400_000_000
)

func (v valueMaker) date() oracle.Value {
	if len(v.dates) > 0 && chance(v.Rand, 5) {
		return oracle.Date(pick(v.Rand, v.dates))
	}
	return oracle.Date(pick(v.Rand, []int64{
		0, -1, 1, firstDay, lastDay, 11016, 19782, startDay, startDay - v.Int64N(100), startDay - 30, startDay + 1, oracle.Infinity, -oracle.Infinity, 11015 + v.Int64N(800), firstDay + v.Int64N(lastDay-firstDay),
	}))
}

func (v valueMaker) timestamp() oracle.Value {
	if len(v.timestamps) > 0 && chance(v.Rand, 5) {
		return oracle.Timestamp(pick(v.Rand, v.timestamps))
	}
	const day = 86400 * 1e6
	return oracle.Timestamp(pick(v.Rand, []int64{
		0, -1, 1, startMicros + v.Int64N(3) - 1, startMicros - 30*day, startMicros - v.Int64N(100*day), startMicros + 900*1e6, firstDay * day, lastDay*day + day - 1, 951782400 * 1e6, 951782400*1e6 + 500000, oracle.Infinity, -oracle.Infinity,
		(11015 + v.Int64N(800)) * day, (11015+v.Int64N(800))*day + v.Int64N(day), (11015+v.Int64N(800))*day + v.Int64N(24)*3600*1e6, firstDay*day + v.Int64N((lastDay-firstDay)*day),
	}))
}
