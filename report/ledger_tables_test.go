package report_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/report"
)

func TestRunsTable(t *testing.T) {
	all := outcomes()
	var out bytes.Buffer
	runs := []ledger.Run{*all["split"], *all["interrupted"], *all["failed"]}
	if err := report.RunsTable(&out, runs, report.Options{}); err != nil {
		t.Fatal(err)
	}
	golden(t, "runs_list.txt", out.Bytes())
}

func TestRunDetail(t *testing.T) {
	for _, name := range []string{"split", "errored", "schema_mismatch"} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			if err := report.RunDetail(&out, outcomes()[name], report.Options{Samples: 3, Mask: mask}); err != nil {
				t.Fatal(err)
			}
			golden(t, "runs_show_"+name+".txt", out.Bytes())
		})
	}
}

func TestRejectedTable(t *testing.T) {
	var out bytes.Buffer
	err := report.RejectedTable(&out, []ledger.RejectedTable{
		{Table: gate.TableName{Parts: []string{"a", "orders_rejected"}}, Exists: true, Rows: 12, Unresolved: 7, LastRunID: "r2", LastRunAt: start},
		{Table: gate.TableName{Parts: []string{"a", "never_rejected"}}},
	}, report.Options{})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "rejected_list.txt", out.Bytes())
}

func TestRejectedRows(t *testing.T) {
	var out bytes.Buffer
	err := report.RejectedRows(&out, ledger.RejectedRows{
		Columns: []string{"orderId", "amount", "_sqlgate_failed_rules"},
		Rows: []json.RawMessage{
			json.RawMessage(`{"orderId":"A\u001b[31m","amount":-1.50,"_sqlgate_failed_rules":["amount.min"]}`),
			json.RawMessage(`{"orderId":null,"amount":9007199254740993,"_sqlgate_failed_rules":["orderId.not_null"]}`),
		},
	}, report.Options{})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "rejected_show.txt", out.Bytes())
}

func TestEmptyTables(t *testing.T) {
	var out bytes.Buffer
	if err := report.RunsTable(&out, nil, report.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := report.RejectedTable(&out, nil, report.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := report.RejectedRows(&out, ledger.RejectedRows{}, report.Options{}); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != "No runs.\nNo rejected tables.\nNo rejected rows.\n" {
		t.Errorf("got %q", got)
	}
}
