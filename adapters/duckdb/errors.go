package duckdb

import (
	"context"
	"errors"
	"regexp"
	"strings"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/sqlgate/sqlgate/adapters"
)

var lockHolder = regexp.MustCompile(`(?s)Conflicting lock is held in (.*?) \(PID (\d+)\)`)

// openError says why a database file cannot be opened.
func openError(path string, err error) error {
	message := err.Error()
	if m := lockHolder.FindStringSubmatch(message); m != nil {
		return &adapters.LockedError{Holder: "process " + m[2] + " (" + m[1] + "), which has " + path + " open", Err: err}
	}
	e := &adapters.WarehouseError{Op: "open " + path, Err: err, Text: plain(message)}
	switch {
	case strings.Contains(message, "Could not set lock on file"):
		return &adapters.LockedError{Holder: "another process, which has " + path + " open", Err: err}
	case strings.Contains(message, "newer version of DuckDB"), strings.Contains(message, "can only read"):
		e.Code, e.Hint = adapters.CodeNewerVersion, "use a newer sqlgate, or export the data with the DuckDB that wrote the file"
	case strings.Contains(message, "not a valid DuckDB database"), strings.Contains(message, "Corrupt"), strings.Contains(message, "checksum"):
		e.Code, e.Hint = adapters.CodeNotDatabase, "check the warehouse's path in sqlgate.yaml"
	case strings.Contains(message, "No such file or directory"):
		e.Code, e.Hint = adapters.CodeOpen, "the directory of the file must exist: check the warehouse's path in sqlgate.yaml"
	case strings.Contains(message, "different configuration"):
		e.Code, e.Hint = adapters.CodeOpen, "this process has the file open with other settings: use one warehouse for it"
	case strings.Contains(message, "Permission denied"), strings.Contains(message, "Read-only file system"):
		e.Code, e.Hint = adapters.CodeReadOnly, "sqlgate needs to write the file and its directory, or `read_only: true` for checks"
	default:
		e.Code, e.Hint = adapters.CodeOpen, "check the warehouse's path and settings in sqlgate.yaml"
	}
	return e
}

// translate turns an error of the driver into one for people. Errors that are
// already the adapter's own, and those of an ended context, stay as they are.
func translate(op string, err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	var locked *adapters.LockedError
	var own *adapters.WarehouseError
	if errors.As(err, &locked) || errors.As(err, &own) {
		return err
	}
	message := err.Error()
	if isConflict(message) {
		return &adapters.LockedError{Err: err}
	}
	e := &adapters.WarehouseError{Op: op, Code: adapters.CodeOther, Text: plain(message), Err: err}
	switch {
	case strings.Contains(message, "No space left on device"), strings.Contains(message, "Could not write"),
		strings.Contains(message, "max_temp_directory_size"):
		e.Code, e.Hint = adapters.CodeNoSpace, "free space on the disk; nothing was changed"
		return e
	case strings.Contains(message, "read-only"):
		e.Code, e.Hint = adapters.CodeReadOnly, "the database is open read-only; `sqlgate check --no-ledger` needs no write"
		return e
	case strings.Contains(message, "Schema with name"), strings.Contains(message, "Catalog with name"):
		e.Code, e.Hint = adapters.CodeTableNotFound, "create the schema first: sqlgate creates tables, not schemas"
		return e
	case strings.Contains(message, "No files found"):
		e.Code, e.Hint = adapters.CodeTableNotFound, "check source.files"
		return e
	}
	var d *duckdb.Error
	if !errors.As(err, &d) {
		return e
	}
	switch d.Type {
	case duckdb.ErrorTypeConstraint:
		e.Code, e.Hint = adapters.CodeConstraint, "a rule of the gate should say what the constraint says; nothing was changed"
	case duckdb.ErrorTypeOutOfMemory:
		e.Code, e.Hint = adapters.CodeMemory, "raise memory_limit or set temp_directory in the warehouse's settings"
	case duckdb.ErrorTypeCatalog, duckdb.ErrorTypeBinder, duckdb.ErrorTypeParser, duckdb.ErrorTypeSyntax:
		e.Code = adapters.CodeSQL
	case duckdb.ErrorTypeConversion, duckdb.ErrorTypeOutOfRange, duckdb.ErrorTypeInvalidInput, duckdb.ErrorTypeMismatchType, duckdb.ErrorTypeDivideByZero:
		e.Code = adapters.CodeData
	}
	return e
}

// isConflict reports whether another transaction was first.
func isConflict(message string) bool {
	return strings.Contains(message, "TransactionContext Error") && strings.Contains(message, "onflict") ||
		strings.Contains(message, "write-write conflict")
}

// plain is DuckDB's message on one line, without the excerpt of the statement and the driver's prefixes.
func plain(message string) string {
	message = strings.TrimPrefix(message, "database/sql/driver: ")
	message = strings.TrimPrefix(message, "could not connect to database: ")
	message, _, _ = strings.Cut(message, "\n\nLINE ")
	return strings.Join(strings.Fields(message), " ")
}

// isNoTransaction reports whether a rollback found nothing to roll back.
func isNoTransaction(err error) bool {
	return strings.Contains(err.Error(), "no transaction is active")
}
