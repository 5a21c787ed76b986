package oracle

import (
	"fmt"
	"slices"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// Batch is what the rules of a gate are asked about.
type Batch struct {
	Gate        *gate.Gate // its columns' types are known
	Rows        []Row      // as the source has them: texts where a column has a cast
	Target      []Row      // that the run leaves in place
	References  map[string][]Row
	Expressions map[string]ast.Node // what expressions, and SQL of the warehouse, mean, by their texts in the gate

	// Removed reports whether the engine removed a row by a rule with keep: any. The
	// choice is the engine's: of each key the first row that it did not remove is
	// the kept one.
	Removed func(rule string, row Row) bool
}

// Judgement is what each rule says of each row.
type Judgement struct {
	Verdicts  map[string][]Verdict // by rule id
	Lost      map[string][]bool    // by the id of a rule with keep: the rows whose key it leaves to another row
	Converted []Row                // the rows with their casts applied; NULL where a text does not convert

	judged map[string][]Verdict // what each rule says before it judges; empty: it judges
}

// Judge judges every row by every rule. The error is ErrRaises where an engine
// may raise one.
func (b *Batch) Judge() (*Judgement, error) {
	j := &Judgement{Verdicts: map[string][]Verdict{}, Lost: map[string][]bool{}, judged: map[string][]Verdict{}}
	failed := make([]map[string]bool, len(b.Rows))
	for i, row := range b.Rows {
		converted, failures := b.convert(row)
		j.Converted = append(j.Converted, converted)
		failed[i] = failures
	}
	for _, gr := range b.Gate.Rules {
		if err := b.judgeRow(rule{gr, b}, j, failed); err != nil {
			return nil, fmt.Errorf("rule %s: %w", gr.ID, err)
		}
	}
	for _, gr := range b.Gate.Rules {
		if gr.Scope != gate.ScopeSet {
			continue
		}
		r := rule{gr, b}
		if err := r.set(j, j.Verdicts[gr.ID]); err != nil {
			return nil, fmt.Errorf("rule %s: %w", gr.ID, err)
		}
	}
	return j, nil
}

// convert applies the casts of a row and names the columns whose text does not convert.
func (b *Batch) convert(row Row) (converted Row, failed map[string]bool) {
	converted, failed = Row{}, map[string]bool{}
	for name, v := range row {
		converted[name] = v
		c := b.Gate.Column(name)
		text, isText := v.(Text)
		if c == nil || c.Cast == nil || !isText {
			continue
		}
		value, ok := Convert(*c.Cast, c.Type, string(text))
		converted[name], failed[name] = value, !ok
	}
	return converted, failed
}

// judgeRow judges by a rule as far as it is decided from each row alone.
func (b *Batch) judgeRow(r rule, j *Judgement, failed []map[string]bool) error {
	reads, err := r.reads()
	if err != nil {
		return err
	}
	verdicts := make([]Verdict, len(b.Rows))
	for i, row := range j.Converted {
		// An engine may evaluate a rule where it does not count, and raise an error.
		before, err := r.before(row)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(reads, func(name string) bool { return failed[i][name] }) {
			before = Unknown
		}
		verdicts[i] = before
	}
	j.judged[r.ID], j.Verdicts[r.ID] = slices.Clone(verdicts), verdicts
	if r.Scope == gate.ScopeSet {
		return nil
	}
	for i, row := range j.Converted {
		if r.Kind == castKind {
			verdicts[i] = verdictOf(!failed[i][r.Column])
			continue
		}
		verdict, err := r.row(row)
		if err != nil {
			return fmt.Errorf("row %d: %w", i, err)
		}
		if verdicts[i] == "" {
			verdicts[i] = verdict
		}
	}
	return nil
}

const castKind = "cast"

// before is the verdict that a row has whatever the rule is; empty: the rule judges it.
func (r rule) before(row Row) (Verdict, error) {
	if r.Where == nil {
		return "", nil
	}
	n, err := r.expression(r.Where.Text)
	if err != nil {
		return "", err
	}
	v, err := Eval(n, row)
	if err != nil || v != Bool(true) {
		return NotJudged, err
	}
	return "", nil
}

func (r rule) expression(text string) (ast.Node, error) {
	n := r.batch.Expressions[text]
	if n == nil {
		return nil, fmt.Errorf("the expression %q has no node", text)
	}
	return n, nil
}

// reads are the columns that a rule reads; those of an expression are the ones
// that it names, whatever column it stands on.
func (r rule) reads() ([]string, error) {
	var names []string
	if r.Column != "" && r.Kind != "expression" {
		names = append(names, r.Column)
	}
	for _, p := range r.Params {
		names = append(names, p.Names...)
	}
	var texts []string
	if r.Where != nil {
		texts = append(texts, r.Where.Text)
	}
	if p, ok := r.Params["expression"]; ok {
		texts = append(texts, p.Text)
	}
	for _, text := range texts {
		n, err := r.expression(text)
		if err != nil {
			return nil, err
		}
		for _, c := range ast.Columns(n) {
			names = append(names, c.Name)
		}
	}
	return names, nil
}

// Failures are the ids of the rules that a row fails, in gate order.
func (j *Judgement) Failures(g *gate.Gate, row int) []string {
	var ids []string
	for _, r := range g.Rules {
		if j.Verdicts[r.ID][row] == Invalid {
			ids = append(ids, r.ID)
		}
	}
	return ids
}
