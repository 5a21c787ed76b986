package oracle

import (
	"fmt"
	"slices"

	"github.com/sqlgate/sqlgate/gate"
)

// setMeaning says of each row that a rule judges whether it is valid.
type setMeaning func(r rule, rows []Row) ([]bool, error)

// setRules are the meanings of the rules that are decided from other rows.
func setRules() map[string]setMeaning {
	return map[string]setMeaning{
		"unique":           unique,
		"primary_key":      primaryKey,
		"foreign_key":      foreignKey,
		"group_rows":       groupRows,
		"group_constant":   groupConstant,
		"group_expression": groupExpression,
		"no_overlap":       noOverlap,
		"monotonic":        monotonic,
		"sequential":       sequential,
		"outlier":          outlier,
	}
}

// set judges the rows that have no verdict yet. With among: valid the rows that
// are invalid by themselves under a rule which rejects are left out: this rule
// says of them only what it says of a row alone.
func (r rule) set(j *Judgement, verdicts []Verdict) error {
	means := setRules()[r.Kind]
	if means == nil {
		return fmt.Errorf("the oracle does not know the rule %s", r.Kind)
	}
	var seen []Row
	var at []int
	for i, v := range verdicts {
		switch {
		case v != "":
		case r.Params["among"].Text == "valid" && r.batch.fails(j, i):
			alone, err := r.alone(j.Converted[i])
			if err != nil {
				return err
			}
			verdicts[i] = verdictOf(alone)
		default:
			seen = append(seen, j.Converted[i])
			at = append(at, i)
		}
	}
	valid, err := means(r, seen)
	if err != nil {
		return err
	}
	for i, v := range valid {
		verdicts[at[i]] = verdictOf(v)
	}
	if !r.keeps() {
		return nil
	}
	lost, err := r.repeated(seen)
	j.Lost[r.ID] = make([]bool, len(verdicts))
	for i, l := range lost {
		j.Lost[r.ID][at[i]] = l
	}
	return err
}

// fails reports whether a row is invalid by itself under a rule that lets none of
// its rows through: it fails a row rule, or what a set rule says of a row alone.
func (b *Batch) fails(j *Judgement, row int) bool {
	return slices.ContainsFunc(b.Gate.Rules, func(gr *gate.Rule) bool {
		r := rule{gr, b}
		switch {
		case r.Policy == gate.Warn, r.Tolerate != nil && r.Tolerate.Then == gate.Warn:
			return false
		case r.Scope == gate.ScopeRow:
			return j.Verdicts[r.ID][row] == Invalid
		case j.judged[r.ID][row] != "":
			return false
		}
		valid, err := r.alone(j.Converted[row])
		return err == nil && !valid
	})
}

// alone is what a set rule says of a row whatever the others are.
func (r rule) alone(row Row) (bool, error) {
	switch n := len(r.Params["columns"].Names); r.Kind {
	case "primary_key":
		return r.present(row) == n, nil
	case "foreign_key":
		return r.Params["match"].Text != "full" || r.present(row) == 0 || r.present(row) == n, nil
	case "no_overlap":
		return r.sound(row)
	case "outlier":
		x := row[r.Params["column"].Names[0]]
		return x == nil || isFinite(x) && !tooLarge(x), nil
	default:
		return true, nil
	}
}

func unique(r rule, rows []Row) ([]bool, error) {
	names, nulls, cased := r.Params["columns"].Names, r.Params["null_keys"].Text, r.flag("case_sensitive")
	scope := r.Params["scope"].Text
	repeated, err := r.repeated(rows)
	if err != nil {
		return nil, err
	}
	valid := make([]bool, len(rows))
	for i := range rows {
		valid[i] = scope == "target" || !repeated[i]
	}
	if scope != "target" && scope != "both" {
		return valid, nil
	}
	target, err := r.target()
	if err != nil {
		return nil, err
	}
	taken := map[string]bool{}
	for _, row := range target {
		if k, ok := comparedKey(row, names, nulls, cased); ok {
			taken[k] = true
		}
	}
	for i, row := range rows {
		k, ok := comparedKey(row, names, nulls, cased)
		valid[i] = valid[i] && (!ok || !taken[k])
	}
	return valid, nil
}

