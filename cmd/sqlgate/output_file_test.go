package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestWriteFileFollowsLinks(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "report.json"), filepath.Join(dir, "latest.json")
	if err := os.WriteFile(target, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	if err := writeFile(link, put("new")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v", err)
	}
	if got, err := os.ReadFile(target); string(got) != "new" {
		t.Errorf("the link's target holds %q, %v", got, err)
	}
}

func TestWriteFileMakesTheTargetOfALink(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(dir, "latest.json")
	if err := os.Symlink("report.json", link); err != nil {
		t.Fatal(err)
	}
	if err := writeFile(link, put("new")); err != nil {
		t.Fatal(err)
	}
	if text, err := os.Readlink(link); text != "report.json" {
		t.Errorf("the link leads to %q, %v", text, err)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "report.json")); string(got) != "new" {
		t.Errorf("the link's target holds %q, %v", got, err)
	}
}

func TestWriteFileKeepsTheMode(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.json")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := writeFile(path, put("new")); err != nil {
		t.Fatal(err)
	}
	after, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if after.Mode() != before.Mode() {
		t.Errorf("the mode was %v and is %v", before.Mode(), after.Mode())
	}
}

func TestWriteFileKeepsDevices(t *testing.T) {
	if err := writeFile(os.DevNull, put("gone")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%s is no device any more: %v", os.DevNull, err)
	}
}

func put(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}
