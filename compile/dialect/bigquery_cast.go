package dialect

import (
	"fmt"

	"github.com/sqlgate/sqlgate/gate"
)

// castName is the type without the digits of a decimal, which a CAST does not take.
func (d BigQuery) castName(t gate.Type) (string, error) {
	if t.Kind != gate.KindDecimal {
		return d.TypeName(t)
	}
	if t.Precision > 0 && t.Scale <= 9 && t.Precision-t.Scale <= 29 {
		return "NUMERIC", nil
	}
	return "BIGNUMERIC", nil
}

func (d BigQuery) fromText(x string, t gate.Type) (string, error) {
	switch t.Kind {
	case gate.KindJSON:
		return "PARSE_JSON(" + x + ", wide_number_mode => 'round')", nil
	case gate.KindBytes, gate.KindInterval, gate.KindList, gate.KindStruct:
		return "", castError(gate.Type{Kind: gate.KindString}, t)
	}
	name, err := d.castName(t)
	return "CAST(" + x + " AS " + name + ")", err
}

// toText writes all decimals of a type, and as many of a second as it has.
func (BigQuery) toText(x string, t gate.Type) (string, error) {
	switch t.Kind {
	case gate.KindDecimal:
		return fmt.Sprintf("FORMAT('%%.%df', %s)", t.Scale, x), nil
	case gate.KindTime:
		return "FORMAT_TIME('%H:%M:%E*S', " + x + ")", nil
	case gate.KindTimestamp:
		return "FORMAT_DATETIME('%F %H:%M:%E*S', " + x + ")", nil
	case gate.KindTimestamptz:
		return "FORMAT_TIMESTAMP('%F %H:%M:%E*S+00', " + x + ", 'UTC')", nil
	default:
		return "CAST(" + x + " AS STRING)", nil
	}
}

func (BigQuery) toTimestamp(x string, from gate.Kind) string {
	return datetime(operand{sql: x, typ: gate.Type{Kind: from}})
}

func (BigQuery) toTimestamptz(x string, from gate.Kind) string {
	return "TIMESTAMP(" + datetime(operand{sql: x, typ: gate.Type{Kind: from}}) + ", 'UTC')"
}

func (BigQuery) toDate(x string, from gate.Kind) string {
	return "DATE(" + datetime(operand{sql: x, typ: gate.Type{Kind: from}}) + ")"
}
