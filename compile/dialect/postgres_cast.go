package dialect

import "github.com/sqlgate/sqlgate/gate"

func (d Postgres) castName(t gate.Type) (string, error) { return d.TypeName(t) }

func (d Postgres) fromText(x string, t gate.Type) (string, error) {
	name, err := d.castName(t)
	return "CAST(" + x + " AS " + name + ")", err
}

// toText relies on the DateStyle ISO.
func (d Postgres) toText(x string, t gate.Type) (string, error) {
	if t.Kind == gate.KindTimestamptz {
		return zoned("CAST(" + inUTC(operand{sql: x, typ: t}) + " AS text)"), nil
	}
	return "CAST(" + x + " AS text)", nil
}

func (Postgres) toTimestamp(x string, from gate.Kind) string {
	if from == gate.KindTimestamptz {
		return "(" + x + " AT TIME ZONE 'UTC')"
	}
	return "CAST(" + x + " AS timestamp)"
}

func (d Postgres) toTimestamptz(x string, from gate.Kind) string {
	if from == gate.KindDate {
		x = d.toTimestamp(x, from)
	}
	return "(" + x + " AT TIME ZONE 'UTC')"
}

func (d Postgres) toDate(x string, from gate.Kind) string {
	return "CAST(" + inUTC(operand{sql: x, typ: gate.Type{Kind: from}}) + " AS date)"
}
