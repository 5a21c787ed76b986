package gate

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Columns of the tables of a test: of each the gate says names and types.

// sourceColumns are the columns that the gate reads; those that are cast are texts.
func (t *testLoader) sourceColumns() []TestColumn {
	var out []TestColumn
	for _, c := range t.gate.Columns {
		if slices.ContainsFunc(out, func(o TestColumn) bool { return o.Name == c.SourceColumn }) {
			continue
		}
		column := testColumn(c)
		column.Name = c.SourceColumn
		if c.Cast != nil {
			column.Type, column.Native = Type{Kind: KindString}, ""
		}
		out = append(out, column)
	}
	return out
}

// targetColumns are the columns that a gate writes.
func (t *testLoader) targetColumns(g *Gate) []TestColumn {
	var out []TestColumn
	for _, c := range g.Columns {
		out = append(out, testColumn(c))
	}
	return out
}

func testColumn(c Column) TestColumn {
	t := c.Type
	if t.Kind == KindEnum {
		t = Type{Kind: KindString} // so that a test can give a value that is none of the enum's
	}
	return TestColumn{Name: c.Name, Type: t, Native: c.Native["duckdb"]}
}

// knownTableColumns are the columns of a table that another gate writes, or else
// those that rules compare with columns of this gate; nil: nothing is known of it.
func (t *testLoader) knownTableColumns(name TableName) []TestColumn {
	for _, g := range t.project.Gates {
		if !g.CheckOnly() && t.sameTable(g, g.Target, name) {
			return t.targetColumns(g)
		}
	}
	return nil
}

// comparedTypes are the types of another table's columns that rules compare with
// columns of this gate.
func (t *testLoader) comparedTypes(name TableName) map[string]Type {
	types := map[string]Type{}
	for _, r := range t.gate.Rules {
		to := r.Params["to"].To
		if to == nil || !t.sameTable(t.gate, to.Table, name) {
			continue
		}
		own := r.Params["columns"].Names
		if r.Column != "" {
			own = []string{r.Column}
		}
		if len(own) != len(to.Columns) || len(r.Within) > 0 {
			continue
		}
		for i, column := range to.Columns {
			if c := t.gate.Column(own[i]); c != nil {
				types[column] = testColumn(*c).Type
			}
		}
	}
	return types
}

// writtenColumns are the columns of the target: the gate's, and what the source
// and the target have beside them.
func (t *testLoader) writtenColumns() []TestColumn {
	out := t.targetColumns(t.gate)
	for _, table := range []*TestTable{t.test.Target, t.test.Source} {
		if table == nil {
			continue
		}
		for _, c := range table.Columns {
			if indexOfColumn(out, c.Name) < 0 {
				out = append(out, c)
			}
		}
	}
	return out
}

// readColumns are the columns of the batch as the source has them.
func (t *testLoader) readColumns() []TestColumn {
	if t.test.Source != nil {
		return t.test.Source.Columns
	}
	return t.sourceColumns()
}

// table reads a given table. known are the columns that it must have; nil: those
// that its rows name.
func (t *testLoader) table(name TableName, n *node, known []TestColumn) *TestTable {
	table := &TestTable{Name: name, Pos: n.pos}
	rows, types := n, map[string]TestColumn{}
	var stated []TestColumn
	if n.kind == mapNode {
		rows = n.get("rows")
		if file := n.get("csv"); file != nil && rows != nil {
			t.report(CodeConflict, file.pos, "", "'rows' and 'csv' exclude each other")
		} else if file != nil {
			rows = file
		}
		for _, e := range n.get("types").list() {
			typ, _ := t.parseType(e.value)
			column := TestColumn{Name: e.key.text, Type: typ}
			types[column.Name] = column
			stated = append(stated, column)
		}
		if rows == nil {
			t.report(CodeMissingKey, n.pos, "rows: [] gives none", "a given table needs the key 'rows' or 'csv'")
			return table
		}
	}
	var header []columnAt
	table.Rows, header = t.rows(rows)
	compared := t.comparedTypes(name)
	switch {
	case header != nil: // a file has the columns that it has
		for _, h := range header {
			column := TestColumn{Name: h.name, Type: Type{Kind: KindString}}
			if i := indexOfColumn(known, h.name); i >= 0 {
				column = known[i]
			} else if known == nil {
				column.Type = compared[h.name]
			}
			table.Columns = append(table.Columns, column)
		}
	case known != nil:
		table.Columns = slices.Clone(known)
	default:
		for _, row := range table.Rows {
			for _, name := range sortedColumns(row) {
				if indexOfColumn(table.Columns, name) < 0 {
					table.Columns = append(table.Columns, TestColumn{Name: name, Type: compared[name]})
				}
			}
		}
		for _, name := range slices.Sorted(maps.Keys(compared)) {
			if indexOfColumn(table.Columns, name) < 0 {
				table.Columns = append(table.Columns, TestColumn{Name: name, Type: compared[name]})
			}
		}
	}
	for i, c := range table.Columns {
		if own, ok := types[c.Name]; ok {
			table.Columns[i] = own
		}
	}
	for _, column := range stated {
		if indexOfColumn(table.Columns, column.Name) < 0 {
			table.Columns = append(table.Columns, column)
		}
	}
	if len(table.Columns) == 0 && header == nil {
		t.report(CodeTest, n.pos, "{rows: [], types: {id: int64}}", "nothing says which columns the table %s has", name)
	}
	t.settle(table)
	return table
}

