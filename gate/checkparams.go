package gate

import (
	"fmt"
	"slices"
	"time"
)

// checkParamShape is what may stand for a parameter of a check.
func checkParamShape(spec CheckSpec, p ParamSpec) *shape {
	switch p.Kind {
	case ParamTolerance:
		most := key{name: "rows", doc: "The largest difference in rows.", shape: count()}
		if spec.Name == "aggregate_match" {
			most = key{name: "value", doc: "The largest difference.", shape: &shape{scalar: numberScalar}}
		}
		return objectOf("tolerance", most, key{name: "percent", doc: "The largest difference in percent.", shape: percent()})
	case ParamAgainst:
		s := objectOf("against",
			key{name: "mean_of", doc: "The mean of so many batches.", shape: count()},
			key{name: "days_ago", doc: "The last batch of that day (UTC) or before.", shape: count()},
		)
		s.scalar, s.enum = textScalar, []string{"last", previousPartition}
		return s
	default:
		return paramShape(p)
	}
}

// checkParams reads the parameters of a check, defaults filled in; their
// shapes have been checked.
func (g *gateLoader) checkParams(c *Check, body *node) bool {
	c.Params = map[string]Param{}
	ok := len(body.lost) == 0
	for _, spec := range c.spec.Params {
		n := body.get(spec.Name)
		if n == nil {
			if p, has := defaultParam(spec); has {
				c.Params[spec.Name] = p
			}
			continue
		}
		p, fine := g.checkParam(spec, n)
		c.Params[spec.Name] = p
		ok = ok && fine
	}
	return ok
}

func (g *gateLoader) checkParam(spec ParamSpec, n *node) (Param, bool) {
	p := Param{Pos: n.pos}
	switch spec.Kind {
	case ParamTable:
		t, err := ParseTableName(n.text)
		if err != nil {
			g.report(CodeName, n.pos, "", "%v", err)
		}
		t.Pos = n.pos
		p.To = &Reference{Table: t, Pos: n.pos}
		return p, err == nil
	case ParamTolerance:
		return g.margin(p, n)
	case ParamAgainst:
		return g.against(p, n)
	case ParamZone:
		p.Text = n.text
		if _, err := time.LoadLocation(n.text); err != nil || n.text == "Local" || n.text == "" {
			g.report(CodeInvalidValue, n.pos, "such as Europe/Berlin", "%q is not a time zone", n.text)
			return p, false
		}
		return p, true
	case ParamText:
		p.Text = n.text
		return p, true
	default:
		return g.param(spec, n, Type{})
	}
}

func (g *gateLoader) margin(p Param, n *node) (Param, bool) {
	p.Margin = &Margin{Percent: g.limit(n).Percent}
	for _, name := range []string{"rows", "value"} {
		if v := n.get(name); v != nil {
			p.Margin.Value = &v.text
		}
	}
	if p.Margin.Value == nil && p.Margin.Percent == nil && len(n.lost) == 0 {
		g.report(CodeTolerate, n.pos, "", "the tolerance is empty")
		return p, false
	}
	return p, true
}

// previousPartition is the batch of the span of time before.
const previousPartition = "previous_partition"

func (g *gateLoader) against(p Param, n *node) (Param, bool) {
	if n.kind == scalarNode {
		p.Text = n.text
		if _, ok := g.gate.timeDimension(); p.Text == previousPartition && !ok {
			g.report(CodeConflict, n.pos, "such as partition_by: {day: {column: order_date, grain: day}}", "'%s' needs a gate whose partition_by has one dimension of dates or times", previousPartition)
			return p, false
		}
		return p, true
	}
	if len(n.entries) != 1 {
		g.report(CodeConflict, n.pos, "such as {mean_of: 7}", "'against' has exactly one of mean_of and days_ago")
		return p, false
	}
	e := n.entries[0]
	p.Text, p.Int = e.key.text, e.value.count()
	if p.Int == 0 {
		g.report(CodeInvalidValue, e.value.pos, "", "'%s' is at least 1", p.Text)
		return p, false
	}
	return p, true
}

// checkChecks checks every check against the types of its columns and sets the
// types of literals and bounds.
func (g *Gate) checkChecks() Errors {
	var errs Errors
	for _, c := range g.Checks {
		errs = append(errs, g.checkCheck(c)...)
	}
	return errs
}

