package gate

import (
	"slices"
	"strings"
)

func checkBodyShape(spec CheckSpec) *shape {
	noun := "check '" + spec.Name + "'"
	var keys []key
	for _, p := range spec.Params {
		keys = append(keys, key{name: p.Name, doc: p.Description, shape: checkParamShape(spec, p), required: p.Required})
	}
	operators := operatorKeys(spec)
	keys = append(keys, operators...)
	if len(operators) > 0 {
		for _, level := range []string{string(Warn), string(Fail)} {
			keys = append(keys, key{name: level, doc: "The bounds of this level.", shape: objectOf("'"+level+"' of "+spec.Name, operators...)})
		}
	}
	if spec.On {
		keys = append(keys, key{name: "on", doc: "The rows: the batch, those that pass, or the target as it will be; default batch.", shape: oneOf(string(BatchRows), string(PassedRows), string(TargetRows))})
	}
	if spec.Groups {
		keys = append(keys, key{name: "group_by", doc: "Columns; every group of rows must hold.", shape: texts()})
	}
	return objectOf(noun, keys...)
}

// checkKeys are the keys beside a check's key.
func checkKeys() []key {
	return []key{
		{name: "name", doc: "The check's id.", shape: text()},
		{name: "description", doc: "What the check is for.", shape: text()},
		{name: "on_failure", doc: "fail or warn, for operators at the top.", shape: policyShape()},
		{name: "tags", doc: "Tags of the check.", shape: texts()},
		{name: "where", doc: "An expression; the check looks at the rows for which it is true.", shape: text()},
	}
}

// checkShape is an item of the gate's checks.
func checkShape() *shape {
	var keys []key
	for _, spec := range Checks() {
		keys = append(keys, key{name: spec.Name, doc: spec.Description, shape: checkBodyShape(spec)})
	}
	return objectOf("a check", append(keys, checkKeys()...)...)
}

func checkItems() itemKind {
	k := itemKind{noun: "check", example: "row_count: {min: 1}", common: checkKeys()}
	for _, spec := range Checks() {
		k.known = append(k.known, spec.Name)
	}
	return k
}

func (g *gateLoader) checks(n *node) {
	if n == nil {
		return
	}
	if n.kind != listNode {
		g.report(CodeWrongType, n.pos, "", "'checks' must be a list, got %s", n.describe())
		return
	}
	kind := checkItems()
	for _, item := range n.items {
		check := g.item(item, kind)
		if check == nil {
			continue
		}
		if spec := g.checkOf(check.key); spec != nil {
			g.addCheck(*spec, item, check)
		}
	}
}

// checkOf finds the check of a key, or reports.
func (g *gateLoader) checkOf(key *node) *CheckSpec {
	if spec := CheckByName(key.text); spec != nil {
		return spec
	}
	var names []string
	for _, spec := range Checks() {
		names = append(names, spec.Name)
	}
	g.report(CodeUnknownCheck, key.pos, "checks: "+strings.Join(names, ", "), "unknown check '%s'%s", key.text, didYouMean(key.text, names))
	return nil
}

func (g *gateLoader) addCheck(spec CheckSpec, item *node, body *entry) {
	own := &object{noun: "check '" + spec.Name + "'", keys: checkKeys()}
	if !spec.Filter {
		own.keys = withoutKeys(own.keys, "where")
	}
	kept := item.entries[:0:0]
	for _, e := range item.entries {
		if e.key.text == spec.Name || strings.HasPrefix(e.key.text, "x-") || g.fitsKey(e, own) {
			kept = append(kept, e)
		}
	}
	item.entries = kept
	c := &Check{
		Kind: spec.Name, On: BatchRows, Pos: body.key.pos, spec: &spec,
		Description: item.get("description").string(), Tags: item.get("tags").strings(),
	}
	known := g.fits(body.value, checkBodyShape(spec), "'"+spec.Name+"'")
	if known {
		known = g.checkParams(c, body.value)
	}
	g.identify(c, item.get("name"))
	if !known {
		return
	}
	if on := body.value.get("on"); on != nil {
		c.On = Rows(on.text)
		if c.On == TargetRows && g.gate.CheckOnly() {
			g.report(CodeConflict, on.pos, "add a target, or remove the key", "'on: target' needs a target: a gate without one writes nothing")
		}
	}
	if by := body.value.get("group_by"); by != nil {
		c.GroupBy = by.strings()
		if len(c.GroupBy) == 0 {
			g.report(CodeInvalidValue, by.pos, "", "the list of columns is empty")
		}
		g.knownColumns(by.items)
	}
	c.Where = g.where(item.get("where"))
	g.levels(c, body.value, item.get("on_failure"))
	g.checkOneOf(c, body.value)
	g.gate.Checks = append(g.gate.Checks, c)
}

// identify gives the check its id: its name, or its kind with what it is about.
func (g *gateLoader) identify(c *Check, name *node) {
	pos := c.Pos
	parts := []string{c.Kind}
	for _, param := range []string{"metric", "fn"} {
		if p, ok := c.Params[param]; ok {
			parts = append(parts, p.Text)
		}
	}
	parts = append(append(parts, c.Params[columnParam].Names...), c.Params[columnsParam].Names...)
	if c.Kind == "table_match" {
		parts = parts[:1]
	}
	c.ID = strings.Join(parts, ".")
	if name != nil {
		c.ID, pos = name.text, name.pos
		if !isName(name.text) {
			g.report(CodeName, name.pos, nameHint, "check name '%s' is not a name", name.text)
		}
	}
	g.claim(c.ID, pos)
}

