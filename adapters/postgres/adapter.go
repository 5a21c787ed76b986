package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
)

const (
	// lockWait is how long a statement outside of the work transaction waits for
	// a lock, where the user does not say.
	lockWait = "2s"
	// tableWait is how long a run waits for a table before it lets others pass
	// who queue behind it, and tries again.
	tableWait = "1s"
)

// Query runs a read-only statement in a transaction of its own.
func (a *Adapter) Query(ctx context.Context, s adapters.Statement, row func(adapters.Scan) error) error {
	return a.within(ctx, readOnly, func(t *transaction) error { return t.Query(ctx, s, row) })
}

// Describe reads a table's or view's columns.
func (a *Adapter) Describe(ctx context.Context, name gate.TableName) (rel compile.Relation, err error) {
	err = a.within(ctx, readOnly, func(t *transaction) error {
		rel, err = t.Describe(ctx, name)
		return err
	})
	return rel, err
}

// DescribeSource reads the columns of a gate's source.
func (a *Adapter) DescribeSource(ctx context.Context, s gate.Source) (rel compile.Relation, err error) {
	err = a.within(ctx, readOnly, func(t *transaction) error {
		rel, err = t.DescribeSource(ctx, s)
		return err
	})
	return rel, err
}

// LockName is schema.table in the case that it is written in, as the server
// tells names apart. A name without schema is that of a new table's.
func (a *Adapter) LockName(t gate.TableName) string {
	schema, name := a.place(t)
	return schema + "." + name
}

// place is the schema and name that a full name, or that of a new table, means.
func (a *Adapter) place(t gate.TableName) (schema, name string) {
	parts := t.Parts
	if len(parts) > 1 {
		return parts[len(parts)-2], parts[len(parts)-1]
	}
	if len(a.schemas) > 0 {
		schema = a.schemas[0]
	}
	return schema, parts[0]
}

// Prepare has the server parse and bind a statement. It says nothing of
// statements that change the schema: the server binds them when they run.
func (a *Adapter) Prepare(ctx context.Context, s adapters.Statement) error {
	return a.within(ctx, readOnly, func(t *transaction) error {
		_, err := t.conn.Conn().PgConn().Prepare(ctx, "", s.SQL, nil)
		return t.translate("", err)
	})
}

