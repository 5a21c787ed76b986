package dialect

import "github.com/sqlgate/sqlgate/gate"

func (d DuckDB) castName(t gate.Type) (string, error) { return d.TypeName(t) }

func (d DuckDB) fromText(x string, t gate.Type) (string, error) {
	name, err := d.castName(t)
	return "CAST(" + x + " AS " + name + ")", err
}

// toText puts the zero before the point that a decimal without whole digits lacks.
func (d DuckDB) toText(x string, t gate.Type) (string, error) {
	text := "CAST(" + x + " AS VARCHAR)"
	switch {
	case t.Kind == gate.KindDecimal && t.Precision == t.Scale:
		return `regexp_replace(` + text + `, '^(-?)\.', '\10.')`, nil
	case t.Kind == gate.KindTimestamptz:
		return zoned("CAST(" + inUTC(operand{sql: x, typ: t}) + " AS VARCHAR)"), nil
	default:
		return text, nil
	}
}

// zoned is the text of a timestamp in UTC with its zone, which an infinite one has not.
func zoned(text string) string { return "replace(" + text + " || '+00', 'infinity+00', 'infinity')" }

func (DuckDB) toTimestamp(x string, from gate.Kind) string {
	if from == gate.KindTimestamptz {
		return "(" + x + " AT TIME ZONE 'UTC')"
	}
	return "CAST(" + x + " AS TIMESTAMP)"
}

func (d DuckDB) toTimestamptz(x string, from gate.Kind) string {
	if from == gate.KindDate {
		x = d.toTimestamp(x, from)
	}
	return "(" + x + " AT TIME ZONE 'UTC')"
}

func (d DuckDB) toDate(x string, from gate.Kind) string {
	return "CAST(" + inUTC(operand{sql: x, typ: gate.Type{Kind: from}}) + " AS DATE)"
}
