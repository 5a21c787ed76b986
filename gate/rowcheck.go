package gate

import (
	"fmt"
	"strings"
)

// checkRow checks what the parameters of a row rule say together and of the
// types that it judges.
func (g *Gate) checkRow(r *Rule) Errors {
	fault := func(code string, p Param, hint, format string, args ...any) Errors {
		pos := p.Pos
		if pos.Line == 0 {
			pos = r.Pos
		}
		return Errors{{Code: code, Pos: pos, Hint: hint, Message: fmt.Sprintf(format, args...)}}
	}
	switch r.Kind {
	case "multiple_of":
		if p := r.Params["value"]; strings.Trim(p.Literal.Text, "+-0.") == "" {
			return fault(CodeInvalidValue, p, "", "no number but zero is a multiple of zero")
		}
	case "resolution":
		p := r.Params["value"]
		if t := g.siteOf(r).typ; t.Kind == KindDate && strings.Contains("s m h", p.Span.Unit) {
			return fault(CodeRuleType, p, "such as 1d, 1w or 1mo", "a date has no part that is shorter than a day")
		}
		if !p.Span.divides() {
			return fault(CodeInvalidValue, p, "such as 1s, 15m, 1h, 1d, 1w, 1mo, 3mo or 1y", "%s does not divide a day, or in months a year, into equal parts", p.Span)
		}
	case "json_keys":
		if r.Params["required"].List == nil && r.Params["allowed"].List == nil {
			return fault(CodeMissingKey, Param{}, "such as required: [id]", "rule 'json_keys' needs the key 'required' or 'allowed'")
		}
	case "required_any", "required_all", "exclusive":
		if p := r.Params[columnsParam]; len(p.Names) < 2 {
			return fault(CodeInvalidValue, p, "nullable: false refuses NULL in one column", "rule '%s' is about two columns or more", r.Kind)
		}
	case "sum_equals":
		if p := r.Params["tolerance"]; g.addsFloats(r) && p.Literal.isZero() {
			return fault(CodeInvalidValue, p, "such as tolerance: 0.01", "floats are not added exactly, so that their sum needs a tolerance")
		}
	}
	return nil
}

// divides reports whether a day, or for months a year, is made of whole
// intervals of the length; days, weeks and years stand alone.
func (d Duration) divides() bool {
	whole := map[string]int64{"s": 24 * 60 * 60, "m": 24 * 60, "h": 24, "d": 1, "w": 1, "mo": 12, "y": 1}[d.Unit]
	return whole%d.N == 0
}

// addsFloats reports whether a column of a sum, or what it equals, is a float.
func (g *Gate) addsFloats(r *Rule) bool {
	for _, param := range []string{columnsParam, "equals"} {
		for _, name := range r.Params[param].Names {
			if c := g.Column(name); c != nil && c.Type.IsFloat() {
				return true
			}
		}
	}
	return false
}
