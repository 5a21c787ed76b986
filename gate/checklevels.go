package gate

import (
	"fmt"
	"strings"
)

func operatorDocs() map[string]string {
	return map[string]string{
		"min": "At least.", "max": "At most.", "equals": "Exactly.", "not_equals": "Anything but.",
		"between":      "From the first to the second, both included.",
		"max_increase": "The largest increase, in percent.",
		"max_decrease": "The largest decrease, in percent.",
		"max_age":      "The age of the latest value at the run's start is at most this, such as 1d.",
	}
}

// operatorKeys are the operators of a check.
func operatorKeys(spec CheckSpec) []key {
	docs := operatorDocs()
	var keys []key
	for _, op := range spec.Operators {
		k := key{name: op, doc: docs[op], shape: operandShape(spec)}
		switch op {
		case "between":
			k.shape = listOf(operandShape(spec))
		case "max_decrease":
			k.shape = percent()
		case "max_increase":
			k.shape = text() // it can be above 100 %
		case "max_age":
			k.shape = &shape{scalar: durationScalar}
		}
		keys = append(keys, k)
	}
	return keys
}

func operandShape(spec CheckSpec) *shape {
	switch spec.Values {
	case CountValues:
		return count()
	case PercentValues:
		return percent()
	default:
		return &shape{scalar: constantScalar}
	}
}

// levels reads the bounds of a check: at the top under one policy, or by level.
func (g *gateLoader) levels(c *Check, body, onFailure *node) {
	top := g.bounds(c, body)
	warn, fail := body.get(string(Warn)), body.get(string(Fail))
	levelled := warn != nil || fail != nil
	bare := len(c.spec.Operators) == 0 || c.spec.Optional
	switch {
	case levelled && !top.isZero():
		g.report(CodeConflict, body.pos, "", "the check '%s' has bounds at the top and in warn or fail: use one form", c.Kind)
	case levelled && onFailure != nil:
		g.report(CodePolicy, onFailure.pos, "", "on_failure is for bounds at the top; warn and fail are levels of their own")
	case levelled:
		c.Warn, c.Fail = g.level(c, warn), g.level(c, fail)
	case top.isZero() && !bare && len(body.lost) > 0:
	case top.isZero() && !bare:
		g.report(CodeBounds, body.pos, g.boundsHint(c), "the check '%s' has no bounds", c.Kind)
	case g.checkPolicy(onFailure) == Warn:
		c.Warn = top
	default:
		c.Fail = top
	}
}

// boundsHint is an example of bounds.
func (g *gateLoader) boundsHint(c *Check) string {
	switch {
	case c.spec.Values == PercentValues:
		return "such as {max: 5%}"
	case c.spec.Values != "":
		return "such as {min: 1}"
	case c.Kind == "freshness":
		return "such as max_age: 1d"
	default:
		return "such as max_decrease: 50%"
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
func (g *gateLoader) level(c *Check, n *node) *Bounds {
	if n == nil {
		return nil
	}
	b := g.bounds(c, n)
	if b.isZero() && len(n.lost) == 0 {
		g.report(CodeBounds, n.pos, g.boundsHint(c), "the level has no bounds")
	}
	return b
}

// isZero reports whether there are no bounds.
func (b *Bounds) isZero() bool {
	return b.Min == nil && b.Max == nil && b.Equals == nil && b.NotEquals == nil && b.Between == nil &&
		b.MaxIncrease == nil && b.MaxDecrease == nil && b.MaxAge == nil
}

// bounds reads the operators of a mapping.
func (g *gateLoader) bounds(c *Check, n *node) *Bounds {
	b := &Bounds{places: map[string]Pos{}}
	if c.spec.Values == PercentValues {
		b.Unit = "%"
	}
	operand := func(v *node) string {
		if c.spec.Values == PercentValues {
			return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(v.text), "%"))
		}
		return v.text
	}
	for op, field := range map[string]**string{"min": &b.Min, "max": &b.Max, "equals": &b.Equals, "not_equals": &b.NotEquals} {
		if v := n.get(op); v != nil {
			s := operand(v)
			*field, b.places[op] = &s, v.pos
		}
	}
	if v := n.get("between"); v != nil {
		b.places["between"] = v.pos
		if len(v.items) != 2 {
			g.report(CodeBounds, v.pos, "between: [1, 5]", "between takes two values, got %d", len(v.items))
			b.Between = &[2]string{"0", "0"}
		} else {
			b.Between = &[2]string{operand(v.items[0]), operand(v.items[1])}
		}
	}
	b.MaxIncrease, b.MaxDecrease = g.change(n.get("max_increase")), g.change(n.get("max_decrease"))
	if v := n.get("max_age"); v != nil {
		span, _ := ParseDuration(v.text)
		b.MaxAge = &span
	}
	if c.spec.Values != "" && c.aggregate() == "" {
		g.errs = append(g.errs, g.snippets(b.setType(Type{Kind: KindDecimal}))...)
	}
	return b
}

// change reads a percentage that may be above 100.
func (g *gateLoader) change(n *node) *string {
	if n == nil {
		return nil
	}
	digits, marked := strings.CutSuffix(strings.TrimSpace(n.text), "%")
	digits = strings.TrimSpace(digits)
	v, err := decimalOf(digits)
	switch {
	case err != nil || v.Sign() < 0:
		g.report(CodePercent, n.pos, "", "%q is not a percentage: it is written 5%% or 5", n.text)
		return nil
	case !marked && percentHint(digits) != "":
		g.report(CodePercent, n.pos, percentHint(digits), "%s: a bare number between 0 and 1 is ambiguous", n.text)
		return nil
	}
	return &digits
}

// setType checks that the operands of the operators on numbers are of a type,
// a decimal or a kind of time, and makes them canonical.
func (b *Bounds) setType(t Type) Errors {
	var errs Errors
	read := func(op string, value *string) {
		if value == nil {
			return
		}
		canonical, err := CheckLiteral(t, *value, false)
		if err == nil {
			*value = canonical
			return
		}
		what := "a number"
		if t.IsTemporal() {
			what = "of type " + t.String()
		}
		errs = append(errs, &Error{Code: CodeLiteral, Pos: b.places[op], Message: fmt.Sprintf("'%s' must be %s, got %q", op, what, *value)})
	}
	read("min", b.Min)
	read("max", b.Max)
	read("equals", b.Equals)
	read("not_equals", b.NotEquals)
	if b.Between != nil {
		read("between", &b.Between[0])
		read("between", &b.Between[1])
	}
	b.Type = Type{}
	if t.IsTemporal() {
		b.Type = t
	}
	if len(errs) > 0 {
		return errs
	}
	inOrder := func(op string, low, high string) {
		a, errA := b.number(low)
		z, errZ := b.number(high)
		if sign, ok := a.compare(z); ok && sign > 0 && errA == nil && errZ == nil {
			errs = append(errs, &Error{Code: CodeBounds, Pos: b.places[op], Message: fmt.Sprintf("the lower bound %s is above the upper bound %s: nothing can hold", low, high)})
		}
	}
	if b.Between != nil {
		inOrder("between", b.Between[0], b.Between[1])
	}
	if b.Min != nil && b.Max != nil {
		inOrder("max", *b.Min, *b.Max)
	}
	return errs
}
