package dialect

import (
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/gate"
)

func duckdbKinds() kinds {
	return kinds{
		"VARCHAR": gate.KindString, "BOOLEAN": gate.KindBool,
		"TINYINT": gate.KindInt8, "SMALLINT": gate.KindInt16, "INTEGER": gate.KindInt32, "BIGINT": gate.KindInt64,
		"UTINYINT": gate.KindUint8, "USMALLINT": gate.KindUint16, "UINTEGER": gate.KindUint32, "UBIGINT": gate.KindUint64,
		"HUGEINT": gate.KindInt128, "FLOAT": gate.KindFloat32, "DOUBLE": gate.KindFloat64,
		"DATE": gate.KindDate, "TIME": gate.KindTime,
		"TIMESTAMP": gate.KindTimestamp, "TIMESTAMP_S": gate.KindTimestamp, "TIMESTAMP_MS": gate.KindTimestamp, "TIMESTAMP_NS": gate.KindTimestamp,
		"TIMESTAMP WITH TIME ZONE": gate.KindTimestamptz, "TIMESTAMPTZ": gate.KindTimestamptz,
		"INTERVAL": gate.KindInterval, "UUID": gate.KindUUID, "JSON": gate.KindJSON, "BLOB": gate.KindBytes,
	}
}

// nanoseconds are the digits of a second that a TIMESTAMP_NS keeps.
const nanoseconds = 9

func keepsNanoseconds(t gate.Type) bool {
	return t.Kind == gate.KindTimestamp && t.Precision == nanoseconds
}

// LogicalType reads a type name as DuckDB's typeof gives it.
func (DuckDB) LogicalType(native string) gate.Type {
	s := &typeScanner{text: native}
	t := duckdbType(s, duckdbKinds())
	if s.space(); s.pos < len(s.text) {
		return anyType()
	}
	return t
}

func duckdbType(s *typeScanner, plain kinds) gate.Type {
	t := duckdbBase(s, plain)
	for s.take('[') {
		s.words()
		if !s.take(']') {
			return anyType()
		}
		elem := t
		t = gate.Type{Kind: gate.KindList, Elem: &elem}
	}
	return t
}

func duckdbBase(s *typeScanner, plain kinds) gate.Type {
	if s.take('"') {
		s.quoted('"')
		return anyType()
	}
	word := strings.ToUpper(s.words())
	if !s.take('(') {
		kind, ok := plain[word]
		switch {
		case !ok:
			return anyType()
		case word == "TIMESTAMP_NS":
			return gate.Type{Kind: kind, Precision: nanoseconds}
		}
		return gate.Type{Kind: kind}
	}
	switch word {
	case "DECIMAL":
		return decimalType(s.numbers())
	case "ENUM":
		return enumType(s)
	case "STRUCT":
		return s.fields(')', func() gate.Type { return duckdbType(s, plain) })
	default:
		s.skip()
		return anyType()
	}
}

func enumType(s *typeScanner) gate.Type {
	t := gate.Type{Kind: gate.KindEnum}
	for s.take('\'') {
		t.Values = append(t.Values, s.quoted('\''))
		if !s.take(',') {
			break
		}
	}
	if !s.take(')') {
		return anyType()
	}
	return t
}

// MaxLength is always 0: DuckDB ignores lengths.
func (DuckDB) MaxLength(string) int { return 0 }

// TypeName is DuckDB's name of a type. A decimal without precision is
// DECIMAL(38,10), the families are their widest member.
func (d DuckDB) TypeName(t gate.Type) (string, error) {
	return typeNames{
		dialect: d.Name(),
		plain: map[gate.Kind]string{
			gate.KindString: "VARCHAR", gate.KindBool: "BOOLEAN",
			gate.KindInt8: "TINYINT", gate.KindInt16: "SMALLINT", gate.KindInt32: "INTEGER", gate.KindInt64: "BIGINT",
			gate.KindUint8: "UTINYINT", gate.KindUint16: "USMALLINT", gate.KindUint32: "UINTEGER", gate.KindUint64: "UBIGINT",
			gate.KindInt128: "HUGEINT", gate.KindInteger: "BIGINT",
			gate.KindFloat32: "FLOAT", gate.KindFloat64: "DOUBLE", gate.KindFloat: "DOUBLE",
			gate.KindDate: "DATE", gate.KindTime: "TIME", gate.KindTimestamp: "TIMESTAMP", gate.KindTimestamptz: "TIMESTAMPTZ",
			gate.KindInterval: "INTERVAL", gate.KindUUID: "UUID", gate.KindJSON: "JSON", gate.KindBytes: "BLOB",
		},
		decimal: func(t gate.Type) string {
			if t.Precision == 0 {
				return "DECIMAL(38,10)"
			}
			return fmt.Sprintf("DECIMAL(%d,%d)", t.Precision, t.Scale)
		},
		enum: func(values []string) string {
			if len(values) == 0 {
				return "VARCHAR"
			}
			return "ENUM(" + strings.Join(mapTexts(values, d.quote), ", ") + ")"
		},
		list:      func(elem string) string { return elem + "[]" },
		structure: func(fields []string) string { return "STRUCT(" + strings.Join(fields, ", ") + ")" },
		ident:     d.Ident,
	}.print(t)
}
