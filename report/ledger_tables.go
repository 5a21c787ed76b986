package report

import (
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/ledger"
)

// RunsTable prints one line per recorded run, in the given order.
func RunsTable(w io.Writer, runs []ledger.Run, o Options) error {
	p := &printer{w: w, Options: o}
	if len(runs) == 0 {
		p.printf("No runs.\n")
		return p.err
	}
	parted := slices.ContainsFunc(runs, func(r ledger.Run) bool { return r.Partition != "" })
	rows := make([][]string, len(runs))
	for i := range runs {
		r := &runs[i]
		rows[i] = []string{printable(r.RunID), printable(r.Gate)}
		if parted {
			rows[i] = append(rows[i], printable(r.Partition))
		}
		rows[i] = append(rows[i], string(r.Kind), p.outcome(r.Outcome),
			number(r.RowsStaged), number(r.RowsPassed), number(r.RowsRejected), number(r.RowsWarned),
			moment(r.StartedAt), elapsed(duration(r)))
	}
	columns := []column{{title: "RUN"}, {title: "GATE"}}
	if parted {
		columns = append(columns, column{title: "PARTITION"})
	}
	p.table("", append(columns, []column{
		{title: "KIND"},
		{title: "OUTCOME"},
		{"STAGED", true},
		{"PASSED", true},
		{"REJECTED", true},
		{"WARNED", true},
		{title: "STARTED"},
		{"TIME", true},
	}...), rows)
	return p.err
}

// RunDetail prints all that is known of one run: its facts, every rule, and
// the sets of rules that rejected rows failed together.
func RunDetail(w io.Writer, r *ledger.Run, o Options) error {
	p := &printer{w: w, Options: o}
	p.printf("Run %s: %s\n", printable(r.RunID), p.headline(r))
	p.facts(r)
	if len(r.Rules) > 0 {
		p.printf("\nRules\n")
		p.rules(allGroups(r))
	}
	if len(r.RuleSets) > 0 {
		p.printf("\nRejected rows by the rules they failed together\n")
		p.ruleSets("  ", r.RuleSets)
	}
	p.measured(r)
	if r.RejectedQuery != "" || r.Error != nil || len(r.Warnings) > 0 || len(r.DroppedColumns) > 0 {
		p.printf("\n")
		p.rest(r)
	}
	return p.err
}

// ruleSets prints the sets of rules that rejected rows failed together.
func (p *printer) ruleSets(indent string, sets []ledger.RuleSet) {
	rows := make([][]string, len(sets))
	for i, s := range sets {
		rules := printable(strings.Join(s.Rules, ", "))
		if len(s.Rules) == 0 {
			rules = "(all further sets)"
		}
		rows[i] = []string{number(s.Rows), rules}
	}
	p.table(indent, []column{{"ROWS", true}, {title: "RULES"}}, rows)
}

func (p *printer) facts(r *ledger.Run) {
	for _, f := range facts(r) {
		p.printf("  %-10s %s\n", f.name, printable(f.value))
	}
}

// fact is something that the ledger keeps of a run.
type fact struct{ name, value string }

// facts are those of a run that are there.
func facts(r *ledger.Run) []fact {
	rows := number(r.RowsStaged) + " staged, " + number(r.RowsPassed) + " passed, " + number(r.RowsRejected) + " rejected, " +
		number(r.RowsWarned) + " warned"
	if r.RowsSuperseded > 0 {
		rows += ", " + number(r.RowsSuperseded) + " superseded"
	}
	if r.RowsDeleted > 0 {
		rows += ", " + number(r.RowsDeleted) + " deleted from the source"
	}
	return slices.DeleteFunc([]fact{
		{"gate", r.Gate},
		{"kind", string(r.Kind)},
		{"warehouse", r.Warehouse},
		{"source", r.Source},
		{"target", r.Target},
		{"rejected", r.Rejected},
		{"mode", r.Mode},
		{"partition", r.Partition},
		{"batch", r.BatchID},
		{"vars", r.VarsText()},
		{"started", moment(r.StartedAt)},
		{"time", elapsed(duration(r))},
		{"rows", rows},
		{"engine", r.EngineVersion},
		{"sqlgate", r.SqlgateVersion},
		{"host", r.Host},
		{"user", r.OSUser},
		{"trigger", r.Trigger},
	}, func(f fact) bool { return f.value == "" })
}

// RejectedTable prints one line per table of rejected rows.
func RejectedTable(w io.Writer, tables []ledger.RejectedTable, o Options) error {
	p := &printer{w: w, Options: o}
	if len(tables) == 0 {
		p.printf("No rejected tables.\n")
		return p.err
	}
	rows := make([][]string, len(tables))
	for i, t := range tables {
		total, unresolved := number(t.Rows), number(t.Unresolved)
		if !t.Exists {
			total, unresolved = "no table", ""
		}
		rows[i] = []string{printable(t.Table.String()), total, unresolved, printable(t.LastRunID), moment(t.LastRunAt)}
	}
	p.table("", []column{
		{title: "TABLE"},
		{"ROWS", true},
		{"UNRESOLVED", true},
		{title: "LAST RUN"},
		{title: "STARTED"},
	}, rows)
	return p.err
}

// RejectedRows prints rejected rows, one line each.
func RejectedRows(w io.Writer, rejected ledger.RejectedRows, o Options) error {
	p := &printer{w: w, Options: o}
	if len(rejected.Rows) == 0 {
		p.printf("No rejected rows.\n")
		return p.err
	}
	columns := make([]column, len(rejected.Columns))
	for i, name := range rejected.Columns {
		columns[i] = column{title: printable(name)}
	}
	rows := make([][]string, len(rejected.Rows))
	for i, raw := range rejected.Rows {
		var row map[string]json.RawMessage
		if err := json.Unmarshal(raw, &row); err != nil {
			return err
		}
		rows[i] = make([]string, len(rejected.Columns))
		for j, name := range rejected.Columns {
			rows[i][j] = short(Cell(row[name]))
			if name == ledger.ColumnFailedRules {
				rows[i][j] = printable(Cell(row[name])) // what is wrong is said in full
			}
		}
	}
	p.table("", columns, rows)
	return p.err
}

// Cell is a JSON value as people write it: text without quotes, NULL for null.
func Cell(value json.RawMessage) string {
	var s string
	switch {
	case len(value) == 0 || string(value) == "null":
		return "NULL"
	case json.Unmarshal(value, &s) == nil:
		return s
	default:
		return string(value)
	}
}
