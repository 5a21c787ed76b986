package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sqlgate/sqlgate/adapters"
)

// How transactions are begun.
const (
	readOnly  = "BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY"
	readWrite = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
	snapshot  = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
	work      = "BEGIN ISOLATION LEVEL REPEATABLE READ READ WRITE"
)

// rollbackWait bounds a rollback; then the connection is dropped, and with it
// the transaction.
const rollbackWait = 2 * time.Second

// transaction is a transaction on a connection of its own. It implements
// adapters.Reader.
type transaction struct {
	a    *Adapter
	conn *pgxpool.Conn // nil once it has ended
}

// begin begins a transaction and sets its session up. It takes no snapshot. A
// connection of the pool that the server has closed meanwhile gives way to
// another: nothing has been done on it.
func (a *Adapter) begin(ctx context.Context, how string) (*transaction, error) {
	for left := a.pool.Config().MaxConns; ; left-- {
		conn, err := a.pool.Acquire(ctx)
		if err != nil {
			return nil, a.openError(err)
		}
		t := &transaction{a: a, conn: conn}
		err = t.script(ctx, "begin", how+"; "+a.session()+a.lockTimeout(quote(lockWait)))
		if err == nil {
			return t, nil
		}
		t.rollback()
		if left == 0 || !adapters.HasCode(err, adapters.CodeLost) {
			return nil, err
		}
	}
}

// script runs several statements at once, without parameters or results.
func (t *transaction) script(ctx context.Context, op, text string) error {
	_, err := t.conn.Conn().PgConn().Exec(ctx, text).ReadAll()
	return t.translate(op, err)
}

// exec runs a statement and returns how many rows it changed.
func (t *transaction) exec(ctx context.Context, op string, s adapters.Statement) (int64, error) {
	tag, err := t.conn.Exec(ctx, s.SQL, s.Args...)
	return tag.RowsAffected(), t.translate(op, err)
}

// Query runs a statement and calls row for each result row.
func (t *transaction) Query(ctx context.Context, s adapters.Statement, row func(adapters.Scan) error) error {
	rows, err := t.conn.Query(ctx, s.SQL, s.Args...)
	if err != nil {
		return t.translate("", err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return err
		}
	}
	return t.translate("", rows.Err())
}

// translate is that of the adapter, for an error of this transaction.
func (t *transaction) translate(op string, err error) error {
	return t.a.translate(op, err, t.conn.Conn().IsClosed())
}

// commit ends the transaction with its work done. The end is not interrupted
// half-way. Where the connection breaks before the server's answer, the error
// is of CodeUnknown.
func (t *transaction) commit(ctx context.Context) error {
	tag, err := t.conn.Exec(context.WithoutCancel(ctx), "COMMIT")
	if err != nil {
		failure := t.translate("commit", err)
		t.rollback()
		if adapters.HasCode(failure, adapters.CodeLost) && !pgconn.SafeToRetry(err) {
			return unknown(failure)
		}
		return failure
	}
	t.release()
	// A transaction in which a statement failed is rolled back by its commit.
	if tag.String() != "COMMIT" {
		return &adapters.WarehouseError{Op: "commit", Code: adapters.CodeOther, Text: fmt.Sprintf("the server answered %s", tag)}
	}
	return nil
}

// rollback ends the transaction with nothing done, and does nothing where it
// has ended. A connection that cannot is dropped, which rolls back too.
func (t *transaction) rollback() {
	if t.conn == nil {
		return
	}
	defer t.release()
	if t.conn.Conn().IsClosed() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), rollbackWait)
	defer cancel()
	_, _ = t.conn.Exec(ctx, "ROLLBACK") // the pool closes a connection that is still in a transaction
}

func (t *transaction) release() {
	t.conn.Release()
	t.conn = nil
}

// within runs f in a transaction and commits what it wrote.
func (a *Adapter) within(ctx context.Context, how string, f func(*transaction) error) error {
	t, err := a.begin(ctx, how)
	if err != nil {
		return err
	}
	defer t.rollback()
	if err := f(t); err != nil || how != readWrite {
		return err
	}
	return t.commit(ctx)
}

// asLocked is the error as a *adapters.LockedError, or nil.
func asLocked(err error) *adapters.LockedError {
	var locked *adapters.LockedError
	if errors.As(err, &locked) {
		return locked
	}
	return nil
}
