package runner_test

import (
	"strings"
	"testing"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/runner"
)

// role makes a role of the test's own, as which the bundle's warehouse acts.
func (b pgBundle) role() string {
	role := "role_of_" + b.text("SELECT current_database()")
	b.exec("CREATE ROLE " + role)
	b.t.Cleanup(func() { b.exec("DROP OWNED BY " + role + " CASCADE; DROP ROLE " + role) })
	b.write("sqlgate.yaml", "version: 1\nwarehouses: {w: {type: postgres, dsn: '"+b.dsn+"', role: "+role+"}}\ndefault_warehouse: w\n")
	return role
}

func testPostgresMissingRights(t *testing.T, b pgBundle) {
	b.orders("VALUES (1, 1)")
	role := b.role()
	b.exec("CREATE TABLE target (id bigint, amount integer); GRANT SELECT ON staging, target TO " + role)
	r, p := b.runner()
	run := r.Run(t.Context(), p.Gates[0], runner.Options{})
	if run.Outcome != ledger.Errored || run.Error.Code != string(adapters.CodePrivilege) ||
		!strings.Contains(run.Error.Message, "DELETE on public.staging, INSERT on public.target") || !strings.Contains(run.Error.Hint, "GRANT DELETE") {
		t.Errorf("%s, %+v", run.Outcome, run.Error)
	}
	run = r.Check(t.Context(), p.Gates[0], runner.Options{NoLedger: true})
	if run.Outcome != ledger.Passed {
		t.Errorf("a check needs to read only: %s, %+v", run.Outcome, run.Error)
	}
}

func testPostgresGrantsStay(t *testing.T, b pgBundle) {
	b.gate("g", strings.NewReplacer("mode: append", "mode: replace", "source_after: delete\n", "").Replace(ordersGate))
	b.exec(`
CREATE TABLE staging AS SELECT CAST(1 AS bigint) AS id, 1 AS amount;
CREATE TABLE target (id bigint PRIMARY KEY, amount integer);
CREATE INDEX by_amount ON target (amount);
CREATE VIEW seen AS SELECT * FROM target;
GRANT SELECT ON target TO public;
INSERT INTO target VALUES (1, 7)`)
	before := b.text("SELECT CAST('target'::regclass::oid AS text) || relacl::text FROM pg_class WHERE relname = 'target'")
	r, p := b.runner()
	if run := r.Run(t.Context(), p.Gates[0], runner.Options{}); run.Outcome != ledger.Passed {
		t.Errorf("%s, %v", run.Outcome, run.Error)
	}
	b.want("SELECT CAST('target'::regclass::oid AS text) || relacl::text FROM pg_class WHERE relname = 'target'", before)
	b.want("SELECT CAST(amount AS text) FROM seen", "1")
}

// The rights that the guide grants are enough.
func testPostgresLeastRights(t *testing.T, b pgBundle) {
	b.gate("g", strings.NewReplacer("staging", "staging.orders", ": target", ": analytics.orders").Replace(ordersGate))
	b.exec(`
CREATE SCHEMA staging;
CREATE SCHEMA analytics;
CREATE TABLE staging.orders (id bigint, amount integer);
CREATE TABLE analytics.orders (id bigint, amount integer);
INSERT INTO staging.orders VALUES (1, 1), (2, -1)`)
	b.exec(strings.ReplaceAll(`
CREATE SCHEMA sqlgate AUTHORIZATION loader;
GRANT USAGE ON SCHEMA staging TO loader;
GRANT USAGE, CREATE ON SCHEMA analytics TO loader;
GRANT SELECT, DELETE ON staging.orders TO loader;
GRANT SELECT, INSERT ON analytics.orders TO loader`, "loader", b.role()))
	r, p := b.runner()
	if run := r.Run(t.Context(), p.Gates[0], runner.Options{}); run.Outcome != ledger.Split || len(run.Warnings) > 0 {
		t.Errorf("%s, %+v, %q", run.Outcome, run.Error, run.Warnings)
	}
}
