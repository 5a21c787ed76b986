package report_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/report"
)

func TestHistory(t *testing.T) {
	at := func(r *ledger.Run, age time.Duration) ledger.Run {
		c := *r
		c.StartedAt = start.Add(-age)
		c.FinishedAt = c.StartedAt.Add(812 * time.Millisecond)
		c.RunID = strings.Replace(c.RunID, "000000000001", "00000"+c.StartedAt.UTC().Format("0102150"), 1)
		return c
	}
	all := outcomes()
	const day = 24 * time.Hour
	orders := []ledger.Run{
		at(all["split"], 0), at(all["failed"], time.Hour), at(all["no_valid_rows"], 2*time.Hour), at(all["passed"], day), at(all["errored"], day+time.Hour), at(all["split"], 2*day),
	}
	for n := 3; n < 20; n++ {
		orders = append(orders, at(all["passed"], time.Duration(n)*day))
	}
	old := at(all["aborted_rule"], 90*day)
	h := report.History{
		SqlgateVersion: "0.1.0", Warehouse: "local", Since: start.Add(-30 * day), Until: start, Mask: mask,
		Gates: []report.GateHistory{
			{Gate: "new"},
			{Gate: "old|gate", Last: &old},
			{Gate: "orders", Last: &orders[0], Runs: orders, Troubles: []ledger.Trouble{
				{Gate: "orders", RuleID: "amount.min", Column: "amount", Runs: 22, Failing: 3, FailedRows: 120, JudgedRows: 2200, LastAt: start},
				{Gate: "orders", RuleID: "row_count", Runs: 22, Failing: 1, JudgedRows: 2200, LastAt: start.Add(-day)},
			}},
		},
	}
	var md, doc bytes.Buffer
	if err := report.HistoryMarkdown(&md, h); err != nil {
		t.Fatal(err)
	}
	golden(t, "history.md", md.Bytes())
	if err := report.HistoryJSON(&doc, h); err != nil {
		t.Fatal(err)
	}
	golden(t, "history.json", doc.Bytes())
	keeps(t, report.HistorySchema(), doc.Bytes())
}
