package duckdb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"strings"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
)

// Query runs a read-only statement.
func (a *Adapter) Query(ctx context.Context, s adapters.Statement, row func(adapters.Scan) error) error {
	return a.within(ctx, "", func(r reader) error { return r.Query(ctx, s, row) })
}

// Describe reads a table's or view's columns.
func (a *Adapter) Describe(ctx context.Context, t gate.TableName) (rel compile.Relation, err error) {
	err = a.within(ctx, "", func(r reader) error {
		rel, err = r.Describe(ctx, t)
		return err
	})
	return rel, err
}

// DescribeSource reads the columns of a gate's source.
func (a *Adapter) DescribeSource(ctx context.Context, s gate.Source) (rel compile.Relation, err error) {
	err = a.within(ctx, "", func(r reader) error {
		rel, err = r.DescribeSource(ctx, s)
		return err
	})
	return rel, err
}

// within reads in one transaction, whose kind may forbid what a function like
// nextval needs even to be described. Without it the driver prepares a statement in
// one and executes it in the next, on rows that another has committed meanwhile:
// DuckDB trusts the statistics of the plan, and gives wrong values
// (duckdb/duckdb#23704).
func (a *Adapter) within(ctx context.Context, kind string, f func(reader) error) error {
	conn, err := a.db.Conn(ctx)
	if err != nil {
		return translate("connect", err)
	}
	through := context.WithoutCancel(ctx)
	_, err = exec(through, conn, "begin", adapters.Statement{SQL: "BEGIN TRANSACTION" + kind})
	if err == nil {
		err = f(reader{conn, a})
	}
	if err == nil {
		_, err = exec(through, conn, "commit", adapters.Statement{SQL: "COMMIT"})
	}
	if err != nil {
		return errors.Join(err, rollback(ctx, conn))
	}
	return conn.Close()
}

// LockName is schema.table; a table without schema is in DuckDB's own. Upper and
// lower case are the same, of ASCII letters only.
func (a *Adapter) LockName(t gate.TableName) string {
	parts := t.Parts
	if len(parts) == 1 {
		parts = []string{"main", parts[0]}
	}
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, strings.Join(parts[len(parts)-2:], "."))
}

// Prepare parses and binds a statement.
func (a *Adapter) Prepare(ctx context.Context, s adapters.Statement) (err error) {
	stmt, err := a.db.PrepareContext(ctx, s.SQL)
	if err != nil {
		return translate("", err)
	}
	defer func() { err = errors.Join(err, stmt.Close()) }()
	return nil
}

// Exec runs statements in one transaction. A connection on which anything went
// wrong is not used again: a cancelled statement leaves its transaction open.
func (a *Adapter) Exec(ctx context.Context, statements ...adapters.Statement) ([]int64, error) {
	conn, err := a.db.Conn(ctx)
	if err != nil {
		return nil, translate("connect", err)
	}
	changed, err := execAll(ctx, conn, statements)
	if err != nil {
		return nil, errors.Join(err, rollback(ctx, conn))
	}
	return changed, conn.Close()
}

func execAll(ctx context.Context, conn *sql.Conn, statements []adapters.Statement) ([]int64, error) {
	// Neither begin nor commit is interrupted half-way.
	through := context.WithoutCancel(ctx)
	if _, err := exec(through, conn, "begin", adapters.Statement{SQL: "BEGIN TRANSACTION"}); err != nil {
		return nil, err
	}
	changed := make([]int64, len(statements))
	for i, s := range statements {
		n, err := exec(ctx, conn, "", s)
		if err != nil {
			return nil, err
		}
		changed[i] = n
	}
	_, err := exec(through, conn, "commit", adapters.Statement{SQL: "COMMIT"})
	return changed, err
}

// rollback ends what a connection has begun, and the connection.
func rollback(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
	if err != nil && !errors.Is(err, sql.ErrConnDone) && !isNoTransaction(err) {
		return errors.Join(translate("roll back", err), discard(conn))
	}
	return discard(conn)
}

type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

func exec(ctx context.Context, on execer, op string, s adapters.Statement) (int64, error) {
	result, err := on.ExecContext(ctx, s.SQL, s.Args...)
	if err != nil {
		return 0, translate(op, err)
	}
	n, err := result.RowsAffected()
	return n, translate(op, err)
}

// Snapshot reads in a read-only transaction. Nothing can empty a table under it.
func (a *Adapter) Snapshot(ctx context.Context, _ adapters.Lock, f func(adapters.Reader) error) error {
	return a.within(ctx, " READ ONLY", func(r reader) error { return f(r) })
}

// Begin opens the work transaction. DuckDB raises a conflict at once where
// another transaction has updated the lock's row, so whoever holds a
// transaction past this point is alone with the locked tables.
func (a *Adapter) Begin(ctx context.Context, l adapters.Lock) (adapters.Batch, error) {
	conn, err := a.db.Conn(ctx)
	if err != nil {
		return nil, translate("connect", err)
	}
	b := &batch{reader: reader{conn, a}, conn: conn}
	if err := b.begin(ctx, l); err != nil {
		return nil, errors.Join(err, b.Abandon(context.WithoutCancel(ctx)))
	}
	return b, nil
}

func (b *batch) begin(ctx context.Context, l adapters.Lock) error {
	if _, err := exec(context.WithoutCancel(ctx), b.conn, "begin", adapters.Statement{SQL: "BEGIN TRANSACTION"}); err != nil {
		return err
	}
	lock := "UPDATE " + b.a.dialect.Table(l.Table) + " SET run_id = $1 WHERE name = $2"
	for _, name := range l.Names {
		n, err := exec(ctx, b.conn, "lock "+name, adapters.Statement{SQL: lock, Args: []any{l.RunID, name}})
		if err == nil {
			err = adapters.HoldsLock(name, n)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// discard ends the connection, and with it its temporary tables.
func discard(conn *sql.Conn) error {
	err := conn.Raw(func(any) error { return driver.ErrBadConn })
	if errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) {
		return nil
	}
	return err
}
