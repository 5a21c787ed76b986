package adaptertest

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/sqlgate/sqlgate/adapters/adaptertest/oracle"
	"github.com/sqlgate/sqlgate/gate"
)

// castOptions are random options of a cast to a type, as "name: value".
func castOptions(r *rand.Rand, t gate.Type) []string {
	var options []string
	if chance(r, 20) {
		options = append(options, "trim: false")
	}
	if chance(r, 30) {
		options = append(options, "nulls: "+pick(r, []string{"[N/A]", "['-', ' n/a ']", "['', '?']", "['0']"}))
	}
	switch {
	case t.IsNumeric() && chance(r, 40):
		options = append(options, pick(r, []string{"decimal: ','", "decimal: ',', group: '.'", "group: ','", "group: ' '", "group: \"'\""}))
	case t.IsTemporal() && chance(r, 50):
		options = append(options, "format: "+yamlTexts(formats(r, t)))
	}
	return options
}

// formats are formats of dates and times that make the type.
func formats(r *rand.Rand, t gate.Type) []string {
	dates := []string{"%d/%m/%Y", "%Y%m%d", "%m/%d/%y", "%d %b %Y", "%Y-%j", "%b %d, %Y", "%d.%m.%y"}
	clocks := []string{"%H:%M", "%H:%M:%S", "%I:%M %p", "%H%M%S", "%H:%M:%S.%f", "%I%p"}
	var out []string
	for range 1 + r.IntN(2) {
		date, clock := pick(r, dates), pick(r, clocks)
		switch t.Kind {
		case gate.KindDate:
			out = append(out, date)
		case gate.KindTime:
			out = append(out, clock)
		case gate.KindTimestamptz:
			zone := ""
			if !strings.Contains(date, "%j") {
				zone = pick(r, []string{"", "%z", " %z"})
			}
			out = append(out, date+"T"+clock+zone)
		default:
			out = append(out, date+" "+clock)
		}
	}
	return out
}

// addCast makes the column one that the source has as a text.
func (c *draftColumn) addCast(r *rand.Rand, policies bool) {
	switch c.typ.Kind {
	case gate.KindList, gate.KindStruct, gate.KindBytes, gate.KindInterval, gate.KindString:
		return
	}
	c.stated, c.cast = c.typ.String(), "true"
	options := castOptions(r, c.typ)
	if policies {
		options = append(options, randomPolicy(r, true)...)
	}
	if len(options) > 0 {
		c.cast = "{" + strings.Join(options, ", ") + "}"
	}
}

// castText is a text that may be one of the column's type.
func (v valueMaker) castText(c draftColumn) oracle.Value {
	x := v.value(c.typ)
	if x == nil && chance(v.Rand, 50) {
		return nil
	}
	return oracle.Text(lexical(v.Rand, c.typ, x))
}

// lexical is a text of a value as people write it, well or not.
func lexical(r *rand.Rand, t gate.Type, v oracle.Value) string {
	text := ""
	switch v := v.(type) {
	case nil:
		text = pick(r, []string{"", "N/A", "-", "n/a", "?", "0", " ", "NULL"})
	case oracle.Bool:
		text = pick(r, []string{"true", "false", "TRUE", "False", "t", "F", "1", "0", "yes", "on", "01"})
	case oracle.Number:
		text = numberText(r, t, v)
	case oracle.Float:
		text = pick(r, []string{floatText(float64(v)), strings.ToUpper(floatText(float64(v))), "inf", "-Infinity", "nan", "+NaN", "1e5", "1E-5", "1e400", "1e-400", ".5", "5.", ".", "1e", "0x1p3", "1_0"})
	case oracle.Date, oracle.Time, oracle.Timestamp:
		text = temporalForm(r, t, v)
	case oracle.UUID:
		text = pick(r, []string{string(v), strings.ToUpper(string(v)), strings.ReplaceAll(string(v), "-", ""), "{" + string(v) + "}"})
	case oracle.Text:
		text = string(v)
	}
	if chance(r, 10) {
		text = pick(r, []string{" ", "\t", "\n", "\u00a0"}) + text + pick(r, []string{" ", "", "\r\n", "\v"})
	}
	if chance(r, 8) {
		text = strings.ReplaceAll(mutated(r, text), "\x00", "")
	}
	return text
}

