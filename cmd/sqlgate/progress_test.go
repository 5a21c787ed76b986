package main

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"testing"
	"time"

	"github.com/sqlgate/sqlgate/runner"
)

func TestProgress(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	now := start
	var out bytes.Buffer
	p := &progress{w: &out, now: func() time.Time { return now }, width: 80}
	p.start("orders")
	p.update(runner.Progress{Gate: "orders", Phase: "stage", Rows: 12})
	now = start.Add(31 * time.Second)
	p.show()
	p.finish()
	if want := "orders: stage, 31s, 12 rows\n"; out.String() != want {
		t.Errorf("off a terminal: %q; want %q", out.String(), want)
	}

	out.Reset()
	p.log = slog.New(slog.NewJSONHandler(&out, nil))
	p.show()
	var line struct {
		Msg, Gate     string
		Seconds, Rows int
	}
	if err := json.Unmarshal(out.Bytes(), &line); err != nil || line.Msg != "stage" || line.Gate != "orders" || line.Seconds != 31 || line.Rows != 12 {
		t.Errorf("as JSON: %q, %v", out.String(), err)
	}

	out.Reset()
	p = &progress{w: &out, live: true, now: func() time.Time { return now }, width: 12, title: "orders", phase: runner.Progress{Gate: "orders", Phase: "stage"}, since: now}
	p.show()
	if want := "\r\x1b[Korders: sta"; out.String() != want {
		t.Errorf("on a terminal: %q; want %q", out.String(), want)
	}
}
