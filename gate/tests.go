package gate

import (
	"slices"
	"strings"
	"time"
)

// testOutcomes are how a run or a check can end that a test gives rows to.
func testOutcomes() []string {
	return []string{"passed", "split", "no_valid_rows", "aborted", "schema_mismatch", "skipped", "failed"}
}

func testsShape() *shape {
	return listOf(objectOf("a test",
		key{name: "name", doc: "What the test shows.", shape: text(), required: true},
		key{name: "now", doc: "What `now()` is, such as 2026-01-02T03:04:05Z; a gate that looks at it needs it.", shape: text()},
		key{name: "partition", doc: "The partition that is run, as of `--partition`.", shape: text()},
		key{name: "vars", doc: "Values of the gate's vars; the others have their defaults.", shape: mapOf(&shape{scalar: constantScalar})},
		key{name: "given", doc: "The rows of the tables before the run.", required: true, shape: objectOf("given",
			key{name: "source", doc: "The rows of the source.", shape: testTableShape()},
			key{name: "target", doc: "The rows of the target before the run; without it there is no target yet.", shape: testTableShape()},
			key{name: "tables", doc: "The rows of the other tables that the gate reads, by the table's name.", shape: mapOf(testTableShape())},
		)},
		key{name: "expect", doc: "What the run must do; at least one of its keys.", required: true, shape: objectOf("expect",
			key{name: "outcome", doc: "How the run ends.", shape: oneOf(testOutcomes()...)},
			key{name: "passed", doc: "The rows that the run writes to the target: all of them, of each the columns that matter.", shape: testRowsShape()},
			key{name: "rejected", doc: "The rows in the rejected table: all of them, each with the rules that it fails.", shape: failingShape()},
			key{name: "failing", doc: "The rows that fail a rule, whatever its policy and the outcome: all of them.", shape: failingShape()},
			key{name: "target", doc: "The rows of the target after the run: all of them.", shape: testRowsShape()},
			key{name: "checks", doc: "The status of checks, by their ids.", shape: mapOf(oneOf("pass", "warn", "fail", "skip"))},
		)},
	))
}

// testFileShape is a file of tests beside the gate's own.
func testFileShape() *shape {
	return objectOf("a file of tests",
		key{name: "gate", doc: "The gate that is tested.", shape: text(), required: true},
		key{name: "tests", doc: "Its tests.", shape: testsShape(), required: true},
	)
}

// testTableShape is a list of rows, a CSV file, or either with the types of columns.
func testTableShape() *shape {
	s := objectOf("a table",
		key{name: "rows", doc: "The rows.", shape: listOf(testRowShape())},
		key{name: "csv", doc: "A CSV file with a header, relative to the project; an empty field is NULL.", shape: text()},
		key{name: "types", doc: "The types of columns that are not the gate's, or differ from them.", shape: mapOf(text())},
	)
	s.scalar, s.list = textScalar, testRowShape()
	return s
}

func testRowsShape() *shape { return &shape{scalar: textScalar, list: testRowShape()} }

func testRowShape() *shape { return &shape{values: testValueShape(), def: "row"} }

// testValueShape is any value: a list or a mapping is one of a nested type.
func testValueShape() *shape {
	s := &shape{scalar: valueScalar, def: "value"}
	s.list, s.values = s, s
	return s
}

func failingShape() *shape {
	return listOf(objectOf("a failing row",
		key{name: "row", doc: "The row as the source has it, of it the columns that matter.", shape: testRowShape(), required: true},
		key{name: "rules", doc: "The ids of all rules that it fails; without it whichever.", shape: &shape{scalar: textScalar, list: text()}},
	))
}

// testList are the tests of a gate as a file has them.
type testList struct {
	gate  string
	tests *node
}

// loadTestFiles reads the files of tests.
func (l *loader) loadTestFiles(pattern string) {
	files, err := l.glob(pattern)
	if err != nil {
		l.report(CodeInvalidValue, Pos{File: ProjectFile}, "", "tests: the pattern %q is malformed", pattern)
		return
	}
	for _, file := range files {
		data, err := l.read(file)
		if err != nil {
			l.report(CodeUnreadable, Pos{File: file}, "", "cannot read the file of tests: %v", cause(err))
			continue
		}
		root := l.parseYAML(file, data)
		if root == nil || !l.fits(root, testFileShape(), "a file of tests") {
			continue
		}
		name := root.get("gate")
		if name == nil || root.get("tests") == nil {
			continue
		}
		if l.project.Gate(name.text) == nil {
			names := make([]string, len(l.project.Gates))
			for i, g := range l.project.Gates {
				names[i] = g.Name
			}
			l.report(CodeTest, name.pos, "the project's gates: "+strings.Join(names, ", "), "unknown gate '%s'%s", name.text, didYouMean(name.text, names))
			continue
		}
		l.tests = append(l.tests, testList{name.text, root.get("tests")})
	}
}

// readTests reads the tests of gates that are known to be right.
func (l *loader) readTests() {
	for _, list := range l.tests {
		t := &testLoader{gateLoader: &gateLoader{loader: l, gate: l.project.Gate(list.gate)}}
		for _, n := range list.tests.items {
			t.read(n)
		}
	}
}

