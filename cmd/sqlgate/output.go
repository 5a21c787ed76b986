package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/sqlgate/sqlgate/report"
)

const schemaVersion = 1

// header begins every JSON result.
type header struct {
	SchemaVersion  int       `json:"schema_version"`
	SqlgateVersion string    `json:"sqlgate_version"`
	Command        string    `json:"command"`
	ExitCode       int       `json:"exit_code"`
	Error          *struct{} `json:"error"` // null: a failed command prints the envelope of runs
}

func (a *app) header(cmd *cobra.Command) header {
	return header{SchemaVersion: schemaVersion, SqlgateVersion: version(), Command: commandName(cmd)}
}

// commandName is the command without the program: "runs list".
func commandName(cmd *cobra.Command) string {
	_, name, _ := strings.Cut(cmd.CommandPath(), " ")
	return name
}

// printJSON writes one compact JSON object as the last line of stdout.
func (a *app) printJSON(v any) error {
	enc := json.NewEncoder(a.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// printTable writes rows as aligned columns under a heading.
func (a *app) printTable(heading []string, rows [][]string) error {
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, strings.Join(heading, "\t"))
	for _, row := range rows {
		for i := range row {
			row[i] = cell(row[i])
		}
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	return w.Flush()
}

const cellWidth = 60

// cell readies text for a table: no control characters, and not too long.
func cell(s string) string {
	var b strings.Builder
	n := 0
	for _, r := range s {
		if n == cellWidth {
			b.WriteRune('…')
			break
		}
		n++
		if unicode.IsPrint(r) {
			b.WriteRune(r)
			continue
		}
		quoted := strconv.QuoteRune(r)
		b.WriteString(quoted[1 : len(quoted)-1])
	}
	return b.String()
}

// count is a number of things: 1 gate, 2 gates.
func count[N int | int64](n N, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// outputFile is one --output-file: a kind of report and where it goes.
type outputFile struct{ kind, path string }

// prometheus is a kind of file that is no form of a report.
const prometheus = "prometheus"

func fileKinds() []string { return append(report.Formats(), prometheus) }

// parseOutputFiles reads kind=path flags and refuses those that cannot be written.
func parseOutputFiles(flags []string) ([]outputFile, error) {
	files := make([]outputFile, 0, len(flags))
	for _, flag := range flags {
		kind, path, ok := strings.Cut(flag, "=")
		if !ok || path == "" {
			return nil, usagef("--output-file %q: write it as kind=path, such as json=report.json", flag)
		}
		if !slices.Contains(fileKinds(), kind) {
			return nil, usagef("--output-file %q: unknown kind %q; use one of: %s", flag, kind, strings.Join(fileKinds(), ", "))
		}
		if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
			return nil, usagef("--output-file %q: there is no directory %s", flag, filepath.Dir(path))
		}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return nil, usagef("--output-file %q: %s is a directory, not a file", flag, path)
		}
		if slices.ContainsFunc(files, func(f outputFile) bool { return filepath.Clean(f.path) == filepath.Clean(path) }) {
			return nil, usagef("--output-file %q: another report goes to %s already", flag, path)
		}
		files = append(files, outputFile{kind: kind, path: path})
	}
	return files, nil
}

// newFileMode is the mode of a report whose path holds nothing yet.
const newFileMode = 0o644

// writeFile writes a report to a path. A regular file is replaced as a whole and
// keeps its mode; a link stays, and what it leads to is written; a device or a
// pipe is written to.
func writeFile(path string, write func(io.Writer) error) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if next, err := os.Readlink(path); err == nil {
			return writeFile(fromLink(path, next), write)
		}
		return writeAtomically(path, newFileMode, write)
	}
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return writeInto(path, write)
	}
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	return writeAtomically(target, info.Mode().Perm(), write)
}

// fromLink is the path that a link's text means.
func fromLink(link, text string) string {
	if filepath.IsAbs(text) {
		return text
	}
	return filepath.Dir(link) + string(filepath.Separator) + text
}

// writeInto writes to what is at a path and leaves it there.
func writeInto(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// writeAtomically writes a file whole or not at all.
func writeAtomically(path string, mode fs.FileMode, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	if err := write(f); err != nil {
		_ = f.Close()
		return err
	}
	if err := f.Chmod(mode); err != nil {
		_ = f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