// leaveOut removes the optional columns of the source that no row names.
func (t *testLoader) leaveOut(table *TestTable) {
	table.Columns = slices.DeleteFunc(table.Columns, func(c TestColumn) bool {
		optional := func(g Column) bool { return g.SourceColumn == c.Name && g.Optional }
		names := func(r TestRow) bool { _, ok := r.Values[c.Name]; return ok }
		return slices.ContainsFunc(t.gate.Columns, optional) && !slices.ContainsFunc(table.Rows, names)
	})
}

// settle holds the rows to the table's columns and finds the types that the gate
// leaves open.
func (t *testLoader) settle(table *TestTable) {
	for _, row := range table.Rows {
		for _, name := range sortedColumns(row) {
			t.known(name, row.Values[name].Key, table.Columns)
		}
	}
	for i := range table.Columns {
		c := &table.Columns[i]
		var values []TestValue
		for _, row := range table.Rows {
			if v, ok := row.Values[c.Name]; ok && !v.Null {
				values = append(values, v)
			}
		}
		if c.Native == "" {
			c.Type = concreteType(c.Type, values)
		}
		for _, v := range values {
			t.checkValue(*c, v)
		}
	}
}

// concreteType is a type that a table can have: of a family, and where nothing is
// known, what the values look like.
func concreteType(t Type, values []TestValue) Type {
	switch t.Kind {
	case KindInteger:
		t.Kind = KindInt64
	case KindFloat:
		t.Kind = KindFloat64
	case KindUnknown, KindAny:
		t = lookOf(values)
	case KindEnum:
		t = Type{Kind: KindString}
	}
	if t.Kind == KindDecimal && t.Precision == 0 {
		t.Precision = 38
		for _, v := range values {
			_, fraction, _ := strings.Cut(v.Text, ".")
			t.Scale = max(t.Scale, min(len(fraction), 20))
		}
	}
	return t
}

func lookOf(values []TestValue) Type {
	look := Type{Kind: KindString}
	for i, v := range values {
		own := inferType(Literal{Text: v.Text})
		switch {
		case v.JSON:
			return Type{Kind: KindJSON}
		case i == 0 || own.Kind == KindDecimal && look.Kind == KindInt64:
			look = own
		case own.Kind == KindInt64 && look.Kind == KindDecimal:
		case own.Kind != look.Kind:
			return Type{Kind: KindString}
		}
	}
	return look
}

// checkValue checks that a value is one of its column.
func (t *testLoader) checkValue(c TestColumn, v TestValue) {
	if v.Null || c.Native != "" || !c.Type.IsKnown() {
		return
	}
	nested := c.Type.Kind == KindList || c.Type.Kind == KindStruct
	var err error
	switch {
	case v.JSON && !nested && c.Type.Kind != KindJSON:
		err = errors.New("a list or a mapping is none")
	case v.JSON:
	case nested:
		err = errors.New("write it as a list or a mapping")
	case c.Type.IsFloat() && slices.Contains([]string{"NaN", "Infinity", "-Infinity"}, v.Text):
	case slices.Contains([]Kind{KindBytes, KindInterval, KindJSON, KindEnum}, c.Type.Kind):
	case c.Type.Kind == KindDecimal && c.Type.Precision == 0, c.Type.IsFamily():
		_, err = CheckLiteral(concreteType(c.Type, []TestValue{v}), v.Text, false)
	default:
		_, err = CheckLiteral(c.Type, v.Text, false)
	}
	if err != nil {
		t.report(CodeLiteral, v.Pos, "", "%q is no value of column '%s' (%s): %v", v.Text, c.Name, c.Type, err)
	}
}