// testLoader reads the tests of one gate.
type testLoader struct {
	*gateLoader
	test *Test
}

func (t *testLoader) read(n *node) {
	name := n.get("name")
	t.test = &Test{Name: name.text, Pos: n.pos}
	switch first := t.gate.Test(name.text); {
	case strings.TrimSpace(name.text) == "":
		t.report(CodeTest, name.pos, "", "the test's name is empty")
	case first != nil:
		t.report(CodeTest, name.pos, "rename one of them", "gate '%s' has a test of this name at %s", t.gate.Name, first.Pos)
	}
	t.now(n.get("now"))
	t.partition(n.get("partition"), n.pos)
	t.vars(n.get("vars"), n.pos)
	t.given(n.get("given"))
	t.expect(n.get("expect"))
	t.gate.Tests = append(t.gate.Tests, t.test)
}

// Test returns the gate's test of that name, or nil.
func (g *Gate) Test(name string) *Test {
	for _, t := range g.Tests {
		if t.Name == name {
			return t
		}
	}
	return nil
}

func (t *testLoader) now(n *node) {
	if n == nil {
		return
	}
	text, err := checkTimestamp(KindTimestamptz, n.text)
	if err != nil {
		t.report(CodeLiteral, n.pos, "such as 2026-01-02T03:04:05Z", "'now': %v", err)
		return
	}
	t.test.Now, _ = time.Parse("2006-01-02 15:04:05.999999Z07", text)
}

func (t *testLoader) partition(n *node, at Pos) {
	if n == nil {
		if t.gate.Mode == ReplacePartition {
			t.report(CodeTest, at, "partition: "+t.gate.PartitionForm(), "gate '%s' has mode: replace_partition, so that a test needs the key 'partition'", t.gate.Name)
		}
		return
	}
	p, err := t.gate.ParsePartition(n.text)
	if err != nil {
		t.report(CodeTest, n.pos, "", "%v", err)
	}
	t.test.Partition = p
}

// vars reads the values that the test gives to the gate's vars.
func (t *testLoader) vars(n *node, at Pos) {
	t.test.Vars = map[string]string{}
	for _, e := range n.list() {
		v := t.gate.Var(e.key.text)
		if v == nil {
			t.report(CodeVar, e.key.pos, t.gate.varsHint(e.key.text), "gate '%s' has no var '%s'%s", t.gate.Name, e.key.text, didYouMean(e.key.text, t.gate.varNames()))
			continue
		}
		value, err := v.canonical(e.value.text, true)
		if err != nil {
			t.report(CodeVar, e.value.pos, err.Error(), "the value of var '%s' is not of its type %s", v.Name, v.Type)
		}
		t.test.Vars[v.Name] = value
	}
	for _, v := range t.gate.Vars {
		if _, ok := t.test.Vars[v.Name]; !ok && v.Default == nil && n.get(v.Name) == nil {
			t.report(CodeVar, at, "vars: {"+v.Name+": …}", "var '%s' has no default, so that a test must give it a value", v.Name)
		}
	}
}

// given reads the tables and holds them to be those that the gate reads.
func (t *testLoader) given(n *node) {
	source := n.get("source")
	switch {
	case source == nil && t.gate.Source.Query == "":
		t.report(CodeMissingKey, n.pos, "source: [] gives no rows", "'given' needs the key 'source'")
	case source != nil && t.gate.Source.Query != "":
		t.report(CodeTest, source.pos, "give the tables that the query reads under 'tables'", "the source of gate '%s' is a query, and has no rows of its own", t.gate.Name)
	case source != nil:
		name := t.gate.Source.Table
		if name.IsZero() {
			name = TableName{Parts: []string{"source"}}
		}
		t.test.Source = t.table(name, source, t.sourceColumns())
		t.leaveOut(t.test.Source)
	}
	if target := n.get("target"); target != nil {
		if t.gate.CheckOnly() {
			t.report(CodeTest, target.pos, "", "gate '%s' has no target", t.gate.Name)
			return
		}
		t.test.Target = t.table(t.gate.Target, target, t.targetColumns(t.gate))
	}
	for _, e := range n.get("tables").list() {
		t.otherTable(e)
	}
	t.needed(n)
}

func (t *testLoader) otherTable(e entry) {
	name, err := ParseTableName(e.key.text)
	if err != nil {
		t.report(CodeName, e.key.pos, "", "%v", err)
		return
	}
	name.Pos = e.key.pos
	for _, own := range []struct {
		table TableName
		what  string
	}{{t.gate.Source.Table, "source"}, {t.gate.Target, "target"}} {
		if !own.table.IsZero() && t.sameTable(t.gate, own.table, name) {
			t.report(CodeTest, e.key.pos, "give its rows as '"+own.what+"'", "%s is the gate's %s", name, own.what)
			return
		}
	}
	t.test.Tables = append(t.test.Tables, *t.table(name, e.value, t.knownTableColumns(name)))
}

