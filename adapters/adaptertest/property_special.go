package adaptertest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/adapters/adaptertest/oracle"
	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// special are the writers of rules whose parameters depend on each other.
func (w *writer) special() map[string]func() ([]string, bool) {
	return map[string]func() ([]string, bool){
		"range":       w.rangeParams,
		"unique":      func() ([]string, bool) { return w.keyParams(true) },
		"primary_key": func() ([]string, bool) { return w.keyParams(false) },
		"foreign_key": w.foreignKeyParams,
		"group_rows":  w.groupRowsParams,
		"group_constant": func() ([]string, bool) {
			by, byOK := w.some(1, 2, w.of(isKey))
			columns, ok := w.some(1, 2, w.unread(isKey))
			return []string{"group_by: " + by, "columns: " + columns}, byOK && ok
		},
		"group_expression": w.groupExpressionParams,
		"no_overlap":       w.noOverlapParams,
		"monotonic":        w.monotonicParams,
		"sequential":       w.sequentialParams,
		"outlier":          w.outlierParams,
		"castable":         w.castableParams,
		"sum_equals":       w.sumParams,
		"sql":              w.sqlParams,
		"multiple_of":      w.multipleOfParams,
		"decimal_places": func() ([]string, bool) { // near what the values have
			return []string{fmt.Sprintf("max: %d", max(w.typ().Scale-w.IntN(3), 0))}, true
		},
		"resolution":   w.resolutionParams,
		"compare":      w.compareParams,
		"json_keys":    w.jsonKeysParams,
		"required_any": func() ([]string, bool) { return w.twoColumns() },
		"required_all": func() ([]string, bool) { return w.twoColumns() },
		"exclusive":    func() ([]string, bool) { return w.twoColumns() },
	}
}

// hasRule reports whether the draft has a rule of that key.
func (w *writer) hasRule(key string) bool {
	return slices.ContainsFunc(w.draft.rules, func(r draftRule) bool { return r.key == key })
}

// sqlParams are a condition of the language in the warehouse's own SQL. It knows
// nothing of casts and of the run's start, so that it reads neither. What such a
// rule says is not known yet where among: valid asks for it.
func (w *writer) sqlParams() ([]string, bool) {
	if w.draft.amongValid || slices.ContainsFunc(w.draft.columns, func(c draftColumn) bool { return c.cast != "" }) {
		return nil, false
	}
	e := expressions{Rand: w.Rand, columns: w.draft.columns}
	t := e.condition(1)
	text, err := w.dialect.Print(t.node)
	if err != nil || slices.ContainsFunc(ast.Columns(t.node), func(c ast.Column) bool { return c.Name == oracle.StartedAt }) {
		return nil, false
	}
	w.reads = append(w.reads, e.reads...)
	w.draft.expressions[text] = t.node
	return []string{"sql: {" + w.dialect.Name() + ": " + yamlText(text) + "}"}, true
}

// rangeParams are two bounds in order.
func (w *writer) rangeParams() ([]string, bool) {
	low, lowText := w.literal()
	high, highText := w.literal()
	canonical := func(text string) string {
		c, _ := gate.CheckLiteral(w.typ(), text, true)
		return c
	}
	switch order := gate.CompareLiterals(w.typ(), canonical(lowText), canonical(highText)); {
	case order == 0 || oracle.Same(low, high):
		return nil, false
	case order > 0:
		lowText, highText = highText, lowText
	}
	return []string{
		"min: " + yamlText(lowText), "max: " + yamlText(highText),
		"inclusive: " + pick(w.Rand, []string{"both", "left", "right", "neither"}),
		"negate: " + pick(w.Rand, []string{"false", "false", "true"}),
	}, true
}

// ownColumns are the key's columns, unless the rule stands on its column.
func (w *writer) ownColumns() ([]string, bool) {
	if w.column >= 0 {
		return nil, true
	}
	columns, ok := w.some(1, 3, w.of(isKey))
	return []string{"columns: " + columns}, ok
}

func (w *writer) twoColumns() ([]string, bool) {
	columns, ok := w.some(2, 4, func(int) bool { return true })
	return []string{"columns: " + columns}, ok
}

func (w *writer) keyParams(nullKeys bool) ([]string, bool) {
	params, ok := w.ownColumns()
	if !ok {
		return nil, false
	}
	if nullKeys && chance(w.Rand, 60) {
		params = append(params, "null_keys: "+pick(w.Rand, []string{"distinct", "equal", "equal", "ignore_all_null"}))
	}
	if w.readsText() && chance(w.Rand, 30) {
		params = append(params, "case_sensitive: false")
	}
	if chance(w.Rand, 20) && !w.hasRule("sql") {
		params = append(params, "among: valid")
		w.draft.amongValid = true
	}
	keep := chance(w.Rand, 50)
	scope := "batch"
	switch {
	case w.draft.appends && chance(w.Rand, 50):
		scope = pick(w.Rand, []string{"target", "both"})
	case chance(w.Rand, 10):
		scope = "both"
	}
	params = append(params, "scope: "+scope)
	keep = keep && scope != "target"
	w.draft.superseding = w.draft.superseding || keep
	switch {
	case !keep:
	case scope == "batch" && chance(w.Rand, 40): // of a key that the target has no row passes, and none tells which was kept
		params = append(params, "keep: any")
		w.draft.keepsAny = true
	default:
		params = append(params, "keep: "+pick(w.Rand, []string{"first", "last"}), "order_by: "+w.order(w.of(isSorted)))
	}
	return params, true
}

