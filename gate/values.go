package gate

import (
	"slices"
	"strings"
)

// expression reads a text of the expression language; it is parsed when the
// gate is compiled.
func (g *gateLoader) expression(n *node) (Param, bool) {
	g.commentBehind(n)
	p := Param{Text: n.text, Pos: n.pos, places: g.placesOf(n)}
	if strings.TrimSpace(n.text) == "" {
		g.report(CodeInvalidValue, n.pos, "", "the expression is empty")
		return p, false
	}
	return p, true
}

// number reads a decimal; its shape has been checked.
func (g *gateLoader) number(p Param, n *node, spec ParamSpec) (Param, bool) {
	p.Literal = decimalLiteral(n)
	if spec.Positive && p.Literal.isZero() {
		g.report(CodeInvalidValue, n.pos, "", "'%s' is zero", spec.Name)
		return p, false
	}
	return p, true
}

// decimalLiteral is the literal of a scalar that is a decimal.
func decimalLiteral(n *node) Literal {
	t := Type{Kind: KindDecimal}
	canonical, _ := checkDecimal(t, n.text)
	return Literal{Text: canonical, Quoted: n.quoted, Type: t, Pos: n.pos}
}

// isZero reports whether a canonical decimal is zero.
func (l Literal) isZero() bool { return strings.Trim(l.Text, "0.") == "" }

// textList reads a list of texts.
func (g *gateLoader) textList(p Param, n *node) (Param, bool) {
	if len(n.items) == 0 {
		g.report(CodeInvalidValue, n.pos, "", "the list of texts is empty")
		return p, false
	}
	for _, item := range n.items {
		p.List = append(p.List, textLiteral(item))
	}
	return p, true
}

func textLiteral(n *node) Literal {
	return Literal{Text: n.text, Quoted: n.quoted, Type: Type{Kind: KindString}, Pos: n.pos}
}

// formats reads one strptime format or several.
func (g *gateLoader) formats(p Param, n *node) (Param, bool) {
	items := slices.Clone(n.items)
	if n.kind == scalarNode {
		items = []*node{n}
	}
	if len(items) == 0 {
		g.report(CodeInvalidValue, n.pos, "", "the list of formats is empty")
		return p, false
	}
	ok := true
	for _, item := range items {
		ok = g.format(item) && ok
		p.List = append(p.List, textLiteral(item))
	}
	return p, ok
}

// typeParam reads a logical type.
func (g *gateLoader) typeParam(p Param, n *node) (Param, bool) {
	t, ok := g.parseType(n)
	if ok && t.Kind == KindEnum {
		g.report(CodeType, n.pos, "use the type string and accepted_values", "the type enum has its values on a column only")
		return p, false
	}
	p.Type = t
	return p, ok
}

// parseType parses a type or reports.
func (g *gateLoader) parseType(n *node) (Type, bool) {
	t, err := ParseType(n.text)
	if err == nil {
		return t, true
	}
	hint := ""
	if strings.HasPrefix(err.Error(), "unknown type") {
		hint = "types: " + strings.Join(typeNames(), ", ")
	}
	g.report(CodeType, n.pos, hint, "%v", err)
	return Type{}, false
}

// columnOrNumber reads a number, or else the name of a column.
func (g *gateLoader) columnOrNumber(p Param, n *node) (Param, bool) {
	if !n.quoted && isDecimal(n.text) {
		p.Literal = decimalLiteral(n)
		return p, true
	}
	p.Names = []string{n.text}
	return p, g.knownColumns([]*node{n})
}

// interval reads a step: a number above zero or a length of time.
func (g *gateLoader) interval(p Param, n *node) (Param, bool) {
	if isDecimal(n.text) && n.text[0] != '-' {
		p.Literal = decimalLiteral(n)
		if !p.Literal.isZero() {
			return p, true
		}
	}
	span, err := ParseDuration(n.text)
	if err != nil {
		g.report(CodeInvalidValue, n.pos, "such as 1 or 1d", "%q is neither a number above zero nor a length of time", n.text)
		return p, false
	}
	p.Literal, p.Span = Literal{}, span
	return p, true
}

func referenceShape() *shape {
	s := objectOf("'to'",
		key{name: "table", doc: "The table that holds the key.", shape: text(), required: true},
		key{name: "columns", doc: "Its columns, in the order of the key; default those of the same names.", shape: texts()},
		key{name: "where", doc: "A condition in SQL over the table: which of its rows count.", shape: text()},
	)
	s.scalar = textScalar
	return s
}

// reference reads columns of another table; its shape has been checked.
func (g *gateLoader) reference(p Param, n *node) (Param, bool) {
	table, ok := n, true
	p.To = &Reference{Columns: n.get(columnsParam).strings(), Where: n.get("where").string(), Pos: n.pos}
	if n.kind == mapNode {
		if table = n.get("table"); table == nil {
			return p, false // it has no value, which has been reported
		}
	}
	t, err := ParseTableName(table.text)
	if err != nil {
		g.report(CodeName, table.pos, "", "%v", err)
		ok = false
	}
	t.Pos = table.pos
	p.To.Table = t
	if where := n.get("where"); where != nil {
		ok = g.sqlValue(where, g.dialect(), false) && ok
	}
	if columns := n.get(columnsParam); columns != nil && len(columns.items) == 0 {
		g.report(CodeInvalidValue, columns.pos, "", "the list of columns is empty")
		ok = false
	}
	return p, ok
}
