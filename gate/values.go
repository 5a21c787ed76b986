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
