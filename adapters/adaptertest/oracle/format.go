package oracle

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/sqlgate/sqlgate/gate"
)

// formatted reports whether a text is well formed by one of gate.Formats.
func formatted(format, x string) (bool, error) {
	switch format {
	case "email":
		return isEmail(x), nil
	case "uuid":
		return isUUID(x), nil
	case "url":
		return isURL(x), nil
	case "ipv4":
		a, err := netip.ParseAddr(x)
		return err == nil && a.Is4(), nil
	case "ipv6":
		return isIPv6(x), nil
	case "hostname":
		return isHostname(x), nil
	case "date":
		_, err := parseISODate(x)
		return err == nil, nil
	case "time":
		_, err := parseISOTime(x)
		return err == nil, nil
	case "timestamp":
		return isTimestamp(x), nil
	case "json":
		return isJSON(x), nil
	case "country_code":
		return slices.Contains(strings.Fields(countries), x), nil
	case "currency_code":
		return slices.Contains(strings.Fields(currencies), x), nil
	case "e164":
		digits, plus := strings.CutPrefix(x, "+")
		return plus && allIn(digits, decimalDigits10) && len(digits) >= 2 && len(digits) <= 15 && digits[0] != '0', nil
	case "hex":
		_, err := hex.DecodeString(x)
		return err == nil, nil
	case "base64":
		_, err := base64.StdEncoding.Strict().DecodeString(x)
		return err == nil && !strings.ContainsAny(x, "\r\n"), nil
	case "luhn":
		return isLuhn(x), nil
	default:
		return false, fmt.Errorf("the oracle does not know the format %s", format)
	}
}

// isTimestamp reports whether a text is a date and time with an optional offset.
func isTimestamp(x string) bool {
	if _, err := parseISODate(x); err == nil {
		return false
	}
	_, err := parseZoned(x)
	return err == nil
}

const (
	decimalDigits10 = "0123456789"
	asciiLetters    = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	alphanumeric    = decimalDigits10 + asciiLetters
)

// allIn reports whether a text consists of the characters of a set; it may be empty.
func allIn(x, set string) bool {
	for _, r := range x {
		if !strings.ContainsRune(set, r) {
			return false
		}
	}
	return true
}

func isEmail(x string) bool {
	local, domain, ok := strings.Cut(x, "@")
	if !ok || len(x) > 254 || len(local) > 64 {
		return false
	}
	for _, atom := range strings.Split(local, ".") {
		if atom == "" || !allIn(atom, alphanumeric+"!#$%&'*+-/=?^_`{|}~") {
			return false
		}
	}
	labels := strings.Split(domain, ".")
	last := labels[len(labels)-1]
	return len(labels) >= 2 && areLabels(labels) && strings.Contains(asciiLetters, last[:1])
}

func areLabels(labels []string) bool {
	for _, l := range labels {
		if l == "" || len(l) > 63 || !allIn(l, alphanumeric+"-") || l[0] == '-' || l[len(l)-1] == '-' {
			return false
		}
	}
	return true
}

func isHostname(x string) bool {
	labels := strings.Split(x, ".")
	return len(x) <= 253 && areLabels(labels) && !allIn(labels[len(labels)-1], decimalDigits10)
}

func isUUID(x string) bool {
	groups := strings.Split(x, "-")
	if len(groups) != 5 {
		return false
	}
	for i, n := range []int{8, 4, 4, 4, 12} {
		if len(groups[i]) != n || !allIn(groups[i], decimalDigits10+"abcdefABCDEF") {
			return false
		}
	}
	return true
}

func isIPv6(x string) bool {
	a, err := netip.ParseAddr(x)
	return err == nil && a.Is6() && a.Zone() == ""
}

func isURL(x string) bool {
	scheme, rest, ok := strings.Cut(x, "://")
	if !ok || scheme == "" || !strings.Contains(asciiLetters, scheme[:1]) || !allIn(scheme, alphanumeric+"+-.") {
		return false
	}
	rest, fragment, _ := strings.Cut(rest, "#")
	rest, query, _ := strings.Cut(rest, "?")
	authority, path, _ := strings.Cut(rest, "/")
	if !isURLText(fragment, ":@/?") || !isURLText(query, ":@/?") || !isURLText(path, ":@/") {
		return false
	}
	if user, host, ok := strings.Cut(authority, "@"); ok {
		if !isURLText(user, ":") {
			return false
		}
		authority = host
	}
	host, port, hasPort := strings.Cut(authority, ":")
	if strings.HasPrefix(authority, "[") {
		var closed bool
		host, port, closed = strings.Cut(authority[1:], "]")
		if !closed || !isIPv6(host) {
			return false
		}
		hasPort = port != ""
		if hasPort && port[0] != ':' {
			return false
		}
		port = strings.TrimPrefix(port, ":")
		host = "ok"
	}
	return host != "" && isURLText(host, "") && (!hasPort || isPort(port))
}

func isPort(x string) bool {
	if x == "" || !allIn(x, decimalDigits10) {
		return false
	}
	n, err := strconv.ParseUint(x, 10, 64)
	return err == nil && n <= 65535 || err != nil && strings.Trim(x, "0") == ""
}

// isURLText reports whether a text consists of RFC 3986's unreserved characters,
// sub-delimiters, percent-encoded bytes, and others that may stand there.
func isURLText(x, more string) bool {
	for i := 0; i < len(x); i++ {
		switch {
		case x[i] == '%':
			if i+2 >= len(x) || !allIn(x[i+1:i+3], decimalDigits10+"abcdefABCDEF") {
				return false
			}
			i += 2
		case !strings.Contains(alphanumeric+"-._~!$&'()*+,;="+more, x[i:i+1]):
			return false
		}
	}
	return true
}

// isLuhn doubles every second digit from the right.
func isLuhn(x string) bool {
	if len(x) < 2 || len(x) > 19 || !allIn(x, decimalDigits10) {
		return false
	}
	sum := 0
	for i := range len(x) {
		digit := int(x[len(x)-1-i] - '0')
		if i%2 == 1 {
			digit *= 2
		}
		sum += digit/10 + digit%10
	}
	return sum%10 == 0
}

func inCase(r rule, x Value) (bool, error) {
	text := string(x.(Text))
	switch word := r.Params["value"].Text; word {
	case "upper":
		return upper(text) == text, nil
	case "lower":
		return lower(text) == text, nil
	case "trimmed":
		return strings.Trim(text, whiteSpace) == text, nil
	default:
		return false, fmt.Errorf("the oracle does not know the case %s", word)
	}
}

// jsonKeysHold reports whether a text is a JSON object with the keys that it
// must have and none that it may not have.
func jsonKeysHold(r rule, x Value) (bool, error) {
	keys, ok := jsonKeys(string(x.(Text))).(List)
	if !ok {
		return false, nil
	}
	has := func(name string) bool {
		return slices.ContainsFunc(keys, func(k Value) bool { return k == Text(name) })
	}
	known := func(name string) bool {
		all := slices.Concat(r.Params["required"].List, r.Params["allowed"].List)
		return slices.ContainsFunc(all, func(l gate.Literal) bool { return l.Text == name })
	}
	for _, l := range r.Params["required"].List {
		if !has(l.Text) {
			return false, nil
		}
	}
	if len(r.Params["allowed"].List) == 0 {
		return true, nil
	}
	for _, k := range keys {
		if !known(string(k.(Text))) {
			return false, nil
		}
	}
	return true, nil
}