// needed reports tables that rules and checks refer to and the test does not give.
func (t *testLoader) needed(n *node) {
	have := []TableName{t.gate.Source.Table}
	if t.test.Target != nil {
		have = append(have, t.gate.Target)
	}
	for _, table := range t.test.Tables {
		have = append(have, table.Name)
	}
	need := func(id string, r *Reference) {
		if r == nil || slices.ContainsFunc(have, func(h TableName) bool { return t.sameTable(t.gate, h, r.Table) }) {
			return
		}
		have = append(have, r.Table)
		t.report(CodeTest, n.pos, "tables: {"+r.Table.String()+": []} gives it without rows", "'%s' reads the table %s, which the test does not give", id, r.Table)
	}
	for _, r := range t.gate.Rules {
		need(r.ID, r.Params["to"].To)
	}
	for _, c := range t.gate.Checks {
		need(c.ID, c.Params["table"].To)
	}
}

// expect reads what the test expects.
func (t *testLoader) expect(n *node) {
	e := &t.test.Expect
	e.Pos = map[string]Pos{}
	for _, entry := range n.entries {
		e.Pos[entry.key.text] = entry.key.pos
		if t.gate.CheckOnly() && slices.Contains([]string{"passed", "rejected", "target"}, entry.key.text) {
			t.report(CodeTest, entry.key.pos, "'failing' are the rows that fail a rule", "gate '%s' has no target, so that nothing is written", t.gate.Name)
			return
		}
	}
	if len(n.entries) == 0 && len(n.lost) == 0 || len(n.entries) == 1 && n.get("checks") != nil && len(n.get("checks").entries) == 0 {
		t.report(CodeTest, n.pos, "keys of expect: outcome, passed, rejected, failing, target, checks", "the test expects nothing, so that it cannot fail")
	}
	e.Outcome = n.get("outcome").string()
	if passed := n.get("passed"); passed != nil {
		if t.test.Target != nil && (t.gate.Mode == Upsert || t.gate.Mode == ReplacePartition) {
			t.report(CodeTest, passed.pos, "expect 'target', its rows after the run", "'passed' cannot be told from the target's rows before, in mode: %s", t.gate.Mode)
		}
		e.Passed = t.expectedRows(passed, t.writtenColumns())
	}
	if target := n.get("target"); target != nil {
		e.Target = t.expectedRows(target, t.writtenColumns())
	}
	e.Rejected = t.failingRows(n.get("rejected"))
	e.Failing = t.failingRows(n.get("failing"))
	for _, c := range n.get("checks").list() {
		ids := make([]string, len(t.gate.Checks))
		for i, check := range t.gate.Checks {
			ids[i] = check.ID
		}
		if !slices.Contains(ids, c.key.text) {
			t.report(CodeTest, c.key.pos, "checks of the gate: "+orNone(ids), "unknown check '%s'%s", c.key.text, didYouMean(c.key.text, ids))
		}
		e.Checks = append(e.Checks, ExpectedStatus{ID: c.key.text, Status: c.value.text, Pos: c.key.pos})
	}
}

func orNone(list []string) string {
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}

// expectedRows reads rows of columns that the table can have.
func (t *testLoader) expectedRows(n *node, columns []TestColumn) []TestRow {
	rows, header := t.rows(n)
	for _, h := range header {
		if t.known(h.name, h.pos, columns) == nil {
			return rows
		}
	}
	for _, row := range rows {
		t.expectedRow(row, columns)
	}
	return rows
}

func (t *testLoader) expectedRow(row TestRow, columns []TestColumn) {
	if len(row.Values) == 0 {
		t.report(CodeTest, row.Pos, "", "the expected row has no column, so that every row would be as expected")
	}
	for _, name := range sortedColumns(row) {
		if c := t.known(name, row.Values[name].Key, columns); c != nil {
			t.checkValue(*c, row.Values[name])
		}
	}
}

func (t *testLoader) failingRows(n *node) []FailingRow {
	if n == nil {
		return nil
	}
	columns := t.readColumns()
	rows := []FailingRow{}
	for _, item := range n.items {
		row := FailingRow{TestRow: rowOf(item.get("row"))}
		t.expectedRow(row.TestRow, columns)
		if rules := item.get("rules"); rules != nil {
			row.Rules = t.ruleIDs(rules)
		}
		rows = append(rows, row)
	}
	return rows
}

func (t *testLoader) ruleIDs(n *node) []string {
	ids := []string{}
	for _, r := range t.gate.Rules {
		ids = append(ids, r.ID)
	}
	if t.gate.Upsert != nil && t.gate.Upsert.Loses() {
		ids = append(ids, UpsertRule)
	}
	items := n.items
	if n.kind == scalarNode {
		items = []*node{n}
	}
	if len(items) == 0 {
		t.report(CodeTest, n.pos, "leave 'rules' out to expect whichever", "a failing row fails at least one rule")
	}
	var out []string
	for _, item := range items {
		if !slices.Contains(ids, item.text) {
			t.report(CodeTest, item.pos, "rules of the gate: "+orNone(ids), "unknown rule '%s'%s", item.text, didYouMean(item.text, ids))
		}
		out = append(out, item.text)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
