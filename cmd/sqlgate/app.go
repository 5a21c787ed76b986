package main

import (
	"context"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/google/uuid"
	"github.com/lmittmann/tint"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/runner"
)

// app is what the commands share: streams, environment, clock and the flags
// that every command has.
type app struct {
	in     io.Reader
	out    *maskedWriter // results
	errOut *maskedWriter // everything else
	env    func(string) (string, bool)
	now    func() time.Time
	newID  func() string
	args   []string // the command line, for errors before its flags are parsed
	parsed bool     // the command line was well-formed
	dir    string   // of the project; empty: not found
	tests  bool     // the command reads the gates' tests

	projectDir string
	output     string
	quiet      bool
	verbose    bool
	logFormat  string
	color      string
}

func newApp() *app {
	return &app{
		in:     os.Stdin,
		out:    &maskedWriter{w: os.Stdout},
		errOut: &maskedWriter{w: os.Stderr},
		env:    os.LookupEnv,
		now:    time.Now,
		newID:  func() string { return uuid.Must(uuid.NewV7()).String() },
	}
}

// load reads the project with all its gates.
func (a *app) load() (*gate.Project, error) {
	p, err := a.loadSound()
	if err != nil {
		return nil, err
	}
	return p, nil
}

// loadSound reads the project; what is without fault of it is there beside the
// error. From then on the streams mask the project's secrets.
func (a *app) loadSound() (*gate.Project, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	options := gate.LoadOptions{Dir: dir, ProjectDir: a.projectDir, Env: a.env, Tests: a.tests}
	a.dir, _ = gate.FindProject(options) // Load says why there is none
	p, err := gate.Load(options)
	if p != nil {
		a.out.mask = p.Mask
		a.errOut.mask = p.Mask
		for _, w := range p.Warnings {
			a.warn(w.Error())
		}
	}
	return p, err
}

// runner returns a runner of the project's gates that reports to progress.
func (a *app) runner(p *gate.Project, progress func(runner.Progress)) *runner.Runner {
	return &runner.Runner{
		Project:  p,
		Open:     openWarehouse,
		Now:      a.now,
		NewID:    a.newID,
		Version:  version(),
		Origin:   a.origin(),
		Progress: progress,
	}
}

// ledger opens the named warehouse, or the project's default, and its ledger.
// The caller closes the adapter.
func (a *app) ledger(ctx context.Context, p *gate.Project, name string) (adapters.DestinationAdapter, *ledger.Ledger, error) {
	if name == "" {
		name = p.DefaultWarehouse
	}
	w, err := warehouse(p, name)
	if err != nil {
		return nil, nil, err
	}
	if err := supported(w); err != nil {
		return nil, nil, err
	}
	db, err := openWarehouse(ctx, w)
	if err != nil {
		return nil, nil, err
	}
	l := ledger.New(db, p.Ledger.Schema)
	return db, l, nil
}

// logger writes what happens, for people or machines, to stderr.
func (a *app) logger() *slog.Logger {
	level := slog.LevelInfo
	switch {
	case a.verbose:
		level = slog.LevelDebug
	case a.quiet:
		level = slog.LevelError
	}
	if a.logFormat == "json" {
		return slog.New(slog.NewJSONHandler(a.errOut, &slog.HandlerOptions{Level: level}))
	}
	if !isTerminal(a.errOut.w) {
		return slog.New(slog.NewTextHandler(a.errOut, &slog.HandlerOptions{Level: level}))
	}
	return slog.New(tint.NewTextHandler(a.errOut, &tint.Options{
		Level: level, TimeFormat: time.TimeOnly, NoColor: !a.colored(a.errOut.w),
	}))
}

func (a *app) warn(msg string) { a.logger().Warn(msg) }

// colored reports whether text on that stream may carry colour.
func (a *app) colored(w io.Writer) bool {
	switch a.color {
	case "always":
		return true
	case "never":
		return false
	}
	if v, _ := a.env("NO_COLOR"); v != "" {
		return false
	}
	return !a.ci() && isTerminal(w)
}

// ci reports whether the command runs in continuous integration.
func (a *app) ci() bool {
	v, _ := a.env("CI")
	return v == "true" || v == "1"
}

// json reports whether results are JSON.
func (a *app) json() bool { return a.output == "json" }

// isTerminal reports whether a stream is a person's terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// maskedWriter hides secrets in all that is written through it.
type maskedWriter struct {
	w    io.Writer
	mask func(string) string
}

// Write reports len(p) on success, however long the masked text is.
func (m *maskedWriter) Write(p []byte) (int, error) {
	if m.mask == nil {
		return m.w.Write(p)
	}
	if _, err := io.WriteString(m.w, m.mask(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}
