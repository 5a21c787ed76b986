// Package ledger records runs in the warehouse that holds their target: what
// ran, how it ended, what each rule found, and which rows were rejected.
package ledger

import (
	"context"
	"errors"
	"strings"
	"time"

	sq "github.com/Masterminds/squirrel"
	"github.com/cenkalti/backoff/v5"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/retry"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// Ledger reads and writes the ledger's tables over one warehouse connection.
// Its fields are set before use; it is safe for concurrent use.
type Ledger struct {
	Adapter adapters.DestinationAdapter
	Schema  string           // of the ledger, such as "sqlgate"; "db.sqlgate" in another database of the warehouse
	Now     func() time.Time // the clock
	// Heartbeat is how often a running run shows that it is alive.
	Heartbeat time.Duration
	// Host is this machine's name, to tell whose processes can be looked up here.
	Host string
}

// New returns the ledger in a schema of the adapter's warehouse, with the
// machine's clock and a heartbeat of 5 seconds.
func New(a adapters.DestinationAdapter, schema string) *Ledger {
	return &Ledger{Adapter: a, Schema: schema, Now: time.Now, Heartbeat: 5 * time.Second, Host: hostname()}
}

// Locks is the name of the ledger's locks table.
func (l *Ledger) Locks() gate.TableName { return l.name("locks") }

// RunsTable is the name of the ledger's table of runs that have ended.
func (l *Ledger) RunsTable() gate.TableName { return l.name("runs") }

// EnsureLocks makes the lock rows of these names where they are missing. Other
// processes may do the same at the same time.
func (l *Ledger) EnsureLocks(ctx context.Context, names []string) error {
	return persist(ctx, func() error {
		missing, err := l.missingLocks(ctx, names)
		if err != nil || len(missing) == 0 {
			return err
		}
		insert := l.sql().Insert(l.table("locks")).Columns(l.idents("name")...)
		for _, name := range missing {
			insert = insert.Values(name)
		}
		_, err = l.Adapter.Exec(ctx, statement(insert))
		return err
	})
}

// hold runs statements in a transaction that holds the locks of these names, and
// returns the rows that each changed: a *adapters.LockedError where a run holds one.
func (l *Ledger) hold(ctx context.Context, names []string, holder string, statements ...adapters.Statement) ([]int64, error) {
	if err := l.EnsureLocks(ctx, names); err != nil {
		return nil, err
	}
	take := statement(l.sql().Update(l.table("locks")).
		Set(l.ident("run_id"), holder).
		Where(sq.Eq{l.ident("name"): names}))
	changed, err := l.Adapter.Exec(ctx, append([]adapters.Statement{take}, statements...)...)
	if err != nil {
		return nil, err
	}
	return changed[1:], nil
}

func (l *Ledger) missingLocks(ctx context.Context, names []string) ([]string, error) {
	if len(names) == 0 {
		return nil, nil
	}
	have := map[string]bool{}
	query := l.sql().Select(l.idents("name")...).From(l.table("locks")).Where(sq.Eq{l.ident("name"): names})
	err := l.Adapter.Query(ctx, statement(query), func(scan adapters.Scan) error {
		var name string
		err := scan(&name)
		have[name] = true
		return err
	})
	if err != nil {
		return nil, err
	}
	var missing []string
	for _, name := range names {
		if !have[name] {
			have[name] = true
			missing = append(missing, name)
		}
	}
	return missing, nil
}

// onBigQuery tells the warehouse whose tables of tables, and conditions on lists,
// are others.
func (l *Ledger) onBigQuery() bool { return l.dialect().Name() == dialect.BigQuery{}.Name() }

func (l *Ledger) dialect() dialect.Dialect { return l.Adapter.Dialect() }

func (l *Ledger) sql() sq.StatementBuilderType {
	return sq.StatementBuilder.PlaceholderFormat(l.dialect().Placeholder())
}

func (l *Ledger) schemaName() gate.TableName {
	return gate.TableName{Parts: strings.Split(l.Schema, ".")}
}

func (l *Ledger) name(table string) gate.TableName {
	return gate.TableName{Parts: append(l.schemaName().Parts, table)}
}

// table and ident return quoted names for a squirrel builder.
func (l *Ledger) table(name string) string { return l.quote(l.name(name)) }

func (l *Ledger) quote(t gate.TableName) string { return dialect.Escape(l.dialect().Table(t)) }

func (l *Ledger) ident(name string) string { return dialect.Escape(l.dialect().Ident(name)) }

func (l *Ledger) idents(names ...string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = l.ident(n)
	}
	return out
}

// builder is a squirrel builder that is known to be complete.
type builder interface{ MustSql() (string, []any) }

func statement(b builder) adapters.Statement {
	text, args := b.MustSql()
	return adapters.Statement{SQL: text, Args: args}
}

// persist repeats a step that another process may disturb, for about a second.
func persist(ctx context.Context, step func() error) error {
	_, err := retry.Do(ctx, func() (struct{}, error) { return struct{}{}, step() }, disturbed,
		retry.Pauses{First: 10 * time.Millisecond, Longest: time.Second, Factor: 2}, backoff.WithMaxTries(7))
	return err
}

// disturbed reports whether an error may be another process's doing. The two that
// make the same table or row at once meet many.
func disturbed(err error) bool {
	var newer *NewerLedgerError
	return !errors.As(err, &newer) && !adapters.HasCode(err, adapters.CodePrivilege, adapters.CodeReadOnly, adapters.CodeNoSpace, adapters.CodeMemory)
}