// target are the rows of the target that the rule's where takes in.
func (r rule) target() ([]Row, error) {
	var rows []Row
	for _, row := range r.batch.Target {
		verdict, err := r.before(row)
		if err != nil {
			return nil, err
		}
		if verdict == "" {
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// keeps reports whether the rule leaves a repeated key to one of its rows.
func (r rule) keeps() bool {
	keep := r.Params["keep"].Text
	return keep != "" && keep != "none"
}

// repeated are the rows that repeat a key, but for the one that the rule keeps.
func (r rule) repeated(rows []Row) ([]bool, error) {
	out := make([]bool, len(rows))
	for _, group := range duplicates(rows, r.Params["columns"].Names, r.Params["null_keys"].Text, r.flag("case_sensitive")) {
		kept, err := r.kept(rows, group)
		if err != nil {
			return nil, err
		}
		for _, i := range group {
			out[i] = i != kept
		}
	}
	return out, nil
}

// kept is the row of those with one key that the rule keeps; -1: none.
func (r rule) kept(rows []Row, group []int) (int, error) {
	switch keep := r.Params["keep"].Text; keep {
	case "", "none":
		return -1, nil
	case "any":
		for _, i := range group {
			if r.batch.Removed == nil || !r.batch.Removed(r.ID, rows[i]) {
				return i, nil
			}
		}
		return group[0], nil
	case "first", "last":
		sorted, err := r.sorted(rows, group, r.Params["order_by"].Names, keep == "last")
		if err != nil {
			return 0, err
		}
		return sorted[0], nil
	default:
		return 0, fmt.Errorf("the oracle does not know keep: %s", keep)
	}
}

func primaryKey(r rule, rows []Row) ([]bool, error) {
	valid, err := unique(r, rows)
	if err != nil {
		return nil, err
	}
	for i, row := range rows {
		valid[i] = valid[i] && r.present(row) == len(r.Params["columns"].Names)
	}
	return valid, nil
}

// duplicates are the groups of rows whose key occurs more than once. nullKeys is
// distinct (a key with a NULL part is never a duplicate; also when empty),
// equal, or ignore_all_null (only wholly NULL keys are never duplicates).
func duplicates(rows []Row, columns []string, nullKeys string, caseSensitive bool) [][]int {
	var keys []string
	groups := map[string][]int{}
	for i, row := range rows {
		k, ok := comparedKey(row, columns, nullKeys, caseSensitive)
		if !ok {
			continue
		}
		if groups[k] == nil {
			keys = append(keys, k)
		}
		groups[k] = append(groups[k], i)
	}
	var out [][]int
	for _, k := range keys {
		if len(groups[k]) > 1 {
			out = append(out, groups[k])
		}
	}
	return out
}

// comparedKey is a text that only rows with the same key have in common; it is
// not ok for a key that is never a duplicate. Without caseSensitive texts are
// compared in lower case.
func comparedKey(row Row, columns []string, nullKeys string, caseSensitive bool) (k string, ok bool) {
	parts := make([]string, len(columns))
	nulls := 0
	for i, name := range columns {
		v := row[name]
		if v == nil {
			nulls++
		}
		if t, ok := v.(Text); ok && !caseSensitive {
			v = Text(lower(string(t)))
		}
		parts[i] = key(v)
	}
	switch nullKeys {
	case "equal":
		ok = true
	case "ignore_all_null":
		ok = nulls < len(columns)
	default:
		ok = nulls == 0
	}
	return fmt.Sprintf("%q", parts), ok
}

// foreignKey is valid where the whole key is in the other table. A key with a
// NULL part passes; with match: full only a wholly NULL one does.
func foreignKey(r rule, rows []Row) ([]bool, error) {
	columns, to := r.Params["columns"].Names, r.Params["to"].To
	there := map[string]bool{}
	for _, row := range r.batch.References[to.Table.String()] {
		if k, ok := comparedKey(row, to.Columns, "distinct", true); ok {
			there[k] = true
		}
	}
	valid := make([]bool, len(rows))
	for i, row := range rows {
		k, whole := comparedKey(row, columns, "distinct", true)
		switch {
		case whole:
			valid[i] = there[k] != r.flag("negate")
		case r.Params["match"].Text == "full":
			valid[i] = r.present(row) == 0
		default:
			valid[i] = true
		}
	}
	return valid, nil
}

// groupsOf are the rows that have the same values in some columns; NULL is a value.
func groupsOf(rows []Row, columns []string) [][]int {
	var keys []string
	groups := map[string][]int{}
	for i, row := range rows {
		k, _ := comparedKey(row, columns, "equal", true)
		if groups[k] == nil {
			keys = append(keys, k)
		}
		groups[k] = append(groups[k], i)
	}
	var out [][]int
	for _, k := range keys {
		out = append(out, groups[k])
	}
	return out
}

func groupRows(r rule, rows []Row) ([]bool, error) {
	valid := make([]bool, len(rows))
	least, hasLeast := r.Params["min"]
	most, hasMost := r.Params["max"]
	for _, group := range groupsOf(rows, r.Params["group_by"].Names) {
		n := int64(len(group))
		for _, i := range group {
			valid[i] = (!hasLeast || n >= least.Int) && (!hasMost || n <= most.Int)
		}
	}
	return valid, nil
}

func groupConstant(r rule, rows []Row) ([]bool, error) {
	valid := make([]bool, len(rows))
	for _, group := range groupsOf(rows, r.Params["group_by"].Names) {
		constant := true
		for _, name := range r.Params["columns"].Names {
			for _, i := range group {
				constant = constant && Same(rows[i][name], rows[group[0]][name])
			}
		}
		for _, i := range group {
			valid[i] = constant
		}
	}
	return valid, nil
}

func groupExpression(r rule, rows []Row) ([]bool, error) {
	valid := make([]bool, len(rows))
	for _, group := range groupsOf(rows, r.Params["group_by"].Names) {
		var members []Row
		for _, i := range group {
			members = append(members, rows[i])
		}
		verdict, err := r.condition(r.Params["expression"].Text, scope{row: members[0], group: members})
		if err != nil {
			return nil, err
		}
		for _, i := range group {
			valid[i] = verdict == Valid
		}
	}
	return valid, nil
}
