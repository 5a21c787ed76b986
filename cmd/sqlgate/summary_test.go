package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/report"
)

// TestSummaryHasRoom fills a step's summary, of which GitHub takes no more than 1 MiB.
func TestSummaryHasRoom(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "summary.md")
	if err := os.WriteFile(path, bytes.Repeat([]byte("x"), summaryRoom-2000), 0o600); err != nil {
		t.Fatal(err)
	}
	a := newApp()
	a.env = func(name string) (string, bool) { return map[string]string{"GITHUB_STEP_SUMMARY": path}[name], true }
	e := report.Envelope{Command: "run", Runs: []*ledger.Run{{Gate: "orders", Outcome: ledger.Split, Warnings: strings.Split(strings.Repeat("w ", 500), " ")}}}
	for range 3 {
		if err := a.summarize(e); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(text) >= summaryRoom || !strings.Contains(string(text), "### sqlgate run: passed") || !strings.Contains(string(text), "is cut here") {
			t.Errorf("the summary has %d bytes and ends %q", len(text), text[len(text)-200:])
		}
	}
}

func TestRepositoryPath(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	shop := filepath.Join(root, "data", "shop")
	for _, dir := range []string{shop, filepath.Join(root, ".git")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for workspace, want := range map[string]string{
		"":                          "data/shop/gates/orders.yaml", // by .git
		filepath.Join(root, "data"): "shop/gates/orders.yaml",
		filepath.Join(root, "else"): "gates/orders.yaml", // not in it
	} {
		a := newApp()
		a.dir = shop
		a.env = func(string) (string, bool) { return workspace, workspace != "" }
		if got := filepath.ToSlash(a.repositoryPath(filepath.Join("gates", "orders.yaml"))); got != want {
			t.Errorf("in the workspace %q: %s; want %s", workspace, got, want)
		}
	}
}