// order is a list of columns by which rows are sorted.
func (w *writer) order(fits func(int) bool) string {
	columns, ok := w.some(1, 2, fits)
	if !ok {
		return "[" + rowID + "]"
	}
	return columns
}

func (w *writer) multipleOfParams() ([]string, bool) {
	var values []string
	for _, text := range []string{"1", "2", "3", "10", "7", "0.01", "0.0003"} {
		if _, err := gate.CheckLiteral(w.typ(), text, false); err == nil {
			values = append(values, text)
		}
	}
	return []string{"value: " + pick(w.Rand, values)}, true
}

func (w *writer) resolutionParams() ([]string, bool) {
	spans := []string{"1d", "1w", "1mo", "3mo", "6mo", "1y"}
	if w.typ().Kind != gate.KindDate {
		spans = append(spans, "1s", "10s", "30s", "1m", "15m", "1h", "6h", "12h")
	}
	return []string{"value: " + pick(w.Rand, spans)}, true
}

// compareParams are two columns with an operator that their type has.
func (w *writer) compareParams() ([]string, bool) {
	columns, ok := w.some(1, 1, w.of(isKey))
	if !ok {
		return nil, false
	}
	t := w.draft.columns[w.reads[0]].typ
	ops := []string{"eq", "ne"}
	if t.IsNumeric() || t.IsTemporal() || t.IsText() {
		ops = append(ops, "lt", "le", "gt", "ge")
	}
	right := w.comparable()
	w.reads = append(w.reads, right)
	return []string{"left: " + strings.Trim(columns, "[]"), "op: " + pick(w.Rand, ops), "right: " + yamlText(w.draft.columns[right].name)}, true
}

func (w *writer) jsonKeysParams() ([]string, bool) {
	keys := func() string {
		return yamlTexts(pick(w.Rand, [][]string{{"a"}, {"a", "b"}, {"id", "it's"}, {"c", "😀"}}))
	}
	switch w.IntN(3) {
	case 0:
		return []string{"required: " + keys()}, true
	case 1:
		return []string{"allowed: " + keys()}, true
	default:
		return []string{"required: " + keys(), "allowed: " + keys()}, true
	}
}

func (w *writer) foreignKeyParams() ([]string, bool) {
	params, ok := w.ownColumns()
	if !ok {
		return nil, false
	}
	names := make([]string, len(w.reads))
	for i, c := range w.reads {
		names[i] = w.draft.columns[c].name
	}
	params = append(params, fmt.Sprintf("to: {table: %s, columns: %s}", referenceTable, yamlTexts(names)))
	if chance(w.Rand, 30) {
		params = append(params, "negate: true")
	}
	if chance(w.Rand, 30) {
		params = append(params, "match: full")
	}
	return params, true
}

func (w *writer) groupRowsParams() ([]string, bool) {
	by, ok := w.some(1, 2, w.of(isKey))
	least := 2 + w.IntN(2)
	low, high := fmt.Sprintf("min: %d", least), fmt.Sprintf("max: %d", least+w.IntN(4))
	sizes := pick(w.Rand, [][]string{{low}, {"max: 1"}, {high}, {low, high}})
	return append([]string{"group_by: " + by}, sizes...), ok
}

// partition is partition_by, or nothing.
func (w *writer) partition(params []string, name string) []string {
	if chance(w.Rand, 60) {
		return params
	}
	if by, ok := w.some(1, 2, w.unread(isKey)); ok {
		params = append(params, name+": "+by)
	}
	return params
}

func (w *writer) noOverlapParams() ([]string, bool) {
	ends := w.pairOf(func(t gate.Type) bool { return t.IsNumeric() || t.IsTemporal() })
	if ends == nil {
		return nil, false
	}
	w.draft.intervals = append(w.draft.intervals, [2]int{w.reads[0], w.reads[1]})
	params := []string{"lower: " + yamlText(ends[0]), "upper: " + yamlText(ends[1])}
	params = w.partition(params, "partition_by")
	bounds := pick(w.Rand, []string{"[)", "[]", "(]", "()"})
	params = append(params, "bounds: '"+bounds+"'")
	if bounds != "()" && chance(w.Rand, 40) {
		params = append(params, "gaps: forbidden")
	}
	if w.draft.appends && chance(w.Rand, 40) || chance(w.Rand, 10) {
		params = append(params, "scope: both")
	}
	return params, true
}

