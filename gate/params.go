package gate

import (
	"slices"
	"strconv"
)

// maxValues bounds the list of accepted_values.
const maxValues = 10_000

// params reads the parameters of a rule, defaults filled in. It is not ok
// where one is at fault or the switch makes no rule.
func (g *gateLoader) params(t ruleText) (map[string]Param, bool) {
	given, ok := g.givenParams(t)
	if !ok {
		return nil, false
	}
	if !g.switchedOn(t, given) {
		return nil, false
	}
	params := map[string]Param{}
	for _, spec := range t.spec.Params {
		n := given[spec.Name]
		if n == nil {
			if p, has := defaultParam(spec); has {
				params[spec.Name] = p
			}
			continue
		}
		p, fine := g.param(spec, n, t.on.typ)
		ok = ok && fine
		params[spec.Name] = p
	}
	if t.spec.hasCast() {
		params[castParam] = castOf(params, t.pos)
	}
	if t.spec.Level == LevelBoth && t.on.column != nil {
		g.ownColumn(t, params)
	}
	return params, ok
}

// ownColumn sets the parameter that names the rule's columns to the column
// that the rule stands on.
func (g *gateLoader) ownColumn(t ruleText, params map[string]Param) {
	for _, name := range []string{columnParam, columnsParam} {
		if g.rules.Rule(t.spec.Name).Param(name) != nil {
			delete(params, t.spec.Main)
			params[name] = Param{Names: []string{t.on.column.Name}, Pos: t.pos}
		}
	}
}

// givenParams are the nodes of the parameters, by the short or the long form.
func (g *gateLoader) givenParams(t ruleText) (map[string]*node, bool) {
	where := "'" + t.spec.Key + "'"
	main := t.spec.Param(t.spec.Main)
	if main != nil && (t.value.kind != mapNode || isRaw(main.Kind) && isDialects(t.value)) {
		return map[string]*node{main.Name: t.value}, g.fits(t.value, paramShape(*main), where)
	}
	before := len(t.value.entries)
	ok := g.fits(t.value, ruleShape(t.spec, !t.siblings), where)
	given := map[string]*node{}
	for _, p := range t.spec.Params {
		given[p.Name] = t.value.get(p.Name)
	}
	return given, ok && len(t.value.entries) == before
}

func isRaw(k ParamKind) bool { return k == ParamSQL || k == ParamQuery }

// isDialects reports whether a mapping is a text for each dialect.
func isDialects(n *node) bool {
	for _, e := range n.entries {
		if slices.Contains(warehouseTypes(), e.key.text) {
			return true
		}
	}
	return false
}

// switchedOn reports whether the rule's switch, if it has one, makes a rule.
func (g *gateLoader) switchedOn(t ruleText, given map[string]*node) bool {
	main := t.spec.Param(t.spec.Main)
	if main == nil || main.Kind != ParamSwitch || given[main.Name] == nil {
		return true
	}
	n := given[main.Name]
	on := n.text == "true"
	if on == t.spec.turnsOn() {
		return true
	}
	if t.spec.turnsOn() {
		g.report(CodeInvalidValue, n.pos, "remove the key where the rule shall not hold", "'%s: false' makes no rule", t.spec.Key)
	}
	return false
}

// defaultParam is the value of a parameter that is not given.
func defaultParam(spec ParamSpec) (Param, bool) {
	switch {
	case spec.DefaultList != nil:
		var list []Literal
		for _, s := range spec.DefaultList {
			list = append(list, Literal{Text: s, Quoted: true, Type: Type{Kind: KindString}})
		}
		return Param{List: list}, true
	case spec.Default == "":
		return Param{}, false
	case spec.Kind == ParamBool || spec.Kind == ParamSwitch:
		return Param{Bool: spec.Default == "true"}, true
	case spec.Kind == ParamNumber:
		return Param{Literal: Literal{Text: spec.Default, Type: Type{Kind: KindDecimal}}}, true
	case spec.Kind == ParamDuration:
		span, err := ParseDuration(spec.Default)
		return Param{Span: span}, err == nil
	case spec.Kind == ParamCount:
		n, err := strconv.ParseInt(spec.Default, 10, 64)
		return Param{Int: n}, err == nil
	default:
		return Param{Text: spec.Default}, true
	}
}