// columnAt is a column of a CSV file's header.
type columnAt struct {
	name string
	pos  Pos
}

// known finds a column, or reports.
func (t *testLoader) known(name string, pos Pos, columns []TestColumn) *TestColumn {
	if i := indexOfColumn(columns, name); i >= 0 {
		return &columns[i]
	}
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	t.report(CodeTest, pos, "columns: "+orNone(names)+"; a further one of a given table is stated under 'types'", "unknown column '%s'%s", name, didYouMean(name, names))
	return nil
}

func indexOfColumn(columns []TestColumn, name string) int {
	return slices.IndexFunc(columns, func(c TestColumn) bool { return c.Name == name })
}

func sortedColumns(r TestRow) []string { return slices.Sorted(maps.Keys(r.Values)) }

// rows reads rows: a list, or the name of a CSV file, which has a header.
func (t *testLoader) rows(n *node) ([]TestRow, []columnAt) {
	if n.kind == scalarNode {
		return t.csvRows(n)
	}
	rows := make([]TestRow, len(n.items))
	for i, item := range n.items {
		rows[i] = rowOf(item)
	}
	return rows, nil
}

func rowOf(n *node) TestRow {
	row := TestRow{Values: map[string]TestValue{}, Pos: n.pos}
	for _, e := range n.entries {
		v := TestValue{Text: e.value.text, Null: e.value.kind == nullNode, Pos: e.value.pos, Key: e.key.pos}
		if e.value.kind == listNode || e.value.kind == mapNode {
			v.JSON = true
			v.Text = e.value.json()
		}
		row.Values[e.key.text] = v
	}
	return row
}

// json is a nested value as JSON; the column's type says what its texts are.
func (n *node) json() string {
	switch n.kind {
	case nullNode:
		return "null"
	case listNode:
		items := make([]string, len(n.items))
		for i, item := range n.items {
			items[i] = item.json()
		}
		return "[" + strings.Join(items, ",") + "]"
	case mapNode:
		items := make([]string, len(n.entries))
		for i, e := range n.entries {
			items[i] = strconv.Quote(e.key.text) + ":" + e.value.json()
		}
		return "{" + strings.Join(items, ",") + "}"
	default:
		if !n.quoted && json.Valid([]byte(n.text)) {
			return n.text // a number or a bool
		}
		quoted, _ := json.Marshal(n.text)
		return string(quoted)
	}
}

// csvRows reads a file of the project.
func (t *testLoader) csvRows(n *node) ([]TestRow, []columnAt) {
	data, err := t.loader.read(n.text)
	if err != nil {
		t.report(CodeUnreadable, n.pos, "the path is relative to the project's directory", "cannot read %s: %v", n.text, cause(err))
		return nil, []columnAt{}
	}
	text := strings.TrimPrefix(string(data), byteOrderMark)
	t.sources[n.text] = strings.Split(text, "\n")
	r := csv.NewReader(strings.NewReader(text))
	at := func(i int) Pos {
		line, column := r.FieldPos(i)
		return Pos{File: n.text, Line: line, Column: column}
	}
	var header []columnAt
	var rows []TestRow
	for {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		var fault *csv.ParseError
		if errors.As(err, &fault) {
			t.report(CodeSyntax, Pos{File: n.text, Line: fault.Line, Column: fault.Column}, "", "not valid CSV: %v", fault.Err)
			return nil, []columnAt{}
		}
		if header == nil {
			for i, name := range fields {
				if slices.ContainsFunc(header, func(h columnAt) bool { return h.name == name }) {
					t.report(CodeDuplicateKey, at(i), "remove one of them", "column '%s' is here twice", name)
				}
				header = append(header, columnAt{name, at(i)})
			}
			continue
		}
		row := TestRow{Values: map[string]TestValue{}, Pos: at(0)}
		for i, field := range fields {
			row.Values[header[i].name] = TestValue{Text: field, Null: field == "", Pos: at(i), Key: header[i].pos}
		}
		rows = append(rows, row)
	}
	if header == nil {
		t.report(CodeTest, n.pos, "the first line names the columns", "the file %s is empty", n.text)
		return nil, []columnAt{}
	}
	return rows, header
}

// String is the row in YAML's flow style, of the columns named in their order.
func (r TestRow) String(columns []string) string {
	var items []string
	for _, c := range columns {
		if v, ok := r.Values[c]; ok {
			items = append(items, fmt.Sprintf("%s: %s", c, v))
		}
	}
	return "{" + strings.Join(items, ", ") + "}"
}
