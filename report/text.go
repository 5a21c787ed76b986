package report

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/sqlgate/sqlgate/ledger"
)

// printable returns text that comes from data so that a terminal only shows
// it: control and invisible characters are written as escapes.
func printable(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case unicode.IsPrint(r):
			b.WriteString(s[:size])
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		s = s[size:]
	}
	return b.String()
}

// printableLines is printable for a text whose line breaks mean something;
// every line after the first is indented.
func printableLines(s, indent string) string {
	lines := strings.Split(strings.TrimRight(s, "\r\n"), "\n")
	for i, line := range lines {
		lines[i] = printable(strings.TrimSuffix(line, "\r"))
	}
	return strings.Join(lines, "\n"+indent)
}

// short is a text for a cell.
func short(s string) string { return snip(printable(snip(s, snipped)), snipped) }

// snip cuts a text to at most n characters.
func snip(s string, n int) string {
	last := 0 // where the text would be cut
	for i := range s {
		if n--; n == 0 {
			last = i
		}
		if n < 0 {
			return s[:last] + "…"
		}
	}
	return s
}

// percent is the share of part in whole with one decimal. It never rounds to
// 0 or 100 what is neither.
func percent(part, whole int64) string {
	if whole <= 0 {
		return ""
	}
	share := 100 * float64(part) / float64(whole)
	switch {
	case part > 0 && share < 0.1:
		return "<0.1%"
	case part < whole && share > 99.9:
		return ">99.9%"
	default:
		return fmt.Sprintf("%.1f%%", share)
	}
}

// elapsed is a duration for people: milliseconds, seconds with one decimal, or minutes.
func elapsed(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%dms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1fs", d.Truncate(100*time.Millisecond).Seconds())
	default:
		return d.Round(time.Second).String()
	}
}

// moment is a time in UTC to the second.
func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04:05Z")
}

const (
	red    = "\x1b[31m"
	yellow = "\x1b[33m"
	green  = "\x1b[32m"
	reset  = "\x1b[0m"
)

func (o Options) outcome(outcome ledger.Outcome) string {
	switch outcome {
	case ledger.Passed:
		return o.paint(green, string(outcome))
	case ledger.Split, ledger.Skipped:
		return o.paint(yellow, string(outcome))
	default:
		return o.paint(red, string(outcome))
	}
}

func (o Options) status(status ledger.Status) string {
	switch status {
	case ledger.StatusPass:
		return o.paint(green, string(status))
	case ledger.StatusFail, ledger.StatusError:
		return o.paint(red, string(status))
	default:
		return o.paint(yellow, string(status))
	}
}

// paint colours a word that says the same without colour.
func (o Options) paint(colour, word string) string {
	if !o.Color {
		return word
	}
	return colour + word + reset
}
