package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/sqlgate/sqlgate/runner"
)

// grace is how long a signalled command may take to roll back and record.
const grace = 5 * time.Second

// echo is how long after a signal another one is taken for the same: timeout(1)
// signals its command and then the command's process group.
const echo = 500 * time.Millisecond

// signalError is the cause of a context that a signal cancelled.
type signalError struct{ sig syscall.Signal }

func (e *signalError) Error() string { return "stopped by signal: " + e.sig.String() }

// Is makes SIGTERM known to a run, whose record tells it from other interruptions.
func (e *signalError) Is(target error) bool {
	return target == runner.ErrTerminated && e.sig == syscall.SIGTERM
}

// exitCode is the code by which shells name a death by this signal: 130 or 143.
func (e *signalError) exitCode() int { return 128 + int(e.sig) }

// withSignals returns a context that SIGINT or SIGTERM cancels with a
// *signalError as its cause. A second signal that is no echo, or the end of the
// grace period, exits at once.
func withSignals(parent context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	done := make(chan struct{})

	go func() {
		var cause *signalError
		select {
		case <-done:
			return
		case s := <-signals:
			sig, _ := s.(syscall.Signal)
			cause = &signalError{sig: sig}
		}
		cancel(cause)
		first, end := time.Now(), time.After(grace)
		for {
			select {
			case <-done:
				return
			case <-signals:
				if time.Since(first) > echo {
					os.Exit(cause.exitCode())
				}
			case <-end:
				os.Exit(cause.exitCode())
			}
		}
	}()

	return ctx, func() {
		signal.Stop(signals)
		close(done)
		cancel(nil)
	}
}
