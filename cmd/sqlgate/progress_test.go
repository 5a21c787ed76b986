package main

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/runner"
)

func TestProgress(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	now := start
	var out bytes.Buffer
	p := &progress{w: &out, now: func() time.Time { return now }, width: 80}
	p.start(1, "refunds", "refunds")
	p.start(0, "orders", "orders day=2026-01-01 (1 of 2)")
	p.update(runner.Progress{Gate: "orders", Phase: "stage", Rows: 12})
	now = start.Add(31 * time.Second)
	p.show()
	if want := "orders day=2026-01-01 (1 of 2): stage, 31s, 12 rows\nrefunds: start, 31s\n"; out.String() != want {
		t.Errorf("off a terminal: %q; want %q", out.String(), want)
	}
	p.finish("refunds")
	out.Reset()
	p.log = slog.New(slog.NewJSONHandler(&out, nil))
	p.show()
	var line struct {
		Msg, Gate     string
		Seconds, Rows int
	}
	if err := json.Unmarshal(out.Bytes(), &line); err != nil || line.Msg != "stage" || line.Gate != "orders day=2026-01-01 (1 of 2)" || line.Seconds != 31 || line.Rows != 12 {
		t.Errorf("as JSON: %q, %v", out.String(), err)
	}
	p.finish("orders")
	out.Reset()
	p.show()
	if out.Len() > 0 {
		t.Errorf("of nothing: %q", out.String())
	}
}

// screen is what a terminal shows of a text that moves the cursor as progress does.
func screen(text string) []string {
	lines, row := []string{""}, 0
	for text != "" {
		switch {
		case strings.HasPrefix(text, "\x1b[J"):
			lines, text = append(lines[:row], ""), text[3:]
		case strings.HasPrefix(text, "\x1b["):
			n, rest, _ := strings.Cut(text[2:], "A")
			up, _ := strconv.Atoi(n)
			row, text = row-up, rest
		case text[0] == '\n':
			row++
			if row == len(lines) {
				lines = append(lines, "")
			}
			text = text[1:]
		case text[0] == '\r': // what follows it erases the line
			text = text[1:]
		default:
			lines[row] += text[:1]
			text = text[1:]
		}
	}
	return lines
}

func TestProgressOnATerminal(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	var out bytes.Buffer
	p := &progress{w: &out, live: true, now: func() time.Time { return now }, width: 12}
	shows := func(when string, want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, screen(out.String())); diff != "" {
			t.Errorf("%s: %s\n%q", when, diff, out.String())
		}
	}
	p.start(2, "c", "c")
	p.start(0, "a", "a")
	p.start(1, "long", "long-name")
	shows("what is over in no time", "")
	p.show()
	p.show()
	shows("three", "a: start, 0", "long-name: ", "c: start, 0")
	p.tell(func() { out.WriteString("a warning\n") })
	shows("a warning", "a warning", "a: start, 0", "long-name: ", "c: start, 0")
	p.finish("long")
	shows("one has ended", "a warning", "a: start, 0", "c: start, 0")
	for i := range tallest {
		p.start(3+i, strconv.Itoa(i), strconv.Itoa(i))
	}
	if lines := screen(out.String()); len(lines) != 1+tallest+1 || lines[len(lines)-1] != "and 2 more" {
		t.Errorf("%d runs: %q", tallest+2, lines)
	}
	for i := range tallest {
		p.finish(strconv.Itoa(i))
	}
	p.finish("c")
	p.finish("a")
	shows("all have ended", "a warning", "")
}
