package dialect

import (
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/gate"
)

func bigqueryKinds() kinds {
	return kinds{
		"STRING": gate.KindString, "BOOL": gate.KindBool, "BOOLEAN": gate.KindBool,
		"INT64": gate.KindInt64, "INTEGER": gate.KindInt64, "FLOAT64": gate.KindFloat64, "FLOAT": gate.KindFloat64,
		"DATE": gate.KindDate, "TIME": gate.KindTime, "DATETIME": gate.KindTimestamp, "TIMESTAMP": gate.KindTimestamptz,
		"INTERVAL": gate.KindInterval, "JSON": gate.KindJSON, "BYTES": gate.KindBytes,
	}
}

// LogicalType reads a type name as INFORMATION_SCHEMA gives it.
func (BigQuery) LogicalType(native string) gate.Type {
	s := &typeScanner{text: native}
	t := bigqueryType(s, bigqueryKinds())
	if s.space(); s.pos < len(s.text) {
		return anyType()
	}
	return t
}

func bigqueryType(s *typeScanner, plain kinds) gate.Type {
	word := strings.ToUpper(s.words())
	switch {
	case s.take('('):
		return bigqueryParametrized(word, s.numbers(), plain)
	case !s.take('<'):
		return bigqueryParametrized(word, nil, plain)
	case word == "ARRAY":
		elem := bigqueryType(s, plain)
		if !s.take('>') {
			return anyType()
		}
		return gate.Type{Kind: gate.KindList, Elem: &elem}
	case word == "STRUCT":
		return s.fields('>', func() gate.Type { return bigqueryType(s, plain) })
	default: // RANGE<DATE>
		s.words()
		s.take('>')
		return anyType()
	}
}

// bigqueryParametrized knows the digits that NUMERIC and BIGNUMERIC have by themselves.
func bigqueryParametrized(word string, args []int, plain kinds) gate.Type {
	switch {
	case word == "NUMERIC" && len(args) == 0:
		return decimalType([]int{38, 9})
	case word == "BIGNUMERIC" && len(args) == 0:
		return decimalType([]int{76, 38})
	case word == "NUMERIC" || word == "BIGNUMERIC":
		return decimalType(args)
	}
	if kind, ok := plain[word]; ok {
		return gate.Type{Kind: kind}
	}
	return anyType()
}

// MaxLength is the n of STRING(n).
func (BigQuery) MaxLength(native string) int { return maxLength(native) }

// TypeName is BigQuery's name of a type. Enums and uuids are strings.
func (d BigQuery) TypeName(t gate.Type) (string, error) {
	return typeNames{
		dialect: d.Name(),
		plain: map[gate.Kind]string{
			gate.KindString: "STRING", gate.KindBool: "BOOL", gate.KindUUID: "STRING",
			gate.KindInt8: "INT64", gate.KindInt16: "INT64", gate.KindInt32: "INT64", gate.KindInt64: "INT64", gate.KindInteger: "INT64",
			gate.KindUint8: "INT64", gate.KindUint16: "INT64", gate.KindUint32: "INT64", gate.KindUint64: "NUMERIC", gate.KindInt128: "BIGNUMERIC",
			gate.KindFloat32: "FLOAT64", gate.KindFloat64: "FLOAT64", gate.KindFloat: "FLOAT64",
			gate.KindDate: "DATE", gate.KindTime: "TIME", gate.KindTimestamp: "DATETIME", gate.KindTimestamptz: "TIMESTAMP",
			gate.KindInterval: "INTERVAL", gate.KindJSON: "JSON", gate.KindBytes: "BYTES",
		},
		decimal:   bigqueryDecimal,
		enum:      func([]string) string { return "STRING" },
		list:      func(elem string) string { return "ARRAY<" + elem + ">" },
		structure: func(fields []string) string { return "STRUCT<" + strings.Join(fields, ", ") + ">" },
		ident:     d.Ident,
	}.print(t)
}

func bigqueryDecimal(t gate.Type) string {
	switch {
	case t.Precision == 0:
		return "BIGNUMERIC"
	case t.Precision == 76 && t.Scale == 38:
		return "BIGNUMERIC"
	case t.Precision == 38 && t.Scale == 9:
		return "NUMERIC"
	case t.Scale <= 9 && t.Precision-t.Scale <= 29:
		return fmt.Sprintf("NUMERIC(%d,%d)", t.Precision, t.Scale)
	default:
		return fmt.Sprintf("BIGNUMERIC(%d,%d)", t.Precision, t.Scale)
	}
}
