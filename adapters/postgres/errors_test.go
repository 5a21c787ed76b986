package postgres_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/postgres"
	"github.com/sqlgate/sqlgate/gate"
)

func testErrors(t *testing.T, b *bench) {
	b.exec(t, `
CREATE TABLE t (a integer CONSTRAINT small CHECK (a < 10), b integer NOT NULL, c integer CONSTRAINT once UNIQUE);
CREATE TABLE f (a integer CONSTRAINT known REFERENCES t (c));
INSERT INTO t VALUES (1, 1, 1)`)
	for _, c := range []struct {
		sql, says string
		code      adapters.Code
	}{
		{"INSERT INTO t VALUES (77, 1, 2)", "constraint \"small\" (SQLSTATE 23514)", adapters.CodeConstraint},
		{"INSERT INTO t VALUES (1, NULL, 2)", `null value in column "b"`, adapters.CodeConstraint},
		{"INSERT INTO t VALUES (1, 1, 1)", `unique constraint "once"`, adapters.CodeConstraint},
		{"INSERT INTO f VALUES (5)", `foreign key constraint "known"`, adapters.CodeConstraint},
		{"INSERT INTO t SELECT CAST('x' AS integer)", `invalid input syntax for type integer: "x"`, adapters.CodeData},
		{"SELECT 1/0", "division by zero", adapters.CodeData},
		{"SELECT 'a' ~ '('", "regular expression", adapters.CodeData},
		{"SELECT nosuch FROM t", `column "nosuch" does not exist`, adapters.CodeSQL},
		{"CREATE TABLE nosuch.x (a integer)", `schema "nosuch" does not exist`, adapters.CodeTableNotFound},
		{"DO $$ BEGIN RAISE 'told\nyou'; END $$", "told you", adapters.CodeOther},
		{"DO $$ BEGIN RAISE 'a worker was ended' USING ERRCODE = '57P01'; END $$", "a server process that worked for the statement was ended: a worker was ended", adapters.CodeLost},
		{"DO $$ BEGIN RAISE 'no route' USING ERRCODE = '08001'; END $$", "no route", adapters.CodeOpen},
	} {
		_, err := b.a.Exec(t.Context(), adapters.Statement{SQL: c.sql})
		var failure *adapters.WarehouseError
		if !errors.As(err, &failure) || failure.Code != c.code || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "77") {
			t.Errorf("%s: %v, want %s %q", c.sql, err, c.code, c.says)
		}
	}
	b.exec(t, "CREATE TABLE ranks (rank integer UNIQUE); INSERT INTO ranks VALUES (1), (2)")
	_, err := b.a.Exec(t.Context(), adapters.Statement{SQL: "UPDATE ranks SET rank = 3 - rank"})
	var failure *adapters.WarehouseError
	if !errors.As(err, &failure) || failure.Code != adapters.CodeConstraint || !strings.Contains(failure.Hint, "DEFERRABLE") {
		t.Errorf("rows exchanged their values: %v", err)
	}
	locker := b.session(t, "LOCK TABLE t IN ACCESS EXCLUSIVE MODE")
	impatient := open(t, gate.Postgres{DSN: b.dsn, LockTimeout: "30ms"})
	if _, err := impatient.Exec(t.Context(), adapters.Statement{SQL: "DELETE FROM t"}); isLocked(err) == nil {
		t.Errorf("the table is locked: %v", err)
	}
	run(t, locker, "ROLLBACK")
}

func testReadOnly(t *testing.T, b *bench) {
	b.exec(t, "CREATE TABLE t (a integer)")
	err := b.a.Query(t.Context(), adapters.Statement{SQL: "INSERT INTO t VALUES (1) RETURNING a"}, func(adapters.Scan) error { return nil })
	var failure *adapters.WarehouseError
	if !errors.As(err, &failure) || failure.Code != adapters.CodeReadOnly {
		t.Errorf("a read wrote: %v", err)
	}
}

// A role from which a policy hides rows must not take the rest for all.
func testRowSecurity(t *testing.T, b *bench) {
	role := b.role(t)
	b.exec(t, fmt.Sprintf(`
CREATE TABLE t (a integer);
INSERT INTO t VALUES (1), (2);
ALTER TABLE t ENABLE ROW LEVEL SECURITY;
CREATE POLICY only_one ON t USING (a = 1);
GRANT SELECT ON t TO %s`, role))
	a := open(t, gate.Postgres{DSN: b.dsn, Role: role})
	err := a.Query(t.Context(), adapters.Statement{SQL: "SELECT count(*) FROM t"}, func(adapters.Scan) error { return nil })
	var failure *adapters.WarehouseError
	if !errors.As(err, &failure) || failure.Code != adapters.CodePrivilege || !strings.Contains(failure.Hint, "row_security") {
		t.Errorf("%v, hint %q", err, failure.Hint)
	}
	a = open(t, gate.Postgres{DSN: b.dsn, Role: role, Settings: map[string]string{"row_security": "on"}})
	if n := value[int](t, a, "SELECT count(*) FROM t"); n != 1 {
		t.Errorf("with row_security on the role sees %d rows", n)
	}
}

