package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
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

func TestCodeOfRunsAfterASignal(t *testing.T) {
	t.Parallel()
	signalled := func(sig syscall.Signal) context.Context {
		ctx, cancel := context.WithCancelCause(context.Background())
		cancel(&signalError{sig: sig})
		return ctx
	}
	tests := []struct {
		name     string
		ctx      context.Context
		stopped  bool
		outcomes []ledger.Outcome
		want     int
	}{
		{"no signal", context.Background(), false, []ledger.Outcome{ledger.Split}, 0},
		{"committed", signalled(syscall.SIGTERM), false, []ledger.Outcome{ledger.Split}, 0},
		{"aborted by itself", signalled(syscall.SIGTERM), false, []ledger.Outcome{ledger.Split, ledger.Aborted}, 1},
		{"fail-fast left gates", signalled(syscall.SIGTERM), false, []ledger.Outcome{ledger.Errored}, 3},
		{"interrupted", signalled(syscall.SIGTERM), false, []ledger.Outcome{ledger.Interrupted}, 143},
		{"one of two interrupted", signalled(syscall.SIGINT), false, []ledger.Outcome{ledger.Split, ledger.Interrupted}, 130},
		{"the signal left gates", signalled(syscall.SIGTERM), true, []ledger.Outcome{ledger.Split}, 143},
	}
	for _, tt := range tests {
		var runs []*ledger.Run
		for _, outcome := range tt.outcomes {
			runs = append(runs, &ledger.Run{Kind: ledger.KindRun, Outcome: outcome})
		}
		var o runOptions
		if got := o.code(tt.ctx, runs, tt.stopped); got != tt.want {
			t.Errorf("%s: exit code %d; want %d", tt.name, got, tt.want)
		}
	}
}

// TestCodesAreDocumented finds every code of this package on the page of errors.
func TestCodesAreDocumented(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "errors.md"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile(`"(SG\d{3})"`)
	found := map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range code.FindAllStringSubmatch(string(text), -1) {
			found[match[1]] = true
			if !strings.Contains(string(page), "\n| "+match[1]+" |") {
				t.Errorf("%s: %s is not in docs/errors.md", file, match[1])
			}
		}
	}
	if !found[codeUsage] || !found[codeFile] {
		t.Errorf("found only the codes %v", found)
	}
}
