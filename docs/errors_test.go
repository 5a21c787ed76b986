//go:build cgo

package docs_test

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/runner"
)

// errorsPage is the page of all error codes.
func errorsPage(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(generated + "# Errors\n\n")
	b.WriteString("Every error has a code that keeps its meaning from release to release. The message says what failed and where; this page says what to do.\n")
	section := func(title string) { b.WriteString("\n## " + title + "\n\n| code | cause | cure |\n|---|---|---|\n") }
	row := func(code, cause, cure string) {
		b.WriteString("| " + code + " | " + cell(cause) + " | " + cell(cure) + " |\n")
	}

	section("The command line (exit code 2)")
	row("SG001", "The command was called wrongly, or cannot do what it was asked for with this project.", "Follow the hint; `sqlgate COMMAND --help` has the flags.")
	row("SG002", "A file or directory that the command was given cannot be read or written.", "Check the path and its permissions.")

	section("Project and gate files (exit code 2)")
	for _, c := range gate.Codes() {
		if !c.Warning {
			row(string(c.Code), c.Cause, c.Cure)
		}
	}

	section("Warnings of project and gate files")
	for _, c := range gate.Codes() {
		if c.Warning {
			row(string(c.Code), c.Cause, c.Cure)
		}
	}

	section("A run (exit code 2, but SG206: 130 or 143)")
	for _, c := range runner.CodeDocs() {
		row(string(c.Code), c.Cause, c.Cure)
	}

	section("A gate that failed on its data (exit code 1)")
	row(runner.CodeAborted, "The batch was not written: a row failed a `fail` rule, a `fail` check failed, more rows would be rejected than `reject_limit` allows, or there is no row and `on_empty` is `fail`.", "Mend the batch, or the rule that the message names. The target has its last rows.")

	section("The warehouse (exit code 3, but SG314: 2)")
	for _, c := range adapters.Codes() {
		row(string(c.Code), c.Cause, c.Cure)
	}
	return b.String()
}

// TestErrorsPageIsComplete finds every code of the program on the page.
func TestErrorsPageIsComplete(t *testing.T) {
	t.Parallel()
	page := errorsPage(t)
	code := regexp.MustCompile(`"(SG\d{3})"`)
	found := 0
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		for _, match := range code.FindAllStringSubmatch(readFile(t, path), -1) {
			found++
			if !strings.Contains(page, "| "+match[1]+" |") {
				t.Errorf("%s: %s is not in errors.md", path, match[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < len(gate.Codes())+len(runner.CodeDocs())+len(adapters.Codes()) {
		t.Errorf("found %d codes in the code, fewer than are documented", found)
	}
}
