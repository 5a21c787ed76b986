package compile

import (
	"strings"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// againColumns are the batch's columns over the rows of the rejected table, whose
// columns are the source's; nil where there is no such table. One that it lacks
// is added before it is read.
func againColumns(g *gate.Gate, d dialect.Dialect, c *columns, in Input) ([]batchColumn, error) {
	if in.Source == nil {
		return batchColumns(g, d, c)
	}
	if g.CheckOnly() || in.Rejected == nil {
		return nil, nil
	}
	again := *c
	again.sourceOf, again.extra = map[string]Column{}, nil
	for name, from := range c.sourceOf {
		if kept, n := find(in.Rejected.Columns, from.Name); n == 1 {
			from.Name, from.Collated, from.Loose = kept.Name, kept.Collated, kept.Loose
		}
		again.sourceOf[name] = from
	}
	return batchColumns(g, d, &again)
}

// Supersede marks the rejected rows of earlier runs that the write of the batch
// makes obsolete: in mode replace all, in replace_partition those of the
// partition, in upsert those whose key the batch has, unless they are newer; and
// those of the same batch id where the batch is written again. It is empty where
// there are none. It binds SupersedeValues.
func (p *Plan) Supersede(again bool) string {
	condition, obsolete := p.obsolete(again)
	if !obsolete || p.replay != nil {
		return ""
	}
	resolution := p.q("_sqlgate_resolution")
	s := "UPDATE " + dialect.Escape(p.Dialect.Table(p.Gate.Rejected.Table)) + " AS src SET " + resolution + " = 'superseded', " +
		p.q("_sqlgate_resolved_run_id") + " = " + p.bound(RunID) + " WHERE src." + resolution + " IS NULL"
	if condition != "" {
		s += " AND (" + condition + ")"
	}
	return p.finish(s)
}

// SupersedeValues are the values that Supersede binds, in order.
func (p *Plan) SupersedeValues(again bool) []RunValue {
	if again && p.Gate.Mode != gate.Replace {
		return []RunValue{RunID, BatchID, Partition}
	}
	return []RunValue{RunID}
}

// obsolete is the condition, over src and escaped; empty: all rows.
func (p *Plan) obsolete(again bool) (condition string, any bool) {
	if p.again == nil {
		return "", false
	}
	var terms []string
	switch p.Gate.Mode {
	case gate.Replace:
		return "", true
	case gate.ReplacePartition:
		terms = append(terms, dialect.Escape(p.within(p.inRejected)))
	case gate.Upsert:
		terms = append(terms, p.keyIsAmong(func(columns ...string) sq.SelectBuilder {
			staged, _ := p.rows(columns...)
			return staged
		}))
	case gate.Append:
	}
	if again {
		terms = append(terms, "src."+p.q("_sqlgate_batch_id")+" = "+p.bound(BatchID)+
			" AND coalesce(src."+p.q("_sqlgate_partition")+", '') = coalesce("+p.bound(Partition)+", '')")
	}
	return strings.Join(terms, " OR "), len(terms) > 0
}
