package gate

import (
	"fmt"
	"maps"
	"slices"
)

// Bind returns a copy of the gate whose columns have the warehouse's types
// (by gate column name) where the gate states none or a family, such as
// integer. Literals and the fit of rules are checked again with them; the
// error is an Errors with places. The gate itself does not change.
func (g *Gate) Bind(types map[string]Type) (*Gate, error) {
	bound := *g
	bound.Columns = slices.Clone(g.Columns)
	for i := range bound.Columns {
		c := &bound.Columns[i]
		if t, ok := types[c.Name]; ok && c.Type.IsFamily() {
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
	if err := bound.checkRules().orNil(); err != nil {
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
	spec := RuleByName(r.Kind)
	if errs := g.fitsTypes(r, spec); len(errs) > 0 {
		return errs
	}
	if err := g.checkCase(r, spec); err != nil {
		return Errors{err}
	}
	if p, ok := r.Params["type"]; ok && spec.hasCast() {
		return checkCast(r, p.Type)
	}
	c := g.Column(r.Column)
	if c == nil {
		if r.Kind == "compare" {
			return g.checkCompare(r)
		}
		return nil
	}
	var errs Errors
	for _, p := range spec.Params {
		param, ok := r.Params[p.Name]
		if !ok {
			continue
		}
		if p.DefaultList != nil && param.Pos.Line == 0 && c.Type.IsKnown() && c.Type.Kind != KindString {
			return Errors{{
				Code: CodeRuleType, Pos: r.Pos, Hint: "values: [-999]",
				Message: fmt.Sprintf("rule '%s' of %s column '%s' needs the key 'values'", spec.Key, c.Type, c.Name),
			}}
		}
		errs = append(errs, param.typeLiterals(p, c)...)
		r.Params[p.Name] = param
	}
	if len(errs) == 0 && r.Kind == "range" {
		errs = checkRange(r, c)
	}
	return errs
}

// fitsTypes checks that the rule can stand on its column or columns.
func (g *Gate) fitsTypes(r *Rule, spec *RuleSpec) Errors {
	var errs Errors
	for _, name := range r.on() {
		c := g.Column(name)
		if c == nil || spec.AppliesTo(c.Type) {
			continue
		}
		errs = append(errs, &Error{
			Code: CodeRuleType, Pos: r.Pos, Hint: "rule '" + spec.Key + "' is for: " + kindList(spec.Applies),
			Message: fmt.Sprintf("rule '%s' does not fit column '%s' of type %s", spec.Key, name, c.Type),
		})
	}
	return errs
}

// on is the rule's column, or at gate level the columns of its key.
func (r *Rule) on() []string {
	if r.Column != "" {
		return []string{r.Column}
	}
	return r.Params["columns"].Names
}

// checkCase refuses case_sensitive: false where no column holds texts.
func (g *Gate) checkCase(r *Rule, spec *RuleSpec) *Error {
	p, ok := r.Params["case_sensitive"]
	if !ok || p.Bool {
		return nil
	}
	for _, name := range r.on() {
		if c := g.Column(name); c == nil || !c.Type.IsKnown() || c.Type.IsText() {
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

// typeLiterals gives the literals of a parameter the column's type.
func (p *Param) typeLiterals(spec ParamSpec, c *Column) Errors {
	switch spec.Kind {
	case ParamLiteral:
		if err := p.Literal.setType(c); err != nil {
			return Errors{err}
		}
	case ParamLiterals:
		var errs Errors
		for i := range p.List {
			if err := p.List[i].setType(c); err != nil {
				errs = append(errs, err)
			}
		}
		return errs
	default:
	}
	return nil
}

// setType checks the literal against the column's type and makes it canonical.
func (l *Literal) setType(c *Column) *Error {
	if !c.Type.IsKnown() {
		l.Type = inferType(*l)
		return nil
	}
	canonical, err := CheckLiteral(c.Type, l.Text, l.Quoted)
	if err != nil {
		return &Error{Code: CodeLiteral, Pos: l.Pos, Message: fmt.Sprintf("%q is not a value of %s column '%s': %v", l.Text, c.Type, c.Name, err)}
	}
	l.Text, l.Type = canonical, c.Type
	return nil
}

// checkRange refuses a range that no value is in.
func checkRange(r *Rule, c *Column) Errors {
	if !c.Type.IsKnown() {
		return nil
	}
	low, high := r.Params["min"].Literal, r.Params["max"].Literal
	order := CompareLiterals(c.Type, low.Text, high.Text)
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
