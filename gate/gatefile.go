package gate

import (
	"path"
	"slices"
	"strings"
)

const nameHint = "names are letters, digits and underscores, and begin with a letter or underscore"

// gateLoader loads one gate file.
type gateLoader struct {
	*loader
	gate      *Gate
	onFailure *node          // the gate's own policy; nil: none
	ids       map[string]Pos // of rules and checks, in lower case
	refused   map[Pos]bool   // places whose quarantine is reported
}

func gateShape(t *RuleTable) *shape {
	return objectOf("a gate",
		key{name: "gate", doc: "The gate's name.", shape: text(), required: true},
		key{name: "description", doc: "What the gate guards.", shape: text()},
		key{name: "tags", doc: "Tags to select gates by.", shape: texts()},
		key{name: "owner", doc: "Who is asked when it fails.", shape: text()},
		key{name: "warehouse", doc: "A warehouse of the project; default its default_warehouse.", shape: text()},
		key{name: "source", doc: "What a batch is read from: a table, or one of table, query, files.", shape: sourceShape(), required: true},
		key{name: "source_after", doc: "What becomes of the batch's rows in the source.", shape: oneOf(string(KeepSource), string(DeleteSource), string(TruncateSource))},
		key{name: "target", doc: "The table of the passed rows; without it the gate only checks.", shape: text()},
		key{name: "create_target", doc: "Create a missing target; default true.", shape: boolean()},
		key{name: "rejected", doc: "The table of the rejected rows; default <target>_rejected.", shape: rejectedShape()},
		key{name: "mode", doc: "How passed rows reach the target.", shape: oneOf(string(Append), string(Replace), string(ReplacePartition), string(Upsert))},
		key{name: "upsert", doc: "Of mode upsert: which row of the target a passed row takes the place of.", shape: upsertShape()},
		key{name: "partition_by", doc: "The dimensions by which rows are parted, each by its name: a column, or {column, grain} or {column, values}.", shape: mapOf(dimensionShape())},
		key{name: "on_empty", doc: "What an empty batch does; default skip.", shape: oneOf(string(EmptySkip), string(EmptyFail), string(EmptyReplace))},
		key{name: "on_failure", doc: "The policy of rules that have none nearer.", shape: policyShape()},
		key{name: "reject_limit", doc: "More rejected rows than this abort the run.", shape: objectOf("reject_limit",
			key{name: "rows", doc: "The most rows.", shape: count()},
			key{name: "percent", doc: "The most rows in percent of the batch.", shape: percent()},
		)},
		key{name: "extra_columns", doc: "What becomes of source columns that the gate does not list; default keep.", shape: oneOf(string(ExtraKeep), string(ExtraDrop), string(ExtraFail))},
		key{name: "columns", doc: "The target's columns in order, with their rules.", shape: mapOf(columnShape(t))},
		key{name: "primary_key", doc: "The key's columns.", shape: ruleShape(*t.Rule("primary_key"), true)},
		key{name: "rules", doc: "Rules over several columns.", shape: listOf(itemShape("a rule", t.onGate))},
		key{name: "checks", doc: "Checks of the whole batch.", shape: listOf(checkShape())},
		key{name: "settings", doc: "Settings of this gate.", shape: settingsShape()},
		key{name: "depends_on", doc: "Gates that run before this one; where one fails, this one is skipped.", shape: texts()},
		key{name: "vars", doc: "Values that a run is given, each by its name; SQL and expressions name them as :name.", shape: varsShape()},
		key{name: "tests", doc: "Tests of the gate, which `sqlgate test` runs.", shape: testsShape()},
	)
}

func sourceShape() *shape {
	s := objectOf("a source",
		key{name: "table", doc: "A table or view.", shape: text()},
		key{name: "where", doc: "A condition in SQL over the table.", shape: text()},
		key{name: "query", doc: "A query in SQL.", shape: text()},
		key{name: "files", doc: "Files or patterns of files (DuckDB).", shape: &shape{scalar: textScalar, list: text()}},
	)
	s.scalar = textScalar
	return s
}