// param reads one parameter; its shape has been checked.
func (g *gateLoader) param(spec ParamSpec, n *node, t Type) (Param, bool) {
	p := Param{Pos: n.pos}
	switch spec.Kind {
	case ParamSwitch, ParamBool:
		p.Bool = n.text == "true"
	case ParamCount:
		p.Int = n.count()
	case ParamLiteral:
		p.Literal = literal(n, t)
	case ParamLiterals:
		return g.literals(p, n, t)
	case ParamRegex:
		p.Text, p.places = n.text, g.placesOf(n)
		return p, g.regex(n)
	case ParamLike:
		p.Text = n.text
		return p, g.like(n)
	case ParamEnum:
		p.Text = n.text
	case ParamColumn:
		p.Names = []string{n.text}
		return p, g.knownColumns([]*node{n})
	case ParamColumns:
		p.Names = n.strings()
		if len(p.Names) == 0 {
			g.report(CodeInvalidValue, n.pos, "", "the list of columns is empty")
			return p, false
		}
		return p, g.knownColumns(n.items)
	case ParamSQL:
		return g.sqlParam(p, n, false)
	case ParamQuery:
		return g.sqlParam(p, n, true)
	case ParamExpression:
		return g.expression(n)
	case ParamDuration:
		p.Span, _ = ParseDuration(n.text)
	case ParamNumber:
		return g.number(p, n, spec)
	case ParamTexts:
		return g.textList(p, n)
	case ParamType:
		return g.typeParam(p, n)
	case ParamFormats:
		return g.formats(p, n)
	case ParamMark:
		p.Text = n.text
		return p, g.mark(n)
	case ParamColumnOrNumber:
		return g.columnOrNumber(p, n)
	case ParamInterval:
		return g.interval(p, n)
	case ParamReference:
		return g.reference(p, n)
	case ParamTable, ParamTolerance, ParamAgainst, ParamZone, ParamText: // of checks (checkparams.go)
	case ParamRules: // they are read as rules of their own
	}
	return p, true
}

func literal(n *node, t Type) Literal {
	return Literal{Text: n.text, Quoted: n.quoted, Type: t, Pos: n.pos}
}

func (g *gateLoader) literals(p Param, n *node, t Type) (Param, bool) {
	ok := true
	if len(n.items) == 0 {
		g.report(CodeInvalidValue, n.pos, "", "the list of values is empty")
		ok = false
	}
	if len(n.items) > maxValues {
		g.report(CodeInvalidValue, n.pos, "put the values into a table", "the list has %d values; at most %d", len(n.items), maxValues)
		return p, false
	}
	for _, item := range n.items {
		if item.kind == nullNode {
			g.report(CodeLiteral, item.pos, "NULL passes this rule; nullable: false refuses it. For the text write 'null' in quotes", "a list of values cannot hold null")
			ok = false
			continue
		}
		p.List = append(p.List, literal(item, t))
	}
	return p, ok
}

// knownColumns checks names of columns; none may be twice.
func (g *gateLoader) knownColumns(items []*node) bool {
	ok := true
	seen := map[string]bool{}
	for _, n := range items {
		switch {
		case g.gate.Column(n.text) == nil:
			g.unknownColumn(n)
			ok = false
		case seen[n.text]:
			g.report(CodeInvalidValue, n.pos, "", "column '%s' is here twice", n.text)
			ok = false
		}
		seen[n.text] = true
	}
	return ok
}

// sqlParam reads raw SQL: one text for all dialects, or one for each.
func (g *gateLoader) sqlParam(p Param, n *node, query bool) (Param, bool) {
	if n.kind == scalarNode {
		p.SQL = map[string]string{"": n.text}
		return p, g.sqlValue(n, g.dialect(), query)
	}
	p.SQL = n.stringMap()
	ok := true
	for _, e := range n.entries {
		ok = g.sqlValue(e.value, e.key.text, query) && ok
	}
	return p, ok
}