func (b *bench) role(t *testing.T) string {
	t.Helper()
	role := "role_of_" + value[string](t, b.a, "SELECT current_database()")
	b.exec(t, "CREATE ROLE "+role)
	t.Cleanup(func() { b.exec(t, "DROP OWNED BY "+role+"; DROP ROLE "+role) })
	return role
}

func testPrivileges(t *testing.T, b *bench) {
	role := b.role(t)
	b.exec(t, fmt.Sprintf(`
CREATE SCHEMA hidden;
CREATE TABLE hidden.t (a integer);
CREATE TABLE "T" (a integer);
GRANT SELECT ON "T", hidden.t TO %s;
REVOKE CREATE ON SCHEMA public FROM public`, role))
	a := open(t, gate.Postgres{DSN: b.dsn, Role: role})
	if err := a.CheckPrivileges(t.Context(), []adapters.Need{{Table: table("public", "T"), Right: adapters.RightSelect}}); err != nil {
		t.Errorf("the role has the right: %v", err)
	}
	err := a.CheckPrivileges(t.Context(), []adapters.Need{
		{Table: table("public", "T"), Right: adapters.RightSelect},
		{Table: table("public", "T"), Right: adapters.RightInsert},
		{Table: table("public", "T"), Right: adapters.RightAlter},
		{Table: table("hidden", "t"), Right: adapters.RightSelect},
		{Table: table("new"), Right: adapters.RightCreate},
	})
	var failure *adapters.WarehouseError
	if !errors.As(err, &failure) || failure.Code != adapters.CodePrivilege {
		t.Fatal(err)
	}
	wantText := "role " + role + " lacks INSERT on public.T, the ownership of public.T, USAGE on schema hidden, CREATE on schema public"
	wantHint := fmt.Sprintf(`let the owner or an administrator run: GRANT INSERT ON "public"."T" TO "%[1]s"; ALTER TABLE "public"."T" OWNER TO "%[1]s"; GRANT USAGE ON SCHEMA "hidden" TO "%[1]s"; GRANT CREATE ON SCHEMA "public" TO "%[1]s"`, role)
	if failure.Text != wantText || failure.Hint != wantHint {
		t.Errorf("got  %s; %s\nwant %s; %s", failure.Text, failure.Hint, wantText, wantHint)
	}
	// The statements do what they say.
	b.exec(t, strings.TrimPrefix(failure.Hint, "let the owner or an administrator run: "))
	if err := a.CheckPrivileges(t.Context(), []adapters.Need{{Table: table("new"), Right: adapters.RightCreate}, {Table: table("hidden", "t"), Right: adapters.RightSelect}}); err != nil {
		t.Error(err)
	}
}

// A temporary table of the session's cannot stand in for a table.
func testNoShadow(t *testing.T, b *bench) {
	b.exec(t, "CREATE TABLE t AS SELECT 1 AS a")
	batch := begin(t, b.a, adapters.Lock{Table: b.locks(t, "a"), Names: []string{"a"}, RunID: "r"})
	for range 2 {
		// On the batch's own connection, where temporary tables are.
		err := batch.Query(t.Context(), adapters.Statement{SQL: "CREATE TEMP TABLE IF NOT EXISTS t AS SELECT 2 AS a"}, func(adapters.Scan) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := value[int](t, batch, `SELECT a FROM "t"`); got != 1 {
		t.Errorf("read the temporary table: %d", got)
	}
}

func TestOpenErrors(t *testing.T) {
	t.Parallel()
	const secret = "hunter2%2F"
	for name, c := range map[string]struct {
		config gate.Postgres
		says   string
	}{
		"refused":        {gate.Postgres{Host: "127.0.0.1", Port: 1, User: "u", Password: "hunter2/ '\\", DBName: "x"}, "connect"},
		"refused by URL": {gate.Postgres{DSN: "postgres://u:" + secret + "@127.0.0.1:1/x"}, "connect"},
		"bad URL":        {gate.Postgres{DSN: "postgres://u:hunter2%zz@127.0.0.1/x"}, "not a valid URL"},
		"bad port":       {gate.Postgres{DSN: "postgres://u:" + secret + "@127.0.0.1:port/x"}, "not a valid URL"},
		"bad mode":       {gate.Postgres{DSN: "postgres://u:" + secret + "@127.0.0.1/x?sslmode=hunter"}, "sslmode"},
		"bad words":      {gate.Postgres{DSN: "host=127.0.0.1 password=hunter2 nonsense"}, ""},
		"no socket":      {gate.Postgres{DSN: "host=/nonexistent password=hunter2"}, "nonexistent"},
		"no name":        {gate.Postgres{DSN: "postgres://u:" + secret + "@nosuch.invalid/x"}, "nosuch.invalid"},
	} {
		a, err := postgres.Open(t.Context(), gate.Warehouse{Postgres: &c.config})
		if err == nil {
			t.Errorf("%s: opened %v", name, a)
			continue
		}
		var failure *adapters.WarehouseError
		if !errors.As(err, &failure) || failure.Code != adapters.CodeOpen || failure.Hint == "" || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
		for e := err; e != nil; e = errors.Unwrap(e) {
			if strings.Contains(e.Error(), "hunter2") {
				t.Errorf("%s: the password shows: %v", name, e)
			}
		}
	}
}