func rejectedShape() *shape {
	s := objectOf("rejected",
		key{name: "table", doc: "The table's name.", shape: text()},
		key{name: "layout", doc: "How the source's columns are kept.", shape: &shape{scalar: textScalar, enum: []string{"typed"}, later: []string{"json"}}},
		key{name: "rule_columns", doc: "A column per rule with its verdict.", shape: boolean()},
		key{name: "retention", doc: "How long rows are kept, such as 90d.", shape: text()},
	)
	s.scalar = textScalar
	return s
}

// deepChecked are the keys that are checked where they are read, with
// messages of their own.
var deepChecked = []string{"columns", "primary_key", "rules", "checks"}

// gateFile reads a gate file; nil where it has not even a name.
func (l *loader) gateFile(file string, root *node) *Gate {
	if root.kind != mapNode {
		l.report(CodeWrongType, root.pos, "", "a gate file must be a mapping, got %s", root.describe())
		return nil
	}
	g := &gateLoader{
		loader:  l,
		gate:    &Gate{File: file, Pos: root.pos, CreateTarget: true, SourceAfter: KeepSource, OnEmpty: EmptySkip, ExtraColumns: ExtraKeep},
		ids:     map[string]Pos{"column_schema": {}},
		refused: map[Pos]bool{},
	}
	deep := map[string]*node{}
	var plain []entry
	for _, e := range root.entries {
		if e.key.text == "tests" && !l.withTests {
			continue
		}
		if slices.Contains(deepChecked, e.key.text) {
			deep[e.key.text] = e.value
			continue
		}
		plain = append(plain, e)
	}
	root.entries = plain
	l.fitsObject(root, gateShape(l.rules).object)
	g.head(root)
	g.vars(root.get("vars"))
	g.dependsOn(root.get("depends_on"))
	g.tables(root)
	g.columns(deep["columns"], deep["primary_key"])
	g.gateRules(deep["rules"])
	g.ruleColumns()
	g.amongValid()
	g.upsert(root)
	g.partitionBy(root)
	g.appendsTwice(root.get("mode"))
	g.checks(deep["checks"])
	g.gate.Settings = l.gateSettings(root.get("settings"))
	l.errs = append(l.errs, l.snippets(g.gate.checkRules())...)
	l.errs = append(l.errs, l.snippets(g.gate.checkChecks())...)
	g.gate.Hash = g.gate.hash(l.project.Dir)
	if g.gate.Name == "" {
		return nil
	}
	if n := root.get("tests"); n != nil {
		l.tests = append(l.tests, testList{g.gate.Name, n})
	}
	return g.gate
}

// gateSettings merges the gate's settings over those of project and environment.
func (l *loader) gateSettings(n *node) Settings {
	base := l.settings
	if base == (Settings{}) {
		base = DefaultSettings()
	}
	return l.fileSettings(base, n)
}

// snippets adds the lines of the files to faults.
func (l *loader) snippets(errs Errors) Errors {
	for _, e := range errs {
		e.Snippet = snippet(l.line(e.Pos), e.Pos)
	}
	return errs
}

// head reads what the gate says about itself.
func (g *gateLoader) head(root *node) {
	if n := root.get("gate"); n != nil {
		g.gate.Name, g.gate.Pos = n.text, n.pos
		if !isName(n.text) {
			g.report(CodeName, n.pos, nameHint, "gate name '%s' is not a name", n.text)
		}
	}
	g.gate.Description = root.get("description").string()
	g.gate.Tags = root.get("tags").strings()
	g.gate.Owner = g.defaults.owner
	if n := root.get("owner"); n != nil {
		g.gate.Owner = n.text
	}
	g.onFailure = root.get("on_failure")
	g.gate.Warehouse = g.project.DefaultWarehouse
	if n := root.get("warehouse"); n != nil {
		g.expand(n)
		g.gate.Warehouse = g.knownWarehouse(n)
	}
	if g.gate.Warehouse == "" && len(g.project.Warehouses) > 0 {
		g.report(CodeWarehouse, g.gate.Pos, "name one with 'warehouse', or set default_warehouse in "+ProjectFile, "gate '%s' has no warehouse", g.gate.Name)
	}
}

