package adaptertest

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/sqlgate/sqlgate/adapters/adaptertest/oracle"
	"github.com/sqlgate/sqlgate/gate"
)

// param is a random value of a parameter, in YAML.
func (w *writer) param(p gate.ParamSpec) (value string, ok bool) {
	switch p.Kind {
	case gate.ParamSwitch:
		return strconv.FormatBool(p.Default == "true"), true
	case gate.ParamBool:
		return pick(w.Rand, []string{"true", "false"}), true
	case gate.ParamEnum:
		return w.enum(p), true
	case gate.ParamCount:
		n := w.Int64N(7)
		if w.column >= 0 {
			w.hints().lengths = append(w.hints().lengths, n)
		}
		return strconv.FormatInt(n, 10), true
	case gate.ParamRegex:
		pattern := randomRegex(w.Rand)
		w.hints().texts = append(w.hints().texts, func(r *rand.Rand) string { return regexSample(r, pattern) })
		return yamlText(pattern), true
	case gate.ParamLike:
		pattern := randomLike(w.Rand)
		w.hints().texts = append(w.hints().texts, func(r *rand.Rand) string { return likeSample(r, pattern) })
		return yamlText(pattern), true
	case gate.ParamLiteral:
		_, text := w.literal()
		return yamlText(text), true
	case gate.ParamLiterals:
		var texts []string
		for range 1 + w.IntN(4) {
			_, text := w.literal()
			texts = append(texts, text)
		}
		return yamlTexts(texts), true
	case gate.ParamColumns:
		return w.some(1, 3, w.of(isKey))
	case gate.ParamExpression:
		return yamlText(w.condition(3)), true
	case gate.ParamDuration:
		return pick(w.Rand, []string{"1s", "10s", "30s", "1m", "15m", "1h", "6h", "12h", "1d", "1w", "1mo", "3mo", "6mo", "1y", "30d", "90d", "10y"}), true
	case gate.ParamNumber:
		return pick(w.Rand, []string{"0.01", "1", "2.5", "3", "0.5", "10", "0.125"}), true
	default:
		return "", false
	}
}

// enum is one of the parameter's words; the column will have texts for it.
func (w *writer) enum(p gate.ParamSpec) string {
	word := pick(w.Rand, p.Enum)
	if samples := formatSamples()[word]; w.column >= 0 && len(samples) > 0 {
		w.hints().texts = append(w.hints().texts, func(r *rand.Rand) string {
			if s := pick(r, samples); chance(r, 60) {
				return s
			} else {
				return mutated(r, s)
			}
		})
	}
	return yamlText(word)
}

// literal is a constant of the column's type, which its values will meet.
func (w *writer) literal() (oracle.Value, string) {
	t := w.typ()
	for {
		v := valueMaker{Rand: w.Rand}.any(t)
		if known := w.hints().values; len(known) > 0 && chance(w.Rand, 30) {
			v = valueMaker{Rand: w.Rand}.near(t, pick(w.Rand, known))
		}
		text := literalText(w.Rand, t, v)
		if canonical, err := gate.CheckLiteral(t, text, true); err == nil {
			if v, err = oracle.Constant(t, canonical); err == nil {
				w.hints().values = append(w.hints().values, v)
				return v, text
			}
		}
	}
}

// literalText is a value as a gate file may write it.
func literalText(r *rand.Rand, t gate.Type, v oracle.Value) string {
	switch v := v.(type) {
	case oracle.Bool:
		return strconv.FormatBool(bool(v))
	case oracle.Number:
		text := v.FloatString(t.Scale)
		if v.Sign() >= 0 && chance(r, 10) {
			text = "+0" + text
		}
		return text
	case oracle.Float:
		size := 64
		if t.Kind == gate.KindFloat32 {
			size = 32
		}
		return strconv.FormatFloat(float64(v), 'g', -1, size)
	case oracle.Text:
		return string(v)
	case oracle.UUID:
		return string(v)
	case oracle.Timestamp:
		text := oracle.FormatTimestamp(v)
		if chance(r, 20) {
			text = strings.Replace(text, " ", "T", 1)
		}
		if t.Kind == gate.KindTimestamptz {
			text += pick(r, []string{"", "Z", "+00", "+00:00"})
		}
		return text
	default:
		return temporalText(v)
	}
}

