package dialect

import (
	"fmt"
	"slices"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// casts is where the dialects differ in converting values.
type casts interface {
	// castName is the name of a type in a CAST.
	castName(t gate.Type) (string, error)
	// fromText is the value of a text in the canonical form of a type, or as near
	// to it as a cast's grammar takes.
	fromText(x string, t gate.Type) (string, error)
	// toText is the canonical text of a value.
	toText(x string, t gate.Type) (string, error)
	// toTimestamp, toTimestamptz and toDate convert among dates and timestamps, in UTC.
	toTimestamp(x string, from gate.Kind) string
	toTimestamptz(x string, from gate.Kind) string
	toDate(x string, from gate.Kind) string
}

// cast prints a conversion. Those that lose something or may fail are refused,
// but for texts, which were looked at before.
func (p printer) cast(n ast.Cast) (string, error) {
	if _, null := n.X.(ast.Null); null {
		return p.null(n.Type)
	}
	x, err := p.operand(n.X)
	if err != nil {
		return "", err
	}
	from, to := x.typ, n.Type
	switch {
	case sameType(from, to):
		return x.sql, nil
	case from.Kind == gate.KindUnknown, // until the source is read
		from.IsText() && to.IsText():
		return p.castPlain(x.sql, to)
	case from.IsText():
		return p.fromText(p.plainText(x.sql, from), to)
	case to.Kind == gate.KindString:
		return p.valueText(n, x)
	case from.IsNumeric() && to.IsNumeric():
		return p.castNumber(n, x)
	}
	switch {
	case to.Kind == gate.KindTimestamp && isTemporalWithDate(from):
		return p.toTimestamp(x.sql, from.Kind), nil
	case to.Kind == gate.KindTimestamptz && (from.Kind == gate.KindDate || from.Kind == gate.KindTimestamp):
		return p.toTimestamptz(x.sql, from.Kind), nil
	case to.Kind == gate.KindDate && (from.Kind == gate.KindTimestamp || from.Kind == gate.KindTimestamptz):
		return p.toDate(x.sql, from.Kind), nil
	}
	return "", castError(from, to)
}

func castError(from, to gate.Type) error {
	if !from.IsKnown() {
		return fmt.Errorf("a value whose type is not known cannot be cast to %s", to)
	}
	return fmt.Errorf("a %s cannot be cast to %s", from, to)
}

func sameType(a, b gate.Type) bool {
	return a.Kind == b.Kind && a.Precision == b.Precision && a.Scale == b.Scale &&
		a.Kind != gate.KindList && a.Kind != gate.KindStruct && a.Kind != gate.KindEnum
}

// castPlain leaves the conversion to the warehouse.
func (p printer) castPlain(x string, to gate.Type) (string, error) {
	name, err := p.castName(to)
	return "CAST(" + x + " AS " + name + ")", err
}

// valueText is the text of a value: of the types whose text is the same everywhere.
func (p printer) valueText(n ast.Cast, x operand) (string, error) {
	t := x.typ
	if t.Kind == gate.KindDecimal && t.Precision == 0 {
		size := sizeOf(n.X)
		if !size.known {
			return "", fmt.Errorf("the text of a decimal depends on its digits, which are not known here")
		}
		t.Precision, t.Scale = size.precision(), size.scale
	}
	kinds := []gate.Kind{gate.KindBool, gate.KindUUID, gate.KindDecimal, gate.KindDate, gate.KindTime, gate.KindTimestamp, gate.KindTimestamptz}
	if t.IsInteger() || slices.Contains(kinds, t.Kind) {
		return p.toText(x.sql, t)
	}
	return "", fmt.Errorf("the text of a %s is not the same on all warehouses", t)
}

// castNumber converts numbers where each of the one type is one of the other.
func (p printer) castNumber(n ast.Cast, x operand) (string, error) {
	from, to, size := x.typ, n.Type, sizeOf(n.X)
	fits := size.known && size.scale <= to.Scale
	switch {
	case to.Kind == gate.KindFloat64, to.Kind == gate.KindFloat:
		f, err := p.number(n.X, gate.KindFloat64)
		return f.sql, err
	case to.Kind == gate.KindDecimal && to.Precision == 0 && !from.IsFloat():
		d, err := p.number(n.X, gate.KindDecimal)
		return d.sql, err
	case from.IsFloat(), from.Kind == gate.KindDecimal && !fits:
		return "", castError(from, to)
	}
	return p.castPlain(x.sql, to)
}