// tables reads source, target, rejected and how rows are written.
func (g *gateLoader) tables(root *node) {
	g.gate.Source = g.source(root.get("source"))
	target := root.get("target")
	g.gate.Target = g.table(target)
	if target == nil {
		g.checkOnly(root)
		return
	}
	if g.onFailure != nil {
		g.policyOf(g.onFailure)
	}
	if n := root.get("mode"); n != nil {
		g.gate.Mode = Mode(n.text)
	} else if !slices.Contains(root.lost, "mode") {
		g.report(CodeMissingKey, target.pos, "mode: append adds the passed rows, replace puts them in place of the target's, replace_partition in place of those of one partition, upsert in place of those of the same key", "a gate with a target needs the key 'mode'")
	}
	if n := root.get("create_target"); n != nil {
		g.gate.CreateTarget = n.text == "true"
	}
	if n := root.get("extra_columns"); n != nil {
		g.gate.ExtraColumns = ExtraColumns(n.text)
	}
	g.rejected(root.get("rejected"))
	g.sourceAfter(root.get("source_after"))
	g.onEmpty(root.get("on_empty"))
	g.gate.RejectLimit = g.rejectLimit(root.get("reject_limit"))
}

// appendsTwice warns of a gate that doubles its rows when it is run again.
func (g *gateLoader) appendsTwice(mode *node) {
	if g.gate.Mode != Append || g.gate.SourceAfter != KeepSource || slices.ContainsFunc(g.gate.Rules, keepsOut) {
		return
	}
	g.warn(CodeAppendTwice, mode.pos, "set source_after: delete, give a unique rule scope: both, or run it with --batch-id",
		"gate '%s' appends and keeps its source: running it twice doubles the rows", g.gate.Name)
}

// checkOnly refuses what only a gate with a target can have.
func (g *gateLoader) checkOnly(root *node) {
	for _, name := range []string{"mode", "upsert", "source_after", "create_target", "rejected", "reject_limit", "on_empty"} {
		n := root.get(name)
		if n == nil || name == "on_empty" && n.text != string(EmptyReplace) || name == "source_after" && n.text == string(KeepSource) {
			continue
		}
		g.report(CodeConflict, n.pos, "add a target, or remove the key", "'%s' needs a target: a gate without one writes nothing", name)
	}
	if n := root.get("on_empty"); n != nil {
		g.gate.OnEmpty = OnEmpty(n.text)
	}
	if n := root.get("extra_columns"); n != nil {
		g.gate.ExtraColumns = ExtraColumns(n.text)
	}
	if g.onFailure != nil {
		g.policyOf(g.onFailure)
	}
}

// table reads a table's name and resolves its variables; zero where it is absent or at fault.
func (g *gateLoader) table(n *node) TableName {
	if n == nil {
		return TableName{}
	}
	g.expand(n)
	t, err := ParseTableName(n.text)
	if err != nil {
		g.report(CodeName, n.pos, "", "%v", err)
		return TableName{Parts: []string{n.text}, Pos: n.pos}
	}
	t.Pos = n.pos
	return t
}

