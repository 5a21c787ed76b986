package postgres_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/adaptertest/pgtest"
	"github.com/sqlgate/sqlgate/adapters/postgres"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
)

// TestServer shares one server among the tests of the adapter by itself.
func TestServer(t *testing.T) {
	server := pgtest.Start(t)
	for name, test := range map[string]func(*testing.T, *bench){
		"describe":             testDescribe,
		"describe query":       testDescribeQuery,
		"names":                testNames,
		"session":              testSession,
		"locks exclude":        testLocksExclude,
		"foreign writer":       testForeignWriter,
		"holder is the one":    testHolderIsTheOne,
		"truncate waits":       testTruncateWaits,
		"snapshot after lock":  testSnapshotAfterLock,
		"cancel":               testCancel,
		"errors":               testErrors,
		"statement timeout":    testStatementTimeout,
		"lost connection":      testLostConnection,
		"row security":         testRowSecurity,
		"privileges":           testPrivileges,
		"failed commit":        testFailedCommit,
		"read only":            testReadOnly,
		"no temporary shadows": testNoShadow,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, newBench(t, server.Database(t)))
		})
	}
}

// bench is a database of a test's own and an adapter on it.
type bench struct {
	dsn string
	a   *postgres.Adapter
}

func newBench(t *testing.T, dsn string) *bench {
	return &bench{dsn: dsn, a: open(t, gate.Postgres{DSN: dsn})}
}

func open(t *testing.T, config gate.Postgres) *postgres.Adapter {
	t.Helper()
	a, err := postgres.Open(t.Context(), gate.Warehouse{Name: "pg", Type: "postgres", Postgres: &config})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

func (b *bench) exec(t *testing.T, statement string) {
	t.Helper()
	pgtest.Exec(t, b.dsn, statement)
}

// session is another client's connection, with a transaction open.
func (b *bench) session(t *testing.T, statements string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), b.dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	run(t, conn, "BEGIN; "+statements)
	return conn
}

func run(t *testing.T, conn *pgx.Conn, statements string) {
	t.Helper()
	if _, err := conn.PgConn().Exec(t.Context(), statements).ReadAll(); err != nil {
		t.Fatalf("%s: %v", statements, err)
	}
}

func value[T any](t *testing.T, on adapters.Reader, sql string, args ...any) T {
	t.Helper()
	var v T
	err := on.Query(t.Context(), adapters.Statement{SQL: sql, Args: args}, func(scan adapters.Scan) error { return scan(&v) })
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return v
}

func table(parts ...string) gate.TableName { return gate.TableName{Parts: parts} }