func (g *Gate) checkCheck(c *Check) Errors {
	var errs Errors
	for _, spec := range c.spec.Params {
		p := c.Params[spec.Name]
		for _, name := range p.Names {
			col := g.Column(name)
			if col == nil || applies(spec.Applies, col.Type) {
				continue
			}
			errs = append(errs, &Error{
				Code: CodeRuleType, Pos: p.Pos, Hint: "'" + spec.Name + "' is for: " + kindList(spec.Applies),
				Message: fmt.Sprintf("check '%s' does not fit column '%s' of type %s", c.Kind, name, col.Type),
			})
		}
	}
	errs = append(errs, g.checkGroupTypes(c)...)
	names := c.Params[columnParam].Names
	if len(errs) > 0 || len(names) == 0 {
		return errs
	}
	col := g.Column(names[0])
	if col == nil {
		return nil
	}
	for _, spec := range c.spec.Params {
		if spec.Kind != ParamLiterals {
			continue
		}
		p := c.Params[spec.Name]
		errs = append(errs, p.typeLiterals(spec, site{column: col, typ: col.Type})...)
	}
	if fn := c.aggregate(); fn != "" {
		errs = append(errs, c.checkAggregate(fn, col)...)
	}
	return errs
}

// checkGroupTypes checks that rows can be grouped by the columns of group_by.
func (g *Gate) checkGroupTypes(c *Check) Errors {
	for _, name := range c.GroupBy {
		if col := g.Column(name); col != nil && !applies(literalKinds(), col.Type) {
			return Errors{{
				Code: CodeRuleType, Pos: c.Pos, Hint: "group_by is for: " + kindList(literalKinds()),
				Message: fmt.Sprintf("check '%s' cannot group by column '%s' of type %s", c.Kind, name, col.Type),
			}}
		}
	}
	return nil
}

// aggregate is the function of a check that is about an aggregate; else empty.
func (c *Check) aggregate() string {
	for _, param := range []string{"fn", "metric"} {
		if fn := c.Params[param].Text; slices.Contains(aggregateFunctions(), fn) {
			return fn
		}
	}
	return ""
}

// checkAggregate checks that the column has the aggregate, and that the bounds
// are values of it.
func (c *Check) checkAggregate(fn string, col *Column) Errors {
	if !col.Type.IsKnown() {
		return nil
	}
	fits := numericKinds()
	switch fn {
	case "count":
		fits = nil
	case "distinct_count":
		fits = keyKinds()
	case "min", "max":
		if c.Kind == "aggregate" {
			fits = slices.Concat(fits, timeKinds())
		}
	}
	if !applies(fits, col.Type) {
		return Errors{{
			Code: CodeRuleType, Pos: c.Params[columnParam].Pos, Hint: fn + " is for: " + kindList(fits),
			Message: fmt.Sprintf("the aggregate %s does not fit column '%s' of type %s", fn, col.Name, col.Type),
		}}
	}
	typ := Type{Kind: KindDecimal}
	if (fn == "min" || fn == "max") && slices.Contains(timeKinds(), col.Type.Kind) {
		typ = col.Type
	}
	var errs Errors
	for _, b := range []*Bounds{c.Warn, c.Fail} {
		if b != nil {
			errs = append(errs, b.setType(typ)...)
		}
	}
	return errs
}

// timeKinds are the kinds of points in time.
func timeKinds() []Kind { return []Kind{KindDate, KindTimestamp, KindTimestamptz} }

// copyChecks are checks whose literals and bounds can be changed.
func copyChecks(checks []*Check) []*Check {
	out := make([]*Check, len(checks))
	for i, c := range checks {
		copied := *c
		copied.Params = map[string]Param{}
		for name, p := range c.Params {
			p.List = slices.Clone(p.List)
			copied.Params[name] = p
		}
		copied.Warn, copied.Fail = c.Warn.copy(), c.Fail.copy()
		out[i] = &copied
	}
	return out
}

func (b *Bounds) copy() *Bounds {
	if b == nil {
		return nil
	}
	copied := *b
	for _, field := range []**string{&copied.Min, &copied.Max, &copied.Equals, &copied.NotEquals} {
		if *field != nil {
			value := **field
			*field = &value
		}
	}
	if b.Between != nil {
		between := *b.Between
		copied.Between = &between
	}
	return &copied
}
