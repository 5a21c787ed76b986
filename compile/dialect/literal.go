package dialect

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// constants are a dialect's forms of constants that are not plain SQL.
type constants interface {
	Name() string
	quote(text string) string
	// number prints the digits of an integer or decimal.
	number(digits string, t gate.Type) (string, error)
	float(text string, t gate.Type) string
	// timestamp prints a timestamp without zone, or one in UTC that ends in +00.
	timestamp(text string, t gate.Type) string
	uuid(text string) string
}

// printLiteral prints a constant in its type, or refuses it.
func printLiteral(c constants, l ast.Literal) (string, error) {
	if err := checkText(l.Text); err != nil {
		return "", &UnsupportedError{Feature: "the text " + fmt.Sprintf("%q", l.Text), Dialect: c.Name(), Reason: err.Error()}
	}
	text, err := gate.CheckLiteral(l.Type, l.Text, false)
	if err != nil {
		return "", fmt.Errorf("%q is not a value of type %s: %w", l.Text, l.Type, err)
	}
	switch {
	case l.Type.IsInteger(), l.Type.Kind == gate.KindDecimal:
		return c.number(text, l.Type)
	case l.Type.IsFloat():
		return c.float(text, l.Type), nil
	}
	switch l.Type.Kind {
	case gate.KindBool:
		return strings.ToUpper(text), nil
	case gate.KindDate:
		return "DATE '" + text + "'", nil
	case gate.KindTime:
		return "TIME '" + text + "'", nil
	case gate.KindTimestamp, gate.KindTimestamptz:
		return c.timestamp(text, l.Type), nil
	case gate.KindUUID:
		return c.uuid(text), nil
	default:
		return c.quote(text), nil
	}
}

// checkText refuses what no warehouse's text can hold.
func checkText(s string) error {
	if strings.ContainsRune(s, 0) {
		return fmt.Errorf("it holds a NUL character")
	}
	if !utf8.ValidString(s) {
		return fmt.Errorf("it is not valid UTF-8")
	}
	return nil
}

// quoteStandard quotes a text as standard SQL does.
func quoteStandard(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// identStandard quotes an identifier as standard SQL does.
func identStandard(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

func tableName(t gate.TableName, ident func(string) string) string {
	parts := make([]string, len(t.Parts))
	for i, p := range t.Parts {
		parts[i] = ident(p)
	}
	return strings.Join(parts, ".")
}

// digitCounts counts the digits before and after the point of a decimal's text.
func digitCounts(digits string) (whole, fraction int) {
	w, f, _ := strings.Cut(strings.TrimPrefix(digits, "-"), ".")
	return len(strings.TrimLeft(w, "0")), len(f)
}

func mapTexts[T any](values []T, f func(T) string) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = f(v)
	}
	return out
}

// nameError refuses a name that a warehouse cannot have.
func nameError(dialect, name, reason string) error {
	return &UnsupportedError{Feature: fmt.Sprintf("the name %q", name), Dialect: dialect, Reason: reason}
}