func testDescribe(t *testing.T, b *bench) {
	b.exec(t, `
CREATE SCHEMA "S""x";
CREATE TYPE mood AS ENUM ('sad', 'ok', 'a ''quoted''');
CREATE DOMAIN positive AS integer CHECK (VALUE > 0);
CREATE DOMAIN code AS varchar(7);
CREATE DOMAIN short_code AS code NOT NULL DEFAULT 'x';
CREATE TYPE pair AS (a integer, b text);
CREATE TABLE "S""x".t (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "Name ?" varchar(20) NOT NULL UNIQUE,
  n numeric(12,4) DEFAULT 1,
  free numeric,
  double_n numeric GENERATED ALWAYS AS (n * 2) STORED,
  m mood,
  p positive,
  c short_code,
  tags text[],
  moods mood[],
  at timestamptz(3),
  ch char(3),
  pr pair,
  gone integer,
  a integer, b integer, d integer,
  UNIQUE (b, a),
  UNIQUE (d) DEFERRABLE
);
ALTER TABLE "S""x".t DROP COLUMN gone;
CREATE UNIQUE INDEX ON "S""x".t (a) WHERE a > 0;
CREATE UNIQUE INDEX ON "S""x".t (lower(tags[1]))`)
	got, err := b.a.Describe(t.Context(), table(`S"x`, "t"))
	if err != nil {
		t.Fatal(err)
	}
	kind := func(k gate.Kind) gate.Type { return gate.Type{Kind: k} }
	text := kind(gate.KindString)
	mood := gate.Type{Kind: gate.KindEnum, Values: []string{"sad", "ok", "a 'quoted'"}}
	unknown := kind(gate.KindAny)
	want := compile.Relation{
		Name: table(`S"x`, "t"), From: `"S""x"."t"`, Base: true, Locator: true,
		Unique: [][]string{{"id"}, {"b", "a"}, {"Name ?"}},
		Columns: []compile.Column{
			{Name: "id", Native: "bigint", Type: kind(gate.KindInt64), NotNull: true, Generated: true},
			{Name: "Name ?", Native: "character varying(20)", Type: text, MaxLength: 20, NotNull: true},
			{Name: "n", Native: "numeric(12,4)", Type: gate.Type{Kind: gate.KindDecimal, Precision: 12, Scale: 4}, Default: true},
			{Name: "free", Native: "numeric", Type: kind(gate.KindDecimal)},
			{Name: "double_n", Native: "numeric", Type: kind(gate.KindDecimal), Generated: true},
			{Name: "m", Native: "mood", Type: mood},
			{Name: "p", Native: "integer", Type: kind(gate.KindInt32)},
			{Name: "c", Native: "character varying(7)", Type: text, MaxLength: 7},
			{Name: "tags", Native: "text[]", Type: gate.Type{Kind: gate.KindList, Elem: &text}},
			{Name: "moods", Native: "mood[]", Type: gate.Type{Kind: gate.KindList, Elem: &unknown}},
			{Name: "at", Native: "timestamp(3) with time zone", Type: kind(gate.KindTimestamptz)},
			{Name: "ch", Native: "character(3)", Type: text, MaxLength: 3, Collated: true, Loose: true},
			{Name: "pr", Native: "pair", Type: kind(gate.KindStruct)},
			{Name: "a", Native: "integer", Type: kind(gate.KindInt32)},
			{Name: "b", Native: "integer", Type: kind(gate.KindInt32)},
			{Name: "d", Native: "integer", Type: kind(gate.KindInt32)},
		},
	}
	sorted := cmpopts.SortSlices(func(a, b []string) bool { return strings.Join(a, ",") < strings.Join(b, ",") })
	if diff := cmp.Diff(want, got, sorted); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}

	b.exec(t, `
CREATE VIEW v AS SELECT id, "Name ?" FROM "S""x".t;
CREATE MATERIALIZED VIEW mv AS SELECT 1 AS a;
CREATE TABLE parted (a integer NOT NULL, b text, PRIMARY KEY (a)) PARTITION BY LIST (a);
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES IN (1);
CREATE TABLE parent (a integer PRIMARY KEY);
CREATE TABLE child () INHERITS (parent);
CREATE TABLE lonely (a integer PRIMARY KEY);
CREATE TABLE was_child () INHERITS (lonely);
DROP TABLE was_child`)
	for name, want := range map[string]struct {
		base, locator bool
		unique        int
	}{
		"v": {}, "mv": {}, "parted": {true, false, 1}, "parted_1": {true, true, 1},
		// A key of a parent does not hold for the rows of its children.
		"parent": {true, false, 0}, "child": {true, true, 0}, "lonely": {true, true, 1},
	} {
		rel, err := b.a.Describe(t.Context(), table(name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if rel.Base != want.base || rel.Locator != want.locator || len(rel.Unique) != want.unique || rel.Foreign {
			t.Errorf("%s: base %t, locator %t, unique %q; want %+v", name, rel.Base, rel.Locator, rel.Unique, want)
		}
	}
}

func testDescribeQuery(t *testing.T, b *bench) {
	b.exec(t, "CREATE DOMAIN code AS varchar(7); CREATE TABLE t (a code, n numeric(5,1))")
	got, err := b.a.DescribeSource(t.Context(), gate.Source{Query: "SELECT t.*, now() AS \"at ?\", 1.5 AS x, 'it''s' AS s FROM t -- a comment"})
	if err != nil {
		t.Fatal(err)
	}
	natives := map[string]string{}
	for _, c := range got.Columns {
		natives[c.Name] = c.Native
	}
	want := map[string]string{"a": "character varying(7)", "n": "numeric(5,1)", "at ?": "timestamp with time zone", "x": "numeric", "s": "text"}
	if diff := cmp.Diff(want, natives); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got.Base || got.Locator || !got.Columns[0].Loose {
		t.Errorf("a query has no locator, and its texts can have any collation: %+v", got)
	}
	var failure *adapters.WarehouseError
	if _, err := b.a.DescribeSource(t.Context(), gate.Source{Query: "SELECT nosuch FROM t"}); !errors.As(err, &failure) || failure.Code != adapters.CodeSQL {
		t.Errorf("a query of a column that is not there: %v", err)
	}
}

func testNames(t *testing.T, b *bench) {
	b.exec(t, `CREATE TABLE "Mixed" (a integer); CREATE SCHEMA other; CREATE TABLE other.only (a integer)`)
	database := value[string](t, b.a, "SELECT current_database()")
	for _, name := range []gate.TableName{table("Mixed"), table("public", "Mixed"), table(database, "public", "Mixed"), table("other", "only")} {
		rel, err := b.a.Describe(t.Context(), name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := b.a.LockName(rel.Name); got != strings.Join(rel.Name.Parts, ".") {
			t.Errorf("lock name of %s: %s", name, got)
		}
	}
	for _, c := range []struct {
		name gate.TableName
		says string
	}{
		{table("mixed"), "there is public.Mixed, and Postgres tells upper from lower case"},
		{table("only"), "table not found: only"},
		{table("elsewhere", "public", "Mixed"), "a connection sees one database only"},
		{table("it's ? $1 \" \\ ☃"), "table not found"},
	} {
		_, err := b.a.Describe(t.Context(), c.name)
		if !errors.Is(err, adapters.ErrTableNotFound) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.name, err, c.says)
		}
	}
	if got := b.a.LockName(table("new")); got != "public.new" {
		t.Errorf("lock name of a table that is yet to be made: %s", got)
	}
	other := open(t, gate.Postgres{DSN: b.dsn, Settings: map[string]string{"Search_Path": `other, "$user", public`}})
	if rel, err := other.Describe(t.Context(), table("only")); err != nil || rel.From != `"other"."only"` {
		t.Errorf("by a search_path of the settings: %v, %v", rel.From, err)
	}
}

