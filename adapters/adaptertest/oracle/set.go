package oracle

import (
	"fmt"
	"strings"
)

// setRules are the meanings of the rules that are decided from other rows: for
// each row of those that the rule judges, whether it is valid.
func setRules() map[string]func(r rule, rows []Row) ([]bool, error) {
	return map[string]func(r rule, rows []Row) ([]bool, error){
		"unique":      unique,
		"primary_key": primaryKey,
	}
}

func unique(r rule, rows []Row) ([]bool, error) {
	duplicates := Duplicates(rows, r.Params["columns"].Names, r.Params["null_keys"].Text, r.flag("case_sensitive"))
	return negate(duplicates), nil
}

func primaryKey(r rule, rows []Row) ([]bool, error) {
	names := r.Params["columns"].Names
	valid := negate(Duplicates(rows, names, "distinct", r.flag("case_sensitive")))
	for i, row := range rows {
		for _, name := range names {
			valid[i] = valid[i] && row[name] != nil
		}
	}
	return valid, nil
}

// Duplicates says of each row whether its key occurs more than once. nullKeys
// is distinct (a key with a NULL part is never a duplicate; also when empty),
// equal, or ignore_all_null (only wholly NULL keys are never duplicates).
func Duplicates(rows []Row, columns []string, nullKeys string, caseSensitive bool) []bool {
	count := map[string]int{}
	keys := make([]string, len(rows))
	for i, row := range rows {
		k, nulls := rowKey(row, columns, caseSensitive)
		if nulls > 0 && (nullKeys == "" || nullKeys == "distinct") || nulls == len(columns) && nullKeys == "ignore_all_null" {
			continue
		}
		keys[i] = k
		count[k]++
	}
	out := make([]bool, len(rows))
	for i, k := range keys {
		out[i] = k != "" && count[k] > 1
	}
	return out
}

// rowKey is a text that only rows with the same key have in common, and the
// number of the key's NULL parts. Without caseSensitive texts are compared in
// lower case.
func rowKey(row Row, columns []string, caseSensitive bool) (k string, nulls int) {
	parts := make([]string, len(columns))
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
	return fmt.Sprintf("%q", parts), nulls
}

func negate(bs []bool) []bool {
	out := make([]bool, len(bs))
	for i, b := range bs {
		out[i] = !b
	}
	return out
}

// setVerdicts judges the rows that a set rule sees; the others have verdicts already.
func (r rule) setVerdicts(rows []Row, verdicts []Verdict) error {
	means := setRules()[r.Kind]
	if means == nil {
		return fmt.Errorf("the oracle does not know the rule %s", r.Kind)
	}
	var seen []Row
	var at []int
	for i, v := range verdicts {
		if v == "" {
			seen = append(seen, rows[i])
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
	return nil
}

func trimZeros(text string) string {
	if !strings.Contains(text, ".") {
		return text
	}
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}
