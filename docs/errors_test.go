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

	section("The gate against the warehouse (exit code 2)")
	row(runner.CodeTables, "The gate's tables cannot be used as it says: two of them are one, one is a view, or the target is missing and may not be created.", "Name other tables, or follow the hint.")
	row(runner.CodeRejected, "A column of the source has another type than the rejected table keeps it with.", "`sqlgate rejected rotate GATE` renames the old table, so that the next run starts a new one.")
	row(runner.CodeUnsupported, "The warehouse cannot do what the gate asks for.", "Leave it out, or run the gate on a warehouse that can.")
	row(runner.CodeLedger, "The ledger's tables are missing, old, or newer than this sqlgate knows.", "`sqlgate migrate` makes and upgrades them; for a newer ledger use a newer sqlgate.")
	row(runner.CodeWarehouse, "The project has no warehouse of that name.", "Name one of those in `sqlgate.yaml`.")

	section("The warehouse (exit code 3, but SG314: 2)")
	for _, c := range adapters.Codes() {
		row(string(c.Code), c.Cause, c.Cure)
	}
	return b.String()
}

// TestErrorsPageIsComplete finds every code that stands in the code on the page.
func TestErrorsPageIsComplete(t *testing.T) {
	t.Parallel()
	page := readFile(t, "errors.md")
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
	if found < len(gate.Codes())+len(adapters.Codes()) {
		t.Errorf("found %d codes in the code, fewer than are documented", found)
	}
}
