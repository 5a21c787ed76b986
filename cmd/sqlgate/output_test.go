package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCell(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"plain":                 "plain",
		"a\x1b[31mred":          `a\x1b[31mred`,
		"tab\tline\n":           `tab\tline\n`,
		"Zürich":                "Zürich",
		strings.Repeat("x", 61): strings.Repeat("x", 60) + "…",
	} {
		if got := cell(text); got != want {
			t.Errorf("cell(%q) = %q; want %q", text, got, want)
		}
	}
}

func TestWriteAtomically(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "report.json")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	err := writeAtomically(path, newFileMode, func(w io.Writer) error {
		_, _ = io.WriteString(w, "half")
		return broken
	})
	if !errors.Is(err, broken) {
		t.Errorf("error is %v; want %v", err, broken)
	}
	assertFile(t, path, "old")
	if err := writeAtomically(path, newFileMode, func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }); err != nil {
		t.Fatal(err)
	}
	assertFile(t, path, "new")
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("%d files are left; want 1", len(entries))
	}
}

func assertFile(t *testing.T, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("%s holds %q, %v; want %q", path, got, err, want)
	}
}
