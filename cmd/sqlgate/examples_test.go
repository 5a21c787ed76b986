//go:build cgo

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// TestExamples runs each example on a copy, so that its warehouse is made anew.
func TestExamples(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, needs              string
		staged, passed, rejected int64
		warned                   int64
	}{
		{name: "birdstrikes", staged: 200, passed: 184, rejected: 16, warned: 153},
		{name: "flights", needs: "FLIGHTS_PARQUET", staged: 3_000_000, passed: 2_999_607, rejected: 393},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if tt.needs != "" && os.Getenv(tt.needs) == "" {
				t.Skipf("%s is not set", tt.needs)
			}
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "examples", tt.name))); err != nil {
				t.Fatal(err)
			}
			_ = os.Remove(filepath.Join(dir, "warehouse.duckdb"))
			var out, messages bytes.Buffer
			a := newApp()
			a.out, a.errOut = &maskedWriter{w: &out}, &maskedWriter{w: &messages}
			if code := execute(context.Background(), a, []string{"run", "--project-dir", dir, "-o", "json"}); code != 0 {
				t.Fatalf("exit code %d: %s%s", code, out.String(), messages.String())
			}
			var doc struct {
				Runs []struct {
					Rows struct{ Staged, Passed, Rejected, Warned int64 }
				}
			}
			if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
				t.Fatal(err)
			}
			r := doc.Runs[0].Rows
			if r.Staged != tt.staged || r.Passed != tt.passed || r.Rejected != tt.rejected || r.Warned != tt.warned {
				t.Errorf("rows are %+v; want %+v", r, tt)
			}
		})
	}
}
