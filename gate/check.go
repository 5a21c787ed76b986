package gate

import (
	"slices"
	"strings"
)

// boundsKeys are the operators of a check.
func boundsKeys(spec CheckSpec) []key {
	docs := map[string]string{
		"min": "At least.", "max": "At most.", "equals": "Exactly.", "not_equals": "Anything but.",
		"between": "From the first to the second, both included.",
	}
	var keys []key
	for _, op := range spec.Operators {
		k := key{name: op, doc: docs[op], shape: count()}
		if op == "between" {
			k.shape = listOf(count())
		}
		keys = append(keys, k)
	}
	return keys
}

func checkBodyShape(spec CheckSpec) *shape {
	keys := boundsKeys(spec)
	for _, level := range []string{string(Warn), string(Fail)} {
		keys = append(keys, key{name: level, doc: "The bounds of this level.", shape: objectOf("'"+level+"' of "+spec.Name, boundsKeys(spec)...)})
	}
	for _, later := range []string{"on", "group_by"} {
		keys = append(keys, key{name: later, later: true})
	}
	return objectOf("check '"+spec.Name+"'", keys...)
}

// checkKeys are the keys beside a check's key.
func checkKeys() []key {
	return []key{
		{name: "name", doc: "The check's id.", shape: text()},
		{name: "description", doc: "What the check is for.", shape: text()},
		{name: "on_failure", doc: "fail or warn, for operators at the top.", shape: policyShape()},
		{name: "tags", doc: "Tags of the check.", shape: texts()},
		{name: "where", later: true},
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
	k := itemKind{noun: "check", example: "row_count: {min: 1}", known: laterChecks()}
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
	var names []string
	for _, spec := range Checks() {
		if spec.Name == key.text {
			return &spec
		}
		names = append(names, spec.Name)
	}
	if slices.Contains(laterChecks(), key.text) {
		g.unsupported(key.pos, "check '"+key.text+"'")
		return nil
	}
	g.report(CodeUnknownCheck, key.pos, "checks: "+strings.Join(names, ", "), "unknown check '%s'%s", key.text, didYouMean(key.text, names))
	return nil
}

func (g *gateLoader) addCheck(spec CheckSpec, item *node, body *entry) {
	own := &object{noun: "check '" + spec.Name + "'", keys: checkKeys()}
	kept := item.entries[:0:0]
	for _, e := range item.entries {
		if e.key.text == spec.Name || strings.HasPrefix(e.key.text, "x-") || g.fitsKey(e, own) {
			kept = append(kept, e)
		}
	}
	item.entries = kept
	c := &Check{
		ID: spec.Name, Kind: spec.Name, Pos: body.key.pos, Params: map[string]Param{},
		Description: item.get("description").string(), Tags: item.get("tags").strings(),
	}
	pos := c.Pos
	if name := item.get("name"); name != nil {
		c.ID, pos = name.text, name.pos
		if !isName(name.text) {
			g.report(CodeName, name.pos, nameHint, "check name '%s' is not a name", name.text)
		}
	}
	g.claim(c.ID, pos)
	if !g.fits(body.value, checkBodyShape(spec), "'"+spec.Name+"'") {
		return
	}
	g.levels(c, body.value, item.get("on_failure"))
	g.gate.Checks = append(g.gate.Checks, c)
}

// levels reads the bounds of a check: at the top under one policy, or by level.
func (g *gateLoader) levels(c *Check, body, onFailure *node) {
	top := g.bounds(body)
	warn, fail := body.get(string(Warn)), body.get(string(Fail))
	levelled := warn != nil || fail != nil
	switch {
	case levelled && top != nil:
		g.report(CodeConflict, body.pos, "", "the check '%s' has bounds at the top and in warn or fail: use one form", c.Kind)
	case levelled && onFailure != nil:
		g.report(CodePolicy, onFailure.pos, "", "on_failure is for bounds at the top; warn and fail are levels of their own")
	case levelled:
		c.Warn, c.Fail = g.level(warn), g.level(fail)
	case top == nil && len(body.lost) > 0:
	case top == nil:
		g.report(CodeBounds, body.pos, "such as {min: 1}", "the check '%s' has no bounds", c.Kind)
	case g.checkPolicy(onFailure) == Warn:
		c.Warn = top
	default:
		c.Fail = top
	}
}

// checkPolicy is fail or warn; an inherited quarantine is fail.
func (g *gateLoader) checkPolicy(own *node) Policy {
	if own != nil && own.text == string(Quarantine) {
		g.report(CodeQuarantine, own.pos, "use fail or warn", "a check has no rows to quarantine")
		return Fail
	}
	if p := g.resolve(own, nil); p == Warn {
		return Warn
	}
	return Fail
}

// level reads the bounds of one level; it must have some.
func (g *gateLoader) level(n *node) *Bounds {
	if n == nil {
		return nil
	}
	b := g.bounds(n)
	if b == nil {
		g.report(CodeBounds, n.pos, "such as {min: 1}", "the level has no bounds")
	}
	return b
}

// bounds reads the operators of a mapping; nil where it has none.
func (g *gateLoader) bounds(n *node) *Bounds {
	b := &Bounds{}
	for op, field := range map[string]**string{"min": &b.Min, "max": &b.Max, "equals": &b.Equals, "not_equals": &b.NotEquals} {
		if v := n.get(op); v != nil {
			*field = &v.text
		}
	}
	if v := n.get("between"); v != nil {
		if len(v.items) != 2 {
			g.report(CodeBounds, v.pos, "between: [1, 5]", "between takes two values, got %d", len(v.items))
			return b
		}
		b.Between = &[2]string{v.items[0].text, v.items[1].text}
		g.inOrder(v, b.Between[0], b.Between[1])
	}
	if b.Min != nil && b.Max != nil {
		g.inOrder(n.get("max"), *b.Min, *b.Max)
	}
	if *b == (Bounds{}) {
		return nil
	}
	return b
}

func (g *gateLoader) inOrder(n *node, low, high string) {
	if CompareLiterals(Type{Kind: KindInt64}, low, high) > 0 {
		g.report(CodeBounds, n.pos, "", "the lower bound %s is above the upper bound %s: nothing can hold", low, high)
	}
}
