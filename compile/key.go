package compile

import (
	"fmt"
	"strings"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

func keysTable(position int) string       { return fmt.Sprintf("_sqlgate_keys_%d", position) }
func duplicatesTable(position int) string { return fmt.Sprintf("_sqlgate_duplicates_%d", position) }

// named is a query that a run materializes and a check inlines under its name.
type named struct {
	name  string
	query sq.SelectBuilder
}

// keyQueries find for each uniqueness rule the locators of the rows whose key
// occurs more than once. Where the dialect has a hash, the hashes that occur
// twice are found first by a narrow window over all rows, which is cheap since
// nearly every key is alone, and only the rows behind them are compared.
func (p *Plan) keyQueries() []named {
	var out []named
	for _, r := range p.Rules {
		if r.Key == nil {
			continue
		}
		parts := p.keyParts(r.Key)
		judged := p.judgedKey(r.Key)
		types := make([]gate.Type, len(parts))
		for i, c := range r.Key.Columns {
			types[i] = c.Type
		}
		hash := dialect.Escape(p.Dialect.KeyHash(parts, types))
		parts = escapeAll(parts)
		rows := sq.Select("batch."+p.q(rowColumn), "count(*) OVER (PARTITION BY "+strings.Join(parts, ", ")+") AS n").
			From("batch")
		if judged != "" {
			rows = rows.Where(judged)
		}
		if hash != "" {
			hashes := sq.Select(hash + " AS hash").From("batch")
			counted := sq.Select("hash", "row_number() OVER (PARTITION BY hash) AS n").FromSelect(hashes, "hashes")
			out = append(out, named{keysTable(r.Position), sq.Select("hash").FromSelect(counted, "counted").Where("n = 2")})
			rows = rows.Where(hash + " IN (SELECT hash FROM " + p.q(keysTable(r.Position)) + ")")
		}
		out = append(out, named{duplicatesTable(r.Position), sq.Select(p.q(rowColumn)).FromSelect(rows, "counted").Where("n > 1")})
	}
	return out
}

func (p *Plan) keyParts(k *Key) []string {
	parts := make([]string, len(k.Columns))
	for i, c := range k.Columns {
		parts[i] = "batch." + p.Dialect.Ident(c.Name)
		if !k.CaseSensitive && c.Type.IsText() {
			parts[i] = "lower(" + parts[i] + ")"
		}
	}
	return parts
}

// judgedKey is the condition that a key takes part in the comparison; empty: always.
func (p *Plan) judgedKey(k *Key) string {
	var terms []string
	for _, c := range k.Columns {
		terms = append(terms, "batch."+p.q(c.Name)+" IS NOT NULL")
	}
	switch k.Nulls {
	case NullsEqual:
		return ""
	case NullsIgnoreAll:
		return "(" + strings.Join(terms, " OR ") + ")"
	default:
		return strings.Join(terms, " AND ")
	}
}

// Keys are the statements that materialize the locators of duplicated rows.
func (p *Plan) Keys() []string {
	var out []string
	for _, k := range p.keyQueries() {
		out = append(out, p.print(k.query.Prefix(dialect.Escape(p.Dialect.CreateTemp(k.name))+"\n"+p.batchCTE())))
	}
	return out
}