// Exec runs statements in one transaction.
func (a *Adapter) Exec(ctx context.Context, statements ...adapters.Statement) ([]int64, error) {
	changed := make([]int64, len(statements))
	err := a.within(ctx, readWrite, func(t *transaction) error {
		for i, s := range statements {
			n, err := t.exec(ctx, "", s)
			if err != nil {
				return err
			}
			changed[i] = n
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return changed, nil
}

// lockTimeout bounds waits for locks by the user's setting, else by otherwise, as SQL.
func (a *Adapter) lockTimeout(otherwise string) string {
	if own := a.config.LockTimeout; own != "" {
		return "SET LOCAL lock_timeout = " + quote(own)
	}
	return "SET LOCAL lock_timeout = " + otherwise
}

// Begin opens the work transaction. Tables are locked first, which takes no
// snapshot: one from before a wait would not see what the other transaction
// did. The rows of the locks table come after them and take the snapshot; they
// are not waited for, since a run that holds one may need the tables.
func (a *Adapter) Begin(ctx context.Context, l adapters.Lock) (adapters.Batch, error) {
	t, err := a.begin(ctx, work)
	if err != nil {
		return nil, err
	}
	if err := t.lockTables(ctx, l); err != nil {
		t.rollback()
		return nil, a.named(ctx, l, err)
	}
	if err := t.lockNames(ctx, l); err != nil {
		t.rollback()
		return nil, err
	}
	return &batch{transaction: t}, nil
}

// Snapshot reads in a read-only transaction. Its tables are locked first, as
// those of a work transaction are.
func (a *Adapter) Snapshot(ctx context.Context, l adapters.Lock, f func(adapters.Reader) error) error {
	err := a.within(ctx, snapshot, func(t *transaction) error {
		if err := t.lockTables(ctx, l); err != nil {
			return err
		}
		if err := t.script(ctx, "begin", a.lockTimeout("DEFAULT")); err != nil {
			return err
		}
		return f(t)
	})
	return a.named(ctx, l, err)
}

// lockTables locks the tables, and with a view those that it reads.
func (t *transaction) lockTables(ctx context.Context, l adapters.Lock) error {
	name := "SET LOCAL application_name = " + quote("sqlgate/"+l.Gate)
	if err := t.script(ctx, "begin", name+"; SET LOCAL lock_timeout = "+quote(tableWait)); err != nil {
		return err
	}
	for _, table := range l.Read {
		err := t.script(ctx, "lock "+table.String(), "LOCK TABLE "+t.a.dialect.Table(table)+" IN ACCESS SHARE MODE")
		var failure *adapters.WarehouseError
		if errors.As(err, &failure) && failure.Code == adapters.CodePrivilege {
			failure.Hint = "the tables that a view reads are locked with it: grant SELECT on the whole table to the view's owner, or to the role where the view is a security_invoker"
		}
		if err != nil {
			return err
		}
	}
	for _, table := range l.Replace {
		if err := t.script(ctx, "lock "+table.String(), "LOCK TABLE "+t.a.dialect.Table(table)+" IN EXCLUSIVE MODE"); err != nil {
			return err
		}
	}
	return nil
}

// lockNames takes the rows of the locks table.
func (t *transaction) lockNames(ctx context.Context, l adapters.Lock) error {
	table := t.a.dialect.Table(l.Table)
	for _, name := range l.Names {
		for _, s := range []adapters.Statement{
			{SQL: "SELECT 1 FROM " + table + " WHERE name = $1 FOR UPDATE NOWAIT", Args: []any{name}},
			{SQL: "UPDATE " + table + " SET run_id = $2 WHERE name = $1", Args: []any{name, l.RunID}},
		} {
			n, err := t.exec(ctx, "lock "+name, s)
			if err == nil {
				err = adapters.HoldsLock(name, n)
			}
			if err != nil {
				return err
			}
		}
	}
	return t.script(ctx, "begin", t.a.lockTimeout("DEFAULT"))
}

// named is the error with the session that is in the way, if it is a lock's.
func (a *Adapter) named(ctx context.Context, l adapters.Lock, err error) error {
	if locked := asLocked(err); locked != nil && locked.Holder == "" {
		locked.Holder = a.holder(ctx, l)
	}
	return err
}

// holder names a session that keeps a run from one of its tables; empty where
// there is none any more.
func (a *Adapter) holder(ctx context.Context, l adapters.Lock) (holder string) {
	for _, t := range l.Read {
		if holder = a.holderOf(ctx, t, false); holder != "" {
			return holder
		}
	}
	for _, t := range l.Replace {
		if holder = a.holderOf(ctx, t, true); holder != "" {
			return holder
		}
	}
	return ""
}

// holderOf names a session whose lock of a table, of one that inherits from it, or
// of one that a view reads, is in the way of a run that reads or replaces it: one
// that has it, else one that is first in the queue.
func (a *Adapter) holderOf(ctx context.Context, t gate.TableName, replace bool) (holder string) {
	const sessions = `
WITH RECURSIVE locked(oid) AS (
  SELECT CAST(to_regclass($1) AS oid)
  UNION
  SELECT behind.oid FROM locked, LATERAL (
    SELECT i.inhrelid FROM pg_catalog.pg_inherits AS i WHERE i.inhparent = locked.oid
    UNION ALL
    SELECT d.refobjid FROM pg_catalog.pg_rewrite AS r
    JOIN pg_catalog.pg_depend AS d ON d.classid = CAST('pg_rewrite' AS regclass) AND d.objid = r.oid AND d.refclassid = CAST('pg_class' AS regclass)
    WHERE r.ev_class = locked.oid AND r.rulename = '_RETURN'
  ) AS behind(oid)
)
SELECT l.pid, coalesce(s.application_name, ''), coalesce(s.usename, ''), CASE WHEN l.granted THEN 'works on ' ELSE 'waits for ' END || n.nspname || '.' || c.relname
FROM locked JOIN pg_catalog.pg_locks AS l ON l.relation = locked.oid
JOIN pg_catalog.pg_class AS c ON c.oid = locked.oid JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
LEFT JOIN pg_catalog.pg_stat_activity AS s ON s.pid = l.pid
WHERE l.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database()) AND l.pid <> pg_backend_pid()
  AND (l.mode = 'AccessExclusiveLock' OR $2 AND l.mode <> 'AccessShareLock')
ORDER BY l.granted DESC, l.mode = 'AccessExclusiveLock' DESC, l.pid LIMIT 1`
	s := adapters.Statement{SQL: sessions, Args: []any{a.dialect.Table(t), replace}}
	err := a.Query(ctx, s, func(scan adapters.Scan) error {
		var pid int
		var application, role, does string
		err := scan(&pid, &application, &role, &does)
		holder = fmt.Sprintf("session %d (%s, role %s), which %s", pid, application, role, does)
		return err
	})
	if err != nil {
		return "" // who it is helps; that it is there is said anyway
	}
	return holder
}
