package main

import (
	"cmp"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/sqlgate/sqlgate/runner"
)

const (
	redraw    = 200 * time.Millisecond
	heartbeat = 30 * time.Second
	narrow    = 80 // columns of a terminal that does not tell
)

// progress tells a person which gate is in which phase: a live line on a
// terminal, a line every 30 s elsewhere.
type progress struct {
	w     io.Writer
	log   *slog.Logger // takes the lines where messages are JSON; nil: w takes them
	live  bool
	width int
	now   func() time.Time

	title string

	mu    sync.Mutex
	phase runner.Progress
	since time.Time
	stop  chan struct{}
	done  chan struct{}
}

// newProgress returns the progress of the command's runs, or nil where nobody
// wants it.
func (a *app) newProgress() *progress {
	if a.quiet {
		return nil
	}
	live := isTerminal(a.errOut.w) && !a.ci() && a.logFormat != "json" && !a.verbose
	var log *slog.Logger
	if a.logFormat == "json" {
		log = a.logger()
	}
	return &progress{w: a.errOut, log: log, live: live, width: cmp.Or(a.columns(), narrow), now: a.now}
}

// start shows the progress of one run until finish.
func (p *progress) start(title string) {
	if p == nil {
		return
	}
	p.title, p.phase, p.since = title, runner.Progress{Phase: "start"}, p.now()
	p.stop, p.done = make(chan struct{}), make(chan struct{})
	every := heartbeat
	if p.live {
		every = redraw
	}
	go p.loop(every)
}

func (p *progress) loop(every time.Duration) {
	defer close(p.done)
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-p.stop:
			return
		case <-ticker.C:
			p.show()
		}
	}
}

// update takes a phase that a run has entered.
func (p *progress) update(phase runner.Progress) {
	if p == nil {
		return
	}
	p.mu.Lock()
	p.phase = phase
	p.mu.Unlock()
}

func (p *progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	elapsed := p.now().Sub(p.since).Round(time.Second)
	if p.log != nil {
		p.log.Info(string(p.phase.Phase), "gate", p.title, "seconds", elapsed.Seconds(), "rows", p.phase.Rows)
		return
	}
	line := fmt.Sprintf("%s: %s, %s", p.title, p.phase.Phase, elapsed)
	if p.phase.Rows > 0 {
		line += ", " + count(p.phase.Rows, "row")
	}
	if !p.live {
		fmt.Fprintln(p.w, line)
		return
	}
	if runes := []rune(line); len(runes) >= p.width {
		line = string(runes[:p.width-1])
	}
	fmt.Fprint(p.w, "\r\x1b[K"+line)
}

// finish ends the run's progress and clears its line.
func (p *progress) finish() {
	if p == nil {
		return
	}
	close(p.stop)
	<-p.done
	if p.live {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
