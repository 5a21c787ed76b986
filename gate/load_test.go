package gate

import (
	"testing"
	"testing/fstest"
)

func TestX(t *testing.T) {
	p, err := Load(LoadOptions{FS: fstest.MapFS{
		"sqlgate.yaml": {Data: []byte(`version: 1
warehouses:
  local: {type: duckdb, path: warehouse.duckdb}
  prod:  {type: postgres, dsn: "${DATABASE_URL:-postgres://u:s3cret@h/db}"}
  bq:    {type: bigquery, project: acme, dataset: analytics, location: EU, maximum_bytes_billed: 100GB}
default_warehouse: local
gates: gates/*.yaml            # default
defaults: {on_failure: quarantine, owner: data-team}
ledger: {schema: sqlgate}      # default; a dataset on BigQuery. warehouse
settings: {max_failure_samples: 5}
`)},
		"gates/orders.yaml": {Data: []byte(example)},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range p.Warnings {
		t.Log(w.Detail())
	}
	for _, r := range p.Gates[0].Rules {
		t.Logf("%s %s %+v", r.ID, r.Policy, r.Params)
	}
	t.Log(p.Secrets, p.Gates[0].Hash)
}

const example = `# yaml-language-server: $schema=../schema/gate.schema.json
gate: orders
description: A customer order line, one row per product on one order.
tags: [sales]
source: staging.orders
target: analytics.orders
mode: append                    # append | replace | replace_partition | upsert
source_after: delete            # keep (default) | delete | truncate
on_failure: quarantine          # fail (default) | quarantine | warn
columns:
  order_id:
    type: string
    primary_key: true
    regex: {pattern: '^ORD-\d{4}$', on_failure: warn}
  amount:   {type: "decimal(10,2)", nullable: false, min: 0}
  status:   {type: string, nullable: false, accepted_values: [new, paid, shipped, cancelled]}
  note:     {type: string, max_length: 100, on_failure: warn}
  shipped_on: {type: date, min: 2020-01-01}
checks:
  - row_count: {min: 1}
`