func (g *gateLoader) source(n *node) Source {
	if n == nil {
		return Source{}
	}
	if n.kind == scalarNode {
		return Source{Table: g.table(n), Pos: n.pos}
	}
	s := Source{Pos: n.pos, Where: n.get("where").string(), Query: n.get("query").string()}
	kinds := 0
	for _, name := range []string{"table", "query", "files"} {
		if n.get(name) != nil {
			kinds++
		}
	}
	if kinds != 1 {
		g.report(CodeConflict, n.pos, "", "a source has exactly one of table, query and files")
	}
	s.Table = g.table(n.get("table"))
	if where := n.get("where"); where != nil {
		if n.get("table") == nil {
			g.report(CodeConflict, where.pos, "put the condition into the query", "'where' of a source needs 'table'")
		}
		g.sqlValue(where, g.dialect(), false)
	}
	if query := n.get("query"); query != nil {
		g.commentBehind(query)
		if strings.TrimSpace(query.text) == "" {
			g.report(CodeSQL, query.pos, "", "the query is empty")
		}
		if strings.Contains(query.text, "\x00") {
			g.report(CodeSQL, query.pos, "", "the query holds a NUL character")
		}
		g.knownVars(query, g.dialect())
	}
	s.Files = g.files(n.get("files"))
	return s
}

// files are the source's files, absolute.
func (g *gateLoader) files(n *node) []string {
	if n == nil {
		return nil
	}
	g.expand(n)
	names := n.strings()
	if n.kind == scalarNode {
		names = []string{n.text}
	}
	if len(names) == 0 {
		g.report(CodeInvalidValue, n.pos, "", "'files' is empty")
	}
	if w := g.project.Warehouse(g.gate.Warehouse); w != nil && w.DuckDB == nil && w.Type != "" {
		g.report(CodeWarehouse, n.pos, "load the files into a table first", "warehouse '%s' (%s) does not read files; DuckDB does", w.Name, w.Type)
	}
	for i, name := range names {
		if name == "" {
			g.report(CodeInvalidValue, n.pos, "", "a file name is empty")
		}
		if !hasScheme.MatchString(name) {
			names[i] = g.abs(name)
		}
	}
	return names
}

func (g *gateLoader) rejected(n *node) {
	g.gate.Rejected.Table = g.gate.Target.withSuffix("_rejected")
	if n == nil {
		return
	}
	name := n
	if n.kind == mapNode {
		name = n.get("table")
		g.gate.Rejected.RuleColumns = n.get("rule_columns").string() == "true"
		g.gate.Rejected.Retention = n.get("retention").string()
		if r := n.get("retention"); r != nil && !durationForm.MatchString(r.text) {
			g.report(CodeInvalidValue, r.pos, "", "retention is a number and one of s m h d w mo y, such as 90d, got %q", r.text)
		}
	}
	if name != nil {
		g.gate.Rejected.Table = g.table(name)
	}
}

func (g *gateLoader) sourceAfter(n *node) {
	if n == nil {
		return
	}
	g.gate.SourceAfter = SourceAfter(n.text)
	if g.gate.SourceAfter == KeepSource {
		return
	}
	if s := g.gate.Source; s.Query != "" || len(s.Files) > 0 {
		g.report(CodeConflict, n.pos, "", "source_after: %s needs a source that is a table", n.text)
	}
	if g.gate.SourceAfter == TruncateSource && g.gate.Source.Where != "" {
		g.report(CodeConflict, n.pos, "use source_after: delete", "source_after: truncate would also remove the rows that 'where' leaves out")
	}
}

func (g *gateLoader) onEmpty(n *node) {
	if n == nil {
		return
	}
	g.gate.OnEmpty = OnEmpty(n.text)
	if g.gate.OnEmpty == EmptyReplace && (g.gate.Mode == Append || g.gate.Mode == Upsert) {
		g.report(CodeConflict, n.pos, "", "on_empty: replace needs mode: replace or replace_partition")
	}
}

func (g *gateLoader) rejectLimit(n *node) *Limit {
	if n == nil {
		return nil
	}
	limit := g.limit(n)
	if limit.Rows == nil && limit.Percent == nil && len(n.lost) == 0 {
		g.report(CodeTolerate, n.pos, "", "reject_limit needs rows or percent")
	}
	return &limit
}

// relative is a path relative to the project, where it lies within.
func relative(dir, name string) string {
	if rest, ok := strings.CutPrefix(name, dir); ok && dir != "" {
		return path.Join(".", rest)
	}
	return name
}
