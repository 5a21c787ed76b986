package main

import (
	"cmp"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sqlgate/sqlgate/runner"
)

const (
	redraw    = 200 * time.Millisecond
	heartbeat = 30 * time.Second
	narrow    = 80 // columns of a terminal that does not tell
	tallest   = 10 // runs that are shown at once
)

// progress tells a person which runs are in which phase: a live line each on a
// terminal, a line each every 30 s elsewhere.
type progress struct {
	w     io.Writer
	log   *slog.Logger // takes the lines where messages are JSON; nil: w takes them
	live  bool
	width int
	now   func() time.Time

	mu      sync.Mutex
	running []*runProgress // by place
	drawn   int            // lines on the terminal
	stop    chan struct{}
	done    chan struct{}
}

// runProgress is a run under way; no two are of one gate.
type runProgress struct {
	place       int // of its gate among the command's
	gate, title string
	phase       runner.Progress
	since       time.Time
}

// newProgress returns the progress of the command's runs.
func (a *app) newProgress() *progress {
	p := &progress{w: a.errOut, width: cmp.Or(a.columns(), narrow), now: a.now}
	switch {
	case a.quiet:
		p.w = io.Discard
	case a.logFormat == "json":
		p.log = a.logger()
	default:
		p.live = isTerminal(a.errOut.w) && !a.ci() && !a.verbose
	}
	return p
}

// begin shows progress until end.
func (p *progress) begin() {
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

func (p *progress) end() {
	close(p.stop)
	<-p.done
}

// tell has f alone write to the terminal, above the live lines. It is how runs
// under way at once take turns.
func (p *progress) tell(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn == 0 {
		f()
		return
	}
	fmt.Fprint(p.w, p.erase())
	f()
	fmt.Fprint(p.w, p.draw())
}

// start shows a run until finish.
func (p *progress) start(place int, gate, title string) {
	p.tell(func() {
		p.running = append(p.running, &runProgress{place: place, gate: gate, title: title, phase: runner.Progress{Phase: "start"}, since: p.now()})
		slices.SortFunc(p.running, func(r, s *runProgress) int { return r.place - s.place })
	})
}

func (p *progress) finish(gate string) {
	p.tell(func() {
		p.running = slices.DeleteFunc(p.running, func(r *runProgress) bool { return r.gate == gate })
	})
}

// update takes a phase that a run has entered, within tell.
func (p *progress) update(phase runner.Progress) {
	for _, r := range p.running {
		if r.gate == phase.Gate {
			r.phase = phase
		}
	}
}

func (p *progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.running) == 0 {
		return
	}
	if p.live {
		fmt.Fprint(p.w, p.erase()+p.draw())
		return
	}
	for _, r := range p.running {
		if p.log == nil {
			fmt.Fprintln(p.w, r.line(p.now()))
			continue
		}
		p.log.Info(string(r.phase.Phase), "gate", r.title, "seconds", r.elapsed(p.now()).Seconds(), "rows", r.phase.Rows)
	}
}

func (r *runProgress) elapsed(now time.Time) time.Duration {
	return now.Sub(r.since).Round(time.Second)
}

func (r *runProgress) line(now time.Time) string {
	line := fmt.Sprintf("%s: %s, %s", r.title, r.phase.Phase, r.elapsed(now))
	if r.phase.Rows > 0 {
		line += ", " + count(r.phase.Rows, "row")
	}
	return line
}

// draw is the text of the live lines.
func (p *progress) draw() string {
	lines := make([]string, 0, tallest+1)
	for _, r := range p.running[:min(len(p.running), tallest)] {
		line := []rune(r.line(p.now()))
		lines = append(lines, string(line[:min(len(line), p.width-1)]))
	}
	if more := len(p.running) - tallest; more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	p.drawn = len(lines)
	return strings.Join(lines, "\n")
}

// erase is what takes the live lines from the terminal, and the cursor to where
// they began.
func (p *progress) erase() string {
	up := ""
	if p.drawn > 1 {
		up = fmt.Sprintf("\x1b[%dA", p.drawn-1)
	}
	p.drawn = 0
	return "\r" + up + "\x1b[J"
}