// formatSamples are texts near each format of the rule format.
func formatSamples() map[string][]string {
	return map[string][]string{
		"email":         {"a@b.co", "a.b+c@x-y.org", "a..b@x.org", ".a@x.org", "a@x", "a@1x.2y", "a@x.c-", strings.Repeat("a", 64) + "@b.co", strings.Repeat("a", 65) + "@b.co", "é@x.org", "a b@x.org", "a@b@c.de", "a@x.org\n"},
		"uuid":          {"123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-426614174000", "123e4567e89b12d3a456426614174000", "{123e4567-e89b-12d3-a456-426614174000}", "g23e4567-e89b-12d3-a456-426614174000"},
		"url":           {"http://x.org", "https://u:p@x.org:8080/a/b?c=d#e", "HTTP://[::1]/", "http:///x", "http://x:99999", "http://x:65535/", "//x.org", "http://x y", "http://x/%zz", "http://x/%41", "ftp+a.b-c://a_b", "1http://x", "http://x/[a]", "mailto:a@b.co", "http://x/é"},
		"ipv4":          {"0.0.0.0", "255.255.255.255", "256.1.1.1", "01.1.1.1", "1.1.1", "1.1.1.1.1", "1.1.1.1 ", "١.1.1.1"},
		"ipv6":          {"::", "::1", "1:2:3:4:5:6:7:8", "1::8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1::2::3", "::ffff:1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "fe80::1%eth0", "1:2:3:4:5:6:7", "12345::", "::/0", "1:2:3:4::5:6:7:8"},
		"hostname":      {"x", "a-b.c", "-a.b", "a-.b", "a..b", "1.2.3", "a.1", "1a", strings.Repeat("a", 63) + ".b", strings.Repeat("a", 64) + ".b", "x.", "a_b", "ex.ämple"},
		"date":          {"2024-02-29", "2023-02-29", "1900-02-29", "2000-02-29", "0000-01-01", "0001-01-01", "9999-12-31", "2024-13-01", "2024-1-1", "20240101", "2024-04-31", "2024-01-01 "},
		"timestamp":     {"2024-02-29T23:59:59Z", "2024-02-29 23:59", "2024-02-29T23:59:60Z", "2024-02-29T24:00:00Z", "2024-02-29T23:59:59.123456789Z", "2024-02-29T23:59:59.123456000+02:00", "2024-02-29T23:59:59 -0330", "2024-02-29", "2024-02-29T23:59:59+16:00", "0001-01-01T00:00:00+01:00", "2024-02-29t00:00z"},
		"time":          {"00:00", "23:59:59.999999", "24:00", "23:60", "23:59:60", "1:00", "12:00:00.", "12:00Z", "12:00:00.1234567", "12:00:00.1234560"},
		"json":          {"{}", "[1, 2]", "null", `"a"`, "1e5", "01", "[1,]", "{a: 1}", `{"a": 1}`, "", " 1 ", "NaN", `"\ud800"`, `"\u0000"`, "'a'", "[1] 2", "\ufeff1", "tru", `{"a":1,"a":2}`, "-", "1.", "\"\t\""},
		"country_code":  {"DE", "US", "GB", "UK", "de", "XK", "AN", "DEU", "ÅX"},
		"currency_code": {"EUR", "USD", "eur", "DEM", "XXX", "HRK", "BTC", "ZWG", "ZWL"},
		"e164":          {"+491701234567", "+1", "+12", "+0123", "491701234567", "+1234567890123456", "+123456789012345", "+1 2", "+٤٩"},
		"hex":           {"", "00", "fF", "0", "0g", "0x00", "00 "},
		"base64":        {"", "QQ==", "QQ", "QUI=", "QUJD", "QR==", "QUJ=", "QQ==\n", "_-==", "Q===", "====", "QUJDRA=="},
		"luhn":          {"79927398713", "79927398710", "0", "00", "18", "4111111111111111", "4111 1111 1111 1111", "12345678901234567897", "1234567890123456789", "a8"},
		"upper":         {"A", "a", "É", "ß", "ẞ", "SS", "ﬁ", "1", "ǅ", "ŉ"},
		"lower":         {"a", "A", "é", "ß", "ẞ", "1", "ǅ", "ς", "Σ"},
		"trimmed":       {"a", " a", "a\n", "\u00a0a", "", " ", "a b", "\va"},
	}
}
