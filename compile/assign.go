package compile

import (
	"regexp"
	"slices"
	"unicode/utf8"

	"github.com/sqlgate/sqlgate/gate"
)

// lossless reports whether every value of one column can be moved into
// another without changing: warehouses round and cut silently at assignment,
// so this is the only guard.
func lossless(from, to Column) bool {
	if from.Native == to.Native {
		return true
	}
	if isNested(from.Type) && itemLimit.MatchString(from.Native+to.Native) {
		return false // the logical types do not say what an item keeps
	}
	return losslessType(from.Type, to.Type) && !coarser(from.Native, to.Native) && !shorter(from, to)
}

// itemLimit is in the names of types that keep a length or a number of digits.
var itemLimit = regexp.MustCompile(`TIMESTAMP_|[a-z]\(`)

// shorter reports whether a text can be too long for another column.
func shorter(from, to Column) bool {
	switch {
	case to.MaxLength == 0:
		return false
	case from.Type.Kind == gate.KindEnum:
		return slices.ContainsFunc(from.Type.Values, func(v string) bool { return utf8.RuneCountInString(v) > to.MaxLength })
	default:
		return from.Type.Kind == gate.KindString && (from.MaxLength == 0 || from.MaxLength > to.MaxLength)
	}
}

func isNested(t gate.Type) bool { return t.Kind == gate.KindList || t.Kind == gate.KindStruct }

func losslessType(from, to gate.Type) bool {
	if from.Kind == to.Kind {
		return losslessSame(from, to)
	}
	switch {
	case from.Kind == gate.KindAny || to.Kind == gate.KindAny:
		return false
	case to.Kind == gate.KindString:
		return from.Kind == gate.KindEnum
	case to.Kind == gate.KindTimestamp:
		return from.Kind == gate.KindDate
	case to.Kind == gate.KindFloat64 && from.Kind == gate.KindFloat32:
		return true
	}
	if !from.IsInteger() {
		return false
	}
	_, most := from.Kind.IntegerRange()
	switch to.Kind {
	case gate.KindDecimal:
		return to.Precision == 0 || to.Precision-to.Scale >= from.Kind.IntegerDigits()
	case gate.KindFloat64:
		return most.BitLen() <= 53
	case gate.KindFloat32:
		return most.BitLen() <= 24
	}
	return to.IsInteger() && to.Kind.HoldsIntegers(from.Kind)
}

func losslessSame(from, to gate.Type) bool {
	switch from.Kind {
	case gate.KindAny:
		return false
	case gate.KindDecimal:
		return to.Precision == 0 ||
			from.Precision > 0 && to.Scale >= from.Scale && to.Precision-to.Scale >= from.Precision-from.Scale
	case gate.KindEnum:
		return subset(from.Values, to.Values)
	case gate.KindList:
		return from.Elem != nil && to.Elem != nil && losslessType(*from.Elem, *to.Elem)
	case gate.KindStruct:
		if len(from.Fields) == 0 || len(from.Fields) != len(to.Fields) { // without fields: they are not known
			return false
		}
		for i, f := range from.Fields {
			if f.Name != to.Fields[i].Name || !losslessType(f.Type, to.Fields[i].Type) {
				return false
			}
		}
	}
	return true
}

func subset(values, of []string) bool {
	known := map[string]bool{}
	for _, v := range of {
		known[v] = true
	}
	for _, v := range values {
		if !known[v] {
			return false
		}
	}
	return true
}

// timestampDigits are DuckDB's types of timestamps by the fraction digits that
// they keep.
var timestampDigits = map[string]int{"TIMESTAMP_S": 0, "TIMESTAMP_MS": 3, "TIMESTAMP": 6, "TIMESTAMP_NS": 9}

// temporalForm is a temporal type of Postgres: fields of an interval, digits.
var temporalForm = regexp.MustCompile(`^(?:time|timestamp|interval)( [a-z ]*(?:year|month|day|hour|minute|second))?(?:\((\d)\))?(?: with(?:out)? time zone)?$`)

// coarser reports whether a temporal type keeps less of a value than another.
func coarser(from, to string) bool {
	f, okFrom := fractionDigits(from)
	t, okTo := fractionDigits(to)
	return okFrom && okTo && t < f
}

// fractionDigits are those that a temporal type keeps; fewer than none where it
// does not keep all fields.
func fractionDigits(native string) (int, bool) {
	if digits, ok := timestampDigits[native]; ok {
		return digits, true
	}
	m := temporalForm.FindStringSubmatch(native)
	switch {
	case m == nil:
		return 0, false
	case m[1] != "":
		return -1, true
	case m[2] == "":
		return 6, true
	default:
		return int(m[2][0] - '0'), true
	}
}

// matches reports whether a warehouse's type is the one that the gate states.
func matches(stated gate.Type, actual gate.Type) bool {
	switch stated.Kind {
	case gate.KindUnknown, gate.KindAny:
		return true
	case gate.KindInteger:
		return actual.IsInteger()
	case gate.KindFloat:
		return actual.Kind == gate.KindFloat32 || actual.Kind == gate.KindFloat64
	case gate.KindEnum:
		return actual.Kind == gate.KindString || actual.Kind == gate.KindEnum
	}
	if stated.Kind != actual.Kind {
		return false
	}
	switch stated.Kind {
	case gate.KindDecimal:
		return stated.Precision == 0 || stated.Precision == actual.Precision && stated.Scale == actual.Scale
	case gate.KindList:
		return stated.Elem == nil || actual.Elem != nil && matches(*stated.Elem, *actual.Elem)
	case gate.KindStruct:
		if len(stated.Fields) != len(actual.Fields) {
			return false
		}
		for i, f := range stated.Fields {
			if f.Name != actual.Fields[i].Name || !matches(f.Type, actual.Fields[i].Type) {
				return false
			}
		}
	}
	return true
}
