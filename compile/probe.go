package compile

import (
	"strings"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/compile/dialect"
)

// Probe evaluates one rule over the whole batch in a statement of its own, to
// find the rule that an engine's error comes from.
func (p *Plan) Probe(r Rule) string { return p.probe(r, p.standaloneBatch(false)) }

// ProbeCopy does so over the batch as a run reads it after Copy.
func (p *Plan) ProbeCopy(r Rule) string {
	inline := *p
	inline.inline = true
	return inline.probe(r, strings.TrimSuffix(inline.relationCTEs(), "\n"))
}

func (p *Plan) probe(r Rule, with string) string {
	if r.Proven {
		return p.finish(with + "\nSELECT count(*) FROM batch WHERE FALSE")
	}
	if r.set == nil {
		return p.finish(with + "\nSELECT count(*) FROM batch WHERE " + dialect.Escape(r.Invalid))
	}
	if r.amongValid() {
		with += ",\n" + p.Dialect.CTE(p.q(rowsTable), true) + " (" + mustSQL(p.rowFailures(false)) + ")"
	}
	for _, q := range r.set.find(p, r) {
		with += ",\n" + p.Dialect.CTE(p.q(q.name), true) + " (" + dialect.Escape(q.sql) + ")"
	}
	probe := "\nSELECT count(*) FROM " + p.q(foundTable(r.Position))
	if r.Invalid != "" {
		probe += ", batch WHERE " + dialect.Escape(r.Invalid)
	}
	return p.finish(with + probe)
}

// Condition is SQL of a rule that must be a condition, as a query whose one
// column is to be described.
type Condition struct {
	Rule  Rule
	What  string // names it for people
	Query string
}

// Conditions are the SQL of raw rules and the filters of the tables that
// foreign keys refer to.
func (p *Plan) Conditions() ([]Condition, error) {
	var out []Condition
	for _, r := range p.Rules {
		if r.Volatile {
			text, err := p.Dialect.Print(r.Valid)
			if err != nil {
				return nil, err
			}
			s := sq.Select(dialect.Escape(text) + " AS condition").From("batch").Prefix(p.forDescription().standaloneBatch(false) + "\n")
			out = append(out, Condition{r, "the SQL", p.print(s)})
		}
		if f, ok := r.set.(*foreignKey); ok && f.where != "" {
			out = append(out, Condition{r, "the where of " + f.to.Name.String(), "SELECT (" + f.where + "\n) AS condition FROM " + f.to.From})
		}
	}
	return out, nil
}
