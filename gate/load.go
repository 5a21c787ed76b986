package gate

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// ProjectFile is the name of the project file.
const ProjectFile = "sqlgate.yaml"

// LoadOptions say where a project is.
type LoadOptions struct {
	// Dir is where the search for sqlgate.yaml begins; it goes up from there. Empty: the working directory.
	Dir string
	// ProjectDir is the project's directory. Set, or set as SQLGATE_PROJECT_DIR, there is no search.
	ProjectDir string
	// Env looks environment variables up; nil is an empty environment.
	Env func(string) (string, bool)
	// FS, where set, holds the project's files in place of the disk, sqlgate.yaml at its root.
	FS fs.FS
	// Rules are rules that gates can have beside those of this package.
	Rules []RuleSpec
	// Tests has the gates' tests read too. Without it they are passed over, so that
	// a fault in a test stops no run.
	Tests bool
}

// Load reads a project file and its gates and checks all that can be checked
// without a warehouse. Its error is an Errors with every fault of every file;
// secrets do not occur in it. Only where a rule of the options is not well
// formed it is not. Where all faults are of gates and of single warehouses, the
// rest of the project is returned beside the error, with these in Broken.
func Load(opts LoadOptions) (*Project, error) {
	table, err := NewRuleTable(opts.Rules...)
	if err != nil {
		return nil, err
	}
	l := &loader{
		rules:   table,
		env:     opts.Env,
		fsys:    opts.FS,
		project: &Project{},

		withTests: opts.Tests,
		sources:   map[string][]string{},
	}
	if l.env == nil {
		l.env = func(string) (string, bool) { return "", false }
	}
	l.load(opts)
	l.project.Warnings = l.sorted(l.warnings)
	whole := l.breaks()
	if errs := l.sorted(l.errs); len(errs) > 0 {
		if whole {
			return nil, errs
		}
		return l.project, errs
	}
	return l.project, nil
}

// loader loads one project and gathers its faults.
type loader struct {
	rules    *RuleTable
	env      func(string) (string, bool)
	fsys     fs.FS // nil: the disk
	project  *Project
	defaults projectDefaults
	settings Settings            // of project and environment
	sources  map[string][]string // lines by file, for snippets
	order    []string            // files in the order read
	errs     Errors
	files    []string          // of gates
	ofOne    map[*Error]string // faults of single warehouses, and the names of these
	warnings []*Error

	withTests bool
	tests     []testList // of gates and of files beside them
}

// projectDefaults are what gates inherit from the project.
type projectDefaults struct {
	onFailure Policy // empty: none
	owner     string
}

func (l *loader) load(opts LoadOptions) {
	if !l.findProject(opts) {
		return
	}
	data, err := l.read(ProjectFile)
	if err != nil {
		l.report(CodeUnreadable, Pos{File: ProjectFile}, "", "cannot read %s: %v", ProjectFile, cause(err))
		return
	}
	files := patterns{gates: "gates/*.yaml", tests: "tests/*.yaml"}
	if root := l.parseYAML(ProjectFile, data); root != nil {
		files = l.projectFile(root, files)
	}
	l.loadGates(files.gates)
	l.crossCheck()
	if !l.withTests {
		return
	}
	l.loadTestFiles(files.tests)
	if len(l.errs) == 0 { // tests of a gate at fault would have faults that are none
		l.readTests()
	}
}

// patterns are those of the project's files.
type patterns struct{ gates, tests string }

// findProject sets the project's directory.
func (l *loader) findProject(opts LoadOptions) bool {
	if l.fsys != nil {
		l.project.Dir, l.project.File = opts.Dir, path.Join(opts.Dir, ProjectFile)
		return true
	}
	found, err := FindProject(opts)
	if err != nil {
		l.report(CodeNoProject, Pos{}, "run 'sqlgate init' to make a project, or name its directory with --project-dir", "%v", err)
		return false
	}
	l.project.Dir, l.project.File = found, filepath.Join(found, ProjectFile)
	return true
}

// FindProject is the absolute directory of the project on the disk that Load loads.
func FindProject(opts LoadOptions) (string, error) {
	dir := opts.ProjectDir
	if dir == "" && opts.Env != nil {
		dir, _ = opts.Env("SQLGATE_PROJECT_DIR")
	}
	return projectDir(opts.Dir, dir)
}

// projectDir is the absolute directory of the project file: the one named, or
// the nearest from start upwards.
func projectDir(start, named string) (string, error) {
	if named != "" {
		dir, err := filepath.Abs(named)
		if err != nil {
			return "", err
		}
		if !isFile(filepath.Join(dir, ProjectFile)) {
			return "", fmt.Errorf("there is no %s in %s", ProjectFile, dir)
		}
		return dir, nil
	}
	first, err := filepath.Abs(start)
	if err != nil {
		return "", err
	}
	for dir := first; ; dir = filepath.Dir(dir) {
		if isFile(filepath.Join(dir, ProjectFile)) {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("there is no %s in %s or above it", ProjectFile, first)
		}
	}
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}

// read reads a file of the project, named relative to its directory.
func (l *loader) read(name string) ([]byte, error) {
	l.order = append(l.order, name)
	if l.fsys != nil {
		return fs.ReadFile(l.fsys, name)
	}
	return os.ReadFile(l.abs(name))
}

// glob lists the project's files that match, relative to its directory and sorted.
func (l *loader) glob(pattern string) ([]string, error) {
	if l.fsys != nil {
		return fs.Glob(l.fsys, pattern)
	}
	matches, err := filepath.Glob(l.abs(pattern))
	if err != nil {
		return nil, err
	}
	var names []string
	for _, m := range matches {
		if !isFile(m) {
			continue
		}
		if rel, err := filepath.Rel(l.project.Dir, m); err == nil {
			m = rel
		}
		names = append(names, filepath.ToSlash(m))
	}
	return names, nil
}

