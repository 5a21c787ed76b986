package adaptertest

import (
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/sqlgate/sqlgate/adapters/adaptertest/oracle"
	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// sqlValue is a value as an expression of a type in a dialect.
func sqlValue(d dialect.Dialect, t gate.Type, v oracle.Value) (string, error) {
	name, err := d.TypeName(t)
	if err != nil {
		return "", err
	}
	x, err := sqlConstant(d, t, v)
	if err != nil {
		return "", err
	}
	return "CAST(" + x + " AS " + name + ")", nil
}

func sqlConstant(d dialect.Dialect, t gate.Type, v oracle.Value) (string, error) {
	quoted := func(text string) (string, error) {
		return d.Literal(ast.Literal{Text: text, Type: gate.Type{Kind: gate.KindString}})
	}
	switch v := v.(type) {
	case nil:
		return "NULL", nil
	case oracle.Bool:
		return strings.ToUpper(strconv.FormatBool(bool(v))), nil
	case oracle.Number:
		return quoted(v.FloatString(t.Scale))
	case oracle.Float:
		return quoted(floatText(float64(v)))
	case oracle.Text:
		return sqlText(quoted, string(v))
	case oracle.UUID:
		return quoted(string(v))
	case oracle.Bytes:
		return sqlBytes(d, string(v)), nil
	case oracle.Date:
		if v < firstDay && v != -oracle.Infinity || v > lastDay && v != oracle.Infinity {
			return fmt.Sprintf("DATE '1970-01-01' + (%d)", int64(v)), nil
		}
		return quoted(temporalText(v))
	case oracle.Timestamp:
		if v < firstDay*dayMicros && v != -oracle.Infinity || v >= (lastDay+1)*dayMicros && v != oracle.Infinity {
			return farTimestamp(d, t, int64(v)), nil
		}
		return quoted(temporalText(v))
	case oracle.Time:
		return quoted(temporalText(v))
	case oracle.List:
		items := make([]string, len(v))
		for i, item := range v {
			var err error
			if items[i], err = sqlValue(d, *t.Elem, item); err != nil {
				return "", err
			}
		}
		if d.Name() == "postgres" {
			return "ARRAY[" + strings.Join(items, ", ") + "]", nil
		}
		return "[" + strings.Join(items, ", ") + "]", nil
	case oracle.Struct:
		fields := make([]string, len(t.Fields))
		for i, f := range t.Fields {
			x, err := sqlValue(d, f.Type, v[f.Name])
			if err != nil {
				return "", err
			}
			fields[i] = d.Ident(f.Name) + " := " + x
		}
		return "struct_pack(" + strings.Join(fields, ", ") + ")", nil
	default:
		return "", fmt.Errorf("a %T has no constant", v)
	}
}

// farTimestamp is a timestamp outside of the years 1 to 9999.
func farTimestamp(d dialect.Dialect, t gate.Type, micros int64) string {
	if d.Name() == "duckdb" {
		return fmt.Sprintf("make_%s(%d)", t.Kind, micros)
	}
	days := micros / dayMicros
	return fmt.Sprintf("%s '1970-01-01 00:00:00' + make_interval(days => %d) + (%d) * INTERVAL '1 microsecond'", t.Kind, days, micros-days*dayMicros)
}

// sqlText is a text that may hold NUL, which no literal does.
func sqlText(quoted func(string) (string, error), text string) (string, error) {
	parts := strings.Split(text, "\x00")
	for i := range parts {
		var err error
		if parts[i], err = quoted(parts[i]); err != nil {
			return "", err
		}
	}
	return strings.Join(parts, " || chr(0) || "), nil
}

func sqlBytes(d dialect.Dialect, b string) string {
	digits := hex.EncodeToString([]byte(b))
	switch d.Name() {
	case "postgres":
		return "'\\x" + digits + "'"
	case "bigquery":
		return "FROM_HEX('" + digits + "')"
	default:
		return "from_hex('" + digits + "')"
	}
}

func floatText(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	default:
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
}

// temporalText is a date or time of the years 1 to 9999, or an infinity.
func temporalText(v oracle.Value) string {
	switch v := v.(type) {
	case oracle.Time:
		return oracle.FormatTime(v)
	case oracle.Date:
		return oracle.FormatDate(v)
	case oracle.Timestamp:
		return oracle.FormatTimestamp(v)
	default:
		return fmt.Sprint(v)
	}
}
