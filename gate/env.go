package gate

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// variable is what may stand after a dollar sign: {NAME}, {NAME:-default}, {NAME:?message}.
var variable = regexp.MustCompile(`^\{([A-Za-z_][A-Za-z0-9_]*)(?:(:-|:\?)([^}]*))?\}`)

// expand resolves the ${…} of a scalar in place; $${ stands for ${. It is
// called once for each node. What cannot be resolved is reported and stays.
func (l *loader) expand(n *node) {
	if n == nil {
		return
	}
	for _, item := range n.items {
		l.expand(item)
	}
	for _, e := range n.entries {
		if !strings.HasPrefix(e.key.text, "x-") {
			l.expand(e.value)
		}
	}
	if n.kind != scalarNode || !strings.Contains(n.text, "${") {
		return
	}
	var out strings.Builder
	rest := n.text
	for {
		before, after, found := strings.Cut(rest, "${")
		if !found {
			break
		}
		if strings.HasSuffix(before, "$") {
			out.WriteString(before + "{")
			rest = after
			continue
		}
		out.WriteString(before)
		m := variable.FindStringSubmatch("{" + after)
		if m == nil {
			l.report(CodeVariable, n.pos, "write $${ for a literal ${", "malformed variable: expected ${NAME}, ${NAME:-default} or ${NAME:?message}")
			return
		}
		value, ok := l.variable(n.pos, m[1], m[2], m[3])
		if !ok {
			return
		}
		out.WriteString(value)
		rest = after[len(m[0])-1:]
	}
	n.text = out.String() + rest
	n.quoted = true
}

// variable looks a variable up; empty is unset.
func (l *loader) variable(pos Pos, name, operator, operand string) (string, bool) {
	if value, ok := l.env(name); ok && value != "" {
		return value, true
	}
	switch operator {
	case ":-":
		return operand, true
	case ":?":
		l.report(CodeVariable, pos, "", "environment variable %s is unset or empty: %s", name, operand)
	default:
		l.report(CodeVariable, pos, "set it, or give a default: ${"+name+":-default}", "environment variable %s is unset or empty", name)
	}
	return "", false
}

var (
	secretName = regexp.MustCompile(`(?i)passw|secret|token|credential|api_?key|access_key|private_key`)
	urlSecret  = regexp.MustCompile(`://[^/@\s]*?:([^@\s]*)@`)
	pairSecret = regexp.MustCompile(`(?i)(\w*(?:passw|secret|token)\w*)\s*=\s*('(?:[^'\\]|\\.)*'|[^\s&;]+)`)
	notSecret  = regexp.MustCompile(`(?i)file$|passfile`)
)

// findSecrets collects the secret values of the project file.
func (l *loader) findSecrets(n *node) {
	for _, item := range n.items {
		l.findSecrets(item)
	}
	for _, e := range n.entries {
		if e.value.kind == scalarNode && secretName.MatchString(e.key.text) && !notSecret.MatchString(e.key.text) {
			l.addSecret(e.value.text)
		}
		l.findSecrets(e.value)
	}
	if n.kind == scalarNode {
		l.secretsIn(n.text)
	}
}

// secretsIn finds the passwords within a connection text.
func (l *loader) secretsIn(text string) {
	for _, m := range urlSecret.FindAllStringSubmatch(text, -1) {
		l.addSecret(m[1])
		if plain, err := url.PathUnescape(m[1]); err == nil {
			l.addSecret(plain)
		}
	}
	for _, m := range pairSecret.FindAllStringSubmatch(text, -1) {
		if notSecret.MatchString(m[1]) {
			continue
		}
		value := m[2]
		if inner, ok := strings.CutPrefix(value, "'"); ok {
			value = strings.TrimSuffix(inner, "'")
			l.addSecret(unescaper.Replace(value))
		}
		l.addSecret(value)
		if plain, err := url.QueryUnescape(value); err == nil {
			l.addSecret(plain)
		}
	}
}

var unescaper = strings.NewReplacer(`\\`, `\`, `\'`, `'`)

func (l *loader) addSecret(s string) {
	if s != "" && !slices.Contains(l.project.Secrets, s) {
		l.project.Secrets = append(l.project.Secrets, s)
	}
}

// longSecret is the length in bytes from which a secret is hidden within words
// too. A shorter one would cut words apart, and the holes would give it away.
const longSecret = 8

// Mask replaces every secret of the project in a text by *****; a short one where
// it stands as a word.
func (p *Project) Mask(text string) string {
	longestFirst := slices.Clone(p.Secrets)
	slices.SortFunc(longestFirst, func(a, b string) int { return len(b) - len(a) })
	for _, s := range longestFirst {
		text = mask(text, s)
	}
	return text
}

func mask(text, secret string) string {
	if secret == "" {
		return text
	}
	var b strings.Builder
	rest := 0 // where the text goes on that is not written yet
	for {
		i := strings.Index(text[rest:], secret)
		if i < 0 {
			b.WriteString(text[rest:])
			return b.String()
		}
		at, end := rest+i, rest+i+len(secret)
		b.WriteString(text[rest:at])
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[end:])
		if len(secret) < longSecret && (isWord(before) || isWord(after)) {
			b.WriteString(secret)
		} else {
			b.WriteString("*****")
		}
		rest = end
	}
}

func isWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}