// abs makes a path of the project file absolute.
func (l *loader) abs(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(l.project.Dir, filepath.FromSlash(name))
}

func (l *loader) loadGates(pattern string) {
	files, err := l.glob(pattern)
	if err != nil {
		l.report(CodeInvalidValue, Pos{File: ProjectFile}, "", "gates: the pattern %q is malformed", pattern)
		return
	}
	files = slices.DeleteFunc(files, func(f string) bool { return f == ProjectFile })
	if len(files) == 0 {
		l.report(CodeNoGates, Pos{File: ProjectFile}, "add a gate file, or correct 'gates' in "+ProjectFile, "no file matches the gates pattern %q", pattern)
		return
	}
	l.files = files
	for _, file := range files {
		data, err := l.read(file)
		if err != nil {
			l.report(CodeUnreadable, Pos{File: file}, "", "cannot read the gate file: %v", cause(err))
			continue
		}
		root := l.parseYAML(file, data)
		if root == nil {
			continue
		}
		if g := l.gateFile(file, root); g != nil {
			l.project.Gates = append(l.project.Gates, g)
		}
	}
	slices.SortStableFunc(l.project.Gates, func(a, b *Gate) int { return strings.Compare(a.Name, b.Name) })
}

// breaks moves the gates that are at fault, and names the warehouses that are,
// into the project's Broken. whole says that faults are of neither.
func (l *loader) breaks() (whole bool) {
	faulty := map[string]bool{}
	broken := &l.project.Broken
	for _, e := range l.errs {
		name, warehouse := l.ofOne[e]
		switch {
		case warehouse:
			if !slices.Contains(broken.Warehouses, name) {
				broken.Warehouses = append(broken.Warehouses, name)
			}
		case slices.Contains(l.files, e.Pos.File):
			faulty[e.Pos.File] = true
		default:
			whole = true
		}
	}
	var sound []*Gate
	for _, g := range l.project.Gates {
		if faulty[g.File] {
			broken.Gates = append(broken.Gates, g)
			delete(faulty, g.File)
		} else {
			sound = append(sound, g)
		}
	}
	l.project.Gates = sound
	for _, file := range l.files {
		if faulty[file] {
			broken.Gates = append(broken.Gates, &Gate{File: file})
		}
	}
	return whole
}

// cause is an error without the path that the message names already.
func cause(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

// report adds a fault.
func (l *loader) report(code string, pos Pos, hint, format string, args ...any) {
	l.add(&Error{Code: code, Pos: pos, Hint: hint, Message: fmt.Sprintf(format, args...)})
}

// reportErr adds a fault that has a typed cause, which is its message.
func (l *loader) reportErr(code string, pos Pos, hint string, err error) {
	l.add(&Error{Code: code, Pos: pos, Hint: hint, Message: err.Error(), Err: err})
}

func (l *loader) add(e *Error) {
	e.Snippet = snippet(l.line(e.Pos), e.Pos)
	l.errs = append(l.errs, e)
}

func (l *loader) warn(code string, pos Pos, hint, format string, args ...any) {
	l.warnings = append(l.warnings, &Error{
		Code: code, Pos: pos, Hint: hint, Message: fmt.Sprintf(format, args...), Snippet: snippet(l.line(pos), pos),
	})
}

func (l *loader) unsupported(pos Pos, what string) {
	l.report(CodeUnsupported, pos, "", "%s is not supported yet", what)
}

// line is the text of the line of a place, or empty.
func (l *loader) line(pos Pos) string { return lineAt(l.sources[pos.File], pos) }

func lineAt(lines []string, pos Pos) string {
	if pos.Line < 1 || pos.Line > len(lines) {
		return ""
	}
	return strings.TrimSuffix(lines[pos.Line-1], "\r")
}

// snippetWidth is how much of a long line a snippet shows.
const snippetWidth = 120

// snippet shows a line with a caret under the column.
func snippet(line string, pos Pos) string {
	if line == "" || pos.Column < 1 {
		return ""
	}
	runes := []rune(strings.ReplaceAll(line, "\t", " "))
	caret := min(pos.Column-1, len(runes))
	start := 0
	if caret > snippetWidth-20 {
		start = caret - snippetWidth/2
	}
	end := min(start+snippetWidth, len(runes))
	number := fmt.Sprintf("%5d", pos.Line)
	return fmt.Sprintf("%s | %s\n%s | %s^", number, string(runes[start:end]), strings.Repeat(" ", len(number)), strings.Repeat(" ", caret-start))
}

// sorted orders faults by file and place and masks the secrets in them.
func (l *loader) sorted(list []*Error) Errors {
	for _, e := range list {
		e.Message = l.project.Mask(e.Message)
		e.Hint = l.project.Mask(e.Hint)
		e.Snippet = l.maskSnippet(e)
	}
	slices.SortStableFunc(list, func(a, b *Error) int {
		return cmp.Or(
			cmp.Compare(slices.Index(l.order, a.Pos.File), slices.Index(l.order, b.Pos.File)),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Column, b.Pos.Column),
		)
	})
	return list
}

// maskSnippet leaves out a line that may hold a secret which is not known,
// since the file could not be parsed.
func (l *loader) maskSnippet(e *Error) string {
	if e.Pos.File == ProjectFile && e.Code == CodeSyntax && (secretName.MatchString(e.Snippet) || strings.Contains(e.Snippet, "dsn")) {
		return ""
	}
	return l.project.Mask(e.Snippet)
}
