// Package migrations holds the ledger's schema as numbered SQL files, one
// folder per dialect with the same file names. They are forward-only: a file
// that was released never changes, a change is a new file.
package migrations

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// Placeholder stands in the files for the ledger's quoted schema.
const Placeholder = "{{ledger}}"

//go:embed duckdb/*.sql postgres/*.sql bigquery/*.sql
var files embed.FS

// Migration is one step of the ledger's schema.
type Migration struct {
	Version int    // from 1, without gaps
	Name    string // the file's name without number and ending, such as "ledger"
	SQL     string // the file's text, with Placeholder in it
}

// Statements returns the migration's statements in order, with the quoted
// schema of the ledger in place of Placeholder.
func (m Migration) Statements(ledger string) []string {
	var out []string
	for _, s := range strings.Split(m.SQL, ";\n") {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, strings.ReplaceAll(s, Placeholder, ledger))
		}
	}
	return out
}

// For returns the migrations of a dialect by version.
func For(dialect string) ([]Migration, error) {
	names, err := fs.Glob(files, dialect+"/*.sql")
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("no ledger migrations for dialect %q", dialect)
	}
	out := make([]Migration, 0, len(names))
	for i, name := range names {
		m, err := load(name)
		if err != nil {
			return nil, err
		}
		if m.Version != i+1 {
			return nil, fmt.Errorf("migration %s: expected version %d", name, i+1)
		}
		out = append(out, m)
	}
	return out, nil
}

func load(name string) (Migration, error) {
	number, rest, _ := strings.Cut(strings.TrimSuffix(path.Base(name), ".sql"), "_")
	version, err := strconv.Atoi(number)
	if err != nil {
		return Migration{}, fmt.Errorf("migration %s: no version in its name", name)
	}
	text, err := files.ReadFile(name)
	if err != nil {
		return Migration{}, err
	}
	return Migration{Version: version, Name: rest, SQL: string(text)}, nil
}
