package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	sq "github.com/Masterminds/squirrel"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/migrations"
)

// NewerLedgerError says that a newer sqlgate has migrated the ledger.
type NewerLedgerError struct {
	Schema string
	Have   int // the ledger's version
	Known  int // the newest that this binary knows
}

func (e *NewerLedgerError) Error() string {
	return fmt.Sprintf("ledger %s has version %d, but this sqlgate knows only %d: use a newer sqlgate", e.Schema, e.Have, e.Known)
}

// NotMigratedError says that the ledger is missing or older than this binary needs.
type NotMigratedError struct {
	Schema string
	Have   int // 0: there is no ledger
	Want   int
}

func (e *NotMigratedError) Error() string {
	if e.Have == 0 {
		return fmt.Sprintf("there is no ledger in schema %s: run `sqlgate migrate`", e.Schema)
	}
	return fmt.Sprintf("ledger %s has version %d, but this sqlgate needs %d: run `sqlgate migrate`", e.Schema, e.Have, e.Want)
}

// Version is the ledger's version in the warehouse; 0 where there is no ledger.
func (l *Ledger) Version(ctx context.Context) (int, error) {
	_, err := l.Adapter.Describe(ctx, l.name("schema_migrations"))
	if errors.Is(err, adapters.ErrTableNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("read the ledger's version: %w", err)
	}
	var version sql.NullInt64
	query := l.sql().Select("MAX(" + l.ident("version") + ")").From(l.table("schema_migrations"))
	err = l.Adapter.Query(ctx, statement(query), func(scan adapters.Scan) error { return scan(&version) })
	if err != nil {
		return 0, fmt.Errorf("read the ledger's version: %w", err)
	}
	return int(version.Int64), nil
}

// Check returns nil where the ledger has exactly the version of this binary,
// else a *NotMigratedError or a *NewerLedgerError. It writes nothing.
func (l *Ledger) Check(ctx context.Context) error {
	pending, known, err := l.pending(ctx)
	if err != nil {
		return err
	}
	if len(pending) > 0 {
		return &NotMigratedError{Schema: l.Schema, Have: pending[0].Version - 1, Want: known}
	}
	return nil
}

// Migrate brings the ledger to the version of this binary and returns how many
// migrations it applied. Each is a transaction of its own, or can be begun again
// where it was left. Several processes may migrate at once: each migration is
// applied by one of them, or by each without effect. A ledger that
// is newer than this binary is a *NewerLedgerError.
func (l *Ledger) Migrate(ctx context.Context) (applied int, err error) {
	err = persist(ctx, func() error {
		pending, _, err := l.pending(ctx)
		if err != nil {
			return err
		}
		for _, m := range pending {
			statements := l.migration(m)
			if there, err := l.schemaExists(ctx); err != nil {
				return err
			} else if !there {
				statements = append([]adapters.Statement{l.createSchema()}, statements...)
			}
			if _, err := l.Adapter.Exec(ctx, statements...); err != nil {
				return fmt.Errorf("migrate ledger %s to version %d: %w", l.Schema, m.Version, err)
			}
			applied++
		}
		return nil
	})
	return applied, err
}

// pending returns the migrations that the ledger lacks and the newest version known.
func (l *Ledger) pending(ctx context.Context) ([]migrations.Migration, int, error) {
	all, err := migrations.For(l.dialect().Name())
	if err != nil {
		return nil, 0, err
	}
	version, err := l.Version(ctx)
	if err != nil {
		return nil, 0, err
	}
	if version > len(all) {
		return nil, 0, &NewerLedgerError{Schema: l.Schema, Have: version, Known: len(all)}
	}
	return all[version:], len(all), nil
}

// schemaExists reports whether the ledger's schema is known to be there. To make
// it where it may be needs a right that its owner can lack.
func (l *Ledger) schemaExists(ctx context.Context) (bool, error) {
	var n int
	if l.onBigQuery() {
		// A dataset has a schema of its own about itself.
		query := l.sql().Select("COUNT(*)").From(l.quote(gate.TableName{Parts: append(l.schemaName().Parts, "INFORMATION_SCHEMA", "TABLES")}))
		err := l.Adapter.Query(ctx, statement(query), func(scan adapters.Scan) error { return scan(&n) })
		if adapters.HasCode(err, adapters.CodeTableNotFound) {
			return false, nil
		}
		return true, err
	}
	if len(l.schemaName().Parts) > 1 {
		return false, nil
	}
	query := l.sql().Select("COUNT(*)").From("information_schema.schemata").
		Where("catalog_name = current_database()").Where(sq.Eq{"schema_name": l.Schema})
	err := l.Adapter.Query(ctx, statement(query), func(scan adapters.Scan) error { return scan(&n) })
	if err != nil {
		return false, fmt.Errorf("look for the ledger's schema: %w", err)
	}
	return n > 0, nil
}

func (l *Ledger) createSchema() adapters.Statement {
	return adapters.Statement{SQL: "CREATE SCHEMA IF NOT EXISTS " + l.dialect().Table(l.schemaName())}
}

// migration returns the statements of a migration; the row in
// schema_migrations, whose key is the version, lets only one process apply it.
func (l *Ledger) migration(m migrations.Migration) []adapters.Statement {
	schema := l.dialect().Table(l.schemaName())
	var out []adapters.Statement
	for _, s := range m.Statements(schema) {
		out = append(out, adapters.Statement{SQL: s})
	}
	insert := l.sql().Insert(l.table("schema_migrations")).
		Columns(l.idents("version", "name", "applied_at")...).
		Values(m.Version, m.Name, l.Now().UTC())
	return append(out, statement(insert))
}
