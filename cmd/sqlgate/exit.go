package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// The exit codes. 130 and 143 come from signalError.
const (
	exitOK        = 0
	exitData      = 1 // a gate failed on its data
	exitConfig    = 2 // could not start: usage, configuration, compile
	exitWarehouse = 3 // the warehouse failed, is locked or can't be reached
)

// usageError says that the command was called wrongly, or cannot do what it
// was asked for with this project. The command exits 2.
type usageError struct {
	msg  string
	hint string
}

func (e *usageError) Error() string { return e.msg }

func usagef(format string, args ...any) *usageError {
	return &usageError{msg: fmt.Sprintf(format, args...)}
}

// flagError is a usage error of the command line itself: the usage line helps.
type flagError struct{ error }

func (e *flagError) Unwrap() error { return e.error }

// gateError says at which gate a command failed.
type gateError struct {
	gate *gate.Gate
	err  error
}

func (e *gateError) Error() string { return "gate " + e.gate.Name + ": " + e.err.Error() }

func (e *gateError) Unwrap() error { return e.err }

// gateErrors are the failures of several gates.
type gateErrors []*gateError

func (e gateErrors) Error() string {
	lines := make([]string, len(e))
	for i, one := range e {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// orNil is the errors as an error that is nil when there are none.
func (e gateErrors) orNil() error {
	if len(e) == 0 {
		return nil
	}
	return e
}

// exitError ends a command whose report has been printed.
type exitError struct{ code int }

func (e *exitError) Error() string { return fmt.Sprintf("exit code %d", e.code) }

// exitWith is nil for code 0.
func exitWith(code int) error {
	if code == exitOK {
		return nil
	}
	return &exitError{code: code}
}

// exitCode maps a command's error to the process's exit code. A signal beats any
// error that the command has not reported with a code of its own.
func exitCode(ctx context.Context, err error) int {
	if err == nil {
		return exitOK
	}
	var exit *exitError
	if errors.As(err, &exit) {
		return exit.code
	}
	var sig *signalError
	if errors.As(context.Cause(ctx), &sig) {
		return sig.exitCode()
	}
	var several gateErrors
	if errors.As(err, &several) {
		code := exitOK
		for _, one := range several {
			code = max(code, exitCode(ctx, one))
		}
		return code
	}
	var mismatch *compile.SchemaMismatchError
	switch {
	case errors.As(err, &mismatch):
		return exitData
	case isConfigError(err) || problem(err).IsConfig():
		return exitConfig
	default:
		return exitWarehouse
	}
}

// isConfigError reports whether an error is of usage, of files, or of a run's name.
func isConfigError(err error) bool {
	var usage *usageError
	var flag *flagError
	var file *fs.PathError
	var unknownRun *ledger.NotFoundError
	var ambiguousRun *ledger.AmbiguousRunError
	return errors.As(err, &usage) || errors.As(err, &flag) || errors.As(err, &file) ||
		errors.As(err, &unknownRun) || errors.As(err, &ambiguousRun)
}