func isExactKind(t gate.Type) bool { return t.IsNumeric() && !t.IsFloat() }

// pairOf are two different columns of one type, or nil.
func (w *writer) pairOf(fits func(gate.Type) bool) []string {
	for _, i := range w.Perm(len(w.draft.columns)) {
		for j, c := range w.draft.columns {
			if i != j && fits(c.typ) && c.typ.String() == w.draft.columns[i].typ.String() {
				w.reads = append(w.reads, i, j)
				return []string{w.draft.columns[i].name, c.name}
			}
		}
	}
	return nil
}

// ownColumn is the rule's column, unless the rule stands on it.
func (w *writer) ownColumn(fits func(gate.Type) bool) ([]string, bool) {
	if w.column >= 0 {
		return nil, fits(w.typ())
	}
	for _, i := range w.Perm(len(w.draft.columns)) {
		if c := w.draft.columns[i]; fits(c.typ) {
			w.reads = append(w.reads, i)
			return []string{"column: " + yamlText(c.name)}, true
		}
	}
	return nil, false
}

func (w *writer) monotonicParams() ([]string, bool) {
	params, ok := w.ownColumn(func(t gate.Type) bool { return isSorted(t) && t.Kind != gate.KindBool && t.Kind != gate.KindUUID })
	if !ok {
		return nil, false
	}
	params = w.partition(params, "partition_by")
	params = append(params, "order_by: "+pick(w.Rand, []string{"[" + rowID + "]", w.order(w.unread(isSorted))}))
	if chance(w.Rand, 50) {
		params = append(params, "strict: true")
	}
	if chance(w.Rand, 50) {
		params = append(params, "direction: decreasing")
	}
	return params, true
}

func (w *writer) sequentialParams() ([]string, bool) {
	params, ok := w.ownColumn(func(t gate.Type) bool {
		return isExactKind(t) || t.Kind == gate.KindDate || t.Kind == gate.KindTimestamp || t.Kind == gate.KindTimestamptz
	})
	if !ok {
		return nil, false
	}
	t := w.draft.columns[w.reads[0]].typ
	interval := pick(w.Rand, []string{"1", "2"})
	switch {
	case t.Kind == gate.KindDecimal && t.Scale > 1:
		interval = "0.01"
	case t.Kind == gate.KindDate:
		interval = pick(w.Rand, []string{"1d", "1w", "1mo", "1y"})
	case t.IsTemporal():
		interval = pick(w.Rand, []string{"1s", "1h", "1d", "1mo"})
	}
	params = append(w.partition(params, "partition_by"), "interval: "+interval)
	if chance(w.Rand, 50) {
		params = append(params, "order_by: "+w.order(w.of(isSorted)))
	}
	return params, true
}

func (w *writer) outlierParams() ([]string, bool) {
	params, ok := w.ownColumn(gate.Type.IsNumeric)
	params = append(w.partition(params, "group_by"), "method: "+pick(w.Rand, []string{"zscore", "iqr", "mad"}))
	if chance(w.Rand, 50) {
		params = append(params, "k: "+pick(w.Rand, []string{"1", "0.5", "2"}))
	}
	return params, ok
}

func (w *writer) castableParams() ([]string, bool) {
	text := pick(w.Rand, []string{
		"bool", "int8", "int16", "int32", "int64", "uint8", "uint64", "int128", "float32", "float64", "decimal(10,2)", "decimal(4,4)", "decimal(38,0)",
		"date", "time", "timestamp", "timestamptz", "uuid", "json", "string",
	})
	t, err := gate.ParseType(text)
	if err != nil || w.typ().Kind != gate.KindString {
		return nil, false
	}
	w.hints().texts = append(w.hints().texts, func(r *rand.Rand) string {
		return lexical(r, t, valueMaker{Rand: r}.value(t))
	})
	return append([]string{"type: " + yamlText(text)}, castOptions(w.Rand, t)...), true
}

func (w *writer) sumParams() ([]string, bool) {
	isNumber := func(t gate.Type) bool {
		return t.IsNumeric() && (t.Kind != gate.KindDecimal || t.Precision < 20) && t.Kind != gate.KindInt128
	}
	columns, ok := w.some(1, 3, w.of(isNumber))
	if !ok {
		return nil, false
	}
	params := []string{"columns: " + columns}
	equals := pick(w.Rand, []string{"0", "10", "-1.5"})
	if other, ok := w.some(1, 1, w.of(isNumber)); ok && chance(w.Rand, 50) {
		equals = strings.Trim(other, "[]")
	}
	params = append(params, "equals: "+equals)
	float := false
	for _, i := range w.reads {
		float = float || w.draft.columns[i].typ.IsFloat()
	}
	if float || chance(w.Rand, 50) {
		params = append(params, "tolerance: "+pick(w.Rand, []string{"0.5", "1", "0.01"}))
	}
	return params, true
}
