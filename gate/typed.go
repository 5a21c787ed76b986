package gate

import (
	"fmt"
	"maps"
	"slices"
)

// Bind returns a copy of the gate whose columns have the warehouse's types
// (by gate column name) where the gate states none or a family, such as
// integer; a column that is cast has the type that the gate states. Literals and the fit of rules are checked again with them; the
// error is an Errors with places. The gate itself does not change.
func (g *Gate) Bind(types map[string]Type) (*Gate, error) {
	bound := *g
	bound.Columns = slices.Clone(g.Columns)
	for i := range bound.Columns {
		c := &bound.Columns[i]
		t, ok := types[c.Name]
		timestamps := c.Type.Kind == KindTimestamp && t.Kind == KindTimestamp // of which one may keep nanoseconds
		if ok && (c.Type.IsFamily() && c.Cast == nil || timestamps) {
			c.Type = t
		}
	}
	bound.Rules = make([]*Rule, len(g.Rules))
	for i, r := range g.Rules {
		copied := *r
		copied.Params = maps.Clone(r.Params)
		for name, p := range copied.Params {
			p.List = slices.Clone(p.List)
			copied.Params[name] = p
		}
		bound.Rules[i] = &copied
	}
	bound.Checks = copyChecks(g.Checks)
	if err := append(bound.checkRules(), bound.checkChecks()...).orNil(); err != nil {
		return nil, err
	}
	return &bound, nil
}

// checkRules checks every rule against the types of its columns and sets the
// literals' types and, where these are known, canonical texts.
func (g *Gate) checkRules() Errors {
	var errs Errors
	for _, r := range g.Rules {
		errs = append(errs, g.checkRule(r)...)
	}
	return errs
}

func (g *Gate) checkRule(r *Rule) Errors {
	spec := r.spec
	if errs := g.fitsTypes(r, spec); len(errs) > 0 {
		return errs
	}
	if err := g.checkCase(r, spec); err != nil {
		return Errors{err}
	}
	if r.Scope == ScopeSet {
		return g.checkSetTypes(r)
	}
	if r.Kind == "compare" {
		return g.checkCompare(r)
	}
	if r.Column == "" {
		return g.checkRow(r)
	}
	on := g.siteOf(r)
	if spec.hasCast() {
		if errs := checkCast(r, on); len(errs) > 0 {
			return errs
		}
	}
	var errs Errors
	for _, p := range spec.Params {
		param, ok := r.Params[p.Name]
		if !ok {
			continue
		}
		if p.DefaultList != nil && param.Pos.Line == 0 && on.typ.IsKnown() && on.typ.Kind != KindString {
			return Errors{{
				Code: CodeRuleType, Pos: r.Pos, Hint: "values: [-999]",
				Message: fmt.Sprintf("rule '%s' of %s %s needs the key 'values'", spec.Key, on.typ, on),
			}}
		}
		errs = append(errs, param.typeLiterals(p, on)...)
		r.Params[p.Name] = param
	}
	if len(errs) > 0 {
		return errs
	}
	if r.Kind == "range" {
		return checkRange(r, on.typ)
	}
	return g.checkRow(r)
}

// fitsTypes checks that the rule can stand on its column or columns.
func (g *Gate) fitsTypes(r *Rule, spec *RuleSpec) Errors {
	var errs Errors
	for _, on := range g.sitesOf(r) {
		if spec.AppliesTo(on.typ) {
			continue
		}
		errs = append(errs, &Error{
			Code: CodeRuleType, Pos: r.Pos, Hint: "rule '" + spec.Key + "' is for: " + kindList(spec.Applies),
			Message: fmt.Sprintf("rule '%s' does not fit %s of type %s", spec.Key, on, on.typ),
		})
	}
	for _, p := range spec.Params {
		for _, name := range r.Params[p.Name].Names {
			c := g.Column(name)
			if c == nil || applies(p.Applies, c.Type) {
				continue
			}
			errs = append(errs, &Error{
				Code: CodeRuleType, Pos: r.Params[p.Name].Pos, Hint: "'" + p.Name + "' is for: " + kindList(p.Applies),
				Message: fmt.Sprintf("'%s' of rule '%s' does not fit column '%s' of type %s", p.Name, spec.Key, name, c.Type),
			})
		}
	}
	return errs
}