// numberText writes a number with its signs here and there.
func numberText(r *rand.Rand, t gate.Type, v oracle.Number) string {
	text := v.FloatString(t.Scale)
	switch r.IntN(9) {
	case 0:
		text = "+" + text
	case 1:
		text = strings.Replace(text, ".", ",", 1)
	case 2:
		text = strings.Replace(text, ".", ",", 1)
		text = grouped(text, ",", ".")
	case 3:
		text = grouped(text, ".", pick(r, []string{",", " ", "'"}))
	case 4:
		text += pick(r, []string{"0", ".0", ".00", "e0", ".", "00000"})
	case 5:
		text = "000" + text
	}
	return text
}

// grouped puts a sign between groups of three digits before the point.
func grouped(text, point, sign string) string {
	whole, rest, found := strings.Cut(text, point)
	digits := strings.TrimPrefix(whole, "-")
	out := ""
	for len(digits) > 3 {
		out = sign + digits[len(digits)-3:] + out
		digits = digits[:len(digits)-3]
	}
	out = whole[:len(whole)-len(strings.TrimPrefix(whole, "-"))] + digits + out
	if found {
		out += point + rest
	}
	return out
}

// temporalForm writes a date or time in one of many forms.
func temporalForm(r *rand.Rand, t gate.Type, v oracle.Value) string {
	iso := temporalText(v)
	if chance(r, 40) || strings.Contains(iso, "inf") {
		if t.Kind == gate.KindTimestamptz {
			iso += pick(r, []string{"", "Z", "+00", " +02:00", "-0330", "+15:59", "+16:00", "z"})
		}
		return strings.Replace(iso, " ", pick(r, []string{" ", "T", "  ", "t"}), 1)
	}
	date, clock := "2024-02-29", "23:59:59.5"
	switch v.(type) {
	case oracle.Date:
		date = iso
	case oracle.Time:
		clock = iso
	default:
		date, clock, _ = strings.Cut(iso, " ")
	}
	dateForms := []string{formatted(r, "%d/%m/%Y", date, clock), formatted(r, "%m/%d/%y", date, clock), formatted(r, "%d %b %Y", date, clock), formatted(r, "%Y%m%d", date, clock), formatted(r, "%Y-%j", date, clock), formatted(r, "%b %d, %Y", date, clock), formatted(r, "%d.%m.%y", date, clock)}
	clockForms := []string{clock, formatted(r, "%H:%M", date, clock), formatted(r, "%I:%M %p", date, clock), formatted(r, "%H%M%S", date, clock), formatted(r, "%I%p", date, clock), formatted(r, "%H:%M:%S", date, clock)}
	switch t.Kind {
	case gate.KindDate:
		return pick(r, dateForms)
	case gate.KindTime:
		return pick(r, clockForms)
	case gate.KindTimestamp:
		return pick(r, dateForms) + " " + pick(r, clockForms)
	default:
		return pick(r, dateForms) + "T" + pick(r, clockForms) + pick(r, []string{"", "Z", "+02:00", " +0200", " -01"})
	}
}

// formatted writes an ISO date and time in a format, sometimes without leading zeros.
func formatted(r *rand.Rand, format, date, clock string) string {
	short := chance(r, 30)
	digits := func(s string) string {
		if trimmed := strings.TrimLeft(s, "0"); short && trimmed != "" {
			return trimmed
		}
		return s
	}
	var year, month, day, hour, minute int
	_, _ = fmt.Sscanf(date, "%d-%d-%d", &year, &month, &day)
	_, _ = fmt.Sscanf(clock, "%d:%d", &hour, &minute)
	second := clock[min(6, len(clock)):min(8, len(clock))]
	name := "JanFebMarAprMayJunJulAugSepOctNovDec"[max(month-1, 0)*3:][:3]
	half := map[bool]string{false: "AM", true: "pm"}[hour >= 12]
	return strings.NewReplacer(
		"%Y", digits(fmt.Sprintf("%04d", year)), "%y", fmt.Sprintf("%02d", year%100), "%m", digits(fmt.Sprintf("%02d", month)),
		"%b", pick(r, []string{name, strings.ToUpper(name)}), "%d", digits(fmt.Sprintf("%02d", day)), "%j", fmt.Sprintf("%03d", min(month*30+day, 366)),
		"%H", digits(fmt.Sprintf("%02d", hour)), "%I", digits(fmt.Sprintf("%02d", (hour+11)%12+1)), "%p", half,
		"%M", fmt.Sprintf("%02d", minute), "%S", second,
	).Replace(format)
}
