package gate

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// castParams are the options of a cast. A rule that has them carries the
// whole as Cast of its parameter "cast".
func castParams() []ParamSpec {
	return []ParamSpec{
		{Name: "format", Kind: ParamFormats, Description: "of dates and times: a strptime format, or several that are tried in order; default ISO 8601. Letters: %Y %y %m %d %b %j %H %I %p %M %S %f %z"},
		{Name: "nulls", Kind: ParamTexts, Description: "texts that stand for NULL, beside the empty text of every type but string"},
		{Name: "trim", Kind: ParamBool, Default: "true", Description: "ignore white space at both ends"},
		{Name: "decimal", Kind: ParamMark, Default: ".", Description: "the decimal sign of numbers"},
		{Name: "group", Kind: ParamMark, Description: "the sign between groups of digits; default none"},
	}
}

// castKind is the rule that a column's cast makes.
const castKind = "cast"

// castParam is the parameter that holds the options of castParams as a whole.
const castParam = "cast"

// hasCast reports whether the rule takes the options of a cast.
func (r *RuleSpec) hasCast() bool {
	p := r.Param("format")
	return p != nil && p.Kind == ParamFormats
}

// castOf gathers the options of a cast.
func castOf(params map[string]Param, pos Pos) Param {
	c := &Cast{Trim: params["trim"].Bool, Decimal: params["decimal"].Text, Group: params["group"].Text, Pos: pos}
	for _, l := range params["format"].List {
		c.Formats = append(c.Formats, l.Text)
	}
	for _, l := range params["nulls"].List {
		c.Nulls = append(c.Nulls, l.Text)
	}
	return Param{Cast: c, Pos: pos}
}

// mark checks one character that can stand between digits.
func (g *gateLoader) mark(n *node) bool {
	r, size := utf8.DecodeRuneInString(n.text)
	if size == len(n.text) && size > 0 && r != '+' && r != '-' && (unicode.IsPunct(r) || unicode.IsSymbol(r) || unicode.Is(unicode.Zs, r)) {
		return true
	}
	g.report(CodeInvalidValue, n.pos, "such as '.' or ','", "%q is not one character other than a letter, a digit, + and -", n.text)
	return false
}

// dateLetters, clockLetters are the letters of a format that say the date and the time of day.
const (
	dateLetters  = "Yymdbj"
	clockLetters = "HIpMSf"
)

// format checks the letters of a strptime format; what the type needs is
// checked where the type is known.
func (g *gateLoader) format(n *node) bool {
	at := func(offset int) Pos { return g.placesOf(n).at(n.pos, offset) }
	seen := map[byte]bool{}
	ok := true
	fault := func(offset int, format string, args ...any) {
		ok = false
		g.report(CodePattern, at(offset), "letters of a format: %Y %y %m %d %b %j %H %I %p %M %S %f %z", format, args...)
	}
	for i := 0; i < len(n.text); i++ {
		if n.text[i] != '%' {
			continue
		}
		if i+1 == len(n.text) {
			fault(i, "the format ends with a lone %%")
			break
		}
		letter, size := utf8.DecodeRuneInString(n.text[i+1:])
		switch {
		case !strings.ContainsRune(dateLetters+clockLetters+"z", letter):
			fault(i, "unknown letter %%%c in the format", letter)
		case seen[byte(letter)]:
			fault(i, "%%%c is in the format twice", letter)
		default:
			seen[byte(letter)] = true
		}
		i += size
	}
	if ok && len(seen) == 0 {
		fault(0, "the format %q has no letters", n.text)
	}
	return ok
}

