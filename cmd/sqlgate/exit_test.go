package main

import (
	"context"
	"fmt"
	"io/fs"
	"syscall"
	"testing"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

func TestExitCode(t *testing.T) {
	t.Parallel()
	background := context.Background()
	stopped, cancel := context.WithCancelCause(background)
	cancel(&signalError{sig: syscall.SIGTERM})
	tests := []struct {
		name string
		ctx  context.Context
		err  error
		want int
	}{
		{"none", background, nil, 0},
		{"reported", background, &exitError{code: 1}, 1},
		{"usage", background, usagef("x"), 2},
		{"gates", background, gate.Errors{{Code: gate.CodeSyntax}}, 2},
		{"compile", background, &gateError{gate: &gate.Gate{}, err: &dialect.UnsupportedError{}}, 2},
		{"file", background, &fs.PathError{Op: "open", Path: "x", Err: fs.ErrPermission}, 2},
		{"mismatch", background, &gateError{gate: &gate.Gate{}, err: &compile.SchemaMismatchError{}}, 1},
		{"locked", background, &adapters.LockedError{}, 3},
		{"warehouse", background, fmt.Errorf("open: %w", &adapters.WarehouseError{}), 3},
		{"signal beats an error", stopped, &adapters.LockedError{}, 143},
		{"a reported code stays", stopped, &exitError{code: 1}, 1},
		{"done in spite of a signal", stopped, nil, 0},
	}
	for _, tt := range tests {
		if got := exitCode(tt.ctx, tt.err); got != tt.want {
			t.Errorf("%s: exit code %d; want %d", tt.name, got, tt.want)
		}
	}
}