// sitesOf are what the rule judges: what it stands on, or at gate level the
// columns that it names for that.
func (g *Gate) sitesOf(r *Rule) []site {
	if r.Column != "" {
		return []site{g.siteOf(r)}
	}
	var sites []site
	for _, param := range []string{columnParam, columnsParam} {
		for _, name := range r.Params[param].Names {
			if c := g.Column(name); c != nil {
				sites = append(sites, site{column: c, typ: c.Type})
			}
		}
	}
	return sites
}

// checkCase refuses case_sensitive: false where no column holds texts.
func (g *Gate) checkCase(r *Rule, spec *RuleSpec) *Error {
	p, ok := r.Params["case_sensitive"]
	if !ok || p.Bool {
		return nil
	}
	for _, on := range g.sitesOf(r) {
		if !on.typ.IsKnown() || on.typ.IsText() {
			return nil
		}
	}
	return &Error{Code: CodeRuleType, Pos: p.Pos, Hint: "remove case_sensitive", Message: fmt.Sprintf("'case_sensitive' of rule '%s' is for texts", spec.Key)}
}

func kindList(kinds []Kind) string {
	s := ""
	for i, k := range kinds {
		if i > 0 {
			s += ", "
		}
		s += string(k)
	}
	return s
}

// typeLiterals gives the literals of a parameter the type of what the rule
// stands on.
func (p *Param) typeLiterals(spec ParamSpec, on site) Errors {
	switch spec.Kind {
	case ParamLiteral:
		if err := p.Literal.setType(on); err != nil {
			return Errors{err}
		}
	case ParamLiterals:
		var errs Errors
		for i := range p.List {
			if err := p.List[i].setType(on); err != nil {
				errs = append(errs, err)
			}
		}
		return errs
	default:
	}
	return nil
}

// setType checks the literal against the type and makes it canonical.
func (l *Literal) setType(on site) *Error {
	if !on.typ.IsKnown() {
		l.Type = inferType(*l)
		return nil
	}
	canonical, err := CheckLiteral(on.typ, l.Text, l.Quoted)
	if err != nil {
		return &Error{Code: CodeLiteral, Pos: l.Pos, Message: fmt.Sprintf("%q is not a value of %s %s: %v", l.Text, on.typ, on, err)}
	}
	l.Text, l.Type = canonical, on.typ
	return nil
}

// checkRange refuses a range that no value is in.
func checkRange(r *Rule, t Type) Errors {
	if !t.IsKnown() {
		return nil
	}
	low, high := r.Params["min"].Literal, r.Params["max"].Literal
	order := CompareLiterals(t, low.Text, high.Text)
	if order < 0 || order == 0 && r.Params["inclusive"].Text == "both" {
		return nil
	}
	message := fmt.Sprintf("the range is empty: min %s is above max %s", low.Text, high.Text)
	if order == 0 {
		message = fmt.Sprintf("the range is empty: min and max are %s, and not both are inclusive", low.Text)
	}
	return Errors{{Code: CodeBounds, Pos: high.Pos, Message: message}}
}

// checkCompare checks that two columns can be compared.
func (g *Gate) checkCompare(r *Rule) Errors {
	left, right := g.Column(r.Params["left"].Names[0]), g.Column(r.Params["right"].Names[0])
	op := r.Params["op"].Text
	if !left.Type.IsKnown() || !right.Type.IsKnown() || canCompare(left.Type, right.Type, op) {
		return nil
	}
	return Errors{{
		Code: CodeRuleType, Pos: r.Pos, Hint: "compare columns of one type; eq and ne are all that types without an order have",
		Message: fmt.Sprintf("%s column '%s' and %s column '%s' cannot be compared by %s", left.Type, left.Name, right.Type, right.Name, op),
	}}
}

// canCompare reports whether values of two known types compare by op.
func canCompare(a, b Type, op string) bool {
	switch {
	case a.IsNumeric() && b.IsNumeric(), a.IsText() && b.IsText():
		return true
	case a.Kind != b.Kind:
		return false
	case a.IsTemporal():
		return true
	default:
		return slices.Contains(keyKinds(), a.Kind) && (op == "eq" || op == "ne")
	}
}