// checkCast checks the type that a cast makes, its own or that of its column,
// and that the options fit it.
func checkCast(r *Rule, on site) Errors {
	t := on.typ
	if p, ok := r.Params["type"]; ok {
		t = p.Type
	}
	if !slices.Contains(castKinds(), t.Kind) || t.IsFamily() {
		return Errors{castType(r, on, t)}
	}
	var errs Errors
	fault := func(pos Pos, hint, format string, args ...any) {
		errs = append(errs, &Error{Code: CodeRuleType, Pos: pos, Hint: hint, Message: fmt.Sprintf(format, args...)})
	}
	if formats := r.Params["format"]; len(formats.List) > 0 && !t.IsTemporal() {
		fault(formats.Pos, "remove it", "'format' is for dates and times, not for %s", t)
	} else {
		for _, f := range formats.List {
			if reason := formatFits(f.Text, t); reason != "" {
				fault(f.Pos, "", "the format %q does not make a %s: %s", f.Text, t, reason)
			}
		}
	}
	decimal, group := r.Params["decimal"], r.Params["group"]
	for _, name := range []string{"decimal", "group"} {
		if p := r.Params[name]; p.Pos.Line > 0 && !t.IsNumeric() {
			fault(p.Pos, "remove it", "'%s' is for numbers, not for %s", name, t)
		}
	}
	if t.IsNumeric() && strings.TrimSpace(decimal.Text) == "" {
		fault(decimal.Pos, "such as '.' or ','", "the decimal sign is white space")
	}
	if t.IsNumeric() && group.Text != "" && group.Text == decimal.Text {
		fault(group.Pos, "set both", "'decimal' and 'group' are both %q", group.Text)
	}
	return errs
}

// castType says why texts are not converted to a type.
func castType(r *Rule, on site, t Type) *Error {
	e := &Error{Code: CodeRuleType, Pos: r.Pos, Hint: "types: " + kindList(castKinds())}
	if t.Kind == KindDecimal {
		e.Hint = "such as type: \"decimal(10,2)\""
	}
	switch {
	case !t.IsKnown():
		e.Message = fmt.Sprintf("'%s' needs the type that the texts of %s become", r.spec.Key, on)
	case t.IsFamily():
		e.Message = fmt.Sprintf("'%s' needs one type for the texts of %s, and %s is any of several", r.spec.Key, on, t)
	default:
		e.Message = fmt.Sprintf("'%s': texts do not convert to %s", r.spec.Key, t)
	}
	return e
}

// castKinds are the kinds that have a grammar of texts.
func castKinds() []Kind {
	return slices.Concat(
		[]Kind{KindString, KindBool}, slices.DeleteFunc(integerKinds(), func(k Kind) bool { return k == KindInteger }),
		[]Kind{KindFloat32, KindFloat64, KindDecimal}, temporalKinds(), []Kind{KindUUID, KindJSON, KindEnum},
	)
}

// castPolicy is the policy of a cast: one that it inherits as warn is
// quarantine, since a value that does not convert cannot be written.
func (g *gateLoader) castPolicy(p Policy, own *node, column *columnPolicy) Policy {
	if p != Warn {
		return p
	}
	if own == nil {
		own = column.of(castKind)
	}
	if own != nil {
		g.report(CodePolicy, own.pos, "use fail or quarantine", "a text that does not convert cannot be written, so that '%s' cannot be warn", castKind)
	}
	if g.gate.CheckOnly() {
		return Fail
	}
	return Quarantine
}

// formatFits says what of a format does not fit a type, or is empty.
func formatFits(format string, t Type) string {
	has := func(letters string) bool {
		return slices.ContainsFunc(strings.Split(letters, ""), func(l string) bool { return strings.Contains(format, "%"+l) })
	}
	date, clock := t.Kind != KindTime, t.Kind != KindDate
	switch {
	case !date && has(dateLetters):
		return "a time has no date"
	case !clock && has(clockLetters):
		return "a date has no time; read it as a timestamp"
	case has("z") && t.Kind != KindTimestamptz:
		return "only timestamptz has an offset, %z"
	case date && has("Y") == has("y"):
		return "it needs one of %Y and %y"
	case has("j") && has("z"):
		return "%j and %z do not go together"
	case date && has("j") && has("mbd"):
		return "%j is month and day already"
	case date && !has("j") && (has("m") == has("b") || !has("d")):
		return "it needs %d and one of %m and %b, or %j"
	case has("H") && (has("I") || has("p")):
		return "%H is the hour of 24, %I and %p those of 12"
	case has("I") != has("p"):
		return "%I and %p belong together"
	case !date && !has("H") && !has("I"), has("M") && !has("H") && !has("I"):
		return "it needs the hour, %H or %I with %p"
	case has("S") && !has("M"):
		return "%S needs %M"
	case has("f") && !has("S"):
		return "%f needs %S"
	}
	return ""
}
