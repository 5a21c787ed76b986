package oracle

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/sqlgate/sqlgate/gate"
)

// cast converts a value that is not NULL. Conversions that depend on an
// engine's own forms, such as a float to a text, have no meaning here.
func cast(x Value, from, to gate.Type) (Value, error) {
	impossible := fmt.Errorf("a %T does not convert to %s", x, to)
	switch x := x.(type) {
	case Text:
		if to.IsText() || to.Kind == gate.KindJSON {
			return x, nil
		}
		canonical, err := gate.CheckLiteral(to, string(x), false)
		if err != nil {
			return nil, ErrRaises
		}
		return Constant(to, canonical)
	case Number:
		return castNumber(x, from, to)
	case Float:
		switch to.Kind {
		case gate.KindFloat32:
			return Float(float32(x)), nil
		case gate.KindFloat64, gate.KindFloat:
			return x, nil
		}
	case Bool:
		if to.IsText() {
			return Text(fmt.Sprint(bool(x))), nil
		}
	case Date:
		switch {
		case to.Kind == gate.KindDate:
			return x, nil
		case to.IsText():
			return dateText(x)
		case to.Kind == gate.KindTimestamp, to.Kind == gate.KindTimestamptz:
			if _, _, err := split(x); err != nil {
				return nil, err
			}
			return startOfDay(x), nil
		}
	case Timestamp:
		switch to.Kind {
		case gate.KindTimestamp, gate.KindTimestamptz:
			return x, nil
		case gate.KindDate:
			if isInfinite(int64(x)) {
				return Date(x), nil
			}
			return Date(floorDiv(int64(x), microsPerDay)), nil
		}
	case UUID:
		if to.IsText() {
			return Text(x), nil
		}
	}
	if from.Kind == to.Kind {
		return x, nil
	}
	return nil, impossible
}

func castNumber(x Number, from, to gate.Type) (Value, error) {
	switch {
	case to.IsFloat():
		f, err := toFloat(x)
		if to.Kind == gate.KindFloat32 {
			f = float64(float32(f))
		}
		return Float(f), err
	case to.IsInteger():
		if !x.IsInt() {
			return nil, fmt.Errorf("a decimal does not convert to %s", to)
		}
		return inRange(x.Rat, to)
	case to.Kind == gate.KindDecimal:
		return inRange(x.Rat, to)
	case to.IsText() && from.IsInteger():
		return Text(x.Num().String()), nil
	case to.IsText() && from.Kind == gate.KindDecimal && from.Precision > 0:
		return Text(x.FloatString(from.Scale)), nil
	}
	return nil, fmt.Errorf("a number does not convert to %s", to)
}

// inRange is a number that the type holds exactly.
func inRange(r *big.Rat, t gate.Type) (Value, error) {
	text := r.FloatString(max(t.Scale, 40))
	if _, err := gate.CheckLiteral(t, trimZeros(text), false); err != nil {
		return nil, ErrRaises
	}
	return Number{r}, nil
}

func dateText(x Date) (Value, error) {
	m, ok, err := split(x)
	if err != nil || !ok || m.year < 1 || m.year > 9999 {
		return nil, ErrRaises
	}
	return Text(fmt.Sprintf("%04d-%02d-%02d", m.year, m.month, m.day)), nil
}

func startOfDay(x Date) Value {
	if isInfinite(int64(x)) {
		return Timestamp(x)
	}
	return Timestamp(int64(x) * microsPerDay)
}

func trimZeros(text string) string {
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}
