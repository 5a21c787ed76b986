package dialect

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/sqlgate/sqlgate/gate"
)

func postgresKinds() kinds {
	return kinds{
		"TEXT": gate.KindString, "CHARACTER VARYING": gate.KindString, "CHARACTER": gate.KindString, "CITEXT": gate.KindString,
		"VARCHAR": gate.KindString, "CHAR": gate.KindString, "BPCHAR": gate.KindString, "NAME": gate.KindString,
		"BOOLEAN": gate.KindBool, "SMALLINT": gate.KindInt16, "INTEGER": gate.KindInt32, "BIGINT": gate.KindInt64,
		"REAL": gate.KindFloat32, "DOUBLE PRECISION": gate.KindFloat64, "NUMERIC": gate.KindDecimal,
		"DATE": gate.KindDate, "TIME WITHOUT TIME ZONE": gate.KindTime, "TIME": gate.KindTime,
		"TIMESTAMP WITHOUT TIME ZONE": gate.KindTimestamp, "TIMESTAMP": gate.KindTimestamp,
		"TIMESTAMP WITH TIME ZONE": gate.KindTimestamptz, "TIMESTAMPTZ": gate.KindTimestamptz,
		"INTERVAL": gate.KindInterval, "UUID": gate.KindUUID, "JSON": gate.KindJSON, "JSONB": gate.KindJSON, "BYTEA": gate.KindBytes,
		"POINT": gate.KindStruct, "LINE": gate.KindStruct, "LSEG": gate.KindStruct, "BOX": gate.KindStruct,
		"PATH": gate.KindStruct, "POLYGON": gate.KindStruct, "CIRCLE": gate.KindStruct,
	}
}

// postgresForm is a type name of format_type: words, a modifier, words.
var postgresForm = regexp.MustCompile(`^([a-z]+(?: [a-z]+)*?)(?:\((\d+)(?:,(\d+))?\))?((?: [a-z]+)*)$`)

// LogicalType reads a type name as format_type gives it. Types of users, enums
// and composites among them, are KindAny; those of geometry are structs, since
// their = compares areas, lengths or counts.
func (d Postgres) LogicalType(native string) gate.Type {
	if elem, ok := strings.CutSuffix(native, "[]"); ok {
		t := d.LogicalType(elem)
		return gate.Type{Kind: gate.KindList, Elem: &t}
	}
	m := postgresForm.FindStringSubmatch(native)
	if m == nil {
		return anyType()
	}
	kind, ok := postgresKinds()[strings.ToUpper(m[1]+m[4])]
	if !ok {
		return anyType()
	}
	t := gate.Type{Kind: kind}
	if kind == gate.KindDecimal {
		t.Precision, _ = strconv.Atoi(m[2])
		t.Scale, _ = strconv.Atoi(m[3])
	}
	return t
}

// MaxLength is the n of varchar(n) and char(n).
func (Postgres) MaxLength(native string) int { return maxLength(native) }

// TypeName is Postgres's name of a type. Integers that it lacks are the next
// wider one or numeric; enums are texts.
func (d Postgres) TypeName(t gate.Type) (string, error) {
	return typeNames{
		dialect: d.Name(),
		plain: map[gate.Kind]string{
			gate.KindString: "text", gate.KindBool: "boolean",
			gate.KindInt8: "smallint", gate.KindInt16: "smallint", gate.KindInt32: "integer", gate.KindInt64: "bigint",
			gate.KindUint8: "smallint", gate.KindUint16: "integer", gate.KindUint32: "bigint", gate.KindUint64: "numeric(20,0)",
			gate.KindInt128: "numeric(39,0)", gate.KindInteger: "bigint",
			gate.KindFloat32: "real", gate.KindFloat64: "double precision", gate.KindFloat: "double precision",
			gate.KindDate: "date", gate.KindTime: "time", gate.KindTimestamp: "timestamp", gate.KindTimestamptz: "timestamptz",
			gate.KindInterval: "interval", gate.KindUUID: "uuid", gate.KindJSON: "jsonb", gate.KindBytes: "bytea",
		},
		decimal: func(t gate.Type) string {
			if t.Precision == 0 {
				return "numeric"
			}
			return fmt.Sprintf("numeric(%d,%d)", t.Precision, t.Scale)
		},
		enum: func([]string) string { return "text" },
		list: func(elem string) string { return elem + "[]" },
	}.print(t)
}
