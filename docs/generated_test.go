//go:build cgo

package docs_test

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/report"
)

func TestGeneratedPages(t *testing.T) {
	t.Parallel()
	files := []struct {
		name  string
		write func(*testing.T) string
	}{
		{"gate-reference.md", gateReference},
		{"project-reference.md", projectReference},
		{"errors.md", errorsPage},
		{"cli.md", cliPage},
		{"schema/result.schema.json", func(*testing.T) string { return string(report.Schema()) }},
		{"schema/diff.schema.json", func(*testing.T) string { return string(report.DiffSchema()) }},
		{"schema/report.schema.json", func(*testing.T) string { return string(report.HistorySchema()) }},
		{"schema/event.schema.json", func(*testing.T) string { return string(report.EventSchema()) }},
		{"schema/gate.schema.json", func(t *testing.T) string { return schemaText(t, gate.Schema) }},
		{"schema/tests.schema.json", func(t *testing.T) string { return schemaText(t, gate.TestsSchema) }},
		{"schema/sqlgate.schema.json", func(t *testing.T) string { return schemaText(t, gate.ProjectSchema) }},
	}
	for _, f := range files {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			want := f.write(t)
			if *update {
				writeFile(t, f.name, want)
				return
			}
			if diff := cmp.Diff(readFile(t, f.name), want); diff != "" {
				t.Errorf("the page is stale; run make update (-page +program):\n%s", diff)
			}
		})
	}
}

func schemaText(t *testing.T, schema func() ([]byte, error)) string {
	t.Helper()
	data, err := schema()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// cliPage is the help of every command, as the program prints it.
func cliPage(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(generated + "# The command line\n\n" + cliIntroduction)
	var walk func(path []string)
	walk = func(path []string) {
		names := subcommands(t, path)
		if len(path) > 0 && len(names) == 0 {
			b.WriteString("\n## sqlgate " + strings.Join(path, " ") + "\n\n```text\n" + strings.TrimSpace(output(t, append(path, "--help")...)) + "\n```\n")
		}
		for _, name := range names {
			walk(append(slices.Clone(path), name))
		}
	}
	walk(nil)
	return b.String()
}

const cliIntroduction = "Flags of a deployment can be set in the environment: `SQLGATE_PROJECT_DIR`, `SQLGATE_WAREHOUSE`, `SQLGATE_JOBS`, `SQLGATE_TIMEOUT`, " +
	"`SQLGATE_LOCK_TIMEOUT`, `SQLGATE_OUTPUT`, `SQLGATE_LOG_FORMAT`, `SQLGATE_COLOR`. A flag on the command line wins. " +
	"Results go to stdout, everything else to stderr. The exit codes are in [schedulers.md](schedulers.md).\n"

// subcommands asks the program's own completion.
func subcommands(t *testing.T, path []string) []string {
	t.Helper()
	var names []string
	for line := range strings.Lines(output(t, slices.Concat([]string{"__complete"}, path, []string{""})...)) {
		name, _, described := strings.Cut(line, "\t")
		if described && regexp.MustCompile(`^[a-z]+$`).MatchString(name) && name != "help" && name != "completion" {
			names = append(names, name)
		}
	}
	return names
}

// output is what the program prints to stdout.
func output(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command(sqlgate, args...)
	cmd.Dir, cmd.Env = t.TempDir(), environment()
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("sqlgate %s: %v", strings.Join(args, " "), err)
	}
	return string(out)
}

// TestCI holds .ci/run to the README's test command.
func TestCI(t *testing.T) {
	t.Parallel()
	const command = "go test ./..."
	if !strings.Contains(readFile(t, filepath.Join(root, "README.md")), "```sh\n"+command+"\n```") {
		t.Errorf("the README does not name the test command %q", command)
	}
	script := strings.Split(strings.TrimSpace(readFile(t, filepath.Join(root, ".ci", "run"))), "\n")
	if last := script[len(script)-1]; last != command {
		t.Errorf(".ci/run ends with %q, want %q", last, command)
	}
}

// TestLinks holds the links between pages to files that exist.
func TestLinks(t *testing.T) {
	t.Parallel()
	link := regexp.MustCompile(`\]\(([^)#\s]+)(#[^)]*)?\)`)
	for _, page := range pages(t) {
		for _, match := range link.FindAllStringSubmatch(readFile(t, page), -1) {
			if strings.Contains(match[1], "://") {
				continue
			}
			path := filepath.Join(filepath.Dir(page), match[1])
			if found, _ := filepath.Glob(path); len(found) == 0 {
				t.Errorf("%s links to %s, which does not exist", page, match[1])
			}
		}
	}
}
