package compile

import (
	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/compile/dialect"
)

// Probe evaluates one rule over the whole batch in a statement of its own, to
// find the rule that an engine's error comes from.
func (p *Plan) Probe(r Rule) string {
	with := "WITH " + p.standaloneBatch(false)
	if r.Proven {
		return p.finish(with + "\nSELECT count(*) FROM batch WHERE FALSE")
	}
	if r.set == nil {
		return p.finish(with + "\nSELECT count(*) FROM batch WHERE " + dialect.Escape(r.Invalid))
	}
	for _, q := range p.queriesOf(r) {
		with += ",\n" + p.Dialect.CTE(p.q(q.name), true) + " (" + dialect.Escape(q.sql) + ")"
	}
	probe := "\nSELECT count(*) FROM " + p.q(foundTable(r.Position))
	if r.Invalid != "" {
		probe += ", batch WHERE " + dialect.Escape(r.Invalid)
	}
	return p.finish(with + probe)
}

// Condition reads a raw SQL rule's text as a column, for its type.
func (p *Plan) Condition(r Rule) (string, error) {
	text, err := p.Dialect.Print(r.Valid)
	if err != nil {
		return "", err
	}
	s := sq.Select(dialect.Escape(text) + " AS condition").From("batch").Prefix("WITH " + p.forDescription().standaloneBatch(false) + "\n")
	return p.print(s), nil
}