func testSession(t *testing.T, b *bench) {
	a := open(t, gate.Postgres{DSN: b.dsn, StatementTimeout: "77s", Settings: map[string]string{
		"work_mem": "9MB", "DateStyle": "German", "my.own": `it's \ ok`, "TimeZone": "Asia/Tokyo",
	}})
	for name, want := range map[string]string{
		"TimeZone": "UTC", "work_mem": "9MB", "my.own": `it's \ ok`, "statement_timeout": "77s",
		"search_path": "public, pg_temp", "application_name": "sqlgate", "row_security": "off",
	} {
		if got := value[string](t, a, "SELECT current_setting($1)", name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	batch := begin(t, a, adapters.Lock{Table: b.locks(t, "x"), Names: []string{"x"}, RunID: "r", Gate: "it's"})
	if got := value[string](t, batch, "SELECT current_setting('application_name') || current_setting('transaction_isolation') || current_setting('lock_timeout')"); got != "sqlgate/it'srepeatable read0" {
		t.Errorf("the work transaction's session is %q", got)
	}
	if version, err := a.EngineVersion(t.Context()); err != nil || !strings.HasPrefix(version, "PostgreSQL 1") || strings.Contains(version, "(") {
		t.Errorf("engine version %q, %v", version, err)
	}
}

// locks makes a table of locks.
func (b *bench) locks(t *testing.T, names ...string) gate.TableName {
	t.Helper()
	b.exec(t, "CREATE TABLE locks (name text PRIMARY KEY, run_id text); INSERT INTO locks VALUES ('"+strings.Join(names, "'), ('")+"')")
	return table("locks")
}

func begin(t *testing.T, a *postgres.Adapter, l adapters.Lock) adapters.Batch {
	t.Helper()
	batch, err := a.Begin(t.Context(), l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := batch.Abandon(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return batch
}
