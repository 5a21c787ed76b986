package report_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/report"
)

func TestDagster(t *testing.T) {
	for name, r := range outcomes() {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			d := report.Dagster{W: &out, AssetKeys: []string{"shop/orders"}, Mask: mask}
			d.Opened()
			d.Run(r)
			if err := d.Closed(); err != nil {
				t.Fatal(err)
			}
			golden(t, name+".dagster", out.Bytes())
			if strings.Contains(out.String(), "hunter2") {
				t.Error("a secret is in the messages")
			}
		})
	}
}

// A run reports to the asset that is named like its gate or target, or to the
// only one; to none twice.
func TestDagsterAssets(t *testing.T) {
	named := func(gateName, target string) *ledger.Run {
		r := *outcomes()["passed"]
		r.Gate, r.Target = gateName, target
		return &r
	}
	tests := []struct {
		keys []string
		runs []*ledger.Run
		want []string // of the materializations
	}{
		{[]string{"a/orders", "a/items"}, []*ledger.Run{named("items", "x.y"), named("o", "main.orders")}, []string{"a/items", "a/orders"}},
		{[]string{"other"}, []*ledger.Run{named("orders", "t")}, []string{"other"}},
		{[]string{"other"}, []*ledger.Run{named("orders", "t"), named("items", "u")}, []string{"other"}},
		{[]string{"a", "b"}, []*ledger.Run{named("orders", "t")}, nil},
		{nil, []*ledger.Run{named("orders", "t")}, nil},
	}
	for _, tt := range tests {
		var out bytes.Buffer
		d := report.Dagster{W: &out, AssetKeys: tt.keys}
		for _, r := range tt.runs {
			d.Run(r)
		}
		var got []string
		for line := range strings.Lines(out.String()) {
			var m struct {
				Method string
				Params struct {
					AssetKey string `json:"asset_key"`
				}
			}
			if err := json.Unmarshal([]byte(line), &m); err != nil {
				t.Fatal(err)
			}
			if m.Method == "report_asset_materialization" {
				got = append(got, m.Params.AssetKey)
			}
			if len(tt.keys) > 0 && m.Params.AssetKey != "" && !slices.Contains(tt.keys, m.Params.AssetKey) {
				t.Errorf("reported to %s", m.Params.AssetKey)
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%v: %s", tt.keys, diff)
		}
	}
}
