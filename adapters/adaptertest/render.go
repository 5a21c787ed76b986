package adaptertest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/report"
)

// render is a run's record as text, with what the ledger kept of it.
func (b *bench) render(run *ledger.Run) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s %s exit %d\n", run.Outcome, orDash(run.Reason), report.ExitCode([]*ledger.Run{run}))
	fmt.Fprintf(&s, "staged %d passed %d rejected %d warned %d deleted %d",
		run.RowsStaged, run.RowsPassed, run.RowsRejected, run.RowsWarned, run.RowsDeleted)
	if run.RowsSuperseded > 0 {
		fmt.Fprintf(&s, " superseded %d", run.RowsSuperseded)
	}
	s.WriteString("\n")
	for _, r := range run.Rules {
		fmt.Fprintf(&s, "  %s %s %s failed %d of %d", r.ID, r.Policy, r.Status, r.FailedRows, r.JudgedRows)
		if r.UnknownRows > 0 {
			fmt.Fprintf(&s, " unknown %d", r.UnknownRows)
		}
		if r.Observed != "" {
			fmt.Fprintf(&s, " observed %s", r.Observed)
		}
		for _, sample := range r.Samples[:min(1, len(r.Samples))] {
			fmt.Fprintf(&s, " such as %s", plainJSON(sample))
		}
		s.WriteString("\n")
	}
	for _, set := range run.RuleSets {
		fmt.Fprintf(&s, "  together %s: %d\n", strings.Join(set.Rules, ", "), set.Rows)
	}
	for _, c := range run.Statistics {
		s.WriteString("  " + figures(c) + "\n")
	}
	for _, row := range run.PassedSample {
		fmt.Fprintf(&s, "  passed sample %s\n", plainJSON(row))
	}
	for _, row := range run.RejectedSample {
		fmt.Fprintf(&s, "  rejected sample %s\n", plainJSON(row))
	}
	for _, w := range run.Warnings {
		fmt.Fprintf(&s, "  warning: %s\n", w)
	}
	if run.Error != nil {
		fmt.Fprintf(&s, "  error %s %s\n", run.Error.Code, run.Error.Message)
	}
	s.WriteString(b.document(run))
	s.WriteString(b.recorded(run))
	return b.anonymous(s.String())
}

// document is what the run's JSON document says, in one line.
func (b *bench) document(run *ledger.Run) string {
	var text bytes.Buffer
	envelope := report.Envelope{SqlgateVersion: "test", Command: string(run.Kind), ExitCode: report.ExitCode([]*ledger.Run{run}), Runs: []*ledger.Run{run}, IncludeSamples: 1}
	if err := report.JSON(&text, envelope); err != nil {
		b.t.Fatal(err)
	}
	var doc struct {
		ExitCode int `json:"exit_code"`
		Runs     []struct {
			Outcome string
			Rows    struct{ Staged, Passed, Rejected, Warned int64 }
			Rules   []struct{ ID, Status string }
			Error   *struct{ Code string }
		}
	}
	if err := json.Unmarshal(text.Bytes(), &doc); err != nil {
		b.t.Fatalf("the JSON document is none: %v\n%s", err, text.String())
	}
	d := doc.Runs[0]
	s := fmt.Sprintf("json: %s %d/%d/%d/%d, %d rules, exit %d", d.Outcome, d.Rows.Staged, d.Rows.Passed, d.Rows.Rejected, d.Rows.Warned, len(d.Rules), doc.ExitCode)
	if d.Error != nil {
		s += ", error " + d.Error.Code
	}
	return s + "\n"
}

// recorded is the ledger's own record of the run, in one line.
func (b *bench) recorded(run *ledger.Run) string {
	l := ledger.New(b.adapter, b.project.Ledger.Schema)
	var none *ledger.NotMigratedError
	if err := l.Check(b.t.Context()); errors.As(err, &none) && none.Have == 0 {
		return "ledger: none\n"
	} else if err != nil {
		b.t.Fatal(err)
	}
	kept, err := l.RunByID(b.t.Context(), run.RunID)
	var missing *ledger.NotFoundError
	if errors.As(err, &missing) {
		return "ledger: not recorded\n"
	} else if err != nil {
		b.t.Fatal(err)
	}
	if diff := cmp.Diff(run.Vars, kept.Vars); diff != "" {
		b.t.Errorf("the ledger has other vars than the run (-run +ledger):\n%s", diff)
	}
	if diff := cmp.Diff(run.Statistics, kept.Statistics); diff != "" {
		b.t.Errorf("the ledger has other statistics than the run (-run +ledger):\n%s", diff)
	}
	if diff := cmp.Diff([][]json.RawMessage{run.PassedSample, run.RejectedSample}, [][]json.RawMessage{kept.PassedSample, kept.RejectedSample}); diff != "" {
		b.t.Errorf("the ledger has other sampled rows than the run (-run +ledger):\n%s", diff)
	}
	return fmt.Sprintf("ledger: %s %s %d/%d/%d, %d rules\n",
		kept.Kind, kept.Outcome, kept.RowsStaged, kept.RowsPassed, kept.RowsRejected, len(kept.Rules))
}