// checkOneOf checks what the shape of a check does not say: which parameters
// exclude each other, and which need another.
func (g *gateLoader) checkOneOf(c *Check, body *node) {
	exactlyOne := func(names ...string) {
		given := 0
		for _, name := range names {
			if _, ok := c.Params[name]; ok {
				given++
			}
		}
		if given != 1 {
			g.report(CodeConflict, body.pos, "", "the check '%s' needs exactly one of %s", c.Kind, strings.Join(names, ", "))
		}
	}
	switch c.Kind {
	case "null_rate", "distinct_rate", "duplicate_rate":
		exactlyOne(columnParam, columnsParam)
	case "distinct_values":
		exactlyOne("equal", "contain", "subset")
	case "row_count_match":
		exactlyOne("table", "query")
	case "aggregate_match":
		exactlyOne("table", "query")
	case "no_gaps":
		g.steps(c)
	case "freshness":
		g.zone(c)
	case "aggregate":
		g.quantileOf(c, c.Params["fn"].Text, body)
	case "anomaly":
		g.metric(c, body)
	case "query":
		g.queryBounds(c, body)
	}
	if by := c.Params[columnParam].Names; len(by) == 1 && slices.Contains(c.GroupBy, by[0]) {
		g.report(CodeConflict, body.get("group_by").pos, "", "column '%s' has one value within each group", by[0])
	}
}

// quantileOf checks that q goes with the function quantile, and only with it.
func (g *gateLoader) quantileOf(c *Check, fn string, body *node) {
	q, ok := c.Params["q"]
	switch {
	case ok && fn != "quantile":
		g.report(CodeConflict, q.Pos, "remove it, or use quantile", "'q' is for quantile, not for %s", fn)
	case !ok && fn == "quantile":
		g.report(CodeMissingKey, body.pos, "such as q: 0.95", "quantile needs the key 'q'")
	case ok:
		if n, err := ParseNumber(q.Literal.Text); err != nil || n.Minus(CountNumber(1)).Sign() > 0 {
			g.report(CodeInvalidValue, q.Pos, "such as q: 0.95", "'q' is from 0 to 1, got %s", q.Literal.Text)
		}
	}
}

// steps checks that a date has steps of that length.
func (g *gateLoader) steps(c *Check) {
	every := c.Params["every"]
	col := g.gate.Column(c.Params[columnParam].Names[0])
	if col != nil && col.Type.Kind == KindDate && slices.Contains([]string{"s", "m", "h"}, every.Span.Unit) {
		g.report(CodeRuleType, every.Pos, "use d, w, mo or y", "a date has no steps of %s", every.Span)
	}
}

// zone refuses a time zone for times that have one.
func (g *gateLoader) zone(c *Check) {
	zone := c.Params["zone"]
	col := g.gate.Column(c.Params[columnParam].Names[0])
	if zone.Pos.Line > 0 && col != nil && col.Type.Kind == KindTimestamptz {
		g.report(CodeConflict, zone.Pos, "remove it", "'zone' is for times without a zone; column '%s' has one", col.Name)
	}
}

// metric checks that the metric of an anomaly has a column where it needs one.
func (g *gateLoader) metric(c *Check, body *node) {
	metric := c.Params["metric"].Text
	_, hasColumn := c.Params[columnParam]
	aggregate := slices.Contains(aggregateFunctions(), metric)
	switch {
	case aggregate && !hasColumn:
		g.report(CodeMissingKey, body.pos, "", "the metric %s needs the key 'column'", metric)
	case !aggregate && hasColumn:
		g.report(CodeConflict, body.get(columnParam).pos, "remove it", "the metric %s is of no column", metric)
	}
	g.quantileOf(c, metric, body)
	if col := g.gate.Column(firstOf(c.Params[columnParam].Names)); aggregate && col != nil && col.Mask {
		g.report(CodeConflict, c.Params[columnParam].Pos, "use row_count or rejected_rate", "the ledger keeps no values of column '%s', which is masked, to compare with", col.Name)
	}
	if window, least := c.Params["window"], c.Params["min_history"]; least.Int < 2 || window.Int < least.Int {
		g.report(CodeBounds, body.pos, "", "window is at least min_history, and that at least 2; they are %d and %d", window.Int, least.Int)
	}
}

// queryBounds checks the operators of a query against what it expects.
func (g *gateLoader) queryBounds(c *Check, body *node) {
	bare := (c.Warn == nil || c.Warn.isZero()) && (c.Fail == nil || c.Fail.isZero())
	switch expect := c.Params["expect"].Text; {
	case expect == "scalar" && bare:
		g.report(CodeBounds, body.pos, "such as {min: 1}", "the expected scalar has no bounds")
	case expect == "empty" && !bare:
		g.report(CodeConflict, body.pos, "use expect: rows, or expect: scalar", "bounds do not go with expect: empty")
	}
}

func firstOf(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return names[0]
}