// tables are the rows of the gates' sources, targets and rejected tables.
func (b *bench) tables() string {
	var s strings.Builder
	seen := map[string]bool{}
	for _, g := range b.project.Gates {
		for _, t := range []gate.TableName{g.Source.Table, g.Target, g.Rejected.Table} {
			if t.IsZero() || seen[t.String()] {
				continue
			}
			seen[t.String()] = true
			s.WriteString(b.table(t))
		}
	}
	return b.anonymous(s.String())
}

func (b *bench) table(t gate.TableName) string {
	rel, err := b.adapter.Describe(b.t.Context(), t)
	if errors.Is(err, adapters.ErrTableNotFound) {
		return fmt.Sprintf("%s: none\n", t)
	} else if err != nil {
		b.t.Fatal(err)
	}
	var columns []string
	var kinds []gate.Kind
	for _, c := range rel.Columns {
		if !strings.HasPrefix(c.Name, "_sqlgate_") || slices.Contains(keptColumns, c.Name) {
			columns, kinds = append(columns, c.Name), append(kinds, c.Type.Kind)
		}
	}
	textType, toJSON := "VARCHAR", "to_json("
	if b.adapter.Dialect().Name() == "bigquery" {
		textType, toJSON = "STRING", "TO_JSON_STRING("
	}
	quoted := make([]string, len(columns))
	for i, c := range columns {
		quoted[i] = b.adapter.Dialect().Ident(c)
		if kinds[i] == gate.KindList {
			quoted[i] = toJSON + quoted[i] + ")"
		}
		quoted[i] = "CAST(" + quoted[i] + " AS " + textType + ")"
	}
	trailing := trailingColumns
	if strings.Contains(b.section("steps"), "replay") {
		trailing = append(slices.Clone(trailing), replayColumns...)
	}
	for _, name := range trailing {
		if slices.ContainsFunc(rel.Columns, func(c compile.Column) bool { return c.Name == name }) {
			quoted, kinds = append(quoted, "CAST("+b.adapter.Dialect().Ident(name)+" AS "+textType+")"), append(kinds, gate.KindString)
		}
	}
	var rows []string
	query := "SELECT " + strings.Join(quoted, ", ") + " FROM " + rel.From
	err = b.adapter.Query(b.t.Context(), adapters.Statement{SQL: query}, func(scan adapters.Scan) error {
		values := make([]*string, len(quoted))
		dest := make([]any, len(quoted))
		for i := range values {
			dest[i] = &values[i]
		}
		if err := scan(dest...); err != nil {
			return err
		}
		values = append(values[:len(columns):len(columns)], slices.DeleteFunc(values[len(columns):], func(v *string) bool { return v == nil })...)
		cells := make([]string, len(values))
		for i, v := range values {
			cells[i] = "∅"
			if v != nil {
				cells[i] = strings.ReplaceAll(plainText(*v, kinds[i]), "\n", `\n`)
			}
		}
		rows = append(rows, "  "+strings.Join(cells, " | ")+"\n")
		return nil
	})
	if err != nil {
		b.t.Fatalf("%s: %v", query, err)
	}
	slices.Sort(rows)
	return fmt.Sprintf("%s: %s\n%s", t, strings.Join(columns, " | "), strings.Join(rows, ""))
}

// trailingColumns are shown behind the others of a row that has them.
var trailingColumns = []string{"_sqlgate_partition", "_sqlgate_resolution"}

// replayColumns are shown there in cases of replays.
var replayColumns = []string{"_sqlgate_resolved_run_id", "_sqlgate_attempts"}

var keptColumns = []string{"_sqlgate_run_id", "_sqlgate_batch_id", "_sqlgate_failed_rules"}

// anonymous replaces the case's run ids by their numbers.
func (b *bench) anonymous(s string) string {
	for id, number := range b.ids {
		s = strings.ReplaceAll(s, id, number)
	}
	return s
}

// idOf is the run id of a number in the case.
func (b *bench) idOf(number string) string {
	for id, n := range b.ids {
		if n == number {
			return id
		}
	}
	b.t.Fatalf("no %s yet", number)
	return ""
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
